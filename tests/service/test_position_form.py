"""Positions as forms: the current position is the default, in every game, and each mistake is reported at its row."""

import dataclasses
from collections.abc import Iterator

import pytest

from domain.cards import UNKNOWN
from domain.game import AnyGame, evolve_all
from domain.notation import Names, parse_command
from domain.registry import load_game
from domain.seats import GameState
from domain.simulation import simulate
from service.recording.position_form import PositionForm, findings, position_form
from service.resources import load_catalogue
from service.typing.suggestions import Suggester
from tests.minigame import CATALOGUE
from tests.minigame import GAME as MINI_GAME
from tests.rulebooks import RULEBOOKS

pytestmark = pytest.mark.promise(id="R5")

GAMES = RULEBOOKS
BEFORE_PLAY = ("setup", "unopened", "draft")


def states(game: AnyGame, seed: int) -> Iterator[GameState]:
    """The states of a simulated match from the first turn to the last but one."""
    for step in simulate(game, load_catalogue(game), seed):
        if (
            step.after.seats
            and game.outcome(step.after) is None
            and game.turn_info(step.after).phase not in BEFORE_PLAY
        ):
            yield step.after


def some_state(name: str) -> tuple[AnyGame, GameState]:
    game = load_game(name)
    found = list(states(game, 3))
    return game, found[len(found) // 2]


def row_of(form: PositionForm, label: str, group: str = "") -> int:
    return next(n for n, part in enumerate(form.parts) if part.label == label and part.group in (group, part.group))


@pytest.mark.parametrize("name", GAMES)
def test_what_stands_can_be_declared_at_any_moment(name: str):
    """Through a whole match: the current position is possible, and declaring it leaves the same position."""
    game = load_game(name)
    for state in states(game, 5):
        command = game.position(state)
        assert not any(violation.impossible for violation in game.check(state, command))
        after = evolve_all(game, state, game.resolve(state, command))
        assert game.position(after) == command
        assert game.card_counts(after) == game.card_counts(state)


@pytest.mark.parametrize("name", GAMES)
def test_the_form_says_what_the_command_says(name: str):
    """The line of an untouched form is the command of the current position, at any moment."""
    game = load_game(name)
    for state in states(game, 6):
        form, names = position_form(game, state), Names(state.catalogue, state.seats)
        assert parse_command(form.line, game.commands, names) == game.position(state)


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_every_player_has_a_row(name: str):
    game, state = some_state(name)
    form = position_form(game, state)
    groups = list(dict.fromkeys(part.group for part in form.parts))
    assert groups == ["", *(seat.name for seat in state.seats)]
    assert len({tuple(p.label for p in form.parts if p.group == g and not p.item) for g in groups[1:]}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_number_that_cannot_be_is_told_at_its_row(name: str):
    game, state = some_state(name)
    form = position_form(game, state)
    suggester = Suggester(game, state)
    row = row_of(form, {"pbl_robots": "shop deck", "robin_in_the_hood": "draw pile"}.get(name, "deck"))
    number = {"pbl_robots": "500"}.get(name, "-3")
    found = findings(form.with_text(row, number), suggester.names, suggester.judge)
    assert list(found.at) == [row]
    assert not found.recordable


def test_the_form_of_the_card_game():
    """Cards are known, counted or unknown; empty parts are not made up; things have a row each and one more; lists keep commas."""
    game, state = some_state("frc_card_game")
    form = position_form(game, state)
    names = Names(state.catalogue, state.seats)
    suggester = Suggester(game, state)
    hand, points = row_of(form, "hand cards"), row_of(form, "points")
    card = next(iter(state.catalogue)).card_id
    texts = {card: "known", UNKNOWN: "counted", f"{card}, {UNKNOWN}": "partly known", "[]": "none", "": "unknown"}
    assert {text: form.with_text(hand, text).parts[hand].standing(names) for text in texts} == texts
    assert form.with_text(points, "").parts[points].standing(names) == "missing"
    assert form.with_text(points, "lots").parts[points].standing(names) == "unreadable"
    named = row_of(form, "retired cards")
    assert "retired_cards" not in form.with_text(named, "").line.partition("), (")[0]
    found = findings(form.with_text(points, ""), suggester.names, suggester.judge)
    assert found.at == {points: "points is missing (a whole number)"}
    assert not found.recordable
    rows = [n for n, part in enumerate(form.parts) if part.label == "robot" and part.group == state.seats[0].name]
    more = form.with_text(rows[-1], "(card=lobber, position=offensive)")
    assert len(more.parts) == len(form.parts) + 1
    assert more.parts[rows[-1] + 1].text == ""
    assert more.with_text(rows[-1], "").line == form.line
    assert form.with_text(hand, "??, ??").parts[hand].text == "[??, ??]"


@pytest.mark.parametrize(
    ("name", "label", "typed", "meant"),
    [
        ("frc_card_game", "hand cards", "3", "[??, ??, ??]"),
        ("frc_tcg", "pit", "air_tank, 2", "[air_tank, ??, ??]"),
        ("pbl_robots", "hand", "2, torque", "[??, ??, torque]"),
        ("robin_in_the_hood", "playing hand", "[5]", "[??, ??, ??, ??, ??]"),
        ("pbl_robots", "bombs", "3, 1", "[3, 1]"),
    ],
)
def test_a_number_among_cards_counts_unknown_ones(name: str, label: str, typed: str, meant: str):
    """`3` in a list of cards is three unknown ones; in a list of numbers it is a number."""
    game, state = some_state(name)
    form = position_form(game, state)
    row = row_of(form, label, state.seats[0].name)
    assert form.with_text(row, typed).parts[row].text == meant


def test_a_game_that_cannot_tell_its_position_begins_empty():
    """Given a game without a position, then its form is empty and asks for everything."""
    game = dataclasses.replace(MINI_GAME, position=lambda _: None)
    state = next(step.after for step in simulate(game, CATALOGUE, 1) if step.after.seats)
    assert all(not part.text for part in position_form(game, state).parts)
