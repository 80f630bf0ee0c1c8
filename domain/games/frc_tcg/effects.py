"""Lasting effects on robots, and their duration (TCG-X07, X11, C04)."""

from domain.games.frc_tcg.cards.records import COUNTER_HP, turns_of
from domain.games.frc_tcg.state import LastingEffect, RobotStack, State


def applies(state: State, effect: LastingEffect, seat: int, key: int) -> bool:
    """Whether a lasting effect works on this seat's robot."""
    if effect.scope == "robot":
        return effect.robot == key
    if effect.scope == "own":
        return effect.owner == seat
    return state.seats[effect.owner].side != state.seats[seat].side


def bonus(state: State, kind: str, seat: int, key: int) -> int:
    """The sum of all modifiers of a kind (max_hp, damage_dealt, damage_taken) on a robot."""
    total = 0
    for effect in state.lasting:
        if effect.kind == kind and applies(state, effect, seat, key):
            total += effect.amount
    return total


def effect_word(effect: LastingEffect) -> str:
    """A lasting effect in a word or two: its label, or what it changes."""
    return effect.label or f"{effect.kind.replace('_', ' ')} {effect.amount:+}"


def max_hp(state: State, seat: int, stack: RobotStack) -> int:
    """Printed HP with all bonuses; one counter at least, so that the end of a bonus never defeats."""
    printed = stack.levels[-1].hp
    if state.lasting:
        printed += bonus(state, "max_hp", seat, stack.levels[0].token)
    return printed if printed > COUNTER_HP else COUNTER_HP


def attack_damage(state: State, attacker: tuple[int, int], defender: tuple[int, int], printed: int) -> int:
    """HP that an attack takes off: printed + the attacker's bonuses - the defender's protection, 0 at least (TCG-C04).

    Attacker and defender are (seat, stack key).
    """
    dealt = printed + bonus(state, "damage_dealt", *attacker) + bonus(state, "damage_taken", *defender)
    return max(0, dealt)


def ends_of(state: State, duration: str, owner: int) -> tuple[int, int]:
    """Return the end of a card played now: the turn at whose end (0: open), and the seat before whose turn (-1: open)."""
    if duration == "end_of_turn":
        return state.turn, -1
    if duration == "end_of_opponents_next_turn":
        return 0, owner
    turns = turns_of(duration)
    return (state.turn + turns - 1, -1) if turns is not None else (0, -1)


def next_seat(state: State) -> int:
    """Return the player of the next turn: the next one in seat order who is not out."""
    count = len(state.players)
    for n in range(1, count + 1):
        seat = (state.active + n) % count
        if not state.players[seat].out:
            return seat
    return state.active


def seats_reached(state: State) -> tuple[int, ...]:
    """Seats whose next turn would come at the end of this one: the next to act, and those out who are passed over."""
    count = len(state.players)
    reached: list[int] = []
    for n in range(1, count + 1):
        seat = (state.active + n) % count
        reached.append(seat)
        if not state.players[seat].out:
            break
    return tuple(reached)


def is_over(state: State, ends: int, before: int, reached: tuple[int, ...]) -> bool:
    """Whether something lasting is over at the end of the current turn."""
    return (ends != 0 and ends <= state.turn) or before in reached


def opposing_effects(state: State, seat: int, key: int) -> tuple[int, ...]:
    """Ids of the effects that opponents put on this seat's robot: what a new season dismisses (TCG-A16)."""
    side = state.seats[seat].side
    return tuple(
        e.id for e in state.lasting if e.scope == "robot" and e.robot == key and state.seats[e.owner].side != side
    )
