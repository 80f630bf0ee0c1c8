"""Recording from the match list and from a replay: live recording, corrections, disputes, what-ifs, new matches."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial

from textual import on

from domain.replay import AnyHistory
from domain.text import pluralize
from domain.timeline import Address
from replay_tui.background import in_background, trouble_text
from replay_tui.personal import PersonalApp
from replay_tui.screens.fork_box import WhatIf
from replay_tui.screens.matches import MatchesScreen
from replay_tui.screens.replay import ReplayScreen
from service.preferences import PreferencesStore
from service.reading.styled_text import clean
from service.recording.forks import Branch, RecordedFork, fork
from service.recording.recording_service import RecordingService


class RecordingApp(PersonalApp):
    """The part of the program that records, through `recording_service`. Without it, it names the command to use."""

    def __init__(
        self,
        keeper: PreferencesStore | None,
        recording_service: RecordingService | None,
        zone: tzinfo | None,
        place: str,
        open_replay: Callable[[str], None],
    ) -> None:
        """`open_replay` shows the replay of a match."""
        super().__init__(keeper)
        self.recording_service = recording_service
        """Recording service; `None`: the program only shows matches."""
        self.zone = zone
        self._place = place
        self._open_replay = open_replay

    @on(WhatIf)
    def _what_if(self, event: WhatIf) -> None:
        """Record a what-if and open it."""
        if (recording_service := self._recording_for("'matchbook fork MATCH' branches off")) is not None:
            forking, forked = (
                partial(_forked, recording_service, event.branch),
                partial(self._forked, recording_service, event.branch),
            )
            in_background(self, forking, forked, self._not_forked, group="load", exclusive=True)

    def _forked(
        self, recording_service: RecordingService, branch: Branch, forked: tuple[RecordedFork, AnyHistory]
    ) -> None:
        made, history = forked
        self._show_live(recording_service, history)
        if branch.sample:
            sampled = f"{pluralize(made.sampled, 'card')} sampled"
            self.notify(sampled if made.sampled else f"Nothing sampled: {clean(made.remark)}", markup=False)

    def _not_forked(self, error: Exception) -> None:
        title = "The what-if is missing"
        self.notify(trouble_text(error), title=title, severity="error", markup=False, timeout=30)

    def record_match(self, match_id: str) -> None:
        """Load a match and show the record screen."""
        if (recording_service := self._recording_for("'matchbook record MATCH' records them")) is not None:
            shown, failed = partial(self._show_live, recording_service), partial(self._not_opened, match_id)
            in_background(
                self, partial(recording_service.history, match_id), shown, failed, group="load", exclusive=True
            )

    def _show_live(self, recording_service: RecordingService, history: AnyHistory) -> None:
        from replay_tui.screens.record import RecordScreen

        if isinstance(self.screen, MatchesScreen):
            self.screen.covered = True  # the match list reads new entries when the user returns to it
        self.push_screen(RecordScreen(history, recording_service, open_replay=self._open_replay, zone=self.zone))

    def action_log_live(self) -> None:
        """Record the current match."""
        if isinstance(self.screen, ReplayScreen):
            self.record_match(self.screen.timeline.history.match.id)
        elif isinstance(self.screen, MatchesScreen) and (row := self.screen.table.chosen) is not None:
            self.record_match(row.id)

    def action_table_event(self) -> None:
        """Ask for a note or table event on the current entry and record it; the position stays."""
        from replay_tui.screens.note_controller import NoteController

        screen, recording_service = self.screen, self._recording_for("'matchbook annotate MATCH/ENTRY' notes")
        if recording_service is not None and isinstance(screen, ReplayScreen):
            saving = partial(setattr, screen, "following", False)
            NoteController(screen, screen.timeline, recording_service, self.zone, saving).begin(
                screen.timeline.version(screen.position)
            )

    def action_correct(self) -> None:
        """Correct the current entry."""
        from replay_tui.screens.correction_controller import CorrectionController

        screen, recording_service = self.screen, self._recording_for("'matchbook correct MATCH/ENTRY' corrects")
        if recording_service is not None and isinstance(screen, ReplayScreen):
            screen.following = False
            look = screen.follower.look
            correcting = CorrectionController(
                screen=screen, timeline=screen.timeline, service=recording_service, look=look
            )
            correcting.begin(Address(screen.timeline.version(screen.position)), screen.viewpoint)

    def action_dispute(self) -> None:
        """Dispute the current entry."""
        from replay_tui.screens.judging_controller import JudgingController

        screen, recording_service = self.screen, self._recording_for("'matchbook dispute MATCH/ENTRY' disputes")
        if recording_service is not None and isinstance(screen, ReplayScreen):
            screen.following = False
            judging = JudgingController(screen, screen.timeline, recording_service, self.zone)
            judging.dispute(screen.timeline.version(screen.position), screen.viewpoint)

    def action_disputes(self) -> None:
        """Show the disputes of the current match; from the match list, those of all matches."""
        from replay_tui.screens.disputes import DisputesScreen
        from replay_tui.screens.judging_controller import JudgingController
        from service.judging.judging_service import JudgingService

        screen, recording_service = self.screen, self._recording_for("'matchbook disputes' lists them")
        if recording_service is not None and isinstance(screen, ReplayScreen):
            JudgingController(screen, screen.timeline, recording_service, self.zone).disputes(screen.viewpoint)
        elif recording_service is not None:
            self.push_screen(DisputesScreen(JudgingService(recording_service.app, recording_service.analytics)))

    def action_new_match(self) -> None:
        """Open a new match with three questions, and record it."""
        from replay_tui.screens.wizard import WizardScreen

        if (recording_service := self._recording_for("'matchbook new GAME' opens one")) is not None:
            self.push_screen(WizardScreen(recording_service, self.record_match))

    def action_demo(self) -> None:
        """Record a demo match in an empty store, and list it."""
        from service.simulation.demonstration import NOT_EMPTY, begin_sample

        screen = self.screen
        if isinstance(screen, MatchesScreen) and screen.reader.shown is None:
            self.notify("The match list is still being read: press d again then", timeout=6)
        elif not (isinstance(screen, MatchesScreen) and screen.is_first_use):
            self.notify(NOT_EMPTY, timeout=6)
        elif (recording_service := self._recording_for("'matchbook demo' shows sample matches")) is not None:
            screen.reader.show_status("recording a demo match …")
            failed = partial(self._not_opened, "the demo match")
            in_background(
                self,
                partial(begin_sample, recording_service.app),
                lambda _: screen.action_reload(),
                failed,
                group="load",
                exclusive=True,
            )

    def _recording_for(self, otherwise: str) -> RecordingService | None:
        """Return the recording service; without one, return `None` and name the command to use."""
        if self.recording_service is None:
            self.notify(f"This program only shows matches: {otherwise}", severity="warning")
        return self.recording_service

    def _not_opened(self, match_id: str, error: Exception) -> None:
        self._place = ""
        if isinstance(self.screen, MatchesScreen):
            if self.screen.covered:
                self.screen.covered = False
                self.screen.reader.read()
            self.screen.reader.show_status(f"{clean(match_id)} cannot be opened")
        self.notify(
            trouble_text(error), title=f"{clean(match_id)} cannot be opened", severity="error", markup=False, timeout=30
        )


def _forked(recording_service: RecordingService, branch: Branch) -> tuple[RecordedFork, AnyHistory]:
    made = fork(recording_service.app, branch)
    return made, recording_service.history(made.match)
