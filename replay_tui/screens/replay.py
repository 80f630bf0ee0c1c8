"""The replay of one match. `position` is its only changing truth: panes receive it and draw themselves from it."""

from datetime import tzinfo
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.reactive import reactive

from domain.table import JUDGE, SPECTATOR, Viewpoint
from replay_tui.bookmarking import bookmarked_by, place_of
from replay_tui.keymap import BRANCHING, COMMON, REPLAY, SCREENS, bindings
from replay_tui.listing.keeping import Kept
from replay_tui.ports import Library
from replay_tui.rows import ZOOMS, Zoom
from replay_tui.screens.branching import BranchingScreen
from replay_tui.screens.captions import citation, header_line, place_line
from replay_tui.screens.help import HelpScreen
from replay_tui.timeline import NoSuchPlace
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.details import Details
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import Prompt
from replay_tui.widgets.timeline_row import TimelineRow
from service.preferences import Keeper, with_bookmark
from service.reading.log import AnyHistory
from service.reading.toned import clean


class ReplayScreen(BranchingScreen):
    """Board, event list, details, timeline row, position line. Nothing can be recorded from here."""

    BINDINGS = bindings((*REPLAY, *BRANCHING, *COMMON))
    AUTO_FOCUS = "#events"

    marking: reactive[bool] = reactive(default=False)
    hindsight: reactive[bool] = reactive(default=False)
    zoom: reactive[Zoom] = reactive[Zoom]("actions")

    def __init__(
        self,
        history: AnyHistory,
        library: Library,
        *,
        viewpoint: Viewpoint,
        place: str = "",
        zone: tzinfo | None = None,
        delay: str = "",
        keeper: Keeper | None = None,
    ) -> None:
        super().__init__(history, library, viewpoint=viewpoint, zone=zone, delay=delay)
        self.keeper = keeper or Keeper()
        """Where bookmarks go: nothing is recorded in the match from here."""
        self.set_reactive(ReplayScreen.bookmarks, self._all_bookmarks())
        self._start = place
        self._enabled: tuple[object, ...] = ()
        self.set_reactive(ReplayScreen.position, self.timeline.last if self.running else 0)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        cls, timeline = type(self), self.timeline
        yield LineBar(id="header")
        yield BoardView(timeline, id="board").data_bind(cls.position, cls.viewpoint, cls.marking, cls.hindsight)
        with Horizontal(id="lower"):
            yield EventList(timeline, id="events").data_bind(cls.position, cls.viewpoint, cls.zoom)
            yield Details(timeline, self.zone, id="details").data_bind(cls.position, cls.viewpoint)
        yield TimelineRow(timeline, id="timeline").data_bind(cls.position, cls.bookmarks)
        yield LineBar(id="place")
        yield Prompt(id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Goes to the place asked for, if there is one of that name."""
        if self._start:
            try:
                self.go_to(self.timeline.place(self._start, self.position, self.zone))
            except NoSuchPlace as problem:
                self.notify(clean(str(problem)), severity="warning", markup=False)
        self.write_bars()

    # --- the position --------------------------------------------------------------------------------------------------

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

    def redraw(self) -> None:
        self.bookmarks = self._all_bookmarks()
        self.query_one(BoardView).redraw()
        self.query_one(EventList).redraw()
        self.query_one(Details).redraw()
        self.query_one(TimelineRow).refresh()

    def close_prompt(self) -> None:
        self.query_one(Prompt).close()
        if self.focused_before_prompt is not None:
            self.focused_before_prompt.focus()
        self.write_bars()

    @property
    def badges(self) -> tuple[str, ...]:
        """What stands at the end of the position line."""
        return ("IN HINDSIGHT", *super().badges) if self.hindsight else super().badges

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

    def action_hindsight(self) -> None:
        """Names cards that came to light later, or goes back to what was known then."""
        self.hindsight = not self.hindsight
        self.write_bars()

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
            self.action_play()
        elif "details" in self.classes:
            self.action_details()
        elif {"alone-board", "alone-lower"} & self.classes:
            self.action_maximise()
        elif self.delay:
            self.notify("The list would tell what the delay holds back; q quits", markup=False, timeout=4)
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
        """Sets a bookmark of one's own here, or removes it. Those recorded in the match stay."""
        match, place = self.timeline.history.match.id, place_of(self.timeline, self.position)
        marked = place not in self.keeper.current.bookmarks.get(match, ())
        self.keeper.keep(partial(with_bookmark, match=match, place=place, marked=marked))
        self.post_message(Kept())
        self.bookmarks = self._all_bookmarks()
        self.write_bars()

    def _all_bookmarks(self) -> frozenset[int]:
        return self.timeline.bookmarked() | bookmarked_by(self.keeper.current, self.timeline)


_DIMMED: Final[tuple[tuple[str, tuple[object, ...]], ...]] = (
    ("step", ("action", 1)),
    ("step", ("turn", 1)),
    ("mark", ("violation", 1)),
)
"""Keys of the footer that can be dead. The footer is composed anew only when one of them changes: that costs a layout."""
