"""The commands `show`, `log`, `diff` and `replay`."""

import shutil
import sys
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import click

from domain.replay import AnyHistory, Frame
from domain.seats import JUDGE, SPECTATOR, GameState, Viewpoint
from domain.timeline import Address
from matchbook.cli.session import (
    Session,
    as_json_or_text,
    as_reading,
    as_viewpoint,
    is_terminal,
    print_json,
    print_table,
    say,
)
from service.addresses import POSITION_MARK
from service.errors import UsageProblem
from service.reading.moment_diff import differences
from service.reading.viewpoints import parse_viewpoint, viewpoint_name

if TYPE_CHECKING:
    from domain.replay import AnyFrame
    from service.delay import Delay
    from service.reading.log import Reading


def _read_delay(_: click.Context, __: click.Parameter, text: str) -> "Delay | None":
    from service.delay import parse_delay

    return parse_delay(text) if text else None


_delay = click.option(
    "--delay",
    default="",
    metavar="60s|2t",
    callback=_read_delay,
    help="Stay some seconds (60s) or turns (2t) behind the table, for spectators.",
)


@click.command("show")
@click.argument("match", required=False)
@click.option("--at", "at", type=int, metavar="N", help="After entry N (default: now).")
@click.option("--position", "code", metavar="CODE", help="Show the position of a code instead of MATCH.")
@click.option(
    "--code", "as_code", is_flag=True, help="Print the position as a code of one line, as the viewpoint knows it."
)
@as_viewpoint
@as_reading
@_delay
@click.option("--hindsight", is_flag=True, help="Name cards that were revealed later, too.")
@click.option("--width", type=click.IntRange(40, 400), help="Columns (default: the terminal's, else 100).")
@as_json_or_text
@click.pass_obj
def show_command(
    session: Session,
    match: str | None,
    at: int | None,
    code: str | None,
    as_code: bool,
    viewpoint: str,
    reading: "Reading",
    delay: "Delay | None",
    hindsight: bool,
    width: int | None,
    as_json: bool,
) -> None:
    """Show the board of MATCH as known then, or with --hindsight as known now.

    \b
    matchbook show 7kq2/12 --as Ada --code
    matchbook show --position CODE
    """
    from service.reading.drawing import pictured, with_result
    from service.reading.styled_text import plain

    match = _one_of(match, code)
    history = _history(session, match, delay)
    frame, event, point = _moment(history, match, viewpoint, at, reading)
    if as_code:
        _print_code(history, frame, point)
        return
    known = _known(history, frame, hindsight)
    board = with_result(history.match, frame.version, history.match.game.board(known, point))
    if as_json:
        shown = {"match": history.match.id, "version": frame.version, "event": event, "viewpoint": viewpoint}
        print_json({**shown, "board": board})
        return
    columns = width or (shutil.get_terminal_size().columns if sys.stdout.isatty() else 100)
    click.echo(_place(history, frame.version, point, delay, event) + (" · in hindsight" if hindsight else ""))
    click.echo(plain(pictured(history.match.game, known, point, columns, board)))


def _one_of(match: str | None, code: str | None) -> str:
    """Return the given match or position code. Raises UsageProblem."""
    if (match is None) == (code is None):
        raise UsageProblem("name a match, or a position with --position CODE")
    if code is not None and not code.startswith(POSITION_MARK):
        raise UsageProblem(
            f"--position takes a code that begins with {POSITION_MARK}; 'matchbook show MATCH --code' prints one"
        )
    return match or code or ""


def _point(viewpoint: str, match: str, state: GameState) -> Viewpoint:
    """Return the given viewpoint; the default for a position code is the viewpoint that made it."""
    if viewpoint == JUDGE and match.startswith(POSITION_MARK):
        from service.exchange.position_codes import read_position_code

        viewpoint = read_position_code(match).viewpoint
    return parse_viewpoint(viewpoint, state.seats)


def _print_code(history: AnyHistory, frame: "AnyFrame", point: Viewpoint) -> None:
    """Print the code; report parts that it cannot contain."""
    from service.exchange.position_codes import left_out, position_code

    code = position_code(history.match, frame.state, frame.version, point)
    click.echo(code)
    if lost := left_out(history.match.game, frame.state, code, point):
        say(f"the code does not contain: {', '.join(lost)}")


def _known(history: AnyHistory, frame: "AnyFrame", later: bool) -> GameState:
    """Return the state of a step, as known then or (`later`) as known now."""
    if not later:
        return frame.state
    from service.reading.hindsight import hindsight

    return hindsight(history, frame.state, frame.version)


def _history(session: Session, name: str, delay: "Delay | None") -> AnyHistory:
    """Return a match up to its delay; warn if its chain is broken."""
    if delay is None:
        return session.history(name)
    from service.delay import delayed_history

    return session.showing(delayed_history(session.app, session.match_id(name), delay))


def _place(history: AnyHistory, version: int, point: Viewpoint, delay: "Delay | None", event: int | None = None) -> str:
    """Return `7kq2m4xd9fra/41 of 212 · REPLAY · as judge`. The end of a match in progress is LIVE."""
    from service.addresses import format_address
    from service.reading.log import what_if_text

    match = history.match
    late = f" −{delay}" if delay else ""
    now = version == match.version and event is None and match.outcome is None and not history.broken
    mark = f"LIVE{late}" if now else "REPLAY"
    parts = (f"{format_address(match.id, version, event)} of {match.version}", mark, what_if_text(match.forked_from))
    return " · ".join((*filter(None, parts), f"as {viewpoint_name(point, match.state.seats)}"))


def _moment(
    history: AnyHistory, address: str, viewpoint: str, at: int | None = None, reading: "Reading" = "recorded"
) -> "tuple[AnyFrame, int | None, Viewpoint]":
    """Return the step of an address (or of `at`) for a viewpoint, the number of the event that the address names, and the
    viewpoint."""
    from service.addresses import find_frame, parse_address

    _, version, event = parse_address(address)
    if at is not None:
        version, event = at, None
    point = _point(viewpoint, address, find_frame(history, version, None, reading).state)
    return find_frame(history, version, event, reading, point), event, point


@click.command("log")
@click.argument("match")
@as_viewpoint
@as_reading
@_delay
@as_json_or_text
@click.pass_obj
def log_command(
    session: Session, match: str, viewpoint: str, reading: "Reading", delay: "Delay | None", as_json: bool
) -> None:
    """Print the record of MATCH, one line per action, in notation; of MATCH/ENTRY, only that entry.

    Corrected actions are marked `x` and followed by their replacement.
    """
    from domain.replay import visible_frames
    from service.reading.log import corrected_frames, entry_lines, log_lines

    history = _history(session, match, delay)
    point = parse_viewpoint(viewpoint, history.match.state.seats)
    version = _moment(history, match, viewpoint)[0].version if "/" in match else None
    if as_json:
        frames = (
            corrected_frames(history) if reading == "corrected" else ((Address(f.version), f) for f in history.frames)
        )
        wanted = ((act, frame) for act, frame in frames if version in (None, act.version))
        print_json(
            [
                _log_entry(history, act, number, frame, point)
                for act, group in groupby(wanted, key=itemgetter(0))
                for number, frame in visible_frames(history.match.game, [frame for _, frame in group], point)
            ]
        )
        return
    lines = log_lines(history, point, reading) if version is None else entry_lines(history, version, point, reading)
    for line in lines:
        click.echo(line)


def _log_entry(history: AnyHistory, act: Address, number: int, frame: Frame, point: Viewpoint) -> dict[str, object]:  # type: ignore[type-arg]
    from domain.entries import action_parts
    from domain.notation import Names, print_command
    from service.reading.log import entry_violations, violation_text

    game = history.match.game
    command = action_parts(frame.entry.payload)[0]
    violations = entry_violations(history.match, frame.entry, point)
    names = Names(frame.before.catalogue, frame.state.seats)
    veiled = game.redact(frame.before, command, point) if command is not None else None
    return {
        "address": f"{history.match.id}/{act}.{number}" if number else f"{history.match.id}/{act}",
        "kind": frame.entry.payload.__struct_config__.tag,
        "turn": frame.entry.envelope.turn,
        "phase": frame.entry.envelope.phase,
        "command": print_command(veiled, names) if veiled is not None and number <= 1 else None,
        "event": game.narrate(frame.before, frame.event, point) if frame.event is not None else None,
        "violations": [violation_text(game, violation, point) for violation in violations] if number <= 1 else [],
        "undone_by": None if act.number else history.match.undone.get(act.version),
    }


@click.command("diff")
@click.argument("match")
@click.argument("a")
@click.argument("b")
@as_viewpoint
@as_json_or_text
@click.pass_obj
def diff_command(session: Session, match: str, a: str, b: str, viewpoint: str, as_json: bool) -> None:
    """Show the changes on the board of MATCH between entry A and entry B (numbers or addresses), and the entry that
    caused each."""
    from service.addresses import entry_number

    history = session.history(match)
    first, second = (entry_number(text, history.match.id) for text in (a, b))
    changes = differences(history, first, second, parse_viewpoint(viewpoint, history.match.state.seats))
    if as_json:
        print_json(changes)
    elif changes:
        print_table(("place", "before", "after", "entry"), [(c.place, c.before, c.after, c.version) for c in changes])
    else:
        say("the board is unchanged")


@click.command("replay")
@click.argument("match", required=False)
@as_viewpoint
@as_reading
@_delay
@click.option("--lock", is_flag=True, help="Lock the view of --as: no key shows another view or match, or records.")
@click.option("--kiosk", is_flag=True, help="Like --lock, as spectator if --as is not given; q and esc do not leave.")
@click.option("--text", "as_text", is_flag=True, help="Print text, even on a terminal.")
@click.pass_obj
def replay_command(
    session: Session,
    match: str | None,
    viewpoint: str,
    reading: "Reading",
    delay: "Delay | None",
    lock: bool,
    kiosk: bool,
    as_text: bool,
) -> None:
    """Step through MATCH (from ENTRY on, as MATCH/ENTRY), or choose one from the list. Without a terminal: the log and
    the last board as text."""
    match_id = session.match_id(match) if match and not match.startswith(POSITION_MARK) else match
    lock, viewpoint = lock or kiosk, str(SPECTATOR) if kiosk and viewpoint == JUDGE else viewpoint
    for held in (["delay"] if delay else []) + (["lock"] if lock else []):
        if match_id is None:
            raise UsageProblem(f"--{held} needs a match: the list would show what the {held} hides")
    if lock and viewpoint == JUDGE:
        raise UsageProblem("--lock needs a view: --as spectator or --as PLAYER")
    if is_terminal() and not as_text:
        open_viewer(session, match, viewpoint, delay, lock=lock, kiosk=kiosk)
    elif match is None:
        raise UsageProblem("without a terminal, name a match: 'matchbook matches' lists them")
    else:
        print_replay(session, match, viewpoint, delay, reading)


def open_viewer(
    session: Session,
    match: str | None,
    viewpoint: str,
    delay: "Delay | None" = None,
    *,
    lock: bool = False,
    kiosk: bool = False,
) -> None:
    """Start the terminal program on a match (or a position in it), or on the match list."""
    from replay_tui.app import MatchbookApp, run
    from service.addresses import parse_address

    if match is None:
        session.begin_store()
        app = partial(MatchbookApp, recording_service=session.recording, viewpoint=viewpoint)
        run(partial(app, session.app, session.open_analytics))
        return
    if match.startswith(POSITION_MARK):
        from service.delay import no_match_list
        from service.exchange.position_codes import open_position

        opened = open_position(match)
        app = partial(MatchbookApp, match_id=opened.match, viewpoint=opened.viewpoint, locked=True)
        run(partial(app, opened.app, no_match_list))
        return
    place = match.partition("/")[2] if parse_address(match)[1] else ""
    match_id = session.match_id(match)
    shown = partial(MatchbookApp, match_id=match_id, viewpoint=viewpoint, place=place, locked=lock, kiosk=kiosk)
    if delay is None:
        run(partial(shown, session.app, session.open_analytics, recording_service=None if lock else session.recording))
        return
    from service.delay import DelayedService, no_match_list

    run(partial(shown, DelayedService(session.app, delay), no_match_list, delay=str(delay)))


def print_replay(
    session: Session, match: str, viewpoint: str, delay: "Delay | None" = None, reading: "Reading" = "corrected"
) -> None:
    """Print the log, and the last board or that after the named entry, as text."""
    from service.reading.drawing import pictured, with_result
    from service.reading.log import log_lines
    from service.reading.styled_text import plain

    history = _history(session, match, delay)
    frame, event, point = _moment(history, match, viewpoint, reading=reading)
    state = frame.state
    for line in log_lines(history, point, reading):
        click.echo(line)
    click.echo()
    click.echo(_place(history, frame.version, point, delay, event))
    board = with_result(history.match, frame.version, history.match.game.board(state, point))
    click.echo(plain(pictured(history.match.game, state, point, 100, board)))
