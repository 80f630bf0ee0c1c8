"""Catalogues, decks and sample matches, from game packages and from the user's files."""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO

from domain.cards import CardRecord, Catalogue, CatalogueError, DeckList, deck_from_toml
from domain.game import AnyGame
from domain.registry import installed_games, load_game
from domain.text import pluralize

MAX_FILE_BYTES = 8_000_000
MAX_MATCH_BYTES = 16 * MAX_FILE_BYTES
"""Largest size of a match file, in bytes."""


class UnreadableFile(ValueError):
    """A file that is missing, too large or not UTF-8 text: names the file and the reason."""


class MissingFile(UnreadableFile):
    """A file that does not exist."""


def read_bytes(path: Path | Traversable, limit: int = MAX_FILE_BYTES) -> bytes:
    """Read a file. Raises UnreadableFile, also for more than `limit` bytes from a device or pipe."""
    try:
        with path.open("rb") as file:
            return read_stream(file, str(path), limit)
    except FileNotFoundError:
        raise MissingFile(f"{path}: no such file") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}") from None


def read_stream(file: IO[bytes], name: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """Read a stream of unknown size to its end. Raises UnreadableFile if it exceeds `limit`."""
    data = file.read(limit + 1)
    if len(data) > limit:
        raise UnreadableFile(f"{name}: larger than {pluralize(limit, 'byte')}")
    return data


def read_text(path: Path | Traversable) -> str:
    """A file's text. Raises UnreadableFile."""
    return text_of(read_bytes(path), str(path))


def text_of(data: bytes, name: str) -> str:
    """Bytes as text with plain line ends. Raises UnreadableFile."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{name}: not UTF-8 text (byte {error.start})") from None


def _package(game: AnyGame) -> Traversable:
    """The folder of the package that defines a game."""
    return resources.files(game.package)


def _built_in(game: AnyGame, folder: str, suffix: str) -> Iterator[Traversable]:
    place = _package(game) / folder
    if place.is_dir():
        yield from sorted((f for f in place.iterdir() if f.name.endswith(suffix)), key=lambda f: f.name)


def _find(game: AnyGame, folder: str, suffix: str, name: str) -> Path | Traversable:
    for file in _built_in(game, folder, suffix):
        if file.name in (name, name + suffix):
            return file
    path = Path(name)
    if path.suffix == suffix or path.exists():
        return path
    known = ", ".join(f.name.removesuffix(suffix) for f in _built_in(game, folder, suffix))
    raise MissingFile(f"no file and no built-in {folder} {name!r} for {game.name}; built in: {known or 'none'}")


def guide_of(game: AnyGame) -> str:
    """Return the game's guide for scorekeepers, in Markdown. Raises UnreadableFile."""
    file = _package(game) / "guide.md"
    if not file.is_file():
        raise UnreadableFile(f"{game.name} brings no page along; `matchbook rules {game.name}` lists its rules")
    return read_text(file)


def catalogue_names(game: AnyGame) -> tuple[str, ...]:
    """The catalogues that a game brings along; the first is the default."""
    names = [f.name.removesuffix(".toml") for f in _built_in(game, "catalogue", ".toml")]
    return tuple(sorted(names, key=lambda n: (n != game.cards.sample, not n.startswith("sample"), n)))


def load_catalogue(game: AnyGame, name: str | None = None) -> Catalogue[CardRecord]:
    """Load a catalogue by built-in name or file path. Without a name, the game's default; an empty one for a game without
    cards.

    Raises CatalogueError (the records), UnreadableFile.
    """
    if name is None:
        names = catalogue_names(game)
        if not (names or game.cards.records):
            return Catalogue((), "No cards")
        if not names:
            raise CatalogueError(f"{game.name} brings no catalogue along; name a file")
        name = names[0]
    file = _find(game, "catalogue", ".toml", name)
    return game.cards.read(read_text(file), file.name)


@cache
def packaged_digests(name: str) -> frozenset[str]:
    """Return the digests of the card definitions that a game brings along, by the name of the game."""
    game = load_game(name)
    return frozenset(load_catalogue(game, one).digest for one in catalogue_names(game))


def bound_game(name: str, catalogue: str | None) -> AnyGame:
    """Return a game for certain cards, by name. Raises UnknownGame, CatalogueError, UnreadableFile."""
    game = load_game(name)
    return game if game.specialise is None else game.for_catalogue(load_catalogue(game, catalogue))


def deck_names(game: AnyGame) -> tuple[str, ...]:
    """The sample decks that a game brings along."""
    return tuple(f.name.removesuffix(".toml") for f in _built_in(game, "decks", ".toml"))


def load_deck(game: AnyGame, name: str) -> DeckList:
    """A deck list by built-in name or file path. Raises CatalogueError, UnreadableFile."""
    file = _find(game, "decks", ".toml", name)
    deck = deck_from_toml(read_text(file), file.name)
    if deck.game and deck.game != game.name:
        raise CatalogueError(f"{file.name}: a deck of {deck.game}, not of {game.name}")
    return deck


def read_sheet_file(path: Path) -> str:
    """A scoresheet's text, by file path or by the name of a sample. Raises UnreadableFile."""
    if path.name != str(path) or path.exists():
        return read_text(path)
    samples = {sheet.name: sheet for game in installed_games().values() for sheet in sample_sheets(game)}
    found = samples.get(path.name) or samples.get(f"{path.name}.scoresheet")
    if found is None:
        known = ", ".join(sorted(name.removesuffix(".scoresheet") for name in samples))
        raise MissingFile(f"{path}: no such file, and no sample; samples: {known}")
    return read_text(found)


def sample_sheets(game: AnyGame) -> tuple[Traversable, ...]:
    """The scoresheets of sample matches that a game brings along."""
    sheets = _built_in(game, "match", ".scoresheet")
    return tuple(sorted(sheets, key=lambda sheet: sheet.name.removesuffix(".scoresheet") != game.cards.sample))
