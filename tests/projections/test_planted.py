"""A5: effects that were planted are found: the interval of each run covers the truth about as often as it says."""

from collections.abc import Callable
from random import Random

import duckdb
import pytest

from projections.ratings import RatedSide, Rating, elo_expected, rated
from tests.campaigns import tries
from tests.projections.planting import measured, numbered

RUNS = tries("MATCHBOOK_PLANTED_RUNS", few=300, many=1000)
LOWEST = 0.94 - 2 * (0.94 * 0.06 / RUNS) ** 0.5
"""The least share of runs whose interval holds the truth."""
COLUMNS = ("game", "match", "y", "x", "y2", "x2")
LOADED = [(1 - 1 / 6 - 0.05) / 5] * 5 + [1 / 6 + 0.05]
"""A die that shows a six 5 points too often."""


def asked(connection: duckdb.DuckDBPyConnection, kind: str) -> list[tuple[float, float]]:
    """The intervals of the runs (each is a game), by the statement that answers metrics of a kind."""
    return measured(connection, kind, "low, high", "game")


def planted(connection: duckdb.DuckDBPyConnection, rows: list[tuple[int, int, float, float, float, float]]) -> None:
    numbered(connection, COLUMNS, rows)


def covered(intervals: list[tuple[float, float]], truth: float) -> float:
    assert len(intervals) == RUNS
    return sum(low <= truth <= high for low, high in intervals) / RUNS


def first_player(rng: Random) -> tuple[float, float]:
    return rng.random() < 0.55, 1


def sequence(rng: Random) -> tuple[float, float]:
    """Three of four sides play both cards, once or several times in a match."""
    played = rng.choice((0, 1, 1, 3))
    return played * (rng.random() < 0.6), played


def stronger(rng: Random) -> tuple[float, float]:
    return rng.random() < elo_expected(1600, 1500), 1


def sixes(rng: Random) -> tuple[float, float]:
    faces = rng.choices(range(1, 7), LOADED, k=rng.randint(3, 12))
    return faces.count(6), len(faces)


def luck(rng: Random) -> tuple[float, float]:
    faces = rng.choices(range(1, 7), LOADED, k=rng.randint(3, 12))
    return sum(faces) - 3.5 * len(faces), len(faces)


@pytest.mark.parametrize(
    ("kind", "one_match", "matches", "truth"),
    [
        pytest.param("share", first_player, 200, 0.55, id="a first player's edge"),
        pytest.param("share", sequence, 150, 0.6, id="a sequence that wins"),
        pytest.param("share", stronger, 120, elo_expected(1600, 1500), id="players 100 points of Elo apart"),
        pytest.param("share", sixes, 60, 1 / 6 + 0.05, id="the sixes of a loaded die"),
        pytest.param("mean", luck, 60, 0.05 * 6 - 0.01 * 15, id="the luck of a loaded die"),
    ],
)
def test_an_effect_is_found(
    connection: duckdb.DuckDBPyConnection,
    kind: str,
    one_match: Callable[[Random], tuple[float, float]],
    matches: int,
    truth: float,
) -> None:
    """The intervals hold what was planted about as often as they say."""
    rng = Random(one_match.__name__)
    planted(connection, [(run, n, *one_match(rng), 0, 0) for run in range(RUNS) for n in range(matches)])
    assert covered(asked(connection, kind), truth) >= LOWEST


def test_a_card_that_is_worth_five_points(connection: duckdb.DuckDBPyConnection) -> None:
    """A card that raises the chance to win from 50 to 55 %, up to four copies a seat that win or lose together: intervals that
    took copies for independent would cover the truth far less often."""
    rng, rows = Random(5), []
    for run in range(RUNS):
        for match in range(150):
            for _ in range(2):
                hand, library = rng.choice((0, 0, 1, 2, 4)), rng.choice((0, 1, 3))
                won = rng.random() < (0.55 if hand else 0.5)
                rows.append((run, match, won * hand, hand, won * library * (not hand), library * (not hand)))
    planted(connection, rows)
    assert covered(asked(connection, "share"), 0.55) >= LOWEST
    assert covered(asked(connection, "mean"), 0.55) >= LOWEST
    assert covered(asked(connection, "difference"), 0.05) >= LOWEST
    [(naive,)] = connection.execute(
        "select avg((wilson_low(k, n) <= 0.55 and wilson_high(k, n) >= 0.55)::integer) "
        "from (select sum(y) as k, sum(x) as n from rows group by game)"
    ).fetchall()
    assert naive < 0.9


@pytest.mark.slow
def test_chance_finds_are_as_rare_as_said(connection: duckdb.DuckDBPyConnection) -> None:
    """Among forty cards that are all the same, q of 0.1 is reached in about one archive of ten; one of +15 points is found."""
    rng, false, found = Random(1), 0, 0
    for run in range(60):
        better = 7 if run % 2 else -1
        rows = [
            (0, n, card, rng.random() < (0.65 if card == better else 0.5), 1) for card in range(40) for n in range(400)
        ]
        numbered(connection, ("game", "match", "card", "y", "x"), rows)
        out = {card for card, q in measured(connection, "share", "card, q", "game, card") if q <= 0.1}
        false += better < 0 and bool(out)
        found += better in out
    assert false <= 30 * 0.1 + 3 * (30 * 0.1 * 0.9) ** 0.5
    assert found >= 28


def test_ratings_come_out_in_the_order_of_strength() -> None:
    """Of six players of known strength, after 1,200 matches."""
    rng, strengths = Random(100), [1000, 1200, 1400, 1600, 1800, 2000]
    found = [Rating()] * len(strengths)
    for _ in range(1200):
        a, b = rng.sample(range(len(strengths)), 2)
        won = rng.random() < elo_expected(strengths[a], strengths[b])
        [(found[a],), (found[b],)] = rated([RatedSide((found[a],), 2 - won), RatedSide((found[b],), 1 + won)])
    for system in (lambda one: one.glicko, lambda one: one.mu - 3 * one.sigma):
        assert sorted(found, key=system) == found


def test_intervals_are_those_of_a_bootstrap_over_matches(connection: duckdb.DuckDBPyConnection) -> None:
    """Drawing whole matches with replacement two thousand times gives the same interval, for shares and for scores with draws:
    what statements work out in one go is as wide to a tenth."""
    rng, rows = Random(12), []
    for match in range(200):
        lucky = rng.choice((0.2, 0.8))
        copies = rng.randint(1, 6)
        rows.append(
            (0, match, sum(rng.choice((0, 0.5, 1)) if rng.random() > lucky else 1 for _ in range(copies)), copies, 0, 0)
        )
    planted(connection, rows)
    sums = [(y, x) for _, _, y, x, *_ in rows]
    drawn = []
    for _ in range(2000):
        again = rng.choices(sums, k=len(sums))
        drawn.append(sum(y for y, _ in again) / sum(x for _, x in again))
    drawn.sort()
    width = drawn[1949] - drawn[49]
    for kind in ("mean", "share"):
        [(low, high)] = asked(connection, kind)
        assert high - low == pytest.approx(width, rel=0.1), kind
        assert [low, high] == pytest.approx([drawn[49], drawn[1949]], abs=0.02)
