"""Card definitions as they are stored: kept once under the digest of their bytes, and read back."""

from hashlib import sha256

from domain.cards import CardRecord, Catalogue, CatalogueError, catalogue_from_json
from domain.game import AnyGame
from storage.errors import CatalogueNotFound
from storage.records import CatalogueRow


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
