"""Statistics as one HTML page: a plot and its table per question, for every game in the analytics.

The page loads no files and runs no scripts; the same analytics give the same bytes. Rows with fewer than thirty cases are grey.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from domain.registry import installed_games
from domain.text import pluralize
from projections.answers import Answer
from projections.questions import described, find_question
from projections.statements import read_request
from service.analysis.report.plots import PlotMark, curve, forest, heat, percent, scatter
from service.reading.page import content_policy, inline_hash, tokens_style

if TYPE_CHECKING:
    from projections.analytics import Analytics

Row = Mapping[str, object]
_DRAWN: Final = 30
"""Most rows in a plot; the table has all rows."""


class ReportSection(Struct, frozen=True):
    """A question, and its plot."""

    title: str
    metric: str
    by: tuple[str, ...]
    reading: str
    """How to read the plot."""
    draw: Callable[[Sequence[PlotMark]], str]
    most: int = _DRAWN


SECTIONS: Final = (
    ReportSection(
        "Win rates", "win-rate", ("player",),
        "A dot is the share of matches won, the bar its 95 % interval; the broken line is one half.", forest
    ),
    ReportSection(
        "Who goes first", "win-rate", ("first",),
        "Matches won by who went first (yes) and by who did not (no), with 95 % intervals.", forest
    ),
    ReportSection(
        "Match-ups of players", "win-rate", ("player", "opponent"),
        "Matches won by the player of the row against that of the column, in per cent: blue for more than half, orange less. "
        "Drawn are the twelve with the most cases.", heat, 10_000,
    ),
    ReportSection(
        "Match-ups of decks", "win-rate", ("archetype", "opposing-archetype"),
        "Matches won by the deck of the row against that of the column, in per cent; similar lists are one deck. "
        "Drawn are the twelve with the most cases.", heat, 10_000,
    ),
    ReportSection(
        "Cards", "played-win-rate", ("card",),
        "Each dot is a card: to the right those that were played more often, on top those whose players won. "
        "Named are those whose share stands out from all cards (q at most 0.1).", scatter, 400,
    ),
    ReportSection(
        "Length of matches", "agreed-share", ("match-length",),
        "Share of ended matches that lasted longer than so many turns, with its 95 % band.", curve, 400,
    ),
)  # fmt: skip
_COLUMNS: Final = (("n", "n"), ("matches", "matches"), ("value", "share"), ("low", "95 % interval"), ("q", "q"))


def html_report(analytics: "Analytics", title: str, game: str | None, filters: Sequence[str]) -> str:
    """Return the HTML page. Raises UnknownMetric, BadParameter for invalid filters."""
    answers = [(section, _asked(analytics, section, game, filters)) for section in SECTIONS]
    games = sorted({str(row["game"]) for _, answer in answers for row in _rows(answer)})
    body = "".join(_game(name, answers) for name in games) or "<p>No match has ended yet.</p>"
    style = tokens_style() + _read("report.css")
    policy = content_policy(f"style-src '{inline_hash(style)}'", "base-uri 'none'", "form-action 'none'")
    last = answers[-1][1]
    notes = dict.fromkeys(note for _, answer in answers for note in answer.notes)
    scope = ", ".join([*([f"game:{game}"] if game else []), *filters]) or "all matches"
    return Template(_read("report.html")).substitute(
        title=escape(title),
        policy=policy,
        style=style,
        scope=escape(
            f"{scope}: {pluralize(last.n, 'match', 'matches')}, as of entry {last.as_of.position:,} of {last.as_of.head:,}"
        ),
        contents="".join(f'<li><a href="#{escape(name)}">{escape(_title(name))}</a></li>' for name in games),
        body=body,
        notes="".join(f"<li>{escape(note)}</li>" for note in notes),
        metrics="".join(_explained(name) for name in dict.fromkeys(section.metric for section in SECTIONS)),
    )


def _asked(analytics: "Analytics", section: ReportSection, game: str | None, filters: Sequence[str]) -> Answer:
    return analytics.ask(read_request([section.metric, "by", ",".join(section.by), *filters], {"game": game}))


def _rows(answer: Answer) -> Iterator[Row]:
    return (dict(zip(answer.columns, row, strict=True)) for row in answer.rows)


def _game(name: str, answers: Sequence[tuple[ReportSection, Answer]]) -> str:
    parts = [
        _section(section, rows)
        for section, answer in answers
        if (rows := [row for row in _rows(answer) if row["game"] == name and None not in _keys(section, row)])
    ]
    return f'<section class="game" id="{escape(name)}"><h2>{escape(_title(name))}</h2>{"".join(parts)}</section>'


def _section(section: ReportSection, rows: Sequence[Row]) -> str:
    marks = [_mark(section, row) for row in rows]
    drawn = marks[: section.most]
    cut = f" The first {len(drawn)} of {pluralize(len(marks), 'row')} are drawn." if len(drawn) < len(marks) else ""
    return (
        f"<section><h3>{escape(section.title)}</h3><p>{escape(section.reading)}{cut}</p>"
        f'<div class="pair"><figure>{section.draw(drawn)}</figure>{_table(section, rows, marks)}</div></section>'
    )


def _keys(section: ReportSection, row: Row) -> list[object]:
    return [row[name.replace("-", "_")] for name in section.by]


def _mark(section: ReportSection, row: Row) -> PlotMark:
    low, high, q = (_float(row.get(name)) for name in ("low", "high", "q"))
    return PlotMark(tuple(map(str, _keys(section, row))), _float(row["value"]) or 0.0, low, high, int(str(row["n"])), q)


def _table(section: ReportSection, rows: Sequence[Row], marks: Sequence[PlotMark]) -> str:
    shown = [
        (name, head)
        for name, head in _COLUMNS
        if name in rows[0] and not (section.draw is curve and name not in ("n",))
    ]
    heads = "".join(f"<th>{escape(name.replace('-', ' '))}</th>" for name in section.by)
    heads += "".join(f'<th class="number">{escape(head)}</th>' for _, head in shown)
    lines = []
    for row, mark in zip(rows, marks, strict=True):
        cells = "".join(f"<th scope=row>{escape(key)}</th>" for key in mark.names)
        cells += "".join(f'<td class="number">{_cell(name, row, mark)}</td>' for name, _ in shown)
        lines.append(f"<tr{' class=few' if mark.few else ''}>{cells}</tr>")
    label = escape(f"{section.title}: all rows")
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    return f'<div class="table" tabindex="0" role="region" aria-label="{label}">{table}</div>'


def _cell(name: str, row: Row, mark: PlotMark) -> str:
    match name:
        case "value":
            return percent(mark.value)
        case "low":
            return "" if mark.low is None or mark.high is None else f"{percent(mark.low)} – {percent(mark.high)}"
        case "q":
            return "" if mark.q is None else f"{mark.q:.3f}"
        case _:
            return f"{int(str(row[name])):,}"


def _explained(name: str) -> str:
    said = described(find_question(name))
    rows = "".join(
        f"<dt>{escape(label)}</dt><dd>{escape(said[label])}</dd>"
        for label in ("formula", "unit", "interval", "sample", "known bias")
    )
    return f"<h3>{escape(find_question(name).title)}</h3><dl>{rows}</dl>"


def _title(game: str) -> str:
    known = installed_games()
    return known[game].title if game in known else game


def _float(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _read(name: str) -> str:
    return (files("service.analysis.report") / "pages" / name).read_text(encoding="utf-8")
