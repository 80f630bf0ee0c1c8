"""`disputes merge report ledger`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from matchbook.cli.delivery import deliver
from matchbook.cli.judging import print_receipts
from matchbook.cli.session import Session, as_json_or_text, print_json, print_table, say
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from service.judging.report import Form


@click.command("disputes")
@click.argument("match", required=False)
@as_json_or_text
@click.pass_obj
def disputes_command(session: Session, match: str | None, as_json: bool) -> int:
    """List the claims, rulings, penalties and appeals of MATCH, or the open claims of all matches. Exit code 1: some are open."""
    from service.judging.disputes import disputes, open_disputes

    asked = () if match is None else (session.match_id(match),)
    found = disputes(session.app, *asked) if asked else open_disputes(session.app)
    for match_id in asked or dict.fromkeys(one.match for one in found):
        session.warn_of(match_id)
    if as_json:
        print_json(found)
    elif found:
        print_table(("match", "entry", "what", "state"), [(d.match, d.version, d.text, d.state) for d in found])
    else:
        say("no disputes")
    return ExitCode.FINDINGS if any(one.state == "open" for one in found) else ExitCode.FINE


@click.command("merge")
@click.argument("match")
@click.argument("other")
@click.option("--take", "taken", metavar="1,3|all|none", help="Which differences MATCH takes over, by their numbers.")
@click.option("--reason", default="", help="Why.")
@as_json_or_text
@click.pass_obj
def merge_command(session: Session, match: str, other: str, taken: str | None, reason: str, as_json: bool) -> int:
    """Make two scorekeepers' records of one match one: MATCH goes on, OTHER is merged into it and counts no more.

    Without --take it lists where they part and records nothing (exit code 1 where they do). What is taken over becomes one
    correction of MATCH.
    """
    from service.judging.merging import differences, merge

    mine, theirs = session.match_id(match), session.match_id(other)
    found = differences(session.app, mine, theirs)
    if taken is not None:
        chosen = _numbers(taken, len(found))
        print_receipts(session, merge(session.app, mine, theirs, chosen, reason=reason), as_json=as_json)
        return ExitCode.FINE
    if as_json:
        print_json(found)
    elif found:
        rows = [
            (
                d.number,
                ", ".join(d.acts) or f"before {d.before or 'the end'}",
                "; ".join(d.mine) or "-",
                "; ".join(d.theirs) or "-",
            )
            for d in found
        ]
        print_table(("number", "entry", mine, theirs), rows)
    else:
        say("the two records say the same; --take none merges them")
    return ExitCode.FINDINGS if found else ExitCode.FINE


def _numbers(text: str, count: int) -> set[int]:
    if text in ("all", "none"):
        return set(range(1, count + 1)) if text == "all" else set()
    parts = text.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() and len(part) < 8 for part in parts):
        raise UsageProblem(f"--take {text}: write numbers as 1,3, or all, or none")
    return {int(part) for part in parts}


@click.command("report")
@click.argument("match")
@click.option("--format", "form", type=click.Choice(["html", "text", "json"]), default="text", show_default=True)
@click.option("--as", "viewpoint", default="judge", show_default=True, help="For whom: judge, a player, spectator.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Default: standard output.")
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.pass_obj
def report_command(
    session: Session, match: str, form: "Form", viewpoint: str, output: Path | None, force: bool
) -> None:
    """Write the report on MATCH: what was agreed, claimed, said, ruled, undone and confirmed, with the boards of contested moments.

    For a spectator without statements and evidence; for a player with what that seat may know. The same record gives the same
    bytes.
    """
    from service.judging.report import written
    from service.reading.viewpoints import parse_viewpoint

    match_id = session.match_id(match)
    session.warn_of(match_id)
    seats = session.app.match(match_id).state.seats
    data = written(session.app, match_id, form, parse_viewpoint(viewpoint, seats)).encode()
    deliver(data, output, force=force)


@click.command("ledger")
@click.argument("player", required=False)
@as_json_or_text
@click.pass_obj
def ledger_command(session: Session, player: str | None, as_json: bool) -> None:
    """List the penalties of PLAYER, or of everybody, over all matches, with what the ladder names next. Nothing is automatic."""
    from service.judging.disputes import ledger

    found = ledger(session.app, player)
    for match_id in dict.fromkeys(one.match for one in found):
        session.warn_of(match_id)
    if as_json:
        print_json(found)
    elif found:
        rows = [
            (p.player, p.match, p.version, p.penalty, p.infraction or "-")
            + ((f"void since {p.overturned}", "-") if p.overturned else (p.repeated, p.next_step))
            for p in found
        ]
        print_table(("player", "match", "entry", "penalty", "infraction", "repeated", "next step"), rows)
    else:
        say("no penalties")
