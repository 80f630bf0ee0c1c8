"""Cards played from the hand (TCG-A01 to A12)."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from domain.cards import UNKNOWN, SeatIndex, Token, bound, without
from domain.games.frc_tcg.events.base import TcgEvent, TcgNarrativeEvent
from domain.games.frc_tcg.events.phrases import owned, robot_name
from domain.games.frc_tcg.parts import after_play, place_of, put_player, with_shopped
from domain.games.frc_tcg.references import lies_open
from domain.games.frc_tcg.state import Enhancement, Mounted, RevealedCard, RobotStack, StackLevel, State
from domain.narration import Narrator
from domain.seats import JUDGE, put_at
from domain.table.references import without_card
from domain.text import pluralize


class CardRevealed(TcgEvent, frozen=True, kw_only=True, tag="card_revealed"):
    """A hidden card was identified: played, shown, or added to the record."""

    player: SeatIndex
    token: int
    card: str
    to: tuple[SeatIndex, ...] = ()
    """Empty: everyone."""
    where: str = "pit"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        shown = (*without_card(player.revealed, self.token), RevealedCard(self.token, self.to))
        match self.where:
            case "pit":
                player = replace(player, revealed=shown, pit=bound(player.pit, self.token, self.card))
            case "deck":
                player = replace(player, revealed=shown, deck=bound(player.deck, self.token, self.card))
            case "captured":
                player = replace(player, revealed=shown, captured=bound(player.captured, self.token, self.card))
            case _:
                prizes = tuple(Token(t.id, self.card) if t and t.id == self.token else t for t in player.prize_cards)
                player = replace(player, revealed=shown, prize_cards=prizes)
        return put_player(state, self.player, player)

    def is_implied(self, later: Iterable[State]) -> bool:
        """Return True for a hand card that is played or goes to the shop, which names it if it was unknown."""
        return not self.to and self.where == "pit" and any(lies_open(state, self.token) for state in later)

    def describe(self, narrator: Narrator[State]) -> str:
        name, place = narrator.seat(self.player), self.where.replace("_", " ").replace("pit", "hand")
        if self.to == (self.player,):
            card = narrator.card(self.card) if narrator.viewpoint in (JUDGE, self.player) else UNKNOWN
            return f"{name} turns out to have {card} ({place})"
        if not self.to or narrator.viewpoint in (JUDGE, self.player, *self.to):
            return f"{name} shows {narrator.card(self.card)} ({place})"
        return f"{name} shows a card ({place}) to {', '.join(narrator.seat(seat) for seat in self.to)}"


class RobotPlayed(TcgEvent, frozen=True, kw_only=True, tag="robot_played"):
    """A robot entered the alliance."""

    player: SeatIndex
    token: int
    card: str
    slot: int
    printed_hp: int
    hp: int
    max_hp: int

    def evolve(self, state: State) -> State:
        level = StackLevel(self.token, self.card, self.printed_hp)
        stack = RobotStack(self.slot, (level,), self.hp, self.max_hp, entered=state.turn)
        player = state.players[self.player]
        alliance = (*player.alliance, stack)
        if len(alliance) > 1 and alliance[-2].slot > self.slot:
            alliance = tuple(sorted(alliance, key=lambda s: s.slot))
        left = replace(player, pit=without(player.pit, self.token), alliance=alliance)
        return after_play(state, self.player, self.token, left, robots=1)

    def describe(self, narrator: Narrator[State]) -> str:
        extra = self.max_hp - self.printed_hp
        bonus = f" ({self.printed_hp} {'+' if extra > 0 else '-'} {abs(extra)})" if extra else ""
        points = f"{pluralize(self.hp, 'hit point')}{bonus}"
        return f"{narrator.seat(self.player)} plays {narrator.card(self.card)} at place {self.slot} with {points}"


class ComponentPlayed(TcgEvent, frozen=True, kw_only=True, tag="component_played"):
    """A component was stacked for an ability (empty: surplus)."""

    player: SeatIndex
    token: int
    card: str
    owner: SeatIndex
    """The robot's player."""
    robot: int
    ability: str

    def evolve(self, state: State) -> State:
        owner = state.players[self.owner]
        place, alliance = place_of(owner, self.robot), owner.alliance
        stack = alliance[place]
        mounted = (*stack.mounted, Mounted(self.token, self.card, self.ability))
        alliance = put_at(alliance, place, replace(stack, mounted=mounted))
        if self.owner == self.player:
            left = replace(owner, pit=without(owner.pit, self.token), alliance=alliance)
        else:
            state = put_player(state, self.owner, replace(owner, alliance=alliance))
            player = state.players[self.player]
            left = replace(player, pit=without(player.pit, self.token))
        return after_play(state, self.player, self.token, left, components=1)

    def describe(self, narrator: Narrator[State]) -> str:
        on = robot_name(narrator, self.robot)
        if self.owner == self.player:
            on = on.removeprefix(f"{narrator.seat(self.owner)}'s ")
        where = f"for {self.ability}" if self.ability else "as surplus"
        return f"{narrator.seat(self.player)} stacks {narrator.card(self.card)} on {on} {where}"


class AbilityActivated(TcgNarrativeEvent, frozen=True, kw_only=True, tag="ability_activated"):
    """An ability became active."""

    player: SeatIndex
    robot: int
    ability: str
    template = "{robot:robot} can use {ability} now"


class ItemPlayed(TcgEvent, frozen=True, kw_only=True, tag="item_played"):
    """An item is being used."""

    player: SeatIndex
    token: int
    card: str
    template = "{player} uses the item {card:name}"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        playing = (*player.playing, Token(self.token, self.card))
        left = replace(player, pit=without(player.pit, self.token), playing=playing)
        return after_play(state, self.player, self.token, left, items=1)


class _EnhancementPlayed(TcgEvent, frozen=True, kw_only=True):
    kind: ClassVar[str]
    player: SeatIndex
    card: Enhancement

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(self.player)} plays the {self.kind} {narrator.card(self.card.card)}"


class MentorPlayed(_EnhancementPlayed, frozen=True, kw_only=True, tag="mentor_played"):
    """A mentor came into play."""

    kind = "mentor"

    def evolve(self, state: State) -> State:
        player, token = state.players[self.player], self.card.token
        left = replace(player, pit=without(player.pit, token), mentors=(*player.mentors, self.card))
        return after_play(state, self.player, token, left, enhancements=1)


class AwardPlayed(_EnhancementPlayed, frozen=True, kw_only=True, tag="award_played"):
    """An award came into play."""

    kind = "award"

    def evolve(self, state: State) -> State:
        player, token = state.players[self.player], self.card.token
        left = replace(player, pit=without(player.pit, token), awards=(*player.awards, self.card))
        return after_play(state, self.player, token, left, enhancements=1)


class CardShopped(TcgEvent, frozen=True, kw_only=True, tag="card_shopped"):
    """A used item, or a hand card over seven, went to its owner's shop."""

    player: SeatIndex
    card: Token
    origin: str = "playing"

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        if self.origin == "pit":
            player = replace(
                player, pit=without(player.pit, self.card.id), revealed=without_card(player.revealed, self.card.id)
            )
        else:
            player = replace(player, playing=without(player.playing, self.card.id))
        return replace(state, players=with_shopped(put_at(state.players, self.player, player), (self.card,)))

    def describe(self, narrator: Narrator[State]) -> str:
        out = "from the hand " if self.origin == "pit" else ""
        return f"{owned(narrator, self.card)} goes {out}to the shop"
