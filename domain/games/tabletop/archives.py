"""The file formats of a kit: those that its file declares, and lists of moves, whose columns the user names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Literal

from domain.cards import CardRecord, Catalogue
from domain.codecs import ExportedMatch, FileFormat
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.exporters import write_match
from domain.games.tabletop.import_parts import ImportPart, ImportRule
from domain.games.tabletop.import_rows import decoded, delimiter_of, field_of, table_of
from domain.games.tabletop.importers import read_archive, read_rows
from domain.games.tabletop.layout import layout_of
from domain.games.tabletop.load import read_archive_parts
from domain.games.tabletop.state import State

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "match": ("match", "game", "game_id", "match_id"),
    "player": ("player", "player.name", "by", "who", "name"),
    "action": ("action", "move", "line", "command", "play"),
    "time": ("time", "at", "timestamp", "when", "date"),
    "comment": ("comment", "comments", "note", "notes", "remark", "remarks"),
    "winner": ("winner", "won"),
    "title": ("title", "event"),
}
"""The usual names of a column in a list of moves, by the role of the column."""


_COLUMN: Final = re.compile(r"\{([^{}]*)\}")


def table_importer(
    catalogue: Catalogue[CardRecord], data: bytes, form: Literal["csv", "json"], columns: Mapping[str, str]
) -> FileFormat[State, TabletopCommand, TabletopEvent]:
    """Return the format of a list of moves. `columns` names the column of each role, or a text with `{column}`.

    Raises ValueError with the column that is missing, and how to name it.
    """
    if strange := [role for role in columns if role not in ROLES]:
        raise ValueError(f"no role {strange[0]!r} for a column; roles: {', '.join(ROLES)}")
    text = decoded(ImportPart(name=form, title="", rules=()), data)
    if text is None:
        raise ValueError("not a text: save the file as UTF-8")
    delimiter = delimiter_of(text)
    header, rows = table_of(ImportPart(name=form, title="", form=form, delimiter=delimiter, rules=()), text)
    if not header and (refused := next((f"line {number}: {row}" for number, row in rows), "")):
        raise ValueError(refused)
    found = dict(_roles(header, columns))
    used = {role: text for role, (text, _) in found.items()}
    if "action" not in used:
        raise ValueError(
            "name the column with the actions: --column action=NAME, or a text of several columns, 'action=roll {NAME}'; "
            f"the file has the columns {', '.join(header) or 'none'}"
        )
    player = used.get("player", "")
    rules = (
        ImportRule(player=player, key=player),
        ImportRule(line=(used["action"],), by=player, time=used.get("time", "")),
        ImportRule(note=used.get("comment", ""), winner=used.get("winner", ""), title=used.get("title", "")),
    )
    part = ImportPart(
        name=form, title=f"a list of moves ({form.upper()})", form=form, delimiter=delimiter, rules=rules,
        match=used.get("match", ""),
    )  # fmt: skip
    said = "; ".join(f"{role} = {shown}" for role, (_, shown) in found.items())
    read = " ".join(used.values())
    left = ", ".join(name for name in header if name and f"{{{field_of(name)}" not in read)
    assumed = f"{part.title}; columns: {said}" + ("" if "match" in used else "; the file is one match")
    assumed += f"; not read: {left}" if left else ""
    matches = partial(read_rows, part, layout_of(catalogue), rows)
    return FileFormat(part.title, lambda _: matches(), _not_written, assumed)


def _roles(header: Sequence[str], columns: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each role that the file has, with its text of fields and the text to show. Raises ValueError for a missing column."""
    known = {name.casefold(): name for name in header}
    for role, usual in ROLES.items():
        given = columns.get(role) or next((known[name] for name in usual if name in known), "")
        if not given:
            continue
        parts = ["", given, ""] if given in header or "{" not in given else _COLUMN.split(given)
        fields = [_field(name, header) for name in parts[1::2]]
        if not all(fields) or not fields or set("{}") & set("".join(parts[::2])):
            missing = next((name for name, field in zip(parts[1::2], fields, strict=True) if not field), given)
            raise ValueError(f"no column {missing!r} for {role}; the file has the columns {', '.join(header)}")
        texts = [*(f"{before}{field}" for before, field in zip(parts[::2], fields, strict=False)), parts[-1]]
        yield role, ("".join(texts), given)


def _field(name: str, header: Sequence[str]) -> str:
    """Return `{field}` for a column, optionally with replacements (`column|words`); empty if the column does not exist."""
    column, bar, words = (name, "", "") if name in header else name.rpartition("|")
    return f"{{{field_of(column)}{bar}{words}}}" if column in header else ""


def read_formats(text: str, source: str) -> dict[str, FileFormat[State, TabletopCommand, TabletopEvent]]:
    """Return the formats that a kit file declares, by name. Raises KitErrors."""
    imports, exports, catalogue = read_archive_parts(text, source)
    layout, found = layout_of(catalogue), dict[str, FileFormat[State, TabletopCommand, TabletopEvent]]()
    writers = {part.name: partial(write_match, part) for part in exports}
    for part in imports:
        encodings = (
            f"encoding: {'as it says, else ' * bool(part.encoding)}the first of {', '.join(part.encodings)} that fits"
        )
        assumed = f"{part.title}, as the kit {layout.head.kit} reads it; {encodings}"
        write = writers.get(part.name, _not_written)
        found[part.name] = FileFormat(part.title, partial(read_archive, part, layout), write, assumed)
    for one in exports:
        found.setdefault(one.name, FileFormat(one.title, lambda _: iter(()), writers[one.name]))
    return found


def _not_written(_: ExportedMatch[State, TabletopCommand, TabletopEvent]) -> str:
    raise ValueError("the kit has no [[export]] of this name")
