"""Following a store: the matches in which any program has recorded new entries."""

from collections.abc import Callable
from typing import Final

from service.recording.match_service import MatchService
from storage.recorder import Following

__all__ = ["Following", "StoreTail"]

_AT_ONCE: Final = 1000


class StoreTail:
    """The log of a store from now on. Use it in one thread; `wake` is called from another."""

    def __init__(self, app: MatchService, wake: Callable[[], None]) -> None:
        """`wake` is called whenever there may be news, until it is closed."""
        self._store = app.store
        self._position = self._store.head_position()
        self._following = self._store.follow(wake)

    def news(self) -> set[str]:
        """Return the matches with new entries since the last call, by any program. Raises the errors of the store."""
        changed: set[str] = set()
        while True:
            rows = self._store.select(self._position, _AT_ONCE)
            changed.update(row.match for row in rows)
            self._position = rows[-1].position if rows else self._position
            if len(rows) < _AT_ONCE:
                return changed

    def close(self) -> None:
        """Stop waking followers."""
        self._following.close()
