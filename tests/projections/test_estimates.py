"""Shares and their intervals: golden values, and the same in Python and in SQL."""

from random import Random

import pytest

from projections.analytics import Analytics
from tests.projections.estimates import Interval, cases_to_exclude, wilson


@pytest.mark.parametrize(
    ("successes", "cases", "low", "high"),
    [(7, 10, 0.396778, 0.892209), (0, 10, 0.0, 0.277533), (10, 10, 0.722467, 1.0)],
)
def test_wilson_golden(successes: int, cases: int, low: float, high: float) -> None:
    """Wilson's 95 % interval has its published values, at the ends of the scale too."""
    interval = wilson(successes, cases)
    assert interval.low == pytest.approx(low, abs=1e-6)
    assert interval.high == pytest.approx(high, abs=1e-6)


@pytest.mark.parametrize(("successes", "cases"), [(1, 0), (0, 0), (-1, 5), (6, 5)])
def test_no_share(successes: int, cases: int) -> None:
    """There is no share of nothing, nor of more than all."""
    with pytest.raises(ValueError, match="is no share"):
        wilson(successes, cases)


def test_wilson_in_sql_is_wilson_in_python(analytics: Analytics) -> None:
    """The macros that queries use give the same interval, and none for no cases."""
    found = analytics.sql(
        "select k, n, wilson_low(k / 2, n), wilson_high(k / 2, n) from range(0, 61) a(k), range(1, 31, 7) b(n) where k <= 2 * n"
    ).rows
    assert len(found) > 50
    for k, n, low, high in found:
        expected = wilson(int(str(k)) / 2, int(str(n)))
        assert (low, high) == (pytest.approx(expected.low, abs=1e-12), pytest.approx(expected.high, abs=1e-12))
    assert analytics.sql("select wilson_low(0, 0)").rows == ((None,),)


@pytest.mark.parametrize(("share", "cases"), [(0.55, 385), (0.60, 97), (0.52, 2401)])
def test_cases_needed(share: float, cases: int) -> None:
    """A true 55 % needs some 400 cases before the interval leaves 50 % out; one case fewer does not do."""
    assert cases_to_exclude(share) == cases
    assert 0.5 not in wilson(share * cases, cases)
    assert 0.5 in wilson(share * (cases - 1), cases - 1)


def test_coverage() -> None:
    """The interval covers the true share in about 95 % of samples, averaged over shares (seeded)."""
    rng = Random(7)
    covered = tried = 0
    for n in (10, 30, 100):
        for share in (0.05, 0.2, 0.5, 0.8, 0.95):
            for _ in range(200):
                covered += share in wilson(sum(rng.random() < share for _ in range(n)), n)
                tried += 1
    assert covered / tried >= 0.94


def test_interval_ends_belong_to_it() -> None:
    """Both ends lie inside."""
    assert 0.25 in Interval(0.25, 0.5)
    assert 0.5 in Interval(0.25, 0.5)
    assert 0.51 not in Interval(0.25, 0.5)
