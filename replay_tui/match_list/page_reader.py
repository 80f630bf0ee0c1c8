"""Reads the match list page by page in a worker."""

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace
from textual.screen import Screen
from textual.worker import get_current_worker

from replay_tui.background import trouble_text
from replay_tui.match_list.read_queue import ReadQueue, ReadRequest
from replay_tui.widgets.match_table import PAGE, MatchTable
from service.progress import Progress, Stopped
from service.reading.match_list import MatchQuery, MatchRow

if TYPE_CHECKING:
    from service.reading.match_list import OpenAnalytics

_LOOKED_AT: Final = 50


@dataclass
class PageReader:
    """`wanted` is the query shown now, or after the pending read."""

    screen: Screen[None]
    analytics: "OpenAnalytics"
    table: MatchTable
    nothing_found: Callable[[], tuple[str, ...]]
    """Return the text for a query without matches, with advice."""
    changed: Callable[[], None]
    """Updates the status and the query on the screen."""
    wanted: MatchQuery = field(default_factory=lambda: MatchQuery(limit=PAGE))
    status: str = ""
    """The status line: the number of matches, or the progress of reading."""
    _wishes: ReadQueue = field(default_factory=ReadQueue)
    shown: MatchQuery | None = None
    """The query whose list is shown; `None` before the first."""
    _long: bool = False
    """True while many entries are being read into the analytics."""
    _halt: bool = False

    def want(self, query: MatchQuery) -> None:
        """Show another list, from its top."""
        if query != self.wanted:
            self.wanted = query
            self.table.cursor = 0
            self.read()

    def read(self) -> None:
        """Read the list, or read it again."""
        self.show_status("reading …")
        self._halt = False
        self._work(self._wishes.begin(self.wanted, self.table.cursor // PAGE))

    def show_status(self, status: str) -> None:
        """Show the number of matches, or the progress."""
        self.status = status
        self.changed()

    def stop(self) -> bool:
        """Stop a long reading and return True if there is one. The part that was read is kept."""
        self._halt = self._long
        return self._long

    def want_pages(self, pages: tuple[int, ...]) -> None:
        """Read these pages next."""
        self._work(self._wishes.want(pages))

    def _work(self, needed: bool) -> None:
        if needed:
            self.screen.run_worker(self._read, thread=True, group="read")

    # --- in the worker -------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        while (request := self._wishes.next()) is not None:
            try:
                count, rows = self._fulfil(request)
            except Stopped:
                self._tell(self._stopped, request)
            except Exception as error:
                self._tell(self._failed, request, error)
            else:
                self._tell(self._came, request, count, rows)
                self._tell(self._begin_marking, request, rows)

    def _fulfil(self, request: ReadRequest) -> tuple[int, tuple[MatchRow, ...]]:
        if not request.anew:
            return 0, tuple(self.analytics().matches(request.of_page))
        progress = Progress("entries")

        def report(done: int, total: int) -> None:
            if self._halt or get_current_worker().is_cancelled:
                raise Stopped
            if done < total:
                self._tell(self._reached, progress.at(done, total))

        count, rows = self.analytics().listing(request.of_page, report)
        return count, tuple(rows)

    def _mark(self, request: ReadRequest, rows: tuple[MatchRow, ...]) -> None:
        """Find the damaged matches of a page, a few at a time, so that other pages can be read in between. Ends when
        another list is wanted."""
        for start in range(0, len(rows), _LOOKED_AT):
            if get_current_worker().is_cancelled or request.query != self.wanted:
                return
            damage = self.analytics().damage([row.id for row in rows[start : start + _LOOKED_AT]])
            if damage:
                rows = tuple(replace(row, damage=damage.get(row.id, row.damage)) for row in rows)
                self._tell(self._marked, request, rows)

    def _tell(self, callback: Callable[..., None], *told: Any) -> None:
        if not get_current_worker().is_cancelled:
            self.screen.app.call_from_thread(callback, *told)

    # --- what came -----------------------------------------------------------------------------------------------------

    def _came(self, request: ReadRequest, count: int, rows: tuple[MatchRow, ...]) -> None:
        if request.query != self.wanted or not self.screen.is_mounted:
            return
        self._long = False
        if not request.anew:
            self.table.show_page(request.page, rows)
            return
        if self.shown is None:
            gc.freeze()  # exclude everything loaded so far from collections, which would take 50 ms in the middle of a page
        self.shown = request.query
        self.table.show_list(request.query, count, request.page, rows)
        if not count:
            self.table.show_notice(*self.nothing_found())
        self.show_status(f"{count:,} match{'' if count == 1 else 'es'}")
        self.screen.refresh_bindings()

    def _begin_marking(self, request: ReadRequest, rows: tuple[MatchRow, ...]) -> None:
        if rows and request.query == self.wanted and self.screen.is_mounted:
            self.screen.run_worker(partial(self._mark, request, rows), thread=True, group="mark", exit_on_error=False)

    def _marked(self, request: ReadRequest, rows: tuple[MatchRow, ...]) -> None:
        if request.query == self.wanted and self.screen.is_mounted:
            self.table.show_page(request.page, rows)

    def _reached(self, progress: str) -> None:
        self._long = True
        self.show_status(f"reading {progress}")
        if not self.table.count:
            self.table.show_notice(
                "Reading what was recorded since the last time.", progress, "esc stops; what was read is kept"
            )

    def _stopped(self, request: ReadRequest) -> None:
        del request
        self._long = False
        self.show_status("reading stopped")
        if not self.table.count:
            self.table.show_notice(
                "The matches are not all read yet.", "The part that was read is kept.", "F5 goes on · q quits"
            )

    def _failed(self, request: ReadRequest, error: Exception) -> None:
        if request.query != self.wanted or not self.screen.is_mounted:
            return
        self._long = False
        self.table.show_notice("The matches cannot be listed.", trouble_text(error), "F5 tries again · q quits")
        self.show_status("not read")
        self.screen.refresh_bindings()
