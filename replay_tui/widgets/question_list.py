"""The questions that can be asked, one a row."""

from dataclasses import dataclass

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from replay_tui.keymap.key import bindings
from replay_tui.keymap.statistics import QUESTION_LIST
from replay_tui.widgets.lines import LinesView
from service.analysis.statistics import Question
from service.reading.toned import Line, Span


class QuestionList(LinesView):
    """The row under the cursor is the question that is asked."""

    COMPONENT_CLASSES = {"questions--cursor"}  # noqa: RUF012
    BINDINGS = bindings(QUESTION_LIST)

    cursor: reactive[int] = reactive(0)
    game: reactive[str] = reactive("")
    """The game of the scope: questions about other games are dimmed, and bear a dash."""

    @dataclass
    class Chosen(Message):
        """Another question was moved to."""

        question: Question

    def __init__(self, questions: tuple[Question, ...], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.questions = questions

    @property
    def chosen(self) -> Question:
        """The question under the cursor."""
        return self.questions[self.cursor]

    def on_mount(self) -> None:
        """Makes room for all of them."""
        self.show_lines(tuple(() for _ in self.questions))

    def validate_cursor(self, cursor: int) -> int:
        """The nearest row there is."""
        return min(max(cursor, 0), len(self.questions) - 1)

    def watch_cursor(self) -> None:
        """Keeps the cursor in view and tells of it."""
        self.show_from(max(min(self.top, self.cursor), self.cursor - self.page + 1))
        self.refresh()
        self.post_message(self.Chosen(self.chosen))

    def action_move(self, by: int) -> None:
        """So many questions on or back; no further than the ends."""
        self.cursor += by

    def on_click(self, event: Click) -> None:
        """A click moves the cursor."""
        row = self.row_of(event)
        if row is not None:
            self.cursor = row

    def line_at(self, row: int) -> Line:
        """`> dice`, `- dice` where the question is about other games."""
        if row >= len(self.questions):
            return ()
        question = self.questions[row]
        elsewhere = bool(self.game and question.games) and self.game not in question.games
        sign = ">" if row == self.cursor else "-" if elsewhere else " "
        return (Span(f"{sign} {question.name}", "dim" if elsewhere else "plain"),)

    def render_line(self, y: int) -> Strip:
        """One row of those in view."""
        row = self.top + y
        return self.strip(self.line_at(row), self.room, "questions--cursor" if row == self.cursor else "")
