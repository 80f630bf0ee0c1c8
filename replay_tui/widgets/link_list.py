"""Rows of which some lead somewhere: lists to choose from, and texts with places to go to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct
from textual.events import Click, Resize
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.keymap import LINKS, bindings
from replay_tui.widgets.lines import LinesView
from service.reading.toned import Line, Span

CURSOR = ">"


class Link(Struct, frozen=True):
    """Where a row leads."""

    kind: Literal["rule", "card", "deck", "entry"]
    name: str


class LinkRow(Struct, frozen=True):
    """One row; without a link it is only read."""

    line: Line
    link: Link | None = None


Writer: TypeAlias = Callable[[int], Sequence[LinkRow]]
"""Makes the rows for a width."""


class LinkList(LinesView, inherit_bindings=False):
    """The cursor stands on rows that lead somewhere, and shows only where it is of use."""

    COMPONENT_CLASSES = {"links--cursor"}  # noqa: RUF012
    BINDINGS = bindings(LINKS)

    cursor: reactive[int] = reactive(0)
    """Which of `places`."""

    @dataclass
    class Moved(Message):
        """The cursor is on another row."""

        list: "LinkList"
        link: Link

        @property
        def control(self) -> "LinkList":
            """The list, for selectors."""
            return self.list

    @dataclass
    class Followed(Message):
        """A row was chosen."""

        list: "LinkList"
        link: Link

        @property
        def control(self) -> "LinkList":
            """The list, for selectors."""
            return self.list

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
        self.scroll_to(y=self._top_for(at in links), animate=False, immediate=True, force=True)
        self.refresh()

    def _top_for(self, kept: bool) -> int:
        """The first row in view of new rows: the cursor's place stands in the middle, unless it fits with the beginning."""
        row = self.places[self.cursor] if kept else 0
        return 0 if row < self._page else min(row - self._page // 2, max(len(self.rows) - self._page, 0))

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

    def on_resize(self, _: Resize) -> None:
        """Writes the rows anew for the new width; a text that was not moved in stays at its beginning."""
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
        first = 0 if self.cursor == 0 and row < self._page else row
        top = max(min(round(self.scroll_y), first), row - self._page + 1)
        self.scroll_to(y=top, animate=False, immediate=True, force=True)

    @property
    def _page(self) -> int:
        return max(1, self.scrollable_content_region.height)

    def _in_view(self, place: int) -> bool:
        return round(self.scroll_y) <= self.places[place] < round(self.scroll_y) + self._page

    def action_move(self, by: int) -> None:
        """To the next row that leads somewhere; a long text before it is scrolled through first."""
        following = self.cursor + by
        leads = 0 <= following < len(self.places) and self._in_view(self.cursor)
        if leads and (self._always or abs(self.places[following] - self.places[self.cursor]) < self._page):
            self.cursor = following
        else:
            self._scroll(by)

    def action_page(self, by: int) -> None:
        """A page on or back."""
        if self._always and self.places:
            self.cursor = self._nearest(self.places[self.cursor] + by * self._page)
        else:
            self._scroll(by * self._page)

    def _scroll(self, by: int) -> None:
        last = max(len(self.rows) - self._page, 0)
        self.scroll_to(y=min(max(round(self.scroll_y) + by, 0), last), animate=False, immediate=True, force=True)
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
        self.scroll_to(y=0, animate=False, immediate=True, force=True)

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
        place = event.get_content_offset(self)
        row = round(self.scroll_y) + place.y if place is not None else -1
        if row not in self.places:
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
        index = round(self.scroll_y) + y
        if index >= len(self.rows):
            return self.strip((), self.room)
        current = bool(self.places) and index == self.places[self.cursor] and (self._always or self.has_focus)
        line = (Span(CURSOR if current else " "), *self.rows[index].line)
        return self.strip(line, self.room, "links--cursor" if current else "")
