"""Requests typed on one line: undo, redo, take back, note, table event, agreed end, time at the table."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from domain.entries import TableEvent, TableEventKind
from domain.notation import Names
from domain.outcome import Outcome
from domain.seats import Viewpoint
from domain.text import pluralize
from domain.timeline import Address
from replay_tui.scorekeeping.notes import (
    InvalidText,
    examples_of,
    read_end,
    read_event,
    read_note,
    read_return,
    read_time,
)
from replay_tui.timeline import Timeline
from service.clock import system_clock
from service.errors import UsageProblem
from service.reading.log import action_text, command_text
from service.reading.record_acts import outcome_text
from service.reading.styled_text import clean
from service.recording.correction_requests import NOTHING_TO_REDO, record_table_event, redo
from service.recording.match_service import MatchService, Receipt
from service.recording.recording_service import RecordingOutcome, outcome_of
from service.recording.take_backs import expect_return

_SIGNS: Final = {"undo": "take back", "take back": "back to entry", "end": "agreed end", "time": "happened at"}
"""The text before the line; other purposes show their name."""


class InputRequest(Struct, frozen=True):
    """The prompt of a request: the text before the line, the hint after it."""

    sign: str
    hint: str
    position: int | None = None
    """The position that the board shows meanwhile; `None`: the last."""


class Intent(Struct, frozen=True):
    """The effect of enter, described in words."""

    said: str
    position: int
    """The position that the board shows meanwhile."""
    act: Callable[[], Receipt] | None = None
    """May block; `None`: no entry is recorded."""
    happened_at: int | None = None
    """The time for the next action, in microseconds."""


def _reason_text(reason: str) -> str:
    """Say that the text is only the reason, because people type the next action there."""
    return f" · the text is its reason: “{clean(reason)}”" if reason else ""


class Requests:
    """Requests about a match. Each applies to the entries seen when it was asked; later ones cause a conflict."""

    def __init__(self, timeline: Timeline, app: MatchService, zone: tzinfo | None) -> None:
        self.happened_at: int | None = None
        """Table time of the next action; `None`: the time of recording."""
        self._timeline = timeline
        self._app = app
        self._zone = zone
        self._asked_at = 0
        """The last entry when the request was asked."""

    @property
    def can_undo(self) -> bool:
        """True if there are actions after the opening."""
        return self._timeline.history.match.undo_target is not None

    @property
    def can_redo(self) -> bool:
        """True if the last entry is a take-back."""
        return bool(self._timeline.history.match.redoable)

    def ask(self, purpose: str, viewpoint: Viewpoint) -> InputRequest:
        """Return the request for a purpose: `undo`, `redo`, `take back`, `note`, `time`, `end`, a table event. Raises
        InvalidText if it is impossible."""
        match = self._timeline.history.match
        self._asked_at = self._timeline.versions
        sign = f"note on {match.line[-1]}" if purpose == "note" else _SIGNS.get(purpose, purpose.replace("_", " "))
        if purpose in ("undo", "redo"):
            meant = self.intent(purpose, "", viewpoint)
            return InputRequest(sign, f"{meant.said} · type why · esc", meant.position)
        if purpose == "end" and match.outcome is not None:
            raise InvalidText("the match is over already: ^z takes that back")
        return InputRequest(sign, self.hint(purpose))

    def hint(self, purpose: str) -> str:
        """Return the texts that can be typed for a purpose."""
        match = self._timeline.history.match
        back = (
            match.line[-1] if match.addresses_undone(Address(match.line[-1])) else match.standing_before(match.line[-1])
        )
        return " · ".join((*examples_of(purpose, self._names(), back, self._timeline.versions), "⏎ accepts", "esc"))

    def event(self, purpose: str, text: str, about: int = 0) -> TableEvent:
        """Parse the typed text as a table event about the entry `about`, unless the text names another one. Raises
        InvalidText."""
        event = read_event(cast("TableEventKind", purpose), text, about, self._app.by, self._names())
        last = max(self._timeline.versions, about)  # `about` may be so new that it was not read yet
        if event.about > last:
            raise InvalidText(f"no entry {event.about}; there are 1 to {last}")
        return event

    def preview(self, purpose: str, text: str, viewpoint: Viewpoint) -> tuple[str, int]:
        """Describe the effect of enter, or the reason for its refusal; return it with the target position."""
        try:
            meant = self.intent(purpose, text, viewpoint)
        except InvalidText as problem:
            return str(problem), self._timeline.last
        return meant.said, meant.position

    def act(self, purpose: str, text: str, viewpoint: Viewpoint) -> Callable[[], RecordingOutcome] | None:
        """Return the action, which may block; `None`: no entry is recorded. Raises InvalidText."""
        meant = self.intent(purpose, text, viewpoint)
        if purpose == "time":
            self.happened_at = meant.happened_at
        return None if meant.act is None else partial(outcome_of, meant.act)

    def intent(self, purpose: str, text: str, viewpoint: Viewpoint) -> Intent:
        """Return the effect of enter on a text. Raises InvalidText."""
        meant = {
            "undo": self._undo,
            "redo": self._redo,
            "take back": self._take_back,
            "note": self._note,
            "end": self._end,
            "time": self._time,
        }.get(purpose)
        return self._event(purpose, text) if meant is None else meant(text, viewpoint)

    def _undo(self, text: str, viewpoint: Viewpoint) -> Intent:
        if (to := self._timeline.history.match.undo_target) is None:
            raise InvalidText("only the opening is left: it cannot be undone")
        undo = partial(self._app.undo, self._timeline.history.match.id, at_version=self._asked_at)
        return replace(self._going_back(to, text.strip(), viewpoint), act=partial(undo, reason=text.strip() or "undo"))

    def _take_back(self, text: str, viewpoint: Viewpoint) -> Intent:
        match = self._timeline.history.match
        back = read_return(text, self._timeline.versions)
        if back.to not in match.line:
            try:
                expect_return(match, Address(back.to))
            except UsageProblem as error:
                raise InvalidText(str(error)) from None
        return self._going_back(Address(back.to), back.reason, viewpoint)

    def _going_back(self, to: Address, reason: str, viewpoint: Viewpoint) -> Intent:
        """Return the take-back to an entry; the match determines the entries that it undoes."""
        match = self._timeline.history.match
        if not (fallen := match.addresses_undone(to)):
            raise InvalidText(f"entry {to} is the last action: take back to an earlier one")
        said = f"⏎ takes back {self._named(fallen, viewpoint)}{_reason_text(reason)}"
        after = "" if len(fallen) == 1 else f" · goes on after {self._told(to, viewpoint)}"
        act = partial(self._app.take_back, match.id, to, reason=reason, at_version=self._asked_at)
        return Intent(said + after, self._timeline.end_of_act(to), act)

    def _redo(self, text: str, viewpoint: Viewpoint) -> Intent:
        history = self._timeline.history
        if not self.can_redo:
            raise InvalidText(NOTHING_TO_REDO)
        act = partial(redo, self._app, history.match.id, reason=text.strip(), at_version=self._asked_at)
        said = f"⏎ brings back {self._named(history.match.addresses_redone(), viewpoint)}{_reason_text(text.strip())}"
        return Intent(said, self._timeline.end_of(history.match.redoable[0]), act)

    def _named(self, those: list[Address], viewpoint: Viewpoint) -> str:
        """Describe entries by number and last action: `8: play_student wes`, `3 entries, 6 to 8: play_student wes`."""
        many = f"{pluralize(len(those), 'entry', 'entries')}, {those[0]} to {those[-1]}" if len(those) > 1 else those[0]
        return f"{many}: {self._told(those[-1], viewpoint)}"

    def _told(self, address: Address, viewpoint: Viewpoint) -> str:
        history = self._timeline.history
        if not address.number:
            return action_text(history, address.version, viewpoint)
        action = next(action for action in reversed(history.match.all_actions) if action.address == address)
        return command_text(history.match, action, viewpoint, history.note_damage)

    def _note(self, text: str, viewpoint: Viewpoint) -> Intent:
        history = self._timeline.history
        note = read_note(text, history.match.line[-1], self._timeline.versions)
        about = action_text(history, note.about, viewpoint)
        said = f"⏎ {'bookmark' if note.bookmark else 'note'} on {note.about} {about}"
        act = partial(self._app.annotate, history.match.id, note)
        return Intent(said, self._timeline.end_of(note.about), act)

    def _end(self, text: str, _: Viewpoint) -> Intent:
        match = self._timeline.history.match
        winners, drawn, why = read_end(text, self._names())
        said = f"⏎ ends the match: {outcome_text(Outcome(winners, 'agreed', drawn=drawn), match.state.seats)}"
        ending = partial(self._app.conclude, match.id, winners, drawn=drawn, note=why)
        return Intent(said, self._timeline.last, partial(ending, at_version=self._asked_at))

    def _time(self, text: str, _: Viewpoint) -> Intent:
        then = read_time(text, system_clock(), self._zone)
        said = (
            "⏎ sets the time of the next action" if then is not None else "⏎ the next action gets the time of recording"
        )
        return Intent(said, self._timeline.last, happened_at=then)

    def _event(self, purpose: str, text: str) -> Intent:
        event = self.event(purpose, text)
        role = "" if event.role == event.author else f" ({event.role})"  # an author without a name is named by the role
        act = partial(record_table_event, self._app, self._timeline.history.match.id, event)
        return Intent(f"⏎ records it, by {event.author}{role}", self._timeline.last, act)

    def _names(self) -> Names:
        state = self._timeline.history.match.state
        return Names(state.catalogue, state.seats)
