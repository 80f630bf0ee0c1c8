"""The rules of High Card, each by its id."""

import re
from pathlib import Path
from typing import TypeAlias

import pytest

from domain.digest import digest_of
from tests.minigame import CATALOGUE, GAME
from tests.minigame.commands import HighCardCommand
from tests.minigame.events import CardRevealed, DieRolled, HighCardEvent, MatchEnded, RoundScored
from tests.minigame.state import State
from tests.scenario import Scenario

Table: TypeAlias = Scenario[State, HighCardCommand, HighCardEvent]

START = "start_match Ada,Bo 12,12"


def table(start: str = START) -> Table:
    return Scenario(GAME, CATALOGUE).do(start)


def drawn(*hands: str) -> Table:
    """A match in which both have drawn."""
    return table().do(f"draw Ada {hands[0]}", f"draw Bo {hands[1]}")


def placed(first: str, second: str) -> Table:
    """A match in which both have placed a card."""
    return drawn(f"{first},??,??", f"{second},??,??").do(f"place_card Ada {first}", f"place_card Bo {second}")


@pytest.mark.parametrize("start", ["start_match Ada 12", "start_match Ada,Ada 12,12", "start_match Ada,Bo,Cy 12,12,12"])
def test_two_players(start: str) -> None:
    """MG-S01: a match of one, of three, or of two players of one name is refused; every command is refused before it is open."""
    Scenario(GAME, CATALOGUE).impossible(start, "MG-S01").impossible("roll_die 3", "MG-S01")
    table().impossible(START, "MG-S01")


def test_deck_size() -> None:
    """MG-S02: a deck of fewer cards than rounds and two is refused, and can be recorded as played."""
    Scenario(GAME, CATALOGUE).refused("start_match Ada,Bo 4,12", "MG-S02").as_played(
        "start_match Ada,Bo 4,12", "MG-S02"
    )


def test_deck_list() -> None:
    """MG-S03: a list of another size than the deck is refused, and so is a drawn card that it does not hold."""
    table().refused("register_deck Ada {fir=2}", "MG-S03").do("register_deck Ada {fir=6, ivy=6}").refused(
        "draw Ada [cedar, ??, ??]", "MG-S03"
    )


def test_rounds() -> None:
    """MG-O01: ten rounds cannot be agreed."""
    Scenario(GAME, CATALOGUE).impossible("start_match Ada,Bo 20,20 options=(rounds=10)", "MG-O01")


def test_ties() -> None:
    """MG-O02: ties are settled by a die or not at all; then the round is undecided."""
    Scenario(GAME, CATALOGUE).impossible("start_match Ada,Bo 12,12 options=(ties=coin)", "MG-O02")
    free = table("start_match Ada,Bo 12,12 options=(ties=none)").do("draw Ada fir,??,??", "draw Bo fir,??,??")
    free.do("place_card Ada fir", "place_card Bo fir", "turn_up fir,fir")
    assert (free.state.round, [p.points for p in free.state.players]) == (2, [0, 0])


def test_order_of_a_round() -> None:
    """MG-P01: a card placed before both have drawn is refused; recorded as played it is on the table."""
    scenario = table().do("draw Ada fir,??,??").refused("place_card Ada fir", "MG-P01")
    assert scenario.as_played("place_card Ada fir", "MG-P01").state.players[0].placed


def test_drawing() -> None:
    """MG-P02: a hand is filled to three, no more and no less."""
    table().refused("draw Ada ??", "MG-P02").refused("draw Ada ??,??,??,??", "MG-P02")


def test_placing() -> None:
    """MG-P03: one card of the own hand is placed; another is refused, and a card known to be elsewhere is impossible."""
    scenario = drawn("fir,ivy,elder", "??,??,??").do("place_card Ada fir").refused("place_card Ada ivy", "MG-P03")
    scenario.impossible("place_card Ada cedar", "MG-P03")


def test_unknown_card_is_bound() -> None:
    """MG-P03: a card played from a hand of unknown cards becomes the one held longest."""
    scenario = drawn("fir,??,??", "??,??,??").do("place_card Ada larch")
    assert scenario.events[0] == CardRevealed(seat=0, token=1002, card="larch")


def test_turning_up() -> None:
    """MG-P04: what was placed is what is turned up; an unknown card must be named."""
    placed("fir", "ivy").refused("turn_up elder,ivy", "MG-P04")
    placed("fir", "??").impossible("turn_up fir,??", "MG-P04")


def test_the_die() -> None:
    """MG-P05: an odd die gives a tied round to the first player, an even one to the second; it has six faces."""
    tied = placed("fir", "fir").do("turn_up ??,??").impossible("roll_die 7", "MG-P05")
    assert tied.do("roll_die 4").events[0] == DieRolled(result=4, winner=1)


def test_taking_a_round() -> None:
    """MG-T01: the higher number takes the round and a point."""
    scenario = placed("acorn", "larch").do("turn_up ??,??")
    assert scenario.events[0] == RoundScored(values=(2, 13), cards=("acorn", "larch"), winner=1)
    assert [p.points for p in scenario.state.players] == [0, 1]


def test_winning() -> None:
    """MG-E01: after the last round most points win, and equal points are a draw."""
    last = table("start_match Ada,Bo 3,3 options=(rounds=1)").do("draw Ada fir,??,??", "draw Bo ivy,??,??")
    last.do("place_card Ada fir", "place_card Bo ivy", "turn_up ??,??")
    assert last.events[-1] == MatchEnded(winner=1, points=(0, 1))
    outcome = GAME.outcome(last.state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_corrections() -> None:
    """MG-B01: a correction sets points or names a card on the table; a card that is not there is impossible."""
    scenario = drawn("??,??,??", "??,??,??").do(
        "adjust slip [name_card(card=#1-02=fir), set_points(player=Bo, points=2)]"
    )
    assert scenario.state.players[0].hand[1].card == "fir"
    assert scenario.state.players[1].points == 2
    scenario.impossible("adjust slip [name_card(card=#1-09=fir)]", "MG-B01")


def test_changes_are_made_on_what_the_play_leaves() -> None:
    """MG-B01: changes by hand are checked one after the other on what the play and those before them left."""
    scenario = placed("fir", "ivy").do("turn_up ??,?? changes=[put_under(player=Ada, card=??)]")
    assert (len(scenario.state.players[0].hand), scenario.state.players[0].deck) == (1, 10)
    two = "put_under(player=Ada, card=??)"
    placed("fir", "ivy").impossible(f"turn_up ??,?? changes=[{two}, {two}]", "MG-B01")
    points = "set_points(player=Bo, points=1)"
    placed("ivy", "fir").impossible(f"turn_up ??,?? changes=[{points}, {points}]", "MG-B01")


@pytest.mark.parametrize(
    "changes",
    [
        "",
        "set_points(player=Ada, points=0)",
        "put_under(player=Ada, card=#1-09)",
        "name_card(card=#1-01=fir)",
        "name_card(card=??)",
        "put_under(player=Bo, card=fir)",
    ],
)
def test_idle_corrections(changes: str) -> None:
    """MG-B01: a correction without effect or target is impossible."""
    drawn("fir,??,??", "??,??,??").impossible(f"adjust slip [{changes}]", "MG-B01")


def test_declared_position() -> None:
    """MG-B01: a match may begin in the middle: with its round, decks and points."""
    scenario = Scenario(GAME, CATALOGUE).do("declare_position Ada,Bo 9,9 1,0 2")
    assert (scenario.state.round, scenario.state.players[0].points) == (2, 1)
    Scenario(GAME, CATALOGUE).impossible("declare_position Ada,Bo 9,9 1,0 0", "MG-B01")


def test_refusal_changes_nothing() -> None:
    """MG-P01: a refused command leaves the state as it was, to the last byte."""
    scenario = table()
    before = digest_of(scenario.state)
    assert digest_of(scenario.refused("roll_die 3", "MG-P01").state) == before


def test_every_rule_is_cited() -> None:
    """Each rule of the game is in the docstring of a test above."""
    cited = set(re.findall(r'"""(MG-[A-Z]\d\d)', Path(__file__).read_text(encoding="utf-8")))
    assert cited == set(GAME.rules)
