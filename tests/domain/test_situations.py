"""The features of a match, on High Card: one gauge (points), one count (deck)."""

import pytest
from msgspec.structs import replace

from domain.match import Match
from domain.replay import open_history
from domain.seats import Seat
from domain.win_features import first_side, turn_ends, values_of, win_features_of
from tests.minigame import CATALOGUE, GAME
from tests.minigame.matches import match_entries


def match(seed: int = 1, rounds: int = 9) -> Match:  # type: ignore[type-arg]
    return open_history(GAME, CATALOGUE, match_entries(seed, options={"rounds": str(rounds)})).match


def test_situations_of_a_table() -> None:
    """Each gauge and count, each of them by how far the match has come, who is to act and who went first. They are its negative
    with the sides swapped; before the opening, and for one side or three, they are missing."""
    for action in match().actions[1:]:
        state = action.state
        ada, bo = state.players
        gaps = [ada.points - bo.points, ada.deck - bo.deck]
        late = state.round / (state.round + 20)
        seat = GAME.turn_info(state).seat
        sign = 0.0 if seat is None else (1.0, -1.0)[seat]
        for first, went in ((0, 1.0), (1, -1.0), (None, 0.0)):
            found = values_of(GAME, state, first)  # type: ignore[arg-type]
            assert found == pytest.approx((*gaps, *(gap * late for gap in gaps), sign, went))
    for action in match().actions[1:]:
        state = action.state
        seats = tuple(Seat(seat.name, 1 - seat.side) for seat in state.seats)
        there, changed = values_of(GAME, state, 0), values_of(GAME, replace(state, seats=seats), 1)  # type: ignore[arg-type]
        assert there is not None
        assert changed == pytest.approx(tuple(-value for value in there))
    state = match().actions[-1].state
    assert values_of(GAME, GAME.initial(CATALOGUE), None) is None  # type: ignore[arg-type]
    for sides in ((0, 0), (1, 1), (0, 2)):
        seats = tuple(Seat(seat.name, side) for seat, side in zip(state.seats, sides, strict=True))
        assert values_of(GAME, replace(state, seats=seats), None) is None  # type: ignore[arg-type]


def test_turns_end_with_their_last_act() -> None:
    """One act for each turn, and one for what came before the first; who was to act when the first began went first."""
    one = match()
    turns = [action.stamp.moment.turn for action in turn_ends(one)]
    assert turns == [0, *range(1, 10)]
    for action, after in zip(turn_ends(one), [*turn_ends(one)][1:], strict=False):
        assert action.version < after.version
        assert one.actions[action.version].stamp.moment.turn > action.stamp.moment.turn
    assert first_side(one) == 0


@pytest.mark.parametrize(("most", "found"), [(1, 1), (2, 2), (5, 5), (9, 9), (100, 9)])
def test_situations_are_spread_over_a_match(most: int, found: int) -> None:
    """At most this many, from its beginning, as far apart as possible; finished matches have no positions."""
    one = match()
    situations = list(win_features_of(one, most))
    assert len(situations) == found
    assert [situation.turn for situation in situations] == list(range(0, 9, -(-9 // most)))
    assert all(GAME.outcome(one.states[situation.version]) is None for situation in situations)
