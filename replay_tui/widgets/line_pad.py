"""Styled text that takes the rows it needs."""

from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.widgets.lines import StyledText
from service.reading.styled_text import StyledLine, wrap


class LinePad(StyledText):
    """Joins pieces on at most `most` rows; empty text takes no rows."""

    pieces: reactive[tuple[StyledLine, ...]] = reactive((), layout=False)

    def __init__(self, *, most: int, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._most = most

    def watch_pieces(self) -> None:
        """Take the needed rows."""
        self.styles.height = min(len(self._rows()), self._most)

    on_resize = watch_pieces

    def _rows(self) -> list[StyledLine]:
        return wrap(self.pieces, self.size.width or self.app.size.width)

    def render_line(self, y: int) -> Strip:
        """Draw a row."""
        rows = self._rows()
        return self.strip(rows[y] if y < len(rows) else (), self.size.width)
