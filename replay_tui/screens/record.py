"""Recording live: a command line under the board. An action is shown as saved only after the store has it."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.reactive import reactive
from textual.widgets import Static

from domain.registry import find_rule
from domain.rules import Violation
from domain.table import JUDGE
from replay_tui.keymap import RECORD, SCREENS, bindings
from replay_tui.recording import captions
from replay_tui.recording.line import left_over
from replay_tui.recording.port import Desk
from replay_tui.screens.acting import TROUBLES
from replay_tui.screens.catching_up import CatchingUpScreen
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.record_boxes import Answer, AsPlayed, Broken, ConflictBox, RuleBox
from replay_tui.timeline import local_time
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.line_pad import LinePad
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import Prompt
from replay_tui.widgets.suggestion_list import SuggestionList
from service.clock import new_command_id
from service.reading.log import AnyHistory
from service.reading.toned import Span, clean
from service.recording.acts import Act, ConflictWith, Impossible, NotUnderstood, Outcome, Recorded, Refused, Unavailable


class Sent(Struct, frozen=True):
    """A command on its way to the store."""

    act: Act
    text: str
    """What stood in the line."""


class RecordScreen(CatchingUpScreen):
    """Board, what is due, the last entries, the command line and what can follow it."""

    BINDINGS = bindings(RECORD)
    AUTO_FOCUS = "#line"
    VERTICAL_BREAKPOINTS = [(0, "-least"), (9, "-tiny"), (16, "-short"), (32, "-tall")]  # noqa: RUF012

    marking: reactive[bool] = reactive(default=False)

    def __init__(
        self,
        history: AnyHistory,
        desk: Desk,
        *,
        open_replay: Callable[[str], None] = lambda _: None,
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__(history, desk, zone)
        self._open_replay = open_replay
        self._unsure: Act | None = None
        """An act whose outcome is not known: sent again, it keeps its command id."""
        self._status = Span("")

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        cls = type(self)
        yield LineBar(id="header")
        board = BoardView(self.timeline, id="board").data_bind(cls.position, cls.viewpoint, cls.marking)
        events = EventList(self.timeline, id="events").data_bind(cls.position, cls.viewpoint)
        board.can_focus = events.can_focus = False  # the keyboard is the line's
        yield board
        yield events
        yield LinePad(id="due")
        yield LineBar(id="place")
        yield LineBar(id="queue")
        with Horizontal(id="command"):
            yield Static(">", id="sign")
            yield CommandLine(self, hint="a command, a number or letters of it", id="line")
        yield Prompt(id="prompt")
        yield LineBar(id="answer")
        yield SuggestionList(id="offers")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Offers the first commands."""
        self.query_one("#queue").display = False
        self.offer()
        self.write_bars()

    # --- what is shown -------------------------------------------------------------------------------------------------

    def on_resize(self, _: Resize) -> None:
        """Fits the bars to the new width."""
        self.write_bars()

    def watch_position(self) -> None:
        """A position before the end is a preview."""
        self.write_bars()

    def watch_viewpoint(self) -> None:
        """Names the new viewpoint."""
        super().watch_viewpoint()
        self.write_bars()

    def write_bars(self) -> None:
        """Writes what the panes do not say."""
        if not self.is_mounted:
            return
        width = self.size.width
        self.query_one("#header", LineBar).line = captions.header_line(self.timeline, self.viewpoint, width)
        self.query_one(LinePad).pieces = captions.due_lines(self.history, self.viewpoint)
        badges = tuple(badge for badge in (self._time_badge(), self._status) if badge.text)
        self.query_one("#place", LineBar).line = captions.place_line(self.timeline, self.position, badges, width)

    def _time_badge(self) -> Span:
        if self.happened_at is None:
            return Span("")
        return Span(f"next at {local_time(self.happened_at, self.zone):%H:%M:%S}", "warn")

    def show_status(self, text: str, *, good: bool = True) -> None:
        """Says what became of the last act."""
        self._status = Span(text, "good" if good else "bad")
        self.write_bars()

    def say(self, text: str) -> None:
        """Answers under the line."""
        self.query_one("#answer", LineBar).line = (Span(clean(text), "bad"),)

    def begun(self) -> None:
        """An act is on its way."""
        self.show_status("saving …")

    def grown(self, came: int) -> None:
        """Shows the new end of the match."""
        self.offer()
        self.refresh_bindings()
        last = self.history.entries[-1].envelope
        self.show_status(f"+{came} by {clean(last.by)}")

    def unreadable(self, trouble: str) -> None:
        """Says that what others record does not come in."""
        if trouble:
            self.notify(trouble, title="The match cannot be read again", severity="error", markup=False)

    # --- recording -----------------------------------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """Records a line; sent again after an outcome that is not known, it keeps its command id."""
        if self.viewpoint != JUDGE:
            self.running = False
            self.say(self.offered.verdict.text)
            return
        again = self._unsure if self._unsure is not None and self._unsure.line == line else None
        act = Act(
            line=line,
            at_version=self._seen,
            command_id=again.command_id if again else new_command_id(),
            happened_at=self.happened_at,
        )
        self._record(Sent(act, self.line.value))

    def _record(self, sent: Sent) -> None:
        job = partial(self.desk.take, self.history.match.id, sent.act)
        self.perform(job, partial(self._taken, sent))

    def _taken(self, sent: Sent, outcome: Outcome) -> None:
        self._unsure = None
        match outcome:
            case Recorded():
                self._stored(sent, outcome)
                self.went_on()
            case Refused(violations) | Impossible(violations):
                self.show_status("not recorded", good=False)
                broken = self._broken(sent, violations, impossible=isinstance(outcome, Impossible))
                self.app.push_screen(RuleBox(broken), partial(self._judged, sent))
            case NotUnderstood(text):
                self.running = False
                self.show_status("not recorded", good=False)
                self.say(text)
            case ConflictWith(by, version):
                self.show_status("not recorded", good=False)
                entries = captions.entries_text(self.history, version - 1, self.viewpoint)
                self.app.push_screen(ConflictBox(sent.act.line, by, entries), partial(self._rebased, sent))
            case Unavailable():
                self._not_answered(sent, outcome)
            case _:
                assert_never(outcome)

    def _stored(self, sent: Sent, outcome: Recorded) -> None:
        self.happened_at = None
        self.line.put(left_over(self.line.value, sent.text))
        self._seen = self.timeline.versions
        flagged = ", ".join(dict.fromkeys(violation.rule for violation in outcome.violations))
        self.show_status(f"saved {outcome.version}" + (f" ! {flagged}" if flagged else ""))

    def _not_answered(self, sent: Sent, outcome: Unavailable) -> None:
        """The end of the match was read again: it tells whether the act was stored after all."""
        stored = self.history.match.command_ids.get(sent.act.command_id)
        if stored is not None:
            self._stored(sent, Recorded(stored))
            self.went_on()
            return
        self.running = False
        self._unsure = sent.act
        self.show_status(TROUBLES[outcome.trouble], good=False)
        self.say(f"your line is kept, ⏎ tries again · {outcome.text}")
        self.notify(clean(outcome.text), title=TROUBLES[outcome.trouble], severity="error", markup=False)

    def _broken(self, sent: Sent, violations: tuple[Violation, ...], *, impossible: bool) -> Broken:
        match = self.history.match
        rules = tuple(find_rule(match.game, violation.rule) for violation in violations)
        return Broken(sent.act.line, violations, rules, match.strictness, impossible)

    def _judged(self, sent: Sent, answer: Answer | AsPlayed | None) -> None:
        self.line.focus()
        if isinstance(answer, AsPlayed):
            self._record(Sent(replace(sent.act, as_played=True, reason=answer.reason), sent.text))
            return
        self.running = False
        if answer == "fix":
            self.line.put(sent.act.line)

    def _rebased(self, sent: Sent, rebase: bool | None) -> None:
        self.line.focus()
        self._seen = self.timeline.versions
        self.running = self.running and bool(rebase)
        if rebase:
            self._record(Sent(replace(sent.act, at_version=self._seen), sent.text))

    # --- the screen ----------------------------------------------------------------------------------------------------

    def close_prompt(self) -> None:
        """Hides the prompt, ends the preview and gives the keyboard back to the line."""
        self.query_one(Prompt).close()
        self.position = self.timeline.last
        self.write_bars()
        self.line.focus()

    def action_changes(self) -> None:
        """Marks what the last action changed, or stops it."""
        self.marking = not self.marking

    def action_scroll_board(self, by: int) -> None:
        """A page of the board on or back."""
        board = self.query_one(BoardView)
        board.scroll_to(y=board.scroll_y + by * max(1, board.size.height - 2), animate=False)

    def action_replay(self) -> None:
        """Opens the replay of this match; nothing can be recorded from there."""
        self._open_replay(self.history.match.id)

    def action_help(self) -> None:
        """Shows all keys."""
        self.app.push_screen(HelpScreen("Record", SCREENS["Record"]))

    def action_back(self) -> None:
        """One layer back: the line, the queue, the screen. What is being saved is waited for."""
        if self.line.value:
            self.line.put("")
        elif self.saving:
            self.say("still saving the last action")
        elif self.queue:
            self.drop_queue()
        else:
            self.app.pop_screen()
