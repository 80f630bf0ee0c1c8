"""The worked match, turn by turn, against the position written down at the table."""

from importlib.resources import files

import pytest

from domain.cards import catalogue_from_toml
from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.events.combat import AttackMade, DamageTaken
from service.resources import load_deck
from service.typing.scoresheet import Scoresheet, read_scoresheet
from tests.games.frc_tcg.tables import WORKED, Table, player
from tests.scenario import Scenario

FOLDER = files("domain.games.frc_tcg")

# After each turn, for Ada and Ben: robots (card HP/max), hand, deck, shop, captured, prize cards left.
TURNS = [
    (("RA1 50/50", "BAT BAT CIM RA1 RA1 RD1 ZAP", 41, "", "", 2), ("", "CIM CIM MDMG RB1 RC1 SRV WRENCH", 45, "", "", 2)),
    (("RA1 50/50", "BAT BAT CIM RA1 RA1 RD1 ZAP", 41, "", "", 2),
     ("RC1 40/40", "CIM CIM JOY RB1 RB1 SRV WRENCH", 42, "", "", 2)),
    (("RA1 50/50 RD1 30/30", "BAT BAT CIM CIM MEC RA1 RA1", 38, "ZAP", "RB1", 2),
     ("", "CIM CIM JOY RB1 RB1 SRV WRENCH", 42, "RC1 CIM", "", 1)),
    (("RA1 50/50 RD1 10/30", "BAT BAT CIM CIM MEC RA1 RA1", 38, "ZAP", "RB1", 2),
     ("RB1 20/20", "CIM CIM RB1 RC1 SHD SRV WRENCH", 39, "RC1 CIM", "", 1)),
    (("RA1 30/30 RD1 10/10 RA1 30/30", "BAT BAT CIM MEC RA1 RD1 WRENCH", 36, "ZAP MHP", "RB1", 2),
     ("RB1 10/20", "CIM CIM RB1 RC1 SHD SRV WRENCH", 39, "RC1 CIM MDMG", "", 1)),
    (("RA1 30/30 RA1 30/30", "BAT BAT CIM MEC RA1 RD1 WRENCH", 36, "ZAP MHP RD1 CIM", "RB1", 1),
     ("RB1 20/20 RC1 40/40", "CIM CIM JOY RB1 SHD SRV ZAP", 36, "RC1 CIM MDMG WRENCH", "RD1", 1)),
    (("RA1 30/30 RA1 30/30", "BAT CIM MEC RA1 RD1 WRENCH", 36, "ZAP MHP RD1 CIM", "RB1 RC1", 1),
     ("RC1 40/40", "CIM CIM JOY RB1 SHD SRV ZAP", 36, "RC1 CIM MDMG WRENCH RB1 SRV JOY", "RD1", 0)),
]  # fmt: skip


def sheet() -> Scoresheet:
    """The sheet as the package brings it."""
    return read_scoresheet((FOLDER / "match" / "worked_match.scoresheet").read_text(encoding="utf-8"))


def position(match: Table, seat: int) -> tuple[object, ...]:
    """A player's side in the words of the table above."""
    side = player(match, seat)
    robots = " ".join(f"{r.top.card} {r.hp}/{r.max_hp}" for r in side.alliance)
    hand = " ".join(sorted(card.card or "??" for card in side.pit))
    shop = " ".join(card.card or "??" for card in side.shop)
    took = " ".join(card.card or "??" for card in side.captured)
    return robots, hand, len(side.deck), shop, took, side.prizes_left


def played() -> tuple[Table, list[list[tuple[object, ...]]], list[TcgEvent]]:
    """The match played through: the table, the positions after each turn, all events."""
    match: Table = Scenario(GAME, WORKED)
    positions: list[list[tuple[object, ...]]] = []
    events: list[TcgEvent] = []
    for command in GAME.open_table(sheet().setup(lambda name: load_deck(GAME, name))):  # type: ignore[arg-type]
        match.do(command)
    for line in sheet().lines:
        if line.refused:
            violations = GAME.check(match.state, match.command(line.text))
            assert line.refused in {v.rule for v in violations}, line
            continue
        match.do(line.text)
        events += match.events
        if line.text.startswith("end_turn") or match.state.over:
            positions.append([position(match, 0), position(match, 1)])
    return match, positions, events


@pytest.mark.parametrize("turn", range(1, 8))
def test_every_number_after_every_turn(turn: int) -> None:
    """TCG-E01, X01, X02, X07, T11: robots, hands, decks, shops and prize cards are those of the table, turn by turn."""
    assert played()[1][turn - 1] == list(TURNS[turn - 1])


def test_result_and_totals() -> None:
    """TCG-E01, X10: Ada wins in turn 7; 54 cards each; the damage of all attacks is 60 to 30."""
    match, _, events = played()
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.rule, outcome.scores) == ((0,), "TCG-E01", (2, 1))
    assert GAME.card_counts(match.state) == {"Ada": 54, "Ben": 54}
    damage = [0, 0]
    for event in events:
        if isinstance(event, DamageTaken) and event.attack:
            damage[event.by] += event.amount
    assert damage == [60, 30]
    assert sum(isinstance(event, AttackMade) for event in events) == 5
    assert (player(match, 0).turns, player(match, 1).turns) == (4, 3)


def test_what_is_active_after_turn_three() -> None:
    """TCG-C02, A06: one battery and one mecanum wheel make Twin active beside Ram with its own battery."""
    match: Table = Scenario(GAME, WORKED)
    for command in GAME.open_table(sheet().setup(lambda name: load_deck(GAME, name))):  # type: ignore[arg-type]
        match.do(command)
    lines = [line.text for line in sheet().lines if not line.refused]
    match.do(*lines[: lines.index("play_item ZAP targets=[RC1]")])
    assert [(m.card, m.ability) for m in player(match).alliance[0].mounted] == [
        ("BAT", "Ram"),
        ("MEC", "Twin"),
        ("BAT", "Twin"),
    ]


def test_sheet_brings_its_own_catalogue() -> None:
    """TCG-K01: the catalogue that the sheet names reads, and is sound."""
    text = (FOLDER / "catalogue" / str(sheet().catalogue)).read_text(encoding="utf-8")
    catalogue = catalogue_from_toml(text, GAME.cards.record, "worked")  # type: ignore[arg-type]
    assert catalogue.digest == WORKED.digest
