"""The record of a competition: results of matches and what they add up to, the state that all competitions extend, and the
events that they share."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Never, Self, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.event_buffer import EventBuffer
from domain.game import Event, with_fields_of
from domain.narration import Narrator
from domain.registry import UnknownGame, load_game
from domain.rules import Violation
from domain.seats import CarriedOver, GameState, Seat, seat_name
from domain.text import ending_text, join_words, pluralize

PlayerCounts = tuple[SeatIndex, tuple[tuple[str, int], ...]]
"""A player and the player's counts, by name."""


class Result(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How a match ended."""

    later: ClassVar[frozenset[str]] = frozenset({"double_loss"})
    """Fields left out of a state's digest while they are empty (`GameState.later`)."""
    match: str
    part: int = 0
    """Where it belongs: game of a series, pairing of a tournament, season of a league; 0: nowhere."""
    version: int = 0
    players: tuple[SeatIndex, ...]
    winners: tuple[SeatIndex, ...] = ()
    loser: SeatIndex | None = None
    """The loser, if there is one; with three or more sides, the first side to be eliminated."""
    counts: tuple[PlayerCounts, ...] = ()
    double_loss: bool = False
    """True if all players lost the match."""

    @property
    def drawn(self) -> bool:
        """True if the match ended without winner and loser."""
        return not self.winners and not self.double_loss


class Standing(Struct, frozen=True, gc=False, omit_defaults=True):
    """A player's line in the standings."""

    player: int
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    points: int = 0
    counts: tuple[tuple[str, int], ...] = ()
    """Statistics by name, over all games."""


def find_result(results: Iterable[Result], match: str) -> Result | None:
    """The result of a match."""
    return next((result for result in results if result.match == match), None)


def replaced(results: tuple[Result, ...], match: str, *new: Result) -> tuple[Result, ...]:
    """These results with a new one, or none, in place of that of a match."""
    return tuple(one for old in results for one in (new if old.match == match else (old,)))


def standing_of(results: Iterable[Result], player: int, points: Callable[[Result, int], int]) -> Standing:
    """Return the totals of a player's results. `points` returns the points that a result gives a player."""
    own = [result for result in results if player in result.players]
    wins, draws = sum(player in result.winners for result in own), sum(result.drawn for result in own)
    counts = Counter[str]()
    for result in own:
        counts.update(dict(dict(result.counts).get(player, ())))
    total = sum(points(result, player) for result in own)
    return Standing(player, len(own), wins, len(own) - wins - draws, draws, total, tuple(sorted(counts.items())))


class Scale(Struct, frozen=True, gc=False):
    """Points for a win, a draw and a loss."""

    win: int
    draw: int
    loss: int

    def points(self, result: Result, player: int) -> int:
        """Return the points that a result gives a player."""
        if result.drawn:
            return self.draw
        return self.win if player in result.winners else self.loss


def ranked(results: Sequence[Result], lines: Iterable[Standing], scale: Scale) -> tuple[Standing, ...]:
    """The standings, best first.

    Equal points are decided by the points from the matches that those who are equal played among themselves, then by
    wins, then by the order in which the players were given (their seeds).
    """
    given = list(lines)
    among: dict[int, int] = {}
    for line in given:
        equals = {other.player for other in given if other.points == line.points}
        direct = [result for result in results if len(equals) > 1 and set(result.players) <= equals]
        among[line.player] = standing_of(direct, line.player, scale.points).points
    return tuple(sorted(given, key=lambda line: (-line.points, -among[line.player], -line.wins)))


def free_name(results: Iterable[Result]) -> str:
    """Return an unused id for a match, for example `match-2`."""
    taken = {result.match for result in results}
    return next(name for number in range(1, len(taken) + 2) if (name := f"match-{number}") not in taken)


# --- words -------------------------------------------------------------------------------------------------------------


def names(seats: tuple[Seat, ...], players: Iterable[int]) -> str:
    """Players by name: `Ana and Bo`."""
    return join_words((seat_name(seats, player) for player in players), none="")


def winner_text(seats: tuple[Seat, ...], result: Result) -> str:
    """Return the winner of a match, in words."""
    if not result.winners and not result.drawn:
        return "lost by all"
    return ending_text((seat_name(seats, winner) for winner in result.winners), drawn=result.drawn)


def result_text(seats: tuple[Seat, ...], result: Result) -> str:
    """One result in words."""
    players = " - ".join(seat_name(seats, player) for player in result.players)
    return f"{players}: {winner_text(seats, result)}"


def rule_of(game: str, rule: str) -> str:
    """Return the id under which the game's rulebook has a rule of competitions, if it does (`CompetitionSupport.rules`)."""
    if not game:
        return rule
    try:
        return load_game(game).competition.rules.get(rule, rule)
    except UnknownGame:
        return rule


# --- state -------------------------------------------------------------------------------------------------------------


class CompetitionState(GameState, frozen=True, kw_only=True, gc=False):
    """A competition between two acts."""

    word: ClassVar[str]
    """Word for the type of competition: series, tournament, league."""
    rules: ClassVar[tuple[str, ...]] = ()
    """Rules that what a game adds to it asks, whatever the command."""
    one_winner: ClassVar[bool] = True
    """Whether a match has at most one winner."""
    results: tuple[Result, ...] = ()

    @property
    @abstractmethod
    def game(self) -> str:
        """Name of the game that is played; empty if unspecified."""

    @property
    def kit(self) -> str:
        """Kit that is played, if the game is the game of kits; empty if unspecified."""
        return ""

    @property
    def played(self) -> str:
        """Name of the kit or game that is played, for its readers."""
        return self.kit or self.game

    @property
    @abstractmethod
    def phase(self) -> str:
        """`unopened`, what is to be done now, or `over`."""

    @abstractmethod
    def standings(self) -> tuple[Standing, ...]:
        """The players, best first."""

    def part_of(self, players: tuple[int, ...]) -> int:  # noqa: ARG002
        """Return where a match that these players report now belongs (`Result.part`)."""
        return 0

    def built_on(self, known: Result, results: tuple[Result, ...]) -> Iterator[Violation]:  # noqa: ARG002
        """Yield a violation for each step that rests on a known result and does not allow that `results` replace all results."""
        return iter(())

    def describe(self, result: Result) -> str:
        """A result in one line."""
        return f"match {result.match}: {result_text(self.seats, result)}"

    def told_anew(self, result: Result) -> str:
        """A result that was amended, in one line."""
        return f"match {result.match} is now {result_text(self.seats, result)}"

    @property
    def newcomers(self) -> int:
        """Number of seats that were added after the opening; they are the last ones."""
        return 0

    def fixture(self, players: tuple[int, ...]) -> CarriedOver:  # noqa: ARG002
        """Return the values that the next match between these players takes over. Unsupported options and fields of its game
        are dropped."""
        return CarriedOver()


class RankedState(CompetitionState, frozen=True, kw_only=True, gc=False):
    """A competition that ends with a ranking."""

    ranking: tuple[int, ...] = ()
    """All players, the winner first; empty before the end."""
    scores: tuple[int, ...] = ()
    """Final points (or the round reached) of each player, in the order of the seats."""

    @property
    def final(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return `ranking` and `scores` as the present results give them."""
        lines = self.standings()
        scores = tuple(line.points for line in sorted(lines, key=lambda line: line.player))
        return tuple(line.player for line in lines), scores

    @property
    def season_now(self) -> int | None:
        """The season that points are added to; only in a league."""
        return None

    @abstractmethod
    def with_points(self, season: int | None, player: int, points: int) -> Self:
        """Return the competition after a correction of points."""


def card_counts(state: CompetitionState) -> dict[str, int]:
    """Return the counts of those present at the opening, who always remain."""
    return dict(Counter(seat.name for seat in state.seats[: len(state.seats) - state.newcomers]))


class CompetitionCard(Struct, frozen=True, kw_only=True, tag_field="type", tag="card", forbid_unknown_fields=True):
    """A card of the competition's game, as far as a competition needs it."""

    card_id: str
    name: str
    kind: str = ""
    """The game's own word for what it is: action, armor, crew …"""
    speed: int = 0
    """Speed of the card, if the game defines one; 0 for all other cards."""


# --- events ------------------------------------------------------------------------------------------------------------

S = TypeVar("S", bound=CompetitionState)
R = TypeVar("R", bound=RankedState)


def _commas(narrator: Narrator[GameState], players: tuple[int, ...]) -> str:
    """Players in an order that matters."""
    return ", ".join(map(narrator.seat, players))


class CompetitionEvent(Event, frozen=True, kw_only=True):
    """Base class for events of a competition. Unless one says otherwise, its fields take the place of the state's fields of the
    same names."""

    sets: ClassVar[Mapping[str, object]] = {}
    """Further fields of the state that it sets, and their values."""
    formats = {  # noqa: RUF012 (a constant)
        "seats": _commas,
        "texts": lambda _, texts: ", ".join(texts),
        "cards": lambda narrator, cards: ", ".join(map(narrator.card, cards)),
        "wins": lambda narrator, player: f"{narrator.seat(player)} wins the {narrator.state.word}",
        "described": lambda narrator, result: narrator.state.describe(result),
        "told_anew": lambda narrator, result: narrator.state.told_anew(result),
    }

    def evolve(self, state: Never) -> GameState:
        return self.set_in(cast("CompetitionState", state))

    def set_in(self, state: S, **fields: object) -> S:
        """The state with the fields that they share, with `sets`, and with other fields."""
        return with_fields_of(self, state, **{**self.sets, **fields})


class ResultRecorded(CompetitionEvent, frozen=True, kw_only=True, tag="result_recorded"):
    """A match of the competition has ended."""

    result: Result
    template = "{result:described}"

    def evolve(self, state: S) -> S:
        return replace(state, results=(*state.results, self.result))


class ResultAmended(CompetitionEvent, frozen=True, kw_only=True, tag="result_amended"):
    """A result was found to be otherwise."""

    result: Result
    """The result that replaces the previous one of the same match."""
    template = "{result:told_anew}"

    def evolve(self, state: S) -> S:
        return replace(state, results=replaced(state.results, self.result.match, self.result))


class ResultWithdrawn(CompetitionEvent, frozen=True, kw_only=True, tag="result_withdrawn"):
    """A match has no result any more."""

    match: str
    template = "the result of match {match} is withdrawn"

    def evolve(self, state: S) -> S:
        return replace(state, results=replaced(state.results, self.match))


class Adjusted(CompetitionEvent, frozen=True, kw_only=True, tag="adjusted"):
    """A correction; what it changes follows."""

    reason: str
    template = "adjusted: {reason}"


RESULT_EVENTS: tuple[type[Event], ...] = (ResultRecorded, ResultAmended, ResultWithdrawn, Adjusted)
"""Of every competition that has results."""


class Decided(CompetitionEvent, frozen=True, kw_only=True):
    """The final ranking."""

    winner: SeatIndex
    ranking: tuple[SeatIndex, ...]
    """All players, the winner first."""
    scores: tuple[int, ...]
    """Points (or the round reached) of each player, in the order of the seats."""
    template = "{winner:wins}"


def decide(out: EventBuffer[R, Event], event: type[Decided]) -> None:
    """Add the final ranking, unless it is the present one."""
    ranking, scores = out.state.final
    if (ranking, scores) != (out.state.ranking, out.state.scores):
        out.add(event(winner=ranking[0], ranking=ranking, scores=scores))


class PointsAdded(CompetitionEvent, frozen=True, kw_only=True, tag="points_added"):
    """A correction of points."""

    season: int | None = None
    """Only in a league."""
    player: SeatIndex
    points: int
    formats = {  # noqa: RUF012 (a constant)
        "signed": lambda _, points: f"{'+' if points > 0 else ''}{pluralize(points, 'point')}"
    }
    template = "{player} {points:signed}{season:? in season *}"

    def evolve(self, state: R) -> R:
        return state.with_points(self.season, self.player, self.points)
