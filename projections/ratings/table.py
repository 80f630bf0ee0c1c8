"""The table of ratings: each match's effect on its players. It is filled when a question needs it, never while catching
up, and recomputed from the first match whose result was corrected."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, TypeAlias

import duckdb

from projections.database import is_read_only
from projections.ratings import RatedSide, Rating, idle, rated
from projections.sections import parse, sql_text

_PART: Final = dict(parse("ratings", sql_text("ratings", "ratings")).parts)
_WEEK: Final = 7 * 24 * 3600
_PIECE: Final = 20_000
"""Rows written at a time."""


def bring_up(connection: duckdb.DuckDBPyConnection) -> None:
    """Update the ratings from the matches in the file. A read-only file is left unchanged."""
    if is_read_only(connection):
        return
    [(state, before)] = connection.execute(_PART["state"]).fetchall()
    if state == before:
        return
    connection.begin()
    connection.execute(_PART["sequence"])
    connection.execute(_PART["forget"])
    players = _standing(connection)
    while rows := connection.execute(_PART["pending"], {"most": _PIECE}).fetchall():
        _write(connection, _rate(rows, players))
    connection.execute(_PART["clear"])
    connection.execute(_PART["keep"], {"state": state})
    connection.commit()


_Match: TypeAlias = tuple[str, str, int, datetime, str, list[str], list[int], list[int]]
_Known: TypeAlias = dict[tuple[str, str, str], tuple[Rating, datetime]]


def _standing(connection: duckdb.DuckDBPyConnection) -> _Known:
    """Return the current rating of each player of a pool, and its time."""
    found = connection.execute(_PART["standing"]).fetchall()
    return {(game, kind, player): (Rating(*numbers), at) for game, kind, player, at, *numbers in found}


def _rate(rows: Iterable[tuple[object, ...]], players: _Known) -> Iterator[tuple[object, ...]]:
    """Yield the table's rows for matches in order, and update `players`."""
    for row in rows:
        game, kind, number, at, match, names, sides, places = _read(row)
        by_side: dict[int, list[int]] = {}
        for seat, side in enumerate(sides):
            by_side.setdefault(side, []).append(seat)
        before = [_before(players, (game, kind, name), at) for name in names]
        teams = [RatedSide(tuple(before[seat] for seat in seats), places[seats[0]]) for seats in by_side.values()]
        for seats, after in zip(by_side.values(), rated(teams), strict=True):
            for seat, new in zip(seats, after, strict=True):
                players[game, kind, names[seat]] = (new, at)
                numbers = (new.elo, new.glicko, new.deviation, new.volatility, new.mu, new.sigma)
                yield (game, kind, number, match, at, seat, names[seat], *numbers)


def _read(row: tuple[object, ...]) -> _Match:
    game, kind, number, at, match, names, sides, places = row
    assert isinstance(number, int)
    assert isinstance(at, datetime)
    assert isinstance(names, list)
    assert isinstance(sides, list)
    assert isinstance(places, list)
    return str(game), str(kind), number, at, str(match), names, sides, places


def _before(players: _Known, key: tuple[str, str, str], at: datetime) -> Rating:
    rating, last = players.get(key, (Rating(), at))
    return idle(rating, max(0.0, (at - last).total_seconds()) / _WEEK)


def _write(connection: duckdb.DuckDBPyConnection, rows: Iterable[tuple[object, ...]]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    connection.execute(_PART["write"], columns)
