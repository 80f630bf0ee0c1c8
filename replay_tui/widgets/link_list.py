"""Rows of which some lead somewhere: lists to choose from, and texts with places to go to."""

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
    """Where a row leads."""

    kind: Literal["rule", "card", "deck", "entry", "dimension", "match", "matches"]
    name: str


class LinkRow(Struct, frozen=True):
    """One row; without a link it is only read."""

    line: StyledLine
    link: Link | None = None


Writer: TypeAlias = Callable[[int], Sequence[LinkRow]]
"""Makes the rows for a width."""


@dataclass
class RowMessage(Message):
    """About a row of a list."""

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
    """Which of `places`."""

    class Moved(RowMessage):
        """The cursor is on another row."""

    class Followed(RowMessage):
        """A row was chosen."""

    def __init__(self, *, always: bool, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.rows: tuple[LinkRow, ...] = ()
        self.places: tuple[int, ...] = ()
        """The rows that lead somewhere."""
        self._always = always
        """Whether the cursor shows without the focus too, as in a list that a text goes with."""
        self._writer: Writer = lambda _: ()

    def write(self, writer: Writer, at: Link | None = None) -> None:
        """Shows other rows; the cursor goes to a link, else to the first."""
        self._writer = writer
        self._lay_out()
        links = [self.rows[place].link for place in self.places]
        self.set_reactive(LinkList.cursor, links.index(at) if at in links else 0)
        self.show_from(self._top_for(at in links))
        self.refresh()

    def say(self, first: str, *rest: str) -> None:
        """Says something in place of the rows; the first sentence is strong where others follow."""

        def rows(width: int) -> Iterator[LinkRow]:
            yield LinkRow(())
            for number, text in enumerate((first, *rest)):
                tone: Tone = "strong" if rest and not number else "plain"
                yield from (LinkRow((Span(row, tone),)) for row in fold(f" {clean(text)}", width))

        self.write(lambda width: tuple(rows(width)))

    def _top_for(self, kept: bool) -> int:
        """Return the first visible row of new rows: the cursor is in the middle, unless it is visible from the beginning."""
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
        """Where the row under the cursor leads."""
        return self.rows[self.places[self.cursor]].link if self.places else None

    def on_resize(self) -> None:
        """Write the rows again for the new width; a text that was not scrolled stays at its beginning."""
        self.write(self._writer, self.here if self._always or self.cursor else None)

    def validate_cursor(self, cursor: int) -> int:
        """The nearest place there is."""
        return min(max(cursor, 0), max(len(self.places) - 1, 0))

    def watch_cursor(self) -> None:
        """Keeps the row in view and tells of it."""
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
        """To the next row that leads somewhere; a long text before it is scrolled through first."""
        following = self.cursor + by
        leads = 0 <= following < len(self.places) and self._in_view(self.cursor)
        if leads and (self._always or abs(self.places[following] - self.places[self.cursor]) < self.page):
            self.cursor = following
        else:
            self._scroll(by)

    def action_page(self, by: int) -> None:
        """A page on or back."""
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
        """To the first row."""
        self.cursor = 0
        self.show_from(0)

    def action_last(self) -> None:
        """To the last row."""
        self.cursor = len(self.places) - 1
        self._scroll(len(self.rows))

    def action_follow(self) -> None:
        """Goes where the row leads."""
        if (link := self.here) is not None:
            self.post_message(self.Followed(self, link))

    def on_click(self, event: Click) -> None:
        """The first click moves the cursor, a second one follows."""
        row = self.row_of(event)
        if row is None or row not in self.places:
            return
        chosen = self.places.index(row)
        if chosen == self.cursor:
            self.action_follow()
        self.cursor = chosen

    def watch_has_focus(self, has_focus: bool) -> None:
        """The cursor of a text shows with the focus."""
        super().watch_has_focus(has_focus)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of those in view."""
        index = self.top + y
        if index >= len(self.rows):
            return self.strip((), self.room)
        current = bool(self.places) and index == self.places[self.cursor] and (self._always or self.has_focus)
        line = (Span(CURSOR if current else " "), *self.rows[index].line)
        return self.strip(line, self.room, "links--cursor" if current else "")
