"""Public features of a match state as a few numbers: gauges, counts, and the side to act.

Each number is the first side's minus the second's, so swapping the sides negates it. The game's plan states the gauges and
counts. A lead weighs differently late than early, so each number appears twice: unscaled, and scaled by the progress of the
match.
"""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final, TypeAlias

from msgspec import Struct

from domain.game import AnyGame
from domain.match import AnyMatch
from domain.seats import SPECTATOR, GameState
from domain.timeline import AnyAction

_LATE: Final = 20
"""Number of turns after which a match counts as half over."""
_NUMBER: Final = re.compile(r"-?\d+")
Values: TypeAlias = tuple[float, ...]


class WinFeatures(Struct, frozen=True, gc=False):
    """Features of a match at the end of a turn."""

    version: int
    """The entry after which the features were taken."""
    round: int
    turn: int
    values: Values


def first_side(match: AnyMatch) -> int | None:
    """Return the side that went first: the side to act when the first turn began, if it was a particular one."""
    seat = next((action.stamp.moment.seat for action in match.actions if action.stamp.moment.turn > 0), None)
    return None if seat is None else match.state.seats[seat].side


def values_of(game: AnyGame, state: GameState, first: int | None) -> Values | None:
    """Return the features of a state, if it has two sides and both show their gauges. `first` is the side that went first."""
    plan, moment = game.plan(state), game.turn_info(state)
    sums: dict[int, list[float]] = {}
    panels = [panel for panel in game.board(state, SPECTATOR).panels if panel.seat is not None]
    for panel in panels:
        assert panel.seat is not None
        facts = {fact.label: _NUMBER.match(fact.value) for fact in panel.facts}
        shown = [float(gauge.value) for gauge in panel.gauges[: len(plan.gauges)]]
        if len(shown) < len(plan.gauges):
            return None
        shown += [float(found[0]) if (found := facts.get(count.name)) else 0.0 for count in plan.counts]
        before = sums.setdefault(state.seats[panel.seat].side, [0.0] * len(shown))
        sums[state.seats[panel.seat].side] = [a + b for a, b in zip(before, shown, strict=True)]
    if set(sums) != {0, 1} or {seat.side for seat in state.seats} != {0, 1}:
        return None
    gaps = [a - b for a, b in zip(sums[0], sums[1], strict=True)]
    late = moment.turn / (moment.turn + _LATE)
    acting = None if moment.seat is None else state.seats[moment.seat].side
    return (*gaps, *(gap * late for gap in gaps), _sign(acting), _sign(first))


def _sign(side: int | None) -> float:
    return 0.0 if side is None else 1.0 - 2.0 * side


def turn_ends(match: AnyMatch) -> Iterator[AnyAction]:
    """Yield the actions that ended turns on the current timeline: the last one of each turn and the last one before the
    first turn."""
    for action, after in zip_longest(match.actions, match.actions[1:]):
        if after is None or _turn_of(after) != _turn_of(action):
            yield action


def _turn_of(action: AnyAction) -> tuple[int, int]:
    return action.stamp.moment.round, action.stamp.moment.turn


def win_features_of(match: AnyMatch, most: int) -> Iterator[WinFeatures]:
    """Yield features at the ends of turns, at most `most` of them, spread evenly over the match until it is over."""
    game, first = match.game, first_side(match)
    ends = [action for action in turn_ends(match) if game.outcome(action.state) is None]
    for action in ends[:: max(1, -(-len(ends) // most))]:
        values = values_of(game, action.state, first)
        if values is not None:
            yield WinFeatures(action.version, *_turn_of(action), values)
