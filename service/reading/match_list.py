"""The list of all matches: queries and rows for screens and pages, and the analytics that answer them."""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from projections.answers import Kind, MatchQuery, MatchRow, SortKey

if TYPE_CHECKING:
    from typing import TypeAlias

    from projections.analytics import Analytics

    OpenAnalytics: TypeAlias = Callable[[], Analytics]

__all__ = ["Kind", "MatchQuery", "MatchRow", "OpenAnalytics", "SortKey", "opened_once"]

T = TypeVar("T")


def opened_once(open_: Callable[[], T]) -> Callable[[], T]:
    """Return a function that opens something when it is first called, and returns the same from then on. Thread-safe.

    Many programs never use the analytics, and DuckDB takes a tenth of a second to load.
    """
    opened, opening = cache(open_), Lock()

    def once() -> T:
        with opening:
            return opened()

    return once
