"""The event list as rows at three zoom levels: turns, actions, events. A row is computed when it is drawn, never
stored."""

from bisect import bisect_right
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from replay_tui.timeline import Timeline

Zoom: TypeAlias = Literal["turns", "actions", "events"]

Wording: TypeAlias = Literal["sentences", "commands"]
"""The level of detail of entries."""
ZOOMS: Final[tuple[Zoom, ...]] = ("actions", "events", "turns")


class LogRow(Struct, frozen=True, gc=False):
    """A row: its entry, and the position that it selects."""

    kind: Zoom
    position: int
    version: int
    """The entry; for a turn, the one that began it."""


class TimelineRows:
    """The rows of a timeline at a zoom level, seen from a position.

    The action level shows events only for the entry that the position is inside of.
    """

    def __init__(self, timeline: Timeline, zoom: Zoom, position: int) -> None:
        self.timeline = timeline
        self.zoom = zoom
        self.position = position
        self.version = timeline.version(position)
        self._open = self._events(self.version) if zoom == "actions" and timeline.is_within(position) else 0

    def _events(self, version: int) -> int:
        return self.timeline.row_starts[version + 1] - self.timeline.row_starts[version] - 1

    @property
    def count(self) -> int:
        """The number of rows."""
        if self.zoom == "turns":
            return len(self.timeline.turn_starts)
        if self.zoom == "events":
            return self.timeline.row_starts[-1]
        return self.timeline.versions + self._open

    @property
    def most(self) -> int:
        """The largest number of rows at this zoom level, for any position."""
        return self.timeline.versions + self.timeline.most_events if self.zoom == "actions" else self.count

    @property
    def current(self) -> int:
        """The index of the position's row."""
        timeline, version = self.timeline, self.version
        if self.zoom == "turns":
            return timeline.turn_at(self.position)
        inside = timeline.frame(self.position).number
        if self.zoom == "events":
            return timeline.row_starts[version] + inside
        return version - 1 + (inside if self._open else 0)

    def __getitem__(self, index: int) -> LogRow:
        if self.zoom == "turns":
            position = self.timeline.turn_starts[index]
            return LogRow("turns", position, self.timeline.version(position))
        version, event = self._entry_row(index)
        if event:
            return LogRow("events", self.timeline.end_of(version - 1) + event, version)
        return LogRow("actions", self.timeline.end_of(version), version)

    def _entry_row(self, index: int) -> tuple[int, int]:
        """Return the version of a row, and the number of its event (0: the action itself)."""
        if self.zoom == "events":
            version = bisect_right(self.timeline.row_starts, index, lo=1) - 1
            return version, index - self.timeline.row_starts[version]
        if index < self.version:
            return index + 1, 0
        if index < self.version + self._open:
            return self.version, index - self.version + 1
        return index - self._open + 1, 0
