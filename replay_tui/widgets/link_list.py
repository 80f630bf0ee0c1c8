"""Rows, some with links: lists to choose from, and texts with links."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from replay_tui.keymap import bindings
from replay_tui.widgets.lines import LinesView
from service.reading.styled_text import Span, StyledLine, clean, fold

CURSOR = ">"


class Link(Struct, frozen=True):
    """The target of a row."""

    kind: Literal["rule", "card", "deck", "entry", "dimension", "match", "matches"]
    name: str


class LinkRow(Struct, frozen=True):
    """A row; without a link it is only text."""

    line: StyledLine
    link: Link | None = None


Writer: TypeAlias = Callable[[int], Sequence[LinkRow]]
"""Returns the rows for a width."""


@dataclass
class RowMessage(Message):
    """A message about a row."""

    list: "LinkList"
    link: Link

    @property
    def control(self) -> "LinkList":
        """The list, for selectors."""
        return self.list


class LinkList(LinesView, inherit_bindings=False):
    """The cursor is on rows with links, and hidden if there is only one."""

    COMPONENT_CLASSES = {"links--cursor"}  # noqa: RUF012
    BINDINGS = bindings("links")

    cursor: reactive[int] = reactive(0)
    """Index into `places`."""

    class Moved(RowMessage):
        """The cursor is on another row."""

    class Followed(RowMessage):
        """A row was chosen."""

    def __init__(self, *, always: bool, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows: tuple[LinkRow, ...] = ()
        self.places: tuple[int, ...] = ()
        """Indices of the rows with links."""
        self._always = always
        """True to show the cursor without focus too, as in a list beside a text."""
        self._writer: Writer = lambda _: ()

    def write(self, writer: Writer, at: Link | None = None) -> None:
        """Show other rows, with the cursor on a link, or else on the first."""
        self._writer = writer
        self._lay_out()
        links = [self.rows[place].link for place in self.places]
        self.set_reactive(LinkList.cursor, links.index(at) if at in links else 0)
        self.show_from(self._top_for(at in links))
        self.refresh()

    def say(self, first: str, *rest: str) -> None:
        """Show sentences instead of the rows; the first is bold if others follow."""

        def rows(width: int) -> Iterator[LinkRow]:
            yield LinkRow(())
            for number, text in enumerate((first, *rest)):
                tone: Tone = "strong" if rest and not number else "plain"
                yield from (LinkRow((Span(row, tone),)) for row in fold(f" {clean(text)}", width))

        self.write(lambda width: tuple(rows(width)))

    def _top_for(self, kept: bool) -> int:
        """Return the first visible row of new rows: the cursor is in the middle, unless it is visible from the
        beginning."""
        row = self.places[self.cursor] if kept else 0
        return 0 if row < self.page else min(row - self.page // 2, max(len(self.rows) - self.page, 0))

    def _lay_out(self) -> None:
        if not self.size.width:
            return
        self.rows = tuple(self._writer(self.room - 1))
        self.places = tuple(n for n, row in enumerate(self.rows) if row.link is not None)
        self.set_height(len(self.rows))

    @property
    def here(self) -> Link | None:
        """The link of the row under the cursor."""
        return self.rows[self.places[self.cursor]].link if self.places else None

    def on_resize(self) -> None:
        """Write the rows again for the new width; a text that was not scrolled stays at its beginning."""
        self.write(self._writer, self.here if self._always or self.cursor else None)

    def validate_cursor(self, cursor: int) -> int:
        """Limit the cursor to the rows with links."""
        return min(max(cursor, 0), max(len(self.places) - 1, 0))

    def watch_cursor(self) -> None:
        """Scroll to the row and post `Moved`."""
        if (link := self.here) is not None:
            self.post_message(self.Moved(self, link))
        self._show_cursor()
        self.refresh()

    def _show_cursor(self) -> None:
        if not self.places:
            return
        row = self.places[self.cursor]
        first = 0 if self.cursor == 0 and row < self.page else row
        top = max(min(self.top, first), row - self.page + 1)
        self.show_from(top)

    def _in_view(self, place: int) -> bool:
        return self.top <= self.places[place] < self.top + self.page

    def action_move(self, by: int) -> None:
        """Move to the next row with a link; first scroll through a long text before it."""
        following = self.cursor + by
        leads = 0 <= following < len(self.places) and self._in_view(self.cursor)
        if leads and (self._always or abs(self.places[following] - self.places[self.cursor]) < self.page):
            self.cursor = following
        else:
            self._scroll(by)

    def action_page(self, by: int) -> None:
        """Move by about a page."""
        if self._always and self.places:
            self.cursor = self._nearest(self.places[self.cursor] + by * self.page)
        else:
            self._scroll(by * self.page)

    def _scroll(self, by: int) -> None:
        last = max(len(self.rows) - self.page, 0)
        self.show_from(min(max(self.top + by, 0), last))
        seen = [n for n in range(len(self.places)) if self._in_view(n)]
        if seen and not self._in_view(self.cursor):
            with self.prevent(self.Moved):
                self.set_reactive(LinkList.cursor, seen[0] if by > 0 else seen[-1])
        self.refresh()

    def _nearest(self, row: int) -> int:
        return min(range(len(self.places)), key=lambda n: abs(self.places[n] - row), default=0)

    def action_first(self) -> None:
        """Move to the first row."""
        self.cursor = 0
        self.show_from(0)

    def action_last(self) -> None:
        """Move to the last row."""
        self.cursor = len(self.places) - 1
        self._scroll(len(self.rows))

    def action_follow(self) -> None:
        """Follow the link of the row."""
        if (link := self.here) is not None:
            self.post_message(self.Followed(self, link))

    def on_click(self, event: Click) -> None:
        """Move the cursor at the first click, follow the link at the second."""
        row = self.row_of(event)
        if row is None or row not in self.places:
            return
        chosen = self.places.index(row)
        if chosen == self.cursor:
            self.action_follow()
        self.cursor = chosen

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show the cursor of a text only with the focus."""
        super().watch_has_focus(has_focus)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one visible row."""
        index = self.top + y
        if index >= len(self.rows):
            return self.strip((), self.room)
        current = bool(self.places) and index == self.places[self.cursor] and (self._always or self.has_focus)
        line = (Span(CURSOR if current else " "), *self.rows[index].line)
        return self.strip(line, self.room, "links--cursor" if current else "")
