"""Lasting effects on robots: numbers, durations and targets (TCG-X07, X11, C04)."""

from typing import Final

from domain.cards import CardRef
from domain.effects.lasting import EffectSubject, Lasting, modified
from domain.effects.words import EffectTable
from domain.games.frc_tcg.cards.records import COUNTER_HP, turns_of
from domain.games.frc_tcg.references import any_stack, find_enhancement
from domain.games.frc_tcg.state import RobotStack, SeatedStack, State
from domain.games.frc_tcg.vocabulary import VOCABULARY, NumberName

_ROBOT: Final = frozenset({"robot"})
_EVOLVED: Final = frozenset({"robot", "evolved"})


def robot_subject(seat: int, stack: RobotStack) -> EffectSubject:
    """Return a robot in play as the subject of lasting effects."""
    return EffectSubject(seat, stack.levels[0].token, _EVOLVED if len(stack.levels) > 1 else _ROBOT)


def with_effects(state: State, name: NumberName, seat: int, stack: RobotStack, value: int) -> int:
    """Return a number of a robot, changed by all lasting effects on it."""
    return modified(state.lasting, name, robot_subject(seat, stack), state.seats, value) if state.lasting else value


def effect_word(effect: Lasting) -> str:
    """Return a lasting effect in a few words: its label or its change."""
    if effect.word != "modify":
        return effect.name if effect.word == "label" else f"{effect.word} {effect.name}".replace("_", " ")
    how = (
        f"{effect.by:+}"
        if effect.by is not None
        else f"x{effect.times}"
        if effect.times is not None
        else f"= {effect.to}"
    )
    return f"{effect.name.replace('_', ' ')} {how}"


def max_hp(state: State, seat: int, stack: RobotStack) -> int:
    """Return printed HP with all bonuses, at least one counter, so that an ending bonus cannot defeat a robot."""
    printed = with_effects(state, "max_hp", seat, stack, stack.levels[-1].hp)
    return printed if printed > COUNTER_HP else COUNTER_HP


def attack_damage(state: State, attacker: SeatedStack, defender: SeatedStack, printed: int) -> int:
    """Return the damage of an attack, at least 0: printed, with the effects on the attacker, then on the defender
    (TCG-C04)."""
    dealt = with_effects(state, "damage_dealt", attacker.seat, attacker.stack, printed)
    return max(0, with_effects(state, "damage_taken", defender.seat, defender.stack, dealt))


def ends_of(state: State, duration: str, owner: int) -> tuple[int, int]:
    """Return when a card played now ends: at the end of a turn (0: never), or before the next turn of a seat (-1:
    none)."""
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
    """Return the seats whose turn would come next: the next player to act, and players who are out before them."""
    count = len(state.players)
    reached: list[int] = []
    for n in range(1, count + 1):
        seat = (state.active + n) % count
        reached.append(seat)
        if not state.players[seat].out:
            break
    return tuple(reached)


def opposing_effects(state: State, seat: int, key: int) -> tuple[int, ...]:
    """Return the ids of the effects that opponents put on this robot; a new season ends them (TCG-A16)."""
    side = state.seats[seat].side
    return tuple(
        e.id
        for e in state.lasting
        if (e.scope, e.target) == ("card", key) and e.owner is not None and state.seats[e.owner].side != side
    )


def table_of(state: State, owner: int, source: int, *, near: int) -> EffectTable:
    """Return the table for the effect words of a player's card. A reference means a robot of the player `near`
    first."""

    def find(text: CardRef, player: int | None) -> EffectSubject | None:
        placed = any_stack(state, near, text, player)
        if placed is not None:
            return robot_subject(placed.seat, placed.stack)
        found = find_enhancement(state, text, player)
        return _own(state, found[1].token) if found is not None else None

    return EffectTable(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.turn,
        owner=owner,
        source=source,
        own=_own(state, source),
        find=find,
    )


def _own(state: State, token: int) -> EffectSubject | None:
    """Return a card in play as the subject of lasting effects: its robot, if it is part of one."""
    for seat, player in enumerate(state.players):
        for stack in player.alliance:
            if any(card.id == token for card in stack.tokens()):
                return robot_subject(seat, stack)
        for kind, cards in (("mentor", player.mentors), ("award", player.awards)):
            if any(card.token == token for card in cards):
                return EffectSubject(seat, token, frozenset({kind}))
    return None
