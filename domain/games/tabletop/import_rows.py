"""The text of an archive, and its rows: of CSV, or of one JSON object in each line."""

import codecs
import csv
import io
import json
from collections.abc import Iterator
from typing import Final

from domain.games.tabletop.import_parts import ImportPart

SHORT: Final = "\0short"
"""The field of a row that lacks cells: how many it has."""


def field_of(column: str) -> str:
    """The field of a column: its name, or a word for a name that no field can have."""
    return column if column.isidentifier() else f"_{column.encode(errors='surrogatepass').hex()}"


def decoded(part: ImportPart, data: bytes) -> str | None:
    """The text of a file, its lines ended by line feeds; `None`: not a text in the encodings of the format."""
    marked = ("utf-16",) if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else ()
    for encoding in (*marked, *part.encodings):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text.replace("\r\n", "\n").replace("\r", "\n")
    return None


def rows_of(part: ImportPart, text: str) -> Iterator[tuple[int, dict[str, str] | str]]:
    """Yield the rows of a file by column name, each with its line; a text says why a row cannot be read."""
    yield from _objects(text) if part.form == "json" else _cells(text, part.delimiter)


def _objects(text: str) -> Iterator[tuple[int, dict[str, str] | str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if isinstance(row, dict):
                yield number, {name: _plain(value) for name, value in row.items()}
            else:
                yield number, "not a JSON object: write one object in each line, {…}"


def _cells(text: str, delimiter: str) -> Iterator[tuple[int, dict[str, str] | str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        if doubled := next((name for name in header if name and header.count(name) > 1), ""):
            yield 1, f"two columns {doubled!r}: give each a name of its own"
            return
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if len(cells) > len(header):
                    yield (
                        reader.line_num,
                        f"{len(cells)} cells for {len(header)} columns: quote texts with {delimiter!r}",
                    )
                else:
                    row = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
                    if len(cells) < len(header):
                        row[SHORT] = f"{len(cells)} cells for {len(header)} columns"
                    yield reader.line_num, row
    except csv.Error as error:
        yield reader.line_num, f"not CSV: {error}"


def _plain(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(map(_plain, value))
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)
