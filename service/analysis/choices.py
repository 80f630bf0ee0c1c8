"""Links beside a question: other statistics, splits and filters, each with the query line that it asks."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from projections.filters import dimensions, given_filters
from projections.questions import Question
from service.analysis.statistics import StatisticsQuery, usual_split, word_of

_MOST = 12
"""Values of a filter that are offered; the others are typed."""


class QuestionLink(Struct, frozen=True):
    """A query line with its label. `chosen`: it removes a split or filter that is applied now."""

    text: str
    line: str
    title: str = ""
    chosen: bool = False


def numbers(wanted: StatisticsQuery, subjects: Sequence[Question]) -> Mapping[str, list[QuestionLink]]:
    """Return all statistics by kind, under the same filters. Those of other games than the filtered one are omitted."""
    found: dict[str, list[QuestionLink]] = {}
    for one in subjects:
        other = StatisticsQuery(one, usual_split(one) if one.is_counted else (), wanted.where)
        kind = "Statistics to split" if one.is_counted else f"Tables of {one.game}" if one.game else "Tables"
        if not other.elsewhere:
            found.setdefault(kind, []).append(QuestionLink(one.name, other.text, one.title, one == wanted.subject))
    return found


def splits(wanted: StatisticsQuery) -> list[QuestionLink]:
    """Return links that add or remove a split, one for each dimension of the statistic."""
    found = []
    for name in wanted.subject.splits:
        by = tuple(one for one in wanted.by if one != name)
        if name != "game":
            line = replace(wanted, by=by if name in wanted.by else (*by, name)).text
            found.append(QuestionLink(name, line, dimensions()[name].meaning, name in wanted.by))
    return found


def held(wanted: StatisticsQuery) -> list[QuestionLink]:
    """Return the applied filters, each with the query line without it."""
    return [
        QuestionLink(
            word_of(one), replace(wanted, where=tuple(other for other in wanted.where if other is not one)).text
        )
        for one in wanted.given
    ]


def filters(wanted: StatisticsQuery, known: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, list[QuestionLink]]]:
    """Yield the possible filters of a number, each with links for its first values."""
    for name, values in known.items():
        offered = [one for value in values[:_MOST] for one in given_filters({name: value})]
        if offered and wanted.subject.takes(offered[0]) and name not in {one.name for one in wanted.given}:
            lines = (replace(wanted, where=(*wanted.where, one)).text for one in offered)
            yield name, [QuestionLink(one.value, line) for one, line in zip(offered, lines, strict=True)]
