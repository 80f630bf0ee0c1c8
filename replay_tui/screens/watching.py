"""What a replay does by itself: it plays, and it follows a match that is still being recorded."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from textual.timer import Timer

from domain.match import TakenBack
from domain.table import Viewpoint
from replay_tui.playback import Pace, Wait, duration_text
from replay_tui.ports import Library
from replay_tui.screens.captions import correction_text
from replay_tui.screens.stepping import SteppingScreen
from service.reading.log import AnyHistory
from service.reading.toned import clean

POLL_SECONDS: Final = 1.0


class WatchingScreen(SteppingScreen):
    """A timeline that moves on in time: the replay's clock, and the recording's."""

    def __init__(
        self, history: AnyHistory, library: Library, *, viewpoint: Viewpoint, zone: tzinfo | None, delay: str = ""
    ) -> None:
        super().__init__(history, viewpoint, zone)
        self.library = library
        self.delay = delay
        """How far behind the table this screen is kept; empty: not at all."""
        self.pace = Pace()
        self.news = 0
        """Entries that came while another position was looked at."""
        self._wait = Wait(0)
        self._player: Timer | None = None
        self._polling = False
        self._trouble = ""

    def on_mount(self) -> None:
        """Looks for new entries from now on."""
        self.set_interval(POLL_SECONDS, self._poll)

    def write_bars(self) -> None:
        """Writes what the panes do not say."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draws the panes anew: the history has grown."""
        raise NotImplementedError

    @property
    def live(self) -> bool:
        """Whether the screen shows the end of a running match as it comes."""
        return (
            not self.timeline.history.broken and self.running and self.following and self.position == self.timeline.last
        )

    @property
    def playing(self) -> bool:
        """Whether the replay goes on by itself."""
        return self._player is not None

    def watch_position(self) -> None:
        """While playing, every position has its own time, however one came to it."""
        if self.position == self.timeline.last:
            self.news = 0
        if self.playing:
            self._play_on()
        self.write_bars()

    # --- playing -------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dims what cannot be done at this position."""
        match action, parameters:
            case "play", _:
                possible = self.playing or self.position < self.timeline.last
            case "speed", (int(by),):
                possible = self.pace.faster(by) != self.pace
            case _:
                return super().check_action(action, parameters)
        return True if possible else None

    def action_play(self) -> None:
        """Goes on by itself, or stops."""
        if self.playing:
            self.pause()
        else:
            self._play_on()
        self.write_bars()

    def action_speed(self, by: int) -> None:
        """Plays faster or slower."""
        self._set_pace(self.pace.faster(by))

    def action_real_time(self) -> None:
        """Plays as time went by at the table, or steadily."""
        self._set_pace(self.pace.toggled())

    def _set_pace(self, pace: Pace) -> None:
        self.pace = pace
        if self.playing:
            self._play_on()
        self.write_bars()

    def pause(self) -> None:
        """Stops going on."""
        if self._player is not None:
            self._player.stop()
            self._player = None

    def _play_on(self) -> None:
        """Waits for the next action; at the end there is none."""
        self.pause()
        following = self.timeline.step_action(self.position, 1)
        if following != self.position:
            self._wait = self.pace.wait(*(self._happened_at(position) for position in (self.position, following)))
            self._player = self.set_timer(self._wait.seconds, self._advance)

    def _happened_at(self, position: int) -> int:
        return self.timeline.frame(position).entry.envelope.happened_at

    def _advance(self) -> None:
        """One action on. Who plays to the end of a running match follows it from there."""
        self.action_step("action", 1)
        if self.position == self.timeline.last:
            self.action_last()

    # --- following -----------------------------------------------------------------------------------------------------

    def action_last(self) -> None:
        """The end of the match; of a running one, following it."""
        super().action_last()
        self.write_bars()

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
        known = self.timeline.versions
        self.timeline.extend()
        if self.timeline.versions != known or trouble != self._trouble:
            self._trouble = trouble
            self._tell_corrections(known)
            self._show_growth(self.timeline.versions - known)

    def _tell_corrections(self, known: int) -> None:
        """What was seen already may be gone: that is said, wherever one looks."""
        for entry in self.timeline.history.entries[known : self.timeline.versions]:
            if isinstance(entry.payload, TakenBack):
                self.notify(correction_text(entry.envelope, entry.payload), markup=False, timeout=8)

    def _show_growth(self, came: int) -> None:
        if self.following:
            self.position = self.timeline.last
        else:
            self.news += came
        self.redraw()
        self.write_bars()

    @property
    def badges(self) -> tuple[str, ...]:
        """What stands at the end of the position line."""
        return tuple(self._badges())

    def _badges(self) -> Iterator[str]:
        if self._trouble:
            yield f"not following: {self._trouble}"
        if self.news:
            yield f"+{self.news} new"
        yield from self._pace_badge()
        if self.position in self.bookmarks:
            yield "bookmark" if self.position in self.timeline.bookmarked() else "your bookmark"
        if self.timeline.history.damage:
            yield "DAMAGED RECORD"
        if self.live:
            yield self.live_text

    def _pace_badge(self) -> Iterator[str]:
        """How it plays, or would play; nothing where that is as usual."""
        if self.playing and self._wait.skipped >= 1:
            yield f"{self.pace}, idle {duration_text(self._wait.skipped)} skipped"
        elif self.playing:
            yield f"playing {self.pace}"
        elif self.pace.real:
            yield f"real time {self.pace}"
        elif self.pace.steady != Pace().steady:
            yield f"speed {self.pace}"

    @property
    def live_text(self) -> str:
        """`LIVE`, or how far behind it is kept: `LIVE −60 s`."""
        return f"LIVE −{self.delay}" if self.delay else "LIVE"
