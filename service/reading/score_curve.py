"""A match's score curve: the main gauge over time, and the turning points. Independent of the screen."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias

from domain.plan import GaugeName
from domain.replay import AnyHistory
from domain.seats import SPECTATOR

Values: TypeAlias = tuple[int, ...]
"""The main gauge of each player, in the order of the board's panels; empty before everybody has one."""

_SAMPLES: Final = 128
"""Entries sampled at first; between two samples that differ, the changing entry is searched."""
_MOST: Final = 600
"""Most entries whose boards are computed, so that long matches stay fast."""
_SWING: Final = 5
"""An entry that moves a gauge by at least 1/5 of its range is a turning point."""


class ScoreCurve:
    """Public values of the main gauge, computed on demand and cached."""

    def __init__(self, history: AnyHistory) -> None:
        self.names: tuple[str, ...] = ()
        self.seats: tuple[int, ...] = ()
        """The owners of the values; boards may order their panels differently for each viewer."""
        self.versions = 0
        """Number of entries that the curve covers; the history may have more."""
        self._history = history
        self._values: dict[int, Values] = {}
        self._turning: tuple[int, list[int]] = (0, [])

    @cached_property
    def gauge(self) -> GaugeName | None:
        """Return the main gauge of the game; `None` if it does not have gauges."""
        match = self._history.match
        return next(iter(match.game.plan(match.state).gauges), None)

    def after(self, version: int) -> Values:
        """The values after an entry."""
        if version not in self._values:
            match = self._history.match
            state = self._history.frames[self._history.last_frame_of[version]].state
            panels = match.game.board(state, SPECTATOR).panels
            found = [panel for panel in panels if panel.seat is not None and panel.gauges]
            self._values[version] = tuple(panel.gauges[0].value for panel in found)
            self.names = tuple(panel.title for panel in found) or self.names
            self.seats = tuple(panel.seat for panel in found if panel.seat is not None) or self.seats
        return self._values[version]

    @property
    def stride(self) -> int:
        """Distance between sampled entries. It doubles as a match grows, so that earlier samples remain usable."""
        stride = 1
        while self.versions > stride * _SAMPLES:
            stride *= 2
        return stride

    @property
    def grid(self) -> list[int]:
        """Return the sampled entries, ascending."""
        return [*range(1, self.versions, self.stride), self.versions]

    def near(self, version: int) -> Values:
        """Return the values after an entry, or after the sampled entry before it."""
        return self.after(version if version == self.versions else version - version % self.stride or 1)

    def turning(self) -> list[int]:
        """The entries, ascending, in which the lead changes or a gauge moves by a fifth of its range."""
        last = self.versions
        if self.gauge is None or not last:
            return []
        if self._turning[0] != last:
            for version in self.grid:  # first, so that further samples between them stay within `_MOST`
                self.after(version)
            changes = (version for pair in pairwise(self.grid) for version in self._between(*pair))
            self._turning = last, [*self._turned(changes)]
        return self._turning[1]

    def _between(self, first: int, last: int) -> Iterator[int]:
        """The entries after `first` that changed a value."""
        if self.after(first) == self.after(last):
            return
        if last - first == 1 or len(self._values) >= _MOST:
            yield last
            return
        middle = (first + last) // 2
        yield from self._between(first, middle)
        yield from self._between(middle, last)

    def _turned(self, changes: Iterable[int]) -> Iterator[int]:
        leader, before = None, self.after(1)
        swing = max(1, (self.gauge.high - self.gauge.low) // _SWING) if self.gauge is not None else 0
        for version in changes:
            values = self.after(version)
            ahead = values.index(max(values)) if values and values.count(max(values)) == 1 else None
            moved = max((abs(now - then) for then, now in zip(before, values, strict=False)), default=0)
            if moved >= swing or (None not in (leader, ahead) and leader != ahead):
                yield version
            before, leader = values, leader if ahead is None else ahead
