"""Chances to win: positions at ends of turns in recorded matches, and the results of these matches.

`win_features` are computed when a match is asked about, never while catching up; `logistic` learns the value of a situation from
them, and its accuracy on unseen matches.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

import duckdb

from domain.win_features import win_features_of
from projections.database import is_read_only
from projections.projector import Progress
from projections.sections import parse, sql_text
from projections.source import Source
from projections.winning.logistic import TrainingMatch

MATCHES: Final = 400
"""Matches that are learnt from: the latest."""
_EACH: Final = 6
"""Situations of a match that are learnt from."""
_PIECE: Final = 50
"""Matches after which what was laid out is kept."""

_Row: TypeAlias = tuple[object, ...]


@cache
def _part(name: str) -> str:
    return parse("winning", sql_text("winning", "winning")).part(name)


def played(
    connection: duckdb.DuckDBPyConnection, source: Source, game: str, kind: str, progress: Progress | None = None
) -> tuple[TrainingMatch, ...]:
    """Return the latest matches of a game that play decided between two sides, with their positions. `kind`: matches of bots are
    learnt from for matches of bots, those of people for people's. A read-only file returns the positions that it has."""
    asked = {"game": game, "kind": kind, "most": MATCHES}
    pending = [] if is_read_only(connection) else connection.execute(_part("pending"), asked).fetchall()
    for done in range(0, len(pending), _PIECE):
        if progress is not None:
            progress(done, len(pending))
        _write(connection, source, game, pending[done : done + _PIECE])
    if progress is not None and pending:
        progress(len(pending), len(pending))
    found = connection.execute(_part("played"), asked).fetchall()
    return tuple(TrainingMatch(match, result, tuple(map(tuple, gaps))) for match, result, gaps in found)


def _write(
    connection: duckdb.DuckDBPyConnection, source: Source, game: str, pending: Sequence[tuple[str, int]]
) -> None:
    rows = [row for match, entries in pending for row in _rows(source, game, match, entries)]
    connection.begin()
    for table in ("situations", "situated"):
        connection.execute(f"delete from {table} where list_contains($1, match)", [[match for match, _ in pending]])  # noqa: S608
    if rows:
        connection.execute(_part("write"), [list(column) for column in zip(*rows, strict=True)])
    connection.executemany("insert into situated values (?, ?)", pending)
    connection.commit()


def _rows(source: Source, game: str, match: str, entries: int) -> list[_Row]:
    followed = source.followed(match, entries)
    found = win_features_of(followed, _EACH) if followed is not None else ()
    return [(match, game, one.version, one.round, one.turn, list(one.values)) for one in found]
