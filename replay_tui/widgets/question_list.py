"""The subjects of questions, one per row: questions, then metrics."""

from dataclasses import dataclass

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.keymap import bindings
from replay_tui.widgets.lines import LinesView
from service.analysis.statistics import Metric, Number
from service.reading.styled_text import Span, StyledLine


class QuestionList(LinesView):
    """The row under the cursor is what is asked."""

    COMPONENT_CLASSES = {"questions--cursor"}  # noqa: RUF012
    BINDINGS = bindings("question_list")

    cursor: reactive[int] = reactive(0)
    game: reactive[str] = reactive("")
    """The game of the scope: what is about other games is dimmed, and bears a dash."""

    @dataclass
    class Chosen(Message):
        """Something else was moved to."""

        subject: Number

    def __init__(self, subjects: tuple[Number, ...], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.subjects = subjects
        self._headed = next((n for n, one in enumerate(subjects) if isinstance(one, Metric)), len(subjects))
        """A heading is above this row."""

    def on_mount(self) -> None:
        """Makes room for all of them."""
        self.show_lines(tuple(() for _ in range(len(self.subjects) + 1)))

    def show(self, subject: Number) -> None:
        """Moves to it without telling of it."""
        with self.prevent(self.Chosen):
            self.cursor = self.subjects.index(subject)

    def validate_cursor(self, cursor: int) -> int:
        """The nearest row there is."""
        return min(max(cursor, 0), len(self.subjects) - 1)

    def watch_cursor(self) -> None:
        """Keeps the cursor in view and tells of it."""
        row = self._row(self.cursor)
        first = 0 if self.cursor == 0 else row - (self.cursor == self._headed)
        self.show_from(max(min(self.top, first), row - self.page + 1))
        self.refresh()
        self.post_message(self.Chosen(self.subjects[self.cursor]))

    def _row(self, place: int) -> int:
        return place + (place >= self._headed)

    def action_move(self, by: int) -> None:
        """So many on or back; no further than the ends."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """A page on or back."""
        self.cursor += by * self.page

    def on_click(self, event: Click) -> None:
        """A click moves the cursor."""
        row = self.row_of(event)
        if row is not None and row != self._headed:
            self.cursor = row - (row > self._headed)

    def line_at(self, row: int) -> StyledLine:
        """`> dice`, `- dice` where it is about other games."""
        if row == self._headed:
            return (Span("metrics", "strong"),)
        place = row - (row > self._headed)
        if place >= len(self.subjects):
            return ()
        subject = self.subjects[place]
        games = subject.games
        elsewhere = bool(self.game and games) and self.game not in games
        sign = ">" if place == self.cursor else "-" if elsewhere else " "
        return (Span(f"{sign} {subject.name}", "dim" if elsewhere else "plain"),)

    def render_line(self, y: int) -> Strip:
        """One row of those in view."""
        row = self.top + y
        here = row == self._row(self.cursor)
        return self.strip(self.line_at(row), self.room, "questions--cursor" if here else "")
