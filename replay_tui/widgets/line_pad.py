"""A few lines that take the rows they need."""

from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.widgets.lines import Toned
from service.reading.toned import Line, wrap


class LinePad(Toned):
    """Join pieces, on at most that many rows; empty text takes no rows."""

    pieces: reactive[tuple[Line, ...]] = reactive((), layout=False)

    def __init__(self, *, most: int, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._most = most

    def watch_pieces(self) -> None:
        """Takes the rows needed."""
        self.styles.height = min(len(self._rows()), self._most)

    on_resize = watch_pieces

    def _rows(self) -> list[Line]:
        return wrap(self.pieces, self.size.width or self.app.size.width)

    def render_line(self, y: int) -> Strip:
        """One row."""
        rows = self._rows()
        return self.strip(rows[y] if y < len(rows) else (), self.size.width)
