"""Sentences that take the rows they need, up to a maximum."""

from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.widgets.lines import StyledText
from service.reading.styled_text import Span, StyledLine, clean, fold


class TextPad(StyledText):
    """Sentences below each other, wrapped between words. Text that does not fit ends with `…`."""

    sentences: reactive[StyledLine] = reactive((), layout=False)
    most: reactive[int] = reactive(4)
    """The most rows."""

    def watch_sentences(self) -> None:
        """Take the needed rows, up to the maximum."""
        self.styles.height = min(len(self._rows()), self.most)

    on_resize = watch_most = watch_sentences

    def _rows(self) -> list[Span]:
        width = max(8, self.size.width or self.app.size.width)
        return [Span(row, span.tone) for span in self.sentences for row in fold(clean(span.text), width)]

    def render_line(self, y: int) -> Strip:
        """Draw a row."""
        rows = self._rows()
        if y >= len(rows):
            return self.strip((), self.size.width)
        cut = y == self.most - 1 and len(rows) > self.most
        return self.strip((rows[y], Span(" …", "dim")) if cut else (rows[y],), self.size.width)
