"""Events: Cards with effects."""

from domain.cards import Seat, SideNumber, Token
from domain.game import Event
from domain.games.pbl_robots.cards import SlotName
from domain.games.pbl_robots.state import Attached


class ActionPlayed(Event, frozen=True, kw_only=True, tag="action_played"):
    """An action card left a hand."""

    seat: Seat
    token: int | None
    card: str
    by_hand: bool = False
    """Its effect is entered by hand."""


class ActionAttached(Event, frozen=True, kw_only=True, tag="action_attached"):
    """The action in progress stays on a limb."""

    side: SideNumber
    slot: SlotName
    attached: Attached


class ActionDetached(Event, frozen=True, kw_only=True, tag="action_detached"):
    """An attached action went to the scrap heap of its owner."""

    side: SideNumber
    attached: Attached


class ActionResolved(Event, frozen=True, kw_only=True, tag="action_resolved"):
    """The action is done; unless attached it went to its owner's scrap heap."""

    card: str


class CardEffectResolved(Event, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """The effect of a card as the table resolved it; its changes follow."""

    source: str
    note: str = ""


class CrewBlasted(Event, frozen=True, kw_only=True, tag="crew_blasted"):
    """A crew member was discarded for its effect."""

    side: SideNumber
    card: str


class PickUsed(Event, frozen=True, kw_only=True, tag="pick_used"):
    """A crew card was discarded from a hand to search."""

    seat: Seat
    token: int
    card: str


class DeckSearched(Event, frozen=True, kw_only=True, tag="deck_searched"):
    """A search ended with a deck card (in hand, unknown to the others), or with none (token None)."""

    seat: Seat
    token: int | None = None
    card: str | None = None


class ExtraAttackGiven(Event, frozen=True, kw_only=True, tag="extra_attack_given"):
    """Further attacks in this turn."""

    n: int


class ExtraTurnGiven(Event, frozen=True, kw_only=True, tag="extra_turn_given"):
    """A turn directly after this one."""

    seat: Seat


class HandLimitChanged(Event, frozen=True, kw_only=True, tag="hand_limit_changed"):
    """A player's hand limit."""

    seat: Seat
    limit: int


class CardsDiscarded(Event, frozen=True, kw_only=True, tag="cards_discarded"):
    """An effect scrapped hand cards."""

    seat: Seat
    tokens: tuple[Token, ...]
    face_down: bool = False


class CardTaken(Event, frozen=True, kw_only=True, tag="card_taken"):
    """A card left a place (None: unknown); the next event says where it went."""

    side: SideNumber
    place: str
    card: str | None = None
    seat: Seat | None = None
    token: int | None = None


class CardPlaced(Event, frozen=True, kw_only=True, tag="card_placed"):
    """A card reached a place."""

    side: SideNumber
    place: str
    card: str | None = None
    seat: Seat | None = None
    token: int | None = None


class CounterSet(Event, frozen=True, kw_only=True, tag="counter_set"):
    """The counter on a card in play."""

    side: SideNumber
    card: str
    value: int
