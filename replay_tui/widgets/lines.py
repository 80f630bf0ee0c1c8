"""Toned lines on the screen: the base of all panes and bars."""

from typing import Final, get_args

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from domain.board import Tone
from replay_tui.keymap import SCROLL, bindings
from service.spans import Line, fit

TONE_CLASSES: Final[set[str]] = {f"tone--{tone}" for tone in get_args(Tone)}


_HEIGHT_STEP: Final = 8


def strip_of(widget: Widget, line: Line, width: int, ground: str = "") -> Strip:
    """A line as a strip of exactly a width, in the widget's colours; `ground` names the class that colours a cursor row."""
    base = widget.rich_style
    if ground:
        base += Style(bgcolor=widget.get_component_rich_style(ground).bgcolor)
    segments = [
        Segment(span.text, base + widget.get_component_rich_style(f"tone--{span.tone}", partial=True))
        for span in fit(line, width)
    ]
    return Strip(segments).adjust_cell_length(width, base)


class LineBar(Widget):
    """One row of text."""

    COMPONENT_CLASSES = TONE_CLASSES

    line: reactive[Line] = reactive((), layout=False)

    def render_line(self, y: int) -> Strip:
        """The row; nothing below it."""
        return strip_of(self, self.line if y == 0 else (), self.size.width)


class LinesView(ScrollView, can_focus=True, inherit_bindings=False):
    """Many rows, of which only those in view are drawn."""

    COMPONENT_CLASSES = TONE_CLASSES
    BINDINGS = bindings(SCROLL)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.lines: tuple[Line, ...] = ()

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        """Replaces what is shown."""
        self.lines = lines
        self.set_height(len(lines))
        self.refresh()

    def set_height(self, rows: int) -> None:
        """Makes room for so many rows. A new height costs a layout of the whole screen, so that heights go in steps."""
        height = self.scrollable_content_region.height
        steps = -(-rows // _HEIGHT_STEP) * _HEIGHT_STEP
        self.virtual_size = Size(self.room, height if rows <= height else steps)

    @property
    def room(self) -> int:
        """Cells that a row may take."""
        return max(1, self.scrollable_content_region.width)

    def line_at(self, row: int) -> Line:
        """One row of all."""
        return self.lines[row] if 0 <= row < len(self.lines) else ()

    def render_line(self, y: int) -> Strip:
        """One row of those in view."""
        return strip_of(self, self.line_at(round(self.scroll_y) + y), self.room)
