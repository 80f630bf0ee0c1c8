"""Robin in the Hood: what the tables and questions say, against the events themselves."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from storage.store import MatchStore
from tests.projections.estimates import ends
from tests.projections.retold import Retold, of, simulated, written
from tests.projections.scorebook import Scorebook
from tests.projections.shelves import Shelf, ended_by, share_of, shelved

GAME = "robin_in_the_hood"
MODES: tuple[dict[str, str], ...] = (
    {},
    {"modifiers": "yes", "ante": "yes"},
    {"modifiers": "yes", "between_rounds": "continue", "first_hand_order": "carry_over", "victories_to_win": "2"},
    {"advance_rule": "agility_push", "modifiers": "yes", "active_count": "14"},
)


ENDINGS: dict[str, tuple[str, ...]] = {
    "abandoned": ('abandon_tournament "the power is out"',),
    "concession": ('adjust "one forgotten" changes=[victory({0}, 1)]', "concede_tournament {0}"),
}


def recorded(store: MatchStore) -> list[Scorebook]:
    """Matches of several agreements, the one written down by hand, and some that the players ended (RH-E12)."""
    modes = [simulated(GAME, n, ("", "tactician")[n % 2], **mode) for n, mode in enumerate(MODES * 2)]
    books: list[Scorebook] = [Retold(store, f"m{n}", GAME, one) for n, one in enumerate([*modes, written(GAME)])]
    ended = [Retold(store, name, GAME, simulated(GAME, 1)).play(40) for name in ENDINGS]
    return books + [ended_by(book, lambda _: True, *ENDINGS[book.match.id]) for book in ended]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return shelved(tmp_path_factory.mktemp("robin"), recorded, back=9)


def facts(shelf: Shelf, name: str, columns: str) -> list[tuple[Any, ...]]:
    return shelf.facts(f"{GAME}.{name}", columns)


@pytest.mark.slow
def test_caught_up_is_rebuilt(shelf: Shelf) -> None:
    """Given catching up with take-backs on the way, or a rebuild in batches, then the content is the same."""
    shelf.expect_the_same_rebuilt(97)


def result_of(event: Any, seat: int) -> str:
    """The outcome of a stage for a seat."""
    winner = getattr(event, "player", None)
    return "drawn" if winner is None else "won" if winner == seat else "lost"


def test_stage_battles(shelf: Shelf) -> None:
    """Each character in a battle is there with both cards, printed scores, levels, result and how it came about."""
    expected = []
    levels: dict[tuple[int, str], Any] = {}
    for told in shelf.told("SkillLevelsDetermined", "StageWon", "StageDrawn"):
        event, envelope = told.event, told.envelope
        if hasattr(event, "levels"):
            levels = {(level.player, level.stage): level for level in event.levels}
            continue
        for seat in (0, 1):
            own, other = levels.get((seat, event.stage)), levels.get((1 - seat, event.stage))
            if own is not None:
                opposing = (other.card, other.base, other.final) if other is not None else (None, None, None)
                place = (*told.place, envelope.round, envelope.turn, event.stage, seat)
                how = (result_of(event, seat), getattr(event, "how", "drawn"))
                expected.append((*place, own.card, own.base, own.final, *opposing, *how))
    columns = "round, hand, stage, seat, card, base, level, opposing_card, opposing_base, opposing_level, result, how"
    found = facts(shelf, "stage_battles", columns)
    assert sorted(found) == sorted(expected)
    assert {how for *_, how in found} >= {"level", "empty", "modifier", "drawn"}
    assert any(row[8] != row[9] for row in found)


def test_placements_and_hands(shelf: Shelf) -> None:
    """Every card put down and every hand begun, with who placed first, in the order of play."""
    placed = [
        (*told.place, told.envelope.round, told.envelope.turn, e.player, e.token, e.card, kind, e.order)
        for name, kind in (("CharacterPlaced", "character"), ("ModifierPlayed", "modifier"))
        for told in shelf.told(name)
        for e in [told.event]
    ]
    hands, round_no = [], 0
    for told in shelf.told("RoundStarted", "HandStarted"):
        round_no = getattr(told.event, "round_no", round_no)
        if hasattr(told.event, "hand_no"):
            hands.append((*told.place, round_no, told.event.hand_no, told.event.order))
    assert facts(shelf, "placements", "round, hand, seat, token, card, kind, placed") == sorted(placed)
    assert facts(shelf, "hands", "round, hand, first") == hands
    assert {kind for *_, kind, _ in placed} == {"character", "modifier"}
    assert {first for *_, first in hands} == {None, 0, 1}


def test_advances_and_modifiers(shelf: Shelf) -> None:
    """Moves between stages, and modifiers coming into play and leaving it, are those of the events."""
    advances, modifiers = [], []
    for told in shelf.told("CharacterAdvanced"):
        e = told.event
        advances.append((*told.place, e.player, e.token, e.card, e.from_stage, e.to_stage, e.pushed))
    for told in shelf.told("ModifierPlayed", "ModifierReplaced", "ModifierRemoved", "ModifierExpired"):
        e, change = told.event, type(told.event).__name__.removeprefix("Modifier").lower()
        why = (change, getattr(e, "duration", None), getattr(e, "by", None))
        modifiers.append((*told.place, e.player, e.token, e.card, *why))
    assert facts(shelf, "advances", "seat, token, card, from_stage, to_stage, pushed") == advances
    assert facts(shelf, "modifiers", "seat, token, card, change, duration, removed_by") == modifiers
    assert {row[6] for row in modifiers} >= {"played", "replaced", "expired"}
    assert any(row[-1] for row in advances)


def test_rounds_and_points(shelf: Shelf) -> None:
    """Rounds with winner or reason, and each player's victories as they grow."""
    rounds = []
    for told in shelf.told("RoundWon", "RoundDrawn"):
        e = told.event
        how = (None, e.reason) if hasattr(e, "reason") else (e.player, "won")
        rounds.append((*told.place, told.envelope.round, told.envelope.turn, *how))
    points = [(*told.place, told.event.player, 1, told.event.victories) for told in shelf.told("VictoryScored")]
    assert facts(shelf, "rounds", "round, hands, winner, reason") == rounds
    assert shelf.facts("points", "seat, delta, after", "cause = 'round'") == points
    assert {row[-1] for row in rounds} >= {"won", "draw_pile_empty"}


def test_results(shelf: Shelf) -> None:
    """Winner, reason, victories and status equal the folded match's; if both placed at once, the first player is open."""
    shelf.expect_results(lambda _: None)
    found = {row.id: row for row in shelf.analytics.matches()}
    abandoned, conceded = found["abandoned"], found["concession"]
    assert (abandoned.status, abandoned.winners, abandoned.drawn, abandoned.reason) == (
        "finished",
        (),
        False,
        "abandoned",
    )
    assert shelf.rows("select distinct result from results where match = 'abandoned'") == [("none",)]
    assert (len(conceded.winners), conceded.reason, conceded.scores[0] >= 1) == (1, "concession", True)


def test_stage_battles_question(shelf: Shelf) -> None:
    """Won, drawn and lost by character and stage, with Wilson's interval: exactly those of the standing events."""
    tally: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    levels: tuple[Any, ...] = ()
    for told in shelf.told("SkillLevelsDetermined", "StageWon", "StageDrawn"):
        levels = getattr(told.event, "levels", levels)
        there = [level for level in levels if level.stage == getattr(told.event, "stage", "")]
        for level in there:
            result = result_of(told.event, level.player) if len(there) == 2 else "unopposed"
            tally[level.card, level.stage][result] += 1
    found = shelf.table("stage-battles", least=0)
    assert {(r["card"], r["stage"]): (r["won"], r["drawn"], r["lost"], r["unopposed"]) for r in found} == {
        key: (t["won"], t["drawn"], t["lost"], t["unopposed"]) for key, t in tally.items()
    }
    for r in shelf.table("stage-battles", least=5):
        assert [r["low"], r["high"]] == pytest.approx(ends(r["won"] + r["drawn"] / 2, r["n"]))
        assert r["n"] >= 5


def counted(found: dict[Any, dict[str, list[str]]], row: dict[str, Any], key: Any) -> None:
    """A row of won, drawn and lost is what these results come to; cases are counted by match."""
    results = [result for by_match in found[key].values() for result in by_match]
    won, drawn, lost = (results.count(how) for how in ("won", "drawn", "lost"))
    assert (row["n"], row["won"], row["drawn"], row["lost"]) == (len(results), won, drawn, lost)
    points = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
    parts = [(match, points[result], 1.0) for match, by in found[key].items() for result in by]
    assert [row["score"], row["low"], row["high"]] == pytest.approx(share_of(parts))


def agility_battles(book: Scorebook) -> Iterator[tuple[str, str, str | None, str]]:
    """Each character that faced another on the Agility stage: both cards, how it was placed in that hand, how it came out."""
    placed: dict[tuple[int, str], str] = {}
    levels: dict[int, str] = {}
    for _, _, event, _ in of(book, "HandStarted", "CharacterPlaced", "SkillLevelsDetermined", "StageWon", "StageDrawn"):
        name = type(event).__name__
        if name == "HandStarted":
            placed = {}
        elif name == "CharacterPlaced":
            placed[event.player, event.card] = event.order
        elif name == "SkillLevelsDetermined":
            levels = {one.player: one.card for one in event.levels if one.stage == "agility"}
        elif event.stage == "agility" and len(levels) == 2:
            for seat, card in levels.items():
                yield card, levels[1 - seat], placed.get((seat, card)), result_of(event, seat)


def test_duels_and_placing_questions(shelf: Shelf) -> None:
    """Character against character, and who placed first: battles on the Agility stage, counted from the events."""
    duels: dict[Any, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    placing: dict[Any, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for book in shelf.books:
        for card, other, placed, result in agility_battles(book):
            duels[card, other][book.match.id].append(result)
            if placed is not None:
                placing[placed][book.match.id].append(result)
    found = shelf.table("duels")
    assert {(row["card"], row["opposing"]) for row in found} == set(duels)
    for row in found:
        counted(duels, row, (row["card"], row["opposing"]))
    found = shelf.table("placing")
    assert {row["placed"] for row in found} == set(placing) == {"first", "second", "simultaneous"}
    for row in found:
        counted(placing, row, row["placed"])
