"""What happened in a tournament. Every number that was used is in here."""

from domain.cards import Seat
from domain.competition.results import ResultAmended, ResultRecorded, ResultWithdrawn, Scale
from domain.competition.tournament.pairings import Pairing
from domain.game import Event


class TournamentStarted(Event, frozen=True, kw_only=True, tag="tournament_started"):
    """The players, and what was agreed."""

    players: tuple[str, ...]
    game: str
    bracket: str
    legs: int
    scale: Scale


class PlayersSeeded(Event, frozen=True, kw_only=True, tag="players_seeded"):
    """The players in order, the best first."""

    order: tuple[Seat, ...]
    source: str


class BracketDrawn(Event, frozen=True, kw_only=True, tag="bracket_drawn"):
    """Who meets whom, byes and the ways of winners included."""

    pairings: tuple[Pairing, ...]


class PairingDecided(Event, frozen=True, kw_only=True, tag="pairing_decided"):
    """A match of the bracket is decided."""

    pairing: int
    winner: Seat | None
    """None: drawn."""


class PairingReopened(Event, frozen=True, kw_only=True, tag="pairing_reopened"):
    """A match of the bracket is to be played (again)."""

    pairing: int


class PairingFilled(Event, frozen=True, kw_only=True, tag="pairing_filled"):
    """A player goes on to the next round (or, with nobody, no longer does)."""

    pairing: int
    place: int
    player: Seat | None


class TournamentDecided(Event, frozen=True, kw_only=True, tag="tournament_decided"):
    """The last match is decided."""

    winner: Seat
    ranking: tuple[Seat, ...]
    """All players, the winner first."""
    scores: tuple[int, ...]
    """Points (or the round reached) of each player, in the order of the seats."""


class TournamentReopened(Event, frozen=True, kw_only=True, tag="tournament_reopened"):
    """The tournament is no longer decided."""


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """A correction; what it changes follows."""

    reason: str


class PointsAdded(Event, frozen=True, kw_only=True, tag="points_added"):
    """A correction of points."""

    player: Seat
    points: int


class PairingSet(Event, frozen=True, kw_only=True, tag="pairing_set"):
    """A correction of who plays a match."""

    pairing: int
    first: Seat
    second: Seat


OpeningEvent = TournamentStarted | PlayersSeeded | BracketDrawn
ResultEvent = ResultRecorded | ResultAmended | ResultWithdrawn
CourseEvent = PairingDecided | PairingReopened | PairingFilled | TournamentDecided | TournamentReopened
AdjustmentEvent = Adjusted | PointsAdded | PairingSet
TournamentEvent = OpeningEvent | ResultEvent | CourseEvent | AdjustmentEvent
