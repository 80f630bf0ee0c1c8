"""Board of an event day: rounds with their clocks, tables, scorekeepers and announcements."""

from collections.abc import Iterator

from domain.board import Board, Cell, Fact, Panel, Prompt, Table
from domain.competition.gathering.events import spans
from domain.competition.gathering.state import Round, State
from domain.competition.record import names
from domain.seats import Viewpoint
from domain.text import pluralize


def board(state: State, viewpoint: Viewpoint) -> Board:
    """Everybody sees everything."""
    del viewpoint
    latest = max((one.number for one in state.rounds), default=0)
    return Board(
        title="Event day",
        moment=f"round {latest}" if latest else pluralize(len(state.tables), "table"),
        phases=("preparation", "play"),
        phase=state.phase,
        facts=(Fact("tables", spans(state.tables)), Fact("a round takes", pluralize(state.minutes, "minute"))),
        panels=tuple(_panels(state)),
        prompts=_prompts(state),
        result="the event is closed" if state.closed else "",
    )


def _panels(state: State) -> Iterator[Panel]:
    if state.notices:
        told = tuple((Cell(str(number)), Cell(text)) for number, text in enumerate(state.notices, start=1))
        yield Panel("notices", "Announcements", parts=(Table("notices", ("no.", "announcement"), told),))
    for linked in state.tournaments:
        found = state.round_of(linked.id)
        if found is None:
            yield Panel(linked.id, linked.name, facts=(Fact("round", "none is seated"),))
            continue
        rows = tuple(_row(state, found, seating.table, seating.pairing) for seating in found.seatings)
        table = Table(f"tables{linked.id}", ("table", "match", "scorekeeper", "more time"), rows)
        facts = (Fact("round", str(found.number)), Fact("clock", _clock(found)))
        yield Panel(linked.id, linked.name, active=not found.ended, facts=facts, parts=(table,))
    duties = zip(state.seats, state.duties, strict=True)
    kept = tuple((Cell(seat.name), Cell(spans(tables))) for seat, tables in duties)
    yield Panel("scorekeepers", "Scorekeepers", parts=(Table("duties", ("who", "tables"), kept),))


def _row(state: State, found: Round, table: int, pairing: int) -> tuple[Cell, ...]:
    seconds = dict(found.extra).get(table, 0)
    extra = pluralize(seconds // 60, "minute") if seconds else ""
    return tuple(map(Cell, (str(table), str(pairing), names(state.seats, state.scorekeepers_of(table)), extra)))


def _clock(found: Round) -> str:
    clock = found.clock
    if clock is None:
        return "not started"
    if clock.phase == "ended":
        return "ended"
    return f"{clock.phase}, {clock.shown} left when it was set"


def _prompts(state: State) -> tuple[Prompt, ...]:
    if state.closed:
        return ()
    if not state.tournaments:
        return (Prompt("add a tournament"),)
    waiting = [one for one in state.rounds if not one.ended]
    return (Prompt("play" if waiting else "seat a round"),)
