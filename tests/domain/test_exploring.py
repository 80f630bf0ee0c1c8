"""Public positions: equal for any seats and any hidden cards; different if something open differs."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.game import tag_of
from domain.positions import first_steps, position_of
from domain.seats import Seat
from tests.domain.test_correcting import Book
from tests.domain.test_seating import frozen
from tests.golden import FOLDER
from tests.projections.scorebook import GAMES, catalogue_of, played

ROBIN = "robin_in_the_hood"
UNTOLD = ("announce_end", "declare_active_set")
"""Commands that leave the spectator's board unchanged."""


def game_of(name: str) -> Any:
    return GAMES[name].for_catalogue(catalogue_of(name))


def placing(seed: int) -> list[Any]:
    """States of the first round in which cards are placed, before its battles are fought."""
    states = [done.before for done in played(ROBIN, seed)]
    return [s for s in states if s.phase == "placing" and s.round_no == 1 and not (s.levels or s.results or s.rounds)]


def other(seat: int | None) -> int | None:
    return None if seat is None else 1 - seat


def mirrored(state: Any) -> Any:
    """The same table with the players in each other's chairs."""
    return replace(
        state,
        seats=tuple(Seat(seat.name, side) for side, seat in enumerate(reversed(state.seats))),
        players=tuple(reversed(state.players)),
        order=other(state.order),
        agility_winner=other(state.agility_winner),
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_same_from_the_other_chair(seed: int) -> None:
    """Players who change chairs leave the position what it is, and are called by the other seat."""
    game, states = game_of(ROBIN), placing(seed)
    assert len(states) > 1
    for state in states:
        found, turned = position_of(game, state), position_of(game, mirrored(state))
        assert turned.key == found.key
        assert {1 - start for start in turned.starts} == set(found.starts)


@pytest.mark.parametrize("name", ["frc_card_game", "frc_tcg", "pbl_robots", ROBIN])
def test_names_say_nothing(name: str) -> None:
    """Given other names, even words of the board, then the position is the same; each move changes it, unless the boards are
    equal."""
    game, keys = game_of(name), []
    for done in played(name, 2)[:60]:
        before = done.before
        renamed = tuple(
            Seat(word, seat.side) for word, seat in zip(("hand", "B", "deck", "??"), before.seats, strict=False)
        )
        assert position_of(game, replace(before, seats=renamed)) == position_of(game, before)
        if game.turn_info(before).turn > 0 and tag_of(done.command) not in UNTOLD:
            keys.append(position_of(game, before).key)
    assert len(set(keys)) == len(keys) > 10


def test_what_is_hidden_makes_no_other_position_and_what_is_open_does() -> None:
    """Another hand of as many cards is the same; a card fewer, or another card on a stage, is not."""
    game = game_of(ROBIN)
    state = next(s for s in placing(1) if s.players[0].playing_hand and s.order is None and not s.players[0].chosen)
    first, second = state.players
    hand = first.playing_hand
    unknown = tuple(replace(card, card=None) for card in hand)
    key = position_of(game, state).key
    for cards, same in ((unknown, True), (tuple(reversed(hand)), True), (hand[1:], False)):
        changed = replace(state, players=(replace(first, playing_hand=cards), second))
        assert (position_of(game, changed).key == key) is same
    staged = replace(state, players=(replace(first, stages=(hand[0], None, None, None)), second))
    restaged = replace(state, players=(replace(first, stages=(hand[1], None, None, None)), second))
    assert len({key, position_of(game, staged).key, position_of(game, restaged).key}) == 3


@pytest.mark.parametrize("places", [("Ada", "Bo"), ("Bo", "Ada")])
def test_first_steps_are_named_from_who_makes_them(places: tuple[str, str]) -> None:
    """Where a table looks the same from both chairs, who moves first is called A, whichever chair that is; each step leads from the
    position where the one before ended, and the first one only begins the turns."""
    book = Book(
        "start_match [Ada, Bo] [30, 30]",
        "draw Ada [??, ??, ??]",
        "draw Bo [??, ??, ??]",
        *(f"place_card {name} ??" for name in places),
    )
    steps = list(first_steps(book.match))
    assert [step.version for step in steps] == [2, 3, 4, 5]
    assert [step.begins for step in steps] == [True, False, False, False]
    assert [step.after for step in steps[:-1]] == [step.before for step in steps[1:]]
    assert [step.seat for step in steps] == [0, 1, *(("Ada", "Bo").index(name) for name in places)]
    assert [step.move for step in steps[:3]] == ["draw A [??, ??, ??]", "draw A [??, ??, ??]", "place_card A ??"]


def test_first_steps_end_with_the_first_round() -> None:
    """Where a match has rounds, its second begins a game of its own."""
    match, entries = frozen(FOLDER / "matches" / f"{ROBIN}-1.match.jsonl")
    for entry in entries:
        match.apply(entry)
    moments = {act.version: match.game.turn_info(match.states[act.version - 1]) for act in match.actions}
    first = [version for version, moment in moments.items() if moment.turn > 0 and moment.round == 1]
    assert [step.version for step in first_steps(match)] == first
    assert max(moment.round for moment in moments.values()) == 2
