"""The log of looks: which official looked at hidden information of which match. It is a sidecar of the store, not part of
matches."""

import secrets
from collections import OrderedDict
from threading import Lock
from typing import Final

import msgspec
from msgspec import Raw, Struct

from domain.decoding import decoded
from service.clock import Clock, system_clock
from storage.errors import StorageError
from storage.sidecar import Sidecar, unreadable

MOST: Final = 5_000
"""Entries that are kept; the oldest go first."""
_DROPPED: Final = 500
"""Entries dropped at a time, because each change writes the whole file."""
WINDOW: Final = 10 * 60 * 1_000_000
"""Microseconds during which repeated looks by the same person are one entry: live pages look several times a minute."""


class Look(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An official was shown information that spectators do not see."""

    at: int
    """Microseconds since 1970, UTC."""
    name: str
    """Holder of the token."""
    role: str
    match: str
    """Empty: the whole store."""
    viewpoint: str
    way: str
    """`page`, `api`, `stream`, `file`, `store` (a remote terminal) or `backup`."""


class LookLog:
    """The looks at a store. Thread-safe; several servers of a database may add to it."""

    def __init__(self, sidecar: Sidecar, clock: Clock = system_clock) -> None:
        self._beside = sidecar
        self._clock = clock
        self._mutex = Lock()
        self._rows: dict[str, Raw] = {}
        self._last: OrderedDict[tuple[str, ...], int] = OrderedDict()

    def note(self, name: str, role: str, match: str, viewpoint: str, way: str) -> str:
        """Add an entry, unless there is one for the same look within `WINDOW`. Return the reason if it could not be written,
        else an empty text. It never raises, because a full disk must not keep judges from a table."""
        try:
            self._note((name, role, match, viewpoint, way))
        except StorageError as error:
            return str(error)
        return ""

    def _note(self, key: tuple[str, str, str, str, str]) -> None:
        (name, role, match, viewpoint, way), now = key, self._clock()
        with self._mutex:
            if now - self._last.get(key, now - WINDOW) < WINDOW:
                return
            look = Look(at=now, name=name, role=role, match=match, viewpoint=viewpoint, way=way)
            self._beside.put({f"{now:017}-{secrets.token_hex(4)}": Raw(msgspec.json.encode(look))})
            self._last[key] = now
            if len(self._last) > MOST:
                self._last.popitem(last=False)
            if len(rows := self._read()) > MOST:
                self._beside.drop(sorted(rows)[: len(rows) - MOST + _DROPPED])

    def looks(self, match: str = "") -> tuple[Look, ...]:
        """Return the looks at a match (empty: at any match), the latest first. Looks at the whole store are included for every
        match. Raises the errors of Sidecar."""
        with self._mutex:
            try:
                found = [decoded(row, Look) for _, row in sorted(self._read().items(), reverse=True)]
            except msgspec.MsgspecError as error:
                raise unreadable(self._beside.place, error) from error
        return tuple(look for look in found if not match or look.match in ("", match))

    def _read(self) -> dict[str, Raw]:
        if (rows := self._beside.read()) is not None:
            self._rows = rows
        return self._rows
