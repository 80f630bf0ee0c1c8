"""`export import`."""

import sys
from pathlib import Path

import click

from service.cli.session import Session, print_json, say
from service.errors import UsageProblem


@click.command("export")
@click.argument("match")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Default: standard output.")
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.pass_obj
def export_command(session: Session, match: str, output: Path | None, force: bool) -> None:
    """Write MATCH as a match file: self-contained, verifiable without the store."""
    from service.exchange import export_match

    data = export_match(session.app, session.match_id(match))
    if output is None:
        sys.stdout.buffer.write(data)
        return
    if output.exists() and not force:
        raise UsageProblem(f"{output} exists; --force writes over it")
    partial = output.with_name(output.name + ".part")
    try:
        partial.write_bytes(data)
        partial.replace(output)
    except OSError as error:
        raise UsageProblem(f"{output}: {error.strerror or error}") from None
    say(f"{output}: {len(data):,} bytes")


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def import_command(session: Session, files: tuple[Path, ...], as_json: bool) -> None:
    """Read match files into the store. Each file is taken whole or not at all; what is there already is left alone."""
    from service.cli.progress import progress
    from service.exchange import import_file

    results = []
    with progress("importing", len(files)) as advance:
        for file in files:
            results.append(import_file(session.new_app, file))
            advance()
    if as_json:
        print_json(results)
        return
    for result in results:
        click.echo(f"{result.match}  {result.added} of {result.entries} entries new  {result.file}")
