"""The first side's edge among equals, by a Bradley-Terry model with a term for going first.

log(p / (1 - p)) = edge + strengths of the first side - strengths of the second. Each strength has a wide normal prior, so
that it is finite for undefeated players; the edge has no prior. Newton's steps are solved by conjugate gradients, so that
the cost grows with the pairings and not with the square of the players.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, TypeAlias

import duckdb
from msgspec import Struct

PRECISION: Final = 0.05
"""Precision of the prior of a strength: a standard deviation of 4.5, which is 780 Elo points."""
_PLAYED_OFTEN: Final = 3
"""A player with at least this number of matches costs a degree of freedom."""
_STEPS: Final = 30
_LONGEST: Final = 2.0
_CLOSE: Final = 1e-7
_TURNS: Final = 300

Vector: TypeAlias = list[float]


class SidePair(Struct, frozen=True, gc=False):
    """Matches between two sides, of which `first` went first."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    matches: int
    won: int
    """Matches won by the first side."""


class Edge(Struct, frozen=True):
    """The log odds that going first adds, with their standard error.

    Estimating many strengths makes the maximum likelihood edge too large. It is therefore multiplied by 1 - (players - 1) /
    matches, at least by 0.5. Only players with several matches count."""

    value: float
    error: float
    strengths: dict[str, float]


_Row: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""Indices of both sides' players in a vector whose first number is the edge; number of matches, and of those that the first
side won."""


def fitted(pairings: Sequence[SidePair]) -> Edge | None:
    """Return the edge in these matches; `None` if the first side won all or lost all."""
    matches, won = sum(one.matches for one in pairings), sum(one.won for one in pairings)
    if not 0 < won < matches:
        return None
    played: Counter[str] = Counter()
    for one in pairings:
        played.update(dict.fromkeys((*one.first, *one.second), one.matches))
    place = {name: number for number, name in enumerate(played, start=1)}
    rows = [
        (tuple(place[n] for n in one.first), tuple(place[n] for n in one.second), one.matches, one.won)
        for one in pairings
    ]
    found = [0.0] * (len(place) + 1)
    for _ in range(_STEPS):
        slope, spreads = _slope(rows, found)
        step = _solved(rows, spreads, slope)
        longest = max(map(abs, step))
        scale = min(1.0, _LONGEST / longest) if longest else 1.0
        found = [value + scale * by for value, by in zip(found, step, strict=True)]
        if longest < _CLOSE:
            break
    _, spreads = _slope(rows, found)
    variance = _solved(rows, spreads, [1.0, *[0.0] * len(place)])[0]
    often = sum(times >= _PLAYED_OFTEN for times in played.values())
    free = max(1 - max(0, often - 1) / matches, 0.5)
    return Edge(free * found[0], sqrt(free * variance), {name: found[number] for name, number in place.items()})


def _slope(rows: Sequence[_Row], at: Vector) -> tuple[Vector, Vector]:
    """Return the gradient of the log likelihood, and the variance of each row's wins."""
    slope = [0.0, *(-PRECISION * value for value in at[1:])]
    spreads = []
    for first, second, matches, won in rows:
        score = at[0] + sum(at[n] for n in first) - sum(at[n] for n in second)
        chance = 1 / (1 + exp(-max(-30.0, min(30.0, score))))
        spreads.append(matches * chance * (1 - chance))
        _add(slope, first, second, won - matches * chance)
    return slope, spreads


def _add(vector: Vector, first: tuple[int, ...], second: tuple[int, ...], value: float) -> None:
    vector[0] += value
    for n in first:
        vector[n] += value
    for n in second:
        vector[n] -= value


def _times(rows: Sequence[_Row], spreads: Vector, vector: Vector) -> Vector:
    """Return the product of the curvature matrix and a vector."""
    found = [0.0, *(PRECISION * value for value in vector[1:])]
    for (first, second, _, _), spread in zip(rows, spreads, strict=True):
        score = vector[0] + sum(vector[n] for n in first) - sum(vector[n] for n in second)
        _add(found, first, second, spread * score)
    return found


def _solved(rows: Sequence[_Row], spreads: Vector, right: Vector) -> Vector:
    """Solve curvature * x = right side: conjugate gradients, scaled by the diagonal."""
    diagonal = [0.0, *[PRECISION] * (len(right) - 1)]
    for (first, second, _, _), spread in zip(rows, spreads, strict=True):
        for n in (0, *first, *second):
            diagonal[n] += spread
    found, rest = [0.0] * len(right), list(right)
    scaled = [one / by for one, by in zip(rest, diagonal, strict=True)]
    way, size = scaled, _product(rest, scaled)
    enough = size * _CLOSE**2
    for _ in range(_TURNS):
        if size <= enough:
            break
        bent = _times(rows, spreads, way)
        length = size / _product(way, bent)
        found = [one + length * by for one, by in zip(found, way, strict=True)]
        rest = [one - length * by for one, by in zip(rest, bent, strict=True)]
        scaled = [one / by for one, by in zip(rest, diagonal, strict=True)]
        before, size = size, _product(rest, scaled)
        way = [one + size / before * by for one, by in zip(scaled, way, strict=True)]
    return found


def _product(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def make_edges(connection: duckdb.DuckDBPyConnection, query: str, values: dict[str, object]) -> None:
    """Make the temporary table `edges`: game, n, won, players, value and error. `query` gives game, players of the first and of the
    second side, matches, and those that the first side won."""
    games: dict[str, list[SidePair]] = {}
    for game, first, second, matches, won in connection.execute(query, values).fetchall():
        games.setdefault(game, []).append(SidePair(tuple(first), tuple(second), matches, won))
    columns: list[list[object]] = [[] for _ in range(6)]
    for game, pairings in games.items():
        edge = fitted(pairings)
        players = {name for one in pairings for name in (*one.first, *one.second)}
        n, won = sum(one.matches for one in pairings), sum(one.won for one in pairings)
        row = (game, n, won, len(players), edge and edge.value, edge and edge.error)
        for column, cell in zip(columns, row, strict=True):
            column.append(cell)
    connection.execute(
        "create or replace temp table edges as select unnest($1::varchar[]) as game, unnest($2::bigint[]) as n, "
        "unnest($3::bigint[]) as won, unnest($4::bigint[]) as players, unnest($5::double[]) as value, "
        "unnest($6::double[]) as error",
        columns,
    )
