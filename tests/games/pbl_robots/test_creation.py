"""The opening of a match: seats, options, bonuses, and cards carried over in a series."""

import pytest

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.commands.creation import check_options
from domain.games.pbl_robots.options import Options
from tests.games.pbl_robots.table import PROVING_GROUND
from tests.scenario import Scenario

SEATS = "[(name=Ana, side=0), (name=Bo, side=1)]"


def rules_of(line: str) -> list[str]:
    """The rules that opening a match so breaks; `!` behind those that make it impossible."""
    table = Scenario(GAME, PROVING_GROUND)
    found = GAME.check(table.state, table.command(f"create_match {line}"))
    return [one.rule + "!" * one.impossible for one in found]


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ({}, []),
        ({"bomb_limit": 1}, []),
        ({"bomb_limit": -1}, ["PBL-V32!"]),
        ({"time_limit": "turns"}, ["PBL-V26"]),
        ({"blow_off_target": 1}, ["PBL-V26"]),
        ({"sides": 3, "time_limit": "turns", "blow_off_target": 1}, []),
        ({"sides": 3, "time_limit": "turns", "time_limit_amount": 1}, []),
        ({"sides": 3, "time_limit": "turns", "time_limit_amount": 0}, ["PBL-V27!"]),
        ({"sides": 3, "time_limit_amount": 0}, []),
        ({"sides": 3, "blow_off_target": -1}, ["PBL-V28!"]),
        ({"rotation": 3, "series": "best_of_3"}, []),
        ({"rotation": 5, "series": "best_of_5"}, []),
        ({"rotation": 3, "series": "best_of_5"}, ["PBL-V09"]),
        ({"rotation": 5, "series": "best_of_3"}, ["PBL-V13"]),
        ({"sides": 3, "series": "best_of_3"}, []),
        ({"sides": 3, "rotation": 3}, ["PBL-V09!"]),
        ({"sides": 3, "rotation": 3, "series": "best_of_3"}, ["PBL-V09!", "PBL-V01"]),
        ({"quick_play_deck": "plus_inheritance"}, []),
        ({"sides": 3, "quick_play_deck": "plus_inheritance"}, ["PBL-D02!"]),
    ],
)
def test_options_that_go_together(options, rules):
    """PBL-V01, PBL-V09, PBL-V26, PBL-V27, PBL-V28, PBL-V32, PBL-D02: limits from 1 on, modes by the number of sides."""
    assert [one.rule + "!" * one.impossible for one in check_options(Options(**options))] == rules


@pytest.mark.parametrize(
    ("seats", "options", "rules"),
    [
        ("[(name=A, side=0), (name=B, side=2)]", "", ["PBL-S01!"]),
        ("[(name=A, side=1), (name=B, side=2)]", "", ["PBL-S01!"]),
        ("[(name=A, side=0), (name=B, side=1), (name=C, side=2)]", "", ["PBL-S01!"]),
        ("[(name=A, side=0), (name=A, side=1)]", "", ["PBL-S01!"]),
        ('[(name=A, side=0), (name="", side=1)]', "", ["PBL-S01!"]),
        ("[(name=A, side=0), (name=B, side=1), (name=C, side=1)]", "", ["PBL-S01!"]),
        ("[(name=A, side=0), (name=B, side=1)]", ", team_mode=pilot_and_gunner", ["PBL-V35!"]),
        ("[(name=A, side=0), (name=B, side=1)]", ", team_mode=two_robots_four_hands", ["PBL-V38!"]),
        ("[(name=A, side=0), (name=B, side=1)]", "", []),
    ],
)
def test_who_sits_at_a_table(seats, options, rules):
    """PBL-S01, PBL-V35, PBL-V38: sides from the first on, one person or a team of two each, everybody with a name."""
    assert rules_of(f"{seats} options=(catalogue_check=off{options})") == rules


@pytest.mark.parametrize(
    ("bonus", "rules"),
    [
        ("side=1", []),
        ("side=2", ["PBL-L11!"]),
        ("side=-1", ["PBL-L11!"]),
        ("side=0, hand_limit=-1", ["PBL-L11"]),
        ("side=0, starting_hand=-1", ["PBL-L11"]),
        ("side=0, deck_reduction=-1", ["PBL-L11"]),
    ],
)
def test_bonuses_of_a_league(bonus, rules):
    """PBL-L11: only for a side that plays, and never below zero."""
    assert rules_of(f"{SEATS} options=(catalogue_check=off) bonuses=[({bonus})]") == rules


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ("keepers=[[hg1], [cr1a]] options=(catalogue_check=off, setup=keeper)", []),
        ("keepers=[[hg1]] options=(catalogue_check=off, setup=keeper)", ["PBL-L05!"]),
        ("keepers=[[hg1], [vane]] options=(catalogue_check=off, setup=keeper)", ["PBL-S02!"]),
        ("keepers=[[hg1], [cr1a]] league_keepers=[hg1] options=(catalogue_check=off, setup=keeper)", ["PBL-L04!"]),
        ("league_keepers=[hg1] options=(catalogue_check=off)", ["PBL-L05!"]),
        ("options=(catalogue_check=off, previous_loser=2)", []),
        ("options=(catalogue_check=off, previous_loser=3)", ["PBL-V03!"]),
        ("options=(catalogue_check=off, game=2)", ["PBL-V01!"]),
        ("options=(catalogue_check=off, score=1-0)", ["PBL-V01!"]),
        ("options=(catalogue_check=off, setup=carried_over)", ["PBL-V01!"]),
        ("options=(catalogue_check=off) shop=[f01]", ["PBL-V02!"]),
        ("options=(catalogue_check=off) celebrities=[cr1a]", ["PBL-V02!"]),
        ("options=(catalogue_check=off) carried=[(deck=40, starters=[vane])]", ["PBL-V02!"]),
    ],
)
def test_what_a_single_game_is_opened_with(given, rules):
    """PBL-L04, PBL-L05, PBL-V01, PBL-V02, PBL-V03: keepers need a league, and carried cards need a series."""
    assert rules_of(f"{SEATS} {given}") == rules


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ("game=2, score=1-0", []),
        ("game=2, score=0-0", []),
        ("game=2", []),
        ("game=2, score=1-1", ["PBL-V01!"]),
        ("game=3, score=2-0", ["PBL-V01"]),
        ("game=3, score=1-1", []),
        *((f'game=3, score="{score}"', ["PBL-V01!"]) for score in ("1-0-0", "1", "a-0", "1-", "100-0", "²-0")),
        ("game=30, score=10-0", ["PBL-V01"]),
        ("game=1, previous_loser=2", []),
        ("series=best_of_5, game=3, score=2-0", []),
        ("series=best_of_5, game=4, score=3-0", ["PBL-V01"]),
    ],
)
def test_how_a_series_stands(options, rules):
    """PBL-V01: wins of each side, at most as many as games, and further games only while it is undecided."""
    series = "" if "series" in options else "series=best_of_3, "
    decks = "carried=[(deck=40, starters=[vane]), (deck=40, starters=[brick])]"
    line = f"{SEATS} options=({series}setup=carried_over, catalogue_check=off, {options}) {decks}"
    assert rules_of(line) == rules


def test_a_later_game_has_the_same_decks():
    """PBL-V01: a new setup starts another series."""
    options = "series=best_of_3, game=2, catalogue_check=off"
    assert rules_of(f"{SEATS} options=({options})") == ["PBL-V01"]
    assert rules_of(f"{SEATS} options=(series=best_of_3, game=1, catalogue_check=off)") == []


BO = "(deck=40, starters=[brick])"


@pytest.mark.parametrize(
    ("decks", "rules"),
    [
        (f"[(deck=2, cards=[f01, f02], starters=[vane]), {BO}]", []),
        (f"[(deck=1, cards=[f01, f02], starters=[vane]), {BO}]", ["PBL-V02!"]),
        ("[(deck=40, starters=[vane])]", ["PBL-V02!"]),
        (f"[(deck=40, starters=[vane, moth]), {BO}]", ["PBL-V01!"]),
        (f"[(deck=40, starters=[hg1]), {BO}]", ["PBL-V01!"]),
        (f"[(deck=40, starters=[vane], robot=crystal), {BO}]", []),
        (f"[(deck=40, starters=[vane], robot=hg1), {BO}]", ["PBL-S03!"]),
        (f"[(deck=40, starters=[vane], used_starters=[vane]), {BO}]", []),
        (f"[(deck=40, starters=[vane], used_starters=[moth]), {BO}]", ["PBL-V11!"]),
        (f"[(deck=60, starters=[vane]), {BO}]", []),
        (f"[(deck=61, starters=[vane]), {BO}]", ["PBL-V02!"]),
        (f"[(deck=60, starters=[vane]), {BO}] shop=[f01]", ["PBL-V02!"]),
        (f"[(deck=59, starters=[vane]), {BO}] shop=[f01]", []),
        (f"[(deck=59, starters=[vane]), {BO}] celebrities=[cr1a]", []),
        (f"[(deck=60, starters=[vane]), {BO}] celebrities=[cr1a]", ["PBL-V02!"]),
        (f"[(deck=40, starters=[vane]), {BO}] celebrities=[f01]", ["PBL-V05!"]),
        (f"[(deck=40, starters=[vane]), {BO}] shop=[crystal]", ["PBL-S02!"]),
        (f"[(deck=40, cards=[f01], starters=[vane]), {BO}] shop=[f01]", ["PBL-V02!"]),
    ],
)
def test_what_a_series_carries_over(decks, rules):
    """PBL-V01, PBL-V02, PBL-V05, PBL-V11: a deck and a starter a side, a hundred cards in all, each in one place."""
    options = "options=(series=best_of_3, game=2, setup=carried_over, catalogue_check=off)"
    assert rules_of(f"{SEATS} {options} carried={decks}") == rules


@pytest.mark.parametrize(("used", "rules"), [("[vane, moth]", []), ("[vane, moth, pax]", ["PBL-V11!"])])
def test_one_pilot_of_a_rotation_is_left(used, rules):
    """PBL-V11: of three, two may have played."""
    decks = f"[(deck=40, starters=[vane, moth, pax], used_starters={used}), (deck=40, starters=[brick, quill, rook])]"
    options = "options=(series=best_of_3, game=3, score=1-1, rotation=3, setup=carried_over, catalogue_check=off)"
    assert rules_of(f"{SEATS} {options} carried={decks}") == rules
