"""Questions about all matches: questions on the left, the answer on the right. Rows open the matches behind them."""

from datetime import tzinfo
from functools import partial
from pathlib import Path
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen

from replay_tui.background import trouble_text
from replay_tui.captions import statistics_line
from replay_tui.keymap import bindings
from replay_tui.latest_query import LatestQuery
from replay_tui.screens.drill_down import PlayerWanted, drill_down
from replay_tui.screens.export_controller import ExportController
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.split_box import SplitBox
from replay_tui.widgets.answer_table import AnswerTable
from replay_tui.widgets.chart_view import ChartView
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar, LinesView
from replay_tui.widgets.prompt import PromptBar
from replay_tui.widgets.question_list import QuestionList
from replay_tui.widgets.scope_prompt import ScopePrompt
from replay_tui.widgets.text_pad import TextPad
from service.analysis.charts import SMALL, Chart, charts_of
from service.analysis.explanation import explanation
from service.analysis.statistics import (
    Answer,
    Filter,
    Question,
    StatisticsQuery,
    StatisticsService,
    dimensions_of,
    filter_text,
    read_filters,
    read_wish,
    row_text,
    usual_split,
)
from service.analysis.tables import Order, sortable, sorted_rows, tabulate
from service.reading.styled_text import Span, clean

_NOTE_ROWS: Final = {True: 6, False: 3}
"""Rows of notes, in a wide terminal and in a narrow one."""


class StatisticsScreen(Screen[None]):
    """`wanted` is the question that the screen shows or waits for; `where` are the filters, kept between questions."""

    BINDINGS = bindings("statistics", "common")
    AUTO_FOCUS = "#questions"

    def __init__(self, service: StatisticsService, where: tuple[Filter, ...] = (), zone: tzinfo | None = None) -> None:
        super().__init__()
        self.service = service
        self.zone = zone
        self.subjects = service.subjects()
        self.where = where
        self.by: tuple[str, ...] | None = None
        """The chosen dimensions; `None`: the metric's usual ones."""
        self.order: Order | None = None
        self.wanted = self._wish(self.subjects[0])
        self.answer: Answer | None = None
        """The answer to `wanted` once it arrives, with its rows in the shown order."""
        self._answered: Answer | None = None
        """The answer in its original order."""
        self.latest_query = LatestQuery(self, service.ask, came=self._came, failed=self._failed, say=self._say)
        self.saving = ExportController(self)

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        with Horizontal(id="statistics"):
            yield QuestionList(self.subjects, id="questions")
            with Vertical(id="answer"):
                yield TextPad(id="meaning")
                yield AnswerTable(id="table")
                yield ChartView(id="chart")
                yield TextPad(id="notes")
                yield LinesView(id="explanation")
        yield ScopePrompt(self.service.known, id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Ask the first question."""
        self.list.border_title = "Questions"
        self.query_one("#explanation", LinesView).border_title = "Meaning of the numbers"
        self._want(self.wanted)

    def on_resize(self, event: Resize) -> None:
        """Draw the bars for the new width."""
        self.query_one("#notes", TextPad).most = _NOTE_ROWS[event.size.width >= 100]
        self._write_header()

    @property
    def list(self) -> QuestionList:
        """The list of questions."""
        return self.query_one(QuestionList)

    @property
    def table(self) -> AnswerTable:
        """The table of the answer."""
        return self.query_one(AnswerTable)

    @property
    def chart(self) -> ChartView:
        """The chart of the answer."""
        return self.query_one(ChartView)

    # --- asking --------------------------------------------------------------------------------------------------------

    def _wish(self, subject: Question) -> StatisticsQuery:
        """Return the query for a subject, with the chosen dimensions that it has and the filters."""
        if not subject.is_counted:
            return StatisticsQuery(subject, (), self.where)
        possible = {name for name, _ in dimensions_of(subject)}
        fits = self.by is not None and set(self.by) <= possible
        return StatisticsQuery(subject, self.by or () if fits else usual_split(subject), self.where)

    @on(QuestionList.Chosen)
    def _chosen(self, event: QuestionList.Chosen) -> None:
        if event.subject != self.wanted.subject:
            self.order = None
            self.table.cursor = 0
            self._want(self._wish(event.subject))

    def _want(self, wanted: StatisticsQuery) -> None:
        """Show a question and ask it, after a running one."""
        self.wanted, self.answer = wanted, None
        self.list.game = wanted.game
        subject = wanted.subject
        split = f" by {', '.join(wanted.by)}" if wanted.by else ""
        told = f"{subject.unit}." if subject.is_counted else subject.meaning
        self.query_one("#meaning", TextPad).sentences = (Span(f"{subject.title}{split}", "strong"), Span(told))
        self.query_one("#notes", TextPad).sentences = ()
        self._show_charts(())
        self._explain()
        if wanted.elsewhere:
            self.latest_query.drop()
            self._say(
                f"This question is about {subject.game}.",
                f"The scope is {filter_text(self.where)}.",
                "esc drops the scope · / changes it",
            )
        else:
            self.table.show_notice(((), (Span("  asking …"),)))
            self.latest_query.want(wanted)
        self._write_header()

    def _failed(self, error: Exception) -> None:
        self._say("No answer.", trouble_text(error), "F5 asks again · / changes the scope · esc goes back")
        self.refresh_bindings()

    def _came(self, wanted: StatisticsQuery, answer: Answer) -> None:
        self._answered = answer
        self.answer = answer = sorted_rows(answer, self.order)
        if answer.rows:
            table = tabulate(wanted.shape, answer, {"game"} if wanted.game else set(), self.order)
            self.table.show_table(table)
        else:
            remedy = (
                "esc drops the scope · / changes it"
                if self.where
                else "matchbook demo records some matches · F5 asks again"
            )
            self._say("Nothing to count.", *answer.notes, remedy)
        notes = list(wanted.without)
        notes += [f"~ fewer than {SMALL} cases: too few to rely on"] if answer.rows and any(table.small) else []
        notes += answer.notes if answer.rows else ()
        self.query_one("#notes", TextPad).sentences = tuple(Span(f"· {note}", "dim") for note in notes)
        self._show_charts(charts_of(wanted.shape, answer))
        self._write_header()

    def _show_charts(self, charts: tuple[Chart, ...]) -> None:
        self.chart.charts = charts
        self.set_class(not charts, "drawless")
        self.refresh_bindings()

    def _say(self, *sentences: str) -> None:
        """Show a message instead of the table."""
        self.table.say(*sentences)

    def _write_header(self) -> None:
        """Show the scope, its number of matches, and the last entry in the analytics."""
        if self.is_running and self.size.width:
            line = statistics_line(filter_text(self.where), self.answer, self.zone, self.size.width)
            self.query_one("#header", LineBar).line = line

    # --- rows ----------------------------------------------------------------------------------------------------------

    def _row(self, place: int) -> dict[str, object]:
        """Return a row of the answer by column."""
        return dict(zip(self.answer.columns, self.answer.rows[place], strict=True)) if self.answer else {}

    @on(AnswerTable.Followed)
    def _followed(self, event: AnswerTable.Followed) -> None:
        row = self._row(event.row)
        about = f"{self.wanted.subject.name} · {row_text(self.wanted, row)}"
        drill_down(self, partial(self.service.matches_behind, self.wanted, row), about)

    @on(AnswerTable.Moved)
    def _moved(self) -> None:
        self.refresh_bindings()

    def _player(self) -> str:
        """Return the people named in the row under the cursor."""
        rows = self.answer.rows if self.answer else ()
        return str(self._row(self.table.cursor).get("player") or "") if rows else ""

    def action_player(self) -> None:
        """Open the page of the player in the row."""
        if player := self._player():
            self.post_message(PlayerWanted((player,), self.where))

    @on(AnswerTable.Headed)
    def _headed(self, event: AnswerTable.Headed) -> None:
        same = self.order is not None and self.order.column == event.column
        self._sort(Order(event.column, not (same and self.order and self.order.descending)))

    def action_sort(self, by: int) -> None:
        """Sort by another column; before the first, in the original order."""
        if self.answer is not None:
            columns = (None, *sortable(self.wanted.shape, self.answer))
            place = columns.index(self.order.column if self.order else None) + by
            column = columns[min(max(place, 0), len(columns) - 1)]
            self._sort(Order(column) if column is not None else None)

    def action_reverse(self) -> None:
        """Reverse the order."""
        if self.order is not None:
            self._sort(Order(self.order.column, not self.order.descending))

    def _sort(self, order: Order | None) -> None:
        self.order, self.table.cursor = order, 0
        if self.answer is not None and self._answered is not None:
            self._came(self.wanted, self._answered)

    # --- panes ---------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable impossible actions. The explanation of an answer is available while it is pending."""
        there = self.answer is not None and bool(self.answer.rows)
        match action:
            case "chart" | "turn":
                possible = self.latest_query.asking is not None or (self.is_running and bool(self.chart.charts))
            case "read":
                possible = self.latest_query.asking is not None or there
            case "save" | "sort":
                possible = there
            case "reverse":
                possible = there and self.order is not None
            case "player":
                possible = self.is_running and bool(self._player())
            case "split":
                possible = self.wanted.subject.is_counted
            case _:
                possible = True
        return True if possible else None

    def action_chart(self) -> None:
        """Switch between table and chart."""
        self.toggle_class("charted")
        if not self.table.display:
            self.list.focus()

    def action_turn(self, by: int) -> None:
        """Show another chart."""
        self.chart.turn(by)

    def action_shift(self, by: int) -> None:
        """Scroll the columns."""
        self.table.shift += by

    def action_read(self) -> None:
        """Focus the table."""
        if self.table.display:
            self.table.focus()

    def action_explain(self) -> None:
        """Toggle between the numbers and their meaning."""
        explained = not self.has_class("explained")
        self.set_class(explained, "explained")
        (self.query_one("#explanation") if explained else self.list).focus()
        self.call_after_refresh(self._explain)

    def _explain(self) -> None:
        if self.has_class("explained"):
            pane = self.query_one("#explanation", LinesView)
            pane.show_lines(tuple(explanation(self.wanted.subject, self.answer, pane.room)))

    def action_maximise(self) -> None:
        """Hide the list, or show it again."""
        self.toggle_class("alone")
        if self.has_class("alone"):
            self.action_read()
        else:
            self.list.focus()

    def action_again(self) -> None:
        """Ask again, including entries recorded since."""
        self._want(self.wanted)

    def action_back(self) -> None:
        """Close one layer: a long wait, the explanation, the hidden list, the chart, the table, the scope, the
        screen."""
        if self.latest_query.stop():
            self._say("Stopped.", "The part that was read is kept.", "F5 asks again · esc goes back")
        elif self.has_class("explained"):
            self.action_explain()
        elif self.has_class("alone"):
            self.action_maximise()
        elif self.has_class("charted"):
            self.action_chart()
        elif self.table.has_focus:
            self.list.focus()
        elif self.where:
            self.where = ()
            self._want(self._wish(self.wanted.subject))
        else:
            self.app.pop_screen()

    def action_help(self) -> None:
        """Shows all keys of the focused pane."""
        title = "Statistics: table" if self.focused is self.table else "Statistics: questions"
        self.app.push_screen(HelpScreen(title))

    # --- what is asked, command, file ----------------------------------------------------------------------------------

    def action_split(self, further: bool) -> None:
        """Ask for a dimension to split the metric by."""
        if (subject := self.wanted.subject).is_counted:
            box = SplitBox(subject, self.wanted.by, further=further)
            self.app.push_screen(box, partial(self._split, further=further))

    def _split(self, dimension: str | None, *, further: bool) -> None:
        if dimension is not None:
            self.by = (*(self.wanted.by if further else ()), *((dimension,) if dimension else ()))
            self.order = None
            self._want(self._wish(self.wanted.subject))

    def action_command(self) -> None:
        """Copy the command for this question, and show it."""
        self.app.copy_to_clipboard(self.wanted.command)
        self.notify(clean(self.wanted.command), title="Copied", markup=False, timeout=4)

    def action_scope(self) -> None:
        """Open the filter line."""
        self.query_one(ScopePrompt).open_scope(self.where)

    def action_ask(self) -> None:
        """Open the line for a whole question: number, dimensions, filters."""
        self.query_one(ScopePrompt).open_ask(f"{self.wanted.text} ", [one.name for one in self.subjects])

    def action_save(self) -> None:
        """Ask for the file."""
        self.saving.ask(f"{self.wanted.subject.name}.csv")

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        if event.purpose == "save":
            if self.answer is not None:
                self.saving.save(self.answer, Path(event.text.strip() or f"{self.wanted.subject.name}.csv"))
            return
        try:
            wanted = read_wish(event.text) if event.purpose == "ask" else None
            where = read_filters(event.text) if wanted is None else wanted.where
        except (ValueError, LookupError) as problem:
            self.query_one(PromptBar).hint(clean(str(problem)))
            return
        self._close_prompt()
        if wanted is not None:
            self.by, self.order = wanted.by or None, None
            self.list.show(wanted.subject)
        self.where = where
        self._want(wanted or self._wish(self.wanted.subject))

    @on(PromptBar.Cancelled)
    def _close_prompt(self) -> None:
        self.query_one(PromptBar).close()
        (self.table if self.has_class("alone") else self.list).focus()
