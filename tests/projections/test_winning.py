"""Chances to win: what is learnt, how it is judged on matches that were left out, and when it is not shown."""

from collections.abc import Sequence
from math import exp, log
from random import Random

import pytest

from projections.analytics import Analytics
from projections.win_model.logistic import TrainingMatch, calibration_error, chance, fitted, gate, learnt, rows_of
from storage.store import MatchStore
from tests.projections.retold import Retold, simulated

TRUE = (0.8, -0.3, 0.0)


def played(rng: Random, matches: int, weights: Sequence[float] = TRUE, noise: float = 0.0) -> list[TrainingMatch]:
    """Matches that are won as the weights say; `noise`: how many of them go to anybody."""
    found = []
    for number in range(matches):
        gaps = tuple(rng.gauss(0, 2) for _ in weights)
        p = 1 / (1 + exp(-sum(weight * gap for weight, gap in zip(weights, gaps, strict=True))))
        result = float(rng.random() < (0.5 if rng.random() < noise else p))
        found.append(TrainingMatch(f"m{number}", result, (gaps,)))
    return found


def test_weights_golden() -> None:
    """Of one gap, won 30 times of 40: the weight is the logarithm of 3; with draws as halves the same."""
    rows = [((1.0,), 1.0)] * 30 + [((1.0,), 0.0)] * 10
    assert fitted(rows, ridge=0) == (pytest.approx(log(3)),)
    assert fitted([((2.0,), 0.75)] * 40, ridge=0) == (pytest.approx(log(3) / 2),)
    assert chance((log(3),), (1.0,)) == pytest.approx(0.75)
    assert chance((1.0,), (1e6,)) == 1.0


def test_no_other_weights_are_likelier() -> None:
    """Given the fitted weights, then the slope of the likelihood is zero, and any step from them is worse."""
    rng = Random(3)
    rows = rows_of(played(rng, 500))

    def likelihood(weights: Sequence[float]) -> float:
        return sum(
            result * log(chance(tuple(weights), gaps)) + (1 - result) * log(1 - chance(tuple(weights), gaps))
            for gaps, result in rows
        )

    found = fitted(rows, ridge=0)
    for n in range(len(TRUE)):
        slope = sum((result - chance(found, gaps)) * gaps[n] for gaps, result in rows)
        assert slope == pytest.approx(0, abs=1e-6)
    for _ in range(20):
        assert likelihood(found) > likelihood([weight + rng.gauss(0, 0.05) for weight in found])


def test_planted_weights_are_found_and_pass_the_gate() -> None:
    """From 1,000 matches: weights near the truth, errors on matches left out under the bars."""
    matches = played(Random(5), 1000)
    found = learnt(matches)
    assert found.gate.problems == ()
    assert found.gate.brier < 0.2 < found.gate.base
    assert found.gate.matches == 1000
    assert [*found.weights] == pytest.approx(TRUE, abs=0.15)
    mirrored = [
        TrainingMatch(one.match, 1 - one.result, tuple(tuple(-gap for gap in gaps) for gaps in one.gaps))
        for one in matches
    ]
    assert fitted(rows_of(mirrored)) == pytest.approx(fitted(rows_of(matches)))


@pytest.mark.parametrize(
    ("matches", "noise", "why"),
    [
        (199, 0.0, "199 matches to learn from; at least 200 are needed"),
        (400, 0.7, "Brier score 0."),
        (400, 1.0, "against the base rate's"),
    ],
)
def test_the_gate_shuts(matches: int, noise: float, why: str) -> None:
    """Given too few matches, or chances that are not better than a constant, then the chances are missing, with the
    reason."""
    found = learnt(played(Random(6), matches, noise=noise))
    assert found.weights == ()
    assert any(why in fault for fault in found.gate.problems)


def test_the_gate_shuts_on_chances_that_are_off() -> None:
    """Given a lead that decides only from a certain size on, then a straight line does not fit: the Brier score is
    fine, the calibration is not."""
    rng = Random(8)
    matches = []
    for number in range(600):
        gap = rng.gauss(0, 3)
        p = 0.5 if abs(gap) < 4 else 0.99 if gap > 0 else 0.01
        matches.append(TrainingMatch(f"m{number}", float(rng.random() < p), ((gap,), (gap,))))
    assert any("calibration error" in fault for fault in gate(matches).problems)


def test_calibration_golden() -> None:
    """Given ten predictions of 0.9 of which five were right, then they are off by 0.4; 1.0 is in the last bin."""
    assert calibration_error([(0.9, 1.0)] * 5 + [(0.9, 0.0)] * 5) == pytest.approx(0.4)
    assert calibration_error([(1.0, 1.0), (0.95, 0.0)]) == pytest.approx(abs(0 - 0.95) / 2)


def test_matches_are_learnt_from_as_they_stand(store: MatchStore, analytics: Analytics) -> None:
    """Two ended matches of bots, one of people: each kind by itself, the match that is asked about left out; a match
    that is taken back counts no more."""
    books = [
        Retold(
            store, f"m{n}", "frc_card_game", simulated("frc_card_game", n), **({"tags": ("simulated",)} if n else {})
        )
        for n in range(3)
    ]
    for book in books:
        book.play()
    assert analytics.learnt("m1").gate.matches == 1
    assert analytics.learnt("m0").gate.matches == 0
    found = analytics.sql(
        "select match, count(*), min(len(gaps)), max(len(gaps)) from situations group by match order by match"
    )
    assert [row[0] for row in found.rows] == ["m0", "m1", "m2"]
    assert all(1 <= int(str(row[1])) <= 6 and row[2] == row[3] == 10 for row in found.rows)
    books[2].take_back(books[2].match.line[-2])
    assert analytics.learnt("m1").gate.matches == 0
