"""Comparisons in a replay: of two positions, or of a what-if with its original."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual.screen import Screen

from domain.match import AnyMatch
from domain.seats import JUDGE, Viewpoint
from domain.text import pluralize
from replay_tui.background import in_background, trouble_text
from replay_tui.captions import place_text
from replay_tui.screens.differences import DifferencesScreen, Sheet, Target, moments_sheet, what_if_sheet
from replay_tui.screens.fork_box import Answer, EntryWanted, ForkBox, WhatIf
from replay_tui.timeline import Timeline
from service.addresses import parse_address
from service.reading.log import action_text
from service.reading.match_diff import compare
from service.recording.forks import Branch
from service.recording.match_service import MatchService

_LONG: Final = 5_000
"""Number of events whose comparison takes about a second."""


_WORLDS: Final = 20
"""Roll-outs played from before and from after an entry; they take some seconds."""


def _worth(match: AnyMatch, version: int, seed: int) -> tuple[str, ...]:
    from service.analysis.win_chances import Rolling, what_if_lines

    return what_if_lines(match, version, Rolling(_WORLDS, seed))


@dataclass
class ComparisonController:
    """Marks a position and compares another one with it; opens the what-if dialog, and compares a what-if with its
    original."""

    screen: Screen[None]
    timeline: Timeline
    service: MatchService
    go_to: Callable[[int], None]
    marked: int | None = None
    """The marked position, one end of a comparison."""

    @property
    def badge(self) -> str:
        """The marked position for the position line; empty without one."""
        return "" if self.marked is None else f"x from {place_text(self.timeline, self.marked)}"

    def mark(self, position: int, viewpoint: Viewpoint) -> None:
        """Mark a position, or compare it with the marked one. At the marked position, remove the mark."""
        if self.marked is None or self.marked == position:
            self.marked = position if self.marked is None else None
            return
        first, second = sorted((self.marked, position))
        if second - first > _LONG:
            self.screen.notify(f"Comparing {pluralize(second - first, 'event')} …", timeout=3)
        self._differ(partial(moments_sheet, self.timeline, first, second, viewpoint))

    def what_if(self, version: int, viewpoint: Viewpoint) -> None:
        """Open the what-if dialog for an entry."""
        history = self.timeline.history
        said, origin = action_text(history, version, viewpoint), history.match.forked_from
        play_on = partial(_worth, history.match, version) if viewpoint == JUDGE else None
        box = ForkBox(f"{history.match.id}/{version}", said, origin, play_on)
        self.screen.app.push_screen(box, partial(self._answered, version, viewpoint))

    def _answered(self, version: int, viewpoint: Viewpoint, answer: Answer | None) -> None:
        if answer == "compare":
            self._differ(partial(self._what_if_sheet, viewpoint))
        elif answer is not None:
            match, sampled = self.timeline.history.match.id, answer.seed is not None
            self.screen.post_message(WhatIf(Branch(match=match, at=version, sample=sampled, seed=answer.seed or 0)))

    def _what_if_sheet(self, viewpoint: Viewpoint) -> Sheet:
        what_if = self.timeline.history
        happened = self.service.history(parse_address(what_if.match.forked_from)[0])
        return what_if_sheet(happened, what_if, compare(happened, what_if, viewpoint), viewpoint)

    def _differ(self, make: Callable[[], Sheet]) -> None:
        """Compare in a worker, which computes a board for each entry in between."""
        in_background(self.screen, make, self._show, self._not_compared, group="differences", exclusive=True)

    def _not_compared(self, error: Exception) -> None:
        why = trouble_text(error)
        self.screen.notify(why, title="Nothing to compare", severity="error", markup=False, timeout=10)

    def _show(self, sheet: Sheet) -> None:
        self.screen.app.push_screen(DifferencesScreen(sheet), self._chosen)

    def _chosen(self, entry: Target | None) -> None:
        """Go to the entry; open the other match if it is there."""
        if entry is None:
            return
        match, version = entry
        if match == self.timeline.history.match.id:
            self.go_to(self.timeline.end_of(version))
        else:
            self.screen.post_message(EntryWanted(match, version))
