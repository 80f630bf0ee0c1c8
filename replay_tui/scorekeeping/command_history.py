"""The recorded lines, including undone ones, to recall into the command line."""

from collections.abc import Iterator

from domain.entries import ActionEntry
from domain.seats import JUDGE
from replay_tui.timeline import Timeline
from service.reading.log import action_text


class CommandHistory:
    """Recalls lines from the newest entry backwards; typing starts over."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._shown = ""
        self._place = -1

    def step(self, text: str, by: int) -> str | None:
        """Return the line before (`by` -1) or after the current one; `None` if the key moves between rows instead."""
        place = self._place if text and text == self._shown else -1
        if (text and place < 0) or (by > 0 and place < 0):
            return None
        lines = list(dict.fromkeys(self._lines()))
        self._place = min(place - by, len(lines) - 1)
        self._shown = lines[self._place] if self._place >= 0 else ""
        return self._shown

    def _lines(self) -> Iterator[str]:
        history = self._timeline.history
        for version in range(len(history.entries), 0, -1):
            if isinstance(history.entries[version - 1].payload, ActionEntry):
                yield action_text(history, version, JUDGE)
