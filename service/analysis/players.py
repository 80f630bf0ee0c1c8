"""The page of a player: results, form, pace, ratings with their history, opponents. Each row leads to its matches."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from projections.answers import SMALL, Answer
from projections.filters import Filter, given_filters
from projections.questions import questions
from service.analysis.cell_bars import results_bar, sparkline
from service.analysis.statistics import StatisticsQuery, StatisticsService
from service.reading.styled_text import Span, StyledLine, clean, cut, pad

Part: TypeAlias = Literal["profile", "rating-history", "head-to-head"]
Row: TypeAlias = Mapping[str, object]
_PARTS: Final[tuple[Part, ...]] = ("profile", "rating-history", "head-to-head")
Ask: TypeAlias = Callable[[StatisticsQuery], Answer]
_NOT_HERE: Final = ("player", "limit", "least", "match")
_LATEST: Final = 15
"""Matches that are listed."""
_FORM: Final = 10
_LABEL: Final = 10
_BAR: Final = 10


class LinkTarget(Struct, frozen=True):
    """The target of a row: the matches that a row of an answer counts, or a list of matches."""

    part: Part = "profile"
    row: Row = {}
    matches: tuple[str, ...] = ()
    about: str = ""


class PlayerPage(Struct, frozen=True):
    """The answers for one player's page."""

    player: str
    answers: Mapping[Part, Answer]

    def rows(self, part: Part, game: str = "") -> tuple[Row, ...]:
        """Return one player's rows, by column; for one game only."""
        answer = self.answers[part]
        every = (dict(zip(answer.columns, row, strict=True)) for row in answer.rows)
        return tuple(row for row in every if not game or row["game"] == game)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for judging the numbers."""
        return tuple(dict.fromkeys(note for answer in self.answers.values() for note in answer.notes))


def narrowing(where: Sequence[Filter]) -> tuple[Filter, ...]:
    """Return those of the current filters that apply to all numbers of a player's page."""
    parts = [questions()[part] for part in _PARTS]
    return tuple(one for one in where if one.name not in _NOT_HERE and all(part.takes(one) for part in parts))


def ask_page(ask: Ask, player: str, where: Sequence[Filter]) -> PlayerPage:
    """Return a player's page under some filters, from three queries."""
    return PlayerPage(player, {part: ask(_wanted(part, player, where)) for part in _PARTS})


def matches_behind(
    statistics: StatisticsService, player: str, where: Sequence[Filter], place: LinkTarget
) -> tuple[str, ...]:
    """Return the ids of the matches that a row of the page counts. Raises as the query does."""
    return place.matches or statistics.matches_behind(_wanted(place.part, player, where), place.row)


def _wanted(part: Part, player: str, where: Sequence[Filter]) -> StatisticsQuery:
    return StatisticsQuery(questions()[part], (), (*where, *given_filters({"player": player})))


def page_lines(page: PlayerPage, width: int) -> Iterator[tuple[StyledLine, LinkTarget | None]]:
    """Yield the lines of the page, `width` cells wide, each with its target; one part per game."""
    for place, profile in enumerate(page.rows("profile")):
        game = str(profile["game"])
        yield from [((), None)] if place else []
        yield (Span(game, "strong"),), None
        yield from _profile(page, profile, game, width)
        yield from _opponents(page, game)
        yield from _latest(page, game)


def _profile(page: PlayerPage, row: Row, game: str, width: int) -> Iterator[tuple[StyledLine, LinkTarget]]:
    matches_behind = LinkTarget("profile", row, about=f"{page.player} · {game}")
    history = page.rows("rating-history", game)
    yield _row("results", (Span(_share(row)), Span("  "), *_bar(row)), matches_behind)
    ten = LinkTarget(
        matches=tuple(str(one["match"]) for one in history[-_FORM:]), about=f"{page.player} · {game} · form"
    )
    form = [Span(f"{result} ", _TONES[result]) for result in str(row["form"])]
    yield _row("form", (*form, Span(" the last on the right", "dim")), ten if ten.matches else matches_behind)
    first = _float(row["first_share"])
    went = f"went first in {100 * first:.0f} %" if first is not None else "the first player is not recorded"
    seconds = _float(row["seconds"])
    pace = f"{seconds:.0f} s a turn" if seconds is not None else "no times"
    yield _row("pace", (Span(f"{pace} · {went} · {_decks(row)}"),), matches_behind)
    rating = _float(row["rating"])
    if rating is not None and history:
        told = f"{rating:,.0f} ± {_float(row['deviation']) or 0:,.0f} Glicko-2 · {_float(row['openskill']) or 0:.1f} OpenSkill "
        values = [_float(one["rating"]) or 0.0 for one in history]
        line = sparkline(values, width - _LABEL - len(told))
        rated = LinkTarget(matches=tuple(str(one["match"]) for one in history), about=f"{page.player} · {game} · rated")
        yield _row("rating", (Span(told), Span(line, "now")), rated)


def _opponents(page: PlayerPage, game: str) -> Iterator[tuple[StyledLine, LinkTarget]]:
    for place, row in enumerate(page.rows("head-to-head", game)):
        about = f"{page.player} v {row['opponent']} · {game}"
        name = pad((Span(clean(cut(str(row["opponent"]), 14))),), 15)
        line = (*name, Span(f"{_share(row):28}"), *_bar(row))
        yield _row("against" if place == 0 else "", line, LinkTarget("head-to-head", row, about=about))


def _latest(page: PlayerPage, game: str) -> Iterator[tuple[StyledLine, LinkTarget]]:
    for place, row in enumerate(reversed(page.rows("rating-history", game)[-_LATEST:])):
        change = _float(row["change"])
        moved = f"{_float(row['rating']) or 0:7,.0f} {change:+5.0f}" if change is not None else ""
        result = str(row["result"])
        text = f"{row['day']}  {result:6} "
        line = (Span(text), Span(f"{moved}  "), Span(clean(f"v {row['opponents']}")))
        yield _row("latest" if place == 0 else "", line, LinkTarget(matches=(str(row["match"]),)))


_TONES: Final[Mapping[str, Literal["good", "dim", "bad"]]] = {"W": "good", "D": "dim", "L": "bad"}


def _row(label: str, line: StyledLine, place: LinkTarget) -> tuple[StyledLine, LinkTarget]:
    return (Span(f"{label:{_LABEL}}", "dim"), *line), place


def _share(row: Row) -> str:
    """`52.1 % [48.0, 56.2] n=540`."""
    share, low, high = (100 * (_float(row[name]) or 0.0) for name in ("score", "low", "high"))
    n = int(str(row["n"]))
    return f"{share:5.1f} % [{low:.1f}, {high:.1f}] n={'~' if n < SMALL else ''}{n:,}"


def _bar(row: Row) -> StyledLine:
    won, drawn, lost = (int(str(row[name])) for name in ("won", "drawn", "lost"))
    return (*results_bar((won, drawn, lost), _BAR), Span(f" W{won} D{drawn} L{lost}", "dim"))


def _decks(row: Row) -> str:
    decks = int(str(row["decks"]))
    return f"{decks} deck{'' if decks == 1 else 's'}" if decks else "no deck list"


def _float(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
