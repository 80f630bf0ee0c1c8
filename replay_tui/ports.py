"""What the terminal program asks of the application. It never sees a store or a database."""

from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias

from domain.game import Rule
from service.library import MatchQuery, MatchRow
from service.logtext import AnyHistory

__all__ = ["SORT_KEYS", "Library", "MatchQuery", "MatchRow", "SortKey"]

SortKey: TypeAlias = Literal["updated", "opened", "game", "entries", "violations"]

SORT_KEYS: Final[tuple[SortKey, ...]] = ("updated", "opened", "game", "entries", "violations")
"""The orders that the match list shows in its columns."""


class Library(Protocol):
    """Matches to list and to replay. Calls may block: they are made in workers. Any error's text is one line to show."""

    def matches(self, query: MatchQuery) -> Sequence[MatchRow]:
        """The matches that a query asks for."""
        ...

    def match_count(self, query: MatchQuery) -> int:
        """How many matches a query finds, without its limit."""
        ...

    def history(self, match_id: str) -> AnyHistory:
        """A match with all its frames."""
        ...

    def refresh(self, history: AnyHistory) -> int:
        """Adds what was recorded since; returns how many entries."""
        ...

    def rule(self, game: str, rule: str) -> Rule | None:
        """A rule of a game's reference."""
        ...
