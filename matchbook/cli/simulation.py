"""The commands `simulate` and `dataset`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from domain.simulation import simulation_of
from domain.text import pluralize
from matchbook.cli.options import as_catalogue, as_options
from matchbook.cli.progress import progress
from matchbook.cli.session import Session, as_json_or_text, former_option, print_json, print_table, say
from matchbook.cli.worker_pool import pool_of, with_workers
from service.errors import UsageProblem
from service.kits import meant_game
from service.resources import load_catalogue

if TYPE_CHECKING:
    from service.simulation.matches import Summary
    from service.simulation.shards import Keep


@click.command("simulate")
@click.argument("game")
@click.option(
    "-n", "count", type=click.IntRange(1, 10_000_000), default=100, show_default=True, help="Number of matches."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Seed of the first match; the next matches count on from it.",
)
@as_options
@click.option(
    "--bot", "bots", multiple=True, metavar="NAME", help="Bot of a seat, in seat order; the last one repeats."
)
@as_catalogue
@click.option("--record", is_flag=True, help="Record the matches in the store, tagged 'simulated'.")
@click.option(
    "--dataset",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write the matches as Parquet files; continues an existing dataset.",
)
@click.option(
    "--keep",
    type=click.Choice(["results", "tables"]),
    default="results",
    show_default=True,
    help="Extent of the dataset: only results of matches, or all tables.",
)
@former_option("--lake", "--dataset")
@click.option(
    "--shard", type=click.IntRange(1), default=1_000, show_default=True, help="Matches in a file of a dataset."
)
@with_workers
@as_json_or_text
@click.pass_obj
def simulate_command(
    session: Session,
    game: str,
    count: int,
    seed: int,
    options: dict[str, str],
    bots: tuple[str, ...],
    catalogue: str | None,
    record: bool,
    dataset: Path | None,
    keep: "Keep",
    shard: int,
    workers: int,
    cluster: str,
    as_json: bool,
) -> None:
    """Let bots play matches of GAME. The same seed gives the same matches on every machine."""
    from service.simulation.matches import SimulationPlan, counting, one_by_one
    from service.simulation.shards import counted_by, into_dataset

    loaded, catalogue = meant_game(game, catalogue)
    known = simulation_of(loaded).bots
    if strangers := [bot for bot in bots if bot not in known]:
        raise UsageProblem(f"no bot {strangers[0]!r} for {game}; there are {', '.join(known)}")
    plan = SimulationPlan(game=loaded.name, matches=count, seed=seed, options=options, bots=bots)
    cards = load_catalogue(loaded, catalogue)
    pool = pool_of(workers, cluster)
    with counting(loaded) as summary, progress(f"simulating {game}", count) as advance:
        if record:
            if dataset or workers > 1 or cluster:
                raise UsageProblem("--record uses one process: leave out --dataset, --workers and --cluster")
            played = one_by_one(loaded, cards, plan, session.new_app)
        elif dataset:
            played = into_dataset(pool, dataset, keep, plan, cards, size=shard)
        else:
            played = counted_by(pool, plan, cards)
        for part in played:
            summary.take_in(part)
            advance(part.matches)
    _print_summary(summary, as_json=as_json)


def _print_summary(summary: "Summary", *, as_json: bool) -> None:
    if as_json:
        print_json(summary)
        return
    print_table(
        ("matches", "actions", "events", "wins by seat", "draws", "ended by", "actions/s"),
        [
            (
                summary.matches,
                summary.actions,
                summary.events,
                " ".join(
                    str(n) for n in summary.wins[: 1 + max((i for i, n in enumerate(summary.wins) if n), default=1)]
                ),
                summary.draws,
                ", ".join(f"{reason} {n}" for reason, n in summary.reasons.items()),
                round(summary.actions_per_second),
            )
        ],
    )


@click.group("dataset")
def dataset_command() -> None:
    """Manage datasets, the Parquet files of `simulate --dataset`."""


@dataset_command.command("compact")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("into", type=click.Path(path_type=Path))
def compact_dataset_command(folder: Path, into: Path) -> None:
    """Rewrite the dataset in FOLDER into the new folder INTO: one file per table, game and month, of at most 512 MB. It
    gives the same answers, and `simulate --dataset` can continue it."""
    from service.simulation.shards import compact_dataset

    before, after = compact_dataset(folder, into)
    say(f"{into}: {pluralize(after, 'file')} instead of {before:,}")
