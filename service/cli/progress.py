"""Progress of long work: count, rate and time left, on standard error; nothing where that is no terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, Timer
from typing import Final

PATIENCE: Final = 0.5
"""Seconds that work may take before its progress is shown."""


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


class CatchingUp:
    """Told how far the analytics have come; shows it where catching up takes more than half a second."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._shown = ExitStack()
        self._timer: Timer | None = None
        self._advance: Callable[..., None] = _nothing
        self._told = self._position = 0

    def __call__(self, position: int, head: int) -> None:
        """The position reached, and the one aimed at."""
        if position >= head:
            self.close()
            return
        with self._lock:
            if self._timer is None:
                self._told = position
                self._timer = Timer(PATIENCE, self._show, (head - position,))
                self._timer.daemon = True
                self._timer.start()
            self._position = position
            self._report()

    def _show(self, total: int) -> None:
        with self._lock:
            if self._timer is not None:
                self._advance = self._shown.enter_context(progress("catching up", total))
                self._report()

    def _report(self) -> None:
        if self._advance is not _nothing:
            self._advance(self._position - self._told)
            self._told = self._position

    def close(self) -> None:
        """Takes what is shown off the screen."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._advance = None, _nothing
            self._shown.close()
