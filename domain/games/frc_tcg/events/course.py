"""Events of the match's course: setup, turns, the end, adjustments."""

from msgspec import field

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_tcg.cards.records import Card
from domain.games.frc_tcg.options import Options
from domain.games.frc_tcg.state import Lasting, PlayerState, TurnRecord


class MatchCreated(Event, frozen=True, kw_only=True, tag="match_created"):
    """A match was opened between these players."""

    players: tuple[str, ...]
    sides: tuple[int, ...]
    options: Options


class HouseRuleAgreed(Event, frozen=True, kw_only=True, tag="house_rule_agreed"):
    """A house rule holds; `options` and `sides` are those after it."""

    text: str
    options: Options
    sides: tuple[int, ...]


class DeckRegistered(Event, frozen=True, kw_only=True, tag="deck_registered"):
    """A player's deck lies on the table."""

    player: Seat
    profile: str
    size: int
    cards: dict[str, int] = field(default_factory=dict)


class CardDefined(Event, frozen=True, kw_only=True, tag="card_defined"):
    """The catalogue of this match has one more card."""

    record: Card


class FirstPlayerDetermined(Event, frozen=True, kw_only=True, tag="first_player_determined"):
    """It is known who begins."""

    player: Seat
    method: str
    result: str = ""


class DeckShuffled(Event, frozen=True, kw_only=True, tag="deck_shuffled"):
    """The order of a deck is unknown again."""

    player: Seat
    reason: str = ""
    seed: int | None = None


class OpeningHandDrawn(Event, frozen=True, kw_only=True, tag="opening_hand_drawn"):
    """The opening hand came off the deck."""

    player: Seat
    cards: tuple[Token, ...]


class PrizeCardsSet(Event, frozen=True, kw_only=True, tag="prize_cards_set"):
    """Prize cards lie on the table, by place."""

    player: Seat
    cards: tuple[Token, ...]


class MatchStarted(Event, frozen=True, kw_only=True, tag="match_started"):
    """Setup is over."""


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn_started"):
    """A turn begins, with fresh allowances."""

    player: Seat
    turn: int


class NoMoveDeclared(Event, frozen=True, kw_only=True, tag="no_move_declared"):
    """The player has no move."""

    player: Seat


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn is over."""

    player: Seat
    turn: int


class PlayerOut(Event, frozen=True, kw_only=True, tag="player_out"):
    """A player has no prize cards left (or conceded) among three or more; what was in play goes to the shop."""

    player: Seat
    shopped: tuple[Token, ...] = ()
    """Empty when the match ends with it: the board stays as it is."""
    cleared: bool = True


class MatchWon(Event, frozen=True, kw_only=True, tag="match_won"):
    """The match is over: these seats won."""

    winners: tuple[Seat, ...]
    rule: str = "TCG-E01"


class MatchDrawn(Event, frozen=True, kw_only=True, tag="match_drawn"):
    """The match is over without a winner."""

    rule: str = "TCG-E03"


class MatchConceded(Event, frozen=True, kw_only=True, tag="match_conceded"):
    """A player gave up."""

    player: Seat


class DrawAgreed(Event, frozen=True, kw_only=True, tag="draw_agreed"):
    """The players agreed on a draw."""

    players: tuple[Seat, ...]


class MatchAbandoned(Event, frozen=True, kw_only=True, tag="match_abandoned"):
    """The match was broken off."""

    reason: str = ""


class PrizeCardsSettled(Event, frozen=True, kw_only=True, tag="prize_cards_settled"):
    """It is agreed who keeps the captured prize cards."""

    mode: str


class AllowanceChanged(Event, frozen=True, kw_only=True, tag="allowance_changed"):
    """More or fewer plays of a kind in this turn."""

    of: str
    by: int


class CoinFlipped(Event, frozen=True, kw_only=True, tag="coin_flipped"):
    """A coin was flipped."""

    result: str


class DieRolled(Event, frozen=True, kw_only=True, tag="die_rolled"):
    """A die was rolled."""

    result: int
    faces: int


class NoteTaken(Event, frozen=True, kw_only=True, tag="note_taken"):
    """Something worth writing down that changes nothing."""

    text: str


class CardEffectResolved(Event, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """A card's text was carried out; what it did follows."""

    player: Seat
    source: int
    card: str | None
    note: str = ""


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """The record was brought in line with the table; the changes follow."""

    reason: str


class TurnSet(Event, frozen=True, kw_only=True, tag="turn_set"):
    """Whose turn it is, and what they have used of it."""

    player: Seat
    turn: int
    record: TurnRecord


class PositionDeclared(Event, frozen=True, kw_only=True, tag="position_declared"):
    """The match stands as laid down here."""

    turn: int
    active: Seat
    players: tuple[PlayerState, ...]
    record: TurnRecord
    lasting: tuple[Lasting, ...] = ()
    reason: str = ""
