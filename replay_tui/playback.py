"""Automatic playback: a number of actions per second, or in the table's time. The clock is injected."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from replay_tui.timeline import Timeline

STEADY: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Actions per second."""

TIMES: Final = (1, 2, 4, 8, 16, 32)
"""Factors of the speed at the table."""

SHORTEST: Final = 0.05
"""Seconds on the screen. Entries of one instant, or with an earlier time than the one before, still follow each other
visibly."""

LONGEST: Final = 5.0
"""Seconds on the screen. Longer pauses at the table are shortened to this."""


class Wait(Struct, frozen=True, gc=False):
    """Seconds until the next position."""

    seconds: float
    skipped: float = 0.0
    """Seconds of table time that are left out."""


class Pace(Struct, frozen=True, gc=False):
    """The playback mode: steady or real time. Each mode keeps its own speed."""

    real: bool = False
    """True for real time, false for a steady speed."""
    steady: int = 1
    """Index into `STEADY`."""
    times: int = 0
    """Index into `TIMES`."""

    def toggled(self) -> "Pace":
        """Return the other mode."""
        return replace(self, real=not self.real)

    def faster(self, by: int) -> "Pace":
        """Return the same mode `by` speeds faster (negative: slower), within its speeds."""
        if self.real:
            return replace(self, times=min(max(self.times + by, 0), len(TIMES) - 1))
        return replace(self, steady=min(max(self.steady + by, 0), len(STEADY) - 1))

    def wait(self, here: int, following: int) -> Wait:
        """Return the wait between two entries with these times, in microseconds."""
        if not self.real:
            return Wait(1 / STEADY[self.steady])
        gap, times = max(0, following - here) / 1_000_000, TIMES[self.times]
        seconds = min(max(gap / times, SHORTEST), LONGEST)
        return Wait(seconds, max(0.0, gap - seconds * times))

    def __str__(self) -> str:
        return f"×{TIMES[self.times]}" if self.real else f"{STEADY[self.steady]:g}/s"


def duration_text(seconds: float) -> str:
    """Return a duration as `0:07`, `4:12`, `1:04:12`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Alarm(Protocol):
    """A timer."""

    def stop(self) -> None:
        """Cancel the timer."""
        ...


@dataclass
class Autoplay:
    """Plays a match automatically: waits at each position as the pace requires, then calls `go_on`."""

    timeline: Timeline
    later: Callable[[float, Callable[[], None]], Alarm]
    go_on: Callable[[], None]
    changed: Callable[[], None] = lambda: None
    """Called after a request to play, pause or change the pace."""
    pace: Pace = field(default_factory=Pace)
    wait: Wait = field(default_factory=lambda: Wait(0))
    """The wait before the next action, while playing."""
    _alarm: Alarm | None = None

    @property
    def playing(self) -> bool:
        """True while playing."""
        return self._alarm is not None

    def pause(self) -> None:
        """Pause playback."""
        if self._alarm is not None:
            self._alarm.stop()
            self._alarm = None

    def toggle(self, position: int) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play_from(position)
        self.changed()

    def take(self, pace: Pace, position: int) -> None:
        """Change the pace."""
        self.pace = pace
        if self.playing:
            self.play_from(position)
        self.changed()

    def play_from(self, position: int) -> None:
        """Wait for the next action; stop at the end."""
        self.pause()
        following = self.timeline.step_action(position, 1)
        if following != position:
            self.wait = self.pace.wait(self._happened_at(position), self._happened_at(following))
            self._alarm = self.later(self.wait.seconds, self.go_on)

    def _happened_at(self, position: int) -> int:
        return self.timeline.frame(position).entry.envelope.happened_at

    @property
    def badge(self) -> str:
        """The playback state for the position line; empty if paused at the default pace."""
        if self.playing and self.wait.skipped >= 1:
            return f"{self.pace}, idle {duration_text(self.wait.skipped)} skipped"
        if self.playing:
            return f"playing {self.pace}"
        if self.pace.real:
            return f"real time {self.pace}"
        return f"speed {self.pace}" if self.pace.steady != Pace().steady else ""
