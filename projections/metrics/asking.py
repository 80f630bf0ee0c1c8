"""Answers to questions about metrics: one statement each, put together from the data of `projections.metrics`."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import duckdb
from msgspec import Struct
from msgspec.structs import replace

from domain.text import pluralize
from projections import saving
from projections.answers import Answer, AsOf, cut_notes
from projections.filters import Dimension, Filter, Narrowing, expect_known, filters, narrowing, with_names
from projections.metrics import Known, Metric
from projections.metrics.archetypes import make_archetypes
from projections.questions.scope import LEFT_OUT, limit_in, scoped, told, used
from projections.saving import Form, Written
from projections.sections import parse, sql_text

LOW_COVERAGE: Final = 0.9
"""Below this share of known cards or seats an answer says that its coverage is too low to rely on."""
_COMMENT: Final = re.compile(r"--.*")
_READ: Final = re.compile(r"\b(?:from|join)\s+(\w+)")
"""The relations of a query: our own files put one of these words before each relation."""
_ENDS: Final = {"share": "shrunk desc nulls last, n desc, ", "mean": "value desc, ", "incidence": "value desc, "}


class MetricRequest(Struct, frozen=True):
    """A metric, by dimensions, where filters hold."""

    metric: Metric
    by: tuple[Dimension, ...]
    filters: tuple[Filter, ...]

    @property
    def narrowed(self) -> Narrowing:
        """Its filters in SQL."""
        return narrowing(self.filters, self.metric.counted_from.columns, incidence=self.metric.kind == "incidence")


def wanted_with_names(connection: duckdb.DuckDBPyConnection, wanted: MetricRequest) -> MetricRequest:
    """A question with games and kits as matches name them. Raises UnknownMetric."""
    return replace(wanted, filters=with_names(connection, wanted.filters))


class Statement(Struct, frozen=True):
    """A question as SQL."""

    sql: str
    notes: str
    known: str
    """Counts of known and of all rows, by game; empty if the metric needs no counts."""
    values: Mapping[str, object]
    scope: tuple[str, str]
    """Further joins and conditions of matches."""
    checks: tuple[Filter, ...]
    """Filters whose values are to occur in the archive."""
    needs_archetypes: bool

    def over(self, query: str) -> str:
        """A query over the matches in scope."""
        joins, narrowed = self.scope
        return scoped(query, joins=joins, narrowed=narrowed)


@cache
def _parts(name: str) -> Mapping[str, str]:
    return dict(parse(name, sql_text("metrics", name)).parts)


def answer(connection: duckdb.DuckDBPyConnection, wanted: MetricRequest, as_of: AsOf) -> Answer:
    """The answer to a question. Raises UnknownMetric for values that occur nowhere."""
    asked = prepared(connection, statement(wanted_with_names(connection, wanted)))
    cursor = connection.execute(asked.sql, used(asked.sql, asked.values))
    columns = tuple(str(column[0]) for column in cursor.description or ())
    rows = [tuple(row) for row in cursor.fetchall()]
    shown = rows[: limit_in(asked.values)]
    n, notes = told(connection, asked.over, asked.notes, asked.values, as_of, rows=len(rows))
    notes = (*cut_notes(len(shown), len(rows)), *notes, *_coverage_notes(connection, wanted.metric, asked))
    return Answer(columns, tuple(shown), n, as_of, notes, len(rows))


def save(
    connection: duckdb.DuckDBPyConnection, wanted: MetricRequest, as_of: AsOf, *, target: Path, form: Form
) -> Written:
    """Writes the answer into a file. Raises UnknownMetric, AnalyticsUnwritable."""
    asked = prepared(connection, statement(wanted_with_names(connection, wanted)))
    values = used(asked.sql, asked.values)
    rows, total = saving.save(connection, asked.sql, values, limit=limit_in(asked.values), target=target, form=form)
    _, notes = told(connection, asked.over, asked.notes, asked.values, as_of, rows=total)
    notes = (*cut_notes(rows, total), *notes, *_coverage_notes(connection, wanted.metric, asked))
    return Written(rows, total, as_of, notes)


def known_values(connection: duckdb.DuckDBPyConnection) -> Mapping[str, tuple[str, ...]]:
    """The values of dimensions that occur, in order, where they can be listed without computing them."""
    found: dict[str, tuple[str, ...]] = {}
    for name, dimension in filters().items():
        found[name] = dimension.possible
        if dimension.values and not dimension.possible and "archetypes" not in dimension.values:
            known = f"({dimension.values}) known(value)"
            query = f"select distinct value::varchar from {known} where value is not null order by all limit 10_000"  # noqa: S608 (our own files)
            found[name] = tuple(str(value) for (value,) in connection.execute(query).fetchall())
    return found


def prepared(connection: duckdb.DuckDBPyConnection, asked: Statement) -> Statement:
    """A question for which all is made that it needs. Raises UnknownMetric for values that occur nowhere."""
    if asked.needs_archetypes:
        make_archetypes(connection)
    expect_known(connection, asked.checks)
    return asked


def statement(wanted: MetricRequest) -> Statement:
    """The SQL of a question."""
    narrowed = wanted.narrowed
    sql = _answer_sql(wanted, narrowed)
    known = _known_sql(wanted, narrowed.scope)
    return statement_of(narrowed, sql, known)


def statement_of(narrowed: Narrowing, sql: str, known: str = "") -> Statement:
    """A query that is narrowed so, with all that goes with it."""
    joins, where = narrowed.scope
    notes = scoped(LEFT_OUT, joins=joins, narrowed=where)
    return Statement(sql, notes, known, narrowed.values, narrowed.scope, narrowed.checks, "archetypes" in sql + known)


def matches(connection: duckdb.DuckDBPyConnection, wanted: MetricRequest, row: Mapping[str, object]) -> tuple[str, ...]:
    """The ids of the matches behind a row of the answer, by its cells: those of which something is counted there (of an
    incidence: in which it happened)."""
    wanted = wanted_with_names(connection, wanted)
    narrowed = wanted.narrowed
    keys = {f"row_{key}": row[key] for key in ("game", *(one.key for one in wanted.by))}
    same = " and ".join(f'"{name.removeprefix("row_")}" is not distinct from ${name}' for name in keys)
    counted = "(x > 0 or x2 > 0)" + (" and y is not null" if wanted.metric.kind == "quantile" else "")
    query = f"select distinct match from rows where {same} and {counted}"  # noqa: S608 (our own files; values are bound)
    ctes = related({"rows": _rows_sql(wanted, narrowed)}, query)
    joins, conditions = narrowed.scope
    asked = prepared(connection, statement_of(narrowed, scoped(query, joins=joins, narrowed=conditions, ctes=ctes)))
    found = connection.execute(asked.sql, used(asked.sql, {**asked.values, **keys})).fetchall()
    return tuple(str(match) for (match,) in found)


def _rows_sql(wanted: MetricRequest, narrowed: Narrowing) -> str:
    """Return the query of the counted rows, each with the keys of its group."""
    metric, split = wanted.metric, _split(wanted.by, narrowed.rows.joins)
    return f"""
        select p.game{split.columns}, p.match, ({metric.y})::double as y, ({metric.x})::double as x,
            ({metric.y2})::double as y2, ({metric.x2})::double as x2
        from ({metric.counted_from.sql}) p {split.joins}
        where ({metric.where}){narrowed.rows.where}
    """  # noqa: S608 (our own files; values are bound)


def _answer_sql(wanted: MetricRequest, narrowed: Narrowing) -> str:
    metric, scope = wanted.metric, narrowed.scope
    keys = ", ".join(f'"{key}"' for key in ("game", *(one.key for one in wanted.by)))
    own = [one for one in wanted.by if one.needs]
    exposed = ", ".join(f'"{key}"' for key in ("game", *(one.key for one in wanted.by if not one.needs)))
    ctes = {"rows": _rows_sql(wanted, narrowed)}
    if metric.kind == "incidence":
        ctes["exposure"] = _exposure_sql(wanted, exposed)
    kinds = {name: text.replace("@keys", keys) for name, text in _parts("kinds").items()}
    ctes |= {name: kinds[name] for name in ("parts", "sums")}
    last = kinds[metric.kind].replace("@shared", f"{exposed}, match").replace("@exposed", exposed)
    zeros = f"union all select {keys}, match, 0 from exposure" if not own and metric.exposed != "rows" else ""  # noqa: S608
    last = last.replace("@zeros", zeros).replace("@q", repr(metric.q)).replace("@per", repr(metric.per))
    without = " exclude (baseline, shrunk, q)" if metric.kind == "share" and not wanted.by else ""
    ends = "" if all(one.ordered for one in wanted.by) or not own else _ENDS.get(metric.kind, "")
    query = f"select *{without} from ({last}) order by {'game, ' if ends else ''}{ends}{keys}"  # noqa: S608
    return scoped(query, joins=scope[0], narrowed=scope[1], ctes=related(ctes, last))


def _exposure_sql(wanted: MetricRequest, exposed: str) -> str:
    """Return the query of each match's exposure, with or without rows."""
    if wanted.metric.exposed == "rows":
        return f"select {exposed}, match, sum(x) as x from rows group by {exposed}, match"  # noqa: S608
    split = _split([one for one in wanted.by if not one.needs], {})
    return f"select p.game{split.columns}, p.match, ({wanted.metric.exposed})::double as x from chosen p {split.joins}"  # noqa: S608


class _Split(Struct, frozen=True):
    columns: str
    joins: str


def _split(by: Iterable[Dimension], joins: Iterable[str]) -> _Split:
    """The columns of dimensions, and what they are joined from."""
    needed = dict.fromkeys(joins)
    columns, many = "", ""
    for one in by:
        if one.join:
            needed[" " + one.join] = None
        if one.many:
            many += f' cross join unnest({one.sql}) many_{one.key}("{one.key}")'
            columns += f', many_{one.key}."{one.key}"'
        else:
            columns += f', {one.sql} as "{one.key}"'
    return _Split(columns, "".join(needed) + many)


def related(ctes: Mapping[str, str], last: str) -> str:
    """Return the relations that a query reads, directly or indirectly, each followed by a comma. Words in comments and columns of
    the same name are ignored: DuckDB also plans unused relations."""
    texts = {**_parts("relations"), **ctes}
    needed: list[str] = []
    read = set(_READ.findall(_COMMENT.sub("", last)))
    for name in reversed(texts):
        if name in read:
            needed.insert(0, f", {name} as ({texts[name]})")
            read.update(_READ.findall(_COMMENT.sub("", texts[name])))
    return "".join(needed)


def _known_sql(wanted: MetricRequest, scope: tuple[str, str]) -> str:
    """Counts what is known and what there is, by game, whatever the card."""
    known = wanted.metric.counted_from.known
    if known is None or not wanted.metric.covered:
        return ""
    query = f"""
        select p.game, count(*) filter ({known.is_known}) as known, count(*) as n,
            count(distinct p.match || '/' || p.seat) filter (not p.is_open) as left_out
        from ({known.rows or wanted.metric.counted_from.sql}) p
        where {known.where}
        group by p.game order by p.game
    """  # noqa: S608
    return scoped(query, joins=scope[0], narrowed=scope[1], ctes=related({}, query))


def _coverage_notes(connection: duckdb.DuckDBPyConnection, metric: Metric, asked: Statement) -> tuple[str, ...]:
    known = metric.counted_from.known
    if known is None or not asked.known:
        return ()
    found = connection.execute(asked.known, used(asked.known, asked.values)).fetchall()
    return tuple(f"{game}: {_coverage(known, *counts)}" for game, *counts in found)


def _coverage(known: Known, number: int, n: int, left_out: int) -> str:
    low = "coverage too low to rely on: " if number < LOW_COVERAGE * n else ""
    seats = f"; {pluralize(left_out, 'seat')} with unknown draws left out" if left_out else ""
    return f"{low}{100 * number / n:.0f} % of {n:,} {known.of} have {known.words}{seats}"
