"""The options of commands whose work can be shared out."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from matchbook.cli.session import say

if TYPE_CHECKING:
    from service.worker_pool import WorkerPool

_AnyCommand = TypeVar("_AnyCommand", bound=Callable[..., object])


def with_workers(command: _AnyCommand) -> _AnyCommand:
    """For a command that takes `workers` and `cluster`."""
    for option in (
        click.option("--cluster", metavar="URL", default="", help="Let a Dask cluster do it: tcp://HOST:8786."),
        click.option(
            "--workers", type=click.IntRange(0, 256), default=0, help="Processes (default: as many as there are cores)."
        ),
    ):
        command = option(command)
    return command


def pool_of(workers: int, cluster: str) -> "WorkerPool":
    """Where the work runs; the command reports lost workers."""
    from service.worker_pool import WorkerPool

    if workers and cluster:
        raise click.UsageError("--workers are processes here, and --cluster has workers of its own: give one")
    return WorkerPool(workers, cluster, lambda text: say(f"matchbook: {text}"))
