"""Correcting the record from a screen: the line of an action, the preview, the store's answer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace
from textual.screen import Screen

from domain.registry import find_rule
from domain.seats import JUDGE, Viewpoint
from domain.timeline import Address
from replay_tui.background import in_background
from replay_tui.screens.correct_box import CorrectBox
from replay_tui.screens.correction import CorrectionChoices, CorrectionScreen
from replay_tui.screens.note_controller import not_recorded
from replay_tui.screens.record_boxes import AsPlayed, BrokenLine, Fix, RuleBox
from replay_tui.timeline import Timeline
from service.clock import new_command_id
from service.reading.styled_text import clean
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, correct
from service.recording.recording_service import (
    ConflictWith,
    CorrectionForecast,
    Impossible,
    Recorded,
    RecordingOutcome,
    RecordingService,
    Refused,
    outcome_of,
)


@dataclass(kw_only=True)
class CorrectionController:
    """One correction at a time; each `esc` goes one level back."""

    screen: Screen[None]
    timeline: Timeline
    service: RecordingService
    look: Callable[[], None]
    """Reads new entries of the match at once."""

    def begin(self, wanted: Address, viewpoint: Viewpoint) -> None:
        """Ask for the line of an action; for a correction entry, of the first action that it made."""
        match = self.timeline.history.match
        made = (action.address for action in match.corrections.get(wanted.version, ()))
        address = next((one for one in (wanted, *made) if match.standing(one) is not None), None)
        if viewpoint != JUDGE:
            self._warn("A correction shows hidden cards: go to the judge's view first")
        elif address is None:
            self._warn(f"Entry {wanted} is not a current action: only actions can be corrected")
        else:
            asked = CorrectionRequest(match=match.id, changes=(), command_id=new_command_id())
            self._edit(asked, RequestedEdit(address, "replace"))

    def _edit(self, asked: CorrectionRequest, change: RequestedEdit) -> None:
        if self.timeline.history.match.standing(change.address) is None:
            self._warn(f"Entry {change.address} was undone meanwhile")
        else:
            self.screen.app.push_screen(CorrectBox(self.timeline, change), partial(self._edited, asked))

    def _edited(self, asked: CorrectionRequest, change: RequestedEdit | None) -> None:
        if change is not None:
            others = (
                one for one in asked.changes if "insert" in (one.how, change.how) or one.address != change.address
            )
            asked = replace(asked, changes=(*others, change))
        if asked.changes:
            self._foresee(asked)

    def _foresee(self, asked: CorrectionRequest, news: str = "") -> None:
        job = partial(self.service.foresee, replace(asked, at_version=None))
        in_background(self.screen, job, partial(self._foreseen, asked, news), group="save")

    def _foreseen(self, asked: CorrectionRequest, news: str, found: CorrectionForecast | RecordingOutcome) -> None:
        if isinstance(found, CorrectionForecast):
            preview = CorrectionScreen(self.timeline.history, found, asked.reason, news)
            self.screen.app.push_screen(preview, partial(self._answered, asked, found.preview.version))
        elif isinstance(found, Refused | Impossible):
            match, last = self.timeline.history.match, asked.changes[-1]
            rules = tuple(find_rule(match.game, violation.rule) for violation in found.violations)
            broken = BrokenLine(last.line, found.violations, rules, match.strictness, isinstance(found, Impossible))
            self.screen.app.push_screen(RuleBox(broken), partial(self._judged, asked))
        else:
            not_recorded(self.screen, found, "The correction is not recorded")
            self._back(asked)

    def _judged(self, asked: CorrectionRequest, answer: object) -> None:
        if isinstance(answer, AsPlayed):
            self._foresee(replace(asked, as_played=True, reason=answer.reason or asked.reason))
        else:
            self._back(asked)
        if isinstance(answer, Fix) and answer.key:
            self.screen.app.call_after_refresh(self.screen.app.simulate_key, answer.key)

    def _back(self, asked: CorrectionRequest) -> None:
        """Return to the last typed line."""
        *others, last = asked.changes
        self._edit(replace(asked, changes=tuple(others)), last)

    def _answered(self, asked: CorrectionRequest, version: int, answer: CorrectionChoices | None) -> None:
        if answer is None:
            return
        asked = replace(asked, reason=answer.reason)
        if answer.what == "back":
            self._back(asked)
        elif answer.what == "record":
            asked = replace(asked, at_version=version)
            in_background(
                self.screen,
                partial(outcome_of, partial(correct, self.service.app, asked)),
                partial(self._stored, asked),
                group="save",
            )
        elif answer.act is not None and answer.what == "strike":
            self._edited(asked, RequestedEdit(answer.act, "strike"))
        elif answer.act is not None:
            begun = (one for one in asked.changes if one.address == answer.act and one.how == "replace")
            self._edit(asked, next(begun, RequestedEdit(answer.act, "replace")))

    def _stored(self, asked: CorrectionRequest, outcome: RecordingOutcome) -> None:
        self.look()
        if isinstance(outcome, Recorded):
            self.screen.notify(f"saved {outcome.version}: the record is corrected", timeout=4)
        elif isinstance(outcome, ConflictWith):
            self._foresee(asked, f"{clean(outcome.by) or 'Someone else'} recorded entry {outcome.version} meanwhile")
        else:
            not_recorded(self.screen, outcome, "The correction is not recorded")
            self._foresee(asked)

    def _warn(self, text: str) -> None:
        self.screen.notify(text, severity="warning", markup=False, timeout=6)
