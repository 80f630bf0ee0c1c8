"""Retreat, coffee, and moving a component, which is never legal (TCG-A06, A20 to A23, A27)."""

from collections.abc import Iterator

from domain.cards import CardRef, SeatIndex, Token
from domain.games.frc_tcg.abilities import has_active, mounted_component, robot_card
from domain.games.frc_tcg.combat import refresh_max_hp
from domain.games.frc_tcg.commands.base import TurnAction
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.robots import ComponentMoved, MentorsWentForCoffee, RobotRetreated
from domain.games.frc_tcg.references import any_stack, hand_limit, own_stack, seat_of
from domain.games.frc_tcg.state import Mounted, SeatedStack, State, stacks_of
from domain.rules import Violation, impossible
from domain.seats import seat_name
from domain.text import pluralize


class MoveComponent(TurnAction, frozen=True, kw_only=True, tag="move_component"):
    """Move a component to another ability or robot. Never legal; it records that the players did so."""

    title = "Move a component"
    component: CardRef
    robot: CardRef
    ability: str
    player: SeatIndex | None = None
    rules = ("TCG-A06",)

    def validate(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        found = component_in_play(state, seat, self.component)
        target = any_stack(state, seat, self.robot)
        card = robot_card(state, target.stack) if target is not None else None
        ability = self.ability in {a.name for a in card.abilities} if card is not None else False
        if found is None or target is None or not (ability or not self.ability):
            yield impossible("TCG-A06", "name a component on an own robot, and a robot with that ability")
        elif (found[0].stack.key, found[1].ability) == (target.stack.key, self.ability):
            yield impossible("TCG-A06", "the component is there already")
        else:
            yield Violation("TCG-A06", "components do not move between stacks or robots")

    def resolve(self, out: TcgBuffer) -> None:
        seat = seat_of(out.state, self.player)
        found = component_in_play(out.state, seat, self.component)
        target = any_stack(out.state, seat, self.robot)
        assert found is not None
        assert target is not None
        out.add(
            ComponentMoved(
                player=seat,
                token=found[1].token,
                origin=found[0].stack.key,
                owner=target.seat,
                robot=target.stack.key,
                ability=self.ability,
            )
        )


class RetreatRobot(TurnAction, frozen=True, kw_only=True, tag="retreat_robot"):
    """Return a robot to the hand, and its components to the shop."""

    title = "Retreat a robot"
    robot: CardRef
    player: SeatIndex | None = None
    rules = ("TCG-A20", "TCG-A21")

    def validate(self, state: State) -> Iterator[Violation]:
        seat = seat_of(state, self.player)
        where = own_stack(state, seat, self.robot)
        if where is None:
            yield impossible("TCG-A20", f"no own robot {self.robot} in play")
            return
        if seat != state.active:
            yield Violation("TCG-A20", "a robot retreats in its owner's turn")
        if state.record.attacks and state.options.retreat_timing == "before_attack":
            yield Violation("TCG-A20", "a robot retreats before the attack")
        if not has_active(state, where.stack):
            yield Violation("TCG-A20", "a robot that retreats has at least one active ability")
        if len(state.players[seat].pit) >= hand_limit(state, seat):
            yield Violation("TCG-A21", f"{pluralize(len(state.players[seat].pit), 'card')}: the hand is full")

    def resolve(self, out: TcgBuffer) -> None:
        seat = seat_of(out.state, self.player)
        where = own_stack(out.state, seat, self.robot)
        assert where is not None
        stack = where.stack
        returned = Token(stack.top.token, stack.top.card)
        shopped = tuple(card for card in stack.tokens() if card.id != returned.id)
        out.add(RobotRetreated(player=seat, robot=stack.key, returned=returned, shopped=shopped))
        refresh_max_hp(out)


class GoOutForCoffee(TurnAction, frozen=True, kw_only=True, tag="go_out_for_coffee"):
    """A player gives up a mentor to remove an opponent's."""

    title = "Go out for coffee"
    opponent: SeatIndex
    player: SeatIndex | None = None
    rules = ("TCG-A27", "TCG-V05")

    def validate(self, state: State) -> Iterator[Violation]:
        seat, opponent = seat_of(state, self.player), self.opponent
        if not 0 <= opponent < len(state.players):
            yield impossible("TCG-A27", f"seat {opponent + 1} does not exist")
            return
        if seat != state.active:
            yield Violation("TCG-A27", "coffee is taken in one's own turn")
        if opponent == seat:
            yield impossible("TCG-A27", "coffee needs an opponent")
        elif state.side(opponent) == state.side(seat):
            yield Violation("TCG-V05", f"{seat_name(state.seats, opponent)} is a partner, not an opponent")
        if state.players[opponent].out:
            yield Violation("TCG-V06", f"{seat_name(state.seats, opponent)} is out of the match")
        for who in dict.fromkeys((seat, opponent)):
            if not state.players[who].mentors:
                yield impossible("TCG-A27", f"{seat_name(state.seats, who)} has no mentor in play")

    def resolve(self, out: TcgBuffer) -> None:
        state = out.state
        seat = seat_of(state, self.player)
        own, other = state.players[seat].mentors[0], state.players[self.opponent].mentors[0]
        out.add(
            MentorsWentForCoffee(
                player=seat,
                opponent=self.opponent,
                own=Token(own.token, own.card),
                other=Token(other.token, other.card),
            )
        )
        refresh_max_hp(out)


def component_in_play(state: State, seat: int, text: str) -> tuple[SeatedStack, Mounted] | None:
    """Return one of the player's stacked components and its robot; `None` if it is not in play."""
    for where in stacks_of(state, (seat,)):
        component = mounted_component(where.stack.mounted, text)
        if component is not None:
            return where, component
    return None
