"""Every error that a user can cause, with its exit code, and errors in the code of a game. Other exceptions are defects
and show their traceback."""

from collections.abc import Iterator

from domain.cards import CatalogueError
from domain.deciding import RuleViolation
from domain.notation import NotationError
from domain.plugin_checks import GameDefect
from domain.registry import UnknownGame, blamed
from domain.rules import UnreadableRules
from domain.simulation import EndlessMatch, NoTable
from domain.timeline import BrokenHistory
from service.errors import ExitCode, LineRefused, UsageProblem
from service.resources import UnreadableFile
from service.typing.scoresheet import SheetError

_UNREADABLE = (
    NotationError,
    NoTable,
    CatalogueError,
    UnknownGame,
    GameDefect,
    UnreadableRules,
    UsageProblem,
    UnreadableFile,
    SheetError,
)
_CODES = (
    (RuleViolation, ExitCode.REFUSED),
    (BrokenHistory, ExitCode.DAMAGED),
    (EndlessMatch, ExitCode.FINDINGS),
    *((kind, ExitCode.UNREADABLE) for kind in _UNREADABLE),
)


def explain(error: Exception) -> tuple[str, ExitCode] | None:
    """Return one line and the exit code for an error caused by the user or the environment; `None` for a defect."""
    if isinstance(error, LineRefused):
        cause = explain(error.cause)
        return str(error), cause[1] if cause else ExitCode.UNREADABLE
    return _first(error, *_CODES) or _of_storage(error) or _of_analytics(error) or _of_a_game(error)


def sources(error: Exception) -> Iterator[str]:
    """Return the source of each rule that refuses a command: the rulebook or our reading of it."""
    cause = error.cause if isinstance(error, LineRefused) else error
    for rule in cause.rules if isinstance(cause, RuleViolation) else ():
        if rule.source != "program":
            yield f"{rule.id} {rule.title} · {rule.origin} {rule.quoted}".rstrip()


def _of_a_game(error: Exception) -> tuple[str, ExitCode] | None:
    """Report any other error of a game's own code: games come from third parties, and a traceback does not help the recorder."""
    line = None if isinstance(error, OSError) else blamed(error)
    return None if line is None else (line, ExitCode.UNREADABLE)


def _of_storage(error: Exception) -> tuple[str, ExitCode] | None:
    from storage import errors

    return _first(
        error,
        (errors.EntryRefused, ExitCode.REFUSED),
        (errors.Conflict, ExitCode.CONFLICT),
        (errors.MatchNotFound, ExitCode.NOT_FOUND),
        (errors.AmbiguousMatch, ExitCode.UNREADABLE),
        (errors.ImportRejected, ExitCode.UNREADABLE),
        (errors.NoteRejected, ExitCode.UNREADABLE),
        (errors.StoreNotFound, ExitCode.NOT_FOUND),
        (errors.StoreUnsupported, ExitCode.UNREADABLE),
        (errors.Fork, ExitCode.CONFLICT),
        (errors.Busy, ExitCode.UNAVAILABLE),
        (errors.OutcomeUnknown, ExitCode.UNAVAILABLE),
        (errors.StoreUnwritable, ExitCode.UNAVAILABLE),
        (errors.StorageError, ExitCode.DAMAGED),
    )


def _of_analytics(error: Exception) -> tuple[str, ExitCode] | None:
    from projections import errors

    return _first(
        error,
        (errors.AnalyticsBusy, ExitCode.UNAVAILABLE),
        (errors.AnalyticsUnwritable, ExitCode.UNAVAILABLE),
        (errors.DamagedAnalytics, ExitCode.DAMAGED),
        (errors.AnalyticsError, ExitCode.UNREADABLE),
    )


def _first(error: Exception, *codes: tuple[type[Exception], ExitCode]) -> tuple[str, ExitCode] | None:
    return next(((str(error), code) for kind, code in codes if isinstance(error, kind)), None)
