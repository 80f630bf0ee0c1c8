"""A gathering between two acts: its options, the clock of a round, tables and rounds; and the events that change it."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.competition.record import CompetitionEvent, CompetitionState, Standing
from domain.game import TurnInfo
from domain.narration import Narrator
from domain.outcome import Outcome
from domain.seats import put_at, seats_of_names
from domain.text import pluralize

MOST_TABLES = 2_000
"""Tables have the numbers from 1 to this."""
MOST_MINUTES = 1_440

Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES)]


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Its tables, and how long a round takes unless said otherwise."""

    game: str = ""
    """Name of the game that is played, where it is one."""
    tables: TableNumber = 8
    """Number of tables, numbered from 1."""
    minutes: Minutes = 50
    """How long a round takes."""


# --- clock -------------------------------------------------------------------------------------------------------------

Time = Annotated[int, Meta(ge=0, le=10**11)]
"""Seconds since 1970, UTC."""
Phase = Literal["running", "paused", "ended"]


class RoundClock(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How long a round takes, and how it ran so far."""

    seconds: int
    """How long it takes, extensions included."""
    since: Time
    """When it last began to run, stopped or ended."""
    spent: int = 0
    """Seconds that had run by then."""
    phase: Phase = "running"

    def spent_at(self, now: int) -> int:
        """Seconds that have run."""
        return self.spent + (max(0, now - self.since) if self.phase == "running" else 0)

    def left(self, now: int) -> int:
        """Seconds that are left; below 0 the time is over."""
        return self.seconds - self.spent_at(now)

    @property
    def shown(self) -> str:
        """Minutes and seconds that were left when it was set: `49:59`."""
        left = self.left(self.since)
        return f"{'-' if left < 0 else ''}{abs(left) // 60}:{abs(left) % 60:02}"

    @property
    def ends_at(self) -> int | None:
        """Time at which the clock expires, in seconds since 1970; only set while the clock is running."""
        return self.since + self.seconds - self.spent if self.phase == "running" else None

    def turned(self, phase: Phase, at: int) -> "RoundClock":
        """Stopped, ended, or running again from that time on."""
        return replace(self, spent=self.spent_at(at), since=at, phase=phase)


# --- tables and rounds -------------------------------------------------------------------------------------------------


class Linked(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A tournament of the gathering."""

    id: str
    name: str
    """Name of the tournament on this event day, for example main or side."""


class Seating(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Where a pairing of the round plays."""

    table: int
    pairing: int
    """Its number in the tournament, which says whose match it is."""
    match: str = ""
    """The match that was opened for it. Empty: it is played on paper, or was seated before matches were linked."""


class MatchLink(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Which match decides a pairing."""

    match: str
    tournament: str
    pairing: int


class Round(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The round of a tournament that is seated."""

    tournament: str
    number: int
    seatings: tuple[Seating, ...]
    clock: RoundClock | None = None
    """Unset until the round begins."""
    extra: tuple[tuple[int, int], ...] = ()
    """Table -> seconds that it has beyond the others."""

    @property
    def ended(self) -> bool:
        """Whether its tables are free again."""
        return self.clock is not None and self.clock.phase == "ended"

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables that it plays at."""
        return tuple(seating.table for seating in self.seatings)


class State(CompetitionState, frozen=True, kw_only=True, gc=False):
    """`seats` are those who keep score, `duties` the tables of each."""

    word: ClassVar = "gathering"
    later: ClassVar = frozenset({"links"})
    game: str = ""
    minutes: int = 0
    tables: tuple[int, ...] = ()
    duties: tuple[tuple[int, ...], ...] = ()
    tournaments: tuple[Linked, ...] = ()
    rounds: tuple[Round, ...] = ()
    """The last round of each tournament."""
    links: tuple[MatchLink, ...] = ()
    """The matches of all rounds that were seated."""
    notices: tuple[str, ...] = ()
    """Announcements, the latest last."""
    closed: bool = False
    came: int = 0
    """How many who keep score came after the opening."""

    @property
    def phase(self) -> str:
        """unopened, preparation, play or over."""
        if not self.seats:
            return "unopened"
        if self.closed:
            return "over"
        return "play" if self.rounds else "preparation"

    def standings(self) -> tuple[Standing, ...]:
        """Return an empty tuple: only the tournaments of an event day have standings."""
        return ()

    @property
    def newcomers(self) -> int:
        return self.came

    def tournament(self, named: str) -> Linked | None:
        """A tournament by its id or name; without one the only one there is."""
        if not named:
            return self.tournaments[0] if len(self.tournaments) == 1 else None
        return next((one for one in self.tournaments if named in (one.id, one.name)), None)

    def round_of(self, tournament: str) -> Round | None:
        """The round of a tournament (by id) that is seated."""
        return next((one for one in self.rounds if one.tournament == tournament), None)

    def with_round(self, changed: Round) -> "State":
        """With a round in place of that of the same tournament."""
        others = tuple(one for one in self.rounds if one.tournament != changed.tournament)
        return replace(self, rounds=(*others, changed))

    def with_links(self, tournament: str, seatings: Sequence[Seating]) -> "State":
        """With the matches of these seatings in place of those that the same pairings had."""
        new = [MatchLink(one.match, tournament, one.pairing) for one in seatings if one.match]
        anew = {(link.tournament, link.pairing) for link in new}
        return replace(self, links=(*(one for one in self.links if (one.tournament, one.pairing) not in anew), *new))

    def taken(self, tournament: str) -> dict[int, Linked]:
        """Table -> the other tournament that plays at it."""
        by_id = {one.id: one for one in self.tournaments}
        busy = [one for one in self.rounds if one.tournament != tournament and not one.ended]
        return {table: by_id[one.tournament] for one in busy for table in one.tables}

    def scorekeepers_of(self, table: int) -> tuple[int, ...]:
        """Return the seats of the scorekeepers at a table."""
        return tuple(seat for seat, tables in enumerate(self.duties) if table in tables)


def turn_info(state: State) -> TurnInfo:
    """The turn of an event day is its latest round."""
    return TurnInfo(max((one.number for one in state.rounds), default=0), state.phase)


def outcome(state: State) -> Outcome | None:
    """Return the outcome if the event day has ended. It has no winners."""
    return Outcome((), "closed") if state.closed else None


# --- events ------------------------------------------------------------------------------------------------------------


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


def _of(narrator: Narrator[State], tournament: str) -> str:
    """The tournament that is meant, where there are several."""
    linked = narrator.state.tournament(tournament)
    return f" of {linked.name}" if linked and len(narrator.state.tournaments) > 1 else ""


class GatheringStarted(CompetitionEvent, frozen=True, kw_only=True, tag="gathering_started"):
    """The event day was opened, with its scorekeepers, number of tables and length of a round."""

    scorekeepers: tuple[str, ...]
    game: str
    tables: int
    minutes: Minutes
    template = "{tables:table}; scorekeepers: {scorekeepers:texts}"

    def evolve(self, state: State) -> State:
        seats, duties = seats_of_names(self.scorekeepers), ((),) * len(self.scorekeepers)
        return self.set_in(state, seats=seats, duties=duties, tables=tuple(range(1, self.tables + 1)))


class TablesSet(CompetitionEvent, frozen=True, kw_only=True, tag="tables_set"):
    """Which tables there are."""

    tables: tuple[TableNumber, ...]
    formats = {"spans": lambda _, tables: spans(tables)}  # noqa: RUF012 (a constant)
    template = "{tables:table}: {tables:spans}"

    def evolve(self, state: State) -> State:
        duties = tuple(tuple(table for table in one if table in self.tables) for one in state.duties)
        return replace(state, tables=self.tables, duties=duties)


class ScorekeeperAssigned(CompetitionEvent, frozen=True, kw_only=True, tag="scorekeeper_assigned"):
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


class TournamentAdded(CompetitionEvent, frozen=True, kw_only=True, tag="tournament_added"):
    """A tournament plays at the event."""

    tournament: str
    name: str
    template = "tournament {tournament} plays here as {name}"

    def evolve(self, state: State) -> State:
        return replace(state, tournaments=(*state.tournaments, Linked(self.tournament, self.name)))


class RoundSeated(CompetitionEvent, frozen=True, kw_only=True, tag="round_seated"):
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


class ClockSet(CompetitionEvent, frozen=True, kw_only=True, tag="clock_set"):
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


class Announced(CompetitionEvent, frozen=True, kw_only=True, tag="announced"):
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


class GatheringClosed(CompetitionEvent, frozen=True, kw_only=True, tag="gathering_closed"):
    """All is played."""

    template = "the event is closed"
    sets = {"closed": True}  # noqa: RUF012 (a constant)
