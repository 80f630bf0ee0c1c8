"""The obligation that must be settled before any other command."""

from typing import Final, Literal, NamedTuple, TypeAlias

from domain.games.pbl_robots.numbers import crowded_side, excess, full_hand, hand_limit, side_name
from domain.games.pbl_robots.state import State
from domain.rules import Violation, impossible
from domain.text import pluralize

Due: TypeAlias = Literal["draw", "search", "storage_bomb", "dice", "effect", "reduction", "hand_limit"]
"""The kind of an obligation; commands name the kinds that they settle."""


NO_COMBAT: Final = "no attack has been declared"
GAME_OVER: Final = impossible("PBL-E02", "the game is over; a take-back reopens it")


def owed_text(state: State) -> str:
    """Return the first obligation, in words."""
    owed = state.owed[0]
    who = side_name(state, owed.side) if owed.seat is None else state.seats[owed.seat].name
    what = {"draw": f"draw_card, {owed.n} to draw", "storage_bomb": f"add_storage_bomb, {owed.n} to roll"}.get(
        owed.kind, "resolve_effect"
    )
    return f"{who} must {what} first ({owed.reason})"


class Obligation(NamedTuple):
    """An obligation that comes before any other action, and the violation of all other commands until then."""

    violation: Violation
    due: Due


def obligation(state: State) -> Obligation | None:
    """The obligation that must be settled before any other command."""
    if state.owed:
        owed = state.owed[0]
        return Obligation(Violation(owed.rule, owed_text(state)), owed.kind)
    if state.action is not None and state.action.by_hand:
        name = state.catalogue.name_of(state.action.card)
        return Obligation(Violation("PBL-A27", f"{name} is resolved completely first: resolve_effect"), "effect")
    return _too_many(state)


def _too_many(state: State) -> Obligation | None:
    if (index := crowded_side(state)) is not None:
        rule = "PBL-A24" if state.sides[index].hangars else "PBL-X12"
        over = excess(state, index)
        text = f"{side_name(state, index)} has {over} crew or storage bombs too many: choose_reduction first"
        return Obligation(Violation(rule, text), "reduction")
    if (seat := full_hand(state)) is not None:
        held, limit = pluralize(len(state.people[seat].hand), "card"), hand_limit(state, seat)
        text = f"{state.seats[seat].name}: {held}, the limit is {limit}: discard_to_limit"
        return Obligation(Violation("PBL-X06", text), "hand_limit")
    return None
