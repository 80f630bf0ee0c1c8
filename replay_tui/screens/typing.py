"""The command line on the record screen: what is offered for it, what it comes to, and the board as it would become."""

from datetime import tzinfo
from typing import Final, assert_never

from textual import on
from textual.widgets import Input

from domain.table import JUDGE
from replay_tui.recording import captions
from replay_tui.recording.line import Put, Send, Stay, Step, on_close, on_digit, on_enter, on_tab
from replay_tui.recording.port import Desk
from replay_tui.screens.acting import ActingScreen
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.suggestion_list import SuggestionList
from service.reading.log import AnyHistory
from service.typing.suggestions import Suggestions, Verdict

_NOT_THE_JUDGE: Final = Suggestions(
    (), Verdict("incomplete", "no action is offered or recorded from a seat's view · F2 goes on to the judge's")
)


class TypingScreen(ActingScreen):
    """Letters filter, digits choose, enter takes; the board moves before anything is recorded."""

    def __init__(self, history: AnyHistory, desk: Desk, zone: tzinfo | None) -> None:
        super().__init__(history, desk, zone)
        self.offered: Suggestions = self.suggester.suggest("")
        self._offered_for = ""
        self._seen = self.timeline.versions
        """The entry that was the last when the line was begun."""

    @property
    def line(self) -> CommandLine:
        """The command line."""
        return self.query_one(CommandLine)

    def send(self, line: str) -> None:
        """Records a line."""
        raise NotImplementedError

    def action_help(self) -> None:
        """Shows all keys."""
        raise NotImplementedError

    def offer(self) -> None:
        """Offers what can follow the line as it stands."""
        text = self.line.value
        if not text:
            self._seen = self.timeline.versions
        # Offers and verdicts come from all that is known: they would tell a seat what is hidden from it.
        self.offered = self.suggester.suggest(text) if self.viewpoint == JUDGE else _NOT_THE_JUDGE
        self._offered_for = text
        offers = self.query_one(SuggestionList)
        offers.highlighted = None
        offers.rows = self.offered.rows
        self._preview_step()

    def watch_viewpoint(self) -> None:
        """Another view is offered something else."""
        if self.is_mounted:
            self.offer()

    def _preview_step(self) -> None:
        """Says what enter would record now, and shows it on the board where the rules allow it."""
        step = self._step()
        line = step.line if isinstance(step, Send) else ""
        self.query_one("#answer", LineBar).line = captions.answer_line(self.offered, line)
        self.query_one(BoardView).preview = self.suggester.after(line) if line else None

    def _step(self) -> Step:
        return on_enter(self.line.value, self.offered, self.query_one(SuggestionList).highlighted)

    def _keep_up(self) -> None:
        """Keys may come faster than the news of what they typed: a key is answered by what is offered for its line."""
        if self._offered_for != self.line.value:
            self.offer()

    def claim(self, letter: str) -> bool:
        """Letters that are keys: digits choose rows, `u` and `?` act on an empty line."""
        self._keep_up()
        text = self.line.value
        if letter.isascii() and letter.isdigit() and self.line.cursor_position == len(text):
            chosen = on_digit(text, letter, self.offered)
            if chosen is not None:
                self.line.put(chosen.text)
            return chosen is not None
        if letter == "]" and (shut := on_close(text)) is not None:
            self.line.put(shut.text)
            return True
        if not text and letter == "u" and not any(row.label.startswith("u") for row in self.offered.rows):
            self.action_undo()
            return True
        if not text and letter == "?":
            self.action_help()
            return True
        return False

    @on(Input.Changed, "#line")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._keep_up()

    def move(self, by: int) -> None:
        """Moves the highlight."""
        self._keep_up()
        offers = self.query_one(SuggestionList)
        if offers.rows:
            before = offers.highlighted if offers.highlighted is not None else -1 if by > 0 else 0
            offers.highlighted = min(max(before + by, 0), len(offers.rows) - 1)
            self._preview_step()

    def complete(self) -> None:
        """Completes the line from the highlighted row."""
        self._keep_up()
        self._do(on_tab(self.offered, self.query_one(SuggestionList).highlighted))

    def enter(self) -> None:
        """Records what the line means, or takes the row into it that was only begun."""
        if self.saving:
            self.say("still saving the last action; the line is kept")
            return
        self._keep_up()
        self._do(self._step())

    def _do(self, step: Step) -> None:
        match step:
            case Put(text):
                self.line.put(text)
            case Send(line):
                self.send(line)
            case Stay(why):
                self.say(why)
            case _:
                assert_never(step)
