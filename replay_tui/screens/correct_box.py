"""The box that corrects an action: its line, with offers for the state before it."""

from typing import Final, assert_never

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from domain.corrected_history import state_found
from domain.corrections import EditKind
from domain.notation import Names, print_command
from domain.seats import JUDGE
from domain.timeline import AnyAction
from replay_tui import captions
from replay_tui.keymap import bindings
from replay_tui.scorekeeping.line_keys import RefusedKey, Send, SetText, Step
from replay_tui.scorekeeping.offers import Offers
from replay_tui.scorekeeping.pasted_text import take_pasted
from replay_tui.timeline import Timeline
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.lines import LineBar, LinesView, folded
from replay_tui.widgets.suggestion_list import SuggestionList
from service.reading.styled_text import Span, clean
from service.recording.correction_requests import RequestedEdit
from service.typing.suggestions import Suggester

_WAYS: Final[dict[EditKind, str]] = {"replace": "replace", "insert": "insert before it", "strike": "strike"}


class CorrectBox(ModalScreen[RequestedEdit]):
    """`F2` chooses how to correct, `pgup` and `pgdn` another action, `enter` goes on to the preview."""

    BINDINGS = bindings("correct_box")

    def __init__(self, timeline: Timeline, change: RequestedEdit) -> None:
        """`change`: the initial content. Without a line, it is the recorded line; the action must be part of the
        current game."""
        super().__init__()
        self._timeline = timeline
        self._board = BoardView(timeline, due=False, id="board")
        self.how: EditKind = change.how
        self._match = timeline.history.match
        self._acts = tuple(self._match.actions)
        self._place = next(n for n, action in enumerate(self._acts) if action.address == change.address)
        self._begun = change.line
        self._line = CommandLine(self, hint="a command, its number or first letters", id="line")
        self._rows = SuggestionList(id="offers")
        self._offers = Offers(timeline, self._line, self._rows, self._suggests)

    def compose(self) -> ComposeResult:
        """Compose the board before the action, the action, the line and its offers."""
        with Vertical(id="box"):
            yield self._board
            yield LinesView(id="box-text")
            yield self._line
            yield LineBar(id="answer")
            yield self._rows

    def on_mount(self) -> None:
        """Show the requested action."""
        pane = self.query_one("#box-text", LinesView)
        pane.can_focus = self._board.can_focus = False
        pane.border_subtitle = "⏎ preview · F2 how · pgup pgdn entry · esc"
        self._show(self._begun)

    @property
    def act(self) -> AnyAction:
        """The action that the box corrects."""
        return self._acts[self._place]

    def _suggests(self) -> Suggester:
        return Suggester(self._match.game, state_found(self._match, self.act))

    @property
    def _own(self) -> str:
        before = state_found(self._match, self.act)
        return print_command(self.act.command, Names(before.catalogue, before.seats or self.act.state.seats))

    def _show(self, text: str = "") -> None:
        """Show another action, or another way to correct."""
        pane, own = self.query_one("#box-text", LinesView), self._own
        entry = f"entry {self.act.address}"
        pane.border_title = f"Correct {entry} of {self._timeline.versions}"
        self._board.title = f"Board before {entry}"
        parent = self.act.parent
        self._board.position = 0 if parent is None else self._timeline.end_of_act(parent.address)
        self._board.redraw()
        ways = tuple(Span(f" {text} ", "now" if way == self.how else "dim") for way, text in _WAYS.items())
        pane.call_after_refresh(lambda: pane.fill_box((*folded(own, pane.room), ways)))
        self._line.display = self._rows.display = self.how != "strike"
        self._line.put(text or (own if self.how == "replace" else ""))
        self.set_focus(self._line if self._line.display else None)
        self._offer()

    def _offer(self) -> None:
        self._offers.offer(JUDGE)
        verdict = self._offers.offered.verdict
        self._line.mark(verdict.column if verdict.standing == "unreadable" else None)
        answer = captions.answer_line(self._offers.offered) if self._line.display else ()
        self.query_one(LineBar).line = tuple(
            span for span in answer if "⏎" not in span.text
        )  # enter opens the preview here

    @on(Input.Changed, "#line")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._keep_up()

    def _keep_up(self) -> None:
        if self._offers.outdated:
            self._offer()

    # --- keys ----------------------------------------------------------------------------------------------------------

    def claim(self, letter: str) -> bool:
        """Choose a row by its digit."""
        self._keep_up()
        if (claimed := self._offers.claimed(letter)) is not None:
            self._do(claimed)
        return claimed is not None

    def enter(self) -> None:
        """Go on with the line, or complete it from the row."""
        if self.how == "strike":  # the line may still have the focus
            self.action_take()
            return
        self._keep_up()
        typed, opening = self._line.value.strip(), self.act.parent is None
        self._do(Send(typed) if opening or typed == self._own else self._offers.entered())

    def complete(self) -> None:
        """Complete the line."""
        self._keep_up()
        self._do(self._offers.completed())

    def move(self, by: int) -> None:
        """Move the highlight."""
        self._rows.move(by)

    def paste(self, text: str) -> None:
        """Insert one line."""
        if lines := take_pasted(text).lines:
            self._line.put_in(lines[0])

    def _do(self, step: Step) -> None:
        match step:
            case SetText(text):
                self._line.put(text)
            case Send(line) if line == self._own and self.how == "replace":
                self._say("the line is unchanged: change it, or F2 for another way")
            case Send(line):
                self.dismiss(RequestedEdit(self.act.address, self.how, line))
            case RefusedKey(why):
                self._say(why)
            case _:
                assert_never(step)

    def _say(self, text: str) -> None:
        self.query_one(LineBar).line = (Span(clean(text), "bad"),)

    def action_take(self) -> None:
        """Enter on an empty line: strike the action."""
        self.dismiss(RequestedEdit(self.act.address, self.how))

    def action_how(self) -> None:
        """Switch between replacing, inserting before and striking. The opening can only be replaced."""
        ways = tuple(_WAYS) if self.act.parent is not None else ("replace",)
        self.how = ways[(ways.index(self.how) + 1) % len(ways)]
        self._show()

    def action_go(self, by: int) -> None:
        """Go to another action; typed text is dropped."""
        self._place = min(max(self._place + by, 0), len(self._acts) - 1)
        self.how = "replace"
        self._offers.renew()
        self._show()

    def action_cancel(self) -> None:
        """Close the box."""
        self.dismiss(None)
