"""Waiting for what must happen, as long as the busiest machine takes."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import Final

PATIENCE: Final = 120
"""Seconds."""


def wait_until(happened: Callable[[], object], what: str = "it did not happen") -> None:
    """Looks again and again; `what` is said where it never comes."""
    last = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < last, what
        sleep(0.005)
