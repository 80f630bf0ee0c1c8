"""Notes and table events on an entry: asked for in a box, then recorded."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from textual.screen import Screen

from domain.entries import Annotated, TableEvent
from replay_tui.background import in_background
from replay_tui.scorekeeping.notes import read_note
from replay_tui.scorekeeping.requests import Requests
from replay_tui.screens.record_boxes import NoteBox, TableEvents
from replay_tui.timeline import Timeline
from service.judging.judging_service import trouble_of
from service.reading.styled_text import clean
from service.recording.correction_requests import record_table_event
from service.recording.recording_service import Recorded, RecordingOutcome, RecordingService, outcome_of


@dataclass
class NoteController:
    """Records notes and table events at the end of the match; the screen stays at its position."""

    screen: Screen[None]
    timeline: Timeline
    service: RecordingService
    zone: tzinfo | None
    saving: Callable[[], object] = lambda: None
    """Called before something is recorded."""

    def begin(self, version: int) -> None:
        """Ask for the kind of note or table event on an entry."""
        self.screen.app.push_screen(TableEvents(recording=False), partial(self._chosen, version))

    def _chosen(self, version: int, purpose: str | None) -> None:
        if purpose == "note":
            read = partial(read_note, about=version, versions=self.timeline.versions)
            box = NoteBox(f"Note on entry {version}", "!? and text · * bookmark", read)
            self.screen.app.push_screen(box, self._said)
        elif purpose is not None:
            self.event(purpose, version, f"{purpose.replace('_', ' ').capitalize()}, about entry {version}")

    def event(self, purpose: str, version: int, title: str) -> None:
        """Ask for the text of a table event about an entry."""
        requests = Requests(self.timeline, self.service.app, self.zone)
        box = NoteBox(title, requests.hint(purpose), partial(requests.event, purpose, about=version))
        self.screen.app.push_screen(box, self._said)

    def _said(self, said: Annotated | TableEvent | None) -> None:
        if said is not None:
            self.saving()
            match_id = self.timeline.history.match.id
            if isinstance(said, Annotated):
                job = partial(self.service.app.annotate, match_id, said)
            else:
                job = partial(record_table_event, self.service.app, match_id, said)
            in_background(self.screen.app, partial(outcome_of, job), self._noted, group="save")

    def _noted(self, outcome: RecordingOutcome) -> None:
        if isinstance(outcome, Recorded):
            self.screen.app.notify(f"saved {outcome.version}", timeout=3)
        else:
            not_recorded(self.screen, outcome)


def not_recorded(screen: Screen[None], outcome: RecordingOutcome, title: str = "It is not recorded") -> None:
    """Show why recording failed."""
    screen.app.notify(clean(trouble_of(outcome)), title=title, severity="error", markup=False, timeout=30)
