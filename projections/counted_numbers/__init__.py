"""The SQL of metrics: `relations.sql` has the relations that rows come from, `kinds.sql` the computation of values and
intervals."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from projections.filters import Dimension, SqlFilter
from projections.sections import parse, sql_text

if TYPE_CHECKING:
    from projections.questions import Question

_COMMENT: Final = re.compile(r"--.*")
_READ: Final = re.compile(r"\b(?:from|join)\s+(\w+)")
"""Finds the relations of a query. Our own files write one of these words before each relation."""
_ENDS: Final = {"share": "shrunk desc nulls last, n desc, ", "mean": "value desc, ", "incidence": "value desc, "}


@cache
def _parts(name: str) -> Mapping[str, str]:
    return dict(parse(name, sql_text("counted_numbers", name)).parts)


def answer_sql(question: "Question", by: tuple[Dimension, ...], narrowed: SqlFilter) -> tuple[str, str]:
    """Return the query of the answer, and the relations that it reads."""
    keys = ", ".join(f'"{key}"' for key in ("game", *(one.key for one in by)))
    own = [one for one in by if one.needs]
    exposed = ", ".join(f'"{key}"' for key in ("game", *(one.key for one in by if not one.needs)))
    ctes = {"rows": _rows_sql(question, by, narrowed)}
    if question.kind == "incidence":
        ctes["exposure"] = _exposure_sql(question, by, exposed)
    kinds = {name: text.replace("@keys", keys) for name, text in _parts("kinds").items()}
    ctes |= {name: kinds[name] for name in ("parts", "sums")}
    last = kinds[question.kind].replace("@shared", f"{exposed}, match").replace("@exposed", exposed)
    zeros = f"union all select {keys}, match, 0 from exposure" if not own and question.exposed != "rows" else ""  # noqa: S608
    last = last.replace("@zeros", zeros).replace("@q", repr(question.q)).replace("@per", repr(question.per))
    alone = ("more",) if "card" not in question.keys else ()
    left_out = ("baseline", "shrunk", "q", "more") if not by else alone
    without = f" exclude ({', '.join(left_out)})" if question.kind == "share" and left_out else ""
    ends = "" if all(one.ordered for one in by) or not own else _ENDS.get(question.kind, "")
    query = f"select *{without} from ({last}) order by {'game, ' if ends else ''}{ends}{keys}"  # noqa: S608
    return query, related(ctes, last)


def matches_sql(question: "Question", by: tuple[Dimension, ...], narrowed: SqlFilter) -> tuple[str, str]:
    """Return the query of the matches that contribute to a row, and the relations that it reads. For an incidence,
    these are the matches in which the counted thing happened."""
    same = " and ".join(f'"{key}" is not distinct from $row_{key}' for key in ("game", *(one.key for one in by)))
    counted = "(x > 0 or x2 > 0)" + (" and y is not null" if question.kind == "quantile" else "")
    query = f"select match from rows where {same} and {counted}"  # noqa: S608 (our own files; values are bound)
    return query, related({"rows": _rows_sql(question, by, narrowed)}, query)


def known_sql(question: "Question") -> tuple[str, str]:
    """Return the query that counts known and all rows by game, for the note on coverage, and the relations that it
    reads. Empty for a metric without such a note."""
    known = question.known
    if known is None or not question.covered:
        return "", ""
    query = f"""
        select p.game, count(*) filter ({known.is_known}) as known, count(*) as n,
            count(distinct p.match || '/' || p.seat) filter (not p.is_open) as left_out
        from ({known.rows or question.rows}) p
        where {known.where}
        group by p.game order by p.game
    """  # noqa: S608
    return query, related({}, query)


def _rows_sql(question: "Question", by: tuple[Dimension, ...], narrowed: SqlFilter) -> str:
    """Return the query of the counted rows, each with the keys of its group."""
    split = _split(by, narrowed.rows.joins)
    return f"""
        select p.game{split.columns}, p.match, ({question.y})::double as y, ({question.x})::double as x,
            ({question.y2})::double as y2, ({question.x2})::double as x2
        from ({question.rows}) p {split.joins}
        where ({question.where}){narrowed.rows.where}
    """  # noqa: S608 (our own files; values are bound)


def _exposure_sql(question: "Question", by: tuple[Dimension, ...], exposed: str) -> str:
    """Return the query of each match's exposure, with or without rows."""
    if question.exposed == "rows":
        return f"select {exposed}, match, sum(x) as x from rows group by {exposed}, match"  # noqa: S608
    split = _split([one for one in by if not one.needs], {})
    return f"select p.game{split.columns}, p.match, ({question.exposed})::double as x from chosen p {split.joins}"  # noqa: S608


class _Split(Struct, frozen=True):
    columns: str
    joins: str


def _split(by: Iterable[Dimension], joins: Iterable[str]) -> _Split:
    """Return the columns of dimensions, and the joins that they need."""
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
    """Return the relations that a query reads, directly or indirectly, each after a comma. Other relations are left
    out, because DuckDB would plan them, too. Names in comments or of columns do not count."""
    texts = {**_parts("relations"), **ctes}
    needed: list[str] = []
    read = set(_READ.findall(_COMMENT.sub("", last)))
    for name in reversed(texts):
        if name in read:
            needed.insert(0, f", {name} as ({texts[name]})")
            read.update(_READ.findall(_COMMENT.sub("", texts[name])))
    return "".join(needed)
