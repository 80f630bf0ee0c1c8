"""Live recording for the terminal program: every outcome of an action is a value, never an exception.

Failures are distinguished: refused by a rule, impossible, unreadable, another recorder was first, or the store.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.amending import Address, TableEvent
from domain.deciding import ImpossibleCommand, RuleViolation
from domain.entries import Annotated
from domain.notation import NotationError
from domain.replay import AnyHistory
from domain.rules import Violation
from service.errors import UsageProblem
from service.recording.wizard import Draft, open_drafted
from storage import errors

if TYPE_CHECKING:
    from projections.analytics import Analytics
    from service.judging.judging_service import JudgingService
    from service.recording.correcting import Asked, Preview, Row
    from service.recording.forking import Branch, Forked
    from service.recording.match_service import MatchService, Receipt
    from storage.recorder import Following

T = TypeVar("T")

Trouble: TypeAlias = Literal["busy", "unreachable", "unknown", "unwritable", "other"]
"""Kinds of store failures: locked by another program; server unreachable; a disk error with unknown outcome; a store that
refuses entries; anything else."""


class Recorded(Struct, frozen=True):
    """It is stored, for good."""

    version: int
    violations: tuple[Violation, ...] = ()


class Refused(Struct, frozen=True):
    """A rule forbids it; it can be recorded as played."""

    violations: tuple[Violation, ...]


class Impossible(Struct, frozen=True):
    """The state cannot hold it; no mode records it."""

    violations: tuple[Violation, ...]


class NotUnderstood(Struct, frozen=True):
    """The line cannot be read, or names something that is not there."""

    text: str


class ConflictWith(Struct, frozen=True):
    """Another person recorded first; this attempt was discarded."""

    by: str
    version: int
    """The first entry of theirs."""
    text: str


class Unavailable(Struct, frozen=True):
    """The store did not answer as it should."""

    trouble: Trouble
    text: str


Outcome: TypeAlias = Recorded | Refused | Impossible | NotUnderstood | ConflictWith | Unavailable


class Foreseen(Struct, frozen=True):
    """The effects of a correction, and a remark on each action."""

    preview: "Preview"
    rows: "tuple[Row, ...]"


class Act(Struct, frozen=True, kw_only=True):
    """One command line to record."""

    line: str
    at_version: int
    """The entry that the scorekeeper saw last."""
    command_id: str
    """Sent again with the same id, it is stored once."""
    as_played: bool = False
    reason: str = ""
    happened_at: int | None = None


class RecordingService:
    """Records acts of matches. Calls may block for as long as the store does: they are made in workers."""

    def __init__(self, app: "MatchService", analytics: "Callable[[], Analytics] | None" = None) -> None:
        """`analytics`: reports earlier penalties to judges; `None`: not available."""
        self._app = app
        self._analytics = analytics

    def history(self, match_id: str) -> AnyHistory:
        """Return the match with all its frames, for recording. Raises the errors of the store, and BrokenHistory if the record
        cannot be continued, for example because it is damaged."""
        self._app.store.check_guards()
        history = self._app.history(match_id)
        history.expect_whole()
        self._app.remark_on(self._app.match(match_id))
        return history

    def refresh(self, history: AnyHistory) -> int:
        """Adds what was recorded since; returns how many entries. Raises what the store raises."""
        return self._app.refresh(history)

    def follow(self, wake: Callable[[], None]) -> "Following | None":
        """Has a store that can do so tell of news; see `MatchService.follow`."""
        return self._app.follow(wake)

    def open_match(self, draft: Draft) -> str:
        """Opens a drafted match; returns its id. Raises Problem, and what the store raises."""
        return open_drafted(self._app, draft)

    def record_demo(self) -> str:
        """Record most of a sample match of the first game that has one; return its id. Raises what the store raises."""
        from service.simulation.demonstration import begin_sample

        return begin_sample(self._app).id

    def fork(self, branch: "Branch") -> "Forked":
        """Records a what-if of a match. Raises what the store raises, and UsageProblem."""
        from service.recording.forking import fork

        return fork(self._app, branch)

    def take(self, match_id: str, act: Act) -> Outcome:
        """Records a game command."""
        return _outcome(
            lambda: self._app.take(
                match_id,
                act.line,
                at_version=act.at_version,
                as_played=act.as_played,
                reason=act.reason,
                happened_at=act.happened_at,
                command_id=act.command_id,
            )
        )

    def undo(self, match_id: str, *, reason: str, at_version: int) -> Outcome:
        """Takes the last act, or the conclusion behind it, back."""
        return _outcome(lambda: self._app.undo(match_id, reason=reason, at_version=at_version))

    def take_back(self, match_id: str, to: int | Address, *, reason: str, at_version: int) -> Outcome:
        """Goes back to the state after entry (or act) `to`."""
        return _outcome(lambda: self._app.take_back(match_id, to, reason=reason, at_version=at_version))

    def redo(self, match_id: str, *, reason: str, at_version: int) -> Outcome:
        """Brings back what the last take-back undid."""
        from service.recording.correcting import redo

        return _outcome(lambda: redo(self._app, match_id, reason=reason, at_version=at_version))

    def foresee(self, asked: "Asked") -> "Foreseen | Outcome":
        """Return the effects of a correction without recording."""
        from service.recording.correcting import preview, rows_of

        def made() -> Foreseen:
            found = preview(self._app, asked)
            return Foreseen(found, rows_of(self._app.match(asked.match), found))

        return tried(made)

    def correct(self, asked: "Asked") -> Outcome:
        """Records a correction."""
        from service.recording.correcting import correct

        return _outcome(lambda: correct(self._app, asked))

    def annotate(self, match_id: str, note: Annotated) -> Outcome:
        """Notes something about an entry."""
        return _outcome(lambda: self._app.annotate(match_id, note))

    def happened(self, match_id: str, event: TableEvent) -> Outcome:
        """Records what happened at the table beside the game."""
        from service.recording.correcting import happened

        return _outcome(lambda: happened(self._app, match_id, event))

    @property
    def bench(self) -> "JudgingService":
        """Where judges work on the same matches."""
        from service.judging.judging_service import JudgingService

        return JudgingService(self._app, self._analytics)

    @property
    def by(self) -> str:
        """Who records here."""
        return self._app.by

    def conclude(
        self, match_id: str, winners: tuple[int, ...], *, drawn: bool, note: str, at_version: int | None = None
    ) -> Outcome:
        """Ends the match by what the players agreed."""
        return _outcome(lambda: self._app.conclude(match_id, winners, drawn=drawn, note=note, at_version=at_version))


def undo_target(history: AnyHistory) -> Address | None:
    """Return the action to which undoing the last action leads; `None` if only the opening is left."""
    return history.match.undo_target


_TROUBLES: Final[tuple[tuple[type[Exception], Trouble], ...]] = (
    (errors.Unreachable, "unreachable"),
    (errors.Busy, "busy"),
    (errors.OutcomeUnknown, "unknown"),
    (errors.StoreUnwritable, "unwritable"),
)


def _outcome(record: "Callable[[], Receipt]") -> Outcome:
    receipt = tried(record)
    return receipt if isinstance(receipt, Outcome) else Recorded(receipt.version, receipt.violations)


def tried(make: Callable[[], T]) -> T | Outcome:
    """Return the outcome of an action, or the failure."""
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
