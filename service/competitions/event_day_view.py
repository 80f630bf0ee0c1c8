"""An event day for display: tables, standings and clock."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from domain.competition.gathering.state import Linked, Round
from domain.competition.gathering.state import State as EventDay
from domain.competition.tournament import further_columns
from domain.competition.tournament.state import State as Tournament
from domain.game import made
from domain.match import AnyMatch
from domain.names import fold_name
from domain.seats import seat_name
from service.competitions.event_days import match_of


class Entrant(Struct, frozen=True):
    """A player with the number that the tournament knows them by, from 1."""

    number: int
    name: str


class TableLine(Struct, frozen=True, kw_only=True):
    """The players at a table."""

    table: int | None
    """`None`: a bye."""
    players: tuple[Entrant, ...]
    result: str
    winners: tuple[int, ...] = ()
    """Numbers of the players who won."""
    match: str
    """Match id, if the match is recorded move by move."""
    scorekeepers: tuple[str, ...]
    extra: int
    """Extra minutes of this table."""


class StandingLine(Struct, frozen=True, kw_only=True):
    """A player's standing."""

    place: int
    player: Entrant
    wins: int
    losses: int
    draws: int
    points: int
    further: tuple[str, ...]


class TournamentView(Struct, frozen=True, kw_only=True):
    """A tournament of an event day."""

    id: str
    name: str
    round: int
    """The seated round; 0 before the first."""
    rounds: int
    clock: str
    """Status of that round: `seated` before it begins, running, paused, ended; empty before the first."""
    left: int
    """Seconds, now; below 0 the time is over."""
    ends_at: int | None
    """Seconds since 1970; `None` while the clock is stopped."""
    tables: tuple[TableLine, ...]
    standings: tuple[StandingLine, ...]
    columns: tuple[str, ...]
    """Titles of the columns in `further`: byes, tie-breaks, dropped players."""


class EventDayView(Struct, frozen=True, kw_only=True):
    """An event day with its tournaments."""

    event_day: str = field(name="gathering")
    title: str
    version: int
    notices: tuple[str, ...]
    closed: bool
    tournaments: tuple[TournamentView, ...]

    @property
    def timeless(self) -> "EventDayView":
        """Return the view without the parts that change every second."""
        running = (replace(one, left=0) if one.ends_at is not None else one for one in self.tournaments)
        return replace(self, tournaments=tuple(running))

    def at(self, now: int) -> "EventDayView":
        """Return the view at a later time (seconds since 1970), assuming that nothing was recorded since."""
        ran = (one if one.ends_at is None else replace(one, left=one.ends_at - now) for one in self.tournaments)
        return replace(self, tournaments=tuple(ran))

    def found(self, text: str) -> tuple[tuple[TournamentView, TableLine], ...]:
        """Return the tables that a text matches: by a part of a player's name, a player's number, or the table's number."""
        wanted = fold_name(text)

        def meant(line: TableLine) -> bool:
            if wanted.isdigit():
                return wanted in (str(line.table), *(str(player.number) for player in line.players))
            return bool(wanted) and any(wanted in fold_name(player.name) for player in line.players)

        return tuple((one, line) for one in self.tournaments for line in one.tables if meant(line))


Look: TypeAlias = Callable[[str], AnyMatch]


def view_of(event_day: AnyMatch, look: Look, now: int, seen: Look | None = None) -> EventDayView:
    """Return an event day at a time (seconds since 1970). `look` loads a tournament by its id, `seen` limits it to visible
    results."""
    state = event_day.state
    assert isinstance(state, EventDay)
    return EventDayView(
        event_day=event_day.id,
        title=(event_day.opened.title if event_day.opened else "") or "Event day",
        version=event_day.version,
        notices=state.notices,
        closed=state.closed,
        tournaments=tuple(
            _tournament(state, linked, look(linked.id).state, (seen or look)(linked.id).state, now)
            for linked in state.tournaments
        ),
    )


def _tournament(event_day: EventDay, linked: Linked, whole: object, seen: object, now: int) -> TournamentView:
    assert isinstance(whole, Tournament)
    assert isinstance(seen, Tournament)
    found, columns = event_day.round_of(linked.id), further_columns(seen)
    clock = found.clock if found else None
    lines = tuple(
        made(
            StandingLine,
            line,
            place=place,
            player=_entrant(seen, line.player),
            further=tuple(column.get(line.player, "") for column in columns.values()),
        )
        for place, line in enumerate(seen.standings(), start=1)
    )
    return TournamentView(
        id=linked.id,
        name=linked.name,
        round=found.number if found else 0,
        rounds=whole.rounds if whole.bracket == "swiss" else max((one.round for one in whole.pairings), default=0),
        clock=clock.phase if clock else "seated" if found else "",
        left=clock.left(now) if clock else 0,
        ends_at=clock.ends_at if clock else None,
        tables=tuple(_tables(event_day, whole, seen, found)) if found else (),
        standings=lines,
        columns=tuple(columns),
    )


def _tables(event_day: EventDay, state: Tournament, seen: Tournament, found: Round) -> Iterator[TableLine]:
    """Yield the tables of a round by number, then its bye."""
    extra = dict(found.extra)
    for seating in sorted(found.seatings, key=lambda one: one.table):
        pairing = state.pairing(seating.pairing)
        if pairing is not None:
            known = seen.pairing(pairing.number)
            yield TableLine(
                table=seating.table,
                players=tuple(_entrant(state, player) for player in pairing.players),
                result=seen.ending_of(known) if known is not None and known.decided else "",
                winners=() if known is None or known.winner is None else (known.winner + 1,),
                match=match_of(found.tournament, seating.match, pairing) if state.game else "",
                scorekeepers=tuple(seat_name(event_day.seats, one) for one in event_day.scorekeepers_of(seating.table)),
                extra=extra.get(seating.table, 0) // 60,
            )
    for pairing in state.pairings:
        if pairing.bye and pairing.round == found.number:
            players = tuple(_entrant(state, player) for player in pairing.players)
            yield TableLine(table=None, players=players, result="bye", match="", scorekeepers=(), extra=0)


def _entrant(state: Tournament, player: int) -> Entrant:
    return Entrant(player + 1, seat_name(state.seats, player))
