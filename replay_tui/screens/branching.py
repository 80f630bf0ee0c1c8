"""What a replay can be held against: another of its moments, or the match that it branched from."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from domain.text import counted
from replay_tui.screens.captions import place_address
from replay_tui.screens.differences import DifferencesScreen, Sheet, Target, moments_sheet, what_if_sheet
from replay_tui.screens.fork_box import Answer, Elsewhere, ForkBox, WhatIf
from replay_tui.screens.watching import WatchingScreen
from service.addresses import parse_address
from service.reading.comparison import compare
from service.reading.log import action_text
from service.reading.toned import clean
from service.recording.forking import Branch

_LONG: Final = 5_000
"""Events between two moments from which on comparing takes about a second."""


class BranchingScreen(WatchingScreen):
    """`w` asks for a what-if, `x` marks a moment and compares it with a later one."""

    marked: int | None = None
    """The position that is one end of a comparison."""

    # --- two moments ---------------------------------------------------------------------------------------------------

    def action_mark_moment(self) -> None:
        """Marks this moment; at another one, shows what differs. At the same one, forgets it."""
        if self.marked is None or self.marked == self.position:
            self.marked = self.position if self.marked is None else None
            self.write_bars()
            return
        first, second = sorted((self.marked, self.position))
        if second - first > _LONG:
            self.notify(f"Comparing {counted(second - first, 'event')} …", timeout=3)
        self._differ(partial(moments_sheet, self.timeline, first, second, self.viewpoint))

    def _badges(self) -> Iterator[str]:
        if self.marked is not None:
            yield f"x from {place_address(self.timeline, self.marked).partition('/')[2]}"
        yield from super()._badges()

    # --- what-ifs ------------------------------------------------------------------------------------------------------

    def action_what_if(self) -> None:
        """Asks whether to branch off after this entry."""
        version = self.timeline.version(self.position)
        history = self.timeline.history
        box = ForkBox(
            f"{history.match.id}/{version}",
            action_text(history, version, self.viewpoint),
            history.match.forked_from,
        )
        self.app.push_screen(box, partial(self._answered, version))

    def _answered(self, version: int, answer: Answer | None) -> None:
        match = self.timeline.history.match
        if answer == "compare":
            self._differ(partial(self._what_if_sheet, parse_address(match.forked_from)[0]))
        elif answer is not None:
            branch = Branch(match=match.id, at=version, sample=answer.seed is not None, seed=answer.seed or 0)
            self.post_message(WhatIf(branch))

    def _what_if_sheet(self, origin: str) -> Sheet:
        happened, what_if = self.library.history(origin), self.timeline.history
        return what_if_sheet(happened, what_if, compare(happened, what_if, self.viewpoint), self.viewpoint)

    # --- the screen of differences -------------------------------------------------------------------------------------

    def _differ(self, make: partial[Sheet]) -> None:
        """In a worker: a board is made for every entry in between."""
        self.run_worker(partial(self._make_sheet, make), thread=True, exclusive=True, group="differences")

    def _make_sheet(self, make: partial[Sheet]) -> None:
        try:
            sheet = make()
        except Exception as error:
            self.app.call_from_thread(self._not_compared, clean(str(error) or type(error).__name__))
        else:
            self.app.call_from_thread(self._show_sheet, sheet)

    def _not_compared(self, why: str) -> None:
        self.notify(why, title="Nothing to compare", severity="error", markup=False, timeout=10)

    def _show_sheet(self, sheet: Sheet) -> None:
        self.app.push_screen(DifferencesScreen(sheet, self.zone), self._chosen)

    def _chosen(self, target: Target | None) -> None:
        """Goes to the entry; one of another match is opened."""
        if target is None:
            return
        match, version = target
        if match == self.timeline.history.match.id:
            self.go_to(self.timeline.end_of(version))
        else:
            self.post_message(Elsewhere(match, version))
