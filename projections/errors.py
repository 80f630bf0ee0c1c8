"""The errors of the analytics. Every message is one line: what, where and what to do."""

from typing import Final

ELSEWHERE: Final = "choose another analytics file (MATCHBOOK_ANALYTICS)"
"""Advice for a file that cannot stay at its path."""


class AnalyticsError(Exception):
    """Base class of the errors of the analytics. `column`: column of the wrong word in the typed line, from 0."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message if column is None else f"{message} (column {column + 1})")
        self.column = column


class AnalyticsBusy(AnalyticsError):
    """Another process held the analytics file for too long."""


class AnalyticsUnwritable(AnalyticsError):
    """The file or its folder cannot be written."""


class NotAnalytics(AnalyticsError):
    """The file has other content; it is left unchanged."""


class DamagedAnalytics(AnalyticsError):
    """The file cannot be read, or does not follow this store. It is rebuilt; users see this only if that fails too."""


class OutdatedAnalytics(DamagedAnalytics):
    """Another version of this program made the file: it is intact, and can be rebuilt without loss."""


class UnknownQuestion(AnalyticsError, LookupError):
    """The question does not exist."""


class BadParameter(AnalyticsError, ValueError):
    """A parameter that the question does not have, or a value that it cannot use."""


class QueryRefused(AnalyticsError, ValueError):
    """Ad-hoc SQL that is not one read-only statement, does not parse, or took too long."""


class UnknownMetric(AnalyticsError, LookupError):
    """The metric, dimension or value does not exist."""


class UnknownMove(AnalyticsError, LookupError):
    """A move that was never made from a position, or an ambiguous one. The message names the moves that were made."""
