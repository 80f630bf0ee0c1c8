"""Matchbook from Python: record a match, step through it, look at its boards, ask questions.

import matchbook

with matchbook.open("club.db", create=True, by="Kim") as book:
    match = book.new("pig", ["Ada", "Bo"], title="Table 4")
    match.take("roll 6")
    match.take("hold")
    match.correct(2, "roll 4", reason="misread")
    match.conclude("Ada")
    for step in match.steps():
        print(step.address, step.text)
    print(match.at(3).board)  # a board draws itself in a notebook
    for row in book.matches("game:pig player:Ada"):
        print(row.id, *row.players)
    print(list(book.ask("win-rate by player game:pig")))
    print(list(book.sql("select game, count(*) as n from matches group by game")))
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.cards import CatalogueError
    from domain.decision import ImpossibleCommand, RuleViolation
    from domain.registry import UnknownGame
    from domain.syntax import NotationError
    from matchbook.api import BoardPicture, Book, RecordedMatch, ReplayStep, open  # noqa: A004 (as `gzip.open`)
    from matchbook.result_table import ResultTable
    from projections.errors import (
        AnalyticsError,
        BadParameter,
        QueryRefused,
        UnknownMetric,
        UnknownMove,
        UnknownQuestion,
    )
    from service.errors import CommandIdTaken, EntryNotFound, MatchIsOver, UsageProblem
    from service.resources import UnreadableFile
    from storage.errors import (
        AmbiguousMatch,
        Conflict,
        DamagedEntry,
        MatchNotFound,
        StorageError,
        StoreDamaged,
        StoreNotFound,
        StoreUnsupported,
    )

ERRORS = {
    "domain.cards": ("CatalogueError",),
    "domain.decision": ("ImpossibleCommand", "RuleViolation"),
    "domain.registry": ("UnknownGame",),
    "domain.syntax": ("NotationError",),
    "projections.errors": (
        "AnalyticsError",
        "BadParameter",
        "QueryRefused",
        "UnknownMetric",
        "UnknownMove",
        "UnknownQuestion",
    ),
    "service.errors": ("CommandIdTaken", "EntryNotFound", "MatchIsOver", "UsageProblem"),
    "service.resources": ("UnreadableFile",),
    "storage.errors": (
        "AmbiguousMatch",
        "Conflict",
        "DamagedEntry",
        "MatchNotFound",
        "StorageError",
        "StoreDamaged",
        "StoreNotFound",
        "StoreUnsupported",
    ),
}
"""The errors that the names below raise: module -> classes."""

__all__ = [
    "AmbiguousMatch",
    "AnalyticsError",
    "BadParameter",
    "BoardPicture",
    "Book",
    "CatalogueError",
    "CommandIdTaken",
    "Conflict",
    "DamagedEntry",
    "EntryNotFound",
    "ImpossibleCommand",
    "MatchIsOver",
    "MatchNotFound",
    "NotationError",
    "QueryRefused",
    "RecordedMatch",
    "ReplayStep",
    "ResultTable",
    "RuleViolation",
    "StorageError",
    "StoreDamaged",
    "StoreNotFound",
    "StoreUnsupported",
    "UnknownGame",
    "UnknownMetric",
    "UnknownMove",
    "UnknownQuestion",
    "UnreadableFile",
    "UsageProblem",
    "open",
]


def __getattr__(name: str) -> object:
    # The command line is part of this package and must start without loading the modules of these names.
    if name in __all__:
        home = next((module for module, names in ERRORS.items() if name in names), "matchbook.api")
        return getattr(import_module(home), name)
    raise AttributeError(f"module 'matchbook' has no attribute {name!r}")
