"""SQL files with named parts: a header in TOML in the comment on top, then `-- [name]` before each part."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct

from domain.registry import package_folders

_HEADER: Final = re.compile(r"\s*/\*(.*?)\*/", re.DOTALL)
_PART: Final = re.compile(r"-- \[([a-z_.]+)\]\s*")


class SqlFile(Struct, frozen=True):
    """A parsed SQL file."""

    name: str
    header: Mapping[str, object]
    parts: tuple[tuple[str, str], ...]
    """Name and text of each part, in order; names may repeat."""
    problem: str = ""
    """Why the header cannot be read; empty if it can."""

    def part(self, name: str) -> str:
        """Return the text of the named part; empty if it is missing."""
        return next((text for found, text in self.parts if found == name), "")

    @property
    def parameters(self) -> Mapping[str, str]:
        """Return name and meaning of the file's own parameters."""
        found = self.header.get("parameters")
        return {str(name): str(text) for name, text in found.items()} if isinstance(found, dict) else {}


def parse(name: str, text: str) -> SqlFile:
    """Parse a file."""
    header: dict[str, object] = {}
    problem = ""
    if found := _HEADER.match(text):
        try:
            header = tomllib.loads(found[1])
        except tomllib.TOMLDecodeError as error:
            problem = f"its header is not TOML: {error}"
    parts: list[tuple[str, list[str]]] = []
    for line in text[found.end() if found else 0 :].splitlines():
        if marked := _PART.fullmatch(line):
            parts.append((marked[1], []))
        elif parts:
            parts[-1][1].append(line)
    return SqlFile(name, header, tuple((part, "\n".join(lines).strip()) for part, lines in parts), problem)


@cache
def sql_texts(folder: str) -> tuple[tuple[str, str], ...]:
    """Return name (without extension) and text of the SQL files in a folder of this package (empty: the package's own folder),
    sorted by name."""
    return tuple(_texts_in(files("projections").joinpath(folder)))


def sql_text(folder: str, name: str) -> str:
    """The text of one SQL file of this package."""
    return dict(sql_texts(folder))[name]


@cache
def game_texts(folder: str) -> tuple[tuple[str, str, str], ...]:
    """Return game, name and text of the SQL files of installed games, in a folder of their packages (empty: the package's own
    folder)."""
    return tuple(
        (game, name, text) for game, package in package_folders().items() for name, text in _texts_in(package / folder)
    )


def _texts_in(folder: Traversable) -> Iterator[tuple[str, str]]:
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda f: f.name):
            if file.name.endswith(".sql"):
                yield file.name.removesuffix(".sql"), file.read_text("utf-8")
