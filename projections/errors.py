"""What can go wrong with the analytics. Every message is one line that says what, where and what to do."""

from typing import Final

ELSEWHERE: Final = "choose another analytics file (MATCHBOOK_ANALYTICS)"
"""What to do where the file cannot be where it is."""


class AnalyticsError(Exception):
    """Base of all errors of this package."""


class AnalyticsBusy(AnalyticsError):
    """Another process holds the analytics file, and did not let go of it in time."""


class AnalyticsUnwritable(AnalyticsError):
    """The file or its folder cannot be written."""


class NotAnalytics(AnalyticsError):
    """The file holds something else; it is left as it is."""


class DamagedAnalytics(AnalyticsError):
    """The file cannot be read, or does not follow this store. It is made anew; users see this only if that fails too."""


class OutdatedAnalytics(DamagedAnalytics):
    """Another version of this program made the file: nothing is wrong with it, and nothing in it is worth keeping."""


class UnknownQuestion(AnalyticsError, LookupError):
    """There is no question of that name."""


class BadParameter(AnalyticsError, ValueError):
    """A parameter that the question does not have, or a value that it cannot use."""


class QueryRefused(AnalyticsError, ValueError):
    """Ad-hoc SQL that is not a single reading statement, does not parse, or took too long."""


class UnknownMetric(AnalyticsError, LookupError):
    """There is no metric, dimension or value of that name."""


class UnknownMove(AnalyticsError, LookupError):
    """A move that was not made from a position, or that is not told apart: names those that were."""
