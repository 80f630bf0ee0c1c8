"""Modifiers that leave play (RH-B05, RH-C08, RH-C09)."""

from msgspec.structs import replace

from domain.cards import CardId, SeatIndex, Token
from domain.games.robin_in_the_hood.events.base import RobinEvent
from domain.games.robin_in_the_hood.state import State, with_player
from domain.table.references import without_card


class _ModifierLeft(RobinEvent, frozen=True, kw_only=True):
    """A modifier goes from play to its owner's Dead Cards."""

    player: SeatIndex
    """Owner of the modifier."""
    token: int
    card: CardId
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        player = replace(
            player,
            modifier_pile=without_card(player.modifier_pile, self.token),
            dead_cards=(*player.dead_cards, Token(self.token, self.card)),
        )
        return with_player(state, self.player, player)


class ModifierReplaced(_ModifierLeft, frozen=True, kw_only=True, tag="modifier_replaced"):
    """RH-C09, RH-Q14: a modifier leaves play for a newer one of its owner."""

    player: SeatIndex
    token: int
    card: CardId

    template = "{player}'s {card} is replaced"


class ModifierRemoved(_ModifierLeft, frozen=True, kw_only=True, tag="modifier_removed"):
    """RH-B05, RH-C09: a lasting modifier removed by the opponent's modifier `by`."""

    player: SeatIndex
    token: int
    card: CardId
    by: CardId
    template = "{by} removes {player}'s {card}"


class ModifierExpired(_ModifierLeft, frozen=True, kw_only=True, tag="modifier_expired"):
    """RH-C08: a modifier of one hand left play with it."""

    player: SeatIndex
    token: int
    card: CardId

    template = "{player}'s {card} leaves play"
