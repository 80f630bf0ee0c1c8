"""The commands `undo` and `takeback`."""

import click

from matchbook.cli.recording import print_receipt
from matchbook.cli.session import F, Session, by_official, on_damaged, say


def by_players(command: F) -> F:
    """Add the options for the players who asked for and agreed to a take-back."""
    agreed = click.option(
        "--agreed-by", "agreed", multiple=True, metavar="PLAYER", help="A player who agreed; repeat it for others."
    )
    return click.option("--asked-by", "asked", default="", metavar="PLAYER", help="The player who asked for it.")(
        agreed(command)
    )


@click.command("undo")
@click.argument("match")
@click.option("--reason", default="undo", show_default=True)
@by_players
@by_official
@on_damaged
@click.pass_obj
def undo_command(session: Session, match: str, reason: str, asked: str, agreed: tuple[str, ...]) -> None:
    """Take back the last current action of MATCH, or its conclusion, and print its entry, which stays in the record.
    To undo an entry that an official ordered, name an official with the same or a higher role (--official, --role). A ruling,
    penalty or claim is not undone: 'matchbook withdraw' withdraws it."""
    from service.judging.judge_actions import taken_back_text

    match_id = session.whole_match(match)
    before = session.app.match(match_id)
    fallen = before.addresses_undone(before.undo_target) if before.undo_target is not None else []
    receipt = session.app.undo(
        match_id, reason=reason, asked=asked, agreed=agreed, at_version=before.version, **session.ordered
    )
    for last in fallen:
        say(f"entry {receipt.version} takes back entry {last}: {taken_back_text(session.app, match_id, last.version)}")
    print_receipt(session, receipt)


@click.command("takeback")
@click.argument("match")
@click.option("--to", "to", type=int, required=True, metavar="N", help="The entry after which the match continues.")
@click.option("--reason", required=True, help="The reason for going back.")
@by_players
@by_official
@on_damaged
@click.pass_obj
def takeback_command(session: Session, match: str, to: int, reason: str, asked: str, agreed: tuple[str, ...]) -> None:
    """Go back to the state after entry N of MATCH, as the players agreed.

    The log names these players, and the cards that became known meanwhile.

    \b
    matchbook takeback 7kq2 --to 12 --reason "the wrong card" --asked-by Bo --agreed-by Ada
    """
    match_id = session.whole_match(match)
    receipt = session.app.take_back(match_id, to, reason=reason, asked=asked, agreed=agreed, **session.ordered)
    print_receipt(session, receipt)
