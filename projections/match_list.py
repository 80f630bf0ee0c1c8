"""Lists of matches: filter, order, page."""

from collections.abc import Mapping
from typing import Final

import duckdb

from domain.decoding import converted
from projections.answers import MatchQuery, MatchRow
from projections.counted_numbers import related
from projections.counted_numbers.archetypes import make_archetypes
from projections.filters import SEATS, narrowing, with_names
from projections.game_names import within
from projections.questions.scope import MATCHES, used

_COLUMNS: Final = """
    match as id, game, title, players, sides, tags, epoch_us(opened_at) as opened_at, epoch_us(updated_at) as updated_at,
    entries, round, turn, status,
    coalesce(list_transform(winners, lambda w: coalesce(players[w + 1], 'seat ' || (w + 1))), []) as winners,
    coalesce(drawn, false) as drawn, coalesce(reason, '') as reason, coalesce(scores, []) as scores,
    violations, take_backs, forked_from, kind, duplicate_of, coalesce(kit, '') as kit
"""
_ORDER: Final = {
    "updated": "updated_at",
    "opened": "opened_at",
    "title": "lower(title)",
    "game": "game_of(game, kit)",
    "entries": "entries",
    "turn": "turns",
    "violations": "violations",
    "minutes": "minutes",
}


def rows(connection: duckdb.DuckDBPyConnection, query: MatchQuery) -> tuple[MatchRow, ...]:
    """The page that a query asks for."""
    condition, values = _where(connection, query)
    direction = "desc" if query.descending else "asc"
    return _fetch(
        connection,
        f"""
        select {_COLUMNS} from matches where {condition}
        order by {_ORDER[query.sort]} {direction} nulls last, first_position {direction}
        limit {max(0, query.limit)} offset {max(0, query.offset)}
        """,  # noqa: S608 (constants; values are bound)
        values,
    )


def count(connection: duckdb.DuckDBPyConnection, query: MatchQuery) -> int:
    """Return the number of matches of a query, over all pages."""
    condition, values = _where(connection, query)
    counting = f"select count(*) from matches where {condition}"  # noqa: S608 (constants; values are bound)
    [(number,)] = connection.execute(counting, used(counting, values)).fetchall()
    return int(number)


def row(connection: duckdb.DuckDBPyConnection, match_id: str) -> MatchRow | None:
    """One match by its id."""
    sql = f"select {_COLUMNS} from matches where match = $match"  # noqa: S608 (constants; values are bound)
    found = _fetch(connection, sql, {"match": _readable(match_id)})
    return found[0] if found else None


def tags(connection: duckdb.DuckDBPyConnection) -> tuple[tuple[str, int], ...]:
    """Return the tags of matches with their counts, most frequent first."""
    counting = (
        "select tag, count(*) from (select unnest(tags) as tag from matches) group by tag order by count(*) desc, tag"
    )
    return tuple((str(tag), int(number)) for tag, number in connection.execute(counting).fetchall())


def kits(connection: duckdb.DuckDBPyConnection, tag: str = "") -> tuple[str, ...]:
    """The kits that matches are played with, those of a tag (empty: all)."""
    listed = f"{within(tag)}select distinct kit from matches where kit is not null order by kit"  # noqa: S608 (quoted)
    found = connection.execute(listed).fetchall()
    return tuple(str(kit) for (kit,) in found)


def players(connection: duckdb.DuckDBPyConnection, limit: int) -> tuple[str, ...]:
    """The players of the most matches."""
    counting = "select player from seats where player <> '' group by player order by count(*) desc, player limit $limit"
    return tuple(str(player) for (player,) in connection.execute(counting, {"limit": limit}).fetchall())


def _where(connection: duckdb.DuckDBPyConnection, query: MatchQuery) -> tuple[str, dict[str, object]]:
    """Return the SQL condition of a query, and its bound values."""
    given = with_names(connection, query.filters)
    narrowed = narrowing(given, SEATS, listed=True)
    kinds = [one for one in given if one.name == "kind" and one.is_setting and one.value != "all"]
    if kinds:
        narrowed.matches.add(kinds[0].dimension, kinds, negative=False)
    joins, where = narrowed.scope
    conditions = []
    if narrowed.rows.texts:
        fitting = f"select p.match from sitting p {''.join(narrowed.rows.joins)} where true{narrowed.rows.where}"  # noqa: S608 (our own files; values are bound)
        conditions.append(f"match in ({_whole(joins, where, related({}, fitting))} {fitting})")
        if "archetypes" in fitting:
            make_archetypes(connection)
    elif where:
        conditions.append(f"match in ({_whole(joins, where)} select match from chosen)")  # noqa: S608 (our own files; values are bound)
    if query.among is not None:
        conditions.append("match in (select unnest($among::varchar[]))")
        narrowed.values["among"] = list(query.among)
    return " and ".join(conditions) or "true", narrowed.values


def _whole(joins: str, where: str, ctes: str = "") -> str:
    return f"with chosen as (select p.* from ({MATCHES}) p {joins} where true{where}){ctes}"  # noqa: S608 (our own files; values are bound)


def _fetch(connection: duckdb.DuckDBPyConnection, sql: str, values: Mapping[str, object]) -> tuple[MatchRow, ...]:
    found = connection.execute(sql, used(sql, values)).fetchall()
    names = [column[0] for column in connection.description or ()]
    return tuple(converted(dict(zip(names, cells, strict=True)), MatchRow) for cells in found)


def _readable(text: str) -> str:
    """Return the text without lone surrogates, which DuckDB does not accept (and matches never contain)."""
    return text.encode(errors="replace").decode()
