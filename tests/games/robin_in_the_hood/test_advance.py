"""How characters advance (RH-C02 to RH-C07, RH-C11), with the table of examples for every reading."""

import pytest

from domain.cards import Token
from domain.games.robin_in_the_hood.advance import moves_of
from domain.games.robin_in_the_hood.options import ADVANCE_RULES, Options
from domain.games.robin_in_the_hood.state import Player, StageOutcome, Stages, State
from tests.games.robin_in_the_hood.tables import CATALOGUE, fight, hand, mats, place, playing, standing, tags
from tests.scenario import as_played, cases, given, impossible, refused, then

EXAMPLES = [
    ("aw|-|sw|-", ("-|a|-|s", "-|a|-|s", "-|a|s|-", "-|a|s|-")),
    ("aw|bd|-|ew", ("-|a|b|e",) * 4),
    ("-|bd|sw|-", ("-|b|-|s", "-|-|b|s", "-|b|s|-", "-|b|-|s")),
    ("ad|-|sw|ew", ("-|a|s|e",) * 4),
    ("-|bw|-|ew", ("-|-|b|e", "-|-|b|e", "-|b|-|e", "-|-|b|e")),
    ("-|bw|sd|ed", ("-|b|s|e",) * 4),
]
"""Survivors (w: won, d: drawn) and their stages after advancing under each `advance_rule`, in the order of the options."""


def advanced(survivors: str, rule: str) -> str:
    """The mat after the moves that a reading asks for."""
    stages = [None if cell == "-" else cell for cell in survivors.split("|")]
    tokens = [None if cell is None else Token(number, cell[0]) for number, cell in enumerate(stages)]
    results = tuple(
        StageOutcome(stage=number, winner=0 if cell[1] == "w" else None, how="level")
        for number, cell in enumerate(stages)
        if cell is not None
    )
    mat: Stages = (tokens[0], tokens[1], tokens[2], tokens[3])
    state = State(
        catalogue=CATALOGUE, options=Options(advance_rule=rule), players=(Player(stages=mat), Player()), results=results
    )
    for move in moves_of(state):
        assert tokens[move.end] is None
        tokens[move.start], tokens[move.end] = None, tokens[move.start]
    return "|".join("-" if token is None else str(token.card) for token in tokens)


test_rules = cases(
    ("RH-C02: at the end of a hand every winner moves one stage",
     given(lambda: fight(standing("-|-|edith|-", "-|luce|-|-"), "dunstan", "ned")), "end_hand",
     then(mats, ("-|dunstan|-|edith", "-|-|luce|-"))),
    ("RH-C03: a character that moves pushes the one ahead, also one that only drew, and the push is on record",
     given(lambda: fight(standing("-|giles20|-|-", "-|odo|-|-"), "dunstan", "ned")), "end_hand",
     then(mats, ("-|dunstan|giles20|-", "-|odo|-|-")),
     then(lambda t: [(e.card, e.pushed) for e in t.events if hasattr(e, "pushed")],
         [("giles20", True), ("dunstan", False)])),
    ("RH-C04, RH-Q06: a row reaching back from Endurance stays as a whole; who wins on Endurance stays",
     given(lambda: fight(standing("-|-|edith|hawise", "-|-|-|-"), "dunstan", "ned")), "end_hand",
     then(lambda t: mats(t)[0], "-|dunstan|edith|hawise")),
    ("RH-C05, RH-Q03, RH-Q05: a drawn Agility character steps to Weapons; a drawn one elsewhere holds",
     given(lambda: fight(standing("-|-|giles20|-", "-|-|simon|-"), "dunstan", "piers")), "end_hand",
     then(mats, ("-|dunstan|giles20|-", "-|piers|simon|-"))),
    ("RH-Q05: with `advance_rule=survivors` drawn characters move like winners",
     given(lambda: fight(standing("-|-|giles20|-", "-|-|simon|-", "advance_rule=survivors"), "dunstan", "ned")),
     "end_hand",
     then(mats, ("-|dunstan|-|giles20", "-|-|-|simon"))),
    ("RH-C02: announced moves that differ are refused, those that agree accepted",
     given(lambda: fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")),
     refused("end_hand moves=[(player=Ann, from_stage=strength, to_stage=strength)]", "RH-C02"),
     "end_hand moves=[(player=Ann, from_stage=agility, to_stage=weapons), (player=Ann, from_stage=strength, "
     "to_stage=endurance)]",
     then(lambda t: mats(t)[0], "-|dunstan|-|edith")),
    ("RH-C02: moves announced with the end of a round are impossible, not dropped",
     given(lambda: fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")),
     impossible("end_hand moves=[(player=Ann, from_stage=agility, to_stage=weapons)] result=drawn", "RH-C02")),
    ("RH-T02: a hand ended before its battles, as played, still advances Agility and goes on",
     given(lambda: place(playing(), "dunstan", "ned")), as_played("end_hand", "RH-T02"),
     then(mats, ("-|dunstan|-|-", "-|ned|-|-")), then(lambda t: tags(t)[-1], "hand_ended")),
)  # fmt: skip


@pytest.mark.parametrize(("survivors", "expected"), EXAMPLES)
@pytest.mark.parametrize("number", range(4))
def test_examples(survivors: str, expected: tuple[str, ...], number: int) -> None:
    """RH-Q04, RH-Q05, RH-C02 to RH-C05: each reading moves the characters of each example as written down."""
    assert advanced(survivors, ADVANCE_RULES[number]) == expected[number]


@pytest.mark.parametrize("rule", ADVANCE_RULES)
def test_agility_is_always_cleared(rule: str) -> None:
    """RH-C07, RH-Q03: under every reading, and with any stages behind it, an Agility character finds room unless all four are
    occupied."""
    for bits in range(8):
        behind = "|".join(letter + "d" if bits >> n & 1 else "-" for n, letter in enumerate("bse"))
        for agility in ("aw", "ad"):
            mat = advanced(f"{agility}|{behind}", rule)
            assert (mat[0] == "-") is (bits != 7)


@pytest.mark.parametrize("rule", ADVANCE_RULES)
def test_no_advance_after_a_modifier(rule: str) -> None:
    """RH-C06, RH-Q34: given a player who chose a modifier, then that player's characters stay on their stages under every reading;
    battles count."""
    table = standing("-|fulk|-|-", "-|luce|odo|-", f"modifiers=yes advance_rule={rule}")
    fight(table, "market_day", "ned").do("end_hand")
    assert mats(table)[0] == "-|fulk|-|-"
    assert mats(table)[1].startswith("-|ned|")


def test_next_order() -> None:
    """RH-C11: a fought, an automatic and no Agility win give the order of the next hand."""
    assert hand(playing(), "bram", "piers").state.order == 1
    assert hand(playing("modifiers=yes"), "alys", "royal_pardon").state.order == 0
    assert hand(playing(), "bram", "ned").state.order is None


def test_announced_moves_need_only_what_differs() -> None:
    """RH-C02: characters that are not announced move as computed; one announced to its own stage stays."""
    for moves, after in (
        ("(player=Ann, from_stage=agility, to_stage=weapons)", "-|dunstan|-|edith"),
        ("", "-|dunstan|-|edith"),
    ):
        table = fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")
        assert mats(table.do(f"end_hand moves=[{moves}]"))[0] == after
    table = fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")
    table.as_played("end_hand moves=[(player=Ann, from_stage=strength, to_stage=strength)]", "RH-C02")
    assert mats(table)[0] == "-|dunstan|edith|-"


def test_announced_moves_as_played() -> None:
    """RH-C02: recorded as played, the announced moves are made; given two on one stage, or an empty one, then it is impossible."""
    table = fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")
    stays, goes = (
        "(player=Ann, from_stage=strength, to_stage=strength)",
        "(player=Ann, from_stage=agility, to_stage=strength)",
    )
    table.impossible(f"end_hand moves=[{stays}, {goes}]", "RH-C02")
    table.impossible(f"end_hand moves=[{goes}, {goes}]", "RH-C02")
    table.impossible("end_hand moves=[(player=Ann, from_stage=strength, to_stage=weapons)]", "RH-C02")
    table.impossible("end_hand moves=[(player=Ann, from_stage=weapons, to_stage=weapons)]", "RH-C02")
    table.as_played(f"end_hand moves=[{goes}]", "RH-C02")
    assert mats(table)[0] == "-|-|dunstan|edith"
