"""Shares with their uncertainty, worked out a second time: what the answers are held against."""

from math import sqrt
from typing import Final

from msgspec import Struct

Z95: Final = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""


class Interval(Struct, frozen=True):
    """A share between `low` and `high`, with 95 % confidence."""

    low: float
    high: float

    def __contains__(self, share: float) -> bool:
        return self.low <= share <= self.high


def wilson(successes: float, cases: float, z: float = Z95) -> Interval:
    """Wilson's score interval of a share.

    `successes` may count draws as halves: the interval then is a little wider than it need be.
    Raises ValueError for no cases, or for more successes than cases.
    """
    if not 0 <= successes <= cases or cases == 0:
        raise ValueError(f"{successes} of {cases} is no share")
    share, square = successes / cases, z * z
    centre = share + square / (2 * cases)
    half = z * sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    scale = 1 + square / cases
    return Interval(max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale))


def cases_to_exclude(share: float, other: float = 0.5, z: float = Z95) -> int:
    """How many cases a true `share` needs before its Wilson interval excludes `other`, when they come out as expected.

    Raises ValueError where both are the same, or not between 0 and 1.
    """
    if share == other or not (0 <= share <= 1 and 0 < other < 1):
        raise ValueError(f"{share} and {other}: two different shares are needed")
    # The interval excludes `other` exactly when the score test does.
    return int(z * z * other * (1 - other) / (share - other) ** 2) + 1
