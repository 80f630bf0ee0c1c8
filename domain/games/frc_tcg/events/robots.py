"""New seasons, devolving, and moves that play no card (TCG-A13 to A23, A27)."""

from msgspec.structs import replace

from domain.cards import SeatIndex, Token, without
from domain.games.frc_tcg import parts
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.events.phrases import robot_name
from domain.games.frc_tcg.state import Mounted, RevealedCard, StackLevel, State, stack_of
from domain.narration import Narrator
from domain.seats import put_at
from domain.table.references import without_card


class RobotEvolved(TcgEvent, frozen=True, kw_only=True, tag="robot_evolved"):
    """A robot evolved for a new season."""

    player: SeatIndex
    robot: int
    token: int
    card: str
    printed_hp: int
    kickoff: Token | None
    hp: int
    max_hp: int
    mounted: tuple[Mounted, ...]
    """The components in their new places."""
    shopped: tuple[Token, ...] = ()
    lifted: tuple[int, ...] = ()
    """Ids of the lasting effects that ended."""
    template = (
        "{robot:robot} evolves into {card:name} for a new season, with {hp:hit point|hit points}{shopped:shopped}"
    )

    def evolve(self, state: State) -> State:
        player, stack = state.players[self.player], parts.get_stack(state, self.player, self.robot)
        level = StackLevel(self.token, self.card, self.printed_hp, self.kickoff)
        grown = replace(stack, levels=(*stack.levels, level), hp=self.hp, max_hp=self.max_hp, mounted=self.mounted)
        left = replace(
            player, pit=without(player.pit, self.token), alliance=parts.with_stack(player, self.robot, grown)
        )
        state = parts.after_play(state, self.player, self.token, left, robots=1)
        if self.kickoff is not None:
            player, token = state.players[self.player], self.kickoff.id
            state = parts.after_play(state, self.player, token, replace(player, pit=without(player.pit, token)))
        return parts.without_effects(parts.to_shops(state, self.shopped), self.lifted)


class RobotDevolved(TcgEvent, frozen=True, kw_only=True, tag="robot_devolved"):
    """The top level of a stack went to the shop."""

    player: SeatIndex
    owner: SeatIndex
    """The robot's player."""
    robot: int
    hp: int
    max_hp: int
    mounted: tuple[Mounted, ...]
    shopped: tuple[Token, ...]
    lifted: tuple[int, ...] = ()
    template = "{robot:robot} devolves, with {hp} of {max_hp:hit point|hit points}{shopped:shopped}"

    def evolve(self, state: State) -> State:
        stack = parts.get_stack(state, self.owner, self.robot)
        left = replace(stack, levels=stack.levels[:-1], hp=self.hp, max_hp=self.max_hp, mounted=self.mounted)
        state = parts.to_shops(parts.put_stack(state, self.owner, self.robot, left), self.shopped)
        return parts.with_move_counted(parts.without_effects(state, self.lifted), self.player)


class ComponentMoved(TcgEvent, frozen=True, kw_only=True, tag="component_moved"):
    """A component was moved to another place on the robots."""

    player: SeatIndex
    token: int
    origin: int
    """Key of the robot it left."""
    owner: SeatIndex
    robot: int
    ability: str

    def evolve(self, state: State) -> State:
        found = stack_of(state, self.origin)
        if found is None:
            return state
        stack = found.stack
        card = next(m for m in stack.mounted if m.token == self.token)
        state = parts.put_stack(
            state, found.seat, self.origin, replace(stack, mounted=without_card(stack.mounted, self.token))
        )
        target = parts.get_stack(state, self.owner, self.robot)
        mounted = (*target.mounted, Mounted(card.token, card.card, self.ability))
        return parts.put_stack(state, self.owner, self.robot, replace(target, mounted=mounted))

    def describe(self, narrator: Narrator[State]) -> str:
        found = stack_of(narrator.state, self.origin)
        mounted = found.stack.mounted if found is not None else ()
        card = next((narrator.card(m.card) for m in mounted if m.token == self.token), "a component")
        where = f"for {self.ability}" if self.ability else "as surplus"
        return f"{card} goes from {robot_name(narrator, self.origin)} to {robot_name(narrator, self.robot)} {where}"


class RobotRetreated(TcgEvent, frozen=True, kw_only=True, tag="robot_retreated"):
    """A robot went back to the hand."""

    player: SeatIndex
    robot: int
    returned: Token
    shopped: tuple[Token, ...] = ()
    template = "{robot:robot} retreats to the hand{shopped:shopped}"

    def evolve(self, state: State) -> State:
        player, record = state.players[self.player], state.record
        back = replace(
            player,
            alliance=parts.with_stack(player, self.robot, None),
            pit=(*player.pit, self.returned),
            revealed=(*player.revealed, RevealedCard(self.returned.id)),
        )
        if self.player == state.active:
            record = replace(record, moves=record.moves + 1)
        players = parts.with_shopped(put_at(state.players, self.player, back), self.shopped)
        lasting = parts.remaining_effects(state, (self.returned, *self.shopped), self.robot)
        return replace(state, players=players, lasting=lasting, record=record)


class MentorsWentForCoffee(TcgEvent, frozen=True, kw_only=True, tag="mentors_went_for_coffee"):
    """Two mentors went to the shop."""

    player: SeatIndex
    opponent: SeatIndex
    own: Token
    other: Token
    template = "{own:owned} and {other:owned} go out for coffee, to the shop"

    def evolve(self, state: State) -> State:
        for seat, card in ((self.player, self.own), (self.opponent, self.other)):
            player = parts.without_enhancement(state.players[seat], card.id)
            state = parts.without_effects_of(parts.to_shops(parts.put_player(state, seat, player), (card,)), (card,))
        return parts.with_move_counted(state, self.player)
