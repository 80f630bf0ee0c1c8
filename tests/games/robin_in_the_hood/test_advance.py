"""How characters advance (RH-C02 to RH-C07, RH-C11), with the table of examples for every reading."""

import pytest

from domain.cards import Token
from domain.games.robin_in_the_hood.advance import moves_of
from domain.games.robin_in_the_hood.options import ADVANCE_RULES, Options
from domain.games.robin_in_the_hood.state import Player, StageOutcome, Stages, State
from tests.games.robin_in_the_hood.tables import CATALOGUE, fight, hand, mats, place, playing, standing, tags

EXAMPLES = [
    ("aw|-|sw|-", ("-|a|-|s", "-|a|-|s", "-|a|s|-", "-|a|s|-")),
    ("aw|bd|-|ew", ("-|a|b|e",) * 4),
    ("-|bd|sw|-", ("-|b|-|s", "-|-|b|s", "-|b|s|-", "-|b|-|s")),
    ("ad|-|sw|ew", ("-|a|s|e",) * 4),
    ("-|bw|-|ew", ("-|-|b|e", "-|-|b|e", "-|b|-|e", "-|-|b|e")),
    ("-|bw|sd|ed", ("-|b|s|e",) * 4),
]
"""Survivors (w: won, d: drawn) and where they stand after advancing under each `advance_rule`, in the order of the options."""


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


@pytest.mark.parametrize(("survivors", "expected"), EXAMPLES)
@pytest.mark.parametrize("number", range(4))
def test_examples(survivors: str, expected: tuple[str, ...], number: int) -> None:
    """RH-Q04, RH-Q05, RH-C02 to RH-C05: each reading moves the characters of each example as written down."""
    assert advanced(survivors, ADVANCE_RULES[number]) == expected[number]


@pytest.mark.parametrize("rule", ADVANCE_RULES)
def test_agility_is_always_cleared(rule: str) -> None:
    """RH-C07, RH-Q03: under every reading, whatever stands behind it, an Agility character finds room unless all four stand."""
    for bits in range(8):
        behind = "|".join(letter + "d" if bits >> n & 1 else "-" for n, letter in enumerate("bse"))
        for agility in ("aw", "ad"):
            mat = advanced(f"{agility}|{behind}", rule)
            assert (mat[0] == "-") is (bits != 7)


def test_winners_advance() -> None:
    """RH-C02: at the end of a hand every winner moves one stage."""
    table = fight(standing("-|-|edith|-", "-|luce|-|-"), "dunstan", "ned").do("end_hand")
    assert mats(table) == ("-|dunstan|-|edith", "-|-|luce|-")


def test_pushing() -> None:
    """RH-C03: a character that moves pushes the one ahead, also one that only drew, and the push is on record."""
    table = fight(standing("-|giles20|-|-", "-|odo|-|-"), "dunstan", "ned").do("end_hand")
    assert mats(table) == ("-|dunstan|giles20|-", "-|odo|-|-")
    assert [(e.card, e.pushed) for e in table.events if hasattr(e, "pushed")] == [("giles20", True), ("dunstan", False)]


def test_push_ends_at_the_first_gap() -> None:
    """RH-C04, RH-Q06: a row reaching back from Endurance stays as a whole; who wins on Endurance stays."""
    table = fight(standing("-|-|edith|hawise", "-|-|-|-"), "dunstan", "ned").do("end_hand")
    assert mats(table)[0] == "-|dunstan|edith|hawise"


def test_drawn_characters() -> None:
    """RH-C05, RH-Q03, RH-Q05: a drawn Agility character steps to Weapons; a drawn one elsewhere holds."""
    table = fight(standing("-|-|giles20|-", "-|-|simon|-"), "dunstan", "piers").do("end_hand")
    assert mats(table) == ("-|dunstan|giles20|-", "-|piers|simon|-")


def test_survivors_reading() -> None:
    """RH-Q05: with `advance_rule=survivors` drawn characters move like winners."""
    table = fight(standing("-|-|giles20|-", "-|-|simon|-", "advance_rule=survivors"), "dunstan", "ned").do("end_hand")
    assert mats(table) == ("-|dunstan|-|giles20", "-|-|-|simon")


@pytest.mark.parametrize("rule", ADVANCE_RULES)
def test_no_advance_after_a_modifier(rule: str) -> None:
    """RH-C06, RH-Q34: whoever chose a modifier advances nothing, on no stage and under no reading; battles count."""
    table = standing("-|fulk|-|-", "-|luce|odo|-", f"modifiers=yes advance_rule={rule}")
    fight(table, "market_day", "ned").do("end_hand")
    assert mats(table)[0] == "-|fulk|-|-"
    assert mats(table)[1].startswith("-|ned|")


def test_next_order() -> None:
    """RH-C11: a fought, an automatic and no Agility win give the order of the next hand."""
    assert hand(playing(), "bram", "piers").state.order == 1
    assert hand(playing("modifiers=yes"), "alys", "royal_pardon").state.order == 0
    assert hand(playing(), "bram", "ned").state.order is None


def test_announced_moves_are_checked() -> None:
    """RH-C02: announced moves that differ are refused, those that agree accepted."""
    table = fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")
    table.refused("end_hand moves=[(player=Ann, from_stage=strength, to_stage=strength)]", "RH-C02")
    both = "(player=Ann, from_stage=agility, to_stage=weapons), (player=Ann, from_stage=strength, to_stage=endurance)"
    assert mats(table.do(f"end_hand moves=[{both}]"))[0] == "-|dunstan|-|edith"


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
    """RH-C02: recorded as played, the announced moves are made; where two would meet, or nobody stands, it is impossible."""
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


def test_nobody_advances_after_the_round() -> None:
    """RH-C02: moves announced with the end of a round are impossible, not dropped."""
    table = fight(standing("-|-|edith|-", "-|-|-|-"), "dunstan", "ned")
    moves = "moves=[(player=Ann, from_stage=agility, to_stage=weapons)]"
    table.impossible(f"end_hand {moves} result=drawn", "RH-C02")


def test_hand_without_battles_as_played() -> None:
    """RH-T02: a hand ended before its battles, as played, still advances Agility and goes on."""
    table = place(playing(), "dunstan", "ned").as_played("end_hand", "RH-T02")
    assert mats(table) == ("-|dunstan|-|-", "-|ned|-|-")
    assert tags(table)[-1] == "hand_ended"
