"""SQL files with named parts: `-- key: value` lines on top, then `-- [name]` before each part."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct

from domain.registry import package_folders

_KEY: Final = re.compile(r"-- ([a-z_0-9 ]+): (.*)")
_PART: Final = re.compile(r"-- \[([a-z_.]+)\]\s*")


class SqlFile(Struct, frozen=True):
    """A file taken apart."""

    name: str
    header: Mapping[str, str]
    parts: tuple[tuple[str, str], ...]
    """Name and text of each part, in order; a name may come more than once."""

    def part(self, name: str) -> str:
        """Return the text of the named part; empty if it is missing."""
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


@cache
def sql_texts(folder: str) -> tuple[tuple[str, str], ...]:
    """Name (without ending) and text of the SQL files of a folder of this package (empty: its own), sorted by name."""
    return tuple(_texts_in(files("projections").joinpath(folder)))


def sql_text(folder: str, name: str) -> str:
    """The text of one SQL file of this package."""
    return dict(sql_texts(folder))[name]


@cache
def game_texts(folder: str) -> tuple[tuple[str, str, str], ...]:
    """Game, name and text of the SQL files that installed games bring, in a folder of theirs (empty: the package itself)."""
    return tuple(
        (game, name, text) for game, package in package_folders().items() for name, text in _texts_in(package / folder)
    )


def _texts_in(folder: Traversable) -> Iterator[tuple[str, str]]:
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda f: f.name):
            if file.name.endswith(".sql"):
                yield file.name.removesuffix(".sql"), file.read_text("utf-8")
