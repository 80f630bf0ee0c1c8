"""The commands `stats`, `sql` and `project`."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

import click

from domain.seats import JUDGE
from domain.text import pluralize
from matchbook.cli.filters import WithFilters
from matchbook.cli.progress import progress
from matchbook.cli.session import Session, as_json_or_text, as_viewpoint, of_dataset, print_json, print_table, say
from service.clock import format_time
from service.errors import ExitCode, UsageProblem
from service.kits import counted_game
from service.outputs import whole_file

if TYPE_CHECKING:
    from projections.answers import Answer, AsOf
    from projections.result_files import Form, WrittenFile
    from projections.statements import Request

_SUFFIXES: Final[dict[str, "Form"]] = {".parquet": "parquet", ".json": "json", ".md": "markdown"}
"""File extensions and their formats; all others are CSV."""
_WIDEST: Final = 100
"""Most columns and rows of a chart."""
_TALL: Final = 16
_AnyCommand = TypeVar("_AnyCommand", bound=Callable[..., object])
Save: TypeAlias = "Callable[[Path, Form], WrittenFile]"


def _into_files(command: _AnyCommand) -> _AnyCommand:
    """Add the options of a command whose answer may go into a file."""
    for option in (
        click.option("--force", is_flag=True, help="Overwrite an existing file."),
        click.option(
            "--format",
            "form",
            type=click.Choice(["csv", "parquet", "json", "markdown"]),
            help="Write the rows in this format (default: by the file's extension, else csv).",
        ),
        click.option(
            "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write the rows into a file."
        ),
        click.option("--limit", type=click.IntRange(0), help="Rows at most (default: all)."),
    ):
        command = option(command)
    return command


@click.command("stats", cls=WithFilters)
@click.argument("words", nargs=-1, metavar="[STATISTIC] [by DIMENSION,...] [FILTER]...")
@click.option("--game", help="Only matches of this game, or of this kit.")
@click.option("--kit", help="Only matches of this kit, even if it is not installed here.")
@click.option(
    "--explain", "explained", is_flag=True, help="Explain the statistics: formula, parameters and known bias."
)
@click.option("--chart", is_flag=True, help="Draw the chart of the statistic instead of its table.")
@_into_files
@of_dataset
@as_viewpoint
@as_json_or_text
@click.pass_obj
def stats_command(
    session: Session,
    words: tuple[str, ...],
    game: str | None,
    kit: str | None,
    explained: bool,
    chart: bool,
    limit: int | None,
    output: Path | None,
    form: str | None,
    force: bool,
    viewpoint: str,
    as_json: bool,
) -> None:
    """Show a STATISTIC of the recorded matches, or list all of them. What-ifs and duplicates are excluded
    unless a
    filter includes them, and so are simulated matches if a played one is in scope.

    A metric is split by dimensions; `matchbook metrics list` lists both. Filters are NAME:VALUE, -NAME:VALUE to leave
    out, and "text" in title, players or tags.

    \b
    matchbook stats first-player game:frc_card_game
    matchbook stats cards least:10 since:2026-01-01 -tag:test
    matchbook stats cards kind:simulated -o cards.parquet
    matchbook stats win-rate by player,first game:frc_tcg -opponent:Ada
    matchbook stats gih-win-rate by card turn:1..4 since:2026-01-01 least:30

    --as limits the answer to the knowledge of a player or spectator.
    """
    from projections.questions import explain, find_question
    from projections.statements import read_request

    named = {"game": None if game is None else counted_game(game), "kit": kit, "limit": limit}
    _expect_no_file(viewpoint, output, form)
    if not words or explained:
        _expect_no_rows(output=output, form=form, limit=limit)
    if not words:
        _print_numbers(as_json=as_json)
    elif explained:
        click.echo(explain(find_question(words[0])), nl=False)
    elif chart:
        _expect_no_rows(output=output, form=form, limit=None)
        _draw_chart(session.analytics.ask(wanted := read_request(words, named), viewpoint=viewpoint), wanted)
    else:
        wanted = read_request(words, named)
        _Outlet(output, form, force, as_json).take(
            lambda: session.analytics.ask(wanted, viewpoint=viewpoint),
            lambda path, form: session.analytics.save(wanted, path, form),
            marked=True,
        )


def _draw_chart(answer: "Answer", wanted: "Request") -> None:
    """Print the chart of a number: bars next to their rows, or lines and columns."""
    from replay_tui.widgets.chart_view import captions, chart_text
    from service.analysis.charts import charts_of
    from service.analysis.statistics import StatisticsQuery
    from service.analysis.tables import tabulate
    from service.reading.styled_text import plain

    shape = StatisticsQuery(wanted.number, wanted.by, wanted.filters).shape
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    charts = charts_of(shape, answer)
    for one in charts:
        click.echo(" · ".join(captions(one)))
        click.echo(click.unstyle(chart_text(one, width, _TALL)).rstrip())
    if not charts:
        table = tabulate(shape, answer)
        click.echo(plain(table.line(row, 0, width) for row in (None, *range(len(answer.rows)))))
    say_answered(answer)


def _print_numbers(*, as_json: bool) -> None:
    from projections.questions import bad_questions, questions

    listed = list(questions().values())
    if as_json:
        print_json([{"name": one.name, "title": one.title, "unit": one.unit} for one in listed])
    else:
        print_table(("number", "meaning"), [(one.name, one.title) for one in listed])
    for bad in bad_questions().values():
        say(bad)


def _expect_no_rows(*, output: Path | None, form: str | None, limit: int | None) -> None:
    """Refuse options for rows if no question is answered, instead of ignoring them silently."""
    given = [name for name, value in (("-o", output), ("--format", form), ("--limit", limit)) if value is not None]
    if given:
        raise UsageProblem(f"{given[0]} is for the rows of an answer: give a STATISTIC, without --explain")


def _expect_no_file(viewpoint: str, output: Path | None, form: str | None) -> None:
    """Refuse files with --as, because files contain the whole tables."""
    if viewpoint != JUDGE and (output is not None or form is not None):
        raise UsageProblem("--as prints its answer, as a table or with --json: leave out -o and --format")


class _Few(int):
    """A number of cases that is too small to rely on; it prints with a mark."""

    def __str__(self) -> str:
        return f"~{int(self)}"


def print_answer(answer: "Answer", *, as_json: bool, marked: bool = False) -> None:
    """Print an answer as a table or JSON. `marked`: mark small numbers of cases."""
    if as_json:
        print_json(answer)
        return
    rows = _marked(answer) if marked else answer.rows
    print_table(answer.columns, rows)
    _say_notes(answer)
    if any(isinstance(cell, _Few) for row in rows for cell in row):
        from projections.answers import SMALL

        say(f"~ fewer than {SMALL} cases: too few to rely on")
    say(coverage(answer.as_of))


def _marked(answer: "Answer") -> tuple[tuple[object, ...], ...]:
    from projections.answers import SMALL

    def cell(name: str, value: object) -> object:
        return _Few(value) if name == "n" and isinstance(value, int) and value < SMALL else value

    return tuple(tuple(map(cell, answer.columns, row)) for row in answer.rows)


def say_answered(answer: "Answer") -> None:
    """Print the notes of an answer, and its position."""
    _say_notes(answer)
    say(coverage(answer.as_of))


def _say_notes(told: "Answer | WrittenFile") -> None:
    for note in told.notes:
        say(note)


@dataclass(frozen=True)
class _Outlet:
    """Delivers an answer according to the options: prints it, or writes its rows."""

    output: Path | None
    form: str | None
    force: bool
    as_json: bool

    def take(self, ask: Callable[[], "Answer"], save: Save, *, marked: bool = False) -> None:
        """Print the answer of `ask`, or write it by `save`. `marked`: mark small numbers of cases."""
        if self.output is None and self.form is None:
            print_answer(ask(), as_json=self.as_json, marked=marked)
            return
        if self.as_json:
            raise UsageProblem("--json prints the answer with all its notes; for only the rows: --format json")
        _deliver(save, self.output, self.form, force=self.force)


def _deliver(save: Save, output: Path | None, form: str | None, *, force: bool) -> None:
    """Write all rows into a file, or to standard output."""
    if output is None:
        chosen = cast("Form", form)
        if chosen == "parquet" and sys.stdout.isatty():
            raise UsageProblem("parquet cannot be printed: name a file with -o")
        with TemporaryDirectory(prefix="matchbook-") as folder:
            path = Path(folder) / "rows"
            written = save(path, chosen)
            if chosen in ("csv", "markdown"):  # text may be read on a terminal, so control characters are removed
                with path.open(encoding="utf-8", newline="") as lines:
                    shutil.copyfileobj(lines, sys.stdout)
            else:
                with path.open("rb") as file:
                    shutil.copyfileobj(file, sys.stdout.buffer)
    else:
        try:
            with whole_file(output, replace=force) as part:
                written = save(part, cast("Form", form or _SUFFIXES.get(output.suffix.lower(), "csv")))
        except FileExistsError:
            raise UsageProblem(f"{output} exists; --force overwrites it") from None
        say(f"{output}: {written.rows:,} row{'' if written.rows == 1 else 's'}")
    _say_notes(written)
    say(coverage(written.as_of))


def coverage(as_of: "AsOf") -> str:
    """Describe the last entry in the analytics, `as of entry 412 of 412`, and gaps; for outdated analytics, since when
    and how far behind."""
    behind = as_of.head - as_of.position
    since = (
        f", {pluralize(behind, 'entry', 'entries')} behind since {format_time(as_of.updated_at)} UTC" if behind else ""
    )
    missing = f"; {pluralize(as_of.damaged, 'damaged entry', 'damaged entries')} left out" if as_of.damaged else ""
    return f"as of entry {as_of.position} of {as_of.head}{since}{missing}"


@click.command("sql")
@click.argument("query")
@_into_files
@of_dataset
@as_viewpoint
@as_json_or_text
@click.pass_obj
def sql_command(
    session: Session,
    query: str,
    limit: int | None,
    output: Path | None,
    form: str | None,
    force: bool,
    viewpoint: str,
    as_json: bool,
) -> None:
    """Ask in SQL. Read-only, without access to files or the network; docs/reference/sql_schema.md describes the tables.
    With --as, the tables contain what that player or spectator may know, without commands, events and numbers of cards."""
    _expect_no_file(viewpoint, output, form)
    _Outlet(output, form, force, as_json).take(
        lambda: session.analytics.sql(query, limit=limit, viewpoint=viewpoint),
        lambda path, form: session.analytics.save_sql(query, path, form, limit=limit),
    )


@click.command("project")
@click.option("--rebuild", is_flag=True, help="Rebuild the analytics from the store.")
@as_json_or_text
@click.pass_obj
def project_command(session: Session, rebuild: bool, as_json: bool) -> int:
    """Bring the analytics up to date with the store, and compare both. Exit code 1 if another program changed the
    analytics; then they are rebuilt."""
    from projections.comparison import edits_text

    total = session.app.store.head_position()
    rebuild = rebuild or not session.analytics.path.exists()
    with progress("rebuilding" if rebuild else "projecting", total) as advance:
        done = 0

        def reached(position: int, _: int) -> None:
            nonlocal done
            advance(position - done)
            done = position

        as_of = session.analytics.rebuild(reached) if rebuild else session.analytics.catch_up(reached)
    if edited := "" if rebuild else edits_text(session.analytics):
        say(edited)
        as_of = session.analytics.rebuild()
    for fault in session.analytics.defects():
        say(fault)
    if as_json:
        print_json(as_of)
    else:
        say(coverage(as_of))
    return ExitCode.FINDINGS if edited else ExitCode.FINE
