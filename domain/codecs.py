"""File formats of other programs: the data that a game reads from such a file, and the data that it writes.

A format is a pair of pure functions: the bytes of a file become imported matches, an exported match becomes text.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from domain.outcome import Outcome
from domain.payload import Glyph
from domain.seats import GameState, TableSetup

S = TypeVar("S", bound=GameState)
C = TypeVar("C")
E = TypeVar("E")
C_co = TypeVar("C_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Remark:
    """A file's comment on a command: imported as a note of the record."""

    after: int
    """The number of the command, from 1; 0: of the opening."""
    text: str
    glyph: Glyph = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMatch(Generic[C_co]):
    """One match from a file of another format."""

    line: int
    """Where it begins in the file, from 1."""
    text: str
    """The text of this match in the file. An identical text is the same match and is imported only once."""
    setup: TableSetup
    """Players and agreed options; `Game.open_table` turns them into the opening of the match."""
    opening: tuple[C_co, ...] = ()
    """Opening commands used instead, such as a declared position."""
    commands: tuple[C_co, ...] = ()
    """The commands, in order. Those that break a rule are recorded as played, with the rule."""
    lines: tuple[tuple[int, str], ...] = ()
    """Instead of `commands`: actions in notation, each with its line number in the file."""
    times: tuple[int, ...] = ()
    """When each command was done, in microseconds since 1970, UTC; empty: the file does not say."""
    notes: tuple[Remark, ...] = ()
    concluded: Outcome | None = None
    """Result stated by the file. It concludes the match if the commands do not end it, unless the rules give another result."""
    title: str = ""
    tags: tuple[str, ...] = ()
    """Search tags such as `round:3` or `place:Riga`. Lists find each tag (`tag:place:riga`) and its words."""
    happened_at: int | None = None
    """When it was played, in microseconds since 1970, UTC."""
    left_out: tuple[str, ...] = ()
    """Content of the file that a record cannot hold, in a few words each: `3 comments`."""
    remarks: tuple[str, ...] = ()
    """Contradictions in the file and how they are resolved, one sentence each."""
    fault: str = ""
    """Reason why the match cannot be imported, and how to fix it. If set, all other fields are meaningless."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedMatch(Generic[S, C, E]):
    """The data of a match for a file of another format. Not redacted: do not share such a file with players."""

    title: str
    tags: tuple[str, ...]
    state: S
    """The current state."""
    actions: tuple[tuple[C, tuple[E, ...]], ...]
    """The current actions in order, from the opening: the command of each, and its events."""
    outcome: Outcome | None
    """Unset while the match is in progress."""


@dataclass(frozen=True, slots=True)
class FileFormat(Generic[S, C, E]):
    """A file format for a game's matches. `Game.formats` lists it under its file name extension."""

    title: str
    """Full name of the format: Portable Game Notation."""
    read: Callable[[bytes], Iterator[ImportedMatch[C]]]
    """Yield the matches in a file, in order, each once it is read. Never raises: an unreadable match has a `fault`. Each
    format decodes its own encoding."""
    write: Callable[[ExportedMatch[S, C, E]], str]
    """Return a match as text. Raises ValueError if the format cannot hold the match."""
    assumed: str = ""
    """Assumptions of the reader where the format is ambiguous; printed after an import."""
