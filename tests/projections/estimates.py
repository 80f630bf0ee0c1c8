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


def ends(successes: float, cases: float) -> list[float]:
    """The lower and the upper end of Wilson's interval."""
    interval = wilson(successes, cases)
    return [interval.low, interval.high]
