"""What the terminal program asks for: lists from the analytics, matches from the store, rules from the games."""

from typing import TYPE_CHECKING

from domain.game import Rule, load_game
from projections.answers import MatchQuery, MatchRow

if TYPE_CHECKING:
    from projections.analytics import Analytics
    from service.matchbook import Matchbook
    from service.recorder import AnyHistory

__all__ = ["Library", "MatchQuery", "MatchRow"]


class Library:
    """A store and its analytics, for looking at. Calls may block; any error's text is one line to show."""

    def __init__(self, app: "Matchbook", analytics: "Analytics") -> None:
        self._app = app
        self._analytics = analytics

    def matches(self, query: MatchQuery) -> tuple[MatchRow, ...]:
        """The matches that a query asks for."""
        return self._analytics.matches(query)

    def match_count(self, query: MatchQuery) -> int:
        """How many matches a query finds, without its limit."""
        return self._analytics.match_count(query)

    def history(self, match_id: str) -> "AnyHistory":
        """A match with all its frames."""
        return self._app.history(match_id)

    def refresh(self, history: "AnyHistory") -> int:
        """Adds what was recorded since; returns how many entries."""
        return self._app.refresh(history)

    def rule(self, game: str, rule: str) -> Rule | None:
        """A rule of a game's reference."""
        return load_game(game).rules.get(rule)
