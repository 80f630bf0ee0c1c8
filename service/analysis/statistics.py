"""Queries of the statistics screen: questions and metrics, the matches behind numbers, and answers as files and commands."""

import csv
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.registry import installed_games
from projections.answers import Answer
from projections.filters import Filter, dimensions, filters, value_of
from projections.grammar import (
    candidates,
    completed,
    filter_text,
    modern,
    question_candidates,
    read_filters,
    read_question,
    word_of,
)
from projections.opening_explorer import ExplorerQuery
from projections.questions import Question, described, find_question, parameters_of, questions
from projections.result_files import cell_of_csv
from projections.statements import Request, checked_request
from service.errors import NotPermitted
from service.kits import played_game
from service.outputs import whole_file
from service.progress import Stopped

if TYPE_CHECKING:
    from projections.analytics import Analytics

__all__ = [
    "Answer",
    "ExplorerQuery",
    "Filter",
    "Question",
    "Report",
    "StatisticsQuery",
    "StatisticsService",
    "Stopped",
    "asked_over_http",
    "candidates",
    "completed",
    "described",
    "dimensions",
    "filter_text",
    "parameters_of",
    "question_candidates",
    "read_filters",
    "word_of",
]

Report = Callable[[int, int], None]
"""Called with the number of projected entries and the total. May raise Stopped."""


_AGAINST: Final[Mapping[str, str]] = {"share": "baseline", "difference": "0", "zscore": "0"}
"""The values that a kind of metric is compared with."""


class Shape(Struct, frozen=True):
    """Properties of the columns of a metric's answer."""

    percent: tuple[str, ...]
    intervals: Mapping[str, tuple[str, str]]
    chart: str


class StatisticsQuery(Struct, frozen=True):
    """A requested number with its scope. Filters that do not apply to it are kept, for the next number."""

    subject: Question
    by: tuple[str, ...] = ()
    where: tuple[Filter, ...] = ()

    @property
    def given(self) -> tuple[Filter, ...]:
        """The filters that narrow the number."""
        return tuple(one for one in self.where if self.subject.takes(one))

    @property
    def request(self) -> Request:
        """Return the request to the analytics."""
        return Request(self.subject, self.by, self.given)

    @property
    def without(self) -> tuple[str, ...]:
        """Filters that do not apply to it, each as a sentence."""
        left = [one for one in self.where if one not in self.given]
        why = f": {self.subject.recorded}" if self.subject.recorded else ""
        return tuple(f"{word_of(one)} does not apply here{why if one.name == 'recorded' else ''}" for one in left)

    @property
    def game(self) -> str:
        """The game that the number is limited to; empty for all games."""
        own = self.subject.game if self.subject.is_counted else ""
        return own or value_of(self.where, "game") or ""

    @property
    def elsewhere(self) -> bool:
        """True if the number does not exist for the filtered game."""
        asked = value_of(self.where, "game")
        return bool(asked and self.subject.game) and played_game(asked or "") != self.subject.game

    @property
    def shape(self) -> "Shape | Question":
        """Properties of its columns."""
        metric = self.subject
        if not metric.is_counted:
            return metric
        shares = ("value", "low", "high", "baseline", "shrunk", "first", "second") if metric.is_percent else ()
        first = dimensions()[self.by[0]] if self.by else None
        steps = first is not None and first.number and len(self.by) == 1
        against = f" against {_AGAINST[metric.kind]}" if metric.kind in _AGAINST and self.by else ""
        chart = f"lines {first.key} value by game" if steps and first else f"bars game value{against}"
        return Shape(shares, {"value": ("low", "high")}, chart)

    @property
    def text(self) -> str:
        """Return the line that `read_wish` parses."""
        by = f" by {', '.join(self.by)}" if self.by else ""
        return f"{self.subject.name}{by} {filter_text(self.given)}".strip()

    @property
    def command(self) -> str:
        """Return the same query as a shell command."""
        by = ("by", ",".join(self.by)) if self.by else ()
        return shlex.join(["matchbook", "stats", self.subject.name, *by, *map(word_of, self.given)])


def read_wish(text: str) -> StatisticsQuery:
    """Parse a question: `win-rate by player game:frc_tcg`, `results game:frc_tcg`. Raises UnknownQuestion, UnknownMetric,
    BadParameter. Filters that the number does not have are kept."""
    typed = read_question(text)
    number = find_question(typed.number, typed.column)
    asked = checked_request(replace(typed, filters=()))
    return StatisticsQuery(number, asked.by, typed.filters)


def dimensions_of(metric: Question) -> tuple[tuple[str, str], ...]:
    """Return name and meaning of a metric's dimensions, except for the game, by which every metric is split."""
    return tuple((name, dimensions()[name].meaning) for name in metric.splits if name != "game")


def usual_split(metric: Question) -> tuple[str, ...]:
    """Return the default split of a metric."""
    return next(((name,) for name in _USUAL if name in metric.splits), ())


_USUAL: Final = ("card", "rule", "claim", "penalty", "command", "player")


def row_text(wanted: StatisticsQuery, row: Mapping[str, object]) -> str:
    """Return the subject of a row: `frc_tcg · Ada`."""
    numbers = next((n for n, column in enumerate(row) if column == "n"), None)
    keys = list(row)[:numbers] if numbers is not None else [name for name in row if isinstance(row[name], str)][:2]
    named = ("game", *(dimensions()[name].key for name in wanted.by)) if wanted.subject.is_counted else keys
    return " · ".join(str(row[name]) for name in named if row.get(name) is not None)


def asked_over_http(given: str) -> tuple[Filter, ...]:
    """Parse the filters of a URL, also in the old spelling of bookmarked URLs. Raises as `read_filters`."""
    return read_filters(modern(given))


def within_tag(given: tuple[Filter, ...], tag: str) -> tuple[Filter, ...]:
    """Filters that also select the matches of a tag (empty: all). Raises NotPermitted for another tag: filters of one name select
    what fits any of them."""
    if not tag:
        return given
    if any(one.name == "tag" and not one.negative and one.value.casefold() != tag.casefold() for one in given):
        raise NotPermitted(f"this token asks about matches of the tag {tag!r} only")
    return (*given, Filter("tag", tag, tag, tag, is_scope=True))


class StatisticsService:
    """Questions about all matches of a store. Calls may block; any error's text is one line to show."""

    def __init__(self, analytics: "Analytics") -> None:
        self._analytics = analytics

    def questions(self) -> tuple[Question, ...]:
        """Return the questions of the statistics screen, by name."""
        return tuple(question for question in questions().values() if not (question.place or question.is_counted))

    def subjects(self) -> tuple[Question, ...]:
        """Return all questions and metrics: questions about all games, then questions about some games, then metrics."""
        written = [one for one in questions().values() if not one.is_counted]
        return (
            *sorted(written, key=lambda one: (bool(one.place), bool(one.game))),
            *(one for one in questions().values() if one.is_counted),
        )

    def ask(self, wanted: StatisticsQuery, report: Report | None = None) -> Answer:
        """Return the answer, after catching up with the store. Raises Stopped, and the errors of the analytics."""
        return self._analytics.ask(wanted.request, None, report)

    def explore(self, asked: ExplorerQuery, report: Report | None = None) -> Answer:
        """Return the moves played from a position. Raises Stopped, and the errors of the analytics."""
        return self._analytics.explore(asked, report)

    def matches_behind(
        self, asked: StatisticsQuery | ExplorerQuery, row: Mapping[str, object], report: Report | None = None
    ) -> tuple[str, ...]:
        """Return the ids of the matches that a row of an answer counts. `row`: its cells by column. Raises as the query
        does."""
        return self._analytics.matches_behind(
            asked.request if isinstance(asked, StatisticsQuery) else asked, row, report
        )

    def known(self) -> Mapping[str, tuple[str, ...]]:
        """Return the filters of numbers, with the values that would match, if these can be listed."""
        listed = dict(self._analytics.known_values())
        games = (name for name, game in installed_games().items() if game.kind == "game")
        listed["game"] = tuple(dict.fromkeys((*games, *listed["game"])))
        return {name: values for name, values in listed.items() if not set(filters()[name].needs) & {"deed"}}


def save_csv(answer: Answer, path: Path, *, replace: bool = False) -> Path:
    """Write an answer as a CSV file with a header, completely or not at all, its cells as in `cell_of_csv`. Return its path.

    Raises FileExistsError for an existing file (without `replace`), UsageProblem if it cannot be written.
    """
    with whole_file(path, replace=replace) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(answer.columns)
        writer.writerows(map(cell_of_csv, row) for row in answer.rows)
    return path.expanduser().absolute()
