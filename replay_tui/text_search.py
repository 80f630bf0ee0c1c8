"""Text search in a match, in the text of each entry for a viewpoint; case is ignored."""

from bisect import bisect_left, bisect_right

from msgspec import Struct

from domain.seats import Viewpoint
from replay_tui.timeline import Timeline
from service.reading.log import entry_lines


class Hit(Struct, frozen=True):
    """An entry with the searched text."""

    version: int
    counted: str
    """`2 of 12`, and a remark if the search wrapped around."""


class TextSearch:
    """Texts of entries are computed at the first search, and cached for the viewpoint."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._texts: dict[tuple[Viewpoint, int], str] = {}

    def find(self, text: str, version: int, by: int, viewpoint: Viewpoint) -> Hit | None:
        """Return the nearest entry after (or before) `version` with the text, else the first from the other end; `None`
        without a match."""
        wanted = text.casefold()
        hits = (
            [v for v in range(1, self._timeline.versions + 1) if wanted in self._text(v, viewpoint)] if wanted else []
        )
        if not hits:
            return None
        place = bisect_right(hits, version) if by > 0 else bisect_left(hits, version) - 1
        around = "" if 0 <= place < len(hits) else " · from the start" if by > 0 else " · from the end"
        place %= len(hits)
        return Hit(hits[place], f"{place + 1} of {len(hits)}{around}")

    def _text(self, version: int, viewpoint: Viewpoint) -> str:
        key = viewpoint, version
        text = self._texts.get(key)
        if text is None:
            text = "\n".join(entry_lines(self._timeline.history, version, viewpoint)).casefold()
            self._texts[key] = text
        return text
