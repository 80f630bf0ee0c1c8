"""What is asked for about entries, on one line each: undo, take back, a note, the time at the table."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial

from msgspec import Struct

from domain.table import Viewpoint
from replay_tui.scorekeeping.notes import NotMeant, read_note, read_return, read_time
from replay_tui.timeline import Timeline
from service.clock import system_clock
from service.reading.log import action_text
from service.recording.acts import Outcome, RecordingDesk, undo_target


class Question(Struct, frozen=True):
    """How something is asked for."""

    sign: str
    hint: str
    position: int | None = None
    """What the board shows meanwhile; None: the end."""


class Requests:
    """What came since something was asked is not acted on unseen."""

    def __init__(self, timeline: Timeline, desk: RecordingDesk, zone: tzinfo | None) -> None:
        self.happened_at: int | None = None
        """When the next action happened at the table; None: when it is recorded."""
        self._timeline = timeline
        self._desk = desk
        self._zone = zone
        self._asked_at = 0
        """The entry that was the last when something was asked."""

    @property
    def can_undo(self) -> bool:
        """Whether more than the opening stands."""
        return undo_target(self._timeline.history) is not None

    def ask(self, purpose: str, viewpoint: Viewpoint) -> Question:
        """How a purpose is asked for: `undo`, `take back`, `note`, `time`. Raises NotMeant where there is nothing to undo."""
        history = self._timeline.history
        self._asked_at, last = self._timeline.versions, history.match.line[-1]
        if purpose == "undo":
            if (to := undo_target(history)) is None:
                raise NotMeant("nothing to undo: only the opening stands")
            hint = f"⏎ takes back {action_text(history, last, viewpoint)} · type why · esc"
            return Question("take back", hint, self._timeline.end_of(to))
        if purpose == "take back":
            return Question("back to entry", "37 and why · ⏎ goes back · esc")
        if purpose == "note":
            return Question(f"note on {last}", "!? and text · * bookmark")
        return Question("happened at", "14:32 · -5 (minutes) · now")

    def preview(self, text: str, viewpoint: Viewpoint) -> tuple[str, int]:
        """What a take-back is said to come to, and the position that it goes to."""
        try:
            to = read_return(text, self._timeline.versions).to
        except NotMeant as problem:
            return str(problem), self._timeline.last
        return f"after {action_text(self._timeline.history, to, viewpoint)}", self._timeline.end_of(to)

    def act(self, purpose: str, text: str) -> Callable[[], Outcome] | None:
        """What is to be done, which may block; None: nothing is recorded by it. Raises NotMeant."""
        history, at_version = self._timeline.history, self._asked_at
        match_id = history.match.id
        if purpose == "note":
            return partial(self._desk.annotate, match_id, read_note(text, history.match.line[-1]))
        if purpose == "time":
            self.happened_at = read_time(text, system_clock(), self._zone)
            return None
        if purpose == "undo":
            to, reason = undo_target(history) or 1, text.strip() or "undo"
        else:
            back = read_return(text, at_version)
            to, reason = back.to, back.reason
        return partial(self._desk.take_back, match_id, to, reason=reason, at_version=at_version)
