"""SQL files with named parts: `-- key: value` lines on top, then `-- [name]` before each part."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct

_KEY: Final = re.compile(r"-- ([a-z_0-9 ]+): (.*)")
_PART: Final = re.compile(r"-- \[([a-z_.]+)\]\s*")


class SqlFile(Struct, frozen=True):
    """A file taken apart."""

    name: str
    header: Mapping[str, str]
    parts: tuple[tuple[str, str], ...]
    """Name and text of each part, in order; a name may come more than once."""

    def part(self, name: str) -> str:
        """The text of the part of that name; empty where there is none."""
        return next((text for found, text in self.parts if found == name), "")


def parse(name: str, text: str) -> SqlFile:
    """Takes a file apart. A header value goes on in the lines that start with three spaces after `--`."""
    header: dict[str, str] = {}
    parts: list[tuple[str, list[str]]] = []
    key = ""
    for line in text.splitlines():
        if found := _PART.fullmatch(line):
            parts.append((found[1], []))
        elif parts:
            parts[-1][1].append(line)
        elif found := _KEY.fullmatch(line):
            key = found[1]
            header[key] = found[2].strip()
        elif key and line.startswith("--    "):
            header[key] += " " + line[6:].strip()
    return SqlFile(name, header, tuple((part, "\n".join(lines).strip()) for part, lines in parts))


def read_folder(folder: str) -> Iterator[SqlFile]:
    """The SQL files of a folder of this package, by name."""
    for name, text in sql_texts(folder):
        yield parse(name, text)


@cache
def sql_texts(folder: str) -> tuple[tuple[str, str], ...]:
    """Name (without ending) and text of the SQL files of a folder of this package, sorted by name."""
    found: list[Traversable] = [f for f in files("projections").joinpath(folder).iterdir() if f.name.endswith(".sql")]
    return tuple((f.name.removesuffix(".sql"), f.read_text("utf-8")) for f in sorted(found, key=lambda f: f.name))


def sql_text(folder: str, name: str) -> str:
    """The text of one SQL file of this package."""
    return dict(sql_texts(folder))[name]
