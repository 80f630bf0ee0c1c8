"""Reading of kit files: TOML to the records that matches pin. Every mistake is reported with its place and what is possible."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue, CatalogueError, is_card_id
from domain.games.tabletop.import_parts import ExportPart, ImportPart, export_problems, import_problems
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.limits import draw_problem
from domain.games.tabletop.lint import CARD_ID, OWN_TAGS, check_name, check_names, check_numbers
from domain.games.tabletop.packs import pack_cards
from domain.games.tabletop.program import Problems, compiled
from domain.games.tabletop.schema import (
    BUILT_IN,
    FORMAT,
    KIT_ID,
    MOST_BYTES,
    MOST_CARDS,
    MOST_COPIES,
    PAIRED,
    TABLES,
    EndPart,
    GuardPart,
    KitHead,
    KitRecord,
    Part,
    PieceRecord,
    Trait,
    TraitPart,
    VerbPart,
)
from domain.text import control_char, pluralize, suggestion
from domain.validation import InvalidValue, invalid_fields, toml_tables

_UNKNOWN_FIELD: Final = re.compile("no field '(.*?)'")
_ROWS: Final = ("card", "guard", "end", "import", "export")
_DRAW: Final = re.compile(r"\s*(?:draw|deal)\s+(-*\d{1,99})\s")
_CARD_KEYS: Final = frozenset({"id", "name", "copies", "deck", "text", "faces"})
Table: TypeAlias = Mapping[str, object]
S = TypeVar("S", bound=Struct)


class KitErrors(CatalogueError):
    """An invalid kit file. `lines` has one line for each mistake."""

    def __init__(self, source: str, problems: list[tuple[str, str]]) -> None:
        self.lines = tuple(f"{source}: {place}: {text}" if place else f"{source}: {text}" for place, text in problems)
        further = (
            f" (and {pluralize(len(problems) - 1, 'further mistake')}: matchbook kits check)"
            if len(problems) > 1
            else ""
        )
        super().__init__(self.lines[0] + further)


def read_kit(text: str, source: str) -> Catalogue[CardRecord]:
    """Return the catalogue that pins a kit. Raises KitErrors with all mistakes."""
    return _read(text, source)[1]


def read_archive_parts(
    text: str, source: str
) -> tuple[tuple[ImportPart, ...], tuple[ExportPart, ...], Catalogue[CardRecord]]:
    """Return the importers and exporters of a kit file, and the kit. Raises KitErrors."""
    reader, catalogue = _read(text, source)
    return reader.imports, reader.exports, catalogue


def _read(text: str, source: str) -> "tuple[_Reader, Catalogue[CardRecord]]":
    if (size := len(text.encode())) > MOST_BYTES:
        raise KitErrors(source, [("", f"a kit of {pluralize(size, 'byte')}; at most {MOST_BYTES:,}")])
    try:
        tables = toml_tables(text)
    except InvalidValue as error:
        raise KitErrors(source, [("", str(error))]) from None
    reader = _Reader(tables)
    records = reader.records()
    if reader.problems or records is None:
        raise KitErrors(source, reader.problems or [("", "this is not a kit")])
    return reader, Catalogue(records, reader.title)


class _Reader:
    """Converts one file to records, and collects its mistakes."""

    def __init__(self, tables: Table) -> None:
        self.tables = tables
        self.problems: list[tuple[str, str]] = []
        self.title = ""
        self.imports: tuple[ImportPart, ...] = ()
        self.exports: tuple[ExportPart, ...] = ()

    def wrong(self, place: str, text: str) -> None:
        self.problems.append((place, text))

    def records(self) -> list[CardRecord] | None:
        """Return the pinned records; `None` if the parts cannot be parsed."""
        head = self._head()
        parts = {field: tuple(self._parts(name, kind)) for name, (field, kind) in TABLES.items()}
        self.imports = tuple(self._rows("import", ImportPart))
        self.exports = tuple(self._rows("export", ExportPart))
        guards = tuple(self._rows("guard", GuardPart))
        ends = tuple(self._rows("end", EndPart))
        if head is None:
            return None
        self.title = head.title
        own = tuple(part for part in parts["verbs"] if isinstance(part, VerbPart))
        further = tuple(verb for verb in BUILT_IN if verb.name not in {one.name for one in own})
        kit = KitRecord(
            card_id=KIT_ID, name=head.title, head=head, guards=guards, ends=ends, built_in=len(further),
            **{**parts, "verbs": (*own, *further)},  # type: ignore[arg-type]
        )  # fmt: skip
        check_names(self.wrong, kit)
        check_numbers(self.wrong, kit)
        pieces = self._pieces(kit)
        self._check_formats(kit)
        if not any(place == "players" or place.endswith(".grid") for place, _ in self.problems):
            self._check_lines(KitLayout(kit, tuple(pieces)))
        return [kit, *pieces]

    # --- parts of the file ---------------------------------------------------------------------------------------------

    def _head(self) -> KitHead | None:
        plain = {key: value for key, value in self.tables.items() if key not in (*TABLES, *_ROWS)}
        newer = plain.get("format", FORMAT)
        if isinstance(newer, int) and newer > FORMAT:
            self.wrong("format", f"this program reads up to format {FORMAT}, not {newer}")
            return None
        return self._fitted(plain, KitHead, "")

    def _parts(self, name: str, kind: type[Part]) -> Iterator[Part]:
        tables = self.tables.get(name, {})
        if not isinstance(tables, Mapping):
            self.wrong(name, f"expected a table of named parts: [{name}]")
            return
        for key, table in tables.items():
            if not isinstance(table, Mapping):
                self.wrong(f"{name}.{key}", "expected a table: { … }")
                continue
            if kind is TraitPart:
                table = {"values": table}  # noqa: PLW2901
            given = {k: self._paired(v) if PAIRED.get(k) == name or kind is TraitPart else v for k, v in table.items()}
            part = self._fitted({"name": key, **given}, kind, f"{name}.{key}", table)
            if part is not None:
                yield part

    @staticmethod
    def _paired(value: object) -> object:
        return [list(pair) for pair in value.items()] if isinstance(value, Mapping) else value

    def _rows(self, name: str, kind: type[S]) -> Iterator[S]:
        rows = self.tables.get(name, [])
        if not isinstance(rows, list):
            self.wrong(name, f"expected rows: [[{name}]]")
            return
        for number, row in enumerate(rows, 1):
            part = self._fitted(row, kind, f"{name}[{number}]")
            if part is not None:
                yield part

    def _fitted(self, value: object, kind: type[S], where: str, table: Table | None = None) -> S | None:
        """Return a part. Fields with mistakes are left out, so that the other fields are checked, too; `None` if that is not
        possible."""
        found, fitted = invalid_fields(value, kind)
        for place, text in found:
            self.wrong(".".join(filter(None, (where, _keyed(place, table)))), _reworded(text))
        for place, text in _texts(value):
            if not found and (problem := control_char(text, lines=place == "setup" or kind is ExportPart)):
                self.wrong(".".join(filter(None, (where, place))), f"{problem} cannot be in it")
        if found and isinstance(value, Mapping):
            faulty = {re.split(r"[.\[]", place)[0] for place, _ in found}
            faulty |= {unknown[1] for _, text in found if (unknown := _UNKNOWN_FIELD.match(text))}
            fitted = invalid_fields({field: item for field, item in value.items() if field not in faulty}, kind)[1]
        return fitted

    def _check_formats(self, kit: KitRecord) -> None:
        for number, part in enumerate(self.imports, 1):
            for place, text in import_problems(part):
                self.wrong(f"import[{number}].{place}", text)
        verbs = [verb.name for verb in kit.verbs]
        for number, part in enumerate(self.imports, 1):
            for row, rule in enumerate(part.rules, 1):
                for line in rule.line:
                    word = line.partition(" ")[0]
                    if re.fullmatch(r"[a-z][a-z0-9_]*", word) and word not in (*verbs, *OWN_TAGS):
                        self.wrong(f"import[{number}].rules[{row}].line", f"no verb {word!r}{suggestion(word, verbs)}")
        for number, one in enumerate(self.exports, 1):
            for place, text in export_problems(one, verbs):
                self.wrong(f"export[{number}].{place}", text)

    # --- cards -----------------------------------------------------------------------------------------------------------

    def _pieces(self, kit: KitRecord) -> list[PieceRecord]:
        found: dict[str, PieceRecord] = {}
        for deck in kit.decks:
            for piece in pack_cards(deck.pack) if deck.pack else ():
                found[piece.card_id] = _with_copies(found.get(piece.card_id, piece), deck.name, 1)
            for card, copies in deck.cards:
                self._check_card_id(card, f"deck.{deck.name}.cards")
                found[card] = _with_copies(found.get(card) or _bare(card), deck.name, copies)
        self._listed_cards(kit, found)
        for zone in kit.zones:
            for _, meant in (*zone.legend, *zone.pieces):
                card = meant.rpartition(" ")[2].partition("@")[0]
                found.setdefault(card, _bare(card))
        if len(found) > MOST_CARDS:
            self.wrong("card", f"{pluralize(len(found), 'card')}; at most {MOST_CARDS:,}")
        if (copies := sum(n for piece in found.values() for _, n in piece.copies)) > MOST_COPIES:
            self.wrong("card", f"{pluralize(copies, 'copy', 'copies')} in all; at most {MOST_COPIES:,}")
        return [_with_traits(piece, kit.traits) for piece in found.values()]

    def _listed_cards(self, kit: KitRecord, found: dict[str, PieceRecord]) -> None:
        rows = self.tables.get("card", [])
        if not isinstance(rows, list):
            self.wrong("card", "expected rows: [[card]]")
            return
        for number, row in enumerate(rows, 1):
            where = f"card[{number}]"
            card = self._card_row(row, where)
            if card is not None:
                self._check_card_row(card, {deck.name for deck in kit.decks}, found, where)
                traits = dict(found.get(card.id, _bare(card.id)).traits) | self._own_traits(row, where)
                self._add_card(card, traits, found, where)

    def _card_row(self, row: object, where: str) -> "_CardRow | None":
        """Return a row without its traits; `None` if it cannot be read."""
        given = {key: item for key, item in row.items() if key in _CARD_KEYS} if isinstance(row, Mapping) else row
        problems, card = invalid_fields(given, _CardRow)
        for place, text in problems:
            self.wrong(".".join(filter(None, (where, place))), _reworded(text))
        return card if card is not None and self._check_card_id(card.id, f"{where}.id") else None

    def _check_card_row(self, card: "_CardRow", decks: set[str], found: dict[str, PieceRecord], where: str) -> None:
        if card.copies < 0:
            self.wrong(f"{where}.copies", f"write 0 or more, not {card.copies}")
        if card.deck and card.deck not in decks:
            self.wrong(f"{where}.deck", f"no deck {card.deck!r}{suggestion(card.deck, decks)}")
        if card.id in found and found[card.id].listed:
            self.wrong(f"{where}.id", f"card {card.id!r} is used twice")

    def _add_card(self, card: "_CardRow", traits: dict[str, Trait], found: dict[str, PieceRecord], where: str) -> None:
        """Add the card of a row, and a card for each of its faces."""
        base = found.get(card.id) or _bare(card.id)
        name, own = card.name or base.name, tuple(sorted(traits.items()))
        base = replace(base, name=name, text=card.text, traits=own, listed=True)
        found[card.id] = _with_copies(base, card.deck, card.copies) if card.deck else base
        for face in card.faces:
            key = f"{card.id}_{face}"
            if self._check_card_id(key, f"{where}.faces"):
                faced = tuple(sorted({**traits, "face": face}.items()))
                found[key] = PieceRecord(card_id=key, name=f"{name} {face}", traits=faced, face_of=card.id)

    def _own_traits(self, row: Table, where: str) -> dict[str, Trait]:
        found: dict[str, Trait] = {}
        for name, value in row.items():
            if name in _CARD_KEYS:
                continue
            check_name(self.wrong, name, f"{where}.{name}", reserved=True)
            if isinstance(value, bool) or not isinstance(value, int | str):
                self.wrong(f"{where}.{name}", "a trait must be a text or a whole number")
            else:
                found[name] = value
        return found

    def _check_card_id(self, card: str, place: str) -> bool:
        fine = bool(CARD_ID.fullmatch(card)) and is_card_id(card)
        if not fine:
            self.wrong(place, f"{card!r} is not a card id: write a letter, then letters, digits and _")
        return fine

    def _check_lines(self, layout: KitLayout) -> None:
        problems = Problems()
        compiled(layout, problems)
        self.problems += problems.found
        self._check_draws(layout.kit)
        for deck in layout.kit.decks:
            if deck.into not in layout.zone_at:
                continue
            if layout.cells[layout.zone_at[deck.into]]:
                self.wrong(f"deck.{deck.name}.into", f"{deck.into} has squares or places; give it a picture (setup)")
            if deck.own and layout.zones[layout.zone_at[deck.into]].of != "player":
                self.wrong(
                    f"deck.{deck.name}.own",
                    f'{deck.into} belongs to the table; own decks need a zone with of = "player"',
                )

    def _check_draws(self, kit: KitRecord) -> None:
        """Refuse draws of a number of cards that no step can draw. In pinned kits, which may have them, they have no effect."""
        lists = [(place, getattr(kit.head, place)) for place in ("begin", "each_round", "each_turn")]
        for place, lines in (*lists, *((f"verb.{verb.name}.does", verb.does) for verb in kit.verbs)):
            for number, line in enumerate(lines, 1):
                found = _DRAW.match(line)
                if found and (problem := draw_problem(int(found[1]))):
                    self.wrong(f"{place}[{number}]", problem)


class _CardRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str = ""
    copies: int = 1
    deck: str = ""
    text: str = ""
    faces: tuple[str, ...] = ()


def _bare(card: str) -> PieceRecord:
    return PieceRecord(card_id=card, name=card.replace("_", " "))


def _with_copies(piece: PieceRecord, deck: str, copies: int) -> PieceRecord:
    return replace(piece, copies=tuple(sorted((dict(piece.copies) | {deck: copies}).items())))


def _with_traits(piece: PieceRecord, traits: tuple[TraitPart, ...]) -> PieceRecord:
    """Return the card with the values of [trait]. A key that is the card's id takes precedence over keys that are values of its
    traits, and `else` applies to all other cards."""
    own = dict(piece.traits)
    for part in traits:
        values = dict(part.values)
        for key in (piece.card_id, *(str(value) for value in dict(piece.traits).values()), "else"):
            if key in values:
                own[part.name] = values[key]
                break
    return replace(piece, traits=tuple(sorted(own.items())))


def _keyed(place: str, table: Table | None) -> str:
    """Return a place of the record as a place of the file: `take[2][2]` becomes `take.card`, because pairs are tables there."""
    found = re.fullmatch(r"(\w+)\[(\d+)\](?:\[\d\])?", place)
    given = table.get(found[1]) if found and table is not None else None
    if found and isinstance(given, Mapping):
        return f"{found[1]}.{list(given)[int(found[2]) - 1]}"
    return place


def _reworded(text: str) -> str:
    """Reword `one of turn, phase, round expected, found 'hour'` to `'hour' is not one of turn, phase, round`."""
    possible, _, given = text.partition(" expected, found ")
    return f"{given} is not {possible.replace('(nothing), ', '')}" if given and possible.startswith("one of") else text


def _texts(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(item, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        for number, item in enumerate(value, 1):
            yield from _texts(item, f"{place}[{number}]")
