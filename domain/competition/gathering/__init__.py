"""An event day, stored as a gathering: an organiser's stream above tournaments. It seats rounds at tables and keeps the clock."""

from collections.abc import Iterator
from typing import Final

from domain.board import Board, Cell, Fact, Panel, Prompt, Table
from domain.capabilities import CardSupport
from domain.competition.commands import CompetitionCommand, rights_of
from domain.competition.gathering import commands, state
from domain.competition.gathering.state import Options, Round, State, outcome, spans, turn_info
from domain.competition.record import Adjusted, CompetitionCard, card_counts, names
from domain.game import Event, Game, kinds_in
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


GATHERING: Final[Game[State, CompetitionCommand, Event]] = Game(
    name="gathering",
    title="Event day",
    kind="competition",
    rules_version="2",
    rulebook="Organisers' commands for several tables, for any game",
    package=__name__,
    seat_counts=tuple(range(1, commands.MOST_SCOREKEEPERS + 1)),
    turn_word="round",
    commands=kinds_in(commands),
    events=(*kinds_in(state), Adjusted),
    options=Options,
    initial=lambda catalogue: State(catalogue=catalogue),
    open_table=commands.open_table,
    legal=commands.legal,
    outcome=outcome,
    turn_info=turn_info,
    board=board,
    card_counts=card_counts,
    rights=rights_of(kinds_in(commands)),
    open_after_end=("announce",),
    cards=CardSupport(records=(CompetitionCard,)),
)
