"""Analytics limited to one viewpoint's knowledge: a database in memory, built from the matches as that viewpoint saw them.

It does not read tables of the file: each match is replayed entry by entry, without the facts that the viewpoint was not told
(`narration`), and projected by the usual statements. Then the remaining hidden data of commands and events, and the numbers of
cards, which would identify a hidden card, are removed from the tables.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import duckdb
from msgspec import Struct

from domain.seats import SPECTATOR
from domain.text import suggestion
from projections.answers import AsOf
from projections.database import SETTINGS
from projections.errors import BadParameter
from projections.projector import Progress, Projector
from projections.redacted.cache import keep, kept_path, take
from projections.redacted.entries import lines_as
from projections.schema import described
from projections.source import Source

_PIECE: Final = 200
"""Matches per batch."""
_PLACES: Final = """
    select e.match, list(e.version order by e.version), list(e.position order by e.version)::bigint[]
    from entries e join matches m on m.match = e.match
    where e.number = 0
    group by e.match, m.first_position
    order by m.first_position
"""
_COPIED: Final = {
    "explored": "from explored",
    "steps": "from steps",
    "catalogue_cards": "from catalogue_cards",
    "damaged": "from damaged",
    "examined": "select match, entries, version, case when problem is not null then 'it cannot be followed' end from examined",
}
"""Public data, copied unchanged."""
_TOKENS: Final = ("token", "physical card")
"""Columns whose description contains one of these words have numbers of cards."""
_ONLY_COMPETITIONS: Final = (
    "update {} set data = null where match not in (select match from matches where kind = 'competition')"
)


def expect_viewpoint(connection: duckdb.DuckDBPyConnection, viewpoint: str) -> str:
    """Return `spectator`, or a player's name as recorded. Raises BadParameter."""
    if viewpoint == SPECTATOR:
        return viewpoint
    players = [str(name) for (name,) in connection.execute("select distinct player from seats order by all").fetchall()]
    found = [name for name in players if name.casefold() == viewpoint.casefold()]
    if not found:
        known = {name.casefold(): name for name in (*players, "judge", SPECTATOR)}
        near = suggestion(viewpoint.casefold(), known) or "; judge, spectator or a player's name is expected"
        raise BadParameter(f"{viewpoint!r} did not play in any match{near}")
    return found[0] if viewpoint not in found else viewpoint


class RedactedContent(Struct, frozen=True):
    """The content of an analytics file, limited to one viewpoint's knowledge."""

    path: Path
    """The file."""
    viewpoint: str
    as_of: AsOf


@contextmanager
def redacted_analytics(
    connection: duckdb.DuckDBPyConnection, source: Source, seen: RedactedContent, progress: Progress | None = None
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Connect to one viewpoint's knowledge of the matches in an analytics file, up to the file's position.
    `progress` gets the number of replayed matches and the total, unless they were replayed for an earlier answer."""
    kept = kept_path(connection, seen.path, seen.viewpoint)
    with TemporaryDirectory(prefix="matchbook-") as folder, duckdb.connect(":memory:", config=SETTINGS) as inside:
        inside.execute("attach ':memory:' as matchbook")
        inside.execute("use matchbook")
        if not take(inside, kept):
            _make(connection, Projector(inside, source, Path(folder) / "redacted"), seen.viewpoint, progress)
            keep(inside, seen.path, seen.viewpoint, kept)
        inside.execute("set enable_external_access = false")
        inside.execute(
            "update catchup set position = $position, updated_at = $updated_at",
            {"position": seen.as_of.position, "updated_at": seen.as_of.updated_at},
        )
        inside.execute("set lock_configuration = true")
        yield inside


def _make(
    connection: duckdb.DuckDBPyConnection, projector: Projector, viewpoint: str, progress: Progress | None
) -> None:
    """Fill an empty database in memory from the analytics file of a connection."""
    places = connection.execute(_PLACES).fetchall()
    projector.catchup.create()
    for done in range(0, len(places), _PIECE):
        if progress is not None:
            progress(done, len(places))
        _take_in(projector, viewpoint, places[done : done + _PIECE])
    for table in _COPIED:
        _copy(connection, projector.connection, table)
    _take_out(projector.connection)


def _take_in(projector: Projector, viewpoint: str, places: Sequence[tuple[str, list[int], list[int]]]) -> None:
    lines: list[bytes] = []
    for match, versions, positions in places:
        lines += lines_as(projector.source, match, dict(zip(versions, positions, strict=True)), viewpoint)
    if lines:
        projector.take_corrected(lines, min(min(positions) for _, _, positions in places))


def _copy(connection: duckdb.DuckDBPyConnection, inside: duckdb.DuckDBPyConnection, table: str) -> None:
    rows = connection.execute(_COPIED[table]).fetchall()
    if rows:
        marks = ", ".join(f"unnest(${place}::{kind})" for place, kind in enumerate(_kinds(inside, table), start=1))
        inside.execute(f"insert into {table} select {marks}", [list(column) for column in zip(*rows, strict=True)])


def _kinds(inside: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    return [f"{kind}[]" for _, kind, *_ in inside.execute(f"describe {table}").fetchall()]


def _take_out(inside: duckdb.DuckDBPyConnection) -> None:
    """Turn the views of commands and events into tables, then remove commands, events and the numbers of cards."""
    views = inside.execute(
        "select schema_name || '.' || view_name from duckdb_views() "
        "where database_name = 'matchbook' and not internal and contains(sql, 'data') order by all"
    ).fetchall()
    for (view,) in views:
        name = view.rpartition(".")[2]
        inside.execute(f"create table {view}_kept as from {view}")
        inside.execute(f"drop view {view}")
        inside.execute(f"alter table {view}_kept rename to {name}")
    tables = {
        str(table)
        for (table,) in inside.execute(
            "select schema_name || '.' || table_name from duckdb_tables() where database_name = 'matchbook'"
        ).fetchall()
    }
    for one in described():
        table = one.name if "." in one.name else f"main.{one.name}"
        emptied = [name for name, _, meaning in one.columns if any(word in meaning for word in _TOKENS)]
        if table in tables and emptied:
            inside.execute(f"update {table} set {', '.join(f'{name} = null' for name in emptied)}")  # noqa: S608 (our own names)
    for table in ("entries", "events"):
        inside.execute(_ONLY_COMPETITIONS.format(table))
