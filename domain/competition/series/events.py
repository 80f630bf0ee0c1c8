"""What happened in a series. Every number that was used is in here."""

from domain.cards import Seat
from domain.competition.results import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.game import Event

DeckCards = tuple[tuple[str, int], ...]
"""Copies per card id."""


class SeriesStarted(Event, frozen=True, kw_only=True, tag="series_started"):
    """The sides, and what they agreed."""

    players: tuple[str, ...]
    game: str
    best_of: int
    needed: int
    """Wins that decide it."""
    starts: str
    rotation: int
    wins: tuple[int, ...]
    number: int


class PilotsDrafted(Event, frozen=True, kw_only=True, tag="pilots_drafted"):
    """Rotation: a side has its pilots."""

    player: Seat
    pilots: tuple[str, ...]


class PilotsRevealed(Event, frozen=True, kw_only=True, tag="pilots_revealed"):
    """Rotation: the pilots of a game were turned up."""

    number: int
    pilots: tuple[str, ...]
    starter: Seat | None
    """The side of the fastest pilot; None: a tie, or speeds that nobody knows."""


class SeriesGameScored(Event, frozen=True, kw_only=True, tag="series_game_scored"):
    """The score that stands after a result was recorded, amended or withdrawn."""

    wins: tuple[int, ...]
    number: int
    """The next game."""
    starter: Seat | None
    """Who starts it; None: whom the game itself names."""


class SeriesDecided(Event, frozen=True, kw_only=True, tag="series_decided"):
    """A side has won more than half of the games."""

    winner: Seat


class SeriesReopened(Event, frozen=True, kw_only=True, tag="series_reopened"):
    """The series is no longer decided."""


class DeckRecorded(Event, frozen=True, kw_only=True, tag="deck_recorded"):
    """The deck with which a side begins the next game."""

    player: Seat
    cards: DeckCards


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """A correction; what it changes follows."""

    reason: str


class StarterSet(Event, frozen=True, kw_only=True, tag="starter_set"):
    """A correction of who starts the next game."""

    starter: Seat | None


ResultEvent = ResultRecorded | ResultAmended | ResultWithdrawn
ScoreEvent = SeriesGameScored | SeriesDecided | SeriesReopened
SeriesEvent = (
    SeriesStarted | PilotsDrafted | PilotsRevealed | ResultEvent | ScoreEvent | DeckRecorded | Adjusted | StarterSet
)
