"""The answer to a partly typed line: rows to choose, and the verdict on the line."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.rules import Violation

LineStatus: TypeAlias = Literal["empty", "incomplete", "unreadable", "legal", "illegal", "impossible"]


class Suggestion(Struct, frozen=True, gc=False):
    """One row to choose."""

    line: str
    """The command line after choosing it; ends with a blank if more arguments follow."""
    label: str
    """Shown text: the part that is not typed yet."""
    title: str = ""
    """The title of its command, if the label begins with the command."""
    count: int = 1
    """Number of legal commands that begin so; 0 if only the type of the argument is known."""
    complete: bool = False
    """A whole legal command: enter records it."""
    quick: str = ""
    """The shortest letters that bring this row to the top of an empty line."""
    note: str = ""
    """Explanation after the label."""
    violations: tuple[Violation, ...] = ()
    """Rules that it breaks: enter asks whether to record it as played."""
    choices: tuple["Suggestion", ...] = ()
    """The values of its next argument, if they are few: a page shows a button for each."""
    ends: bool = False
    """True if it ends the match: a page asks for a second touch."""


class NextArgument(Struct, frozen=True, gc=False):
    """An argument that may be given next."""

    name: str
    expects: str
    required: bool
    numeric: bool = False
    """Digits are its value, and choose no row."""
    listed: bool = False


class Verdict(Struct, frozen=True, gc=False):
    """The verdict on the typed line, without recording it."""

    standing: LineStatus
    text: str = ""
    """Why it cannot be read, or what is missing. For a legal line: a text to show instead of "legal", if a kit checks few
    rules."""
    column: int | None = None
    """Start of the mistake in the line, from 0; `None`: unknown."""
    violations: tuple[Violation, ...] = ()

    @property
    def readable(self) -> bool:
        """True if the line is a complete command."""
        return self.standing in ("legal", "illegal", "impossible")


class Suggestions(Struct, frozen=True, gc=False):
    """The answer to one line."""

    rows: tuple[Suggestion, ...]
    verdict: Verdict
    line: str = ""
    """The line that enter takes as typed: an open list is closed."""
    asked: NextArgument | None = None
    """The argument that comes next, once the command is named."""
    required: tuple[NextArgument, ...] = ()
    """All required arguments that are missing."""
    optional: tuple[NextArgument, ...] = ()
    """Arguments that may be added as `name=value`."""
    typed_first: bool = True
    """True if enter takes the line as typed; False if it takes the first row, which the line abbreviates."""
    sole: bool = True
    """True if the first row is the only match; else a row must be chosen."""
    title: str = ""
    """The title of the command that the line begins with."""
    quick: str = ""
    """The command whose bracketed letters are typed; empty if no row matches."""
    corrected: bool = False
    """True if rows were found only by forgiving a typing mistake: enter puts the only row into the line, and records nothing."""


def is_sole(rows: Sequence[Suggestion], quick: str) -> bool:
    """True if the typed text selects only the first row: among the legal rows, or those of the command whose letters are
    typed, it is the only one."""
    of_the_letters = [row for row in rows if quick and row.line.split()[0] == quick]
    return len(of_the_letters or [row for row in rows if row.count] or rows) == 1


def told_apart(rows: list[Suggestion]) -> list[Suggestion]:
    """Return the rows; those with equal labels (cards with the same name) get their line as a note."""
    labels = Counter(row.label for row in rows)
    return [replace(row, note=row.line) if labels[row.label] > 1 else row for row in rows]
