"""Reads of the terminal program: lists from the analytics, matches from the store, rules from the games."""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING

from projections.answers import Kind, MatchQuery, MatchRow, SortKey

if TYPE_CHECKING:
    from domain.replay import AnyHistory
    from projections.analytics import Analytics
    from service.analysis.searching import SearchService
    from service.analysis.statistics import StatisticsService
    from service.recording.match_service import MatchService
    from storage.recorder import Following

__all__ = ["Kind", "Library", "MatchQuery", "MatchRow", "SortKey"]


class Library:
    """A store and its analytics, for looking at. Calls may block; any error's text is one line to show."""

    def __init__(self, app: "MatchService", analytics: "Callable[[], Analytics]") -> None:
        """`analytics` opens them when they are first asked, which many who look at a match or serve some never do: DuckDB takes a
        tenth of a second to load."""
        self._app = app
        self._open = analytics
        self._analytics: Analytics | None = None
        self._opening = Lock()

    @property
    def analytics(self) -> "Analytics":
        """Answers questions about all matches."""
        with self._opening:
            if self._analytics is None:
                self._analytics = self._open()
            return self._analytics

    def matches(self, query: MatchQuery) -> tuple[MatchRow, ...]:
        """The matches that a query asks for."""
        return self.analytics.matches(query)

    def listing(
        self, query: MatchQuery, progress: Callable[[int, int], None] | None = None
    ) -> tuple[int, tuple[MatchRow, ...]]:
        """How many matches a query finds over all pages, and its page, after catching up with the store.

        `progress` is told how many entries were taken in, of how many. What it raises stops the work without harm.
        """
        return self.analytics.listing(query, progress)

    def damage(self, matches: Sequence[str]) -> Mapping[str, str]:
        """The damaged ones of some matches, and from which entry on."""
        return self.analytics.damage(matches)

    def tags(self) -> tuple[tuple[str, int], ...]:
        """The tags that there are, with how many matches bear them; the commonest first."""
        return self.analytics.tags()

    def players(self) -> tuple[str, ...]:
        """The players of the most matches, the first thousand."""
        return self.analytics.players()

    def history(self, match_id: str) -> "AnyHistory":
        """A match with all its frames."""
        return self._app.history(match_id)

    def trouble_with(self, match_id: str, upto: int) -> str:
        """One line where the chain of a match is broken up to an entry; empty where it is whole."""
        return self._app.trouble_with(match_id, upto)

    def refresh(self, history: "AnyHistory") -> int:
        """Adds what was recorded since; returns how many entries."""
        return self._app.refresh(history)

    def follow(self, wake: Callable[[], None]) -> "Following | None":
        """Has a store that can do so tell of news; see `MatchService.follow`."""
        return self._app.follow(wake)

    def leave(self) -> None:
        """Cancel pending reads; writes continue to their end."""
        self._app.store.recorder.cancel_reads()

    @property
    def statistics(self) -> "StatisticsService":
        """The subjects of questions about all matches."""
        from service.analysis.statistics import StatisticsService

        return StatisticsService(self.analytics)

    def search(self, viewpoint: str) -> "SearchService":
        """Searches all matches, as judge, spectator or a player."""
        from service.analysis.searching import SearchService

        return SearchService(self.analytics, self.history, viewpoint)
