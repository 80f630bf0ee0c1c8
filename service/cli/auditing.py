"""`audit verify doctor`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.session import Session, naming, print_json, print_table, say
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from storage.verify import Verified

_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_all = click.option("--all", "every", is_flag=True, help="Every match of the store.")


@click.command("audit")
@click.argument("match", required=False)
@_all
@_json
@click.pass_obj
def audit_command(session: Session, match: str | None, every: bool, as_json: bool) -> int:
    """Verify the chain of MATCH, check every action again under the rules, and see that all of it can be shown to everybody
    (which takes long, so --all leaves it out).

    Exit code 1 when something was found, 6 when the record was altered.
    """
    from service.audit import audit_match
    from service.cli.progress import progress

    ids = _chosen(session, match, every=every)
    reports = []
    with progress("auditing", len(ids)) as advance:
        for match_id in ids:
            reports.append(audit_match(session.app, match_id, told=not every))
            advance()
    if as_json:
        print_json(reports if every else reports[0])
    else:
        found = [(r.match, f.version, f.kind, f.rule or "-", f.text) for r in reports for f in r.findings]
        if found:
            print_table(("match", "entry", "found", "rule", "what"), found)
        total = sum(r.entries for r in reports)
        for note in (note for r in reports for note in r.notes):
            say(note)
        say(f"{len(reports)} matches, {total} entries, {len(found)} findings")
        if not every:
            say(f"head {reports[0].head}")
    if any(f.kind in ("altered", "broken") for r in reports for f in r.findings):
        return ExitCode.DAMAGED
    return ExitCode.FINDINGS if any(r.findings for r in reports) else ExitCode.FINE


def _chosen(session: Session, match: str | None, *, every: bool) -> tuple[str, ...]:
    if every == bool(match):
        raise UsageProblem("name a match, or --all for every one")
    return tuple(session.app.store.match_ids()) if every else (session.match_id(match or ""),)


@click.command("verify")
@click.argument("subject", metavar="[MATCH|FILE]", required=False)
@_all
@click.option("--expect", metavar="HEAD", help="The head that a result slip or a witness holds.")
@_json
@click.pass_obj
def verify_command(session: Session, subject: str | None, every: bool, expect: str | None, as_json: bool) -> int:
    """Verify that a match or match file was not altered since it was recorded. Exit code 6 when it was."""
    from service.audit import verify_everything, verify_file, verify_matches

    if every == bool(subject):
        raise UsageProblem("name a match or a file, or --all for every match")
    if expect and every:
        raise UsageProblem("--expect goes with one match or file")
    path = Path(subject) if subject else None
    in_file = path is not None and (path.suffix == ".jsonl" or (path.exists() and not path.is_dir()))
    if path is not None and in_file:
        with naming(path):
            reports: tuple[Verified, ...] = (verify_file(None, path, expect or ""),)
    elif every:
        reports = verify_everything(session.app)
    else:
        reports = verify_matches(session.app, (session.match_id(subject or ""),), expect or "")
    damaged = [f for r in reports for f in r.findings]
    if as_json:
        print_json(reports if every else reports[0])
    else:
        _print_findings(reports)
        say(
            f"{len(reports)} matches, {sum(r.entries for r in reports)} entries: {'DAMAGED' if damaged else 'unaltered'}"
        )
        if not every and reports[0].head:
            click.echo(reports[0].head)
        if not expect:
            say("a cut tail or a complete rewrite cannot be excluded without --expect HEAD")
    return ExitCode.DAMAGED if damaged else ExitCode.FINE


def _print_findings(reports: "tuple[Verified, ...]") -> None:
    """What was found, and what could not be looked at."""
    if rows := [(r.match, f.version, f.text) for r in reports for f in r.findings]:
        print_table(("match", "entry", "what"), rows)
    if unlisted := sum(r.unlisted for r in reports):
        say(f"and {unlisted:,} more")
    for note in (note for r in reports for note in r.notes):
        say(note)


@click.command("doctor")
@_json
@click.pass_obj
def doctor_command(session: Session, as_json: bool) -> int:
    """Check the store, its settings and the analytics. Exit code 1 when something is wrong."""
    from service.doctor import examine

    checks = examine(session.app.store, session.analytics)
    if as_json:
        print_json(checks)
    else:
        for check in checks:
            click.echo(f"{check.verdict:<7} {check.what}: {check.found}")
    return ExitCode.FINDINGS if any(c.verdict == "wrong" for c in checks) else ExitCode.FINE
