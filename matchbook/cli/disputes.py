"""The commands `disputes`, `plan`, `merge`, `report` and `ledger`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import structs

from domain.text import first_of, pluralize
from matchbook.cli.delivery import deliver
from matchbook.cli.filters import WithFilters, part_filters
from matchbook.cli.official_options import entry_of
from matchbook.cli.recording import print_receipts
from matchbook.cli.session import Session, as_json_or_text, print_json, print_table, say
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.judging.plan import RewindPlan
    from service.judging.report import Form


@click.command("disputes")
@click.argument("match", required=False)
@as_json_or_text
@click.pass_obj
def disputes_command(session: Session, match: str | None, as_json: bool) -> int:
    """List the claims, rulings, penalties and appeals of MATCH, or the open claims of all matches. Exit code 1: some
    are open."""
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


@click.command("plan")
@click.argument("address", metavar="MATCH/ENTRY")
@as_json_or_text
@click.pass_obj
def plan_command(session: Session, address: str, as_json: bool) -> int:
    """Show the steps of a rewind to before ENTRY, the point of error, without recording.

    It lists the actions to undo, newest first, the cards seen since, the unknown cards that go back at random with
    their candidates, and the dice.
    Exit code 1 if it is not a simple backup.
    """
    from service.judging.plan import plan_to

    match_id, version = entry_of(session, address)
    session.warn_of(match_id)
    history = session.app.history(match_id)
    _, plan = plan_to(history, version)
    if as_json:
        print_json({**structs.asdict(plan), "not_simple": plan.not_simple})
    else:
        _print_plan(plan, [seat.name for seat in history.match.state.seats])
    return ExitCode.FINDINGS if plan.not_simple else ExitCode.FINE


def _print_plan(plan: "RewindPlan", names: "Sequence[str]") -> None:
    click.echo(f"{plan.match}: back to the state after entry {plan.to}; undo, the newest first:")
    for number, one in enumerate(plan.undo, start=1):
        click.echo(f"[ ] {number}. entry {one.act}: {one.told[0] if one.told else one.command}")
        for hand in one.hands:
            click.echo(f"       {hand}")
        if one.dice:
            click.echo("       dice: keep or reroll?")
    for back in plan.returning:
        among = ", ".join(back.candidates)
        click.echo(f"[ ] {names[back.seat]}: {pluralize(back.count, 'card')} at random back from: {among}")
    for gained in plan.gained:
        click.echo(f"{names[gained.seat]} has seen since: {', '.join(gained.cards)}")
    for pile in plan.random:
        whose = "" if pile.seat is None else f"{names[pile.seat]}'s "
        known = f", except {', '.join(pile.known)}" if pile.known else ""
        click.echo(f"{whose}{pile.name}: {pluralize(pile.cards, 'card')} in random order{known}")
    why = "; ".join(plan.not_simple)
    click.echo(
        f"not a simple backup: {why}; the head judge decides" if why else "a simple backup: any judge may order it"
    )


@click.command("merge")
@click.argument("match")
@click.argument("other")
@click.option("--take", "taken", metavar="1,3|all|none", help="Numbers of the differences that MATCH takes over.")
@click.option("--reason", default="", help="Why.")
@as_json_or_text
@click.pass_obj
def merge_command(session: Session, match: str, other: str, taken: str | None, reason: str, as_json: bool) -> int:
    """Merge two scorekeepers' records of one match: MATCH continues, OTHER is merged into it and no longer counts.

    Without --take it only lists the differences (exit code 1 if there are any). Taken actions become one
    correction of MATCH.
    """
    from service.judging.record_merge import differences, merge

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
        say("the two records are equal; --take none merges them")
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
@click.option(
    "--as",
    "viewpoint",
    default="judge",
    show_default=True,
    help="Viewpoint of the report: judge, a player or spectator.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Output file (default: standard output)."
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.pass_obj
def report_command(
    session: Session, match: str, form: "Form", viewpoint: str, output: Path | None, force: bool
) -> None:
    """Write the report on MATCH: agreements, claims, statements, rulings, undone play and confirmations, with the
    boards at disputed entries.

    A spectator's report leaves out statements and evidence; a player's report leaves out what that player may not
    know. The same record gives the same bytes."""
    from service.judging.report import written
    from service.reading.viewpoints import parse_viewpoint

    match_id = session.match_id(match)
    session.warn_of(match_id)
    seats = session.app.match(match_id).state.seats
    data = written(session.app, match_id, form, parse_viewpoint(viewpoint, seats)).encode()
    deliver(data, output, force=force)


@click.command("ledger", cls=WithFilters)
@click.argument("words", nargs=-1, metavar="[PLAYER] [FILTER]...")
@as_json_or_text
@click.pass_obj
def ledger_command(session: Session, words: tuple[str, ...], as_json: bool) -> None:
    """List the penalties of PLAYER (or of another person at an event), or of all players, with a hint at the next step
    of the upgrade path. Matches count as in statistics; filters narrow them: event, round, official, infraction, since,
    until, game, tag, kind.

    \b
    matchbook ledger Ada
    matchbook ledger event:'Spring Cup' official:Kim since:2026-01-01
    """
    from projections.statements import read_request

    persons, filters = part_filters(words)
    if len(persons) > 1:
        raise UsageProblem(f"{persons[1]!r}: give one PLAYER, then filters, as in official:Kim")
    person = dict(zip(("person",), persons, strict=False))
    answer = session.analytics.ask(read_request(("ledger", *filters), person))
    found: list[dict[str, Any]] = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    for match_id in dict.fromkeys(one["match"] for one in found):
        session.warn_of(match_id)
    if as_json:
        print_json(found)
    for with_infraction in (True, False):
        if not as_json and (rows := [one for one in found if (one["infraction"] is not None) == with_infraction]):
            if not with_infraction:
                click.echo("by rulings that name no infraction:")
            print_table(
                [column.replace("_", " ") for column in answer.columns if column != "overturned"], map(_row, rows)
            )
    if not found:
        everybody = session.analytics.ask(read_request(("ledger", *filters), {})) if person else answer
        others = [*dict.fromkeys(str(row[0]) for row in everybody.rows)]
        say(f"no penalties{f' of {persons[0]}; {first_of(others)} have some' if others else ''}")
    for note in answer.notes:
        say(note)


def _row(line: dict[str, object]) -> list[object]:
    """Return a printed row of the ledger."""
    void = line.pop("overturned")
    told = {**line, "repeated": f"void since {void}", "next_step": None} if void else line
    return ["-" if cell is None else cell for cell in told.values()]
