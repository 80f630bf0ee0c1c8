"""Maps PostgreSQL's errors to those of a store. Codes: appendix A of the PostgreSQL manual."""

from typing import Final

import psycopg

from storage.errors import (
    FULL,
    Busy,
    DiskFull,
    MatchNotFound,
    OutcomeUnknown,
    StorageError,
    StoreDamaged,
    StoreNotFound,
    StoreUnwritable,
    Taken,
    Unreachable,
    busy_text,
)

_BUSY: Final = {"55P03", "40001", "40P01", "57014"}
_LOST: Final = {"57P01", "57P02", "57P03", "57P05", "25P03"}
_REFUSED: Final = StoreUnwritable, "{}; check name and password (PGPASSWORD, or ~/.pgpass)"
_MISSING: Final = StoreNotFound, "{}; `matchbook init` creates a store in an existing database"
_DAMAGED: Final = StoreDamaged, "damaged ({}); restore a copy, or import its match files"
_SAID: Final[dict[str, tuple[type[StorageError], str]]] = {
    "53100": (DiskFull, FULL),
    "25006": (StoreUnwritable, "read-only ({}); record on the primary server"),
    "42501": (StoreUnwritable, "{}; the store's owner grants rights with `matchbook init --account NAME`"),
    "42704": (StoreNotFound, "{}; create the account first: CREATE ROLE NAME LOGIN"),
    **dict.fromkeys(("28000", "28P01"), _REFUSED),
    **dict.fromkeys(("3D000", "3F000", "42P01"), _MISSING),
    **dict.fromkeys(("XX001", "XX002"), _DAMAGED),
}
_KEY: Final = "stored_events_pkey"


def translated(error: psycopg.Error, place: str, *, writing: bool = False) -> StorageError:
    """Return the typed error for an error of the driver or of the server."""
    code = error.sqlstate or ""
    told = " ".join((error.diag.message_primary or str(error)).split())
    if code == "23505" and error.diag.constraint_name == _KEY:
        return Taken(f"{place}: {told}")
    # The driver's own error: a text with NUL, which stored rows never contain.
    if isinstance(error, psycopg.DataError) and not code:
        return MatchNotFound(f"{place}: unknown name ({told})")
    if code in _BUSY:
        return Busy(busy_text(place))
    if code in _SAID:
        kind, text = _SAID[code]
        return kind(f"{place}: {text.format(told)}")
    if code.startswith("53"):
        return Busy(f"{place}: the server is busy ({told}); not recorded, try again")
    if code == "58030" or lost(error):
        return _interrupted(place, told, writing=writing)
    return StorageError(f"{place}: {told}")


def lost(error: psycopg.Error) -> bool:
    """Return True if the connection is lost: the error has no code, a code of class 08, or one of `_LOST`, such as a shutdown of
    the server."""
    code = error.sqlstate
    return isinstance(error, psycopg.OperationalError) and (code is None or code in _LOST or code.startswith("08"))


def _interrupted(place: str, told: str, *, writing: bool) -> StorageError:
    if writing:
        return OutcomeUnknown(f"{place}: the connection was lost ({told}); reload the match to see what was recorded")
    return Unreachable(f"{place}: cannot be reached ({told}); not recorded, try again")
