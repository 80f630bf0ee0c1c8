"""The commands `keys`, `checkpoint`, `prove` and `slip`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from matchbook.cli.delivery import as_forced, as_output, deliver
from matchbook.cli.session import Session, as_json_or_text, print_json, print_table, say
from service import settings
from service.errors import UsageProblem

if TYPE_CHECKING:
    from service.witnessing.keys import KeyRing
    from service.witnessing.slip import Form


def key_ring() -> "KeyRing":
    """Return the keys of this device."""
    from service.witnessing.keys import KeyRing

    return KeyRing(settings.keys_folder())


_until = click.option("--until", default="", metavar="DAY", help="The last day on which it may sign: 2027-12-31.")


@click.group("keys")
def keys_command() -> None:
    """Manage the keys that sign and check checkpoints: a private key for each signing device, and the trusted public
    keys of others. They are stored beside your preferences (MATCHBOOK_CONFIG)."""


@keys_command.command("new")
@click.argument("name")
@_until
def keys_new(name: str, until: str) -> None:
    """Create a key NAME for this device, and print its public half for others to trust."""
    ring = key_ring()
    click.echo(ring.new(name, until).key)
    say(
        f"{ring.folder / f'{name}.key'}: the private half; keep it secret. Others: `matchbook keys trust` with the line above"
    )


@keys_command.command("list")
@as_json_or_text
def keys_list(as_json: bool) -> None:
    """List trusted keys, including your own."""
    keys = key_ring().trusted()
    if as_json:
        print_json(keys)
    elif keys:
        rows = [(key.name, "this device" if key.own else "trusted", key.until or "-", key.key) for key in keys]
        print_table(("name", "whose", "until", "key"), rows)
    else:
        say("no keys; `matchbook keys new NAME` makes one")


@keys_command.command("trust")
@click.argument("key")
@_until
def keys_trust(key: str, until: str) -> None:
    """Trust checkpoints signed by KEY, as printed by `keys new` on another device. Repeat it to change the last day."""
    trusted = key_ring().trust(key, until)
    say(f"{trusted.name} is trusted{f' until {trusted.until}' if until else ''}")


@click.command("checkpoint")
@click.argument("match", required=False)
@click.option("--all", "every", is_flag=True, help="The whole store.")
@click.option("--key", default="", metavar="NAME", help="The key that signs (default: the only one of this device).")
@click.option("--venue", metavar="NAME", help="Venue of the record (default: MATCHBOOK_VENUE, else table).")
@as_output
@as_forced
@click.pass_obj
def checkpoint_command(
    session: Session, match: str | None, every: bool, key: str, venue: str | None, output: Path | None, force: bool
) -> None:
    """Sign the current head hash of MATCH. A player, a judge or another device can keep the signed note.

    `matchbook verify MATCH --checkpoint FILE` detects later alterations up to that point.
    """
    from service.witnessing.checkpoints import sign_match, sign_store

    if every == bool(match):
        raise UsageProblem("name a match, or --all for the whole store")
    ring, place = key_ring(), settings.venue() if venue is None else venue
    if match is None:
        note = sign_store(session.app, ring, place, key)
    else:
        note = sign_match(session.app, ring, session.match_id(match), place, key)
    deliver(note, output, force=force)


@click.command("prove")
@click.argument("match", metavar="MATCH[/N]")
@click.option("--from", "before", metavar="HEAD", help="Prove that the record continues from this head hash.")
@click.option(
    "--upto",
    type=click.IntRange(min=1),
    metavar="N",
    help="Prove against the head hash of entry N (default: the last).",
)
@as_output
@as_forced
@click.pass_obj
def prove_command(
    session: Session, match: str, before: str | None, upto: int | None, output: Path | None, force: bool
) -> None:
    """Write a proof for someone who has a head hash but not the record: that entry N of MATCH is in the record with
    this content, or (--from) that the record continues an earlier head. `matchbook verify FILE --expect HEAD` and
    docs/verify.py check it.

    The proof shows the whole entry, including hidden cards, and only that entry.
    """
    from service.addresses import parse_address
    from service.witnessing.proofs import proof_of

    _, version, _ = parse_address(match)
    deliver(proof_of(session.app, session.match_id(match), version, before, upto), output, force=force)


@click.command("slip")
@click.argument("match")
@click.option("--format", "form", type=click.Choice(["text", "html"]), default="text", show_default=True)
@as_output
@as_forced
@click.pass_obj
def slip_command(session: Session, match: str, form: "Form", output: Path | None, force: bool) -> None:
    """Write the result slip of MATCH: result, penalties, confirmations, recorders, and the head hash. A player
    who keeps the slip can prove later what was recorded. The page can be printed, with the head in a QR code."""
    from service.witnessing.slip import written

    deliver(written(session.app, session.match_id(match), form).encode(), output, force=force)
