"""The list of questions and metrics, one per row."""

from dataclasses import dataclass

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.keymap import bindings
from replay_tui.widgets.lines import LinesView
from service.analysis.statistics import Question
from service.reading.styled_text import Span, StyledLine


class QuestionList(LinesView):
    """Moving the cursor asks the question of its row."""

    COMPONENT_CLASSES = {"questions--cursor"}  # noqa: RUF012
    BINDINGS = bindings("question_list")

    cursor: reactive[int] = reactive(0)
    game: reactive[str] = reactive("")
    """The game of the scope; questions about other games are dim, with a dash."""

    @dataclass
    class Chosen(Message):
        """The cursor moved to another question."""

        subject: Question

    def __init__(self, subjects: tuple[Question, ...], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.subjects = subjects
        self._headed = next((n for n, one in enumerate(subjects) if one.is_counted), len(subjects))
        """Index of the row with a heading above it."""

    def on_mount(self) -> None:
        """Set the height for all rows."""
        self.show_lines(tuple(() for _ in range(len(self.subjects) + 1)))

    def show(self, subject: Question) -> None:
        """Move to a question without posting `Chosen`."""
        with self.prevent(self.Chosen):
            self.cursor = self.subjects.index(subject)

    def validate_cursor(self, cursor: int) -> int:
        """Limit the cursor to the rows."""
        return min(max(cursor, 0), len(self.subjects) - 1)

    def watch_cursor(self) -> None:
        """Scroll to the cursor and post `Chosen`."""
        row = self._row(self.cursor)
        first = 0 if self.cursor == 0 else row - (self.cursor == self._headed)
        self.show_from(max(min(self.top, first), row - self.page + 1))
        self.refresh()
        self.post_message(self.Chosen(self.subjects[self.cursor]))

    def _row(self, place: int) -> int:
        return place + (place >= self._headed)

    def action_move(self, by: int) -> None:
        """Move the cursor by some rows, within the list."""
        self.cursor += by

    def action_page(self, by: int) -> None:
        """Move by about a page."""
        self.cursor += by * self.page

    def on_click(self, event: Click) -> None:
        """Move the cursor to the clicked row."""
        row = self.row_of(event)
        if row is not None and row != self._headed:
            self.cursor = row - (row > self._headed)

    def line_at(self, row: int) -> StyledLine:
        """Return a row: `> dice`, or `- dice` if the question is about another game."""
        if row == self._headed:
            return (Span("metrics", "strong"),)
        place = row - (row > self._headed)
        if place >= len(self.subjects):
            return ()
        subject = self.subjects[place]
        elsewhere = bool(self.game and subject.game) and self.game != subject.game
        sign = ">" if place == self.cursor else "-" if elsewhere else " "
        return (Span(f"{sign} {subject.name}", "dim" if elsewhere else "plain"),)

    def render_line(self, y: int) -> Strip:
        """Draw one visible row."""
        row = self.top + y
        here = row == self._row(self.cursor)
        return self.strip(self.line_at(row), self.room, "questions--cursor" if here else "")
