"""Acts about entries: undo, take back, notes, the time at the table. Each is asked for on one line, and can be left."""

from functools import partial
from typing import Final, assert_never

from textual import on

from domain.table import JUDGE, SPECTATOR
from replay_tui.recording.notes import NotMeant, read_note, read_return, read_time
from replay_tui.screens.saving import SavingScreen
from replay_tui.widgets.prompt import Prompt
from service.clock import system_clock
from service.reading.log import action_text
from service.recording.acts import (
    ConflictWith,
    Impossible,
    NotUnderstood,
    Outcome,
    Recorded,
    Refused,
    Trouble,
    Unavailable,
    undo_target,
)

TROUBLES: Final[dict[Trouble, str]] = {
    "busy": "NOT SAVED: the store is busy",
    "unknown": "OUTCOME UNKNOWN",
    "unwritable": "NOT SAVED: the store takes nothing",
    "other": "NOT SAVED",
}


class ActingScreen(SavingScreen):
    """The board shows where an undo or take-back would go before it is confirmed."""

    _asked_at = 0
    """The entry that was the last when something was asked: what came since is not acted on unseen."""
    happened_at: int | None = None
    """When the next action happened at the table; None: when it is recorded."""

    def show_status(self, text: str, *, good: bool = True) -> None:
        """Says what became of the last act."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Answers under the line."""
        raise NotImplementedError

    def close_prompt(self) -> None:
        """Hides the prompt, ends the preview and gives the keyboard back."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Dims what cannot be done."""
        if action in ("undo", "take_back", "note"):
            prevented = self.saving or (action != "note" and undo_target(self.history) is None)
            return None if prevented else True
        return True

    def _ask(self, purpose: str, sign: str, hint: str) -> None:
        self._asked_at = self.timeline.versions
        self.query_one(Prompt).open(purpose, sign, hint=hint)

    def action_undo(self) -> None:
        """Asks before the last action is taken back."""
        to = undo_target(self.history)
        if to is None:
            self.say("nothing to undo: only the opening stands")
            return
        undone = action_text(self.history, self.history.match.line[-1], self.viewpoint)
        self._ask("undo", "take back", f"⏎ takes back {undone} · type why · esc")
        self.position = self.timeline.end_of(to)

    def action_take_back(self) -> None:
        """Asks how far to go back."""
        self._ask("take back", "back to entry", "37 and why · ⏎ goes back · esc")

    def action_note(self) -> None:
        """Asks what to note about the last entry."""
        last = self.history.match.line[-1]
        self._ask("note", f"note on {last}", "!? and text · * bookmark")

    def action_time(self) -> None:
        """Asks when the next action happened."""
        self._ask("time", "happened at", "14:32 · -5 (minutes) · now")

    @on(Prompt.Changed)
    def _preview(self, event: Prompt.Changed) -> None:
        if event.purpose != "take back":
            return
        prompt = self.query_one(Prompt)
        try:
            to = read_return(event.text, self.timeline.versions).to
        except NotMeant as problem:
            prompt.hint(str(problem))
            self.position = self.timeline.last
            return
        prompt.hint(f"after {action_text(self.history, to, self.viewpoint)}")
        self.position = self.timeline.end_of(to)

    @on(Prompt.Accepted)
    def _accepted(self, event: Prompt.Accepted) -> None:
        try:
            self._agreed(event.purpose, event.text)
        except NotMeant as problem:
            self.query_one(Prompt).hint(str(problem))
            return
        self.close_prompt()

    def _agreed(self, purpose: str, text: str) -> None:
        match_id, at_version = self.history.match.id, self._asked_at
        if purpose == "undo":
            to, reason = undo_target(self.history) or 1, text.strip() or "undo"
        elif purpose == "take back":
            back = read_return(text, at_version)
            to, reason = back.to, back.reason
        elif purpose == "note":
            note = read_note(text, self.history.match.line[-1])
            self.perform(partial(self.desk.annotate, match_id, note), self._noted)
            return
        else:
            self.happened_at = read_time(text, system_clock(), self.zone)
            return
        job = partial(self.desk.take_back, match_id, to, reason=reason, at_version=at_version)
        self.perform(job, self._noted)

    def _noted(self, outcome: Outcome) -> None:
        match outcome:
            case Recorded(version):
                self.show_status(f"saved {version}")
            case Unavailable(trouble, text):
                self.show_status(TROUBLES[trouble], good=False)
                self.say(text)
            case ConflictWith(_, _, text) | NotUnderstood(text):
                self.show_status("not recorded", good=False)
                self.say(text)
            case Refused(violations) | Impossible(violations):
                self.show_status("not recorded", good=False)
                self.say("; ".join(map(str, violations)))
            case _:
                assert_never(outcome)

    @on(Prompt.Cancelled)
    def _cancelled(self) -> None:
        self.close_prompt()

    def action_viewpoint(self) -> None:
        """Looks through the next eyes: judge, players, spectator."""
        seats = range(len(self.history.match.state.seats))
        order = (JUDGE, *seats, SPECTATOR)
        self.viewpoint = order[(order.index(self.viewpoint) + 1) % len(order)]
