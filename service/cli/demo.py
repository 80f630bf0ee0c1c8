"""`demo`."""

import sys
import tempfile
from pathlib import Path

import click

from domain.game import game_names, load_game
from domain.table import JUDGE
from service.cli.progress import progress
from service.cli.session import Session, print_table, say
from service.demonstration import Sample, simulate_some, type_in_samples
from service.simulations import Summary


@click.command("demo")
@click.option(
    "-n", "count", type=click.IntRange(1, 100_000), default=300, show_default=True, help="Simulated matches in all."
)
@click.option("--game", "only", help="Only this game.")
@click.option("--no-replay", is_flag=True, help="Print the summary and stop.")
@click.pass_obj
def demo_command(session: Session, count: int, only: str | None, no_replay: bool) -> None:
    """See a sample match replayed and a few hundred simulated ones summed up.

    Everything goes into a new store in the system's folder for temporary files; its place is printed.
    """
    games = [load_game(name) for name in ([only] if only else game_names())]
    folder = Path(tempfile.mkdtemp(prefix="matchbook-demo-"))
    session.use_store(f"sqlite:///{folder / 'demo.db'}")
    app = session.new_app
    samples = list(type_in_samples(app, games))
    share = max(1, count // len(games))
    with progress("playing", share * len(games)) as advance:
        summaries = [simulate_some(app, game, share, advance) for game in games]
    _print_summary(session, summaries)
    say(f"\nThe store of this demo: {folder / 'demo.db'}")
    say(f"Look around: matchbook --store {folder / 'demo.db'} matches\n")
    if not no_replay:
        _replay(session, samples)


def _print_summary(session: Session, summaries: list[Summary]) -> None:
    rows = []
    for summary in summaries:
        edge = session.analytics.ask("first-player", {"game": summary.game})
        length = session.analytics.ask("length", {"game": summary.game})
        rows.append(
            (
                load_game(summary.game).title,
                summary.matches,
                summary.actions,
                summary.events,
                _first_row(edge.columns, edge.rows),
                _first_row(length.columns, length.rows),
                round(summary.actions_per_second),
            )
        )
    header = ("game", "matches", "actions", "events", "won by who went first", "length", "actions/s")
    print_table(header, rows)


def _first_row(columns: tuple[str, ...], rows: tuple[tuple[object, ...], ...]) -> str:
    if not rows:
        return "-"
    shown = dict(zip(columns, rows[0], strict=True))
    return ", ".join(f"{k} {v:.3g}" if isinstance(v, float) else f"{k} {v}" for k, v in shown.items() if v is not None)


def _replay(session: Session, samples: list[Sample]) -> None:
    if not samples:
        return
    sample = samples[0]
    if sys.stdout.isatty() and sys.stdin.isatty():
        from service.cli.reading import open_viewer

        open_viewer(session, sample.match, str(JUDGE))
        return
    from service.cli.reading import print_replay

    print_replay(session, sample.match, str(JUDGE))
