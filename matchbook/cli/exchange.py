"""The commands `export` and `import`."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

import click

from domain.seats import JUDGE, SPECTATOR
from domain.text import pluralize
from matchbook.cli.delivery import deliver
from matchbook.cli.duplicates import LEAST, MOST_LISTED, ask_about_duplicates
from matchbook.cli.session import (
    ExistingPath,
    Session,
    as_json_or_text,
    as_reading,
    naming,
    print_json,
    say,
    told_damage,
)
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from service.exchange.earlier_imports import EarlierMatches
    from service.exchange.files import Form, ImportResult
    from service.exchange.game_formats import FileReading
    from service.exchange.import_report import MatchImport
    from service.exchange.open_data import Form as OpenForm
    from service.reading.log import Reading


@click.command("export")
@click.argument("match", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Output file (default: standard output).")
@click.option(
    "--format",
    "form",
    default="match",
    show_default=True,
    metavar="match|html|text|svg|parquet|duckdb|…",
    help="A match file; a replay as one web page; the log; a picture of the board; or a form of the game's own. Of all matches, "
    "without MATCH: the tables of the analytics as a folder of Parquet files, or as one DuckDB file.",
)
@click.option(
    "--as",
    "viewpoints",
    multiple=True,
    default=("judge",),
    show_default=True,
    help="Viewpoint of the output; repeat it to offer a choice on the page.",
)
@click.option(
    "--redact",
    type=click.Choice(["players", "public"]),
    help="A match file with digests instead of payloads, which still verifies: with the log that all players may read, or "
    "without a log.",
)
@as_reading
@click.option(
    "--at",
    "at",
    type=int,
    metavar="N",
    help="The entry that a picture shows (default: the last) and a page opens at (default: the first).",
)
@click.option("--force", is_flag=True, help="Overwrite an existing file, or an older folder of tables.")
@click.pass_obj
def export_command(
    session: Session,
    match: str | None,
    output: Path | None,
    form: str,
    viewpoints: tuple[str, ...],
    redact: str | None,
    reading: "Reading",
    at: int | None,
    force: bool,
) -> int:
    """Export MATCH: as a match file that can be verified without the store, or as a page, text or picture. With
    MATCH/ENTRY, a page opens there and a picture shows that entry. A match file for a player or spectator has their
    log, and digests of hidden payloads.

    Without MATCH, --format parquet and duckdb write the tables of all matches, hidden cards included, for other
    tools."""
    if form in ("parquet", "duckdb"):
        of_one = {"MATCH": match, "--as": viewpoints != (JUDGE,), "--redact": redact, "--at": at is not None}
        return _export_tables(
            session, output, cast("OpenForm", form), [name for name, given in of_one.items() if given], force
        )
    if match is None:
        raise UsageProblem(
            "name a MATCH (`matchbook matches` lists them), or export all with --format parquet or duckdb"
        )
    data = _written_down(session, match, form, viewpoints, redact=redact, reading=reading, at=at)
    deliver(data, output, force=force)
    return ExitCode.FINE


def _written_down(
    session: Session,
    match: str,
    form: str,
    viewpoints: tuple[str, ...],
    *,
    redact: str | None,
    reading: "Reading",
    at: int | None,
) -> bytes:
    """Return one match in a format. Raises UsageProblem for options that do not fit the format."""
    from service.addresses import parse_address
    from service.exchange.files import Form as Drawn
    from service.exchange.files import export_match, export_view, render
    from service.exchange.game_formats import written

    match_id = session.match_id(match)
    viewpoint, *others = viewpoints
    if others and form != "html":
        raise UsageProblem("only a page (--format html) has several viewpoints: give one --as")
    if redact and (form != "match" or viewpoint != JUDGE):
        raise UsageProblem("--redact makes match files without a viewpoint: leave out --format and --as")
    if redact:
        return export_view(session.app, session.history(match_id), SPECTATOR, telling=redact == "players")
    foreign = form != "match" and form not in get_args(Drawn)
    if foreign and viewpoint != JUDGE:
        raise UsageProblem(f"--format {form} shows the whole record: leave out --as")
    history = session.history(match_id)  # a damaged match is written as stored, with a warning
    if form == "match" and viewpoint == JUDGE:
        return export_match(session.app, match_id)
    if form == "match":
        return export_view(session.app, history, viewpoint)
    if foreign:
        return written(history, form).encode()
    _, version, event = parse_address(match)
    version, event = (version, event) if at is None else (at, None)
    return render(history, cast("Form", form), viewpoint, version, event, others=others, reading=reading).encode()


def _export_tables(session: Session, output: Path | None, form: "OpenForm", of_one: list[str], force: bool) -> int:
    """Write the tables and return the exit code. `of_one`: given options for single matches."""
    from matchbook.cli.analysis import coverage
    from projections.answers import AsOf
    from service.exchange.open_data import write_open_data

    if of_one:
        raise UsageProblem(f"--format {form} writes all matches as they were recorded: leave out {of_one[0]}")
    if output is None:
        raise UsageProblem(f"--format {form} needs a {'folder' if form == 'parquet' else 'file'}: name it with -o")
    try:
        manifest = write_open_data(session.analytics, output, form, replace=force)
    except FileExistsError:
        raise UsageProblem(f"{output} exists; --force overwrites it") from None
    events = next((table.rows for table in manifest.tables if table.name == "events"), 0)
    say(f"{output}: {pluralize(len(manifest.tables), 'table')}, {pluralize(events, 'event')}, hidden cards included")
    say(coverage(AsOf(manifest.position, manifest.head, 0, manifest.left_out)))
    app = session.app
    broken = {match: app.chain_problem(match) for match in app.store.match_ids()}
    others = (f"{match} is {why}" for match, why in session.analytics.damage().items() if not broken.get(match))
    return told_damage(*app.store.maintenance.deviations(), *broken.values(), *others)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=ExistingPath(path_type=Path, dir_okay=False))
@click.option("--format", "form", default="", metavar="NAME", help="Form of the files (default: by their endings).")
@click.option(
    "--as",
    "kit",
    default="",
    metavar="KIT",
    help="Read the files as matches of a kit: by a format that it declares, "
    "or as a list of moves (.csv, .tsv, .jsonl).",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="ROLE=NAME",
    help="The column of a list of moves with the match, "
    "player, action, time, comment, winner or title; repeat it. A text with {NAME} joins columns: action='roll {dice}'.",
)
@click.option(
    "--again",
    is_flag=True,
    help="Record a match once more although the store has an earlier version of it, or has it with another version of its kit.",
)
@click.option("--dry-run", "dry_run", is_flag=True, help="Print the imports and omissions without storing them.")
@as_json_or_text
@click.pass_obj
def import_command(
    session: Session,
    files: tuple[Path, ...],
    form: str,
    kit: str,
    columns: tuple[str, ...],
    again: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Import match files into the store, and files in formats of installed games (.pgn, …) and of kits (--as KIT).

    A match file is imported atomically; other files match by match. Each file is reported: new matches, omissions
    with reasons, broken rules, and refused matches (exit code 1). Existing matches are left unchanged: a corrected version of one
    is refused, with the corrections to record.
    """
    from matchbook.cli.progress import progress
    from service.exchange.files import ImportResult
    from service.exchange.game_formats import form_of, kit_source
    from service.exchange.import_report import MatchImport

    roles, earlier = _roles(columns, kit), cache(partial(_earlier_matches, session))
    results: list[ImportResult | MatchImport] = []
    with progress("importing", len(files)) as advance:
        for file in files:
            found, lines = _imported(
                session, file, partial(kit_source, kit=kit, form=form, columns=roles) if kit else partial(form_of, form=form),
                dry_run=dry_run, again=again, alone=len(files) == 1, earlier=earlier,
            )  # fmt: skip
            results += found
            advance()
            for line in lines if not as_json else ():
                click.echo(line)
    if as_json:
        print_json(results)
    elif dry_run:
        say("nothing was stored")
    new = {one.match for one in results if isinstance(one, ImportResult) and one.added and one.entries >= LEAST}
    if new and not dry_run:
        ask_about_duplicates(session, new, silent=as_json)
    return ExitCode.FINDINGS if any(isinstance(one, MatchImport) and one.fault for one in results) else ExitCode.FINE


def _roles(columns: tuple[str, ...], kit: str) -> dict[str, str]:
    """Return the column of each role in a list of moves. Raises UsageProblem."""
    if columns and not kit:
        raise UsageProblem("--column is only for lists of moves: name their kit with --as")
    for column in columns:
        if "=" not in column:
            raise UsageProblem(f"--column {column}: written ROLE=NAME, as in action=move")
    return dict(column.split("=", 1) for column in columns)


def _imported(
    session: Session,
    file: Path,
    source_of: "Callable[[Path], FileReading | None]",
    *,
    dry_run: bool,
    again: bool,
    alone: bool,
    earlier: "Callable[[], EarlierMatches | None]",
) -> "tuple[list[ImportResult | MatchImport], list[str]]":
    """Import a file and report on it. An unreadable file does not stop the others."""
    from service.exchange.files import import_file
    from service.exchange.game_formats import adopt
    from service.exchange.import_report import MatchImport, import_report
    from service.resources import UnreadableFile
    from storage.errors import Fork

    try:
        with naming(file):
            source = source_of(file)
            if source is None:
                taken = import_file(session.new_app, file, dry_run=dry_run)
                entries = pluralize(taken.entries, "entry", "entries")
                return [taken], [f"{taken.match}  {taken.added} of {entries} new  {file}"]
            known = None if again else earlier()
            adopted = list(adopt(session.new_app, file, source, dry_run=dry_run, earlier=known, again=again))
            today = source.version_of(source.catalogue)
            return [*adopted], list(import_report(file, adopted, source.format.assumed, today))
    except (UsageProblem, UnreadableFile, Fork) as error:
        if alone:
            raise
        return [MatchImport(str(file), 0, fault=str(error))], [f"not taken: {error}"]


def _earlier_matches(session: Session) -> "EarlierMatches | None":
    """Return the matches of the store, to find those of which a file has a corrected version; `None` if there are none."""
    from projections.answers import MatchQuery
    from projections.errors import AnalyticsError
    from service.exchange.earlier_imports import EarlierMatches

    if not session.new_app.store.recorder.select_match_ids(limit=1):
        return None
    try:
        return EarlierMatches(
            session.new_app, session.analytics.matches(MatchQuery(limit=MOST_LISTED).having(kind="all"))
        )
    except AnalyticsError as error:
        say(f"earlier versions of the matches cannot be found: {error}")
        return None
