"""`event-day …`: commands for an organiser of many tables."""

import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from domain.text import pluralize, sanitize, with_article
from matchbook.cli.competitions import act, print_entry, print_synced, say_unseeded
from matchbook.cli.options import as_catalogue, as_decks, as_options, as_tags, as_title
from matchbook.cli.session import Session, as_json_or_text, is_terminal, on_damaged, print_json, print_table
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from service.competitions.event_day_view import Entrant, EventDayView, StandingLine, TournamentView

_PAGE = 8
"""Seconds per page if the followed tables do not fit the screen."""

of_tournament = click.option("--tournament", default="", metavar="NAME", help="The tournament, if there are several.")


@click.group("event-day")
def event_day_command() -> None:
    """Run an event with many tables: seats, clock, results and standings."""


@event_day_command.command("new")
@click.option("--scorekeeper", "scorekeepers", multiple=True, required=True, metavar="NAME", help="A scorekeeper.")
@click.option("--tables", default=8, show_default=True, help="Number of tables.")
@click.option("--minutes", default=50, show_default=True, help="Minutes per round.")
@as_title
@as_tags
@click.pass_obj
def new_command(
    session: Session, scorekeepers: tuple[str, ...], tables: int, minutes: int, title: str, tags: tuple[str, ...]
) -> None:
    """Open an event day and print its id."""
    from service.competitions.results import opening_of_competition

    options = {"tables": str(tables), "minutes": str(minutes)}
    opening = opening_of_competition("gathering", "", scorekeepers, options, title=title, tags=tags)
    click.echo(session.new_app.open_match(opening).id)


@event_day_command.command("add")
@click.argument("event_day", metavar="EVENT")
@click.argument("tournament")
@click.option("--name", default="", help="Its name on this event day (default: its title).")
@on_damaged
@click.pass_obj
def add_command(session: Session, event_day: str, tournament: str, name: str) -> None:
    """Add TOURNAMENT to EVENT."""
    found = session.app.match(session.match_id(tournament))
    if found.game.name != "tournament":
        raise UsageProblem(f"{found.id} is {with_article(found.game.title.lower())}, not a tournament")
    name = name or (found.opened.title if found.opened else "") or found.game.title
    act(session, event_day, "add_tournament", lambda _: {"tournament": found.id, "name": name})


@event_day_command.command("round")
@click.argument("event_day", metavar="EVENT")
@of_tournament
@as_options
@as_decks
@as_catalogue
@as_json_or_text
@click.pass_obj
def round_command(
    session: Session,
    event_day: str,
    tournament: str,
    options: dict[str, str],
    decks: dict[int, str],
    catalogue: str | None,
    as_json: bool,
) -> None:
    """Pair the next round, seat it at the tables, and open its matches."""
    from service.competitions.event_days import EventDays
    from service.competitions.fixtures import FixtureSettings

    wishes = FixtureSettings(options=options, decks=decks, catalogue=catalogue)
    started = EventDays(session.app).next_round(session.match_id(event_day), tournament, wishes=wishes)
    if started.unseeded:
        say_unseeded(started.tournament)
    if as_json:
        print_json(started)
    else:
        opened = f", {len(started.opened)} opened" if started.opened else ""
        click.echo(f"{started.name}, round {started.round}: {pluralize(len(started.tables), 'table')}{opened}")


@event_day_command.command("clock")
@click.argument("event_day", metavar="EVENT")
@click.argument(
    "what", metavar="start|pause|resume|extend|end", type=click.Choice(["start", "pause", "resume", "extend", "end"])
)
@click.option("--minutes", type=int, metavar="N", help="Minutes of the round, or of extra time.")
@click.option("--table", type=int, metavar="N", help="Extra time for only this table.")
@of_tournament
@on_damaged
@click.pass_obj
def clock_command(
    session: Session, event_day: str, what: str, minutes: int | None, table: int | None, tournament: str
) -> None:
    """Start, pause, resume or extend the clock of the round, or end the round, now."""
    now = session.app.clock() // 1_000_000
    fields = {"act": what, "at": now, "minutes": minutes, "table": table, "tournament": tournament}
    act(session, event_day, "set_clock", lambda _: fields)


@event_day_command.command("result")
@click.argument("event_day", metavar="EVENT")
@click.argument("table", type=int)
@click.option("--winner", "winners", multiple=True, metavar="NAME", help="The winner.")
@click.option("--drawn", is_flag=True, help="The match was drawn.")
@click.pass_obj
def result_command(session: Session, event_day: str, table: int, winners: tuple[str, ...], drawn: bool) -> None:
    """Enter the result slip of TABLE; a second entry replaces the first."""
    from service.competitions.event_days import EventDays

    print_entry(EventDays(session.app).enter_result(session.match_id(event_day), table, winners, drawn=drawn))


@event_day_command.command("collect")
@click.argument("event_day", metavar="EVENT")
@on_damaged
@click.pass_obj
def collect_command(session: Session, event_day: str) -> ExitCode:
    """Record the current results of the matches at the tables, including corrections, rulings and penalties."""
    from service.competitions.event_days import EventDays

    return print_synced(EventDays(session.app).collect(session.match_id(event_day)))


@event_day_command.command("show")
@click.argument("event_day", metavar="EVENT")
@click.option("--find", default="", metavar="NAME|NUMBER", help="Only the seats of a player, or a table.")
@click.option("--follow", is_flag=True, help="Keep showing it, for a public screen, until you press ^c.")
@as_json_or_text
@click.pass_obj
def show_command(session: Session, event_day: str, find: str, follow: bool, as_json: bool) -> None:
    """Show who plays where, the clock and the standings."""
    match_id = session.match_id(event_day)
    view = _view(session, match_id)
    if as_json:
        print_json(view)
    elif find:
        found = [(one.name, line.table or "bye", _between(line.players), line.result) for one, line in view.found(find)]
        if not found:
            raise UsageProblem(f"no seated player has the name or number {find}")
        print_table(("tournament", "table", "players", "result"), found)
    elif follow and is_terminal():
        _follow(session, match_id)
    else:
        click.echo("\n".join(_lines(view, shutil.get_terminal_size((100, 24)).columns)))


def _view(session: Session, match_id: str) -> "EventDayView":
    from service.competitions.event_day_view import view_of
    from service.competitions.event_days import event_day_of
    from service.competitions.results import Competitions

    app = session.app
    return view_of(event_day_of(Competitions(app), match_id), app.match, app.clock() // 1_000_000)


def _follow(session: Session, match_id: str) -> None:
    """Draw the view each second, page by page if it does not fit."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with suppress(KeyboardInterrupt), Live(console=Console(stderr=True), screen=True, auto_refresh=False) as screen:
        while True:
            width, height = screen.console.size
            lines = list(_lines(_view(session, match_id), width))
            pages = [lines[first : first + height] for first in range(0, len(lines), height)]
            shown = "\n".join(pages[int(time.monotonic()) // _PAGE % len(pages)])
            screen.update(Text.from_ansi(shown), refresh=True)
            time.sleep(1)


def _lines(view: "EventDayView", width: int) -> Iterator[str]:
    from matchbook.cli.tables import table_lines

    yield sanitize(view.title) + (" (closed)" if view.closed else "")
    yield from (f"{number}. {sanitize(text)}" for number, text in enumerate(view.notices, start=1))
    for one in view.tournaments:
        yield ""
        yield f"{sanitize(one.name)} · {_state(one)}"
        rows = [
            (line.table or "", _between(line.players), line.result, ", ".join(line.scorekeepers)) for line in one.tables
        ]
        if rows:
            yield from table_lines(("table", "players", "result", "scorekeeper"), rows, width)
        standings = [(*_place(line), *line.further) for line in one.standings]
        yield ""
        yield from table_lines(("place", "no.", "player", "w-l-d", "points", *one.columns), standings, width)


def _place(line: "StandingLine") -> tuple[object, ...]:
    record = f"{line.wins}-{line.losses}-{line.draws}"
    return line.place, line.player.number, line.player.name, record, line.points


def _between(players: "Iterable[Entrant]") -> str:
    return " - ".join(f"{player.name} ({player.number})" for player in players)


def _state(one: "TournamentView") -> str:
    if one.clock in ("", "seated", "ended"):
        said = {"": "no round is seated", "seated": "not begun", "ended": "the round has ended"}[one.clock]
    else:
        minutes, seconds = divmod(abs(one.left), 60)
        said = f"{minutes}:{seconds:02} {'over' if one.left < 0 else 'left'}"
        said += ", the clock is stopped" if one.clock == "paused" else ""
    return f"round {one.round} of {one.rounds} · {said}" if one.round else said
