"""The file formats of a kit: those that its file declares, and lists of moves whose columns are named when they are read."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Literal

from domain.cards import CardRecord, Catalogue
from domain.codecs import ExportedMatch, FileFormat
from domain.games.tabletop.commands.acts import Act
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.events.acts import ActionTaken
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.import_parts import FIELD, ExportPart, ImportPart, ImportRule, replaced
from domain.games.tabletop.importers import read_archive, rows_of
from domain.games.tabletop.layout import layout_of
from domain.games.tabletop.load import read_archive_parts
from domain.games.tabletop.state import State

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "match": ("match", "game", "game_id", "match_id"),
    "player": ("player", "by", "who", "name"),
    "action": ("action", "move", "line", "command", "play"),
    "time": ("time", "at", "timestamp"),
    "comment": ("comment", "note"),
    "winner": ("winner", "won"),
    "title": ("title", "event"),
}
"""What a column of a list of moves may be -> the usual names of that column."""


def table_importer(
    catalogue: Catalogue[CardRecord], data: bytes, form: Literal["csv", "json"], columns: Mapping[str, str]
) -> FileFormat[State, TabletopCommand, TabletopEvent]:
    """The format of a list of moves. `columns`: role -> its column, or a text with `{column}`.

    Raises ValueError: which column is missing, and how to name it.
    """
    if strange := [role for role in columns if role not in ROLES]:
        raise ValueError(f"no role {strange[0]!r} of a column; there are {', '.join(ROLES)}")
    first = (_decoded_first(data).split("\n") or [""])[0]
    delimiter = max(",;\t|", key=first.count)
    plain = ImportPart(name=form, title="", form=form, delimiter=delimiter, rules=())
    header = _header(plain, first)
    used = dict(_roles(header, columns))
    if "action" not in used:
        raise ValueError(
            f"which column has the actions? --column action=NAME; the file has {', '.join(header) or 'none'}"
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
    said = "; ".join(f"{role} = {_column(text)}" for role, text in used.items())
    assumed = f"{part.title}; columns: {said}" + ("" if "match" in used else "; the file is one match")
    return FileFormat(part.title, partial(read_archive, part, layout_of(catalogue)), _not_written, assumed)


def _column(text: str) -> str:
    return text[1:-1] if FIELD.fullmatch(text) else text


def _decoded_first(data: bytes) -> str:
    return data[:100_000].decode("utf-8-sig", errors="replace").replace("\r\n", "\n")


def _header(part: ImportPart, first: str) -> list[str]:
    if part.form == "json":
        row = next((row for _, row in rows_of(part, first) if isinstance(row, dict)), {})
        return list(row)
    return [name.strip() for name in next(csv.reader([first], delimiter=part.delimiter), [])]


def _roles(header: Sequence[str], columns: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each role that a column has, with its text. Raises ValueError for a column that is not there."""
    known = {name.casefold(): name for name in header}
    for role, usual in ROLES.items():
        given = columns.get(role) or next((known[name] for name in usual if name in known), "")
        wanted = [found[0] for found in FIELD.findall(given)] if "{" in given else [given] if given else []
        if missing := [name for name in wanted if name not in header]:
            raise ValueError(f"no column {missing[0]!r} for {role}; the file has {', '.join(header)}")
        if given:
            yield role, given if "{" in given else f"{{{given}}}"


def read_formats(text: str, source: str) -> dict[str, FileFormat[State, TabletopCommand, TabletopEvent]]:
    """The formats that a kit's file declares, by their names. Raises KitErrors."""
    imports, exports, catalogue = read_archive_parts(text, source)
    layout, found = layout_of(catalogue), dict[str, FileFormat[State, TabletopCommand, TabletopEvent]]()
    writers = {part.name: partial(write_match, part) for part in exports}
    for part in imports:
        assumed = f"{part.title}, as the kit {layout.head.kit} reads it; text in {' or '.join(part.encodings)}"
        write = writers.get(part.name, _not_written)
        found[part.name] = FileFormat(part.title, partial(read_archive, part, layout), write, assumed)
    for one in exports:
        found.setdefault(one.name, FileFormat(one.title, lambda _: iter(()), writers[one.name]))
    return found


def _not_written(_: ExportedMatch[State, TabletopCommand, TabletopEvent]) -> str:
    raise ValueError("the kit has no [[export]] of this name")


def write_match(part: ExportPart, match: ExportedMatch[State, TabletopCommand, TabletopEvent]) -> str:
    """A match in a format of the kit."""
    names = {f"player{n}": seat.name for n, seat in enumerate(match.state.seats, 1)}
    common = {"title": match.title, **names}
    lines = [replaced(part.head, common, part.words)]
    for command, events in match.actions:
        text = part.lines.get(command.verb) if isinstance(command, Act) else None
        if text is not None and isinstance(command, Act):
            seat = next((event.seat for event in events if isinstance(event, ActionTaken)), None)
            who = {} if seat is None else {"by": str(seat + 1), "player": match.state.seats[seat].name}
            args = {name: " ".join(map(str, v)) if isinstance(v, tuple) else str(v) for name, v in command.args.items()}
            lines.append(replaced(text, {**common, **args, **who}, part.words))
    return "".join((*lines, replaced(part.tail, common, part.words)))
