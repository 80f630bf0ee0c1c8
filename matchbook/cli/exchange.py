"""`export import`."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from domain.table import JUDGE, SPECTATOR
from domain.text import counted
from matchbook.cli.delivery import deliver
from matchbook.cli.duplicates import LEAST, ask_about_duplicates
from matchbook.cli.session import Session, as_json_or_text, as_reading, naming, print_json
from service.errors import UsageProblem

if TYPE_CHECKING:
    from service.exchange.files import Form
    from service.reading.log import Reading


@click.command("export")
@click.argument("match")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Default: standard output.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["match", "html", "text", "svg"]),
    default="match",
    show_default=True,
    help="A match file; a replay as one web page; the log; a picture of the board.",
)
@click.option(
    "--as",
    "viewpoints",
    multiple=True,
    default=("judge",),
    show_default=True,
    help="Whose view it shows; given again, a page lets choose among them.",
)
@click.option(
    "--redact",
    type=click.Choice(["players", "public"]),
    help="A match file with digests in place of what was recorded, which still verifies: with the log that everybody at the table "
    "may read, or without a word of it.",
)
@as_reading
@click.option(
    "--at",
    "at",
    type=int,
    metavar="N",
    help="The entry that a picture shows (default: the last) and a page opens at (default: the first).",
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.pass_obj
def export_command(
    session: Session,
    match: str,
    output: Path | None,
    form: str,
    viewpoints: tuple[str, ...],
    redact: str | None,
    reading: "Reading",
    at: int | None,
    force: bool,
) -> None:
    """Write MATCH down: as a match file that is verifiable without the store, or to look at. MATCH/ENTRY is where a page opens
    and what a picture shows. A match file for a player or spectator has their log and digests of what they may not know."""
    from service.addresses import parse_address
    from service.exchange.files import export_match, export_view, render

    match_id = session.match_id(match)
    viewpoint, *others = viewpoints
    if others and form != "html":
        raise UsageProblem("only a page (--format html) lets choose among viewpoints: give one --as")
    if redact and (form != "match" or viewpoint != JUDGE):
        raise UsageProblem("--redact makes match files that show nobody's view: leave out --format and --as")
    if redact:
        data = export_view(session.app, session.history(match_id), SPECTATOR, telling=redact == "players")
    elif form == "match" and viewpoint == JUDGE:
        session.history(match_id)  # a damaged match is written down as it is stored, and is said to be damaged
        data = export_match(session.app, match_id)
    elif form == "match":
        data = export_view(session.app, session.history(match_id), viewpoint)
    else:
        _, version, event = parse_address(match)
        version, event = (version, event) if at is None else (at, None)
        data = render(
            session.history(match_id), cast("Form", form), viewpoint, version, event, others=others, reading=reading
        ).encode()
    deliver(data, output, force=force)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@as_json_or_text
@click.pass_obj
def import_command(session: Session, files: tuple[Path, ...], as_json: bool) -> None:
    """Read match files into the store. Each file is taken whole or not at all; what is there already is left alone."""
    from matchbook.cli.progress import progress
    from service.exchange.files import import_file

    results = []
    with progress("importing", len(files)) as advance:
        for file in files:
            with naming(file):
                results.append(import_file(session.new_app, file))
            advance()
    if as_json:
        print_json(results)
    else:
        for result in results:
            click.echo(
                f"{result.match}  {result.added} of {counted(result.entries, 'entry', 'entries')} new  {result.file}"
            )
    new = {result.match for result in results if result.added and result.entries >= LEAST}
    if new:
        ask_about_duplicates(session, new, silent=as_json)
