"""Progress of long work: count, rate and time left, on standard error; nothing where that is no terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """Shows a bar while the block runs; the block calls what it is given after each step (with a count, default 1)."""
    if not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total, rate="")

        def advance(steps: int = 1) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, advance=steps, rate=f"{speed:,.0f}/s" if speed else "")

        yield advance


def _nothing(steps: int = 1) -> None:
    del steps
