"""The replay of one match. `position` is its only changing truth: panes receive it and draw themselves from it."""

from collections.abc import Iterable
from datetime import tzinfo
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Footer

from domain.table import JUDGE, SPECTATOR, Viewpoint
from replay_tui.keymap import COMMON, REPLAY, SCREENS, bindings
from replay_tui.ports import Library
from replay_tui.rows import ZOOMS, Zoom
from replay_tui.screens.captions import citation, header_line, place_line
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.stepping import SteppingScreen
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.details import Details
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import Prompt
from replay_tui.widgets.timeline_row import TimelineRow
from service.logtext import AnyHistory
from service.spans import clean

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Actions a second."""

POLL_SECONDS: Final = 1.0


class ReplayScreen(SteppingScreen):
    """Board, event list, details, timeline row, position line. Nothing can be recorded from here."""

    BINDINGS = bindings((*REPLAY, *COMMON))
    AUTO_FOCUS = "#events"

    marking: reactive[bool] = reactive(default=False)
    zoom: reactive[Zoom] = reactive[Zoom]("actions")

    def __init__(
        self,
        history: AnyHistory,
        library: Library,
        *,
        viewpoint: Viewpoint,
        place: str = "",
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__(history, viewpoint, zone)
        self.library = library
        self.speed = 1
        self.news = 0
        """Entries that came while another position was looked at."""
        self._start = place
        self._player: Timer | None = None
        self._polling = False
        self._trouble = ""
        self._enabled: tuple[object, ...] = ()
        self.set_reactive(ReplayScreen.position, self.timeline.last if self.running else 0)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        cls, timeline = type(self), self.timeline
        yield LineBar(id="header")
        yield BoardView(timeline, id="board").data_bind(cls.position, cls.viewpoint, cls.marking)
        with Horizontal(id="lower"):
            yield EventList(timeline, id="events").data_bind(cls.position, cls.viewpoint, cls.zoom)
            yield Details(timeline, self.library, self.zone, id="details").data_bind(cls.position, cls.viewpoint)
        yield TimelineRow(timeline, id="timeline").data_bind(cls.position, cls.bookmarks)
        yield LineBar(id="place")
        yield Prompt(id="prompt")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Goes to the place asked for, and looks for new entries from now on."""
        if self._start:
            self._go(self._start)
        self.set_interval(POLL_SECONDS, self._poll)
        self.write_bars()

    @property
    def live(self) -> bool:
        """Whether the screen shows the end of a running match as it comes."""
        return self.running and self.following and self.position == self.timeline.last

    @property
    def playing(self) -> bool:
        """Whether the replay goes on by itself."""
        return self._player is not None

    # --- the position --------------------------------------------------------------------------------------------------

    def watch_position(self) -> None:
        """What the panes do not do themselves."""
        if self.position == self.timeline.last:
            self.news = 0
        self.write_bars()

    def watch_viewpoint(self) -> None:
        """Names the new viewpoint."""
        self.write_bars()

    def on_resize(self, _: Resize) -> None:
        """Fits the bars to the new width."""
        self.write_bars()

    def write_bars(self) -> None:
        """Writes the top bar and the position line, and dims dead keys."""
        if not self.is_mounted or not self.size.width:
            return
        self.query_one("#header", LineBar).line = header_line(self, self.size.width)
        self.query_one("#place", LineBar).line = place_line(self, self.size.width)
        enabled = tuple(self.check_action(*call) for call in _DIMMED)
        if enabled != self._enabled:
            self._enabled = enabled
            self.refresh_bindings()

    def close_prompt(self) -> None:
        self.query_one(Prompt).close()
        pane = "#details" if self._details_alone else "#events" if "alone-board" not in self.classes else "#board"
        self.query_one(pane).focus()
        self.write_bars()

    @property
    def _details_alone(self) -> bool:
        return "details" in self.classes and not self.query_one(EventList).display

    # --- panes ---------------------------------------------------------------------------------------------------------

    def action_viewpoint(self, by: int) -> None:
        """Looks from the next place at the table."""
        order: list[Viewpoint] = [JUDGE, *range(len(self.timeline.history.match.state.seats)), SPECTATOR]
        self.viewpoint = order[(order.index(self.viewpoint) + by) % len(order)]

    def action_changes(self) -> None:
        """Marks what the last step changed, or stops it."""
        self.marking = not self.marking

    def action_zoom(self) -> None:
        """Lists actions, events or turns."""
        self.zoom = ZOOMS[(ZOOMS.index(self.zoom) + 1) % len(ZOOMS)]

    def action_details(self) -> None:
        """Opens the details, or closes them."""
        self.toggle_class("details")
        self.call_after_refresh(self._details_toggled)

    def _details_toggled(self) -> None:
        details = self.query_one(Details)
        details.redraw()
        if self._details_alone:
            details.focus()
        elif self.focused is None or not self.focused.display:
            self.query_one(EventList).focus()

    def action_maximise(self) -> None:
        """Gives the focused pane all the room, or gives it back."""
        if {"alone-board", "alone-lower"} & self.classes:
            self.remove_class("alone-board", "alone-lower")
            return
        on_board = self.focused is not None and self.focused.id == "board"
        self.add_class("alone-board" if on_board else "alone-lower")

    def action_back(self) -> None:
        """One layer back: playing, details, a maximised pane, the screen."""
        if self.playing:
            self._pause()
        elif "details" in self.classes:
            self.action_details()
        elif {"alone-board", "alone-lower"} & self.classes:
            self.action_maximise()
        else:
            self.app.pop_screen()

    def action_help(self) -> None:
        """Shows all keys of the focused pane."""
        panes = {"board": "Replay: board", "details": "Replay: details"}
        title = panes.get(self.focused.id or "" if self.focused else "", "Replay: list")
        self.app.push_screen(HelpScreen(title, SCREENS[title]))

    def action_cite(self) -> None:
        """Copies a citation of this moment, and shows it."""
        text = citation(self.timeline, self.position, self.viewpoint)
        self.app.copy_to_clipboard(text)
        self.notify(text, title="Copied", markup=False, timeout=4)

    def action_bookmark(self) -> None:
        """Sets a bookmark here, or removes it."""
        self.bookmarks = self.bookmarks ^ {self.position}
        self.write_bars()

    # --- playing and following -----------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dims what cannot be done at this position."""
        if action == "play":
            return True if self.playing or self.position < self.timeline.last else None
        return super().check_action(action, parameters)

    def action_last(self) -> None:
        """The end of the match; of a running one, following it."""
        super().action_last()
        self.write_bars()

    def action_play(self) -> None:
        """Goes on by itself, or stops."""
        if self.playing:
            self._pause()
        else:
            self._player = self.set_interval(1 / SPEEDS[self.speed], self._advance)
            self.write_bars()

    def action_speed(self, by: int) -> None:
        """Plays faster or slower."""
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        if self.playing:
            self._pause()
            self.action_play()
        self.write_bars()

    def _pause(self) -> None:
        if self._player is not None:
            self._player.stop()
            self._player = None
        self.write_bars()

    def _advance(self) -> None:
        if self.position >= self.timeline.last:
            self._pause()
        else:
            self.action_step("action", 1)

    def _poll(self) -> None:
        """One at a time: two would add the same entries twice."""
        if not self._polling:
            self._polling = True
            self.run_worker(self._refresh, thread=True, group="poll", exit_on_error=False)

    def _refresh(self) -> None:
        """In a worker: what it adds is not looked at before the timeline has indexed it."""
        try:
            self.library.refresh(self.timeline.history)
        except Exception as error:
            self.app.call_from_thread(self._grown, clean(str(error) or type(error).__name__))
        else:
            self.app.call_from_thread(self._grown, "")

    def _grown(self, trouble: str) -> None:
        self._polling = False
        if not self.is_running:
            return
        before = self.timeline.versions
        self.timeline.extend()
        came = self.timeline.versions - before
        if came or trouble != self._trouble:
            self._trouble = trouble
            self._show_growth(came)

    def _show_growth(self, came: int) -> None:
        if self.following:
            self.position = self.timeline.last
        else:
            self.news += came
        for pane in self._panes():
            pane.redraw()
        self.query_one(TimelineRow).refresh()
        self.write_bars()

    def _panes(self) -> Iterable[BoardView | EventList | Details]:
        return self.query_one(BoardView), self.query_one(EventList), self.query_one(Details)

    @property
    def badges(self) -> tuple[str, ...]:
        """What stands at the end of the position line."""
        found = [f"not following: {self._trouble}"] if self._trouble else []
        found += [f"+{self.news} new"] if self.news else []
        found += [f"playing {SPEEDS[self.speed]:g}/s"] if self.playing else []
        found += ["bookmark"] if self.position in self.bookmarks else []
        return (*found, "LIVE") if self.live else tuple(found)


_DIMMED: Final[tuple[tuple[str, tuple[object, ...]], ...]] = (
    ("step", ("action", 1)),
    ("step", ("turn", 1)),
    ("mark", ("violation", 1)),
)
"""Keys of the footer that can be dead. The footer is composed anew only when one of them changes: that costs a layout."""
