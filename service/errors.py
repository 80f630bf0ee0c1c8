"""Exit codes, and the errors of use cases that are not a rule's or the store's own."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the command line. Stable: scripts rely on them."""

    FINE = 0
    FINDINGS = 1
    """The question was answered, and the answer is bad: violations, damage found by an audit."""
    UNREADABLE = 2
    """Wrong usage, or input that cannot be read."""
    REFUSED = 3
    """A rule forbids it, or the token of whoever records has no right to it."""
    CONFLICT = 4
    """Someone else recorded first."""
    NOT_FOUND = 5
    DAMAGED = 6
    """A damaged or newer record."""
    UNAVAILABLE = 7
    """The store is busy, read-only or full, or the outcome of a write is unknown."""


LONGEST_QUOTE = 80
"""Characters of a line that a message repeats."""


class UsageProblem(ValueError):
    """Input that names something that does not exist or does not fit: one line, with the remedy."""


class NotPermitted(UsageProblem):
    """An act that the token of whoever sends it has no right to."""


class CommandIdTaken(UsageProblem):
    """A command id that was used for another act."""

    def __init__(self, version: int, what: str) -> None:
        self.version = version
        """The entry that was recorded under it."""
        super().__init__(
            f"this command id belongs to entry {version} ({what}): send another act under an id of its own"
        )


class MatchIsOver(UsageProblem):
    """An act on a match that was concluded."""


class LineRefused(Exception):
    """A line of a batch that could not be recorded; the whole batch was discarded. Has the cause."""

    def __init__(self, number: int, text: str, cause: Exception) -> None:
        shown = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
        super().__init__(f"line {number}: {cause} ({shown}); not recorded")
        self.number = number
        self.cause = cause
