"""Queries of the statistics screen: questions and metrics, the matches behind numbers, and answers as files and commands."""

import csv
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from domain.registry import installed_games
from domain.text import suggestion
from projections.answers import Answer
from projections.metrics import Metric, dimensions, metrics, splits
from projections.metrics.wording import narrows, read_wanted
from projections.opening_explorer import Explored
from projections.questions import Question, questions
from projections.questions.scope import PARAMETERS
from service.analysis.scope import Scope, read_where, scope_text, split_words
from service.errors import UsageProblem
from service.kits import played_game
from service.outputs import whole_file
from service.progress import Stopped

if TYPE_CHECKING:
    from projections.analytics import Analytics

__all__ = [
    "Answer",
    "Explored",
    "Metric",
    "Question",
    "QuestionRequest",
    "Report",
    "StatisticsService",
    "Stopped",
    "dimensions",
]

Report = Callable[[int, int], None]
"""Told the entries taken in so far and those there are. May raise Stopped."""
Subject: TypeAlias = Question | Metric
"""A subject that can be asked about."""


class QuestionRequest(Struct, frozen=True):
    """A question within a scope."""

    question: Question
    scope: Scope
    further: tuple[str, ...] = ()
    """Filters that no scope has: for a metric they would mean something."""

    @property
    def where(self) -> tuple[str, ...]:
        """Its filters, one word each."""
        return (*(f"{name}={value}" for name, value in self.scope.items()), *self.further)

    @property
    def subject(self) -> Question:
        """The subject."""
        return self.question

    @property
    def by(self) -> tuple[str, ...]:
        """A question is split as it says itself."""
        return ()

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
        return tuple(f"{name} does not apply here{why.get(name, '')}" for name in (*unknown, *self.further))

    @property
    def game(self) -> str:
        """The one game that is asked about; empty for all."""
        return self.scope.get("game", "")

    @property
    def elsewhere(self) -> bool:
        """Whether the question is about other games than the scope's."""
        return bool(self.game and self.question.games) and played_game(self.game) not in self.question.games

    @property
    def shape(self) -> Question:
        """Properties of its columns."""
        return self.question

    @property
    def command(self) -> str:
        """The same on the command line."""
        return shlex.join(["matchbook", "stats", self.question.name]) + (
            f" {scope_text(self.given)}" if self.given else ""
        )


_AGAINST: Final[Mapping[str, str]] = {"share": "baseline", "difference": "0", "zscore": "0"}
"""The values that a kind of metric is compared with."""


class Shape(Struct, frozen=True):
    """Return the properties of the columns of a metric's answer."""

    percent: tuple[str, ...]
    intervals: tuple[tuple[str, str, str], ...]
    chart: str


class Measured(Struct, frozen=True):
    """A metric, split by dimensions, where filters hold."""

    metric: Metric
    by: tuple[str, ...]
    where: tuple[str, ...]

    @property
    def subject(self) -> Metric:
        """The subject."""
        return self.metric

    @property
    def given(self) -> tuple[str, ...]:
        """The filters that say something of the metric."""
        return tuple(word for word in self.where if narrows(word, self.metric))

    @property
    def without(self) -> tuple[str, ...]:
        """Filters that do not apply to it, each as a sentence."""
        return tuple(f"{word} does not apply here" for word in self.where if word not in self.given)

    @property
    def game(self) -> str:
        """The one game that is asked about; empty for all."""
        named = [word.removeprefix("game=") for word in self.where if word.startswith("game=")]
        return self.metric.game or (named[0] if len(named) == 1 else "")

    @property
    def elsewhere(self) -> bool:
        """Whether the metric is of another game than the one asked about."""
        return bool(self.metric.game) and any(
            word.startswith("game=") and played_game(word[5:]) != self.metric.game for word in self.where
        )

    @property
    def shape(self) -> Shape:
        """Properties of its columns."""
        shares = ("value", "low", "high", "baseline", "shrunk", "first", "second") if self.metric.is_percent else ()
        first = dimensions()[self.by[0]] if self.by else None
        steps = first is not None and first.number and len(self.by) == 1
        against = f" against {_AGAINST[self.metric.kind]}" if self.metric.kind in _AGAINST and self.by else ""
        chart = f"lines {first.key} value by game" if steps and first else f"bars game value{against}"
        return Shape(shares, (("value", "low", "high"),), chart)

    @property
    def words(self) -> tuple[str, ...]:
        """It as words of the command line."""
        split = ("by", ",".join(self.by)) if self.by else ()
        return (self.metric.name, *split, *(("where", *self.given) if self.given else ()))

    @property
    def command(self) -> str:
        """The same on the command line."""
        return shlex.join(["matchbook", "stats", *self.words])


Wish: TypeAlias = QuestionRequest | Measured


def read_wish(text: str) -> Wish:
    """Parse a query: `win-rate by player where game=frc_tcg`, `results game=frc_tcg`. Raises UsageProblem, UnknownQuestion,
    UnknownMetric, BadParameter."""
    name, *rest = split_words(text) or [""]
    known: dict[str, Subject] = {**metrics(), **questions()}
    subject = known.get(name.replace("_", "-").lower())
    if subject is None:
        near = suggestion(name, known) or "; tab completes it"
        raise UsageProblem(f"no question or metric {name!r}{near}" if name else "a question or metric comes first")
    place = next((n for n, word in enumerate(rest) if word.lower() == "where" or "=" in word), len(rest))
    if isinstance(subject, Question) and place:
        raise UsageProblem(f"{' '.join(rest[:place])}: {name} has a fixed split; metrics are split by dimensions")
    by = tuple(one.key.replace("_", "-") for one in read_wanted((name, *rest[:place])).by) if place else ()
    return wish(subject, read_where(shlex.join(rest[place:])), by)


def dimensions_of(metric: Metric) -> tuple[tuple[str, str], ...]:
    """Name and meaning of what a metric can be split by, but for the game, by which all are."""
    return tuple((name, dimensions()[name].meaning) for name in splits(metric) if name != "game")


def usual_split(metric: Metric) -> tuple[str, ...]:
    """The dimension by which a metric is split before anybody says otherwise."""
    return next(((name,) for name in _USUAL if name in splits(metric)), ())


_USUAL: Final = ("card", "rule", "claim", "penalty", "command", "player")


def wish(subject: Subject, where: Sequence[str] = (), by: Sequence[str] = ()) -> Wish:
    """Build the query about a subject with filters as typed, one word each."""
    if isinstance(subject, Metric):
        return Measured(subject, tuple(by), tuple(where))
    known = {*PARAMETERS, *(parameter.name for parameter in subject.parameters)}
    scope: dict[str, str] = {}
    further = []
    for word in where:
        name, _, value = word.partition("=")
        if name in known and name not in scope:
            scope[name] = value
        else:
            further.append(word)
    return QuestionRequest(subject, scope, tuple(further))


def row_text(wanted: Wish, row: Mapping[str, object]) -> str:
    """Return the subject of a row: `frc_tcg · Ada`."""
    numbers = next((n for n, column in enumerate(row) if column == "n"), None)
    keys = list(row)[:numbers] if numbers is not None else [name for name in row if isinstance(row[name], str)][:2]
    named = ("game", *(dimensions()[name].key for name in wanted.by)) if isinstance(wanted, Measured) else keys
    return " · ".join(str(row[name]) for name in named if row.get(name) is not None)


class StatisticsService:
    """Questions about all matches of a store. Calls may block; any error's text is one line to show."""

    def __init__(self, analytics: "Analytics") -> None:
        self._analytics = analytics

    def questions(self) -> tuple[Question, ...]:
        """All that the statistics screen asks, by name."""
        return tuple(question for question in questions().values() if not question.place)

    def subjects(self) -> tuple[Subject, ...]:
        """All that can be asked about: questions about all games, those about some, then metrics."""
        asked = sorted(questions().values(), key=lambda question: (bool(question.place), bool(question.games)))
        return (*asked, *metrics().values())

    def ask(self, wanted: Wish, report: Report | None = None) -> Answer:
        """The answer, after catching up with the store. Raises Stopped, and what the analytics raise."""
        if isinstance(wanted, Measured):
            return self._analytics.measure(read_wanted(wanted.words), report)
        return self._analytics.ask(wanted.question.name, dict(wanted.given), report)

    def explore(self, asked: Explored, report: Report | None = None) -> Answer:
        """Return the moves played from a position. Raises Stopped, and the errors of the analytics."""
        return self._analytics.explore(asked, report)

    def behind(
        self, asked: Wish | Explored, row: Mapping[str, object], report: Report | None = None
    ) -> tuple[str, ...]:
        """The ids of the matches behind a row of an answer, by its cells. Raises as the question does."""
        match asked:
            case Explored():
                return self._analytics.behind(asked, row, progress=report)
            case Measured():
                return self._analytics.behind(read_wanted(asked.words), row, progress=report)
            case _:
                return self._analytics.behind(asked.question.name, row, dict(asked.given), report)

    def known(self) -> Mapping[str, tuple[str, ...]]:
        """Return the filters of questions and metrics, with the values that would match, if these can be listed."""
        listed = {name: parameter.possible for name, parameter in PARAMETERS.items()}
        listed |= self._analytics.known_values()
        games = (name for name, game in installed_games().items() if game.kind == "game")
        listed["game"] = tuple(dict.fromkeys((*games, *listed["game"])))
        listed["kind"] = PARAMETERS["kind"].possible
        listed["forks"] = listed["recorded"] = ("yes", "no")
        listed["-tag"] = listed["tag"]
        return listed


def save_csv(answer: Answer, path: Path, *, replace: bool = False) -> Path:
    """Writes an answer as a table with a heading, whole or not at all; returns where it is.

    Raises FileExistsError unless it may be replaced, UsageProblem where it cannot be written.
    """
    with whole_file(path, replace=replace) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(answer.columns)
        writer.writerows(answer.rows)
    return path.expanduser().absolute()
