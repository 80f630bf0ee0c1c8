"""Card definitions as they are stored: kept once under the digest of their bytes, and read back."""

from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from domain.cards import CardRecord, Catalogue, CatalogueError, catalogue_from_json
from domain.entries import Opened
from domain.game import AnyGame, Command, Event
from domain.registry import UnknownGame
from storage.errors import CatalogueNotFound, StorageError
from storage.records import UNREADABLE, CatalogueRow, StoredRow

if TYPE_CHECKING:
    from storage.store import MatchStore


def read_catalogue(row: CatalogueRow, game: AnyGame) -> Catalogue[CardRecord]:
    """Card definitions from their stored form. Raises CatalogueNotFound where they are damaged.

    The digest is that of the stored bytes: a program whose records have got a new field since may encode them otherwise.
    """
    if tuple(map(type, row)) != (str, str, str, bytes):
        raise CatalogueNotFound(
            f"card definitions {str(row.digest)[:12]}… of {row.game} are damaged: a column is not of the type that was stored"
        )
    if sha256(row.body).hexdigest() != row.digest:
        raise CatalogueNotFound(
            f"card definitions {row.digest[:12]}… of {row.game} are damaged: their digest is another"
        )
    try:
        return catalogue_from_json(row.body, game.cards.record, row.name)
    except CatalogueError as error:
        raise CatalogueNotFound(f"card definitions {row.digest[:12]}… of {row.game} cannot be read: {error}") from error


def misnamed(store: "MatchStore", first: StoredRow) -> bool:
    """Return True if the definitions that a match is opened with are missing, or carry the game or name of no match.

    Matches are read only if this one calls its definitions otherwise.
    """
    opened = _opened(store, first.topic.decode(errors="replace"), first.state)
    if opened is None:
        return False
    called = opened.catalogue, opened.game, opened.catalogue_name
    if called in store.named:
        return False
    try:
        expect_named(store, store.catalogue_row(opened.catalogue, opened.game), opened)
    except CatalogueNotFound:
        return True
    store.named.add(called)
    return False


def expect_named(store: "MatchStore", row: CatalogueRow, opened: Opened[Command, Event]) -> None:
    """Definitions are stored once, under the game and name that the first match to use them gave. Raises CatalogueNotFound
    where no match that is played with them calls them so."""
    if _fits(row, opened):
        return
    for match in store.match_ids():
        for _, topic, state in store.recorder.select_rows(match, upto=1):
            other = _opened(store, topic, state)
            if other is not None and other.catalogue == row.digest and _fits(row, other):
                return
    text = f"call themselves {row.name!r} of {row.game!r}, as no match calls them that is played with them"
    raise CatalogueNotFound(f"card definitions {row.digest[:12]}… {text}")


def _fits(row: CatalogueRow, opened: Opened[Command, Event]) -> bool:
    """Whether a match calls its card definitions as they call themselves; older ones gave them no name."""
    return row.game == opened.game and opened.catalogue_name in {"", row.name}


def _opened(store: "MatchStore", topic: str, state: bytes) -> Opened[Command, Event] | None:
    with suppress(*UNREADABLE, UnknownGame, StorageError):
        payload = store.codecs.decode(topic, state).payload
        return payload if isinstance(payload, Opened) else None
    return None
