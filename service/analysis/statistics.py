"""What the statistics screen asks: questions, answers, what a scope can name, and the answer as a file or a command."""

import csv
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from domain.registry import installed_games
from projections.answers import Answer
from projections.questions import PARAMETERS, Question, questions
from service.analysis.scope import Scope, scope_text
from service.outputs import whole_file
from service.progress import Stopped

if TYPE_CHECKING:
    from projections.analytics import Analytics

__all__ = ["Answer", "Question", "Report", "StatisticsDesk", "Stopped", "Wanted"]

Report = Callable[[int, int], None]
"""Told the entries taken in so far and those there are. May raise Stopped."""


class Wanted(Struct, frozen=True):
    """A question within a scope."""

    question: Question
    scope: Scope

    @property
    def given(self) -> Scope:
        """The part of the scope that the question knows."""
        taken = {parameter.name for parameter in self.question.parameters} | {"limit"}
        return {name: value for name, value in self.scope.items() if name in taken}

    @property
    def without(self) -> tuple[str, ...]:
        """Parameters of the scope that the question does not know, in a sentence each."""
        unknown = [name for name in self.scope if name not in self.given]
        why = {"recorded": f": {self.question.unrecorded}"}
        return tuple(f"{name} does not apply here{why.get(name, '')}" for name in unknown)

    @property
    def elsewhere(self) -> bool:
        """Whether the question is about other games than the scope's."""
        game = self.scope.get("game")
        return bool(game and self.question.games) and game not in self.question.games

    @property
    def command(self) -> str:
        """The same on the command line."""
        return shlex.join(["matchbook", "stats", self.question.name]) + (
            f" {scope_text(self.given)}" if self.given else ""
        )


class StatisticsDesk:
    """Questions about all matches of a store. Calls may block; any error's text is one line to show."""

    def __init__(self, analytics: "Analytics") -> None:
        self._analytics = analytics

    def questions(self) -> tuple[Question, ...]:
        """All that can be asked, by name."""
        return tuple(questions().values())

    def ask(self, wanted: Wanted, report: Report | None = None) -> Answer:
        """The answer, after catching up with the store. Raises Stopped, and what the analytics raise."""
        return self._analytics.ask(wanted.question.name, dict(wanted.given), report)

    def known(self) -> Mapping[str, tuple[str, ...]]:
        """The parameters of scopes, with the values that would find something where they can be listed."""
        listed: dict[str, list[str]] = {name: [] for name in PARAMETERS}
        listed["game"] = [name for name, game in installed_games().items() if game.kind == "game"]
        listed["forks"] = listed["recorded"] = ["yes", "no"]
        listed["kind"] = list(PARAMETERS["kind"].possible)
        for name, value in self._analytics.scope_values():
            listed[name].append(value)
        listed["-tag"] = listed["tag"]
        return {name: tuple(values) for name, values in listed.items()}


def save_csv(answer: Answer, path: Path, *, replace: bool = False) -> Path:
    """Writes an answer as a table with a heading, whole or not at all; returns where it is.

    Raises FileExistsError unless it may be replaced, UsageProblem where it cannot be written.
    """
    with whole_file(path, replace=replace) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(answer.columns)
        writer.writerows(answer.rows)
    return path.expanduser().absolute()
