"""Recorded changes by hand, which card effects and adjustments contain."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token, bound, find, without
from domain.cards import Ref as CardReference
from domain.effects.lasting import Lasting, begun
from domain.effects.lasting import without as without_effects
from domain.games.robin_in_the_hood.state import (
    STAGE_INDEX,
    InPlay,
    LevelChanged,
    Player,
    State,
    ZoneName,
    with_player,
    with_stage,
    zone_of,
)


class CardMoved(Struct, frozen=True, kw_only=True, gc=False, tag="card_moved", tag_field="change", omit_defaults=True):
    """A card moved to another zone; it is known from now on if `card` names it."""

    player: SeatIndex
    token: int
    card: CardId | None
    from_zone: ZoneName
    to_zone: ZoneName
    bottom: bool = False
    duration: str = ""
    """The duration of a card that enters the Modifier pile."""

    def evolve(self, state: State) -> State:
        """Return the state after the change."""
        player = state.players[self.player]
        found = find(zone_of(player, self.from_zone), CardReference(token=self.token))
        token = Token(self.token, self.card if found is None or self.card is not None else found.card)
        laid_down = _laid_down(state, _taken_up(player, self.from_zone, self.token), token, self)
        return with_player(state, self.player, laid_down)


def _taken_up(player: Player, zone: ZoneName, token: int) -> Player:
    if zone == "playing_hand":
        return replace(player, playing_hand=without(player.playing_hand, token))
    if zone == "draw_pile":
        return replace(player, draw_pile=without(player.draw_pile, token))
    if zone == "dead_cards":
        return replace(player, dead_cards=without(player.dead_cards, token))
    if zone == "modifier_pile":
        return replace(player, modifier_pile=tuple(m for m in player.modifier_pile if m.token != token))
    return replace(player, stages=with_stage(player.stages, STAGE_INDEX[zone], None))


def _laid_down(state: State, player: Player, token: Token, change: CardMoved) -> Player:
    zone = change.to_zone
    if zone == "playing_hand":
        return replace(player, playing_hand=(*player.playing_hand, token))
    if zone == "draw_pile":
        pile = (*player.draw_pile, token) if change.bottom else (token, *player.draw_pile)
        return replace(player, draw_pile=pile)
    if zone == "dead_cards":
        return replace(player, dead_cards=(*player.dead_cards, token))
    if zone == "modifier_pile":
        in_play = InPlay(token=token.id, card=token.card or "", duration=change.duration, hand_no=state.hand_no)
        return replace(player, modifier_pile=(*player.modifier_pile, in_play))
    return replace(player, stages=with_stage(player.stages, STAGE_INDEX[zone], token))


class VictoriesChanged(Struct, frozen=True, kw_only=True, gc=False, tag="victories_changed", tag_field="change"):
    """A Victories counter changed; `victories` is the new value."""

    player: SeatIndex
    amount: int
    victories: int

    def evolve(self, state: State) -> State:
        """Return the state after the change."""
        player = replace(state.players[self.player], victories=self.victories)
        return with_player(state, self.player, player)


class CardIdentified(Struct, frozen=True, kw_only=True, gc=False, tag="card_identified", tag_field="change"):
    """The recorded identity of a card; `None` if it is unknown again."""

    player: SeatIndex
    token: int
    card: CardId | None

    def evolve(self, state: State) -> State:
        """Return the state after the change."""
        player = state.players[self.player]
        player = replace(
            player,
            playing_hand=bound(player.playing_hand, self.token, self.card),
            draw_pile=bound(player.draw_pile, self.token, self.card),
            dead_cards=bound(player.dead_cards, self.token, self.card),
        )
        return with_player(state, self.player, player)


class OrderSet(Struct, frozen=True, kw_only=True, gc=False, tag="order_set", tag_field="change"):
    """The player who places first in this hand."""

    first: SeatIndex | None

    def evolve(self, state: State) -> State:
        """Return the state after the change."""
        return replace(state, order=self.first)


class EffectBegan(Struct, frozen=True, kw_only=True, gc=False, tag="effect_began", tag_field="change"):
    """A lasting effect began."""

    effect: Lasting

    def evolve(self, state: State) -> State:
        """Return the state after the change."""
        return replace(state, lasting=begun(state.lasting, self.effect))


class EffectsEnded(Struct, frozen=True, kw_only=True, gc=False, tag="effects_ended", tag_field="change"):
    """Lasting effects ended by another effect."""

    effects: tuple[int, ...]

    def evolve(self, state: State) -> State:
        """Return the state after the change."""
        return replace(state, lasting=without_effects(state.lasting, self.effects))


AppliedChange = LevelChanged | CardMoved | VictoriesChanged | CardIdentified | OrderSet | EffectBegan | EffectsEnded


def after_changes(state: State, changes: Iterable[AppliedChange]) -> State:
    """Return the state after changes by hand, in order."""
    for change in changes:
        state = change.evolve(state)
    return state
