"""Moves that play no card: devolve, retreat, coffee, a component moved (TCG-A06, A18 to A23, A27)."""

from typing import Final

from domain.cards import Token
from domain.games.frc_tcg.abilities import (
    abilities,
    placed,
    wished_component,
)
from domain.games.frc_tcg.cards.records import Robot
from domain.games.frc_tcg.commands.plays import (
    DevolveRobot,
    GoOutForCoffee,
    MoveComponent,
    Placement,
    RetreatRobot,
)
from domain.games.frc_tcg.effects import max_hp
from domain.games.frc_tcg.events.robots import (
    ComponentMoved,
    MentorsWentForCoffee,
    RobotDevolved,
    RobotRetreated,
)
from domain.games.frc_tcg.parts import lift
from domain.games.frc_tcg.references import (
    any_stack,
    opposing_stack,
    own_stack,
)
from domain.games.frc_tcg.resolve.card_effects import Source, carry_out
from domain.games.frc_tcg.resolve.progress import Progress
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import (
    Mounted,
    Placed,
    RobotStack,
    State,
    level_tokens,
    stacks_of,
)


def _devolve_robot(progress: Progress, command: DevolveRobot) -> None:
    state = progress.state
    seat = seat_of(state, command.player)
    own = own_stack(state, seat, command.own)
    other = opposing_stack(state, seat, command.target) or any_stack(state, seat, command.target)
    assert own is not None
    assert other is not None
    for where, wishes in ((own, command.own_placements), (other, command.target_placements)):
        progress.add(devolved(progress.state, seat, where, wishes))
        below = where.stack.levels[-2]
        record = progress.state.catalogue.get(below.card)
        if isinstance(record, Robot):
            source = Source(below.token, where.seat, where.stack.key, record.name)
            carry_out(progress, record.effects, ("while_in_play",), source, ())
    progress.refresh_max_hp()


def devolved(state: State, seat: int, where: Placed, wishes: tuple[Placement, ...]) -> RobotDevolved:
    """The top level of a stack goes; HP stays as far as the lower maximum lets it (TCG-A19)."""
    stack = where.stack
    gone = level_tokens(stack.levels[-1:])
    sources = {card.id for card in gone}
    lifted = tuple(e.id for e in state.lasting if e.bound and e.source in sources)
    left = RobotStack(stack.slot, stack.levels[:-1], stack.hp, stack.max_hp)
    maximum = max_hp(lift(state, lifted), where.seat, left)
    placing = placed(state, stack.mounted, abilities(state, left), wishes)
    return RobotDevolved(
        player=seat,
        owner=where.seat,
        robot=stack.key,
        hp=min(stack.hp, maximum),
        max_hp=maximum,
        mounted=tuple(placing.mounted),
        shopped=(*gone, *placing.shopped),
        lifted=lifted,
    )


def _retreat_robot(progress: Progress, command: RetreatRobot) -> None:
    seat = seat_of(progress.state, command.player)
    where = own_stack(progress.state, seat, command.robot)
    assert where is not None
    stack = where.stack
    returned = Token(stack.top.token, stack.top.card)
    shopped = tuple(card for card in stack.tokens() if card.id != returned.id)
    progress.add(RobotRetreated(player=seat, robot=stack.key, returned=returned, shopped=shopped))
    progress.refresh_max_hp()


def _go_out_for_coffee(progress: Progress, command: GoOutForCoffee) -> None:
    state = progress.state
    seat = seat_of(state, command.player)
    own, other = state.players[seat].mentors[0], state.players[command.opponent].mentors[0]
    progress.add(
        MentorsWentForCoffee(
            player=seat,
            opponent=command.opponent,
            own=Token(own.token, own.card),
            other=Token(other.token, other.card),
        )
    )
    progress.refresh_max_hp()


def component_in_play(state: State, seat: int, text: str) -> tuple[Placed, Mounted] | None:
    """One of the player's stacked components, and the robot it is on."""
    for where in stacks_of(state, (seat,)):
        component = wished_component(where.stack.mounted, text)
        if component is not None:
            return where, component
    return None


def _move_component(progress: Progress, command: MoveComponent) -> None:
    seat = seat_of(progress.state, command.player)
    found = component_in_play(progress.state, seat, command.component)
    target = any_stack(progress.state, seat, command.robot)
    assert found is not None
    assert target is not None
    progress.add(
        ComponentMoved(
            player=seat,
            token=found[1].token,
            origin=found[0].stack.key,
            owner=target.seat,
            robot=target.stack.key,
            ability=command.ability,
        )
    )


ACTIONS: Final[dict[type, object]] = {
    DevolveRobot: _devolve_robot,
    RetreatRobot: _retreat_robot,
    GoOutForCoffee: _go_out_for_coffee,
    MoveComponent: _move_component,
}
