"""Retreat, coffee, and moving a component, which is never legal (TCG-A06, A20, A21, A27)."""

from collections.abc import Iterator
from typing import Final

from domain.games.frc_tcg.abilities import has_active, robot_card
from domain.games.frc_tcg.check.acting import may_act, stops
from domain.games.frc_tcg.commands.plays import (
    GoOutForCoffee,
    MoveComponent,
    RetreatRobot,
)
from domain.games.frc_tcg.known import impossible
from domain.games.frc_tcg.references import any_stack, own_stack
from domain.games.frc_tcg.resolve.actions import component_in_play
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import HAND, State
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted


def _retreat_robot(state: State, command: RetreatRobot) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat = seat_of(state, command.player)
    where = own_stack(state, seat, command.robot)
    if where is None:
        yield impossible("TCG-A20", f"no own robot {command.robot} in play")
        return
    if seat != state.active:
        yield Violation("TCG-A20", "a robot retreats in its owner's turn")
    if state.record.attacks and state.options.retreat_timing == "before_attack":
        yield Violation("TCG-A20", "a robot retreats before the attack")
    if not has_active(state, where.stack):
        yield Violation("TCG-A20", "a robot that retreats has at least one active ability")
    if len(state.players[seat].pit) >= HAND:
        yield Violation("TCG-A21", f"{counted(len(state.players[seat].pit), 'card')}: the hand is full")


def _go_out_for_coffee(state: State, command: GoOutForCoffee) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat, opponent = seat_of(state, command.player), command.opponent
    if not 0 <= opponent < len(state.players):
        yield impossible("TCG-A27", f"there is no seat {opponent + 1}")
        return
    if seat != state.active:
        yield Violation("TCG-A27", "coffee is taken in one's own turn")
    if opponent == seat:
        yield impossible("TCG-A27", "coffee takes an opponent")
    elif state.side(opponent) == state.side(seat):
        yield Violation("TCG-V05", f"{seat_name(state.seats, opponent)} is a partner, no opponent")
    if state.players[opponent].out:
        yield Violation("TCG-V06", f"{seat_name(state.seats, opponent)} is out of the match")
    for who in dict.fromkeys((seat, opponent)):
        if not state.players[who].mentors:
            yield impossible("TCG-A27", f"{seat_name(state.seats, who)} has no mentor in play")


def _move_component(state: State, command: MoveComponent) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat = seat_of(state, command.player)
    found = component_in_play(state, seat, command.component)
    target = any_stack(state, seat, command.robot)
    card = robot_card(state, target.stack) if target is not None else None
    ability = command.ability in {a.name for a in card.abilities} if card is not None else False
    if found is None or target is None or not (ability or not command.ability):
        yield impossible("TCG-A06", "name a component on an own robot, and a robot with that ability")
    elif (found[0].stack.key, found[1].ability) == (target.stack.key, command.ability):
        yield impossible("TCG-A06", "the component lies there already")
    else:
        yield Violation("TCG-A06", "components do not move between stacks or robots")


ACTIONS: Final[dict[type, object]] = {
    RetreatRobot: _retreat_robot,
    GoOutForCoffee: _go_out_for_coffee,
    MoveComponent: _move_component,
}
