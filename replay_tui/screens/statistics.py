"""Questions about all matches: on the left what can be asked, on the right the answer as a table and as a chart."""

from collections.abc import Iterator
from datetime import tzinfo
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen

from domain.text import counted
from replay_tui.background import in_background, trouble_text
from replay_tui.captions import spread
from replay_tui.keymap.everywhere import COMMON
from replay_tui.keymap.key import bindings
from replay_tui.keymap.statistics import STATISTICS
from replay_tui.screens.help import HelpScreen
from replay_tui.timeline import local_time
from replay_tui.widgets.answer_table import AnswerTable
from replay_tui.widgets.chart_view import ChartView
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar, LinesView
from replay_tui.widgets.prompt import Prompt
from replay_tui.widgets.question_list import QuestionList
from replay_tui.widgets.scope_prompt import ScopePrompt
from replay_tui.widgets.text_pad import TextPad
from service.analysis.charts import SMALL, Chart, charts_of
from service.analysis.explanation import explanation
from service.analysis.scope import NOTHING, Scope, read_scope, scope_text
from service.analysis.statistics import Answer, StatisticsDesk, Stopped, Wanted, save_csv
from service.analysis.tables import tabulate
from service.progress import Progress
from service.reading.toned import Line, Span, clean, fold

Outcome: TypeAlias = Answer | Exception

_NOTE_ROWS: Final = {True: 6, False: 3}
"""Rows of notes, in a wide terminal and in a narrow one."""


class StatisticsScreen(Screen[None]):
    """`wanted` is what the screen shows or waits for. One question is asked at a time: the last one wanted."""

    BINDINGS = bindings((*STATISTICS, *COMMON))
    AUTO_FOCUS = "#questions"

    def __init__(self, desk: StatisticsDesk, scope: Scope = NOTHING, zone: tzinfo | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.zone = zone
        # Questions about all games come first.
        self.questions = tuple(sorted(desk.questions(), key=lambda q: (bool(q.games), q.name)))
        self.wanted = Wanted(self.questions[0], scope)
        self.answer: Answer | None = None
        """The answer to what is wanted, once it is here."""
        self.asking: Wanted | None = None
        self._halt = Event()
        self._reading = False
        """Whether it takes long, and says so: then `esc` stops it."""
        self._stopped = False
        self._existing: Path | None = None
        """The file that was named once and is there already."""

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield LineBar(id="header")
        with Horizontal(id="statistics"):
            yield QuestionList(self.questions, id="questions")
            with Vertical(id="answer"):
                yield TextPad(id="meaning")
                yield AnswerTable(id="table")
                yield ChartView(id="chart")
                yield TextPad(id="notes")
                yield LinesView(id="explanation")
        yield ScopePrompt(id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Asks the first question."""
        self.list.border_title = "Questions"
        self.query_one("#explanation", LinesView).border_title = "What the numbers mean"
        self._want(self.wanted)

    def on_unmount(self) -> None:
        """What is still being asked is not waited for."""
        self._halt.set()

    def on_resize(self, event: Resize) -> None:
        """Fits the bars to the new width."""
        self.query_one("#notes", TextPad).most = _NOTE_ROWS[event.size.width >= 100]
        self._write_header()

    @property
    def list(self) -> QuestionList:
        """The questions."""
        return self.query_one(QuestionList)

    @property
    def table(self) -> AnswerTable:
        """The answer."""
        return self.query_one(AnswerTable)

    @property
    def chart(self) -> ChartView:
        """The answer, drawn."""
        return self.query_one(ChartView)

    # --- asking --------------------------------------------------------------------------------------------------------

    @on(QuestionList.Chosen)
    def _chosen(self, event: QuestionList.Chosen) -> None:
        if event.question != self.wanted.question:
            self._want(Wanted(event.question, self.wanted.scope))

    def _want(self, wanted: Wanted) -> None:
        """Shows a question, and asks it unless another one is being asked: then it is asked after that."""
        self.wanted, self.answer = wanted, None
        self._reading = self._stopped = False
        self.list.game = wanted.scope.get("game", "")
        question = wanted.question
        self.query_one("#meaning", TextPad).sentences = (Span(question.title, "strong"), Span(question.meaning))
        self.query_one("#notes", TextPad).sentences = ()
        self._show_charts(())
        self._explain()
        if wanted.elsewhere:
            self._say(
                f"This is asked of {', '.join(question.games)}.",
                f"The scope is {scope_text(wanted.scope)}.",
                "esc drops the scope · / changes it",
            )
        else:
            self.table.show_notice(((), (Span("  asking …"),)))
            self._ask()
        self._write_header()

    def _ask(self) -> None:
        if self.asking is None:
            self.asking = self.wanted
            self._halt.clear()
            self.run_worker(partial(self._work, self.wanted), thread=True, group="ask")

    def _work(self, wanted: Wanted) -> None:
        """In a worker: while the analytics catch up, it says how far they are, and can be stopped."""
        progress = Progress("entries")

        def report(done: int, total: int) -> None:
            if self._halt.is_set():
                raise Stopped
            if done < total:
                self.app.call_from_thread(self._reached, progress.at(done, total))

        outcome: Outcome
        try:
            outcome = self.desk.ask(wanted, report)
        except Exception as error:
            outcome = error
        if self.is_running:
            self.app.call_from_thread(self._answered, wanted, outcome)

    def _reached(self, progress: str) -> None:
        if self.is_running and not (self.answer or self._stopped or self.wanted.elsewhere):
            self._reading = True
            self._say(
                "Reading what was recorded since the last question.", progress, "esc stops; what was read is kept"
            )

    def _answered(self, wanted: Wanted, outcome: Outcome) -> None:
        self.asking, self._reading = None, False
        if not self.is_running or self._stopped or self.wanted.elsewhere:
            return
        if wanted != self.wanted or isinstance(outcome, Stopped):
            self._ask()  # what is wanted by now
        elif isinstance(outcome, Exception):
            self._say(
                "No answer.",
                trouble_text(outcome),
                "F5 asks again · / changes the scope · esc goes back",
            )
            self.refresh_bindings()
        else:
            self._show(outcome)

    def _show(self, answer: Answer) -> None:
        self.answer = answer
        table = tabulate(self.wanted.question, answer, {"game"} & set(self.wanted.given))
        if answer.rows:
            self.table.show_table(table)
        else:
            self._say("Nothing to count.", *answer.notes, _REMEDIES[bool(self.wanted.scope)])
        notes = list(self.wanted.without)
        notes += [f"~ fewer than {SMALL} cases: they say little"] if any(table.small) else []
        notes += answer.notes if answer.rows else ()
        self.query_one("#notes", TextPad).sentences = tuple(Span(f"· {note}", "dim") for note in notes)
        self._show_charts(charts_of(self.wanted.question, answer))
        self._write_header()

    def _show_charts(self, charts: tuple[Chart, ...]) -> None:
        self.chart.charts = charts
        self.set_class(not charts, "drawless")
        self.refresh_bindings()

    def _say(self, *sentences: str) -> None:
        """Says something in place of the table."""
        first, *rest = sentences
        lines: list[Line] = [(), *((Span(row, "strong"),) for row in self._rows(first)), ()]
        for text in rest:
            lines += [(Span(row),) for row in self._rows(text)]
        self.table.show_notice(tuple(lines))

    def _rows(self, text: str) -> Iterator[str]:
        return fold(f"  {clean(text)}", self.table.room)

    def _write_header(self) -> None:
        """Which matches, how many, and how far the analytics follow the store."""
        if not self.is_running or not self.size.width:
            return
        scope, answer = clean(scope_text(self.wanted.scope)) or "all matches", self.answer
        counted = f" · {answer.n:,} match{'' if answer.n == 1 else 'es'}" if answer else ""
        right = ""
        if answer is not None:
            right = f"as of entry {answer.as_of.position:,} of {answer.as_of.head:,}"
            if self.size.width >= 100:
                right += local_time(answer.as_of.updated_at, self.zone).strftime(" · %Y-%m-%d %H:%M:%S")
        left = (Span("STATISTICS", "strong"), Span(f" · {scope}{counted}"))
        self.query_one("#header", LineBar).line = spread(left, (Span(right, "strong"),), self.size.width)

    # --- panes ---------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Dims what cannot be done. What an answer will bring can be asked for while it is on its way."""
        there = self.answer is not None and bool(self.answer.rows)
        match action:
            case "chart" | "turn":
                possible = self.asking is not None or (self.is_running and bool(self.chart.charts))
            case "read":
                possible = self.asking is not None or there
            case "save":
                possible = there
            case _:
                possible = True
        return True if possible else None

    def action_chart(self) -> None:
        """The chart in place of the table, or the table again."""
        self.toggle_class("charted")
        if not self.table.display:
            self.list.focus()

    def action_turn(self, by: int) -> None:
        """Another chart."""
        self.chart.turn(by)

    def action_shift(self, by: int) -> None:
        """Other columns."""
        self.table.shift += by

    def action_read(self) -> None:
        """Gives the keyboard to the table."""
        if self.table.display:
            self.table.focus()

    def action_explain(self) -> None:
        """What the numbers mean, in place of them; and back."""
        explained = not self.has_class("explained")
        self.set_class(explained, "explained")
        (self.query_one("#explanation") if explained else self.list).focus()
        self.call_after_refresh(self._explain)

    def _explain(self) -> None:
        if self.has_class("explained"):
            pane = self.query_one("#explanation", LinesView)
            pane.show_lines(tuple(explanation(self.wanted.question, self.answer, pane.room)))

    def action_maximise(self) -> None:
        """Hides the list, or shows it again."""
        self.toggle_class("alone")
        if self.has_class("alone"):
            self.action_read()
        else:
            self.list.focus()

    def action_again(self) -> None:
        """Asks again: more may be recorded by now."""
        self._want(self.wanted)

    def action_back(self) -> None:
        """One layer back: a long wait, the explanation, the hidden list, the chart, the scope, the screen."""
        if self._reading:
            self._reading, self._stopped = False, True
            self._halt.set()
            self._say("Stopped.", "What was read so far is kept.", "F5 asks again · esc goes back")
        elif self.has_class("explained"):
            self.action_explain()
        elif self.has_class("alone"):
            self.action_maximise()
        elif self.has_class("charted"):
            self.action_chart()
        elif self.wanted.scope:
            self._want(Wanted(self.wanted.question, NOTHING))
        else:
            self.app.pop_screen()

    def action_help(self) -> None:
        """Shows all keys of the focused pane."""
        title = "Statistics: table" if self.focused is self.table else "Statistics: questions"
        self.app.push_screen(HelpScreen(title))

    # --- scope, command, file ------------------------------------------------------------------------------------------

    def action_command(self) -> None:
        """Copies the command that asks the same, and shows it."""
        self.app.copy_to_clipboard(self.wanted.command)
        self.notify(clean(self.wanted.command), title="Copied", markup=False, timeout=4)

    def action_scope(self) -> None:
        """Opens the line that narrows the question."""
        self.query_one(ScopePrompt).open_scope(self.wanted.scope)
        # Without them, nothing is completed.
        in_background(self, self.desk.known, self.query_one(ScopePrompt).know, lambda _: None, group="known")

    def action_save(self) -> None:
        """Asks for the file."""
        self._existing = None
        self.query_one(Prompt).open("save", "save as", f"{self.wanted.question.name}.csv", "⏎ saves the table · esc")

    @on(Prompt.Accepted)
    def _accepted(self, event: Prompt.Accepted) -> None:
        if event.purpose == "save":
            self._save(Path(event.text.strip() or f"{self.wanted.question.name}.csv"))
            return
        try:
            scope = read_scope(event.text)
        except ValueError as problem:
            self.query_one(Prompt).hint(clean(str(problem)))
            return
        self._close_prompt()
        self._want(Wanted(self.wanted.question, scope))

    def _save(self, path: Path) -> None:
        if self.answer is not None:
            job = partial(save_csv, self.answer, path, replace=path == self._existing)
            saved, failed = partial(self._saved, len(self.answer.rows)), partial(self._not_saved, path)
            in_background(self, job, saved, failed, group="save")

    def _not_saved(self, path: Path, error: Exception) -> None:
        exists = isinstance(error, FileExistsError)
        self._existing = path if exists else self._existing
        self.query_one(Prompt).hint("it exists: ⏎ writes over it · esc" if exists else clean(str(error)))

    def _saved(self, rows: int, place: Path) -> None:
        self._close_prompt()
        self.notify(clean(f"{counted(rows, 'row')} in {place}"), title="Saved", markup=False, timeout=6)

    @on(Prompt.Cancelled)
    def _cancelled(self) -> None:
        self._close_prompt()

    def _close_prompt(self) -> None:
        self.query_one(Prompt).close()
        (self.table if self.has_class("alone") else self.list).focus()


_REMEDIES: Final = {
    True: "esc drops the scope · / changes it",
    False: "matchbook demo records some matches · F5 asks again",
}
