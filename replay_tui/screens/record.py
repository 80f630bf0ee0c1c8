"""Live recording: a command line below the board. An action is shown as saved only after the store has it."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widgets import Input, Static

from domain.replay import AnyHistory
from domain.seats import JUDGE, Viewpoint
from replay_tui import captions
from replay_tui.background import in_background
from replay_tui.keymap import bindings
from replay_tui.scorekeeping.queue import Queue
from replay_tui.scorekeeping.requests import Requests
from replay_tui.screens.card_cursor import CardCursor
from replay_tui.screens.correction_controller import CorrectionController
from replay_tui.screens.explain_box import explained
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.judging_controller import JudgingController
from replay_tui.screens.line_controller import LineController
from replay_tui.screens.position import PositionController
from replay_tui.screens.record_boxes import TableEvents
from replay_tui.screens.record_prompts import RecordPrompts
from replay_tui.screens.send_controller import SendController
from replay_tui.timeline import Timeline, local_time
from replay_tui.timeline_follower import News, TimelineFollower
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.line_pad import LinePad
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import PromptBar
from service.reading.styled_text import Span, clean
from service.reading.viewpoints import next_viewpoint
from service.recording.recording_service import RecordingService
from service.typing.rows import Suggestions


class RecordScreen(Screen[None]):
    """Board, last entry, next duty, command line and offers. `position` is the end of the match, except in previews."""

    BINDINGS = bindings("record")
    AUTO_FOCUS = "#line"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-least"), (9, "-tiny"), (16, "-short"), (30, "-tall")]  # noqa: RUF012

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    marking: reactive[bool] = reactive(default=False)

    def __init__(
        self,
        history: AnyHistory,
        service: RecordingService,
        *,
        open_replay: Callable[[str], None] = lambda _: None,
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__()
        self.history = history
        self.timeline = Timeline(history)
        self.service = service
        self.zone = zone
        reading = partial(in_background, self, group="poll")
        self.follower = TimelineFollower(self.timeline, self._refresh, reading, self._grown, busy=lambda: self.saving)
        self.requests = Requests(self.timeline, service.app, zone)
        self.queue = Queue(self._write_queue)
        self.typing = LineController(self, self.timeline, self._letters())
        self.line, self.offers = self.typing.line, self.typing.offers
        self.typing.sender = self.sender = SendController(
            screen=self,
            bars=self,
            timeline=self.timeline,
            service=service,
            line=self.line,
            offers=self.offers,
            requests=self.requests,
            follower=self.follower,
            queue=self.queue,
        )
        self.prompts = RecordPrompts(self, self.requests, self.sender, partial(setattr, self, "position"))
        self.judging = JudgingController(self, self.timeline, service, zone)
        self.declaring = PositionController(self, self.timeline, self.line, self.offers, self.say)
        self._open_replay = open_replay
        self._status = Span("")
        self.set_reactive(RecordScreen.position, self.timeline.last)

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        cls = type(self)
        yield LineBar(id="header")
        board = BoardView(self.timeline, due=False, id="board").data_bind(cls.position, cls.viewpoint, cls.marking)
        events = EventList(self.timeline, id="events").data_bind(cls.position, cls.viewpoint)
        board.can_focus = events.can_focus = False  # the command line has the focus
        with Horizontal(id="table"):
            yield board
            yield events
        yield LinePad(most=2, id="place")
        yield LinePad(most=2, id="due")
        yield LineBar(id="queue")
        with Horizontal(id="command"):
            yield Static(">", id="sign")
            yield self.line
            yield LineBar(id="answer")
        yield PromptBar(id="prompt")
        with Vertical(id="below"):
            yield LinePad(most=4, id="summary")
            yield self.typing.rows
        yield KeyFooter()

    def on_mount(self) -> None:
        """Offer the first commands, and start following the match."""
        self.query_one("#queue").display = False
        self.typing.offer()
        self.write_bars()
        self.follower.begin(self.service.app.follow, self.app.call_later, self.set_interval)

    def on_unmount(self) -> None:
        """Stop following."""
        self.follower.end()

    # --- what is shown -------------------------------------------------------------------------------------------------

    def write_bars(self) -> None:
        """Update the bars around the board."""
        if not self.is_mounted:
            return
        width, match = self.size.width, self.history.match
        address = f"{match.id}/{self.timeline.versions}"
        header = captions.header_line("RECORD", address, self.history, self.viewpoint, width, more=match.strictness)
        self.query_one("#header", LineBar).line = header
        self.query_one("#due", LinePad).pieces = captions.due_lines(self.timeline, self.position, self.viewpoint)
        badges = tuple(badge for badge in (self._time_badge(), self._status) if badge.text)
        self.query_one("#place", LinePad).pieces = captions.record_lines(
            self.timeline, self.position, self.viewpoint, badges, width
        )

    on_resize = watch_position = write_bars

    def watch_viewpoint(self) -> None:
        """Update the offers for the new viewpoint."""
        self.sender.viewpoint = self.viewpoint
        if self.is_mounted:
            self.typing.offer()
        self.write_bars()

    def _time_badge(self) -> Span:
        then = self.requests.happened_at
        return Span("") if then is None else Span(f"next at {local_time(then, self.zone):%H:%M:%S}", "warn")

    def _write_queue(self) -> None:
        bar = self.query_one("#queue", LineBar)
        bar.display = bool(self.queue.lines)
        bar.line = captions.queue_line(self.queue.lines, running=self.queue.running)

    def show_status(self, text: str, *, good: bool = True) -> None:
        """Show the outcome of the last request."""
        self._status = Span(text, "good" if good else "bad")
        self.write_bars()

    # --- what comes in -------------------------------------------------------------------------------------------------

    def _refresh(self, history: AnyHistory) -> None:
        """Read new entries and prepare the next offers, in a worker."""
        if self.service.app.refresh(history):
            self.offers.renew()

    def _grown(self, news: News) -> None:
        """Show the new end of the match, or report that new entries cannot be read."""
        if news.came:
            self.position = self.timeline.last
            self.typing.offer()
            self.refresh_bindings()
            by = self.history.entries[-1].envelope.by
            self.show_status(f"+{news.came} by {'you' if by == self.service.app.by else clean(by)}")
        if news.troubled and (trouble := self.follower.trouble):
            self.notify(trouble, title="The match cannot be read again", severity="error", markup=False)

    # --- the line ------------------------------------------------------------------------------------------------------

    @property
    def keys_now(self) -> dict[str, str]:
        """The three most useful keys for the current line, with their footer labels."""
        return self.typing.keys_now

    @property
    def saving(self) -> bool:
        """True while a request is being stored."""
        return self.sender.saving

    @property
    def offered(self) -> Suggestions:
        """Return continuations of the line."""
        return self.offers.offered

    def say(self, text: str) -> None:
        """Show an answer below the line."""
        self.typing.say(text)

    def _letters(self) -> dict[str, Callable[[], object]]:
        """Letters that are keys on an empty line: `?` asks for the keys, `O` points at a card, `E` corrects, `C`
        disputes, `J` shows disputes, `P` explores."""
        return {
            "?": self.action_help,
            "E": self.action_correct,
            "C": self.action_dispute,
            "J": self.action_disputes,
            "O": self.action_cards,
            "P": lambda: self.app.simulate_key("ctrl+l"),
        }

    @on(Input.Changed, "#line")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.typing.keep_up()

    # --- prompts -------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that do nothing now."""
        return True if action not in ("ask", "correct") or self.prompts.possible(*parameters) else None

    def action_ask(self, purpose: str) -> None:
        """Open a prompt about entries; the board previews the result."""
        self.prompts.ask(purpose, self.viewpoint)

    def action_table_event(self) -> None:
        """Ask for a table event, which is not an action of the game."""
        self.app.push_screen(TableEvents(recording=True), self._happened)

    def _happened(self, purpose: str | None) -> None:
        if purpose is not None:
            self.action_ask(purpose)

    def action_explain(self) -> None:
        """Explain the line by each rule; without a line, the last action."""
        self.app.push_screen(
            explained(self.history.match, self.viewpoint, self.history.match.actions[-1], self.line.value)
        )

    def action_correct(self) -> None:
        """Correct an entry, at first the last action."""
        correcting = CorrectionController(
            screen=self, timeline=self.timeline, service=self.service, look=self.follower.look
        )
        correcting.begin(self.history.match.actions[-1].address, self.viewpoint)

    def action_cards(self) -> None:
        """Point at a card of the board: its actions are offered, and the last choice is recorded."""
        self.app.push_screen(CardCursor(self.query_one(BoardView), lambda *_: None, self.typing))

    def action_dispute(self) -> None:
        """Dispute the last action."""
        self.judging.dispute(self.history.match.actions[-1].address.version, self.viewpoint)

    def action_disputes(self) -> None:
        """Show the disputes of this match."""
        self.judging.disputes(self.viewpoint)

    def action_load(self) -> None:
        """Ask for a file with lines."""
        self.prompts.load()

    @on(PromptBar.Changed)
    def _preview(self, event: PromptBar.Changed) -> None:
        self.prompts.preview(event.purpose, event.text, self.viewpoint)

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        if self.prompts.accept(event.purpose, event.text, self.viewpoint):
            self.close_prompt()

    @on(PromptBar.Cancelled)
    def close_prompt(self) -> None:
        """Hide the prompt, end the preview and focus the command line."""
        self.prompts.close()
        self.position = self.timeline.last
        self.write_bars()
        self.line.focus()

    # --- the screen ----------------------------------------------------------------------------------------------------

    def action_position(self) -> None:
        """Open the form for the position on the table."""
        self.declaring.begin(self.viewpoint)

    def action_viewpoint(self) -> None:
        """Switch to the next viewpoint: judge, players, spectator."""
        self.viewpoint = next_viewpoint(self.viewpoint, self.history.match.state.seats)

    def action_changes(self) -> None:
        """Mark what the last action changed, or stop marking."""
        self.marking = not self.marking

    def action_scroll_board(self, by: int) -> None:
        """Scroll the board by a page."""
        board = self.query_one(BoardView)
        board.scroll_to(y=board.scroll_y + by * max(1, board.size.height - 2), animate=False)

    def action_replay(self) -> None:
        """Open the replay of this match."""
        self._open_replay(self.history.match.id)

    def action_help(self) -> None:
        """Shows all keys."""
        self.app.push_screen(HelpScreen("Record", self.query_one(BoardView).plan))

    def action_back(self) -> None:
        """Close one layer: the line or the highlight, the queue, the screen. Refused while an action is being saved."""
        if self.line.value:
            self.line.put("")
        elif self.typing.rows.highlighted is not None:
            self.typing.offer()
        elif self.saving:
            self.say("still saving the last action")
        elif self.queue.lines:
            self.say(self.queue.drop())
        else:
            self.app.pop_screen()
