"""Judges' keys for a match: dispute an entry and add a statement; list the disputes."""

from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from textual.screen import Screen

from domain.judging import ClaimKind
from domain.seats import JUDGE, Viewpoint
from replay_tui.background import in_background
from replay_tui.screens.dispute_box import DisputeBox
from replay_tui.screens.disputes import DisputesScreen
from replay_tui.screens.note_controller import NoteController, not_recorded
from replay_tui.timeline import Timeline
from service.judging.judging_service import JudgingService
from service.reading.log import titled_text
from service.recording.recording_service import Recorded, RecordingOutcome, RecordingService


@dataclass
class JudgingController:
    """Judges' actions on a screen that shows a match."""

    screen: Screen[None]
    timeline: Timeline
    service: RecordingService
    zone: tzinfo | None

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.timeline.history.match.id

    @property
    def judging(self) -> JudgingService:
        """The judging service for the same matches."""
        return JudgingService(self.service.app, self.service.analytics)

    def dispute(self, version: int, viewpoint: Viewpoint) -> None:
        """Ask for the kind of claim and dispute the entry."""
        done = f"{version}  {titled_text(self.timeline.recorded, version, viewpoint)}"
        self.screen.app.push_screen(DisputeBox(version, done), partial(self._claimed, version))

    def disputes(self, viewpoint: Viewpoint) -> None:
        """List the disputes of the match."""
        if viewpoint == JUDGE:
            self.screen.app.push_screen(DisputesScreen(self.judging, self.match_id))
        else:
            text = "A dispute shows hidden cards: go to the judge's view first"
            self.screen.notify(text, severity="warning", markup=False, timeout=6)

    def _claimed(self, version: int, claim: ClaimKind | None) -> None:
        if claim is not None:
            job = partial(self.judging.dispute, self.match_id, version, claim)
            in_background(self.screen, job, partial(self._disputed, version), group="save")

    def _disputed(self, version: int, outcome: RecordingOutcome) -> None:
        if not isinstance(outcome, Recorded):
            not_recorded(self.screen, outcome)
            return
        self.screen.notify(f"saved {outcome.version}: entry {version} is disputed", timeout=4)
        title = f"Disputed in entry {outcome.version}. Add a statement?"
        NoteController(self.screen, self.timeline, self.service, self.zone).event("statement", outcome.version, title)
