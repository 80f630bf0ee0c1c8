"""Options of commands that can use several processes or machines."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from matchbook.cli.session import say

if TYPE_CHECKING:
    from service.worker_pool import WorkerPool

_AnyCommand = TypeVar("_AnyCommand", bound=Callable[..., object])


def with_workers(command: _AnyCommand) -> _AnyCommand:
    """Add the options `--workers` and `--cluster`."""
    for option in (
        click.option("--cluster", metavar="URL", default="", help="Run on a Dask cluster: tcp://HOST:8786."),
        click.option(
            "--workers", type=click.IntRange(0, 256), default=0, help="Number of processes (default: number of cores)."
        ),
    ):
        command = option(command)
    return command


def pool_of(workers: int, cluster: str) -> "WorkerPool":
    """Return the worker pool; it reports lost workers."""
    from service.worker_pool import WorkerPool

    if workers and cluster:
        raise click.UsageError("--workers are local processes, and --cluster has its own workers: give only one")
    return WorkerPool(workers, cluster, lambda text: say(f"matchbook: {text}"))
