"""Stored card definitions: written once under the digest of their bytes, and read back."""

from contextlib import suppress
from hashlib import sha256

from domain.cards import CardRecord, Catalogue, CatalogueError, catalogue_from_json
from domain.entries import Opened
from domain.game import AnyGame, Command, Event
from domain.registry import UnknownGame
from storage.errors import CatalogueNotFound, StorageError
from storage.recorder import Recorder
from storage.records import UNREADABLE, CatalogueRow, Codecs, StoredRow


def read_catalogue(row: CatalogueRow, game: AnyGame) -> Catalogue[CardRecord]:
    """Decode stored card definitions. Raises CatalogueNotFound if they are damaged. The digest is checked against the
    stored bytes; encoding the records again would give other bytes if they have new fields since."""
    if tuple(map(type, row)) != (str, str, str, bytes):
        raise CatalogueNotFound(
            f"card definitions {str(row.digest)[:12]}… of {row.game} are damaged: a column has another type than when it was stored"
        )
    if sha256(row.body).hexdigest() != row.digest:
        raise CatalogueNotFound(
            f"card definitions {row.digest[:12]}… of {row.game} are damaged: their content does not match their digest"
        )
    try:
        return catalogue_from_json(row.body, game.cards.record, row.name)
    except CatalogueError as error:
        raise CatalogueNotFound(f"card definitions {row.digest[:12]}… of {row.game} cannot be read: {error}") from error


class StoredCatalogues:
    """The card definitions in a store. Definitions are read and checked only once."""

    def __init__(self, recorder: Recorder, codecs: Codecs, store_name: str) -> None:
        """`store_name` is for messages."""
        self._recorder = recorder
        self._codecs = codecs
        self._store_name = store_name
        self._read: dict[str, Catalogue[CardRecord]] = {}
        self._named: set[tuple[str, str, str]] = set()
        """Digest, game and name of definitions that were checked."""

    def read(self, digest: str, game: str) -> Catalogue[CardRecord]:
        """Return the card definitions of that digest. Raises CatalogueNotFound (missing, or damaged)."""
        if digest not in self._read:
            self._read[digest] = read_catalogue(self.row(digest, game), self._codecs.find_game(game))
        return self._read[digest]

    def row(self, digest: str, game: str) -> CatalogueRow:
        """Return the card definitions of that digest as they are stored. Raises CatalogueNotFound."""
        if (row := self._recorder.select_catalogue(digest)) is None:
            raise CatalogueNotFound(f"{self._store_name} lacks the card definitions {digest[:12]}… of {game}")
        return row

    def misnamed(self, first: StoredRow) -> bool:
        """Return True if the card definitions of an opening are missing, or stored under a game and name that no match
        uses for them.

        Other matches are read only if this one uses another game or name for its definitions.
        """
        opened = self._opened(first.topic.decode(errors="replace"), first.state)
        if opened is None:
            return False
        called = opened.catalogue, opened.game, opened.catalogue_name
        if called in self._named:
            return False
        try:
            self.expect_named(self.row(opened.catalogue, opened.game), opened)
        except CatalogueNotFound:
            return True
        self._named.add(called)
        return False

    def expect_named(self, row: CatalogueRow, opened: Opened[Command, Event]) -> None:
        """Raise CatalogueNotFound if no match uses the game and name under which these card definitions are stored.
        Definitions are stored once, with the game and name of the first match that uses them."""
        if _fits(row, opened):
            return
        for match in self._recorder.select_match_ids():
            for _, topic, state in self._recorder.select_rows(match, upto=1):
                other = self._opened(topic, state)
                if other is not None and other.catalogue == row.digest and _fits(row, other):
                    return
        text = f"are stored as {row.name!r} of {row.game!r}, but every match that uses them gives another name or game"
        raise CatalogueNotFound(f"card definitions {row.digest[:12]}… {text}")

    def _opened(self, topic: str, state: bytes) -> Opened[Command, Event] | None:
        with suppress(*UNREADABLE, UnknownGame, StorageError):
            payload = self._codecs.decode(topic, state).payload
            return payload if isinstance(payload, Opened) else None
        return None


def _fits(row: CatalogueRow, opened: Opened[Command, Event]) -> bool:
    """Return True if game and name in an opening are those of its card definitions. Openings of older matches have no
    name."""
    return row.game == opened.game and opened.catalogue_name in {"", row.name}
