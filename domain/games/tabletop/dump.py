"""Writing a pinned kit as a TOML file. Reading the file gives the same kit, with the same digest."""

import json
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.games.tabletop.layout import layout_of
from domain.games.tabletop.packs import pack_cards
from domain.games.tabletop.schema import PAIRED, TABLES, KitRecord, Part, PieceRecord, TraitPart


def kit_text(catalogue: Catalogue[CardRecord]) -> str:
    """Return the TOML file of a pinned kit, without its comments. Raises CatalogueError without a kit."""
    layout = layout_of(catalogue)
    return (
        "\n".join((*_head(layout.kit), *_cards(layout.kit, layout.pieces), *_tables(layout.kit), *_rows(layout.kit)))
        + "\n"
    )


def _value(value: object) -> str:
    """Return a TOML value; text of several lines is in triple quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and "\n" in value:
        return f'"""\n{value}"""'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def _fields(struct: Struct) -> dict[str, object]:
    found = msgspec.to_builtins(struct)
    assert isinstance(found, dict)
    return found


def _head(kit: KitRecord) -> Iterator[str]:
    for key, value in _fields(kit.head).items():
        yield f"{key} = {_value(value)}"


def _pairs(value: object) -> str:
    assert isinstance(value, list | tuple)
    return f"{{ {', '.join(f'{json.dumps(str(key), ensure_ascii=False)} = {_value(item)}' for key, item in value)} }}"


def _tables(kit: KitRecord) -> Iterator[str]:
    for table, (field, _) in TABLES.items():
        parts: tuple[Part, ...] = getattr(kit, field)
        if table == "verb":
            parts = parts[: len(parts) - kit.built_in]
        for part in parts:
            if isinstance(part, TraitPart):
                yield from (
                    "",
                    f"[trait.{part.name}]",
                    *(f"{json.dumps(k, ensure_ascii=False)} = {_value(v)}" for k, v in part.values),
                )
                continue
            yield from ("", f"[{table}.{part.name}]")
            for key, value in _fields(part).items():
                if key != "name":
                    yield f"{key} = {_pairs(value) if PAIRED.get(key) == table else _value(value)}"


def _rows(kit: KitRecord) -> Iterator[str]:
    for name, rows in (("guard", kit.guards), ("end", kit.ends)):
        for row in rows:
            yield from ("", f"[[{name}]]", *(f"{key} = {_value(value)}" for key, value in _fields(row).items()))


def _cards(kit: KitRecord, pieces: dict[str, PieceRecord]) -> Iterator[str]:
    """Yield the cards as one list of inline tables, which must come before the tables of the file."""
    given = {trait.name for trait in kit.traits}
    packed = {card.card_id: dict(card.traits) for deck in kit.decks if deck.pack for card in pack_cards(deck.pack)}
    listed = {deck.name: {card for card, _ in deck.cards} | (set(packed) if deck.pack else set()) for deck in kit.decks}
    rows = []
    for piece in pieces.values():
        if piece.listed:
            row: dict[str, object] = {"id": piece.card_id, "name": piece.name}
            if piece.text:
                row["text"] = piece.text
            for deck, copies in piece.copies:
                if piece.card_id not in listed[deck]:
                    row |= {"deck": deck, "copies": copies}
            if faces := [dict(one.traits)["face"] for one in pieces.values() if one.face_of == piece.card_id]:
                row["faces"] = faces
            known = packed.get(piece.card_id, {})
            row |= {k: v for k, v in piece.traits if known.get(k) != v and k not in given}
            rows.append(f"  {{ {', '.join(f'{key} = {_value(value)}' for key, value in row.items())} }},")
    if rows:
        yield from ("card = [", *rows, "]")
