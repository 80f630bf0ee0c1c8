"""The commands `audit`, `verify`, `doctor` and `init`."""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from domain.chain import read_head
from domain.text import pluralize
from matchbook.cli.session import Session, as_json_or_text, naming, print_json, print_table, say
from matchbook.cli.worker_pool import pool_of, with_workers
from service.errors import ExitCode, UsageProblem

if TYPE_CHECKING:
    from service.worker_pool import WorkerPool
    from storage.verify import Verified

_all = click.option("--all", "every", is_flag=True, help="Every match of the store.")


@click.command("audit")
@click.argument("match", required=False)
@_all
@click.option("--kit", metavar="NAME|FILE", help="List what would differ under another version of the kit of MATCH.")
@with_workers
@as_json_or_text
@click.pass_obj
def audit_command(
    session: Session, match: str | None, every: bool, kit: str | None, workers: int, cluster: str, as_json: bool
) -> int:
    """Verify the hash chain of MATCH, check every action again under the rules, and render every entry for every
    viewpoint (which takes long, so --all omits it).

    Exit code 1 if there are findings, 6 if the record was altered.
    """
    from matchbook.cli.progress import progress
    from service.auditing.audit import audit_match, audit_under
    from service.kits import load_kit

    ids = _chosen(session, match, every=every)
    other = load_kit(kit) if kit is not None else None
    work = partial(audit_match, rendered=not every) if other is None else partial(audit_under, kit=other)
    reports = []
    with progress("auditing", len(ids)) as advance:
        for report in pool_of(workers, cluster).each_match(session.app, session.url, ids, work):
            reports.append(report)
            advance()
    if as_json:
        print_json(reports if every else reports[0])
    else:
        found = [(r.match, f.version, f.kind, f.rule or "-", f.text) for r in reports for f in r.findings]
        if found:
            print_table(("match", "entry", "found", "rule", "what"), found)
        for rules, count in Counter(r.rules for r in reports if r.rules).items():
            say(f"{count} of {pluralize(len(reports), 'match', 'matches')}: {rules}" if every else rules)
        total = sum(r.entries for r in reports)
        for note in (note for r in reports for note in r.notes):
            say(note)
        say(
            f"{pluralize(len(reports), 'match', 'matches')}, {pluralize(total, 'entry', 'entries')}, "
            f"{pluralize(len(found), 'finding')}"
        )
        if not every and reports[0].head:
            say(f"head {reports[0].head}")
    # a record that differs under another kit is not damaged
    if other is None and any(f.kind in ("altered", "broken") for r in reports for f in r.findings):
        return ExitCode.DAMAGED
    return ExitCode.FINDINGS if any(r.findings for r in reports) else ExitCode.FINE


def _chosen(session: Session, match: str | None, *, every: bool) -> tuple[str, ...]:
    if every == bool(match):
        raise UsageProblem("name a match, or --all for every one")
    return tuple(session.app.store.match_ids()) if every else (session.match_id(match or ""),)


@click.command("verify")
@click.argument("subject", metavar="[MATCH|FILE]", required=False)
@_all
@click.option(
    "--expect", metavar="HEAD", help="The head hash on a result slip or from a witness; with --all, of the store."
)
@click.option(
    "--checkpoint", type=click.Path(path_type=Path), metavar="FILE", help="A signed checkpoint kept elsewhere."
)
@with_workers
@as_json_or_text
@click.pass_obj
def verify_command(
    session: Session,
    subject: str | None,
    every: bool,
    expect: str | None,
    checkpoint: Path | None,
    workers: int,
    cluster: str,
    as_json: bool,
) -> int:
    """Verify that a match or match file is unaltered, or that a proof is valid. Exit code 6 if not, or if a checkpoint
    or proof is forged; 2 for an untrusted or expired key; with --all, 1 if another program changed the analytics.

    Prints the head hash of the match, or with --all of the whole store. With it you can find out later whether any
    entry up to it was altered, or a match deleted."""
    from projections.comparison import edits_text

    if every == bool(subject):
        raise UsageProblem("name a match or a file, or --all for every match")
    _check_head(expect)
    if expect and checkpoint:
        raise UsageProblem("--expect and --checkpoint both say what the record had: give one")
    pool = pool_of(workers, cluster)
    reports = (
        _held_against(session, subject, checkpoint, pool)
        if checkpoint
        else _verified(session, subject, expect or "", pool)
    )
    damaged = any(report.findings for report in reports)
    edited = edits_text(session.analytics) if every and not damaged else ""
    if as_json:
        print_json(reports if every else reports[0])
    else:
        _print_verified(reports, damaged=damaged)
        if not expect and not checkpoint:
            _say_what_is_open(reports[0], every=every)
    if edited:
        say(edited)
    return ExitCode.DAMAGED if damaged else ExitCode.FINDINGS if edited else ExitCode.FINE


def _say_what_is_open(report: "Verified", *, every: bool) -> None:
    """Say which alterations only a head hash or checkpoint from elsewhere can show."""
    what = "a match was deleted or an older copy put here" if every else "the last entries were cut or all rewritten"
    what = "the proof is of another record" if report.proof else what
    say(f"to find out whether {what}, give a head or checkpoint kept elsewhere: --expect HEAD or --checkpoint FILE")


def _held_against(session: Session, subject: str | None, file: Path, pool: "WorkerPool") -> "tuple[Verified, ...]":
    """Verify against a signed checkpoint. Errors name its file."""
    from matchbook.cli.proofs import key_ring
    from service.resources import read_bytes
    from service.witnessing.checkpoints import held_against
    from storage.errors import NoteForged, NoteRejected

    data = read_bytes(file)
    try:
        checkpoint, key = key_ring().open(data)
        reports = held_against(_verified(session, subject, checkpoint.head, pool), checkpoint, whole=subject is None)
    except (NoteForged, NoteRejected) as error:
        raise type(error)(f"{file}: {error}") from None
    if reports[0].witnessed:
        say(
            f"witnessed: {key.name} signed this after {pluralize(checkpoint.entries, 'entry', 'entries')} on {checkpoint.signed}"
        )
    return reports


def _check_head(text: str | None) -> None:
    if text is None:
        return
    try:
        read_head(text)
    except ValueError:
        raise UsageProblem(
            f"--expect {text}: not a head hash, which has 43 characters of A-Z, a-z, 0-9, - and _"
        ) from None


def _is_file(subject: str) -> bool:
    path = Path(subject)
    try:
        return path.suffix == ".jsonl" or (path.exists() and not path.is_dir())
    except OSError:  # too long for a file name
        return False


def _verified(session: Session, subject: str | None, expect: str, pool: "WorkerPool") -> "tuple[Verified, ...]":
    """Verify a match file, a match, or (`None`) the store with all its matches."""
    from service.auditing.audit import verify_everything, verify_file, verify_matches

    if subject is None:
        return verify_everything(session.app, session.url, expect, pool)
    if _is_file(subject):
        with naming(Path(subject)):
            return (verify_file(None, Path(subject), expect),)
    return verify_matches(session.app, (session.match_id(subject),), expect)


def _print_verified(reports: "tuple[Verified, ...]", *, damaged: bool) -> None:
    """Print the findings, and the checks that were not possible."""
    if rows := [(r.match, f.version, f.text) for r in reports for f in r.findings]:
        print_table(("match", "entry", "what"), rows)
    if unlisted := sum(r.unlisted for r in reports):
        say(f"and {unlisted:,} more")
    for note in (note for r in reports for note in r.notes):
        say(note)
    matches, entries = sum(bool(r.match) for r in reports), sum(r.entries for r in reports)
    verdict = "DAMAGED" if damaged else "unaltered"
    if not reports[0].proof:
        say(f"{pluralize(matches, 'match', 'matches')}, {pluralize(entries, 'entry', 'entries')}: {verdict}")
    if not damaged and reports[0].head:
        click.echo(reports[0].head)


@click.command("doctor")
@as_json_or_text
@click.pass_obj
def doctor_command(session: Session, as_json: bool) -> int:
    """Check the store, its settings and the analytics. Exit code 1 if there is a problem."""
    from service.doctor import examine

    checks = examine(session.app.store, session.analytics)
    if as_json:
        print_json(checks)
    else:
        for check in checks:
            click.echo(f"{check.verdict:<7} {check.what}: {check.found}")
    return ExitCode.FINDINGS if any(c.verdict == "wrong" for c in checks) else ExitCode.FINE


@click.command("init")
@click.option("--account", metavar="NAME", default="", help="A server account that may only read and record.")
@click.pass_obj
def init_command(session: Session, account: str) -> None:
    """Create a missing store; on a PostgreSQL server, also missing parts of one.

    On a server, run it as the owner of the database. --account grants another existing account the rights to read and
    record, but not to change entries: use that account in the URL of services."""
    store = session.new_app.store
    for made in store.maintenance.make(account):
        say(f"matchbook: recreated: {made}")
    may = f"; {account} may read and record" if account else ""
    say(f"matchbook: {store.location.name} is a store{may}")
