"""A few lines that take the rows they need."""

from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.widgets.lines import StyledText
from service.reading.styled_text import StyledLine, wrap


class LinePad(StyledText):
    """Join pieces, on at most that many rows; empty text takes no rows."""

    pieces: reactive[tuple[StyledLine, ...]] = reactive((), layout=False)

    def __init__(self, *, most: int, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._most = most

    def watch_pieces(self) -> None:
        """Takes the rows needed."""
        self.styles.height = min(len(self._rows()), self._most)

    on_resize = watch_pieces

    def _rows(self) -> list[StyledLine]:
        return wrap(self.pieces, self.size.width or self.app.size.width)

    def render_line(self, y: int) -> Strip:
        """One row."""
        rows = self._rows()
        return self.strip(rows[y] if y < len(rows) else (), self.size.width)
