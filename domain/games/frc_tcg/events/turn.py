"""Start and end of turns, swaps, refills, and enhancements that end (TCG-T01, T09 to T14, A24, X06)."""

from msgspec.structs import replace

from domain.cards import SeatIndex, Token
from domain.games.frc_tcg.events.base import TcgEvent, TcgNarrativeEvent
from domain.games.frc_tcg.parts import put_player, remaining_effects, with_shopped, without_enhancement
from domain.games.frc_tcg.state import NEW_TURN, State
from domain.narration import Narrator
from domain.seats import put_at
from domain.table.visibility import card_names


class TurnStarted(TcgEvent, frozen=True, kw_only=True, tag="turn_started"):
    """A turn begins, with fresh allowances."""

    player: SeatIndex
    turn: int
    template = "{player} begins turn {turn}"
    is_bookkeeping = True

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        players = put_at(state.players, self.player, replace(player, turns=player.turns + 1))
        return replace(state, players=players, active=self.player, turn=self.turn, record=NEW_TURN)


class NoMoveDeclared(TcgEvent, frozen=True, kw_only=True, tag="no_move_declared"):
    """The player has no move."""

    player: SeatIndex
    template = "{player} has no move to make"

    def evolve(self, state: State) -> State:
        return replace(state, record=replace(state.record, no_move=True))


class CardsSwapped(TcgEvent, frozen=True, kw_only=True, tag="cards_swapped"):
    """A player put hand cards under the deck and drew others."""

    player: SeatIndex
    put_down: tuple[Token, ...]
    drawn: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        down = {card.id for card in self.put_down}
        pit = tuple([card for card in player.pit if card.id not in down])
        deck = (player.deck + self.put_down)[len(self.drawn) :]
        # others no longer know which shown cards are still in the hand
        player = replace(player, pit=pit + self.drawn, deck=deck, revealed=())
        record = state.record
        if self.player == state.active:
            record = replace(record, moves=record.moves + 1)
        return replace(state, players=put_at(state.players, self.player, player), record=record)

    def describe(self, narrator: Narrator[State]) -> str:
        down, drawn = (card_names(narrator, cards, self.player) for cards in (self.put_down, self.drawn))
        return f"{narrator.seat(self.player)} puts {down} under the deck and draws {drawn}"


class TurnEnded(TcgNarrativeEvent, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn is over."""

    player: SeatIndex
    turn: int
    template = "{player} ends turn {turn}"


class EnhancementEnded(TcgEvent, frozen=True, kw_only=True, tag="enhancement_ended"):
    """A mentor or award went to the shop."""

    player: SeatIndex
    card: Token
    reason: str = ""
    template = "{card:owned} is over and goes to the shop"

    def evolve(self, state: State) -> State:
        player = without_enhancement(state.players[self.player], self.card.id)
        players = with_shopped(put_at(state.players, self.player, player), (self.card,))
        return replace(state, players=players, lasting=remaining_effects(state, (self.card,)))


class _CardsOffTheDeck(TcgEvent, frozen=True, kw_only=True):
    player: SeatIndex
    cards: tuple[Token, ...]

    def evolve(self, state: State) -> State:
        player = state.players[self.player]
        drawn = replace(player, deck=player.deck[len(self.cards) :], pit=player.pit + self.cards)
        return put_player(state, self.player, drawn)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(self.player)} draws {card_names(narrator, self.cards, self.player)}"


class HandRefilled(_CardsOffTheDeck, frozen=True, kw_only=True, tag="hand_refilled"):
    """A player refilled the hand at the end of the turn."""


class CardsDrawn(_CardsOffTheDeck, frozen=True, kw_only=True, tag="cards_drawn"):
    """A player drew cards by an effect."""
