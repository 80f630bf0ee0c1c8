"""Recording live: a command line under the board. An action is shown as saved only after the store has it."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.reactive import reactive
from textual.widgets import Footer, Input, Static

from domain.game import Violation
from replay_tui.keymap import RECORD, SCREENS, bindings
from replay_tui.recording import captions
from replay_tui.recording.line import Put, Send, Stay, Step, left_over, on_close, on_digit, on_enter, on_tab
from replay_tui.recording.port import Desk
from replay_tui.screens.acting import TROUBLES, ActingScreen
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.record_boxes import Answer, AsPlayed, Broken, ConflictBox, RuleBox
from replay_tui.timeline import local_time
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.line_pad import LinePad
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import Prompt
from replay_tui.widgets.suggestion_list import SuggestionList
from service.clock import new_command_id
from service.logtext import AnyHistory
from service.recording_desk import Act, ConflictWith, Impossible, NotUnderstood, Outcome, Recorded, Refused, Unavailable
from service.spans import Span, clean
from service.suggestions import Suggestions


class Sent(Struct, frozen=True):
    """A command on its way to the store."""

    act: Act
    text: str
    """What stood in the line."""


class RecordScreen(ActingScreen):
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
        self.offered: Suggestions = self.suggester.suggest("")
        self._offered_for = ""
        self._seen = self.timeline.versions
        """The entry that was the last when the line was begun."""
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
        with Horizontal(id="command"):
            yield Static(">", id="sign")
            yield CommandLine(self, id="line")
        yield Prompt(id="prompt")
        yield LineBar(id="answer")
        yield SuggestionList(id="offers")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Offers the first commands."""
        self._offer()
        self.write_bars()

    @property
    def line(self) -> CommandLine:
        """The command line."""
        return self.query_one(CommandLine)

    # --- what is shown -------------------------------------------------------------------------------------------------

    def on_resize(self, _: Resize) -> None:
        """Fits the bars to the new width."""
        self.write_bars()

    def watch_position(self) -> None:
        """A position before the end is a preview."""
        self.write_bars()

    def watch_viewpoint(self) -> None:
        """Names the new viewpoint."""
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
        self._offer()
        self.refresh_bindings()
        last = self.history.entries[-1].envelope
        self.show_status(f"+{came} by {clean(last.by)}")

    def unreadable(self, trouble: str) -> None:
        """Says that what others record does not come in."""
        if trouble:
            self.notify(trouble, title="The match cannot be read again", severity="error", markup=False)

    # --- the line ------------------------------------------------------------------------------------------------------

    def _offer(self) -> None:
        text = self.line.value
        if not text:
            self._seen = self.timeline.versions
        self.offered, self._offered_for = self.suggester.suggest(text), text
        offers = self.query_one(SuggestionList)
        offers.highlighted = None
        offers.rows = self.offered.rows
        self.query_one("#answer", LineBar).line = captions.answer_line(self.offered)

    def _keep_up(self) -> None:
        """Keys may come faster than the news of what they typed: a key is answered by what is offered for its line."""
        if self._offered_for != self.line.value:
            self._offer()

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
        self._do(on_enter(self.line.value, self.offered, self.query_one(SuggestionList).highlighted))

    def _do(self, step: Step) -> None:
        match step:
            case Put(text):
                self.line.put(text)
            case Send(line):
                self._send(line)
            case Stay(why):
                self.say(why)
            case _:
                assert_never(step)

    # --- recording -----------------------------------------------------------------------------------------------------

    def _send(self, line: str) -> None:
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
            case Refused(violations) | Impossible(violations):
                self.show_status("not recorded", good=False)
                broken = self._broken(sent, violations, impossible=isinstance(outcome, Impossible))
                self.app.push_screen(RuleBox(broken), partial(self._judged, sent))
            case NotUnderstood(text):
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
            return
        self._unsure = sent.act
        self.show_status(TROUBLES[outcome.trouble], good=False)
        self.say(f"{outcome.text} · your line is kept, ⏎ tries again")

    def _broken(self, sent: Sent, violations: tuple[Violation, ...], *, impossible: bool) -> Broken:
        match = self.history.match
        rules = tuple(self.desk.rule(match.game.name, violation.rule) for violation in violations)
        strictness = match.opened.strictness if match.opened else "strict"
        return Broken(sent.act.line, violations, rules, strictness, impossible)

    def _judged(self, sent: Sent, answer: Answer | AsPlayed | None) -> None:
        self.line.focus()
        if isinstance(answer, AsPlayed):
            self._record(Sent(replace(sent.act, as_played=True, reason=answer.reason), sent.text))
        elif answer == "fix":
            self.line.put(sent.act.line)

    def _rebased(self, sent: Sent, rebase: bool | None) -> None:
        self.line.focus()
        self._seen = self.timeline.versions
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
        """One layer back: the line, then the screen. What is being saved is waited for."""
        if self.line.value:
            self.line.put("")
        elif self.saving:
            self.say("still saving the last action")
        else:
            self.app.pop_screen()
