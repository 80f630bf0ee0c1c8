"""Cache of the last few values that a game computed from a state.

It lets `validate`, `resolve`, `legal` and `turn_info` of one step share a value. It caches a pure function and is never part of the
record: losing it costs only time.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

KEPT: Final = 64
"""Default number of cached values."""


class Kept(Generic[K, V]):
    """The values added last, by key. Callers must not change a value that they get. Thread-safe."""

    __slots__ = ("_kept", "_lock", "_made")

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._made: dict[K, V] = {}
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return a value, if it is kept."""
        return self._made.get(key)

    def put(self, key: K, value: V) -> None:
        """Add a value."""
        with self._lock:
            self._made[key] = value
            while len(self._made) > self._kept:
                del self._made[next(iter(self._made))]


class Memo(Kept[K, V]):
    """Cached values of a function, by its argument (a state, or the part of a state that the value depends on).

    For example `POSITIONS = Memo(board_of)`, then `POSITIONS[state.position]`. A value that is already known, for example the
    board after a move, may be `put`; it must equal the function's result.
    """

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V], kept: int = KEPT) -> None:
        super().__init__(kept)
        self._make = make

    def __getitem__(self, key: K) -> V:
        try:
            return self._made[key]
        except KeyError:
            value = self._make(key)
            self.put(key, value)
            return value
