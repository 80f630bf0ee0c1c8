"""Sends lines to the store one at a time, reports each outcome, and resumes or stops the queue."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Protocol, assert_never

from msgspec import Struct
from msgspec.structs import replace
from textual.screen import Screen

from domain.registry import find_rule
from domain.rules import Violation
from domain.seats import JUDGE, Viewpoint
from replay_tui import captions
from replay_tui.background import in_background
from replay_tui.scorekeeping.line_keys import left_over
from replay_tui.scorekeeping.offers import Offers
from replay_tui.scorekeeping.pasted_text import PastedText, take_pasted
from replay_tui.scorekeeping.queue import Queue
from replay_tui.scorekeeping.requests import Requests
from replay_tui.screens.record_boxes import Answer, AsPlayed, BrokenLine, ConflictBox, Fix, RuleBox
from replay_tui.timeline import Timeline
from replay_tui.timeline_follower import TimelineFollower
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.prompt import PromptBar
from service.clock import new_command_id
from service.reading.styled_text import clean
from service.recording.recording_service import (
    ActionLine,
    ConflictWith,
    Impossible,
    NotUnderstood,
    Recorded,
    RecordingOutcome,
    RecordingService,
    Refused,
    Trouble,
    Unavailable,
)
from service.resources import read_text
from service.typing.words import closed

_TROUBLES: Final[dict[Trouble, str]] = {
    "busy": "NOT SAVED: the store is busy",
    "unreachable": "NOT SAVED: the store cannot be reached",
    "unknown": "OUTCOME UNKNOWN",
    "unwritable": "NOT SAVED: the store refuses writes",
    "other": "NOT SAVED",
}


class PendingCommand(Struct, frozen=True):
    """A command that is being stored."""

    act: ActionLine
    text: str
    """The text of the line when it was sent."""


class Bars(Protocol):
    """Where the screen shows outcomes."""

    def show_status(self, text: str, *, good: bool = True) -> None:
        """Show a text in the position line."""
        ...

    def say(self, text: str) -> None:
        """Show a text below the command line."""
        ...


@dataclass(kw_only=True)
class SendController:
    """Sends lines from the command line, and from the queue while it runs."""

    screen: Screen[None]
    bars: Bars
    timeline: Timeline
    service: RecordingService
    line: CommandLine
    offers: Offers
    requests: Requests
    follower: TimelineFollower
    queue: Queue
    saving: bool = False
    """True from sending to the store's answer."""
    viewpoint: Viewpoint = JUDGE
    """The displayed viewpoint; only the judge's can record."""
    unsure: ActionLine | None = None
    """The last line if its outcome is unknown: sent again, it keeps its command id."""

    def perform(self, job: Callable[[], RecordingOutcome], done: Callable[[RecordingOutcome], None]) -> None:
        """Run a job in a worker, read new entries, then call `done`. Do not read from a store that was just
        unreachable, because that would wait again."""
        self.saving = True
        self.bars.show_status("saving …")
        in_background(self.screen, lambda: self._done(job()), partial(self._performed, done), group="save")

    def _done(self, outcome: RecordingOutcome) -> tuple[RecordingOutcome, str]:
        away = isinstance(outcome, Unavailable) and outcome.trouble == "unreachable"
        return outcome, self.follower.trouble if away else self.follower.read()

    def _performed(self, done: Callable[[RecordingOutcome], None], answer: tuple[RecordingOutcome, str]) -> None:
        outcome, trouble = answer
        self.saving = False
        self.follower.take_in(trouble)
        done(outcome)

    def send(self, line: str) -> None:
        """Record a line; sent again after an unknown outcome, it keeps its command id."""
        if self.viewpoint != JUDGE:
            self.queue.run(False)
            self.bars.say(self.offers.offered.verdict.text)
            return
        again = self.unsure if self.unsure is not None and self.unsure.line == line else None
        act = ActionLine(
            line=line,
            at_version=self.offers.seen,
            command_id=again.command_id if again else new_command_id(),
            happened_at=self.requests.happened_at,
        )
        self._record(PendingCommand(act, self.line.value))

    def _record(self, sent: PendingCommand) -> None:
        self.perform(partial(self.service.take, self.timeline.history.match.id, sent.act), partial(self._taken, sent))

    def _taken(self, sent: PendingCommand, outcome: RecordingOutcome) -> None:
        self.unsure = None
        match outcome:
            case Recorded():
                self._stored(sent, outcome)
            case Refused(violations) | Impossible(violations):
                self.bars.show_status("not recorded", good=False)
                broken = self._broken(sent, violations, impossible=isinstance(outcome, Impossible))
                self.screen.app.push_screen(RuleBox(broken), partial(self._judged, sent))
            case NotUnderstood():
                self.queue.run(False)
                self.noted(outcome)
            case ConflictWith(by, version):
                self.bars.show_status("not recorded", good=False)
                entries = captions.entries_text(self.timeline.history, version - 1, self.viewpoint)
                self.screen.app.push_screen(ConflictBox(sent.act.line, by, entries), partial(self._rebased, sent))
            case Unavailable():
                self._not_answered(sent, outcome)
            case _:
                assert_never(outcome)

    def _stored(self, sent: PendingCommand, outcome: Recorded) -> None:
        """Keep text typed meanwhile; the queue waits while there is any."""
        self.requests.happened_at = None
        self.line.put(left_over(self.line.value, sent.text))
        self.offers.seen = self.timeline.versions
        flagged = ", ".join(dict.fromkeys(violation.rule for violation in outcome.violations))
        self.bars.show_status(f"saved {outcome.version}" + (f" ! {flagged}" if flagged else ""))
        if self.queue.running and not self.line.value:
            self.run_on()
        else:
            self.queue.run(False)

    def _not_answered(self, sent: PendingCommand, outcome: Unavailable) -> None:
        """Check in the entries just read whether the action was stored after all."""
        stored = self.timeline.history.match.command_ids.get(sent.act.command_id)
        if stored is not None:
            self._stored(sent, Recorded(stored))
            return
        self.queue.run(False)
        self.unsure = sent.act
        self.bars.show_status(_TROUBLES[outcome.trouble], good=False)
        self.bars.say(f"your line is kept, ⏎ tries again · {outcome.text}")
        self.screen.notify(clean(outcome.text), title=_TROUBLES[outcome.trouble], severity="error", markup=False)

    def _broken(self, sent: PendingCommand, violations: tuple[Violation, ...], *, impossible: bool) -> BrokenLine:
        match = self.timeline.history.match
        rules = tuple(find_rule(match.game, violation.rule) for violation in violations)
        return BrokenLine(sent.act.line, violations, rules, match.strictness, impossible)

    def _judged(self, sent: PendingCommand, answer: Answer | AsPlayed | None) -> None:
        self.line.focus()
        if isinstance(answer, AsPlayed):
            self._record(PendingCommand(replace(sent.act, as_played=True, reason=answer.reason), sent.text))
            return
        self.queue.run(False)
        if isinstance(answer, Fix):
            self.line.put(sent.act.line)
            self._press(answer)

    def _press(self, fix: Fix) -> None:
        if fix.key:
            self.screen.app.simulate_key(fix.key)

    def _rebased(self, sent: PendingCommand, answer: bool | Fix | None) -> None:
        self.line.focus()
        rebase = answer is True
        if isinstance(answer, Fix):
            self._press(answer)
        self.offers.seen = self.timeline.versions
        self.queue.run(self.queue.running and rebase)
        if rebase:
            self._record(PendingCommand(replace(sent.act, at_version=self.offers.seen), sent.text))

    def noted(self, outcome: RecordingOutcome) -> None:
        """Handle the result of a record act."""
        if isinstance(outcome, Recorded):
            self.bars.show_status(f"saved {outcome.version}")
            return
        self.bars.show_status(
            _TROUBLES[outcome.trouble] if isinstance(outcome, Unavailable) else "not recorded", good=False
        )
        if isinstance(outcome, Refused | Impossible):
            self.bars.say("; ".join(map(str, outcome.violations)))
        else:
            self.bars.say(outcome.text)

    # --- the queue -------------------------------------------------------------------------------------------------------

    def paste(self, text: str) -> None:
        """Put one line into the command line; of several, the first completes it, and all run."""
        pasted = self._taken_from(text)
        if not pasted.lines:
            return
        self.line.put_in(pasted.lines[0])
        if waiting := pasted.lines[1:]:
            starts = not self.queue.lines and not self.saving
            self.queue.add(waiting)
            if starts:
                self.queue.run(True)
                self.send(closed(self.line.value))

    def _taken_from(self, text: str) -> PastedText:
        pasted = take_pasted(text)
        if pasted.left_out:
            self.screen.notify(pasted.left_out, severity="warning", markup=False)
        return pasted

    def load(self, path: str) -> None:
        """Queue the lines of a file, and start with them if the recorder is idle."""
        reading = partial(read_text, Path(path).expanduser())
        in_background(self.screen, reading, self._loaded, partial(self._not_loaded, path), group="load")

    def _not_loaded(self, path: str, problem: Exception) -> None:
        """Ask again, with the typed name."""
        self.screen.add_class("asking")
        self.bars.say(str(problem))
        self.screen.query_one(PromptBar).open("load", "lines from file", path, "another file · esc")

    def _loaded(self, text: str) -> None:
        self.queue.add(self._taken_from(text).lines)
        if not self.line.value and not self.saving:
            self.run_on()

    def run_on(self) -> None:
        """Record the next queued line."""
        if (line := self.queue.next()) is not None:
            self.line.put(line)
            self.send(line)
