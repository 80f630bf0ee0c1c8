"""A box over a screen that asks one question: lines to read, and in some boxes a line to type."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from replay_tui.widgets.lines import LinesView
from replay_tui.widgets.prompt import MOST_LETTERS
from replay_tui.widgets.text_line import TextLine
from service.reading.styled_text import StyledLine

T = TypeVar("T")


class Box(ModalScreen[T]):
    """A box as high as its content."""

    def __init__(self, title: str, keys: str = "", line: Input | None = None) -> None:
        """`keys`: the help at its lower edge. `line`: the line to type; it has the focus if it is shown."""
        super().__init__()
        self._title = title
        self._keys = keys
        self._line = line

    def compose(self) -> ComposeResult:
        """Compose the text and the line."""
        with Vertical(id="box"):
            yield LinesView(id="box-text")
            if self._line is not None:
                yield self._line

    def on_mount(self) -> None:
        """Fill the box."""
        pane, typing = self.query_one(LinesView), self._line is not None and self._line.display
        pane.border_title, pane.border_subtitle = self._title, self._keys
        pane.can_focus = not typing
        (self._line if self._line is not None and typing else pane).focus()
        self.write()

    def write(self) -> None:
        """Write the lines again."""
        pane = self.query_one(LinesView)
        pane.call_after_refresh(lambda: pane.fill_box(tuple(self.lines(pane.room))))

    @abstractmethod
    def lines(self, width: int) -> Iterator[StyledLine]:
        """Yield the lines of the box."""

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


def reason_line(value: str = "", hint: str = "") -> TextLine:
    """Return the input line of a box, for a reason."""
    return TextLine(value, id="box-reason", compact=True, placeholder=hint, max_length=MOST_LETTERS)
