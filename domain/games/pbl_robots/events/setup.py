"""Events: Preparation and draft."""

from typing import Literal

from domain.cards import Seat, SideNumber, Token
from domain.game import Event
from domain.games.pbl_robots.cards import Card
from domain.games.pbl_robots.options import Options
from domain.games.pbl_robots.state import Person, Pilot, Setup, Side
from domain.table import Seat as TableSeat


class MatchCreated(Event, frozen=True, kw_only=True, tag="match_created"):
    """The table as it stands before anything is dealt."""

    seats: tuple[TableSeat, ...]
    options: Options
    sides: tuple[Side, ...]
    people: tuple[Person, ...]
    setup: Setup
    blow_off_deck: int


class DecksCarriedOver(Event, frozen=True, kw_only=True, tag="decks_carried_over"):
    """A later game of a series: decks, shop deck and starters are those of the game before (PBL-V02)."""

    sides: tuple[Side, ...]
    shop_deck: int
    shop: tuple[str, ...] = ()
    """Cards that are known to be in it."""
    celebrities: tuple[str, ...] = ()


class CardDefined(Event, frozen=True, kw_only=True, tag="card_defined"):
    """A card came into the catalogue."""

    card: Card


class BaseRobotChosen(Event, frozen=True, kw_only=True, tag="base_robot_chosen"):
    """A side's robot and its Level 0 limbs: (attack, defense) in slot order."""

    side: SideNumber
    robot: str
    limbs: tuple[tuple[int, int], ...]


class CelebritySet(Event, frozen=True, kw_only=True, tag="celebrity_set"):
    """A crew card lies on the table for everybody."""

    card: str
    turned: tuple[str, ...] = ()
    note: str = ""


class InheritanceDealt(Event, frozen=True, kw_only=True, tag="inheritance_dealt"):
    """First cards of the decks: how many, and those that are known, per side."""

    counts: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]


class TalentPoolRevealed(Event, frozen=True, kw_only=True, tag="talent_pool_revealed"):
    """Starters to choose from."""

    pilots: tuple[str, ...]


class D20Rolled(Event, frozen=True, kw_only=True, tag="d20_rolled"):
    """One d20 roll of a side."""

    side: SideNumber
    value: int
    purpose: Literal["pilots", "challenge", "first_turn"]


class StarterChosen(Event, frozen=True, kw_only=True, tag="starter_chosen"):
    """A starter leaves the pool; `seated`: it sits in the cockpit at once (PBL-S10)."""

    side: SideNumber
    pilot: Pilot
    seated: bool = True


class BlowOffDeckFormed(Event, frozen=True, kw_only=True, tag="blow_off_deck_formed"):
    """The unused black cards."""

    count: int


class StarterCommitted(Event, frozen=True, kw_only=True, tag="starter_committed"):
    """A starter was selected face down."""

    side: SideNumber
    pilot: str | None = None


class StartersRevealed(Event, frozen=True, kw_only=True, tag="starters_revealed"):
    """The selected starters take their cockpits."""

    pilots: tuple[Pilot, ...]


class QuickPlayDealt(Event, frozen=True, kw_only=True, tag="quick_play_dealt"):
    """Decks complete: cards dealt to each side on top of what it has, and those known."""

    counts: tuple[int, ...]
    cards: tuple[tuple[str, ...], ...]


class ShopDeckFormed(Event, frozen=True, kw_only=True, tag="shop_deck_formed"):
    """Cards put into the shop deck."""

    count: int


class DraftStarted(Event, frozen=True, kw_only=True, tag="draft_started"):
    """The draft deck after five piles of one card were laid out."""

    deck: int
    drafter: SideNumber


class PilePassed(Event, frozen=True, kw_only=True, tag="pile_passed"):
    """A pile was looked at and put back."""

    side: SideNumber
    pile: int
    cards: tuple[str, ...] = ()


class PileTaken(Event, frozen=True, kw_only=True, tag="pile_taken"):
    """A whole pile went into a deck."""

    side: SideNumber
    pile: int
    count: int
    cards: tuple[str, ...] = ()


class PilesRestocked(Event, frozen=True, kw_only=True, tag="piles_restocked"):
    """One card on each of the first `piles` piles; the next drafter looks at pile `at_pile`."""

    piles: int
    drafter: SideNumber
    at_pile: int = 1
    last: bool = False


class DraftEnded(Event, frozen=True, kw_only=True, tag="draft_ended"):
    """The piles left join the shop deck."""

    count: int
    cards: tuple[str, ...] = ()


class ChallengeCardPlayed(Event, frozen=True, kw_only=True, tag="challenge_card_played"):
    """A side selected a card; build events follow."""

    side: SideNumber
    card: str
    next_side: SideNumber


class CommunityDeckFormed(Event, frozen=True, kw_only=True, tag="community_deck_formed"):
    """One deck for everybody."""

    count: int


class DeckReduced(Event, frozen=True, kw_only=True, tag="deck_reduced"):
    """Cards left a deck and the game."""

    side: SideNumber
    cards: tuple[str | None, ...]


class OpeningHandsDealt(Event, frozen=True, kw_only=True, tag="opening_hands_dealt"):
    """Two hands to choose from."""

    seat: Seat
    hands: tuple[tuple[Token, ...], ...]


class OpeningHandKept(Event, frozen=True, kw_only=True, tag="opening_hand_kept"):
    """The hand kept, and the cards that went to the bottom of the deck."""

    seat: Seat
    hand: tuple[Token, ...]
    returned: tuple[Token, ...]


class GameStarted(Event, frozen=True, kw_only=True, tag="game_started"):
    """Seats in turn order."""

    order: tuple[Seat, ...]
