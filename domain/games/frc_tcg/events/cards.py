"""Events that move cards between hands, decks, shops and prize cards."""

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_tcg.state import Enhancement


class CardRevealed(Event, frozen=True, kw_only=True, tag="card_revealed"):
    """A hidden card's identity is known: it was played, or shown to some seats."""

    player: Seat
    token: int
    card: str
    to: tuple[Seat, ...] = ()
    """Empty: everyone."""
    where: str = "pit"


class ItemPlayed(Event, frozen=True, kw_only=True, tag="item_played"):
    """An item is being used."""

    player: Seat
    token: int
    card: str


class MentorPlayed(Event, frozen=True, kw_only=True, tag="mentor_played"):
    """A mentor came into play."""

    player: Seat
    card: Enhancement


class AwardPlayed(Event, frozen=True, kw_only=True, tag="award_played"):
    """An award came into play."""

    player: Seat
    card: Enhancement


class CardShopped(Event, frozen=True, kw_only=True, tag="card_shopped"):
    """A used item, or a hand card over seven, went to its owner's shop."""

    player: Seat
    card: Token
    origin: str = "playing"


class HandRefilled(Event, frozen=True, kw_only=True, tag="hand_refilled"):
    """Cards came off the deck at the end of the turn."""

    player: Seat
    cards: tuple[Token, ...]


class CardsDrawn(Event, frozen=True, kw_only=True, tag="cards_drawn"):
    """Cards came off the deck by an effect."""

    player: Seat
    cards: tuple[Token, ...]


class CardsSwapped(Event, frozen=True, kw_only=True, tag="cards_swapped"):
    """Hand cards went under the deck, as many came off the top."""

    player: Seat
    put_down: tuple[Token, ...]
    drawn: tuple[Token, ...]


class EnhancementEnded(Event, frozen=True, kw_only=True, tag="enhancement_ended"):
    """A mentor or award went to the shop."""

    player: Seat
    card: Token
    reason: str = ""


class MentorsWentForCoffee(Event, frozen=True, kw_only=True, tag="mentors_went_for_coffee"):
    """Two mentors went to the shop."""

    player: Seat
    opponent: Seat
    own: Token
    other: Token


class PrizeCardCaptured(Event, frozen=True, kw_only=True, tag="prize_card_captured"):
    """A prize card changed hands."""

    owner: Seat
    by: Seat
    place: int
    token: int
    card: str | None = None
    """Its identity, if seen or known before."""


class CardMoved(Event, frozen=True, kw_only=True, tag="card_moved"):
    """A card went from one place to another by an effect or an adjustment."""

    player: Seat
    """On whose side it lay."""
    card: Token
    origin: str
    to: str
    owner: Seat
    """On whose side it lies now."""
    robot: int = 0
    """Key of the stack it joins, for `robot`."""
    ability: str = ""
    slot: int = 0
    hp: int = 0
    """For `alliance`: printed HP and place."""
    max_hp: int = 0
    duration: str = "until_removed"
