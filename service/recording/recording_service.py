"""Live recording for the terminal program: every outcome of an action is a value, never an exception.

An action is recorded, refused by a rule, impossible or not understood, or someone else recorded first, or the store
failed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.decision import ImpossibleCommand, RuleViolation
from domain.notation import NotationError
from domain.replay import AnyHistory
from domain.rules import Violation
from service.errors import UsageProblem
from storage import errors

if TYPE_CHECKING:
    from projections.analytics import Analytics
    from service.recording.correction_requests import CorrectionRequest, EffectRow, Preview
    from service.recording.match_service import MatchService, Receipt

T = TypeVar("T")

Trouble: TypeAlias = Literal["busy", "unreachable", "unknown", "unwritable", "other"]
"""Kinds of store failures: locked by another program; server unreachable; a disk error with unknown outcome; a store
that refuses entries; anything else."""


class Recorded(Struct, frozen=True):
    """The entry is stored."""

    version: int
    violations: tuple[Violation, ...] = ()


class Refused(Struct, frozen=True):
    """A rule forbids the action; it can be recorded as played."""

    violations: tuple[Violation, ...]


class Impossible(Struct, frozen=True):
    """The action is impossible in this state; it cannot be recorded at any strictness."""

    violations: tuple[Violation, ...]


class NotUnderstood(Struct, frozen=True):
    """The line cannot be read, or names something that is not there."""

    text: str


class ConflictWith(Struct, frozen=True):
    """Another person recorded first; this attempt was discarded."""

    by: str
    version: int
    """The number of the first entry that they recorded."""
    text: str


class Unavailable(Struct, frozen=True):
    """The store failed."""

    trouble: Trouble
    text: str


RecordingOutcome: TypeAlias = Recorded | Refused | Impossible | NotUnderstood | ConflictWith | Unavailable


class CorrectionForecast(Struct, frozen=True):
    """The preview of a correction, and its effect on each action."""

    preview: "Preview"
    rows: "tuple[EffectRow, ...]"


class ActionLine(Struct, frozen=True, kw_only=True):
    """One command line to record."""

    line: str
    at_version: int
    """The entry that the scorekeeper saw last."""
    command_id: str
    """A repeated request with the same id is stored once."""
    as_played: bool = False
    reason: str = ""
    happened_at: int | None = None


class RecordingService:
    """Records command lines of matches. Call its methods in workers: they take as long as the store does."""

    def __init__(self, app: "MatchService", analytics: "Callable[[], Analytics] | None" = None) -> None:
        """`analytics`: reports earlier penalties to judges; `None`: not available."""
        self.app = app
        self.analytics = analytics

    def history(self, match_id: str) -> AnyHistory:
        """Return the match with all its frames, for recording. Raises the errors of the store, and BrokenHistory if the
        record cannot be continued, for example because it is damaged."""
        self.app.store.check_guards()
        history = self.app.history(match_id)
        history.expect_whole()
        self.app.remark_on(self.app.match(match_id))
        return history

    def take(self, match_id: str, act: ActionLine) -> RecordingOutcome:
        """Records a game command."""
        return outcome_of(
            lambda: self.app.take(
                match_id,
                act.line,
                at_version=act.at_version,
                as_played=act.as_played,
                reason=act.reason,
                happened_at=act.happened_at,
                command_id=act.command_id,
            )
        )

    def foresee(self, asked: "CorrectionRequest") -> "CorrectionForecast | RecordingOutcome":
        """Return the effects of a correction without recording."""
        from service.recording.correction_requests import preview, rows_of

        def made() -> CorrectionForecast:
            found = preview(self.app, asked)
            return CorrectionForecast(found, rows_of(self.app.match(asked.match), found))

        return tried(made)


_TROUBLES: Final[tuple[tuple[type[Exception], Trouble], ...]] = (
    (errors.Unreachable, "unreachable"),
    (errors.Busy, "busy"),
    (errors.OutcomeUnknown, "unknown"),
    (errors.StoreUnwritable, "unwritable"),
)


def outcome_of(record: "Callable[[], Receipt]") -> RecordingOutcome:
    """Call `record` and return the outcome. Run this in a worker: it takes as long as the store does."""
    receipt = tried(record)
    return receipt if isinstance(receipt, RecordingOutcome) else Recorded(receipt.version, receipt.violations)


def tried(make: Callable[[], T]) -> T | RecordingOutcome:
    """Return the result of `make`, or its failure as an outcome."""
    try:
        return make()
    except ImpossibleCommand as error:
        return Impossible(error.violations)
    except RuleViolation as error:
        return Refused(error.violations)
    except (NotationError, UsageProblem, errors.EntryRefused) as error:
        return NotUnderstood(str(error))
    except errors.Conflict as error:
        return ConflictWith(error.by, error.version, str(error))
    except Exception as error:
        # Also unexpected errors: the scorekeeper's line must survive them.
        trouble: Trouble = next((name for kind, name in _TROUBLES if isinstance(error, kind)), "other")
        return Unavailable(trouble, str(error) or type(error).__name__)
