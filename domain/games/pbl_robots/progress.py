"""The progress of a match: turn context, phase, the seat to act, the outcome."""

from typing import Final

from domain.game import TurnInfo
from domain.games.pbl_robots import actors
from domain.games.pbl_robots.numbers import crowded_side, full_hand
from domain.games.pbl_robots.state import Combat, State
from domain.outcome import Outcome

SETUP_PHASES: Final = ("setup", "draft", "opening")
TURN_PHASES: Final = ("move", "combat", "end")
"""Phases of a turn. Boards and logs use these names and those of `SETUP_PHASES`."""


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; `None` while it is in progress."""
    return state.result


def turn_info(state: State) -> TurnInfo:
    """Return turn, phase and the seat to act. In a series, the round is the number of the game."""
    number = state.options.game if state.options.series != "none" and state.sides else 0
    seat, owner = to_act(state), state.turn.seat if state.turn.number else None
    return TurnInfo(state.turn.number, phase_name(state), seat, number, owner if owner != seat else None)


def phase_name(state: State) -> str:
    """Return the name of the phase; during a turn, one of `TURN_PHASES`."""
    if state.phase != "play":
        return state.phase
    if state.combat is not None:
        return "combat"
    return "end" if state.turn.end_announced or state.turn.move_used else "move"


def to_act(state: State) -> int | None:
    """Return the seat that must act next; `None` if any may act, before the match is created and after the end."""
    if state.phase in ("unopened", "over"):
        return None
    if state.owed:
        owed = state.owed[0]
        return actors.lead_seat(state, owed.side) if owed.seat is None else owed.seat
    if state.phase == "setup":
        return _setting_up(state)
    if state.draft is not None:
        return actors.lead_seat(state, state.draft.drafter)
    if state.phase == "opening":
        return _opening(state)
    return _playing(state)


def _playing(state: State) -> int:
    if state.action is not None:
        return state.action.seat
    if (crowded := crowded_side(state)) is not None:
        return actors.lead_seat(state, crowded)
    if (full := full_hand(state)) is not None:
        return full
    return state.turn.seat if state.combat is None else _fighter(state, state.combat)


def _fighter(state: State, combat: Combat) -> int:
    if combat.rolled:
        return actors.lead_seat(state, combat.behind)
    shields_due = state.options.bomb_mode == "predetermination" and combat.shields_planned is None
    return actors.lead_seat(state, combat.target if combat.attack_rolled or shields_due else combat.attacker)


def _setting_up(state: State) -> int | None:
    side = next((index for index, one in enumerate(state.sides) if not one.robot), None)
    if side is None and actors.sides_to_roll(state):
        side = actors.sides_to_roll(state)[0]
    if side is None:
        side = actors.choosing_side(state)
    if side is None and actors.pilots_done(state) and actors.challenge(state) and not actors.selecting_done(state):
        side = state.setup.selector
    return None if side is None else actors.lead_seat(state, side)


def _opening(state: State) -> int | None:
    waiting = actors.sides_without_selection(state)
    if waiting:
        return actors.lead_seat(state, waiting[0])
    hands = (seat for seat in actors.hands_order(state) if not state.people[seat].ready)
    seat = next(hands, None)
    if seat is None and actors.roll_purpose(state) and actors.sides_to_roll(state):
        return actors.lead_seat(state, actors.sides_to_roll(state)[0])
    return seat
