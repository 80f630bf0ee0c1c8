"""The commands `backup` and `restore`."""

from pathlib import Path

import click

from domain.text import pluralize
from matchbook.cli.session import Session, as_json_or_text, print_json, say, told_damage
from service.errors import ExitCode

_folder = click.Path(path_type=Path)


@click.command("backup")
@click.argument("folder", type=_folder)
@as_json_or_text
@click.pass_obj
def backup_command(session: Session, folder: Path, as_json: bool) -> int:
    """Copy the whole store into FOLDER while recording goes on. If FOLDER exists, the copy goes into a new folder in
    it, named after the time. Prints the head hash of the copy; `matchbook verify --all --expect HEAD` proves later
    that the
    copy is complete and unaltered. A manifest beside the copy describes its content. Tokens, and the names behind
    pseudonyms, are not copied. A damaged store is copied unchanged: exit code 6."""
    from service.backups import back_up

    store = session.app.store
    made, manifest = back_up(store, folder.expanduser())
    if as_json:
        print_json({"folder": str(made), "head": manifest.head, "matches": len(manifest.matches)})
    else:
        say(f"{pluralize(len(manifest.matches), 'match', 'matches')} in {made}")
        click.echo(manifest.head)
    if store.pseudonyms.known():
        say(
            f"matchbook: warning: {store.pseudonyms.place}, the names behind pseudonyms, is not in the copy: keep it separately"
        )
    return told_damage(*store.maintenance.deviations(), manifest.damage)


@click.command("restore")
@click.argument("folder", type=_folder)
@click.option("--store", metavar="URL", help="The new store (default: the store of `matchbook --store`).")
@click.option(
    "--compare",
    is_flag=True,
    help="Compare the store with the backup without restoring; exit code 4 for a fork.",
)
@as_json_or_text
@click.pass_obj
def restore_command(session: Session, folder: Path, store: str | None, compare: bool, as_json: bool) -> int:
    """Build a store from the backup in FOLDER. Every hash chain is verified against the manifest; a changed
    backup is refused, and so is a store with entries. Damage in the original store is kept: exit code 6.
    """
    from service.backups import restore

    if store is not None:
        session.use_store(store)
    if compare:
        return _compared(session, folder.expanduser(), as_json=as_json)
    manifest = restore(folder.expanduser(), session.url)
    if as_json:
        print_json({"store": session.url, "head": manifest.head, "matches": len(manifest.matches)})
    else:
        say(f"{pluralize(len(manifest.matches), 'match', 'matches')} as in the backup of {manifest.made_at}")
        click.echo(manifest.head)
    return told_damage(manifest.damage)


def _compared(session: Session, folder: Path, *, as_json: bool) -> int:
    from service.backups import compare, opened_backup

    with opened_backup(folder) as (_, copy):
        parted = compare(session.app.store, copy)
    if as_json:
        print_json(parted)
    else:
        click.echo(parted)
        for match, version in parted.forks:
            click.echo(f"{match}/{version} is the first entry that differs")
    return ExitCode.CONFLICT if parted.forks else ExitCode.FINE
