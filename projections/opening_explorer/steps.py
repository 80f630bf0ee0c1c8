"""The table of moves: filled for a game when it is asked about, never while catching up, and again for continued matches."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import duckdb

from domain.positions import FIRST_TURNS, first_steps
from projections.database import is_read_only
from projections.projector import Progress
from projections.source import Source

_PIECE: Final = 100
"""Matches per transaction."""
_PENDING: Final = """
    from matches m left join explored x on x.match = m.match
    where game_of(m.game, m.kit) = $game and x.entries is distinct from m.entries
"""
BEHIND: Final = f"select count(*) {_PENDING}"
"""Counts the matches of a game that are not in the table yet."""
_WANTED: Final = f"select m.match, m.entries {_PENDING} order by m.first_position"
_UPTO: Final = """
    select
        e.match,
        case when bool_or(e.undone) or any_value(m.corrections) > 0 then max(e.version)
            else coalesce(max(e.version) filter (e.turn <= $turns and e.round <= 1), 1) end
    from entries e join matches m on m.match = e.match
    where list_contains($matches, e.match)
    group by e.match
"""
"""The entry up to which a match must be followed so that its first turns are final: in a match without undone or corrected
entries, later entries do not change them."""
_WRITTEN: Final = """
    insert into steps select
        unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::integer[]), unnest($4::integer[]), unnest($5::integer[]),
        unnest($6::integer[]), unnest($7::boolean[]), unnest($8::varchar[]), unnest($9::varchar[]), unnest($10::varchar[])
"""

_Row: TypeAlias = tuple[object, ...]


def add_first_steps(
    connection: duckdb.DuckDBPyConnection, source: Source, game: str, progress: Progress | None = None
) -> None:
    """Add the missing moves of a game; `progress` gets the number of matches added and the total. A read-only file is left
    unchanged."""
    if is_read_only(connection):
        return
    pending = connection.execute(_WANTED, {"game": game}).fetchall()
    for done in range(0, len(pending), _PIECE):
        if progress is not None:
            progress(done, len(pending))
        _write(connection, source, game, pending[done : done + _PIECE])
    if progress is not None and pending:
        progress(len(pending), len(pending))


def _write(
    connection: duckdb.DuckDBPyConnection, source: Source, game: str, pending: Sequence[tuple[str, int]]
) -> None:
    matches = [match for match, _ in pending]
    upto = dict(connection.execute(_UPTO, {"matches": matches, "turns": FIRST_TURNS}).fetchall())
    rows = [row for match in matches for row in _rows(source, game, match, upto.get(match, 0))]
    connection.begin()
    for table in ("steps", "explored"):
        connection.execute(f"delete from {table} where list_contains($matches, match)", {"matches": matches})  # noqa: S608
    if rows:
        connection.execute(_WRITTEN, [list(column) for column in zip(*rows, strict=True)])
    connection.executemany("insert into explored values (?, ?)", pending)
    connection.commit()


def _rows(source: Source, game: str, match: str, version: int) -> Iterator[_Row]:
    followed = source.followed(match, version)
    for step in first_steps(followed) if followed is not None else ():
        where = (match, game, step.version, step.number, step.turn, step.seat, step.begins)
        yield (*where, step.before, step.move, step.after)
