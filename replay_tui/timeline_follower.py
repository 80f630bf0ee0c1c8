"""Following a match in progress: new entries are read in a worker and indexed in the main thread."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import ClassVar

from msgspec import Struct

from domain.replay import AnyHistory
from replay_tui.background import trouble_text
from replay_tui.timeline import Timeline
from service.store_tail import Following

Follow = Callable[[Callable[[], None]], Following | None]
"""Registers a callback, which the store calls from its own thread; returns `None` if the store must be polled."""


class News(Struct, frozen=True):
    """The result of reading new entries."""

    known: int
    """Number of entries before."""
    came: int
    troubled: bool
    """True if reading began or ceased to fail; see `TimelineFollower.trouble`."""


@dataclass
class TimelineFollower:
    """Adds the new entries of a match to its timeline, one reading at a time."""

    SECONDS: ClassVar[float] = 1.0
    """Seconds between two readings of a store that must be polled."""

    timeline: Timeline
    refresh: Callable[[AnyHistory], object]
    """Adds new entries to the history; may block."""
    work: Callable[[Callable[[], str], Callable[[str], None]], None]
    """Runs the first function in a worker, then passes its result to the second."""
    came: Callable[[News], None]
    busy: Callable[[], bool] = lambda: False
    """True while an action is being stored; storing updates the timeline itself."""
    trouble: str = ""
    """The reason why updates are missing; empty if they arrive."""
    _stream: Following | None = None
    _announced: bool = False
    """True if the store announced new entries since the last reading."""
    _looking: bool = False
    _folding: Lock = field(default_factory=Lock)
    """Locked while the history grows, in a reading or storing worker."""

    def begin(
        self,
        follow: Follow,
        soon: Callable[[Callable[[], None]], object],
        every: Callable[[float, Callable[[], None]], object],
    ) -> None:
        """Read when the store announces entries, or else poll it. `soon` may be called from any thread."""

        def wake() -> None:
            soon(self._woken)

        self._stream = follow(wake)
        if self._stream is None:
            every(self.SECONDS, self.look)

    def end(self) -> None:
        """Stop notifications."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()

    def _woken(self) -> None:
        if self._stream is not None:
            self._announced = True
            self.look()

    def look(self) -> None:
        """Read new entries in a worker, unless a reading or storing worker runs, because two would add the same entries
        twice. News during a reading starts another one after it."""
        if self._looking or self.busy():
            return
        self._announced = False
        if self._stream is not None and self._stream.trouble:
            self.take_in(self._stream.trouble)
        else:
            self._looking = True
            self.work(self.read, self._looked)

    def read(self) -> str:
        """Read new entries, in a worker; return what went wrong. The timeline ignores them until it has indexed
        them."""
        with self._folding:
            try:
                self.refresh(self.timeline.recorded)
            except Exception as error:
                return trouble_text(error)
        return ""

    def _looked(self, trouble: str) -> None:
        self._looking = False
        self.take_in(trouble)

    def take_in(self, trouble: str) -> None:
        """Index the new entries, and report them and changes of trouble."""
        known = self.timeline.versions
        self.timeline.extend()
        news = News(known, self.timeline.versions - known, trouble != self.trouble)
        self.trouble = trouble
        if news.came or news.troubled:
            self.came(news)
        if self._announced:
            self.look()
