"""What the commands of all competitions share: opening, results of matches, changes made by hand."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, singledispatch
from typing import Annotated, ClassVar, Final, Generic, Never, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.cards import CardId, SeatIndex
from domain.competition.record import (
    Adjusted,
    CompetitionState,
    PointsAdded,
    R,
    Result,
    ResultAmended,
    ResultRecorded,
    ResultWithdrawn,
    S,
    find_result,
    names,
    replaced,
    rule_of,
)
from domain.event_buffer import EventBuffer
from domain.game import Command, Event, made, tag_of
from domain.options import choice_violations
from domain.payload import RecordRight
from domain.rules import Violation, impossible
from domain.seats import Seat
from domain.text import pluralize

MOST_PLAYERS: Final = 64

Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Counts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Statistics of one player in a match."""

    player: SeatIndex
    counts: dict[str, Count]
    """Name -> number, under the names that the game's tallies have."""


class KeptCards(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Cards that a player keeps from match to match."""

    player: SeatIndex
    cards: tuple[CardId, ...]


class CompetitionCommand(Command, frozen=True, kw_only=True):
    """Base class for commands of a competition."""

    rules: ClassVar[tuple[str, ...]] = ("CT-R04",)
    opens: ClassVar[bool] = False
    makes: ClassVar[type[Event]]
    """The event that follows from it, with the fields of the same names; a command that does more says so in `resolve`."""

    def check(self, state: CompetitionState) -> tuple[Violation, ...]:
        """CT-R04: anything but an opening finds the competition open. Rules are cited as the game's rulebook has them."""
        if state.phase != "unopened":
            return _cited(state.game, self.validate(cast("Never", state)))
        if not self.opens:
            text = f"the {state.word} is not open: start_{state.word} comes first"
            return (impossible("CT-R04", text),)
        return _cited(getattr(self, "options").game, self.validate(cast("Never", state)))  # noqa: B009

    def resolve(self, out: Never) -> None:
        cast("EventBuffer[CompetitionState, Event]", out).add(made(self.makes, self, getattr(self, "options", self)))


def _cited(game: str, violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return the violations, each under its rule id in the game's rulebook."""
    return tuple(replace(one, rule=rule_of(game, one.rule)) for one in violations)


# --- results -----------------------------------------------------------------------------------------------------------


@singledispatch
def settle(state: CompetitionState, out: EventBuffer[S, Event], known: Result | None, result: Result | None) -> None:
    """Add the events that follow after `result` took the place of `known`; unset: a result is new, or withdrawn. What follows
    each kind of competition registers for its state."""
    raise NotImplementedError


class Reported(CompetitionCommand, frozen=True, kw_only=True):
    """How a match ended, in the competition's own players."""

    rules: ClassVar[tuple[str, ...]] = ("CT-R01", "CT-R02", "CT-R03")
    match: str
    """Id of the match."""
    winners: tuple[SeatIndex, ...] = ()
    """Empty for a draw or a double loss."""
    players: tuple[SeatIndex, ...] = ()
    """Players of the match; optional if all players of the competition took part."""
    version: Count = 0
    """Version of the match whose outcome this is; 0 where the match is not recorded."""
    statistics: tuple[Counts, ...] = ()
    double_loss: bool = False
    """All who played lost it."""

    @property
    def loser(self) -> int | None:
        """The loser of a match between more than two; between two it is the player who did not win."""
        return None

    def validate(self, state: CompetitionState) -> Iterator[Violation]:
        players = self.players or range(len(state.seats))
        yield from check_seats(state.seats, self.players, "players")
        yield from check_seats(state.seats, self.winners, "winners")
        yield from check_seats(state.seats, [one.player for one in self.statistics], "statistics")
        if outside := [one for one in self.winners if one not in players and 0 <= one < len(state.seats)]:
            yield impossible("CT-R01", f"{names(state.seats, outside[:1])} is named as a winner, but not as a player")
        if self.double_loss and self.winners:
            yield impossible("CT-R01", "a double loss has no winner")
        if len(self.players) == 1:
            yield impossible("CT-R01", "a match needs more than one player")
        if state.one_winner and len(self.winners) > 1:
            yield impossible("CT-R01", "a match has at most one winner")
        yield from self.own_violations(cast("Never", state))

    def own_violations(self, state: Never) -> Iterator[Violation]:  # noqa: ARG002
        """Yield the violations that only this kind of competition knows."""
        return iter(())

    def result(self, players: Sequence[int], part: int) -> Result:
        """The result that it reports. `players` are those who played."""
        loser = self.loser
        if loser is None and len(self.winners) == 1 and len(players) == 2:
            loser = next(player for player in players if player not in self.winners)
        counts = tuple(sorted((one.player, tuple(sorted(one.counts.items()))) for one in self.statistics))
        took_part, winners = tuple(sorted(players)), tuple(sorted(self.winners))
        return made(Result, self, part=part, players=took_part, winners=winners, loser=loser, counts=counts)


class RecordResult(Reported, frozen=True, kw_only=True, tag="record_result"):
    """A match of the competition has ended."""

    title = "Record a result"

    def validate(self, state: CompetitionState) -> Iterator[Violation]:
        yield from super().validate(state)
        if not self.match.strip():
            yield impossible("CT-R02", "the match needs an id")
        elif find_result(state.results, self.match) is not None:
            yield impossible("CT-R02", f"match {self.match} has a result already; amend_result changes it")

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        players = self.players or tuple(range(len(out.state.seats)))
        result = self.result(players, out.state.part_of(players))
        out.add(ResultRecorded(result=result))
        settle(out.state, out, None, result)


class AmendResult(Reported, frozen=True, kw_only=True, tag="amend_result"):
    """Amend the result of a match that was corrected, rewound or ruled on."""

    title = "Amend a result"

    def validate(self, state: CompetitionState) -> Iterator[Violation]:
        yield from super().validate(state)
        known = find_result(state.results, self.match)
        if known is None:
            yield _unknown_match(self.match)
        elif {*(self.players or known.players)} != {*known.players}:
            text = f"{names(state.seats, known.players)} played it; withdraw it to record another match"
            yield impossible("CT-R03", text)
        elif not {*self.winners} <= {*known.players}:
            yield impossible("CT-R01", "the winner did not play")
        else:
            yield from state.built_on(
                known, replaced(state.results, self.match, self.result(known.players, known.part))
            )

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        if (known := find_result(out.state.results, self.match)) is not None:
            result = self.result(known.players, known.part)
            out.add(ResultAmended(result=result))
            settle(out.state, out, known, result)


class WithdrawResult(CompetitionCommand, frozen=True, kw_only=True, tag="withdraw_result"):
    """The match has no outcome any more."""

    title = "Withdraw a result"
    rules: ClassVar[tuple[str, ...]] = ("CT-R03",)
    match: str
    reason: str = ""

    def validate(self, state: CompetitionState) -> Iterator[Violation]:
        if (known := find_result(state.results, self.match)) is None:
            yield _unknown_match(self.match)
        else:
            yield from state.built_on(known, replaced(state.results, self.match))

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        if (known := find_result(out.state.results, self.match)) is not None:
            out.add(ResultWithdrawn(match=self.match))
            settle(out.state, out, known, None)


def _unknown_match(match: str) -> Violation:
    return impossible("CT-R03", f"match {match or '-'} has no result here")


def check_seats(seats: Sequence[Seat], players: Sequence[int], what: str) -> Iterator[Violation]:
    """Players that a command names."""
    if strangers := [player for player in players if not 0 <= player < len(seats)]:
        yield impossible("CT-R01", f"{what}: the competition has no seat {strangers[0] + 1}")
    if len(set(players)) < len(players):
        yield impossible("CT-R01", f"{what}: a player is named twice")


# --- opening -----------------------------------------------------------------------------------------------------------


def check_players(players: Sequence[str], least: int = 2, most: int = MOST_PLAYERS) -> Iterator[Violation]:
    """Names of a competition's players."""
    if not least <= len(players) <= most:
        yield impossible("CT-S01", f"{pluralize(len(players), 'player')}; {least} to {most} can take part")
    if twice := [name for name, times in Counter(players).items() if times > 1]:
        yield impossible("CT-S01", f"two players are called {twice[0]}: give each a different name")
    if nameless := next((place for place, name in enumerate(players, 1) if not name.strip()), 0):
        yield impossible("CT-S01", f"player {nameless} has no name")


def opening_violations(
    state: CompetitionState, players: Sequence[str], options: Struct, *, least: int = 2, most: int = MOST_PLAYERS
) -> Iterator[Violation]:
    """Yield the violations of opening a competition with these players and options."""
    if state.phase != "unopened":
        yield impossible("CT-R04", f"the {state.word} is open already")
    yield from check_players(players, least=least, most=most)
    yield from choice_violations(options, "CT-S02")


def rights_of(
    commands: Iterable[type[CompetitionCommand]], right: RecordRight = "organise", opening: RecordRight = "organise"
) -> dict[str, RecordRight]:
    """Return the right that recording each command needs; `opening`: for those that open the competition."""
    return {tag_of(command): opening if command.opens else right for command in commands}


# --- by hand -----------------------------------------------------------------------------------------------------------


class ManualChange(Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True):
    """A change made by hand."""

    def validate(self, state: Never) -> Iterator[Violation]:
        """Yield the violations of this change in the current state; by default, the player whom it names is in the competition."""
        return unknown_players(state, getattr(self, "player", None))

    @abstractmethod
    def apply(self, out: Never) -> None:
        """Apply the change. A change that matches the current state adds no event."""
        raise NotImplementedError


def unknown_players(state: CompetitionState, *players: int | None) -> Iterator[Violation]:
    """Players named in a change who are not in the competition."""
    for player in players:
        if player is not None and not 0 <= player < len(state.seats):
            yield impossible("CT-B01", f"the {state.word} has no seat {player + 1}")


class AdjustCommand(CompetitionCommand, Generic[S], frozen=True, kw_only=True):
    """Record changes made at the table that the regular commands cannot express."""

    title = "Adjust the record"
    rules: ClassVar[tuple[str, ...]] = ("CT-B01",)
    reason: str
    changes: tuple[ManualChange, ...]

    def validate(self, state: S) -> Iterator[Violation]:
        """Yield the violations of the changes, each checked against the state left by those before it."""
        out: EventBuffer[S, Event] = EventBuffer(state)
        self._make(out)
        yield from out.violations

    def resolve(self, out: EventBuffer[S, Event]) -> None:
        out.add(Adjusted(reason=self.reason))
        self._make(out)

    def _make(self, out: EventBuffer[S, Event]) -> None:
        """Makes the changes; the course notes what is wrong with them."""
        for number, change in enumerate(self.changes, start=1):
            idle = impossible("CT-B01", f"change {number} repeats the present value")
            found = change.validate(cast("Never", out.state))
            out.change(found, partial(change.apply, cast("Never", out)), idle=idle)


class AddPoints(ManualChange, frozen=True, kw_only=True, tag="add_points"):
    """Points (or, below 0, a penalty); in a league for the season that runs, or the last one."""

    player: SeatIndex
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]

    def apply(self, out: EventBuffer[R, Event]) -> None:
        if self.points:
            out.add(PointsAdded(season=out.state.season_now, player=self.player, points=self.points))
