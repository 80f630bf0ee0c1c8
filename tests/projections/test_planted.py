"""A5: effects that were planted are found: the interval of each run covers the truth about as often as it says."""

from random import Random

import duckdb
import pytest

from projections.ratings import Rating, Side, elo_expected, rated
from projections.sections import parse, sql_text
from tests.campaigns import tries

RUNS = tries("MATCHBOOK_PLANTED_RUNS", few=300, many=1000)
PARTS = dict(parse("kinds", sql_text("metrics", "kinds")).parts)


@pytest.fixture(scope="module")
def connection() -> duckdb.DuckDBPyConnection:
    """DuckDB with the macros of the analytics file."""
    opened = duckdb.connect()
    opened.execute(sql_text("schema", "macros"))
    return opened


def asked(connection: duckdb.DuckDBPyConnection, kind: str) -> list[tuple[float, float]]:
    """The intervals of the runs (each stands as a game), by the statement that answers metrics of a kind."""
    parts = {name: text.replace("@keys", "game").replace("@per", "1") for name, text in PARTS.items()}
    query = f"with parts as ({parts['parts']}), sums as ({parts['sums']}) select low, high from ({parts[kind]})"
    return connection.execute(query.replace("$least", "1")).fetchall()


def planted(connection: duckdb.DuckDBPyConnection, rows: list[tuple[int, int, float, float, float, float]]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    connection.execute(
        "create or replace temp table rows as select unnest($1::integer[]) as game, unnest($2::integer[]) as match, "
        "unnest($3::double[]) as y, unnest($4::double[]) as x, unnest($5::double[]) as y2, unnest($6::double[]) as x2",
        columns,
    )


def covered(intervals: list[tuple[float, float]], truth: float) -> float:
    assert len(intervals) == RUNS
    return sum(low <= truth <= high for low, high in intervals) / RUNS


def test_a_first_players_edge(connection: duckdb.DuckDBPyConnection) -> None:
    """55 % for who goes first, 200 matches a run."""
    rng = Random(55)
    planted(connection, [(run, n, rng.random() < 0.55, 1, 0, 0) for run in range(RUNS) for n in range(200)])
    assert covered(asked(connection, "share"), 0.55) >= 0.94 - 2 * (0.94 * 0.06 / RUNS) ** 0.5


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
    lowest = 0.94 - 2 * (0.94 * 0.06 / RUNS) ** 0.5
    assert covered(asked(connection, "share"), 0.55) >= lowest
    assert covered(asked(connection, "mean"), 0.55) >= lowest
    assert covered(asked(connection, "difference"), 0.05) >= lowest
    [(naive,)] = connection.execute(
        "select avg((wilson_low(k, n) <= 0.55 and wilson_high(k, n) >= 0.55)::integer) "
        "from (select sum(y) as k, sum(x) as n from rows group by game)"
    ).fetchall()
    assert naive < 0.9


def test_chance_finds_are_as_rare_as_said(connection: duckdb.DuckDBPyConnection) -> None:
    """Among forty cards that are all the same, q of 0.1 is reached in about one archive of ten; one of +15 points is found."""
    parts = {name: text.replace("@keys", "game, card") for name, text in PARTS.items()}
    query = f"with parts as ({parts['parts']}), sums as ({parts['sums']}) select card, q from ({parts['share']}) where q <= 0.1"
    rng, false, found = Random(1), 0, 0
    for run in range(60):
        better = 7 if run % 2 else -1
        rows = [
            (0, n, card, rng.random() < (0.65 if card == better else 0.5)) for card in range(40) for n in range(400)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        connection.execute(
            "create or replace temp table rows as select unnest($1::integer[]) as game, unnest($2::integer[]) as match, "
            "unnest($3::integer[]) as card, unnest($4::boolean[])::double as y, 1::double as x",
            columns,
        )
        out = {card for card, _ in connection.execute(query.replace("$least", "1")).fetchall()}
        false += better < 0 and bool(out)
        found += better in out
    assert false <= 30 * 0.1 + 3 * (30 * 0.1 * 0.9) ** 0.5
    assert found >= 28


def test_a_sequence_that_wins(connection: duckdb.DuckDBPyConnection) -> None:
    """Who plays one move after the other wins 60 %; three of four sides play both, once or several times in a match."""
    rng, rows = Random(60), []
    for run in range(RUNS):
        for match in range(150):
            played = rng.choice((0, 1, 1, 3))
            rows.append((run, match, played * (rng.random() < 0.6), played, 0, 0))
    planted(connection, rows)
    assert covered(asked(connection, "share"), 0.6) >= 0.94 - 2 * (0.94 * 0.06 / RUNS) ** 0.5


def test_a_loaded_die(connection: duckdb.DuckDBPyConnection) -> None:
    """A die that shows a six 5 points too often, so many times in a match as it happens: share and luck."""
    rng, rows, luck = Random(6), [], []
    weights = [(1 - 1 / 6 - 0.05) / 5] * 5 + [1 / 6 + 0.05]
    truth = sum(weight * (face - 3.5) for face, weight in enumerate(weights, start=1))
    for run in range(RUNS):
        for match in range(60):
            faces = rng.choices(range(1, 7), weights, k=rng.randint(3, 12))
            rows.append((run, match, faces.count(6), len(faces), 0, 0))
            luck.append((run, match, sum(faces) - 3.5 * len(faces), len(faces), 0, 0))
    lowest = 0.94 - 2 * (0.94 * 0.06 / RUNS) ** 0.5
    planted(connection, rows)
    assert covered(asked(connection, "share"), 1 / 6 + 0.05) >= lowest
    planted(connection, luck)
    assert covered(asked(connection, "mean"), truth) >= lowest


def test_players_of_known_strength(connection: duckdb.DuckDBPyConnection) -> None:
    """Of two that are 100 points of Elo apart the stronger wins 64 %; of six the ratings come out in the order of strength."""
    rng = Random(100)
    chance = elo_expected(1600, 1500)
    rows = [(run, match, rng.random() < chance, 1, 0, 0) for run in range(RUNS) for match in range(120)]
    planted(connection, rows)
    assert covered(asked(connection, "share"), chance) >= 0.94 - 2 * (0.94 * 0.06 / RUNS) ** 0.5
    strengths = [1000, 1200, 1400, 1600, 1800, 2000]
    found = [Rating()] * len(strengths)
    for _ in range(1200):
        a, b = rng.sample(range(len(strengths)), 2)
        won = rng.random() < elo_expected(strengths[a], strengths[b])
        [(found[a],), (found[b],)] = rated([Side((found[a],), 2 - won), Side((found[b],), 1 + won)])
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
