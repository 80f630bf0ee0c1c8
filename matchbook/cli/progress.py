"""Progress of long work: count, rate and remaining time, on standard error; silent if that is not a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, Timer


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """Show a bar while the block runs; the block calls the yielded function after each step (with a count, default
    1)."""
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


class CatchingUp:
    """Shows the progress of the analytics, reported before the first batch and after each. It appears after half a
    second, by a timer, because a single batch may take long."""

    def __init__(self, patience: float = 0.5) -> None:
        """`patience`: seconds until something is shown."""
        self._patience = patience
        self._lock = Lock()
        self._shown = ExitStack()
        self._advance: Callable[..., None] | None = None
        self._timer: Timer | None = None
        self._begun_at = self._told = self._aim = 0

    def __call__(self, position: int, head: int) -> None:
        """Report the reached position and the target."""
        if position >= head:
            self.close()
            return
        with self._lock:
            if self._timer is None:
                self._begun_at = self._told = position
                self._timer = Timer(self._patience, self._show)
                self._timer.daemon = True
                self._timer.start()
            self._aim = head
            if self._advance is not None:
                self._advance(position - self._told)
                self._told = position

    def _show(self) -> None:
        with self._lock:
            if self._timer is not None and self._advance is None:
                self._advance = self._shown.enter_context(progress("catching up", self._aim - self._begun_at))

    def close(self) -> None:
        """Remove the progress from the screen."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = self._advance = None
            self._shown.close()
