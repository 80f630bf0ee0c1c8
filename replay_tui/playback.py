"""How a replay goes on by itself: so many actions a second, or as time went by at the table. Pure."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

STEADY: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Actions a second."""

TIMES: Final = (1, 2, 4, 8, 16, 32)
"""How many times faster than at the table."""

SHORTEST: Final = 0.05
"""Seconds on the screen. Entries of one instant, or with an earlier time than the one before, still follow each other visibly."""

LONGEST: Final = 5.0
"""Seconds on the screen. What took longer at the table is idle time, and left out."""


class Wait(Struct, frozen=True, gc=False):
    """How long a position stays before the next one comes."""

    seconds: float
    skipped: float = 0.0
    """Seconds of table time that are left out."""


class Pace(Struct, frozen=True, gc=False):
    """The chosen way to play; each way keeps its own speed."""

    real: bool = False
    """As at the table, instead of steadily."""
    steady: int = 1
    """Which of `STEADY`."""
    times: int = 0
    """Which of `TIMES`."""

    def toggled(self) -> "Pace":
        """The other way."""
        return replace(self, real=not self.real)

    def faster(self, by: int) -> "Pace":
        """The same way, so many speeds faster (slower, where negative); the ends stay."""
        if self.real:
            return replace(self, times=min(max(self.times + by, 0), len(TIMES) - 1))
        return replace(self, steady=min(max(self.steady + by, 0), len(STEADY) - 1))

    def wait(self, here: int, following: int) -> Wait:
        """The time between two entries that happened at these microseconds."""
        if not self.real:
            return Wait(1 / STEADY[self.steady])
        gap, times = max(0, following - here) / 1_000_000, TIMES[self.times]
        seconds = min(max(gap / times, SHORTEST), LONGEST)
        return Wait(seconds, max(0.0, gap - seconds * times))

    def __str__(self) -> str:
        return f"×{TIMES[self.times]}" if self.real else f"{STEADY[self.steady]:g}/s"


def duration_text(seconds: float) -> str:
    """`0:07`, `4:12`, `1:04:12`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
