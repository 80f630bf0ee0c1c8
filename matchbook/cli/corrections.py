"""The commands `correct`, `redo` and `table-event`."""

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

import click
from msgspec.structs import replace

from domain.corrections import EditKind
from domain.entries import TableEvent, TableEventKind
from domain.payload import Role
from domain.seats import JUDGE
from domain.text import pluralize
from matchbook.cli.recording import print_receipt, typed_line
from matchbook.cli.session import (
    ExistingPath,
    Session,
    as_json_or_text,
    by_official,
    is_terminal,
    on_damaged,
    print_json,
    print_table,
    say,
)
from service.errors import ExitCode, UsageProblem
from service.resources import MAX_MATCH_BYTES, read_bytes, read_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.recording.correction_requests import EffectRow, Preview, RequestedEdit

_TOLD: Final = 200
"""Most actions in the table of a preview."""


@click.command("correct", context_settings={"ignore_unknown_options": True})
@click.argument("address", metavar="MATCH/ENTRY")
@click.argument("command", nargs=-1)
@click.option("--insert-before", "how", flag_value="insert", help="Insert COMMAND before the entry.")
@click.option("--strike", "how", flag_value="strike", help="Strike the entry, as if it never happened.")
@click.option(
    "--file",
    "file",
    type=click.Path(path_type=Path),
    help="A file with several changes of MATCH, one per line (see above).",
)
@click.option("--reason", default="", help="Why the record is corrected.")
@click.option("--as-played", is_flag=True, help="Record COMMAND although it breaks a rule; it stays flagged.")
@click.option("--preview", "only_preview", is_flag=True, help="Show the changes without recording them.")
@click.option(
    "--yes",
    is_flag=True,
    help="Record it although later entries then break rules (they are flagged) or become another player's.",
)
@click.option("--at", "at_version", type=int, metavar="VERSION", help="Refuse unless the match is at this version.")
@by_official
@on_damaged
@as_json_or_text
@click.pass_obj
def correct_command(
    session: Session,
    address: str,
    command: tuple[str, ...],
    how: EditKind | None,
    file: Path | None,
    reason: str,
    as_played: bool,
    only_preview: bool,
    yes: bool,
    at_version: int | None,
    as_json: bool,
) -> int:
    """Replace the wrongly recorded action of an entry with COMMAND. Later entries are kept and checked again.

    A preview lists the effect on each of them: same, changed, newly_illegal (with the rule), newly_legal or
    impossible. If an entry becomes newly illegal or another player's, the program asks, or requires --yes. The
    correction is refused until you correct impossible entries, too. The log still shows the original record, and
    `redo MATCH --to N` restores the record after entry N.

    \b
    matchbook correct 7kq2/12 play_student dana
    matchbook correct 7kq2/12 --insert-before draw_card
    matchbook correct 7kq2 --file changes.txt      12 play_student dana   replaces entry 12
                                                   +12 draw_card          comes before it
                                                   -14                    strikes entry 14

    If the opening names other players, officials' entries, confirmations and an agreed result stay with the people whom
    they name: this requires an official, given by --official and --role.

    The address of an inserted action is MATCH/V#1, V being the correction. Exit code 1: the preview found illegal or
    impossible later entries; 3: the correction was refused for that reason.
    """
    from service.recording.correction_requests import CorrectionRequest, correct, preview, rows_of

    match_id = session.match_id(address)
    asked = CorrectionRequest(
        match=match_id,
        changes=_changes(address, match_id, command, how, file),
        reason=reason,
        as_played=as_played,
        at_version=at_version,
        **session.ordered,
    )
    found = preview(session.app, asked)
    rows = rows_of(session.app.match(match_id), found)
    if only_preview:
        _print_preview(found, rows, as_json=as_json)
        findings = not found.possible or found.concern or found.missing_authority
        return ExitCode.FINDINGS if findings else ExitCode.FINE
    if _is_stopped(found, rows, yes=yes, as_json=as_json):
        return ExitCode.REFUSED
    receipt = correct(session.app, replace(asked, at_version=found.version))
    if as_json:
        print_json({"match": receipt.match, "version": receipt.version, "acts": rows, "entry": receipt.entry})
    else:
        print_receipt(session, receipt)
    return ExitCode.FINE


def _is_stopped(found: "Preview", rows: "Sequence[EffectRow]", *, yes: bool, as_json: bool) -> bool:
    """Print the preview, and ask about later entries that break rules. Return True, and say why, if the correction is
    not recorded."""
    doubtful = bool(found.concern) and not yes
    if not as_json or not found.possible or doubtful:
        _print_preview(found, rows, as_json=False)
    if not found.possible:
        _say_impossible(found)
    return not found.possible or (doubtful and not _confirmed(found))


def _changes(
    address: str, match_id: str, command: tuple[str, ...], how: EditKind | None, file: Path | None
) -> "tuple[RequestedEdit, ...]":
    from service.addresses import parse_act
    from service.recording.correction_file import read_changes
    from service.recording.correction_requests import RequestedEdit

    if file is not None:
        if command or how or "/" in address:
            raise UsageProblem("--file contains all corrections: name only the match")
        return read_changes(read_text(file), match_id)
    _, act = parse_act(address)
    if act is None:
        raise UsageProblem(f"{address}: which entry? Write it as MATCH/ENTRY, or give changes with --file")
    if bool(command) == (how == "strike"):
        raise UsageProblem(
            "--strike takes no command" if command else "give the corrected command after the entry, or --strike"
        )
    return (RequestedEdit(act, how or "replace", typed_line(command)),)


def _print_preview(found: "Preview", rows: "Sequence[EffectRow]", *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "match": found.match,
                "at": found.version,
                "possible": found.possible,
                "acts": rows,
                "named": found.named,
                "unordered": found.missing_authority,
            }
        )
        return
    told = [row for row in rows if row.verdict != "same"]
    table = [(r.act, r.verdict, r.before or "-", r.after or "-", ", ".join(r.rules)) for r in told[:_TOLD]]
    print_table(("entry", "becomes", "was", "is", "rules"), table)
    if len(told) > _TOLD:
        say(f"and {len(told) - _TOLD:,} more; --json lists them all")
    for row in told[:_TOLD]:
        if row.text or row.handed:
            say(f"{row.act}: {'; '.join(filter(None, (row.text, row.handed)))}")
    say(f"{pluralize(len(rows) - len(told), 'later entry stays', 'later entries stay')} the same")
    for line in (*found.named, *map(str, found.missing_authority)):
        say(line)
    if found.possible and found.results[0] != found.results[1]:
        say("the result changes from {} to {}".format(*found.results))
        for competition in found.competitions:
            say(f"competition {competition} counts this match: `sync` it to count the new result")


def _say_impossible(found: "Preview") -> None:
    """Report impossible later entries in one line; the preview lists them."""
    stopping = found.having("impossible")
    count = pluralize(len(stopping), "later entry becomes", "later entries become")
    first, why = stopping[0].address, stopping[0].violations[0]
    say(
        f"matchbook: error: {count} impossible, entry {first} first: {why}; not recorded: "
        "correct or strike them too, with --file"
    )


def _confirmed(found: "Preview") -> bool:
    if is_terminal():
        return click.confirm(f"{found.concern}. Record it?", err=True)
    say(f"matchbook: error: {found.concern}; not recorded: --yes records it, and broken rules are flagged")
    return False


@click.command("redo")
@click.argument("match")
@click.option(
    "--to", "to", type=int, metavar="N", help="Restore the record after entry N (default: before the last take-back)."
)
@click.option("--reason", default="", help="Why.")
@by_official
@on_damaged
@click.pass_obj
def redo_command(session: Session, match: str, to: int | None, reason: str) -> None:
    """Continue MATCH from the record before the last take-back: the undone actions are restored.

    Refused once an action, a result or a confirmation was recorded since. With --to N, continue from the record after
    entry N: later corrections and an agreed result are undone, too. All entries are kept."""
    from service.reading.log import action_text
    from service.recording.correction_requests import redo

    receipt = redo(session.app, session.whole_match(match), to, reason=reason, **session.ordered)
    if (ended := receipt.match_after.ended_after(receipt.version - 1)) and receipt.match_after.undone.get(
        ended[0]
    ) == receipt.version:
        history = session.app.history(receipt.match)
        say(f"undid entry {ended[0]}: {action_text(history, ended[0], JUDGE)}")
    print_receipt(session, receipt)


@click.command("table-event")
@click.argument("address", metavar="MATCH[/ENTRY]")
@click.argument("kind", type=click.Choice(get_args(TableEventKind)))
@click.argument("text", default="")
@click.option("--author", metavar="NAME", help="The person who called, spoke or brought it (default: the recorder).")
@click.option(
    "--role", type=click.Choice(get_args(Role)), default="scorekeeper", show_default=True, help="The author's role."
)
@click.option("--minutes", type=click.IntRange(1, 1440), help="Minutes of extra time, or on the clock.")
@click.option(
    "--file",
    "file",
    type=ExistingPath(path_type=Path, dir_okay=False),
    help="A file as evidence; only its hash is recorded.",
)
@on_damaged
@click.pass_obj
def table_event_command(
    session: Session,
    address: str,
    kind: TableEventKind,
    text: str,
    author: str | None,
    role: Role,
    minutes: int | None,
    file: Path | None,
) -> None:
    """Record an event at the table of MATCH that is not part of the game, optionally about ENTRY. It changes no state.

    For evidence, the SHA-256 of the file is recorded; the file itself is not stored.
    """
    from service.addresses import parse_address
    from service.recording.correction_requests import record_table_event

    match_id = session.match_id(address)
    event = TableEvent(
        what=kind,
        author=session.app.by if author is None else author,
        role=role,
        text=text,
        minutes=minutes or 0,
        digest=sha256(read_bytes(file, MAX_MATCH_BYTES)).hexdigest() if file else "",
        about=parse_address(address)[1] or 0,
    )
    print_receipt(session, record_table_event(session.app, match_id, event))
