"""`matches show log diff replay`."""

import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, cast, get_args

import click

from domain.replay import Frame
from domain.table import Viewpoint
from service.cli.session import Session, print_json, print_table
from service.clock import format_time
from service.difference import differences
from service.errors import UsageProblem
from service.recorder import AnyHistory
from service.viewpoints import parse_viewpoint, viewpoint_name

if TYPE_CHECKING:
    from projections.answers import MatchRow

SortKey = Literal["updated", "opened", "title", "game", "entries", "turn", "violations", "minutes"]

_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_viewpoint = click.option(
    "--as", "viewpoint", default="judge", show_default=True, metavar="VIEWPOINT", help="judge, spectator or a player."
)


@click.command("matches")
@click.option("--game", help="Only matches of this game.")
@click.option("--player", help="Only matches of this player.")
@click.option("--status", type=click.Choice(["running", "finished", "concluded"]))
@click.option("--tag", help="Only matches with this tag.")
@click.option(
    "--find", "text", default="", metavar="TEXT", help="Only matches whose title, players, id or tags hold these words."
)
@click.option("--sort", type=click.Choice(get_args(SortKey)), default="updated", show_default=True)
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@_json
@click.pass_obj
def matches_command(
    session: Session,
    game: str | None,
    player: str | None,
    status: str | None,
    tag: str | None,
    text: str,
    sort: str,
    limit: int,
    as_json: bool,
) -> None:
    """List the recorded matches, the latest first."""
    from projections.answers import MatchQuery, Status

    query = MatchQuery(
        game=game,
        player=player,
        status=cast("Status | None", status),
        tag=tag,
        text=text,
        sort=cast("SortKey", sort),
        descending=sort not in ("title", "game"),
        limit=limit,
    )
    rows = session.analytics.matches(query)
    if as_json:
        print_json(rows)
        return
    if not rows:
        click.echo("no matches" if not any((game, player, status, tag, text)) else "no matches like that", err=True)
        return
    _print_matches(rows)


def _print_matches(rows: "Sequence[MatchRow]") -> None:
    print_table(
        ("match", "game", "players", "title", "entries", "turn", "status", "won by", "!", "updated"),
        [
            (
                row.id,
                row.game,
                " · ".join(row.players),
                row.title,
                row.entries,
                row.turn,
                row.status,
                "draw" if row.drawn else ", ".join(row.winners),
                row.violations or None,
                format_time(row.updated_at)[:16],
            )
            for row in rows
        ],
    )


@click.command("show")
@click.argument("match")
@click.option("--at", "at", type=int, metavar="N", help="After entry N (default: now).")
@_viewpoint
@click.option("--width", type=click.IntRange(40, 400), help="Columns (default: the terminal's, else 100).")
@_json
@click.pass_obj
def show_command(
    session: Session, match: str, at: int | None, viewpoint: str, width: int | None, as_json: bool
) -> None:
    """Show the board of MATCH."""
    from service.drawing import draw_board, plain

    history = session.app.history(session.match_id(match))
    version = _version(history, match, at)
    state = history.match.states[version]
    point = parse_viewpoint(viewpoint, state.seats)
    board = history.match.game.board(state, point)
    if as_json:
        print_json({"match": history.match.id, "version": version, "viewpoint": viewpoint, "board": board})
        return
    columns = width or (shutil.get_terminal_size().columns if sys.stdout.isatty() else 100)
    mark = "now" if version == history.match.version else "REPLAY"
    click.echo(
        f"{history.match.id}/{version} of {history.match.version} · {mark} · as {viewpoint_name(point, state.seats)}"
    )
    click.echo(plain(draw_board(board, columns)))


def _version(history: AnyHistory, address: str, at: int | None) -> int:
    from service.addresses import parse_address

    version = at if at is not None else parse_address(address)[1]
    if version is None:
        return history.match.version
    if not 0 < version <= history.match.version:
        raise UsageProblem(f"no entry {version}; the match has {history.match.version}")
    return version


@click.command("log")
@click.argument("match")
@_viewpoint
@_json
@click.pass_obj
def log_command(session: Session, match: str, viewpoint: str, as_json: bool) -> None:
    """Print the record of MATCH: one line an action, in notation."""
    from service.logtext import log_lines

    history = session.app.history(session.match_id(match))
    point = parse_viewpoint(viewpoint, history.match.state.seats)
    if as_json:
        print_json([_log_entry(history, frame, point) for frame in history.frames])
        return
    for line in log_lines(history, point):
        click.echo(line)


def _log_entry(history: AnyHistory, frame: Frame, point: Viewpoint) -> dict[str, object]:  # type: ignore[type-arg]
    from domain.match import payload_commands
    from domain.notation import Names, print_command
    from service.logtext import violation_text

    game = history.match.game
    command, _, violations = payload_commands(frame.entry.payload)
    names = Names(frame.before.catalogue, frame.state.seats)
    veiled = game.veil(frame.before, command, point) if command is not None else None
    return {
        "address": frame.address,
        "kind": frame.entry.payload.__struct_config__.tag,
        "turn": frame.entry.envelope.turn,
        "phase": frame.entry.envelope.phase,
        "command": print_command(veiled, names) if veiled is not None and frame.number <= 1 else None,
        "event": game.narrate(frame.before, frame.event, point) if frame.event is not None else None,
        "violations": [violation_text(game, violation, point) for violation in violations] if frame.number <= 1 else [],
        "undone_by": history.match.undone.get(frame.version),
    }


@click.command("diff")
@click.argument("match")
@click.argument("a", type=int)
@click.argument("b", type=int)
@_viewpoint
@_json
@click.pass_obj
def diff_command(session: Session, match: str, a: int, b: int, viewpoint: str, as_json: bool) -> None:
    """What changed on the board of MATCH between entry A and entry B, and which entry changed it."""
    history = session.app.history(session.match_id(match))
    changes = differences(history, a, b, parse_viewpoint(viewpoint, history.match.state.seats))
    if as_json:
        print_json(changes)
    elif changes:
        print_table(("place", "before", "after", "entry"), [(c.place, c.before, c.after, c.version) for c in changes])
    else:
        click.echo("nothing changed on the board", err=True)


@click.command("replay")
@click.argument("match", required=False)
@_viewpoint
@click.option("--text", "as_text", is_flag=True, help="Print it, even on a terminal.")
@click.pass_obj
def replay_command(session: Session, match: str | None, viewpoint: str, as_text: bool) -> None:
    """Step through MATCH, or choose one from the list. Without a terminal: the log and the last board as text."""
    match_id = session.match_id(match) if match else None
    if sys.stdout.isatty() and sys.stdin.isatty() and not as_text:
        open_viewer(session, match_id, viewpoint)
    elif match_id is None:
        raise UsageProblem("without a terminal, name a match: 'matchbook matches' lists them")
    else:
        print_replay(session, match_id, viewpoint)


def open_viewer(session: Session, match_id: str | None, viewpoint: str) -> None:
    """Starts the terminal program on a match, or on the list of matches."""
    from replay_tui.app import run

    if match_id is None:
        session.begin_store()
    run(session.viewer, session.desk, match_id, viewpoint)


def print_replay(session: Session, match_id: str, viewpoint: str) -> None:
    """The log and the last board as text."""
    from service.drawing import draw_board, plain
    from service.logtext import log_lines

    history = session.app.history(match_id)
    state = history.match.state
    point = parse_viewpoint(viewpoint, state.seats)
    for line in log_lines(history, point):
        click.echo(line)
    click.echo()
    click.echo(plain(draw_board(history.match.game.board(state, point), 100)))
