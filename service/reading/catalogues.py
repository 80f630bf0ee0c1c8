"""Catalogues and decks for display, with their checks: those of a game package, of a match, and of files."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import Final

from msgspec import Struct

from domain.cards import CardRecord, Catalogue, CatalogueError, DeckList, deck_from_toml
from domain.game import AnyGame
from domain.registry import installed_games
from domain.rules import CatalogueNote, Violation
from domain.seats import GameState, Viewpoint
from domain.validation import InvalidValue, toml_tables
from service.reading.card_tables import card_fields
from service.reading.styled_text import cut
from service.reading.viewpoints import viewpoint_name
from service.resources import UnreadableFile, catalogue_names, deck_names, load_catalogue, load_deck, read_text

__all__ = ["CatalogueError", "UnreadableFile"]

_MOST_SHOWN: Final = 60
"""Most cells of an invalid path in a message."""


class CheckedCatalogue(Struct, frozen=True):
    """A catalogue with the violations of the game's card rules, and notes."""

    label: str
    """The name of the sample, the file's name, or `this match`."""
    catalogue: Catalogue[CardRecord]
    findings: tuple[Violation, ...]
    notes: tuple[CatalogueNote, ...] = ()
    """Remarks that are not errors."""


class CheckedDeck(Struct, frozen=True):
    """A deck list with the violations of the game's deck rules, under the default options."""

    label: str
    source: str
    """`sample deck`, `registered for Ana`, `file`."""
    deck: DeckList
    shelf: CheckedCatalogue
    """The cards that it was checked with."""
    findings: tuple[Violation, ...]
    unseen: dict[str, int] | None = None
    """For a registered list: card id -> copies not seen yet; negative if more copies were seen than the list has."""

    @property
    def notes(self) -> tuple[CatalogueNote, ...]:
        """The notes on its cards."""
        return notes_on(self.deck, self.shelf.notes)


class MatchView(Struct, frozen=True):
    """A state of a match and the viewpoint that it is shown to."""

    game: AnyGame
    state: GameState
    viewpoint: Viewpoint


class Collection(Struct, frozen=True):
    """The catalogues and decks of a game."""

    shelves: tuple[CheckedCatalogue, ...]
    """The match's own catalogue first."""
    decks: tuple[CheckedDeck, ...]
    """Registered decks first."""


def notes_on(deck: DeckList, notes: Iterable[CatalogueNote]) -> tuple[CatalogueNote, ...]:
    """Return the notes about the cards of a deck and the cards kept beside it (a team card, an ante)."""
    return tuple(note for note in notes if note.card in deck.cards or note.card in deck.beside.values())


def games() -> tuple[AnyGame, ...]:
    """The installed games; competitions have no cards."""
    return tuple(game for game in installed_games().values() if game.kind == "game")


def collection(game: AnyGame, table: MatchView | None = None) -> Collection:
    """Return the catalogues and decks of a game. With `table`, also those of a match that its viewpoint may know.

    Raises CatalogueError, UnreadableFile (for an unreadable sample).
    """
    samples = tuple(_shelf(game, name, load_catalogue(game, name)) for name in catalogue_names(game))
    of_match = _shelf(game, "this match", table.state.catalogue) if table is not None else None
    shelves = (of_match, *samples) if of_match is not None else samples
    registered = registered_decks(table, of_match) if table is not None and of_match is not None else ()
    decks = (_deck(game, name, "sample deck", load_deck(game, name), samples or shelves) for name in deck_names(game))
    return Collection(shelves, (*registered, *decks))


def registered_decks(table: MatchView, shelf: CheckedCatalogue) -> Iterator[CheckedDeck]:
    """Yield the registered lists that the viewpoint may know, with the cards that it has not seen yet."""
    for seat in range(len(table.state.seats)):
        known = table.game.hidden.registered(table.state, seat, table.viewpoint)
        if known is not None:
            player = viewpoint_name(seat, table.state.seats)
            found = table.game.cards.check_deck(known.deck, shelf.catalogue)
            yield CheckedDeck(f"{player}'s list", f"registered for {player}", known.deck, shelf, found, known.unseen)


def read_file(game: AnyGame, path: str, shelves: Sequence[CheckedCatalogue]) -> CheckedCatalogue | CheckedDeck:
    """Read a catalogue or a deck list from a file. Raises CatalogueError, UnreadableFile: one line with the file's name."""
    file = _file(path.strip())
    text = read_text(file)
    try:
        tables = toml_tables(text)
    except InvalidValue as error:
        raise CatalogueError(f"{file.name}: {error}") from None
    if "card" in tables:
        return _shelf(game, file.name, game.cards.read(text, file.name))
    if "cards" not in tables:
        raise CatalogueError(f"{file.name}: not a catalogue ([[card]] tables) or a deck ([cards])")
    deck = deck_from_toml(text, file.name)
    if deck.game and deck.game != game.name:
        raise CatalogueError(f"{file.name}: a deck of {deck.game}, not of {game.name}")
    return _deck(game, file.name, "file", deck, shelves)


def _file(path: str) -> Path:
    """Return the path of a regular file. Reading a device might never end."""
    try:
        file = Path(path).expanduser()
        regular = S_ISREG(file.stat().st_mode)
    except (OSError, ValueError, RuntimeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise UnreadableFile(f"{cut(path, _MOST_SHOWN)}: {why}") from None
    if not regular:
        raise UnreadableFile(f"{file}: not a file")
    return file


def copies_of(card: str, decks: Iterable[CheckedDeck], shelf: CheckedCatalogue) -> Iterator[tuple[CheckedDeck, int]]:
    """Yield the decks that contain a card of this catalogue, each with the number of copies."""
    for deck in decks:
        if deck.shelf.catalogue == shelf.catalogue and (copies := deck.deck.cards.get(card, 0)):
            yield deck, copies


def searched_card(card: CardRecord) -> str:
    """The searched text: id, name and all fields in words."""
    return " ".join((card.card_id, card.name, *(f"{field.label} {field.text}" for field in card_fields(card))))


def _shelf(game: AnyGame, label: str, catalogue: Catalogue[CardRecord]) -> CheckedCatalogue:
    return CheckedCatalogue(label, catalogue, game.cards.check(catalogue), game.cards.notes(catalogue))


def _deck(game: AnyGame, label: str, source: str, deck: DeckList, shelves: Sequence[CheckedCatalogue]) -> CheckedDeck:
    """Check a deck with the catalogue that has most of its cards (the first of several)."""
    if not shelves:
        raise CatalogueError(f"{label}: no catalogue to check it with")
    cards = (*deck.cards, *deck.beside.values())
    shelf = max(shelves, key=lambda s: sum(card in s.catalogue for card in cards))
    return CheckedDeck(label, source, deck, shelf, game.cards.check_deck(deck, shelf.catalogue))
