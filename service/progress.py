"""Progress of long work: count, rate and remaining time, as one line."""

import time
from collections.abc import Callable
from typing import Final

_MINUTE: Final = 60


class Stopped(Exception):
    """The user stopped the work; what was done is kept."""


class Progress:
    """Formats the progress of some work. The rate is measured from the first report on."""

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self._first: tuple[int, float] | None = None

    def at(self, done: int, total: int) -> str:
        """Return `125,000 of 300,938 entries · 61,000/s · 3 s left`, without rate and time until they are known."""
        now = self._clock()
        start, began = self._first = self._first or (done, now)
        line = f"{done:,} of {total:,} {self._what}"
        if done <= start or now <= began:
            return line
        rate = (done - start) / (now - began)
        return f"{line} · {rate:,.0f}/s · {time_text((total - done) / rate)} left"


def time_text(seconds: float) -> str:
    """`3 s`, `2 min`: rounded up, since the remaining time is never zero."""
    if seconds <= _MINUTE:
        return f"{max(1, -int(-seconds // 1))} s"
    return f"{-int(-seconds // _MINUTE)} min"
