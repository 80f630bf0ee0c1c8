"""The table of an answer: its heading stays on top, what its rows are about on the left."""

from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.keymap.key import bindings
from replay_tui.keymap.statistics import ANSWER_TABLE
from replay_tui.widgets.lines import LinesView
from service.analysis.tables import Tabulation
from service.reading.toned import Line


class AnswerTable(LinesView):
    """Rows scroll, columns shift. In place of a table it shows what there is to say."""

    BINDINGS = bindings(ANSWER_TABLE)

    shift: reactive[int] = reactive(0)
    """Columns that are shifted out behind the pinned ones."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.table: Tabulation | None = None

    def show_table(self, table: Tabulation) -> None:
        """Replaces what is shown."""
        self.table = table
        self.shift = 0
        self._lay_out(1 + len(table.small))

    def show_notice(self, lines: tuple[Line, ...]) -> None:
        """Says something in place of a table."""
        self.table = None
        self.lines = lines
        self._lay_out(len(lines))

    def _lay_out(self, rows: int) -> None:
        self.set_height(rows)
        self.show_from(0)
        self.write_captions()
        self.refresh()

    def on_resize(self) -> None:
        """Fits the captions and the height."""
        self.set_height(len(self.lines) if self.table is None else 1 + len(self.table.small))
        self.write_captions()

    def validate_shift(self, shift: int) -> int:
        """No further than the last column."""
        return min(max(shift, 0), self.furthest)

    @property
    def furthest(self) -> int:
        """How far columns can be shifted before the last one is in view."""
        if self.table is None:
            return 0
        columns = len(self.table.columns)
        wanted = (s for s in range(self.table.shifts) if self.table.fits(s, self.room) >= columns - s)
        return next(wanted, self.table.shifts)

    def watch_shift(self) -> None:
        """Draws the columns anew."""
        self.write_captions()
        self.refresh()

    def write_captions(self) -> None:
        """Says how many columns there are to either side."""
        if self.table is None:
            self.border_title = ""
            return
        rows = len(self.table.small)
        after = len(self.table.columns) - self.shift - self.table.fits(self.shift, self.room)
        parts = [f"{rows:,} row{'' if rows == 1 else 's'}"]
        parts += [f"← {self.shift} more"] if self.shift else []
        parts += [f"{after} more column{'' if after == 1 else 's'} →"] if after > 0 else []
        self.border_title = " · ".join(parts)

    def render_line(self, y: int) -> Strip:
        """The heading, then the rows in view."""
        row = self.top + y
        if self.table is None:
            return self.strip(self.line_at(row), self.room)
        if y == 0:
            return self.strip(self.table.line(None, self.shift, self.room), self.room)
        inside = row - 1 < len(self.table.small)
        return self.strip(self.table.line(row - 1, self.shift, self.room) if inside else (), self.room)
