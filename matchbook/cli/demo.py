"""The commands `demo` and `tour`."""

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import click

from domain.registry import installed_games, load_game
from domain.seats import JUDGE
from matchbook.cli.progress import progress
from matchbook.cli.session import Session, is_terminal, print_table, say
from service.errors import UsageProblem
from service.simulation.demonstration import Sample, simulate_some, type_in_samples
from service.simulation.matches import Summary


@click.command("demo")
@click.option(
    "-n",
    "count",
    type=click.IntRange(1, 100_000),
    default=300,
    show_default=True,
    help="Total number of simulated matches.",
)
@click.option("--game", "only", help="Only this game.")
@click.option("--no-replay", is_flag=True, help="Print the summary and stop.")
@click.pass_obj
def demo_command(session: Session, count: int, only: str | None, no_replay: bool) -> None:
    """Replay a sample match and summarise a few hundred simulated ones.

    The matches go into a new store in the folder for temporary files; the program prints its path.
    """
    asked = [load_game(only)] if only else installed_games().values()
    games = [game for game in asked if game.kind == "game"]
    if not games:
        raise UsageProblem(f"{only} is not an installed game: 'matchbook games' lists them")
    folder = Path(tempfile.mkdtemp(prefix="matchbook-demo-"))
    session.use_store(f"sqlite:///{folder / 'demo.db'}")
    app = session.new_app
    samples = list(type_in_samples(app, games))
    simulated = [game for game in games if game.simulation is not None]
    share = max(1, count // max(1, len(simulated)))
    with progress("playing", share * len(simulated)) as advance:
        summaries = [simulate_some(app, game, share, advance) for game in simulated]
    _print_summary(session, summaries)
    say(f"\nThe store of this demo: {folder / 'demo.db'}")
    say(f"Look around: matchbook --store {folder / 'demo.db'} matches\n")
    if not no_replay:
        _replay(session, samples)


def _print_summary(session: Session, summaries: list[Summary]) -> None:
    rows = []
    for summary in summaries:
        first = _answer(session, "first-player", summary.game)
        length = _answer(session, "length", summary.game)
        rows.append(
            (
                load_game(summary.game).title,
                summary.matches,
                summary.actions,
                summary.events,
                _share(first) if first else "-",
                f"{length['turns']:g} (90 % within {length['turns_90']:g})" if length else "-",
                f"{summary.actions_per_second:,.0f}",
            )
        )
    print_table(
        ("game", "matches", "actions", "events", "won by first player", "turns, median", "actions/s recorded"), rows
    )


def _answer(session: Session, question: str, game: str) -> dict[str, Any]:
    """Return the first row of an answer by column; empty without rows."""
    answer = session.analytics.ask(question, {"game": game, "kind": "simulated"})
    return dict(zip(answer.columns, answer.rows[0], strict=True)) if answer.rows else {}


def _share(first: dict[str, Any]) -> str:
    """Return a share with its interval: `52.1 % [48.0, 56.2] n=540`."""
    share, low, high = (100 * first[name] for name in ("share", "low", "high"))
    return f"{share:.1f} % [{low:.1f}, {high:.1f}] n={first['n']}"


def _replay(session: Session, samples: list[Sample]) -> None:
    if not samples:
        return
    sample = samples[0]
    if is_terminal():
        from matchbook.cli.views import open_viewer

        open_viewer(session, sample.match, str(JUDGE))
        return
    from matchbook.cli.views import print_replay

    print_replay(session, sample.match, str(JUDGE))


@click.command("tour")
@click.pass_obj
def tour_command(session: Session) -> None:
    """Tour eight screens of the terminal program, each with a short explanation.

    The matches of the tour go into a new store in the system's folder for temporary files.
    """
    from replay_tui.app import MatchbookApp, run
    from service.simulation.demonstration import begin_sample

    if not is_terminal():
        raise UsageProblem("the tour needs a terminal; 'matchbook demo' prints a summary anywhere")
    session.use_store(f"sqlite:///{Path(tempfile.mkdtemp(prefix='matchbook-tour-')) / 'tour.db'}")
    begin_sample(session.new_app)
    run(partial(MatchbookApp, session.app, session.open_analytics, recording_service=session.recording, tour=True))
