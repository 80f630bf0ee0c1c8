"""Events of an event day."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.competition.gathering.state import Linked, Minutes, Round, RoundClock, Seating, State, TableNumber
from domain.game import Event
from domain.narration import Narrator
from domain.seats import put_at, seats_of_names
from domain.text import pluralize


class GatheringStarted(Event, frozen=True, kw_only=True, tag="gathering_started"):
    """The event day was opened, with its scorekeepers, number of tables and length of a round."""

    scorekeepers: tuple[str, ...]
    game: str
    tables: int
    minutes: Minutes

    def evolve(self, state: State) -> State:
        return replace(
            state,
            seats=seats_of_names(self.scorekeepers),
            duties=((),) * len(self.scorekeepers),
            game=self.game,
            tables=tuple(range(1, self.tables + 1)),
            minutes=self.minutes,
        )

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"{pluralize(self.tables, 'table')}; {', '.join(self.scorekeepers)} keep score"


class TablesSet(Event, frozen=True, kw_only=True, tag="tables_set"):
    """Which tables there are."""

    tables: tuple[TableNumber, ...]

    def evolve(self, state: State) -> State:
        duties = tuple(tuple(table for table in one if table in self.tables) for one in state.duties)
        return replace(state, tables=self.tables, duties=duties)

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"{pluralize(len(self.tables), 'table')}: {spans(self.tables)}"


def spans(tables: Sequence[int]) -> str:
    """Table numbers shortly: `1-8, 11`."""
    runs: list[list[int]] = []
    for table in tables:
        if runs and table == runs[-1][-1] + 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs) or "none"


def _places(tables: Sequence[int]) -> str:
    return f"{'table' if len(tables) == 1 else 'tables'} {spans(tables)}"


class ScorekeeperAssigned(Event, frozen=True, kw_only=True, tag="scorekeeper_assigned"):
    """Tables were assigned to a scorekeeper. A new scorekeeper is added."""

    name: str
    tables: tuple[TableNumber, ...]
    before: tuple[TableNumber, ...] = ()
    """Where they kept score until then."""

    def evolve(self, state: State) -> State:
        names = [seat.name for seat in state.seats]
        if self.name in names:
            return replace(state, duties=put_at(state.duties, names.index(self.name), self.tables))
        seats, duties = seats_of_names((*names, self.name)), (*state.duties, self.tables)
        return replace(state, seats=seats, duties=duties, came=state.came + 1)

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        gone = [table for table in self.before if table not in self.tables]
        left = f", no longer at {_places(gone)}" if gone else ""
        return f"{self.name} keeps score at {_places(self.tables) if self.tables else 'no table'}{left}"


class TournamentAdded(Event, frozen=True, kw_only=True, tag="tournament_added"):
    """A tournament plays at the event."""

    tournament: str
    name: str
    template = "tournament {tournament} plays here as {name}"

    def evolve(self, state: State) -> State:
        return replace(state, tournaments=(*state.tournaments, Linked(self.tournament, self.name)))


class RoundSeated(Event, frozen=True, kw_only=True, tag="round_seated"):
    """The pairings of a round were assigned to tables. A round that is seated again keeps its clock."""

    tournament: str
    round: int
    seatings: tuple[Seating, ...]

    def evolve(self, state: State) -> State:
        before = state.round_of(self.tournament)
        state = state.with_links(self.tournament, self.seatings)
        if before is not None and before.number == self.round:
            return state.with_round(replace(before, seatings=self.seatings))
        return state.with_round(Round(tournament=self.tournament, number=self.round, seatings=self.seatings))

    def describe(self, narrator: Narrator[State]) -> str:
        places = _places(sorted(seating.table for seating in self.seatings))
        return f"round {self.round}{_of(narrator, self.tournament)} is seated: {places}"


def _of(narrator: Narrator[State], tournament: str) -> str:
    """The tournament that is meant, where there are several."""
    linked = narrator.state.tournament(tournament)
    return f" of {linked.name}" if linked and len(narrator.state.tournaments) > 1 else ""


class ClockSet(Event, frozen=True, kw_only=True, tag="clock_set"):
    """A round started, paused, resumed, ended or got extra time."""

    tournament: str
    clock: RoundClock
    extra: tuple[tuple[int, int], ...] = ()
    """Table -> seconds that it has beyond the others."""

    def evolve(self, state: State) -> State:
        found = state.round_of(self.tournament)
        return state if found is None else state.with_round(replace(found, clock=self.clock, extra=self.extra))

    def describe(self, narrator: Narrator[State]) -> str:
        found = narrator.state.round_of(self.tournament)
        name = f"round {found.number if found else '?'}{_of(narrator, self.tournament)}"
        before = found.clock if found else None
        if before is None:
            return f"{name} begins: {pluralize(self.clock.seconds // 60, 'minute')}"
        if self.clock.phase != before.phase:
            how = {"paused": "stands still", "running": "goes on", "ended": "ends"}[self.clock.phase]
            return f"{name} {how}, {self.clock.shown} left"
        given = dict(found.extra) if found else {}
        more = [
            f"table {table} has {pluralize(extra // 60, 'minute')} more"
            for table, extra in self.extra
            if given.get(table) != extra
        ]
        return (
            f"{name}: {', '.join(more) or pluralize((self.clock.seconds - before.seconds) // 60, 'minute') + ' more'}"
        )


class Announced(Event, frozen=True, kw_only=True, tag="announced"):
    """Everybody is told; with `instead` in place of an earlier announcement, and with no text that one is withdrawn."""

    text: str
    instead: int | None = None

    def evolve(self, state: State) -> State:
        said = (self.text,) if self.text else ()
        place = len(state.notices) if self.instead is None else self.instead - 1
        return replace(state, notices=(*state.notices[:place], *said, *state.notices[place + 1 :]))

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        before = "" if self.instead is None else f" (instead of announcement {self.instead})"
        return f"announced: {self.text}{before}" if self.text else f"announcement {self.instead} is withdrawn"


class GatheringClosed(Event, frozen=True, kw_only=True, tag="gathering_closed"):
    """All is played."""

    template = "the event is closed"

    def evolve(self, state: State) -> State:
        return replace(state, closed=True)
