"""Days, and ranges of days and numbers, as people type them in filters."""

import re
from collections.abc import Callable
from datetime import date
from typing import Final, TypeAlias

Bounds: TypeAlias = tuple[str | None, str | None]
"""The lowest and the highest value, both included; `None`: open."""

_DAY: Final = re.compile(r"\d{4}(-\d\d){0,2}")
_NUMBER: Final = re.compile(r"-?\d{1,9}")
_COMPARED: Final = re.compile(r"(<=|>=|<|>|=)(-?\d{1,9})")


def read_day(value: str) -> str:
    """Return a day as `2026-05-31`; the first one of a month or year. Raises ValueError with the expected form."""
    try:
        return str(date.fromisoformat(value + "-01-01"[len(value) - 4 :] if _DAY.fullmatch(value) else ""))
    except ValueError:
        raise ValueError("a day like 2026-05-31, or 2026-05") from None


def day_bounds(value: str) -> Bounds:
    """Return the bounds of `2026-05`, or of a range. Raises ValueError with the expected form."""
    return _bounds(value, _DAY.fullmatch, "2026-05-31, 2026-05 or 2026-01..2026-03")


def number_bounds(value: str) -> Bounds:
    """Return the bounds of a number, range or comparison. Raises ValueError with the expected form."""
    if compared := _COMPARED.fullmatch(value):
        sign, number = compared[1], int(compared[2])
        low = {">": number + 1, ">=": number, "=": number}.get(sign)
        high = {"<": number - 1, "<=": number, "=": number}.get(sign)
        return None if low is None else str(low), None if high is None else str(high)
    return _bounds(value, _NUMBER.fullmatch, "4, 3..6, 3.., ..6, >3 or <=6")


def _bounds(value: str, right: Callable[[str], re.Match[str] | None], expected: str) -> Bounds:
    low, dots, high = value.partition("..")
    ends = (low or None, (high or None) if dots else low or None)
    if ends == (None, None) or not all(right(end) for end in ends if end is not None):
        raise ValueError(expected)
    return ends
