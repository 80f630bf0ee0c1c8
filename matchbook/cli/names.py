"""The commands of `names`: player names behind pseudonyms."""

import click

from matchbook.cli.session import Session, as_json_or_text, print_json, print_table, say
from service.errors import UsageProblem


@click.group("names")
def names_command() -> None:
    """Manage the names of players behind pseudonyms ('matchbook new --pseudonyms'). They are stored in a file beside
    the store (STORE.names) or in a table of the server. With that file you see names; without it, the store, exports
    and copies show pseudonyms."""


@names_command.command("list")
@as_json_or_text
@click.pass_obj
def names_list(session: Session, as_json: bool) -> None:
    """List names and pseudonyms."""
    known = session.app.store.pseudonyms.known()
    if as_json:
        print_json(dict(known))
    elif known:
        print_table(("name", "in the record"), [*known.items()])
    else:
        say("no names; `matchbook new … --pseudonyms` keeps them out of the record")


@names_command.command("forget")
@click.argument("name")
@click.pass_obj
def names_forget(session: Session, name: str) -> None:
    """Erase NAME: its matches show only the pseudonym from now on, and still verify."""
    from domain.text import suggestion

    pseudonyms = session.app.store.pseudonyms
    try:
        click.echo(pseudonyms.forget(name))
        session.analytics.discard()  # they contain the name
    except KeyError:
        raise UsageProblem(
            f"no name {name!r}{suggestion(name, pseudonyms.known()) or ': `matchbook names list` has them'}"
        ) from None
