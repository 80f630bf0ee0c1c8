"""Styled lines on the screen: the base of all panes and bars."""

from collections.abc import Iterator
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.dom import DOMNode
from textual.events import Click
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from domain.board import Tone
from replay_tui.keymap import bindings
from service.reading.styled_text import Span, StyledLine, clean, fit, fold

_HEIGHT_STEP: Final = 8
_FRAME: Final = 2
"""Rows of a border."""
_SHADE: Final = "shade"
"""The background of shaded pieces."""


def folded(text: str, width: int, tone: Tone = "plain") -> Iterator[StyledLine]:
    """Yield a text folded into lines."""
    for row in fold(clean(text), width):
        yield (Span(row, tone),)


class _Tone(DOMNode):
    """Return the style of a tone within a widget from the style sheets. Looked up when drawn: component classes for all
    tones would be computed whenever the widget gets or loses the focus."""

    def __init__(self, tone: str, widget: Widget) -> None:
        super().__init__(classes=f"tone--{tone}")
        self._attach(widget)
        widget.app.stylesheet.apply(self)


class StyledText(Widget):
    """A widget that draws styled lines in the colours of its style sheet."""

    _tone_styles: dict[tuple[str, str], Style] | None = None

    def notify_style_update(self) -> None:
        """Look up colours again after a change of theme."""
        self._tone_styles = None
        super().notify_style_update()

    def strip(self, line: StyledLine, width: int, ground: str = "") -> Strip:
        """Return a line as a strip of exactly this width; `ground` is the style class of a cursor row."""
        segments = [
            Segment(clean(span.text), self._style(span.tone, _SHADE if span.shade else ground))
            for span in fit(line, width)
        ]
        return Strip(segments).adjust_cell_length(width, self._style("plain", ground))

    def _style(self, tone: str, ground: str) -> Style:
        if self._tone_styles is None:
            self._tone_styles = {}
        style = self._tone_styles.get((tone, ground))
        if style is None:
            style = self.rich_style + _Tone(tone, self).styles.partial_rich_style
            if ground:
                below = _Tone(ground, self).rich_style if ground == _SHADE else self.get_component_rich_style(ground)
                style += Style(bgcolor=below.bgcolor)
            self._tone_styles[tone, ground] = style
        return style


class LineBar(StyledText):
    """One row of text."""

    line: reactive[StyledLine] = reactive((), layout=False)

    def render_line(self, y: int) -> Strip:
        """Return the row; blank below the last."""
        return self.strip(self.line if y == 0 else (), self.size.width)


class LinesView(ScrollView, StyledText, can_focus=True, inherit_bindings=False):
    """Many rows, of which only the visible ones are drawn."""

    BINDINGS = bindings("scroll")

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.lines: tuple[StyledLine, ...] = ()

    def show_lines(self, lines: tuple[StyledLine, ...]) -> None:
        """Show other lines."""
        self.lines = lines
        self.set_height(len(lines))
        self.refresh()

    def fill_box(self, lines: tuple[StyledLine, ...]) -> None:
        """Show lines in a box as high as its content, if there is room."""
        self.styles.height = min(len(lines) + _FRAME, self.app.size.height - _FRAME)
        self.call_after_refresh(self.show_lines, lines)

    def set_height(self, rows: int) -> None:
        """Set the number of rows. A new height costs a layout of the whole screen, so heights grow in steps."""
        height = self.scrollable_content_region.height
        steps = -(-rows // _HEIGHT_STEP) * _HEIGHT_STEP
        self.virtual_size = Size(self.room, height if rows <= height else steps)
        self.show_vertical_scrollbar = (
            rows > height
        )  # Textual keeps the old scroll position until the widget is resized

    @property
    def room(self) -> int:
        """The width of a row in cells."""
        return max(1, self.scrollable_content_region.width)

    @property
    def page(self) -> int:
        """The number of visible rows."""
        return max(1, self.scrollable_content_region.height)

    @property
    def top(self) -> int:
        """The first visible row."""
        return round(self.scroll_y)

    def show_from(self, row: int) -> None:
        """Scroll at once until a row is the first visible one."""
        self.scroll_to(y=row, animate=False, immediate=True, force=True)

    def row_of(self, event: Click) -> int | None:
        """The clicked row, which may not exist; `None` outside rows."""
        place = event.get_content_offset(self)
        return None if place is None else self.top + place.y

    def line_at(self, row: int) -> StyledLine:
        """Return one row."""
        return self.lines[row] if 0 <= row < len(self.lines) else ()

    def render_line(self, y: int) -> Strip:
        """Draw one visible row."""
        return self.strip(self.line_at(self.top + y), self.room)
