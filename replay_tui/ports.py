"""What the terminal program asks of the application. It never sees a store or a database."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from service.library import Kind, MatchQuery, MatchRow, SortKey
from service.reading.log import AnyHistory

if TYPE_CHECKING:  # the database behind it is loaded when statistics are looked at
    from service.analysis.statistics import Answer, Question, Report, Wanted

__all__ = ["KINDS", "SORT_KEYS", "Library", "MatchQuery", "MatchRow", "Statistics"]

SORT_KEYS: Final[tuple[SortKey, ...]] = ("updated", "opened", "game", "entries", "violations")
"""The orders that the match list shows in its columns."""

KINDS: Final[tuple[Kind | None, ...]] = (None, "match", "contest", "what-if")
"""What the match list can be narrowed to; first everything."""


class Statistics(Protocol):
    """Questions about all matches. Calls may block; any error's text is one line to show."""

    def questions(self) -> "tuple[Question, ...]":
        """All that can be asked."""
        ...

    def ask(self, wanted: "Wanted", report: "Report | None" = None) -> "Answer":
        """The answer, after catching up; progress is reported, and a report that raises stops the work."""
        ...

    def known(self) -> Mapping[str, tuple[str, ...]]:
        """The parameters of scopes, with values that would find something."""
        ...


class Library(Protocol):
    """Matches to list and to replay. Calls may block: they are made in workers. Any error's text is one line to show."""

    def matches(self, query: MatchQuery) -> Sequence[MatchRow]:
        """The matches that a query asks for."""
        ...

    def listing(
        self, query: MatchQuery, progress: Callable[[int, int], None] | None = None
    ) -> tuple[int, Sequence[MatchRow]]:
        """How many matches a query finds over all pages, and its page. What `progress` raises stops a long catch-up."""
        ...

    def damage(self, matches: Sequence[str]) -> Mapping[str, str]:
        """The damaged ones of some matches: from which entry on they cannot be followed, and why."""
        ...

    def tags(self) -> Sequence[tuple[str, int]]:
        """The tags that there are, with how many matches bear them; the commonest first."""
        ...

    def players(self) -> Sequence[str]:
        """Players to choose from; who played most stands first."""
        ...

    def history(self, match_id: str) -> AnyHistory:
        """A match with all its frames."""
        ...

    def trouble_with(self, match_id: str, upto: int) -> str:
        """One line where what is stored of a match, up to an entry, was altered; empty where it was not."""
        ...

    def refresh(self, history: AnyHistory) -> int:
        """Adds what was recorded since; returns how many entries."""
        ...

    @property
    def statistics(self) -> Statistics:
        """What can be asked about all matches."""
        ...
