"""Chances to win, learnt from positions at ends of turns in recorded matches and their results.

`win_features` are computed when a match is queried, never while catching up. `logistic` learns the value of a position from
them, and measures its accuracy on unseen matches.
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
from projections.win_model.logistic import TrainingMatch

MATCHES: Final = 400
"""Number of latest matches used for learning."""
_EACH: Final = 6
"""Most positions of a match used for learning."""
_PIECE: Final = 50
"""Matches per transaction."""

_Row: TypeAlias = tuple[object, ...]


@cache
def _part(name: str) -> str:
    return parse("model", sql_text("win_model", "model")).part(name)


def played(
    connection: duckdb.DuckDBPyConnection, source: Source, game: str, kind: str, progress: Progress | None = None
) -> tuple[TrainingMatch, ...]:
    """Return the latest matches of a game decided by play between two sides, with their positions. `kind`: matches by bots
    and by people are used separately. With a read-only file, only the stored positions are returned."""
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
