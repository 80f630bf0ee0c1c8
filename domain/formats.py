"""Other forms that a game's matches are kept in: what a game reads out of one, and writes into one.

A form is a pair of pure functions: a file's bytes become who played and what was done, a match that was folded becomes text.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from domain.table import TableSetup

if TYPE_CHECKING:
    from domain.entries import Glyph
    from domain.exploring import AnyMatch
    from domain.game import Outcome

C_co = TypeVar("C_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Remark:
    """What a file says of a command: a note of the record."""

    after: int
    """The number of the command, from 1; 0: of the opening."""
    text: str
    glyph: "Glyph" = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign(Generic[C_co]):
    """One match as a file of another form has it."""

    line: int
    """Where it begins in the file, from 1."""
    text: str
    """What of the file it is: the same text is the same match, and is taken once."""
    setup: TableSetup
    """Who plays, and what was agreed: `Game.open_table` makes the opening of it."""
    opening: tuple[C_co, ...] = ()
    """What opens it instead, such as a declared position."""
    commands: tuple[C_co, ...] = ()
    """What was done, in order. What breaks a rule is recorded as it was played, with the rule."""
    times: tuple[int, ...] = ()
    """When each command was done, in microseconds since 1970, UTC; empty: the file does not say."""
    notes: tuple[Remark, ...] = ()
    concluded: "Outcome | None" = None
    """How it ended where the commands do not end it; taken where the rules say nothing else."""
    title: str = ""
    tags: tuple[str, ...] = ()
    """What it is found by: `round:3`, `place:Riga`. Lists find each by itself (`tag:place:riga`), and its words."""
    happened_at: int | None = None
    """When it was played, in microseconds since 1970, UTC."""
    left_out: tuple[str, ...] = ()
    """What the file says of it that no record keeps, in a few words each: `3 comments`."""
    remarks: tuple[str, ...] = ()
    """What is contradictory in it, and how it is taken: a sentence each."""
    fault: str = ""
    """Why it cannot be taken, and what would be right; then nothing else of it counts."""


@dataclass(frozen=True, slots=True)
class Format(Generic[C_co]):
    """A form of a game's matches: `Game.formats` has it under the ending of its files."""

    title: str
    """What it is called in full: Portable Game Notation."""
    read: Callable[[bytes], Iterator[Foreign[C_co]]]
    """The matches in a file, in order, each as soon as it is read. Never raises: what cannot be read is a match with a `fault`.
    In which encoding a form is written, it knows itself."""
    write: "Callable[[AnyMatch], str]"
    """A folded match as text; raises ValueError for what the form cannot hold. It holds all that is recorded: it is not written
    for those who may not know all."""
