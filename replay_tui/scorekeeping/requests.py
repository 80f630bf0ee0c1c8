"""What is asked for about entries, on one line each: undo, take back, a note, the time at the table."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial
from typing import Final, cast

from msgspec import Struct

from domain.amending import OPENING, TableEvent, TableEventKind
from domain.entries import Acted, Annotated, Concluded
from domain.game import Outcome as End
from domain.notation import Names
from domain.table import Viewpoint
from domain.text import counted
from replay_tui.scorekeeping.notes import NotMeant, Return, read_end, read_event, read_note, read_return, read_time
from replay_tui.timeline import Timeline
from service.clock import system_clock
from service.reading.log import action_text
from service.reading.record_acts import outcome_text
from service.recording.acts import Outcome, RecordingDesk, undo_target

EVENTS: Final = {
    "judge_called": "Ada: why · judge Kim: why · ⏎ records · esc",
    "statement": "Ada: what she says · judge Kim: what is said",
    "clock_started": "50 (minutes, where known) · ⏎ records · esc",
    "clock_paused": "why · ⏎ records · esc",
    "clock_ended": "⏎ records · esc",
    "extra_time": "5 why · ⏎ records · esc",
}
"""Table events, and what is typed of them."""


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

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back, and nothing done since."""
        return bool(self._timeline.history.match.redoable)

    def _brought_back(self, viewpoint: Viewpoint) -> tuple[str, int]:
        """What redo brings back, in words, and the position that it goes to. Raises NotMeant."""
        history = self._timeline.history
        if not self.can_redo:
            raise NotMeant("nothing to redo: nothing was taken back, or something was recorded since")
        to = history.match.redoable[0]
        fell = [v for v, by in history.match.undone.items() if by == to + 1]
        told = [v for v in sorted(fell) if isinstance(history.entries[v - 1].payload, Acted | Concluded)] or [to]
        many = (
            f"{counted(len(told), 'entry', 'entries')}, {told[0]} to {told[-1]}: " if len(told) > 1 else f"{told[0]}: "
        )
        return f"⏎ brings back {many}{action_text(history, told[-1], viewpoint)}", self._timeline.end_of(to)

    def ask(self, purpose: str, viewpoint: Viewpoint) -> Question:
        """How a purpose is asked for: `undo`, `redo`, `take back`, `note`, `time`, `end`. Raises NotMeant where that cannot be."""
        history = self._timeline.history
        self._asked_at, last = self._timeline.versions, history.match.line[-1]
        if purpose == "undo":
            if (to := undo_target(history)) is None:
                raise NotMeant("nothing to undo: only the opening stands")
            falls = history.match.last_made or OPENING
            hint = f"⏎ takes back {action_text(history, falls.version, viewpoint)} · type why · esc"
            return Question("take back", hint, self._timeline.end_of(to.version))
        if purpose == "redo":
            said, position = self._brought_back(viewpoint)
            return Question("redo", f"{said} · type why · esc", position)
        if purpose == "take back":
            return Question("back to entry", "37 and why · ⏎ goes back · esc")
        if purpose == "note":
            return Question(f"note on {last}", "!? and text · * bookmark · 12: on entry 12")
        if purpose == "end":
            if history.match.outcome is not None:
                raise NotMeant("the match is over already: ^z takes that back")
            return Question("agreed end", "who won · draw · nobody, then : why")
        if purpose in EVENTS:
            return Question(purpose.replace("_", " "), EVENTS[purpose])
        return Question("happened at", "14:32 · -5 (minutes) · now")

    def event(self, purpose: str, text: str, about: int = 0) -> TableEvent:
        """What is typed as a table event. Raises NotMeant."""
        return read_event(cast("TableEventKind", purpose), text, about, self._desk.by, self._names())

    def preview(self, purpose: str, text: str, viewpoint: Viewpoint) -> tuple[str, int]:
        """What enter would come to as it is typed, or why it will be refused; and the position that is meant."""
        timeline, match = self._timeline, self._timeline.history.match
        try:
            if purpose == "undo":
                return "⏎ takes it back, for this reason · esc", timeline.end_of(
                    (undo_target(timeline.history) or OPENING).version
                )
            if purpose == "redo":
                return self._brought_back(viewpoint)
            if purpose == "take back":
                to = self._return(text).to
                return f"after {action_text(timeline.history, to, viewpoint)}", timeline.end_of(to)
            if purpose == "note":
                note = self._note(text)
                kind = "bookmark" if note.bookmark else "note"
                about = action_text(timeline.history, note.about, viewpoint)
                return f"⏎ {kind} on {note.about} {about}", timeline.end_of(note.about)
            if purpose == "time":
                read_time(text, system_clock(), self._zone)
                return "⏎ sets it for the next action", timeline.last
            if purpose in EVENTS:
                event = self.event(purpose, text)
                return f"⏎ records it, by {event.author} ({event.role})", timeline.last
            winners, drawn, _ = read_end(text, self._names())
            return f"⏎ ends it: {outcome_text(End(winners, 'agreed', drawn=drawn), match.state.seats)}", timeline.last
        except NotMeant as problem:
            return str(problem), timeline.last

    def _note(self, text: str) -> Annotated:
        return read_note(text, self._timeline.history.match.line[-1], self._timeline.versions)

    def _return(self, text: str) -> Return:
        back, match = read_return(text, self._timeline.versions), self._timeline.history.match
        if back.to not in match.line:
            near = match.standing_before(back.to + 1)
            raise NotMeant(f"entry {back.to} does not stand; the nearest before it that does is {near}")
        return back

    def _names(self) -> Names:
        state = self._timeline.history.match.state
        return Names(state.catalogue, state.seats)

    def act(self, purpose: str, text: str) -> Callable[[], Outcome] | None:
        """What is to be done, which may block; None: nothing is recorded by it. Raises NotMeant."""
        history, at_version = self._timeline.history, self._asked_at
        match_id = history.match.id
        if purpose == "note":
            return partial(self._desk.annotate, match_id, self._note(text))
        if purpose == "end":
            winners, drawn, why = read_end(text, self._names())
            ending = partial(self._desk.conclude, match_id, winners, drawn=drawn, note=why)
            return partial(ending, at_version=at_version)
        if purpose in EVENTS:
            return partial(self._desk.happened, match_id, self.event(purpose, text))
        if purpose == "time":
            self.happened_at = read_time(text, system_clock(), self._zone)
            return None
        if purpose == "redo":
            return partial(self._desk.redo, match_id, reason=text.strip(), at_version=at_version)
        if purpose == "undo":
            return partial(self._desk.undo, match_id, reason=text.strip() or "undo", at_version=at_version)
        back = self._return(text)
        return partial(self._desk.take_back, match_id, back.to, reason=back.reason, at_version=at_version)
