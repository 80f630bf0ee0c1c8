"""Following a match that is being recorded: what anyone adds is read in a worker, and indexed where it is looked at."""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import ClassVar

from msgspec import Struct

from domain.replay import AnyHistory
from replay_tui.background import trouble_text
from replay_tui.timeline import Timeline
from service.following import Following

Follow = Callable[[Callable[[], None]], Following | None]
"""Register for the store's news from its own thread; `None`: the store must be polled."""


class News(Struct, frozen=True):
    """The result of reading on."""

    known: int
    """Entries that were there before."""
    came: int
    troubled: bool
    """Whether it began or ceased to go wrong; `Follower.trouble` says what is wrong."""


@dataclass
class TimelineFollower:
    """Brings a timeline up to date with what its match has gained, one reading at a time."""

    SECONDS: ClassVar[float] = 1.0
    """From one look to the next, at a store that does not tell of news."""

    timeline: Timeline
    refresh: Callable[[AnyHistory], object]
    """Adds what was recorded since; may block."""
    work: Callable[[Callable[[], str], Callable[[str], None]], None]
    """Does the first in a worker, then the second with what it gave."""
    came: Callable[[News], None]
    busy: Callable[[], bool] = lambda: False
    """Whether an act is being stored, which brings the timeline up to date itself."""
    trouble: str = ""
    """The reason why updates are missing; empty if they arrive."""
    _stream: Following | None = None
    _told: bool = False
    """Whether the store has told of news since the last look."""
    _looking: bool = False
    _folding: Lock = field(default_factory=Lock)
    """Held while the history grows: in the worker of a look, or of an act."""

    def begin(
        self,
        follow: Follow,
        soon: Callable[[Callable[[], None]], object],
        every: Callable[[float, Callable[[], None]], object],
    ) -> None:
        """Looks when the store tells of news, and again and again where it does not. `soon` may be called from any thread."""

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
            self._told = True
            self.look()

    def look(self) -> None:
        """Reads on in a worker, unless that goes on already, or an act: two would add the same entries twice. What is told
        meanwhile is read behind it."""
        if self._looking or self.busy():
            return
        self._told = False
        if self._stream is not None and self._stream.trouble:
            self.take_in(self._stream.trouble)
        else:
            self._looking = True
            self.work(self.read, self._looked)

    def read(self) -> str:
        """In a worker: what it adds is not looked at before the timeline has indexed it. Returns what went wrong."""
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
        """Indexes what was read, and tells of it if it is news."""
        known = self.timeline.versions
        self.timeline.extend()
        news = News(known, self.timeline.versions - known, trouble != self.trouble)
        self.trouble = trouble
        if news.came or news.troubled:
            self.came(news)
        if self._told:
            self.look()
