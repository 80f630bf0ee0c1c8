"""Seats that must act: due rolls and choices of the setup, the two sides of a combat, and obligations that block
other commands."""

from typing import Final, Literal, NamedTuple, TypeAlias

from domain.games.pbl_robots.numbers import (
    crowded_side,
    excess,
    full_hand,
    hand_limit,
    players,
    seats_of,
    side_name,
    tied,
)
from domain.games.pbl_robots.state import EMPTY, State
from domain.rules import Violation, impossible
from domain.text import pluralize

SELECTIONS = 5
"""Number of challenge cards that each side selects (PBL-V15)."""


def player_seats(state: State, side: int) -> tuple[int, ...]:
    """Return the seats of a side that have a hand. A gunner has none."""
    seats = seats_of(state, side)
    return seats[:1] if state.options.team_mode == "pilot_and_gunner" else seats


def lead_seat(state: State, side: int) -> int:
    """Return the seat that acts for a side: its player or, with four hands, the partner whose turn it is, else the first."""
    seats = player_seats(state, side)
    return state.turn.seat if state.turn.seat in seats else seats[0]


def gunner_of(state: State, side: int) -> int | None:
    """Return the seat of a side's gunner; `None` in matches without gunners (PBL-V35)."""
    if state.options.team_mode != "pilot_and_gunner":
        return None
    return next((seat for seat in seats_of(state, side) if seat not in player_seats(state, side)), None)


def roll_purpose(state: State) -> Literal["", "pilots", "challenge", "first_turn"]:
    """Return the purpose of the d20 rolls that are due: pilots, challenge, first_turn, or empty."""
    setup = state.setup
    if state.phase == "setup" and not setup.order and state.options.setup != "carried_over":
        return "pilots"
    if state.phase == "setup" and pilots_done(state) and challenge(state) and not setup.selection_order:
        return "challenge"
    if state.phase == "opening" and hands_done(state) and not state.owed and len(first_sides(state)) > 1:
        return "first_turn"
    return ""


def sides_to_roll(state: State) -> tuple[int, ...]:
    """Return the sides whose d20 roll is due: they have not rolled yet, or tie with another side (PBL-Q03, PBL-Q05)."""
    purpose = roll_purpose(state)
    if not purpose:
        return ()
    among = first_sides(state) if purpose == "first_turn" else tuple(range(len(state.sides)))
    rolls = state.setup.rolls or ((),) * len(state.sides)
    return tuple(side for side in among if any(tied(rolls[side], rolls[other]) for other in among if other != side))


def challenge(state: State) -> bool:
    """Return True if the match is a challenge, in which sides select cards instead of an inheritance."""
    return state.options.setup in ("challenge_draft", "challenge_community")


def pilots_each(state: State) -> int:
    """Return the number of starters that each side chooses."""
    return max(1, state.options.rotation)


def pilots_done(state: State) -> bool:
    """Return True if all starters are chosen."""
    return state.setup.choices >= pilots_each(state) * len(state.sides) or state.options.setup == "carried_over"


def choosing_side(state: State) -> int | None:
    """Return the side that chooses a starter next; `None` if all have chosen, or the order is not rolled yet."""
    setup = state.setup
    if not setup.order or pilots_done(state):
        return None
    return setup.order[setup.choices % len(setup.order)]


def selecting_done(state: State) -> bool:
    """Return True if all challenge cards are selected and played."""
    played = state.setup.selections
    return bool(played) and all(len(cards) >= SELECTIONS for cards in played)


def sides_without_selection(state: State) -> tuple[int, ...]:
    """Return the sides that have not selected a pilot for this game yet; empty without a rotation."""
    if not state.options.rotation or state.phase != "opening":
        return ()
    return tuple(index for index, side in enumerate(state.sides) if not side.pilots and side.committed == EMPTY)


def hands_order(state: State) -> tuple[int, ...]:
    """Return the seats in the order in which opening hands are dealt; it matters only with a community deck (PBL-V19)."""
    sides = state.setup.selection_order or tuple(range(len(state.sides)))
    return tuple(seat for side in sides for seat in player_seats(state, side))


def hands_done(state: State) -> bool:
    """Return True if all opening hands are chosen."""
    able = players(state.seats, state.options)
    return state.setup.hands_due and all(state.people[seat].ready for seat in able)


def speed_of(state: State, side: int) -> int:
    """Return the speed of a side's starter, 0 without one (PBL-Q04)."""
    pilots = state.sides[side].pilots
    return pilots[0].speed if pilots else 0


def first_sides(state: State) -> tuple[int, ...]:
    """Return the sides that may take the first turn: the loser of the previous game (PBL-V03), the winner of the challenge
    dice, or the fastest ones."""
    options = state.options
    if options.previous_loser and not options.rotation:
        return (options.previous_loser - 1,)
    if options.challenge_first_turn == "dice" and state.setup.selection_order:
        return state.setup.selection_order[:1]
    best = max(speed_of(state, side) for side in range(len(state.sides)))
    return tuple(side for side in range(len(state.sides)) if speed_of(state, side) == best)


def first_side(state: State) -> int | None:
    """Return the side that starts; `None` while a roll-off is due."""
    among = first_sides(state)
    if len(among) == 1:
        return among[0]
    if sides_to_roll(state):
        return None
    return max(among, key=lambda side: state.setup.rolls[side])


def due_seat(state: State) -> int:
    """Return the seat with the first obligation, else the active seat."""
    if state.owed:
        first = state.owed[0]
        return lead_seat(state, first.side) if first.seat is None else first.seat
    return state.turn.seat


def defending_seat(state: State) -> int:
    """Return the defending seat; outside a combat, as `due_seat`."""
    return due_seat(state) if state.combat is None else lead_seat(state, state.combat.target)


def trailing_seat(state: State) -> int:
    """Return the seat with the lower total in the combat; outside a combat, as `due_seat`."""
    return due_seat(state) if state.combat is None else lead_seat(state, state.combat.behind)


def seat_exists(state: State, seat: int) -> bool:
    """Return True if a seat exists at the table."""
    return 0 <= seat < len(state.seats)


def player_problem(state: State, seat: int) -> Violation | None:
    """Return the violation if a seat does not exist or its robot is out of the game; `None` if it can act."""
    if not seat_exists(state, seat):
        return impossible("PBL-S01", f"player {seat + 1} does not exist")
    if state.sides[state.seats[seat].side].eliminated:
        return impossible("PBL-V23", f"{state.seats[seat].name}'s robot is out of the game")
    return None


Due: TypeAlias = Literal["draw", "search", "storage_bomb", "dice", "effect", "reduction", "hand_limit"]
"""The kind of an obligation. `PblCommand.settles` names the kinds that a command settles."""


NO_COMBAT: Final = "no attack has been declared"
GAME_OVER: Final = impossible("PBL-E02", "the game is over; a take-back reopens it")


def owed_text(state: State) -> str:
    """Return the message that asks for the first obligation."""
    owed = state.owed[0]
    who = side_name(state, owed.side) if owed.seat is None else state.seats[owed.seat].name
    what = {"draw": f"draw_card, {owed.n} to draw", "storage_bomb": f"add_storage_bomb, {owed.n} to roll"}.get(
        owed.kind, "resolve_effect"
    )
    return f"{who} must {what} first ({owed.reason})"


class Obligation(NamedTuple):
    """An obligation that comes before any other action, with the violation that other commands get until it is settled."""

    violation: Violation
    due: Due


def obligation(state: State) -> Obligation | None:
    """Return the obligation that must be settled before any other command; `None` if there is none."""
    if state.owed:
        owed = state.owed[0]
        return Obligation(Violation(owed.rule, owed_text(state)), owed.kind)
    if state.action is not None and state.action.by_hand:
        name = state.catalogue.name_of(state.action.card)
        return Obligation(Violation("PBL-A27", f"first resolve {name} (resolve_effect)"), "effect")
    return _too_many(state)


def _too_many(state: State) -> Obligation | None:
    if (index := crowded_side(state)) is not None:
        rule = "PBL-A24" if state.sides[index].hangars else "PBL-X12"
        over = excess(state, index)
        text = f"{side_name(state, index)} must remove {over} crew or storage bombs first (choose_reduction)"
        return Obligation(Violation(rule, text), "reduction")
    if (seat := full_hand(state)) is not None:
        held, limit = pluralize(len(state.people[seat].hand), "card"), hand_limit(state, seat)
        text = f"{state.seats[seat].name} has {held}, the limit is {limit}: discard first (discard_to_limit)"
        return Obligation(Violation("PBL-X06", text), "hand_limit")
    return None
