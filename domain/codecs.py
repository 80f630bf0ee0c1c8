"""Other forms that a game's matches are kept in: what a game reads out of one, and writes into one.

A form is a pair of pure functions: a file's bytes become who played and what was done, a match that was folded becomes text.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from domain.seats import TableSetup

if TYPE_CHECKING:
    from domain.entries import Glyph
    from domain.game import Outcome
    from domain.positions import AnyMatch

C_co = TypeVar("C_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Remark:
    """A file's comment on a command: imported as a note of the record."""

    after: int
    """The number of the command, from 1; 0: of the opening."""
    text: str
    glyph: "Glyph" = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMatch(Generic[C_co]):
    """One match as a file of another form has it."""

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
    times: tuple[int, ...] = ()
    """When each command was done, in microseconds since 1970, UTC; empty: the file does not say."""
    notes: tuple[Remark, ...] = ()
    concluded: "Outcome | None" = None
    """Ending of the match if the commands do not end it; used unless the rules give another result."""
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


@dataclass(frozen=True, slots=True)
class FileFormat(Generic[C_co]):
    """A form of a game's matches: `Game.formats` has it under the ending of its files."""

    title: str
    """Full name of the format: Portable Game Notation."""
    read: Callable[[bytes], Iterator[ImportedMatch[C_co]]]
    """Yield the matches in a file, in order, each once it is read. Never raises: an unreadable match has a `fault`. Each
    format decodes its own encoding."""
    write: "Callable[[AnyMatch], str]"
    """A folded match as text; raises ValueError for what the form cannot hold. It holds all that is recorded: it is not written
    for those who may not know all."""
