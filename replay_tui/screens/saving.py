"""A screen on a match that is being recorded: acts go to the store in workers, and what anyone recorded comes in."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial
from threading import Lock
from typing import Final

from textual.reactive import reactive
from textual.screen import Screen

from domain.table import JUDGE, Viewpoint
from replay_tui.recording.port import Desk
from replay_tui.timeline import Timeline
from service.reading.log import AnyHistory
from service.reading.toned import clean
from service.recording.acts import Outcome
from service.typing.suggestions import Suggester

POLL_SECONDS: Final = 1.0


class SavingScreen(Screen[None]):
    """`position` is the end of the match, but for previews. `saving` is True from an act to the store's answer."""

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)

    def __init__(self, history: AnyHistory, desk: Desk, zone: tzinfo | None) -> None:
        super().__init__()
        self.timeline = Timeline(history)
        self.desk = desk
        self.zone = zone
        self.saving = False
        self.suggester = self._new_suggester()
        self._folding = Lock()
        """Held while the history grows: in the worker of an act, or of the poll."""
        self._following = False
        self._trouble = ""
        self.set_reactive(SavingScreen.position, self.timeline.last)

    @property
    def history(self) -> AnyHistory:
        """The match."""
        return self.timeline.history

    def begun(self) -> None:
        """An act is on its way."""
        raise NotImplementedError

    def grown(self, came: int) -> None:
        """Entries came in: one's own, or those of others."""
        raise NotImplementedError

    def unreadable(self, trouble: str) -> None:
        """The match cannot be read again."""
        raise NotImplementedError

    # --- acts ----------------------------------------------------------------------------------------------------------

    def perform(self, job: Callable[[], Outcome], done: Callable[[Outcome], None]) -> None:
        """Does what may block in a worker, and brings the match up to date before `done` hears of it."""
        self.saving = True
        self.begun()
        self.run_worker(partial(self._work, job, done), thread=True, group="save")

    def _work(self, job: Callable[[], Outcome], done: Callable[[Outcome], None]) -> None:
        outcome = job()
        trouble = self._read_tail()
        self.app.call_from_thread(self._answer, outcome, done, trouble)

    def _answer(self, outcome: Outcome, done: Callable[[Outcome], None], trouble: str) -> None:
        self.saving = False
        if self.is_mounted:
            self._grow(trouble)
            done(outcome)

    # --- what comes in -------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Looks for what others record from now on."""
        self.set_interval(POLL_SECONDS, self._poll)

    def _poll(self) -> None:
        if not (self.saving or self._following):
            self._following = True
            self.run_worker(self._follow, thread=True, group="poll")

    def _follow(self) -> None:
        trouble = self._read_tail()
        self.app.call_from_thread(self._followed, trouble)

    def _followed(self, trouble: str) -> None:
        self._following = False
        if self.is_mounted:
            self._grow(trouble)

    def _read_tail(self) -> str:
        """In a worker: what it adds is not looked at before the timeline has indexed it. Returns what went wrong."""
        with self._folding:
            try:
                if self.desk.refresh(self.history):
                    self.suggester = self._new_suggester()
            except Exception as error:
                return clean(str(error) or type(error).__name__)
        return ""

    def _grow(self, trouble: str) -> None:
        before = self.timeline.versions
        self.timeline.extend()
        if came := self.timeline.versions - before:
            self.position = self.timeline.last
            self.grown(came)
        if trouble != self._trouble:
            self._trouble = trouble
            self.unreadable(trouble)

    def _new_suggester(self) -> Suggester:
        match = self.history.match
        return Suggester(match.game, match.state)
