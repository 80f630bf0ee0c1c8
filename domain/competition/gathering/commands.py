"""Commands of an event day: their validation and resulting events."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal, Never, cast

from msgspec import Meta
from msgspec.structs import replace

from domain.competition import commands as shared
from domain.competition.commands import CompetitionCommand, ManualChange, check_players, opening_violations
from domain.competition.gathering.state import (
    Announced,
    ClockSet,
    GatheringClosed,
    GatheringStarted,
    Minutes,
    Options,
    Phase,
    RoundClock,
    RoundSeated,
    ScorekeeperAssigned,
    Seating,
    State,
    TableNumber,
    TablesSet,
    Time,
    TournamentAdded,
    spans,
)
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.options import options_from
from domain.rules import Violation, impossible
from domain.seats import TableSetup

MOST_SCOREKEEPERS: Final = 200

RoundNumber = Annotated[int, Meta(ge=1, le=10_000)]
GatheringBuffer = EventBuffer[State, Event]


# --- the place ---------------------------------------------------------------------------------------------------------


class StartGathering(CompetitionCommand, frozen=True, kw_only=True, tag="start_gathering"):
    """Opens an event."""

    title = "Open the event"
    scorekeepers: tuple[str, ...]
    options: Options = Options()
    opens = True
    makes = GatheringStarted
    rules = ("CT-S01", "CT-S02")

    def validate(self, state: State) -> Iterator[Violation]:
        return opening_violations(state, self.scorekeepers, self.options, most=MOST_SCOREKEEPERS, least=1)


class DeclarePosition(CompetitionCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Opens an event in the middle of one of its rounds."""

    title = "Open the event in mid-round"
    scorekeepers: tuple[str, ...]
    tournament: str
    round: RoundNumber
    seatings: tuple[Seating, ...] = ()
    options: Options = Options()
    opens = True
    makes = GatheringStarted
    rules = ("CT-S01", "CT-S02", "CT-E03", "CT-E04")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from opening_violations(state, self.scorekeepers, self.options, most=MOST_SCOREKEEPERS, least=1)
        if not self.tournament.strip():
            yield impossible("CT-E03", "a tournament has an id, and a name")
        yield from _seating_violations(replace(state, tables=tuple(range(1, self.options.tables + 1))), self.seatings)
        yield from _link_violations(state, self.tournament, self.seatings)

    def resolve(self, out: GatheringBuffer) -> None:
        super().resolve(cast("Never", out))
        out.add(TournamentAdded(tournament=self.tournament, name=self.tournament))
        out.add(RoundSeated(tournament=self.tournament, round=self.round, seatings=self.seatings))


def _open(state: State) -> Iterator[Violation]:
    if state.closed:
        yield impossible("CT-R04", "the event is closed")


def _absent(state: State, tables: Sequence[int], rule: str) -> Iterator[Violation]:
    if strange := sorted(set(tables) - set(state.tables)):
        yield impossible(rule, f"table {strange[0]} does not exist; there are {spans(state.tables)}")


class AssignScorekeeper(CompetitionCommand, frozen=True, kw_only=True, tag="assign_scorekeeper"):
    """Assign exactly these tables to a scorekeeper, or remove all tables if the list is empty. Unknown names are added."""

    title = "Assign a scorekeeper"
    name: str
    tables: tuple[TableNumber, ...] = ()
    rules = ("CT-S01", "CT-E02")

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _open(state)
        names = [seat.name for seat in state.seats]
        if self.name not in names:
            yield from check_players((*names, self.name), least=1, most=MOST_SCOREKEEPERS)
        yield from twice(self.tables, "CT-E02")
        yield from _absent(state, self.tables, "CT-E02")

    def resolve(self, out: GatheringBuffer) -> None:
        duties = {seat.name: kept for seat, kept in zip(out.state.seats, out.state.duties, strict=True)}
        before = duties.get(self.name, ())
        out.add(ScorekeeperAssigned(name=self.name, tables=tuple(sorted(self.tables)), before=before))


class AddTournament(CompetitionCommand, frozen=True, kw_only=True, tag="add_tournament"):
    """A tournament plays here; `name` is what it is called."""

    title = "Add a tournament"
    tournament: str
    name: str
    makes = TournamentAdded
    rules = ("CT-E03",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _open(state)
        if not self.tournament.strip() or not self.name.strip():
            yield impossible("CT-E03", "a tournament has an id, and a name")
        words = {word for one in state.tournaments for word in (one.id, one.name)}
        if known := [word for word in (self.tournament, self.name) if word in words]:
            yield impossible("CT-E03", f"{known[0]} plays here already")


def twice(named: Sequence[int | str], rule: str, word: str = "table") -> Iterator[Violation]:
    """A table, or a match, that is named more than once."""
    if double := [one for one, times in Counter(named).items() if times > 1]:
        yield impossible(rule, f"{word} {double[0]} is named twice")


# --- rounds ------------------------------------------------------------------------------------------------------------


def _known(state: State, tournament: str, rule: str) -> Iterator[Violation]:
    if state.tournament(tournament) is None:
        names = ", ".join(one.name for one in state.tournaments) or "none"
        what = f"no tournament {tournament} plays here" if tournament else "which tournament?"
        yield impossible(rule, f"{what}; there are: {names}")


def _id(state: State, tournament: str) -> str:
    linked = state.tournament(tournament)
    return linked.id if linked else tournament


def _seating_violations(state: State, seatings: Sequence[Seating]) -> Iterator[Violation]:
    tables = [seating.table for seating in seatings]
    yield from twice(tables, "CT-E04")
    yield from _absent(state, tables, "CT-E04")
    pairings = Counter(seating.pairing for seating in seatings)
    if double := [pairing for pairing, times in pairings.items() if times > 1]:
        yield impossible("CT-E04", f"match {double[0]} is seated twice")


def _link_violations(state: State, tournament: str, seatings: Sequence[Seating]) -> Iterator[Violation]:
    """Yield violations for matches that would decide more than one pairing."""
    pairings = {seating.pairing for seating in seatings}
    linked = [link.match for link in state.links if link.tournament != tournament or link.pairing not in pairings]
    yield from twice([*linked, *(seating.match for seating in seatings if seating.match)], "CT-E04", "match")


class SeatRound(CompetitionCommand, frozen=True, kw_only=True, tag="seat_round"):
    """Where the pairings of a tournament's round play; again for the same round: they move."""

    title = "Seat a round"
    round: RoundNumber
    seatings: tuple[Seating, ...]
    tournament: str = ""
    """Id or name; left out where there is only one."""
    rules = ("CT-E04",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _open(state)
        yield from _known(state, self.tournament, "CT-E04")
        yield from _seating_violations(state, self.seatings)
        tables = [seating.table for seating in self.seatings]
        linked = _id(state, self.tournament)
        yield from _link_violations(state, linked, self.seatings)
        taken = state.taken(linked)
        if busy := [table for table in tables if table in taken]:
            yield Violation("CT-E04", f"{taken[busy[0]].name} plays at table {busy[0]} until its round ends")
        before = state.round_of(linked)
        if before is not None and (before.number > self.round or (before.number == self.round and before.ended)):
            yield impossible("CT-E04", f"round {self.round} is over")

    def resolve(self, out: GatheringBuffer) -> None:
        linked = _id(out.state, self.tournament)
        known = {link.pairing: link.match for link in out.state.links if link.tournament == linked}
        seatings = (replace(one, match=one.match or known.get(one.pairing, "")) for one in self.seatings)
        out.add(RoundSeated(tournament=linked, round=self.round, seatings=tuple(seatings)))


class SetClock(CompetitionCommand, frozen=True, kw_only=True, tag="set_clock"):
    """Start, pause, resume or end the seated round, or grant it or one of its tables extra time as decided by a judge."""

    title = "Set the round clock"
    act: Literal["start", "pause", "resume", "extend", "end"]
    at: Time
    """When, in seconds since 1970, UTC."""
    minutes: Minutes | None = None
    """Length of the round (unset: as agreed), or the amount of extra time."""
    table: TableNumber | None = None
    """Table that gets the extra time; unset: all tables."""
    tournament: str = ""
    rules = ("CT-E05",)

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _open(state)
        yield from _known(state, self.tournament, "CT-E05")
        found = state.round_of(_id(state, self.tournament))
        phases, why = _PHASES[self.act]
        clock = found.clock if found else None
        if found is None or (clock.phase if clock else "seated") not in phases:
            yield impossible("CT-E05", why)
        elif clock is not None and self.at < clock.since:
            yield impossible("CT-E05", "that is before the clock was last set")
        if self.act == "extend" and self.minutes is None:
            yield impossible("CT-E05", "how many minutes more?")
        if self.table is not None and (self.act != "extend" or found is None or self.table not in found.tables):
            yield impossible("CT-E05", f"table {self.table} does not play in this round")

    def resolve(self, out: GatheringBuffer) -> None:
        found = out.state.round_of(_id(out.state, self.tournament))
        if found is None:
            return
        clock, extra, seconds = found.clock, dict(found.extra), 60 * (self.minutes or out.state.minutes)
        if clock is None:
            clock = RoundClock(seconds=seconds, since=self.at)
        elif self.act != "extend":
            clock = clock.turned(_TURNED[self.act], self.at)
        elif self.table is None:
            clock = replace(clock, seconds=clock.seconds + seconds)
        else:
            extra[self.table] = extra.get(self.table, 0) + seconds
        out.add(ClockSet(tournament=found.tournament, clock=clock, extra=tuple(sorted(extra.items()))))


_TURNED: Final[dict[str, Phase]] = {"pause": "paused", "resume": "running", "end": "ended"}
_PHASES: Final = {
    "start": (("seated",), "no round is seated that has not begun"),
    "pause": (("running",), "the clock does not run"),
    "resume": (("paused",), "the clock is running"),
    "extend": (("running", "paused"), "no round goes on"),
    "end": (("running", "paused"), "no round goes on"),
}
"""Act -> the phases of a clock in which it has its time, and what is said in others."""


# --- words, and the end ------------------------------------------------------------------------------------------------


class Announce(CompetitionCommand, frozen=True, kw_only=True, tag="announce"):
    """Tells everybody something, or replaces an earlier announcement; an empty text withdraws it."""

    title = "Announce something"
    text: Annotated[str, Meta(max_length=500)]
    instead: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """Number of the announcement that it replaces."""
    rules = ("CT-E06",)

    def validate(self, state: State) -> Iterator[Violation]:
        if self.instead is not None and self.instead > len(state.notices):
            yield impossible("CT-E06", f"announcement {self.instead} does not exist")
        if (not self.text.strip() and self.instead is None) or self.text in state.notices:
            yield impossible("CT-E06", "an announcement says something new")

    def resolve(self, out: GatheringBuffer) -> None:
        out.add(Announced(text=self.text.strip(), instead=self.instead))


class CloseGathering(CompetitionCommand, frozen=True, kw_only=True, tag="close_gathering"):
    """End the event day. Later announcements are still shown."""

    title = "Close the event"
    makes = GatheringClosed

    def validate(self, state: State) -> Iterator[Violation]:
        return _open(state)


class SetTables(ManualChange, frozen=True, kw_only=True, tag="set_tables"):
    """Which tables there are from now on: one more came, or one broke."""

    tables: tuple[TableNumber, ...]

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _open(state)
        yield from twice(self.tables, "CT-E01")
        used = {table for one in state.rounds if not one.ended for table in one.tables}
        if gone := sorted(used - set(self.tables)):
            yield impossible("CT-E01", f"somebody plays at table {spans(gone)}: seat them elsewhere")

    def apply(self, out: EventBuffer[State, Event]) -> None:
        if (tables := tuple(sorted(self.tables))) != out.state.tables:
            out.add(TablesSet(tables=tables))


class Adjust(shared.AdjustCommand[State], frozen=True, kw_only=True, tag="adjust"):
    """Record changes made by the organiser that the regular commands cannot express."""

    rules = ("CT-E01",)
    reason: str
    changes: tuple[SetTables, ...]


def open_table(setup: TableSetup) -> tuple[CompetitionCommand, ...]:
    """start_gathering; who sits down keeps score. Raises ValueError for an unknown option."""
    options = options_from(setup.options, Options())
    return (StartGathering(scorekeepers=tuple(seat.name for seat in setup.seats), options=options),)


def legal(state: State) -> Iterator[CompetitionCommand]:
    """Yield commands that assign the next free table to each scorekeeper, and the command that ends the event day. Rounds,
    announcements and clocks are left to people."""
    if state.closed:
        return
    free = next((table for table in state.tables if not state.scorekeepers_of(table)), None)
    for seat, tables in zip(state.seats, state.duties, strict=True):
        if free is not None:
            yield AssignScorekeeper(name=seat.name, tables=(*tables, free))
    yield CloseGathering()
