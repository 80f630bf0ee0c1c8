"""Kinds of errors, for callers that report failures without details such as paths of the store."""

from typing import Final, Literal, TypeAlias

from domain.cards import CatalogueError
from domain.decision import ImpossibleCommand, RuleViolation
from domain.notation import NotationError
from domain.registry import UnknownGame, blamed
from domain.timeline import BrokenHistory
from projections import errors as analytics
from service.errors import CommandIdTaken, LineRefused, NotPermitted, UsageProblem
from service.resources import UnreadableFile
from service.typing.scoresheet import SheetError
from storage import errors as storage

Kind: TypeAlias = Literal[
    "forbidden",
    "reused",
    "impossible",
    "refused",
    "unreadable",
    "conflict",
    "not-found",
    "busy",
    "outcome-unknown",
    "unwritable",
    "damaged",
    "defect",
]

_KINDS: Final[tuple[tuple[Kind, tuple[type[Exception], ...]], ...]] = (
    ("forbidden", (NotPermitted, storage.EntryRefused)),
    ("reused", (CommandIdTaken,)),
    ("impossible", (ImpossibleCommand,)),
    ("refused", (RuleViolation,)),
    ("conflict", (storage.Conflict,)),
    ("not-found", (storage.MatchNotFound, storage.AmbiguousMatch, storage.StoreNotFound)),
    ("busy", (storage.Busy, analytics.AnalyticsBusy)),
    ("outcome-unknown", (storage.OutcomeUnknown,)),
    ("unwritable", (storage.StoreUnwritable, storage.SidecarUnusable, analytics.AnalyticsUnwritable)),
    ("damaged", (storage.StorageError, analytics.DamagedAnalytics, BrokenHistory)),
    (
        "unreadable",
        (
            NotationError,
            UsageProblem,
            SheetError,
            CatalogueError,
            UnknownGame,
            UnreadableFile,
            analytics.AnalyticsError,
        ),
    ),
)


def listed_kind(error: Exception) -> Kind | None:
    """Return the kind of an error that is raised on purpose; `None` for others."""
    return next((kind for kind, types in _KINDS if isinstance(error, types)), None)


def kind_of(error: Exception) -> Kind:
    """Return the kind of an error raised by a use case; `defect` for unexpected errors."""
    if isinstance(error, LineRefused):
        return kind_of(error.cause)
    return listed_kind(error) or ("unreadable" if blamed(error) else "defect")
