"""Every error that a user can cause, with its exit code, and errors in the code of a game. Other exceptions are defects
and show their traceback."""

from collections.abc import Iterator
from typing import Final

from domain.decision import RuleViolation
from domain.plugin_checks import GameDefect
from domain.registry import blamed
from domain.rules import UnreadableRules
from domain.simulation import EndlessMatch, NoTable
from service.errors import EntryNotFound, ExitCode, LineRefused, MatchIsOver
from service.failures import Kind, listed_kind
from service.resources import MissingFile
from storage import errors

_UNREADABLE: Final = (
    NoTable,
    GameDefect,
    UnreadableRules,
    errors.AmbiguousMatch,
    errors.ImportRejected,
    errors.NoteRejected,
    errors.StoreUnsupported,
)
_ERRORS: Final = (
    (EndlessMatch, ExitCode.FINDINGS),
    (errors.Fork, ExitCode.CONFLICT),
    (MatchIsOver, ExitCode.REFUSED),
    ((EntryNotFound, MissingFile), ExitCode.NOT_FOUND),
    (errors.SidecarUnusable, ExitCode.DAMAGED),
    (_UNREADABLE, ExitCode.UNREADABLE),
)
"""Error classes whose exit code differs from that of their kind."""
_KINDS: Final[dict[Kind, ExitCode]] = {
    "forbidden": ExitCode.REFUSED,
    "reused": ExitCode.UNREADABLE,
    "impossible": ExitCode.REFUSED,
    "refused": ExitCode.REFUSED,
    "unreadable": ExitCode.UNREADABLE,
    "conflict": ExitCode.CONFLICT,
    "not-found": ExitCode.NOT_FOUND,
    "busy": ExitCode.UNAVAILABLE,
    "outcome-unknown": ExitCode.UNAVAILABLE,
    "unwritable": ExitCode.UNAVAILABLE,
    "damaged": ExitCode.DAMAGED,
}


def explain(error: Exception) -> tuple[str, ExitCode] | None:
    """Return one line and the exit code for an error caused by the user or the environment; `None` for a defect.

    Any other error of a game's own code is reported too: games come from third parties, and a traceback does not help
    the recorder."""
    if isinstance(error, LineRefused):
        cause = explain(error.cause)
        return str(error), cause[1] if cause else ExitCode.UNREADABLE
    code = next((code for types, code in _ERRORS if isinstance(error, types)), None)
    if code is None and (kind := listed_kind(error)):
        code = _KINDS[kind]
    if code is not None:
        return str(error), code
    line = None if isinstance(error, OSError) else blamed(error)
    return None if line is None else (line, ExitCode.UNREADABLE)


def sources(error: Exception) -> Iterator[str]:
    """Return the source of each rule that refuses a command: the rulebook or our reading of it."""
    cause = error.cause if isinstance(error, LineRefused) else error
    for rule in cause.rules if isinstance(cause, RuleViolation) else ():
        if rule.source != "program":
            yield f"{rule.id} {rule.title} · {rule.origin} {rule.quoted}".rstrip()
