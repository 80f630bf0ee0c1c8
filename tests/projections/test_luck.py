"""Luck and fairness: golden values, A4 (how often fair dice are flagged, and loaded ones found), and what the record gives."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random

import duckdb
import pytest

from tests.campaigns import tries
from tests.projections.estimates import ends, wilson
from tests.projections.planting import asked, drawn, thrown

RUNS = tries("MATCHBOOK_FAIR_RUNS", few=1500, many=10_000)
FOUND_RUNS = tries("MATCHBOOK_LOADED_RUNS", few=300, many=1000)


def spread(counts: list[int]) -> list[int]:
    """Throws with these counts of the faces, in an order that has no pattern."""
    throws = [face for face, count in enumerate(counts, start=1) for _ in range(count)]
    Random(1).shuffle(throws)
    return throws


def test_chi_square_golden(connection: duckdb.DuckDBPyConnection) -> None:
    """18, 22, 15, 25, 20, 20 come to chi-square 2.9, p 0.7154; the critical values of 5 and 19 degrees are where they are."""
    thrown(connection, [spread([18, 22, 15, 25, 20, 20])])
    [row] = asked(connection, "dice-fairness")
    assert (row["n"], row["counts"], row["how"]) == (120, "18 22 15 25 20 20", "exact")
    assert (row["chi2"], row["p"]) == (pytest.approx(2.9), pytest.approx(0.7154, abs=5e-5))
    assert row["w"] == pytest.approx(sqrt(2.9 / 120))
    total = 18 + 44 + 45 + 100 + 100 + 120
    assert row["luck"] == pytest.approx((total - 3.5 * 120) / sqrt(35 * 120 / 12))
    assert row["mean"] == pytest.approx(total / 120)
    assert row["finding"] == "no evidence of unfairness (n = 120)"
    points = [
        (11.0705, 5, 0.05),
        (30.1435, 19, 0.05),
        (200.0, 99, 8.19391189142209e-09),
        (60.0, 2, 9.357622968840163e-14),
    ]
    for x, freedom, p in points:  # the last two as scipy.stats.chi2.sf has them
        [(found,)] = connection.execute("select chi_square_tail($1, $2)", [x, freedom]).fetchall()
        assert found == pytest.approx(p, rel=1e-5)


@pytest.mark.parametrize(
    ("attack", "defense", "chance"),
    [(3, 5, 0.060713), (3, 3, 0.453575), (4, 3, 0.742831), (1, 1, 5 / 12), (2, 1, 181 / 216)],
)
def test_combat_chances_golden(connection: duckdb.DuckDBPyConnection, attack: int, defense: int, chance: float) -> None:
    """The published chances that so many d6 come to more than so many others."""
    [(found,)] = connection.execute("select outrolling($1, $2)", [attack, defense]).fetchall()
    assert found == pytest.approx(chance, abs=1e-6)


def test_combat_chances_are_those_of_convolution(connection: duckdb.DuckDBPyConnection) -> None:
    """Up to ten dice on either side, against sums added up face by face in fractions."""
    sums = [{0: Fraction(1)}]
    for _ in range(10):
        grown: dict[int, Fraction] = {}
        for total, face in product(sums[-1], range(1, 7)):
            grown[total + face] = grown.get(total + face, Fraction(0)) + sums[-1][total] / 6
        sums.append(grown)
    for a, b in product(range(1, 11), repeat=2):
        chance = sum(p * q for (x, p), (y, q) in product(sums[a].items(), sums[b].items()) if x > y)
        [(found,)] = connection.execute("select outrolling($1, $2)", [a, b]).fetchall()
        assert found == pytest.approx(float(chance), abs=1e-9)


@pytest.mark.parametrize("cases", [60, 60_000, 10**6, 10**9])
def test_intervals_hold_for_any_number_of_cases(connection: duckdb.DuckDBPyConnection, cases: int) -> None:
    """Student's point and Wilson's ends are numbers for as many cases as an archive can hold: a whole number times itself ends at
    some 55,000 cases."""
    [(point, low, high)] = connection.execute(
        "select student($n), wilson_low($n // 2, $n), wilson_high($n // 2, $n)", {"n": cases}
    ).fetchall()
    assert 1.9599 < point < 2.01
    assert low < 0.5 < high


def test_fair_dice_are_flagged_as_often_as_said(connection: duckdb.DuckDBPyConnection) -> None:
    """Of archives with fair dice, 5 % have p of 0.05 or less, by chi-square and by the test of runs."""
    rng = Random(4)
    thrown(connection, [rng.choices(range(1, 7), k=120) for _ in range(RUNS)])
    rows = asked(connection, "dice-fairness")
    slack = 0.01 if RUNS >= 10_000 else 3 * sqrt(0.05 * 0.95 / RUNS)
    for column in ("p", "runs_p"):
        assert sum(row[column] <= 0.05 for row in rows) / RUNS == pytest.approx(0.05, abs=slack)
    assert sum(abs(row["luck"]) > 1.96 for row in rows) / RUNS == pytest.approx(0.05, abs=slack)
    assert sum(row["finding"].startswith("unlike") for row in rows) <= 2
    assert not any("fair (" in row["finding"] for row in rows)


def test_few_dice_are_judged_by_simulated_ones(connection: duckdb.DuckDBPyConnection) -> None:
    """Below five a face p comes from simulated fair dice: no more than 5 % are flagged, and p is that of all outcomes."""
    rng = Random(5)
    thrown(connection, [rng.choices(range(1, 7), k=25) for _ in range(RUNS)])
    rows = asked(connection, "dice-fairness")
    assert {row["how"] for row in rows} == {"simulated"}
    assert 0.02 <= sum(row["p"] <= 0.05 for row in rows) / RUNS <= 0.06
    thrown(connection, [[1, 1, 1, 1, 2], [6] * 5, [5, 3, 1, 2, 4]])
    by_counts = {row["counts"]: row["p"] for row in asked(connection, "dice-fairness")}
    outcomes = [sum(throw.count(face) ** 2 for face in range(6)) for throw in product(range(6), repeat=5)]
    for counts, squares in (("4 1 0 0 0 0", 17), ("0 0 0 0 0 5", 25), ("1 1 1 1 1 0", 5)):
        exact = sum(one >= squares for one in outcomes) / len(outcomes)
        assert by_counts[counts] == pytest.approx(exact, abs=4 * sqrt(exact / 2000) + 1e-3)


@pytest.mark.slow
def test_a_loaded_die_is_found(connection: duckdb.DuckDBPyConnection) -> None:
    """A die with 5 points too many on the six is found in four of five archives with 1,000 throws; `finds` says so of one row."""
    rng = Random(6)
    weights = [(1 - 1 / 6 - 0.05) / 5] * 5 + [1 / 6 + 0.05]
    thrown(connection, [rng.choices(range(1, 7), weights, k=1000) for _ in range(FOUND_RUNS)])
    rows = asked(connection, "dice-fairness")
    assert sum(row["p"] <= 0.05 for row in rows) / FOUND_RUNS >= 0.8
    thrown(connection, [[place % 6 + 1 for place in range(1000)]])
    assert {round(row["finds"], 4) for row in asked(connection, "dice-fairness")} == {0.0422}


@pytest.mark.parametrize(
    ("freedom", "exact"),
    [
        (1, (7.849, 11.679, 17.075, 22.394, 27.655)),
        (5, (12.828, 17.869, 24.456, 30.647, 36.6)),
        (19, (20.555, 27.647, 36.438, 44.366, 51.771)),
        (99, (40.379, 52.878, 67.663, 80.463, 92.047)),
    ],
)
def test_noncentrality_is_near_that_of_the_exact_power(
    connection: duckdb.DuckDBPyConnection, freedom: int, exact: tuple[float, ...]
) -> None:
    """For alpha of 0.05 down to 0.00001, against the series of noncentral chi-square."""
    for alpha, number in zip((0.05, 0.01, 1e-3, 1e-4, 1e-5), exact, strict=True):
        [(found,)] = connection.execute("select noncentrality($1::double, $2)", [alpha, freedom]).fetchall()
        assert found == pytest.approx(number, rel=0.02)


@pytest.mark.parametrize(("faces", "few", "enough"), [(6, 29, 30), (20, 99, 100), (2, 29, 30)])
def test_no_verdict_on_too_few_dice(connection: duckdb.DuckDBPyConnection, faces: int, few: int, enough: int) -> None:
    """Below five dice a face, and below thirty, any result is without a verdict; such rows do not affect the others."""
    fair = [place % faces + 1 for place in range(enough)]
    thrown(connection, [[1] * few, [1] * enough, fair], faces)
    short, long, even = asked(connection, "dice-fairness")
    assert (short["finding"], short["q"]) == (f"too few to tell (n = {few})", None)
    assert long["finding"].startswith("unlike fair dice")
    assert (long["q"], even["q"]) == pytest.approx((2 * long["p"], even["p"]))
    assert short["finds"] > long["finds"]


@pytest.mark.parametrize(
    ("faces", "points", "rolls"), [(6, 0.05, 720), (6, 0.03, 2000), (6, 0.02, 4460), (20, 0.02, 2450)]
)
def test_how_many_dice_are_needed(connection: duckdb.DuckDBPyConnection, faces: int, points: float, rolls: int) -> None:
    """The notes on sample sizes state the effect that as many rolls find."""
    thrown(connection, [[place % faces + 1 for place in range(rolls)]], faces)
    [row] = asked(connection, "dice-fairness")
    assert row["finds"] == pytest.approx(points, rel=0.01)


def test_each_player_and_all_dice(connection: duckdb.DuckDBPyConnection) -> None:
    """Every die of a kind first, then each player's; what is taken back, and faces that the die has not, do not count."""
    thrown(connection, [spread([20] * 6)])
    connection.execute(
        "update dice set seat = roll % 2; update dice set undone = true where roll = 7; update dice set face = 9 where roll = 8"
    )
    rows = asked(connection, "dice-fairness")
    assert [(row["player"], row["n"]) for row in rows] == [("(all)", 118), ("Ada", 59), ("Bo", 59)] or [
        (row["player"], row["n"]) for row in rows
    ] == [("(all)", 118), ("Bo", 59), ("Ada", 59)]
    connection.execute("update dice set faces = 2, face = 1 + roll % 2")
    [coins, *_] = asked(connection, "dice-fairness")
    assert (coins["faces"], coins["n"]) == (2, 119)
    assert coins["runs_p"] < 1e-6  # head, tail, head, tail: too many runs
    assert coins["p"] > 0.5


@pytest.mark.slow
def test_fair_shuffles_are_flagged_as_often_as_said(connection: duckdb.DuckDBPyConnection) -> None:
    """Given fair shuffles, then 5 % of the cards have a p of 0.05 or less, although the order within an opening hand is unknown."""
    flagged = tested = 0
    for seed in range(tries("MATCHBOOK_SHUFFLE_RUNS", few=15, many=100)):
        drawn(connection, Random(seed), 100)
        rows = asked(connection, "shuffles")
        flagged, tested = flagged + sum(row["p"] <= 0.05 for row in rows), tested + len(rows)
    assert flagged / tested == pytest.approx(0.05, abs=3 * sqrt(0.05 * 0.95 / tested) + 0.005)


def test_a_card_that_sticks_to_the_bottom_is_found(connection: duckdb.DuckDBPyConnection) -> None:
    """It comes first, with q of 0.1 or less; the others do not reach that."""
    drawn(connection, Random(1), 300, stuck="c07")
    first, *others = asked(connection, "shuffles")
    assert (first["card"], first["finding"].startswith("not evenly spread")) == ("c07", True)
    assert first["mean"] > 0.6
    assert sum(row["q"] <= 0.1 for row in others) <= 2


def test_shuffles_need_every_draw_known(connection: duckdb.DuckDBPyConnection) -> None:
    """A seat with an unseen draw, or a searched card, is excluded from shuffles."""
    drawn(connection, Random(2), 2)
    connection.execute("update cards set card = null where match = 'm0000000' and token = 9")
    assert {row["n"] for row in asked(connection, "shuffles")} == {1}
    connection.execute("update cards set action = 'searched' where match = 'm0000001' and token = 9")
    assert asked(connection, "shuffles") == []


def test_kolmogorov_golden(connection: duckdb.DuckDBPyConnection) -> None:
    """D of 1.358 over the root of n is the five-percent point of many cases."""
    [(p,)] = connection.execute("select kolmogorov_tail(1.3581e0 / 1000, 1000000)").fetchall()
    assert p == pytest.approx(0.05, abs=2e-4)


def test_wilson_covers() -> None:
    """Averaged over shares from 0.05 to 0.95 and 10, 30 and 100 cases, at least 94 % of intervals hold the truth."""
    covered = []
    for n, share in product((10, 30, 100), [step / 100 for step in range(5, 96)]):
        inside = [k for k in range(n + 1) if share in wilson(k, n)]
        covered.append(sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in inside))
    assert sum(covered) / len(covered) >= 0.94


def test_wilson_in_sql_is_wilson_in_python(connection: duckdb.DuckDBPyConnection) -> None:
    """The macros that queries use have the published values and those of Python, and null for zero cases."""
    found = connection.execute(
        "select k, n, wilson_low(k / 2, n), wilson_high(k / 2, n) from range(0, 61) a(k), range(1, 31) b(n) where k <= 2 * n"
    ).fetchall()
    assert all([low, high] == pytest.approx(ends(k / 2, n), abs=1e-12) for k, n, low, high in found)
    golden = {(7, 10): (0.396778, 0.892209), (0, 10): (0.0, 0.277533), (10, 10): (0.722467, 1.0)}
    assert {(k / 2, n): (low, high) for k, n, low, high in found if (k / 2, n) in golden} == {
        case: pytest.approx(interval, abs=1e-6) for case, interval in golden.items()
    }
    assert connection.execute("select wilson_low(0, 0)").fetchall() == [(None,)]
