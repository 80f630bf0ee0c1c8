"""The replay of a match. All panes draw themselves from `position`."""

from datetime import tzinfo
from functools import partial
from typing import Final, Literal

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.reactive import reactive
from textual.screen import Screen

from domain.entries import TakenBack
from domain.judging import Rewound
from domain.replay import AnyHistory
from domain.seats import JUDGE, Viewpoint
from replay_tui.background import in_background
from replay_tui.bookmarks import Bookmarks
from replay_tui.captions import citation, correction_text, moment_line, replay_line
from replay_tui.keymap import bindings
from replay_tui.navigation import Navigator, Target, none_further, target
from replay_tui.personal import PreferencesChanged
from replay_tui.playback import Autoplay
from replay_tui.rows import ZOOMS, Wording, Zoom
from replay_tui.screens.card_cursor import CardCursor
from replay_tui.screens.comparison_controller import ComparisonController
from replay_tui.screens.explain_box import act_of, explained
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.panes import Panes
from replay_tui.screens.replay_prompts import ReplayPrompts
from replay_tui.timeline import Timeline
from replay_tui.timeline_follower import News, TimelineFollower
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.details import Details
from replay_tui.widgets.entry_summary import EntrySummary
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.prompt import PromptBar
from replay_tui.widgets.timeline_row import TimelineRow
from service.preferences import PreferencesStore
from service.reading.viewpoints import next_viewpoint
from service.recording.match_service import MatchService

_DIMMED: Final = (("step", ("action", 1)), ("step", ("turn", 1)))
"""Footer keys that can be disabled. The footer is composed again only if one of them changes, because that costs a
layout."""


class ReplayScreen(Screen[None]):
    """Board, event list, details, timeline row, position line. Keys that record open other screens or boxes."""

    BINDINGS = bindings("replay", "branching", "correctable", "judged", "common")
    AUTO_FOCUS = "#events"

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    bookmarks: reactive[frozenset[int]] = reactive(frozenset[int]())
    marking: reactive[bool] = reactive(default=True)
    hindsight: reactive[bool] = reactive(default=False)
    zoom: reactive[Zoom] = reactive[Zoom]("actions")
    wording: reactive[Wording] = reactive[Wording]("sentences")

    def __init__(
        self,
        history: AnyHistory,
        service: MatchService,
        *,
        viewpoint: Viewpoint,
        place: str = "",
        zone: tzinfo | None = None,
        delay: str = "",
        locked: bool = False,
        keeper: PreferencesStore | None = None,
    ) -> None:
        super().__init__()
        self.timeline = Timeline(history, eyes=viewpoint if locked else JUDGE)
        self.service = service
        self.zone = zone
        self.delay = delay
        """The delay of this screen; empty without one."""
        self.locked = locked
        self._live_text = f"LIVE −{delay}" if delay else "LIVE"
        self.player = Autoplay(self.timeline, self.set_timer, self._advance, self.write_bars)
        reading = partial(in_background, self, group="poll")
        self.follower = TimelineFollower(self.timeline, service.refresh, reading, self._grown)
        self.seeker = Navigator(self.timeline, zone)
        self.kept = Bookmarks(self.timeline, keeper or PreferencesStore())
        self.comparing = ComparisonController(self, self.timeline, service, self.go_to)
        self.prompts = ReplayPrompts(self, self.seeker, self._sought)
        self.panes = Panes(self)
        self.following = self.running
        """True if the position follows the end of a match in progress."""
        self.news = 0
        """New entries since the end of the match was last shown."""
        self._start = place
        self._enabled: tuple[object, ...] = ()
        self.set_reactive(ReplayScreen.viewpoint, viewpoint)
        self.set_reactive(ReplayScreen.bookmarks, self.kept.all())
        self.set_reactive(ReplayScreen.position, self.timeline.last if self.running else 0)

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        cls, timeline = type(self), self.timeline
        yield LineBar(id="header")
        with Container(id="both"):
            yield BoardView(timeline, id="board").data_bind(cls.position, cls.viewpoint, cls.marking, cls.hindsight)
            with Horizontal(id="lower"):
                yield EventList(timeline, id="events").data_bind(cls.position, cls.viewpoint, cls.zoom, cls.wording)
                yield Details(timeline, self.zone, id="details").data_bind(cls.position, cls.viewpoint)
        yield EntrySummary(timeline, id="summary").data_bind(cls.position, cls.viewpoint, cls.wording)
        yield TimelineRow(timeline, id="timeline").data_bind(cls.position, cls.viewpoint, cls.bookmarks)
        yield LineBar(id="place")
        yield PromptBar(id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Go to the requested place, and start following the match."""
        if self._start:
            self.prompts.go(self._start, self.position)
        self.write_bars()
        self.follower.begin(self.service.follow, self.app.call_later, self.set_interval)

    def on_unmount(self) -> None:
        """Stop following."""
        self.follower.end()

    # --- the position --------------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """True while the match is in progress."""
        return self.timeline.history.match.outcome is None

    @property
    def live(self) -> bool:
        """True while the screen follows the end of a match in progress."""
        at_end = self.following and self.position == self.timeline.last
        return at_end and self.running and not self.timeline.history.broken

    def validate_position(self, position: int) -> int:
        """Limit the position to the match."""
        return self.timeline.clamp(position)

    def watch_position(self) -> None:
        """While playing, wait at a new position as its pace requires."""
        if self.position == self.timeline.last:
            self.news = 0
        if self.player.playing:
            self.player.play_from(self.position)
        self.write_bars()

    def go_to(self, position: int) -> None:
        """Go to a position and stop following the end."""
        self.following = False
        self.position = position

    def write_bars(self) -> None:
        """Update the top bar, the position line and the disabled keys."""
        if not self.is_mounted or not (width := self.size.width):
            return
        word = self._live_text if self.live else "REPLAY"
        header, place = self.query_one("#header", LineBar), self.query_one("#place", LineBar)
        header.line = replay_line(word, self.timeline, self.position, self.viewpoint, width)
        place.line = moment_line(self.timeline, self.position, self.badges, self.zone, width)
        enabled = tuple(self.check_action(*call) for call in _DIMMED)
        if enabled != self._enabled:
            self._enabled = enabled
            self.refresh_bindings()

    watch_viewpoint = watch_hindsight = write_bars

    def on_resize(self) -> None:
        """Fit the panes to the new size."""
        self.panes.fit()
        self.write_bars()

    @property
    def badges(self) -> tuple[str, ...]:
        """Return the end of the position line."""
        own = "bookmark" if self.position in self.timeline.bookmarked() else "your bookmark"
        said = (
            "IN HINDSIGHT" if self.hindsight else "",
            self.comparing.badge,
            self.seeker.badge(self.position),
            f"not following: {self.follower.trouble}" if self.follower.trouble else "",
            f"+{self.news} new" if self.news else "",
            self.player.badge,
            own if self.position in self.bookmarks else "",
            "DAMAGED RECORD" if self.timeline.history.damage else "",
            "VIEW LOCKED" if self.locked else "",
            self._live_text if self.live else "",
        )
        return tuple(filter(None, said))

    # --- what others record --------------------------------------------------------------------------------------------

    def _grown(self, news: News) -> None:
        """Report that seen entries were undone, whatever position is shown."""
        for entry in self.timeline.history.entries[news.known : news.known + news.came]:
            if isinstance(entry.payload, TakenBack | Rewound):
                self.notify(correction_text(entry.envelope, entry.payload), markup=False, timeout=8)
        if self.following:
            self.position = self.timeline.last
        else:
            self.news += news.came
        self._redraw()

    def _redraw(self) -> None:
        """Draw all panes again after new entries or a change of view."""
        self.bookmarks = self.kept.all()
        for pane in (self.query_one(BoardView), self.query_one(EventList), self.query_one(Details)):
            pane.redraw()
        self.query_one(EntrySummary).redraw()
        self.query_one(TimelineRow).refresh()
        self.write_bars()

    # --- keys that move ------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that do nothing at this position."""
        match action, parameters:
            case "play", _:
                possible = self.player.playing or self.position < self.timeline.last
            case "speed", (int(by),):
                possible = self.player.pace.faster(by) != self.player.pace
            case "last", _:
                possible = self.position < self.timeline.last or (self.running and not self.following)
            case "find_next", _:
                possible = bool(self.seeker.searched)
            case "viewpoint", _:
                possible = not self.locked
            case _:
                possible = action != "step" or self._target(action, *parameters) is not None
        return True if possible else None

    def _target(self, action: str, *parameters: object) -> int | None:
        return target(self.timeline, self.position, self.bookmarks, action, parameters)

    def _move(self, action: str, *parameters: object) -> bool:
        if (position := self._target(action, *parameters)) is not None:
            self.go_to(position)
        return position is not None

    @on(EventList.Picked)
    @on(TimelineRow.Picked)
    def _picked(self, event: EventList.Picked | TimelineRow.Picked) -> None:
        self.go_to(event.position)

    def action_step(self, unit: str, by: int) -> None:
        """Move by events, actions, phases, turns or bookmarks, or to a tenth of the match."""
        self._move("step", unit, by)

    def action_last(self) -> None:
        """Go to the end of the match, and follow it if it is in progress."""
        self.go_to(self.timeline.last)
        self.following = self.running
        self.write_bars()

    def action_mark(self, mark: str, by: int) -> None:
        """Go to the next entry with that mark, or with any; after the last one, show the number before it."""
        if not self._move("mark", mark, by):
            self.notify(none_further(self.timeline, mark, self.position, by), markup=False, timeout=4)

    def action_find_next(self, by: int) -> None:
        """Go to the next entry with the searched text."""
        if (found := self.prompts.further(self.position, by, self.viewpoint)) is not None:
            self.go_to(found)

    # --- playing -------------------------------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play or pause."""
        self.player.toggle(self.position)

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self.player.take(self.player.pace.faster(by), self.position)

    def action_real_time(self) -> None:
        """Switch between real time and steady playback."""
        self.player.take(self.player.pace.toggled(), self.position)

    def _advance(self) -> None:
        """Go one action forward. At the end of a match in progress, playback starts to follow it."""
        self.action_step("action", 1)
        if self.position == self.timeline.last:
            self.action_last()

    # --- prompts -------------------------------------------------------------------------------------------------------

    def action_ask(self, purpose: str) -> None:
        """Ask for a place or a text; the board moves while you type."""
        self.prompts.open(purpose, self.position, following=self.following)

    def _sought(self, sought: Target) -> None:
        self.following = self.following and not sought.there
        self.position = sought.position

    @on(PromptBar.Changed)
    def _preview(self, event: PromptBar.Changed) -> None:
        self.prompts.seek(event.purpose, event.text, self.viewpoint)

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        self.prompts.accept(event.purpose, event.text, self.viewpoint)
        self.write_bars()

    @on(PromptBar.Cancelled)
    def _cancelled(self) -> None:
        self.position, self.following = self.seeker.start, self.prompts.followed
        self.prompts.close()
        self.write_bars()

    # --- panes ---------------------------------------------------------------------------------------------------------

    def action_mark_moment(self) -> None:
        """Mark this position, or compare it with the marked one."""
        self.comparing.mark(self.position, self.viewpoint)
        self.write_bars()

    def action_what_if(self) -> None:
        """Open the what-if dialog for this entry."""
        self.comparing.what_if(self.timeline.version(self.position), self.viewpoint)

    def action_viewpoint(self, by: int) -> None:
        """Switch to the next viewpoint."""
        self.viewpoint = next_viewpoint(self.viewpoint, self.timeline.history.match.state.seats, by)

    def action_hindsight(self) -> None:
        """Switch hindsight: name cards that were revealed later."""
        self.hindsight = not self.hindsight

    def action_zoom(self) -> None:
        """Switch the list between actions, events and turns."""
        self.zoom = ZOOMS[(ZOOMS.index(self.zoom) + 1) % len(ZOOMS)]

    def action_cards(self) -> None:
        """Open the cursor over the cards of the board."""
        self.app.push_screen(CardCursor(self.query_one(BoardView), self.action_step))

    def action_explain(self) -> None:
        """Explain the action of this entry by its rules."""
        match, version = self.timeline.recorded.match, self.timeline.version(self.position)
        if (action := act_of(match, version, self.timeline.reading)) is not None:
            self.app.push_screen(explained(match, self.viewpoint, action))
        else:
            self.notify("This entry is not an action: rules do not apply", markup=False, timeout=4)

    def action_reading(self) -> None:
        """Switch between the corrected and the recorded view; the entry stays."""
        if not self.timeline.recorded.match.corrections:
            self.notify("There are no corrections: both views are equal", markup=False, timeout=4)
            return
        self.position = self.timeline.read_otherwise(self.position)
        self._redraw()

    def action_wording(self) -> None:
        """Switch between sentences and recorded commands."""
        self.wording = "commands" if self.wording == "sentences" else "sentences"

    def action_pane(self, how: Literal["list", "details", "maximise"]) -> None:
        """Show or hide the list or the details, or maximise the focused pane."""
        getattr(self.panes, how)()

    def action_back(self) -> None:
        """Close one layer: playback, details, a maximised pane, the screen."""
        if self.player.playing:
            self.action_play()
        elif self.panes.close_one():
            return
        elif held := "lock" if self.locked else self.delay and "delay":
            self.notify(f"The list would show what the {held} hides; q quits", markup=False, timeout=4)
        else:
            self.app.pop_screen()

    def action_help(self) -> None:
        """Shows all keys of the focused pane."""
        panes = {"board": "Replay: board", "details": "Replay: details"}
        title = panes.get(self.focused.id or "" if self.focused else "", "Replay: list")
        self.app.push_screen(HelpScreen(title, self.query_one(BoardView).plan))

    def action_cite(self) -> None:
        """Copy a citation of this position, and show it."""
        text = citation(self.timeline, self.position, self.viewpoint)
        self.app.copy_to_clipboard(text)
        self.notify(text, title="Copied", markup=False, timeout=4)

    def action_bookmark(self) -> None:
        """Set or remove a personal bookmark here. Recorded ones stay."""
        self.kept.toggle(self.position)
        self.post_message(PreferencesChanged())
        self.bookmarks = self.kept.all()
        self.write_bars()
