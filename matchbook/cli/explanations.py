"""The commands `explain` and `drift`."""

from collections import Counter

import click

from domain.corrected_history import state_found
from domain.text import pluralize
from domain.timeline import Address
from matchbook.cli.recording import typed_line
from matchbook.cli.session import Session, as_json_or_text, as_reading, as_viewpoint, print_json, print_table, say
from matchbook.cli.worker_pool import pool_of, with_workers
from service.errors import ExitCode, UsageProblem
from service.reading.log import Reading
from service.reading.viewpoints import parse_viewpoint


@click.command("explain", context_settings={"ignore_unknown_options": True})
@click.argument("address", metavar="MATCH[/ENTRY]")
@click.argument("command", nargs=-1)
@as_viewpoint
@as_reading
@as_json_or_text
@click.pass_obj
def explain_command(
    session: Session, address: str, command: tuple[str, ...], viewpoint: str, reading: Reading, as_json: bool
) -> int:
    """Show for each rule that COMMAND names whether it holds after ENTRY (default: now), or was not checked because the
    command is impossible. Without COMMAND: for the action of ENTRY itself.

    A rule of a kit shows only if it forbids the action. An agreed result is no rule, and not asked.

    Exit code 1 if a rule forbids it.
    """
    from domain.entries import action_parts
    from service.addresses import find_frame, parse_address
    from service.reading.explanations import explain, explain_line

    history = session.history(address)
    game, version = history.match.game, parse_address(address)[1]
    frame = find_frame(history, version, None, reading)
    point = parse_viewpoint(viewpoint, history.match.state.seats)
    if command:
        found = explain_line(game, frame.state, typed_line(command), point)
    else:
        entered = action_parts(frame.entry.payload)[0]
        if version is None or entered is None:
            raise UsageProblem("give a command after the match, or name an entry that is an action")
        action = history.match.standing(Address(version)) if reading == "corrected" else None
        state = history.match.states[version - 1] if action is None else state_found(history.match, action)
        found = explain(game, state, entered, point)
    if as_json:
        print_json(found)
    else:
        rows = [
            (asked.answer, asked.rule, asked.title, asked.text if asked.answer == "failed" else "")
            for asked in found.rules
        ]
        print_table(("answer", "rule", "title", "what is wrong"), rows)
        say(f"{found.command}: {'allowed' if found.allowed else 'impossible' if found.impossible else 'refused'}")
    return ExitCode.FINE if found.allowed else ExitCode.FINDINGS


@click.command("drift")
@click.argument("match", required=False)
@with_workers
@as_json_or_text
@click.pass_obj
def drift_command(session: Session, match: str | None, workers: int, cluster: str, as_json: bool) -> int:
    """Check all stored matches (or MATCH) under the rules and cards of today, and list differences by match, entry and
    rule.

    Records stay unchanged: a match keeps the rules of its time. Exit code 1 if there are differences.
    """
    from matchbook.cli.progress import progress
    from service.auditing.drift import Drift, drift_of

    ids = [session.match_id(match)] if match else session.app.store.match_ids()
    found: list[Drift] = []
    with progress("checking", len(ids)) as advance:
        for differences in pool_of(workers, cluster).each_match(session.app, session.url, ids, drift_of):
            found += differences
            advance()
    if as_json:
        print_json(found)
    elif found:
        print_table(("match", "entry", "rule", "what"), [(d.match, d.version, d.rule or "-", d.text) for d in found])
    for rule, count in Counter(d.rule for d in found if d.rule).most_common():
        say(f"{rule}: {pluralize(count, 'entry', 'entries')}")
    say(
        f"{pluralize(len(ids), 'match', 'matches')}: {pluralize(len({d.match for d in found}), 'match differs', 'matches differ')}"
    )
    return ExitCode.FINDINGS if found else ExitCode.FINE
