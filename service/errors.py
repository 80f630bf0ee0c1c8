"""Exit codes, and errors of use cases other than rule violations and errors of the store."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of the command line. Stable: scripts rely on them."""

    FINE = 0
    FINDINGS = 1
    UNREADABLE = 2
    REFUSED = 3
    CONFLICT = 4
    NOT_FOUND = 5
    DAMAGED = 6
    UNAVAILABLE = 7


EXIT_CODES = {
    ExitCode.FINE: "The command succeeded.",
    ExitCode.FINDINGS: (
        "The question was answered, and the answer needs your attention: violations or a warning of `audit`, something wrong"
        " that `doctor` found, open disputes, refused results, matches that `import` could not read, or an action recorded"
        " with a warning."
    ),
    ExitCode.UNREADABLE: "Wrong usage, or input that cannot be parsed.",
    ExitCode.REFUSED: "A rule forbids the action, or the token has no right to it.",
    ExitCode.CONFLICT: "Someone else recorded first.",
    ExitCode.NOT_FOUND: "The match, entry or file does not exist.",
    ExitCode.DAMAGED: "The record was altered or is damaged, or a newer version wrote it.",
    ExitCode.UNAVAILABLE: "The store is busy, read-only or full, or the outcome of a write is unknown.",
}
"""The meaning of each exit code, for people."""


LONGEST_QUOTE = 80
"""Characters of a line that a message repeats."""


class UsageProblem(ValueError):
    """Input that names something that does not exist or does not fit: one line, with the remedy."""


class EntryNotFound(UsageProblem):
    """An entry, or an event of it, that the match does not have."""

    def __init__(self, entry: object, last: int, where: str = "") -> None:
        """`last`: the version of the match; `where`: a prefix that names the line of a file."""
        super().__init__(f"{where}no entry {entry}; the match has {last}")


class EventNotFound(EntryNotFound):
    """An event that the entry does not have."""

    def __init__(self, event: int, entry: int, count: int) -> None:
        """`count`: the events of the entry."""
        UsageProblem.__init__(self, f"no event {event} in entry {entry}; it has {count}")


class NotPermitted(UsageProblem):
    """An action that the sender's token does not permit."""


class CommandIdTaken(UsageProblem):
    """A command id that was already used for another action."""

    def __init__(self, version: int, what: str) -> None:
        self.version = version
        """The entry that was recorded under it."""
        super().__init__(
            f"this command id belongs to entry {version} ({what}): send another act under an id of its own"
        )


class MatchIsOver(UsageProblem):
    """An action in a match that was concluded."""


class EndedInPlay(UsageProblem):
    """A result slip that contradicts a match which was recorded to its end."""

    def __init__(self, match: str) -> None:
        self.match = match
        super().__init__(f"match {match} ended as it was recorded: undo its last action, then enter the slip")


class LineRefused(Exception):
    """A line of a batch that could not be recorded; the whole batch was discarded. Has the cause."""

    def __init__(self, number: int, text: str, cause: Exception) -> None:
        shown = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
        super().__init__(f"line {number}: {cause} ({shown}); none of the lines was recorded")
        self.number = number
        self.text = shown
        self.cause = cause
