"""Card records as tables and in words, derived from the record structs: any game's cards are listed and explained alike."""

import inspect as python_inspect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from msgspec import Struct
from rich.cells import cell_len

from domain.cards import CardRecord, Catalogue
from domain.fields import Field, declared_fields

WIDEST: Final = 18
"""Most cells in a column. Longer lists are cut; longer texts appear only in the details."""
_PROSE: Final = 3
"""A text with at least so many blanks counts as prose, not as a name."""

_Cell: TypeAlias = int | str | tuple[str, ...]


class CardColumn(Struct, frozen=True, gc=False):
    """One column of a kind of cards."""

    title: str
    width: int
    numeric: bool


class CardRow(Struct, frozen=True):
    """One card: its id, its name, and a text for each column."""

    card_id: str
    name: str
    cells: tuple[str, ...]


class CardGroup(Struct, frozen=True):
    """The cards of one record struct, with the columns in which they differ, numbers first."""

    kind: str
    columns: tuple[CardColumn, ...]
    rows: tuple[CardRow, ...]


def card_groups(cards: Iterable[CardRecord]) -> tuple[CardGroup, ...]:
    """The cards by kind, in the order in which the kinds first come up."""
    by_kind: dict[str, list[CardRecord]] = {}
    for card in cards:
        by_kind.setdefault(kind_of(card), []).append(card)
    return tuple(_group(kind, of_kind) for kind, of_kind in by_kind.items())


def _group(kind: str, cards: Sequence[CardRecord]) -> CardGroup:
    found = [dict(_cells(card)) for card in cards]
    titles = dict.fromkeys(title for cells in found for title in cells)
    columns = [_column(title, [cells.get(title, "") for cells in found]) for title in titles]
    shown = sorted((c for c in columns if c is not None), key=lambda c: not c.numeric)
    rows = (
        CardRow(card.card_id, card.name, tuple(_cell_text(cells.get(column.title, "")) for column in shown))
        for card, cells in zip(cards, found, strict=True)
    )
    return CardGroup(kind, tuple(shown), tuple(rows))


def _column(title: str, values: Sequence[_Cell]) -> CardColumn | None:
    """Return a column, if it has values that differ between the cards."""
    given = [value for value in values if value not in ("", ())]
    texts = [_cell_text(value) for value in given]
    prose = any(isinstance(value, str) and (value.count(" ") >= _PROSE or value.endswith(".")) for value in given)
    if not given or prose or (len(values) > 1 and len(set(values)) == 1):
        return None
    numeric = all(isinstance(value, int) for value in given)
    return CardColumn(title, max(min(max(map(cell_len, texts)), WIDEST), cell_len(title)), numeric)


def _cell_text(value: _Cell) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _cells(record: object, above: str = "") -> Iterator[tuple[str, _Cell]]:
    """Yield the fields of a record that fit a cell: numbers, words, lists of words, and such fields of nested structs."""
    for field in _fields(record):
        value, title = getattr(record, field.name), field.words
        if not above and field.name in ("card_id", "name"):
            continue
        if isinstance(value, bool):
            yield title, "yes" if value else ""
        elif isinstance(value, int | str):
            yield title, value
        elif isinstance(value, tuple) and not any(isinstance(item, Struct) for item in value):
            yield title, tuple(map(str, value))
        elif isinstance(value, Struct) and (chief := _chief(value)):
            yield title, getattr(value, chief)
        elif isinstance(value, Struct) and value.__struct_config__.tag is None:
            yield from _cells(value, title)


def _chief(value: Struct) -> str:
    """Return the name of a small struct's only required field, which is its main value."""
    required = [field.name for field in declared_fields(type(value)) if field.required]
    scalar = len(required) == 1 and isinstance(getattr(value, required[0]), int | str)
    return required[0] if scalar else ""


# --- in words ------------------------------------------------------------------------------------------------------------


class CardField(Struct, frozen=True, gc=False):
    """One field of a card in words."""

    label: str
    text: str
    meaning: str = ""
    """The meaning of its kind, from the docstring of its struct."""


def kind_of(card: object) -> str:
    """Return the kind of a card record, as written in catalogues."""
    tag = card.__struct_config__.tag if isinstance(card, Struct) else None
    return _words(str(tag)) if tag is not None else "card"


def kinds_of(cards: dict[str, int], catalogue: Catalogue[CardRecord]) -> dict[str, int]:
    """Return the number of cards of each kind in a list. Unknown ids count as `not in the catalogue`."""
    counts: dict[str, int] = {}
    for card, copies in cards.items():
        record = catalogue.get(card)
        kind = kind_of(record) if record is not None else "not in the catalogue"
        counts[kind] = counts.get(kind, 0) + copies
    return counts


def card_fields(card: CardRecord) -> Iterator[CardField]:
    """Yield all fields of a card that have a value, in words."""
    yield CardField("kind", kind_of(card), meaning_of(card))
    for field in _fields(card):
        value, label = getattr(card, field.name), field.words
        if field.name in ("card_id", "name") or value is None or value is False or value in ("", ()):
            continue
        if isinstance(value, tuple | list) and any(isinstance(item, Struct) for item in value):
            yield from (_told(label, item) for item in value)
        else:
            yield _told(label, value)


def _told(label: str, value: object) -> CardField:
    tagged = isinstance(value, Struct) and value.__struct_config__.tag is not None
    return CardField(label, in_words(value), meaning_of(value) if tagged else "")


def meaning_of(value: object) -> str:
    """Return the meaning of a value's struct in one line."""
    return _meaning(type(value)) if isinstance(value, Struct) else ""


@cache
def _meaning(struct: type[Struct]) -> str:
    doc = struct.__dict__.get("__doc__")
    return " ".join(python_inspect.cleandoc(doc).split("\n\n", maxsplit=1)[0].split()) if doc else ""


def in_words(value: object) -> str:
    """Return a value in words: `modify stat: stat defense, delta 100`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Struct):
        return _struct_in_words(value)
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(map(in_words, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{_words(str(key))} {in_words(item)}" for key, item in value.items()) or "none"
    return "none" if value is None else str(value)


def _struct_in_words(value: Struct) -> str:
    given = [(field, getattr(value, field.name)) for field in declared_fields(type(value))]
    changed = [(field, one) for field, one in given if one not in (None, "", (), {}) and one != field.default]
    said = ", ".join(_part(field, one, only=len(changed) == 1 and field.required) for field, one in changed)
    tag = value.__struct_config__.tag
    if tag is None:
        return said
    return f"{_words(str(tag))}: {said}" if said else _words(str(tag))


def _part(field: Field, value: object, *, only: bool) -> str:
    text = in_words(value)
    if isinstance(value, Struct | dict | tuple | list) and "," in text:
        return f"{field.words} ({text})"
    return text if only else f"{field.words} {text}"


def _fields(record: object) -> tuple[Field, ...]:
    return declared_fields(type(record)) if isinstance(record, Struct) else ()


def _words(name: str) -> str:
    return name.replace("_", " ")
