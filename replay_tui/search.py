"""Finding text in a match: in what a viewpoint may read of each entry, whatever the case."""

from domain.table import Viewpoint
from replay_tui.timeline import Timeline
from service.reading.log import entry_lines


class Search:
    """Texts of entries are made when first looked through, and kept for the viewpoint."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._texts: dict[tuple[Viewpoint, int], str] = {}

    def find(self, text: str, version: int, by: int, viewpoint: Viewpoint) -> int | None:
        """The nearest entry after (or before) `version` that holds the text; None where there is none."""
        wanted = text.casefold()
        if not wanted:
            return None
        versions = range(version + 1, self._timeline.versions + 1) if by > 0 else range(version - 1, 0, -1)
        return next((v for v in versions if wanted in self._text(v, viewpoint)), None)

    def _text(self, version: int, viewpoint: Viewpoint) -> str:
        key = viewpoint, version
        text = self._texts.get(key)
        if text is None:
            text = "\n".join(entry_lines(self._timeline.history, version, viewpoint)).casefold()
            self._texts[key] = text
        return text
