"""What happened at the table. Every number that was used is in here."""

from domain.cards import Seat, Token
from domain.game import Event


class MatchStarted(Event, frozen=True, kw_only=True, tag="match_started"):
    players: tuple[str, ...]
    decks: tuple[int, ...]
    points: tuple[int, ...]
    round: int
    rounds: int
    ties: str


class DeckRegistered(Event, frozen=True, kw_only=True, tag="deck_registered"):
    seat: Seat
    cards: tuple[tuple[str, int], ...]


class CardsDrawn(Event, frozen=True, kw_only=True, tag="cards_drawn"):
    seat: Seat
    tokens: tuple[Token, ...]


class CardPlaced(Event, frozen=True, kw_only=True, tag="card_placed"):
    seat: Seat
    token: int


class CardRevealed(Event, frozen=True, kw_only=True, tag="card_revealed"):
    """A token's identity became known, or turned out to be another."""

    seat: Seat
    token: int
    card: str


class RoundScored(Event, frozen=True, kw_only=True, tag="round_scored"):
    values: tuple[int, ...]
    cards: tuple[str, ...]
    winner: Seat | None
    """None: a tie."""


class DieRolled(Event, frozen=True, kw_only=True, tag="die_rolled"):
    result: int
    winner: Seat


class RoundBegan(Event, frozen=True, kw_only=True, tag="round_began"):
    round: int


class PointsSet(Event, frozen=True, kw_only=True, tag="points_set"):
    seat: Seat
    points: int


class CardPutUnder(Event, frozen=True, kw_only=True, tag="card_put_under"):
    """A card of the hand goes under the deck."""

    seat: int
    token: int


class MatchEnded(Event, frozen=True, kw_only=True, tag="match_ended"):
    winner: Seat | None
    """None: a draw."""
    points: tuple[int, ...]


OpenEvent = (
    MatchStarted
    | DeckRegistered
    | CardPlaced
    | RoundScored
    | DieRolled
    | RoundBegan
    | PointsSet
    | CardPutUnder
    | MatchEnded
)
HighCardEvent = OpenEvent | CardsDrawn | CardRevealed
