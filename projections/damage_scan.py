"""Finds damaged matches. Each match is checked when an answer or a list needs it, and again only after new entries."""

from collections.abc import Mapping, Sequence

import duckdb

from domain.text import pluralize
from projections.database import is_read_only
from projections.projector import Progress
from projections.source import Source

_PIECE = 100
"""Matches per transaction."""
_NAMED = 3
_PENDING = """
    select m.match, m.entries from matches m
    anti join examined x on x.match = m.match and x.entries is not distinct from m.entries
    where $wanted is null or list_contains($wanted, m.match)
    order by m.first_position
"""
_FOUND = """
    select match, version, problem from examined
    where problem is not null and ($wanted is null or list_contains($wanted, match))
    order by match
"""


def examine(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    wanted: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> None:
    """Check those of these matches (`None`: all) that have new entries since their last check, if the file is writable.
    `progress` gets the number of checked matches and the total."""
    pending = connection.execute(_PENDING, _chosen(wanted)).fetchall()
    if not pending or is_read_only(connection):
        return
    for done in range(0, len(pending), _PIECE):
        if progress is not None:
            progress(done, len(pending))
        _look_at(connection, source, pending[done : done + _PIECE])
    if progress is not None:
        progress(len(pending), len(pending))


def damaged_matches(
    connection: duckdb.DuckDBPyConnection, source: Source, wanted: Sequence[str] | None = None
) -> Mapping[str, str]:
    """Examine these matches (`None`: all), and return the damaged ones: `damaged from entry 8 on: …`."""
    examine(connection, source, wanted)
    found = connection.execute(_FOUND, _chosen(wanted)).fetchall()
    return {match: f"damaged from entry {version} on: {problem}" for match, version, problem in found}


def damage_notes(connection: duckdb.DuckDBPyConnection, among: Sequence[str] | None, outcome: str) -> tuple[str, ...]:
    """Return a sentence for each of the first few damaged matches, and one for all others. `outcome`: the consequence, as the
    end of the sentence."""
    if among is not None and not among:
        return ()
    found = connection.execute(_FOUND, _chosen(among)).fetchall()
    named = [f"{match} is damaged from entry {version} on: {outcome}" for match, version, _ in found[:_NAMED]]
    if len(found) > _NAMED:
        named.append(f"{pluralize(len(found) - _NAMED, 'more damaged match', 'more damaged matches')}: {outcome}")
    if found:
        named.append(f"`matchbook audit {found[0][0]}` shows the details")
    return tuple(named)


def _chosen(matches: Sequence[str] | None) -> dict[str, list[str] | None]:
    return {"wanted": None if matches is None else list(matches)}


def _look_at(connection: duckdb.DuckDBPyConnection, source: Source, pending: Sequence[tuple[str, int | None]]) -> None:
    rows = [(match, entries, *(source.damage(match) or (None, None))) for match, entries in pending]
    connection.begin()
    matches = [match for match, *_ in rows]
    connection.execute("delete from examined where list_contains(?, match)", [matches])
    connection.executemany("insert into examined values (?, ?, ?, ?)", rows)
    connection.commit()
