"""Events: Turns, draws and the Shop."""

from domain.cards import Seat, SideNumber, Token
from domain.game import Event
from domain.games.pbl_robots.state import Owed


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn_started"):
    """A player's turn."""

    number: int
    seat: Seat
    extra: bool = False


class MovePassed(Event, frozen=True, kw_only=True, tag="move_passed"):
    """The MOVE was not used."""

    seat: Seat


class TurnEndAnnounced(Event, frozen=True, kw_only=True, tag="turn_end_announced"):
    """The player is done but has not drawn yet."""

    seat: Seat


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """The end draw closed the turn."""

    seat: Seat


class SomethingOwed(Event, frozen=True, kw_only=True, tag="something_owed"):
    """A draw, search or die is due before anything else."""

    owed: Owed


class OwedSettled(Event, frozen=True, kw_only=True, tag="owed_settled"):
    """`n` of the first thing due are done."""

    n: int = 1


class ShopOpened(Event, frozen=True, kw_only=True, tag="shop_opened"):
    """Cards turned up (place from 0, card); `shuffled` scrap cards became a new deck, if a draw opened the Shop."""

    side: SideNumber
    row: tuple[tuple[int, str | None], ...]
    shuffled: int = 0
    by_draw: bool = True


class CardDrawn(Event, frozen=True, kw_only=True, tag="card_drawn"):
    """The top card of the deck came to a hand."""

    seat: Seat
    token: int
    card: str | None = None


class ShopCardTaken(Event, frozen=True, kw_only=True, tag="shop_card_taken"):
    """A row card came to a hand, known to all."""

    seat: Seat
    token: int
    slot: int
    card: str | None = None


class NoCardToDraw(Event, frozen=True, kw_only=True, tag="no_card_to_draw"):
    """Deck and row are empty."""

    seat: Seat


class CardRevealed(Event, frozen=True, kw_only=True, tag="card_revealed"):
    """A card gets its identity; `shown`: everybody saw it."""

    seat: Seat
    token: int
    card: str
    shown: bool = False


class HandForgotten(Event, frozen=True, kw_only=True, tag="hand_forgotten"):
    """An unseen card of a known hand left it: which ones are still there is not known any more."""

    seat: Seat


class HandLimitDiscarded(Event, frozen=True, kw_only=True, tag="hand_limit_discarded"):
    """Cards scrapped down to the hand limit."""

    seat: Seat
    tokens: tuple[Token, ...]


class DeckTopArranged(Event, frozen=True, kw_only=True, tag="deck_top_arranged"):
    """The gunner ordered the top cards."""

    side: SideNumber
    order: tuple[str | None, ...]


class CardsPutUnder(Event, frozen=True, kw_only=True, tag="cards_put_under"):
    """Cards that somebody saw lie under the deck, in an order that nobody looked at."""

    side: SideNumber
    seat: Seat
    cards: tuple[str | None, ...]


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled"):
    """Nothing of the deck's order is known any more."""

    side: SideNumber
