"""Decoding of archives, and their rows: CSV, one JSON object per line, or a JSON list of objects."""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from domain.games.tabletop.import_parts import ImportPart
from domain.text import pluralize

SHORT: Final = "\0short"
"""The field of a row with too few cells that says how many it has."""
Row: TypeAlias = tuple[int, dict[str, str] | str]
"""The line of a row, and its cells by column; or a text that says why it cannot be read."""
_HEAD: Final = 4096
"""Number of bytes at the beginning of a file in which it can name its encoding."""
_BETWEEN: Final = " \t\n,"
_NOT_AN_OBJECT: Final = "not a JSON object: write one object in each line, {…}"


def field_of(column: str) -> str:
    """Return the field name of a column: its name, or an encoded word if the name cannot be a field."""
    return column if column.isidentifier() else f"_{column.encode(errors='surrogatepass').hex()}"


def decoded(part: ImportPart, data: bytes) -> str | None:
    """Return the text of a file, with line feeds as line ends; `None` if no encoding of the format fits."""
    marked = ("utf-16",) if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else ()
    named = re.search(part.encoding, data[:_HEAD].decode("latin-1")) if part.encoding else None
    for encoding in (*marked, *([named[1]] if named else []), *part.encodings):
        try:
            text = data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        return None if "\0" in text else text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return None


def delimiter_of(text: str) -> str:
    """Return the delimiter of a table: from a first line like `sep=;`, else the most frequent one in the first two lines."""
    lines = [line for line in text[:100_000].split("\n") if line.strip()][:2] or [""]
    if said := re.fullmatch(r"sep=([,;\t|])\s*", lines[0]):
        return said[1]
    return max(",;\t|", key=lambda one: (min(line.count(one) for line in lines), lines[0].count(one)))


def table_of(part: ImportPart, text: str) -> tuple[list[str], list[Row]]:
    """Return the columns of a file, and its rows."""
    if part.form == "json":
        rows = [*_objects(text)]
        return list(dict.fromkeys(name for _, row in rows if isinstance(row, dict) for name in row)), rows
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=part.delimiter, strict=True)
    lines = ((reader.line_num, cells) for cells in reader)
    header, rows = list[str](), list[Row]()
    try:
        header = _header(lines)
        for row in _cells(lines, header, part.delimiter):
            rows.append(row)  # keeps the rows before an error
    except csv.Error as error:
        rows.append((reader.line_num, f"not CSV: {error}"))
    return header, rows


def _objects(text: str) -> Iterator[Row]:
    """Yield the rows of a JSON file: one object per line, or one list of objects."""
    if text.lstrip().startswith("["):
        yield from _listed(text)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, _fields(json.loads(line, object_pairs_hook=_object))
            except (ValueError, RecursionError):
                yield number, _NOT_AN_OBJECT


def _listed(text: str) -> Iterator[Row]:
    try:
        items = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        yield getattr(error, "lineno", 1), f"not a list of JSON objects: {str(error).partition(':')[0]}"
        return
    decode, at, line = json.JSONDecoder().raw_decode, text.index("[") + 1, 1 + text.count("\n", 0, text.index("["))
    for item in items:
        start = at
        while text[start] in _BETWEEN:
            start += 1
        line += text.count("\n", at, start)
        yield line, _fields(item)
        at = decode(text, start)[1]
        line += text.count("\n", start, at)


class _Pairs(list[tuple[str, object]]):
    """A JSON object with a duplicate key."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | _Pairs:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Pairs(pairs)


def _fields(value: object) -> dict[str, str] | str:
    """Return the values of a JSON object by column; a text if it is not an object, or has two values for a column."""
    if not isinstance(value, dict | _Pairs):
        return _NOT_AN_OBJECT
    found = dict[str, str]()
    for name, text in _leaves("", value):
        if name in found:
            return f"two values for {name!r}: keep one of them"
        found[name] = text
    return found


def _leaves(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the values of a JSON object by column; a nested value has a column like `player.name`."""
    if not isinstance(value, dict | _Pairs):
        yield name, _plain(value)
        return
    for key, item in value.items() if isinstance(value, dict) else value:
        yield from _leaves(f"{name}.{key}" if name else key, item)


def _header(lines: Iterator[tuple[int, list[str]]]) -> list[str]:
    """Return the names of the columns, from the first line that is not blank, a comment or `sep=;`."""
    for _, cells in lines:
        first, *others = [" ".join(cell.split()) for cell in cells] or [""]
        if any((first, *others)) and not (first.startswith(("#", "sep=")) and not any(others)):
            return [first, *others]
    return []


def _cells(lines: Iterator[tuple[int, list[str]]], header: list[str], delimiter: str) -> Iterator[Row]:
    if doubled := next((name for name in header if name and header.count(name) > 1), ""):
        yield 1, f"two columns {doubled!r}: give each column a different name"
        return
    columns = pluralize(len(header), "column")
    for number, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(header):
            yield number, f"{pluralize(len(cells), 'cell')} for {columns}: quote texts with {delimiter!r}"
            continue
        row = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
        if len(cells) < len(header):
            row[SHORT] = f"{pluralize(len(cells), 'cell')} for {columns}"
        yield number, row


def _plain(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(map(_plain, value))
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)
