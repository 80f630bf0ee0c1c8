"""Logistic regression without a constant, and its accuracy on unseen matches.

log(p / (1 - p)) = sum of weight * gap. Without a constant, the same situation with the sides swapped has the
complementary chance. Weights maximise the likelihood minus ridge / 2 * sum of their squares (gaps divided by their root
mean square), found by Newton's steps: w + H^-1 g, g = sum of (y - p) x - ridge w, H = sum of p (1 - p) x x' + ridge I
(Hosmer and Lemeshow, 2.2; with a ridge: le Cessie and van Houwelingen 1992)."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, TypeAlias

from msgspec import Struct

from domain.text import pluralize

LEAST: Final = 200
"""Fewest matches from which chances are learnt."""
BRIER: Final = 0.20
CALIBRATION: Final = 0.05
"""The largest errors (Brier score and calibration) with which chances are shown."""
_FOLDS: Final = 5
_BINS: Final = 10
_RIDGE: Final = 1.0
_STEPS: Final = 25
_CLOSE: Final = 1e-9

Gaps: TypeAlias = tuple[float, ...]
Row: TypeAlias = tuple[Gaps, float]
"""Gaps of a position, and the result: 1 if the first side won, 0.5 for a draw, 0 if it lost."""


class TrainingMatch(Struct, frozen=True):
    """A match used for learning."""

    match: str
    result: float
    """1 if the first side won, 0.5 for a draw, 0 if it lost."""
    gaps: tuple[Gaps, ...]
    """The positions at the ends of turns."""


class Gate(Struct, frozen=True):
    """The test that chances must pass to be shown: their accuracy on unseen matches. Each match is predicted once by
    weights learnt without it."""

    matches: int
    situations: int = 0
    brier: float = 1.0
    """Mean of (chance - result)^2."""
    base: float = 0.0
    """The same error for the constant prediction: the share of matches that the first side wins."""
    calibration: float = 1.0
    """Mean distance between predicted chance and share of wins, over ten bins of chances weighted by their
    positions."""

    @property
    def problems(self) -> tuple[str, ...]:
        """Return the reasons for hiding the chances; empty if they are shown."""
        if self.matches < LEAST:
            return (f"{pluralize(self.matches, 'match', 'matches')} to learn from; at least {LEAST} are needed",)
        bars = ((self.brier, BRIER, "Brier score"), (self.brier, self.base, "Brier score, against the base rate's"))
        said = [f"{name} {found:.3f}, at most {bar:.3f} expected" for found, bar, name in bars if found > bar]
        if self.calibration > CALIBRATION:
            said.append(f"calibration error {self.calibration:.3f}, at most {CALIBRATION:.3f} expected")
        return tuple(said)


class TrainingResult(Struct, frozen=True):
    """The result of learning from matches, and its accuracy."""

    gate: Gate
    weights: Gaps
    """Empty if chances are hidden."""


def learnt(matches: Sequence[TrainingMatch]) -> TrainingResult:
    """Learn from these matches."""
    found = gate(matches)
    return TrainingResult(found, () if found.problems else fitted(rows_of(matches)))


def chance(weights: Gaps, gaps: Gaps) -> float:
    """Return the first side's chance to win in a situation."""
    score = sum(weight * gap for weight, gap in zip(weights, gaps, strict=True))
    return 1 / (1 + exp(-max(-500.0, min(500.0, score))))


def fitted(rows: Sequence[Row], ridge: float = _RIDGE) -> Gaps:
    """Return the weights that fit these positions (at least one)."""
    size = len(rows[0][0])
    scales = [sqrt(sum(gaps[n] ** 2 for gaps, _ in rows) / len(rows)) or 1.0 for n in range(size)]
    scaled = [(tuple(gap / scale for gap, scale in zip(gaps, scales, strict=True)), result) for gaps, result in rows]
    weights = (0.0,) * size
    for _ in range(_STEPS):
        step = _step(scaled, weights, ridge)
        weights = tuple(weight + by for weight, by in zip(weights, step, strict=True))
        if max(map(abs, step)) < _CLOSE:
            break
    return tuple(weight / scale for weight, scale in zip(weights, scales, strict=True))


def _step(rows: Sequence[Row], weights: Gaps, ridge: float) -> list[float]:
    """Newton's step from some weights."""
    size = len(weights)
    slope = [-ridge * weight for weight in weights]
    curve = [[ridge * (n == m) for m in range(size)] for n in range(size)]
    for gaps, result in rows:
        p = chance(weights, gaps)
        spread, error = p * (1 - p), result - p
        for n, gap in enumerate(gaps):
            slope[n] += error * gap
            line, scaled = curve[n], spread * gap
            for m in range(n + 1):
                line[m] += scaled * gaps[m]
    for n in range(size):
        for m in range(n):
            curve[m][n] = curve[n][m]
    return _solved(curve, slope)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve matrix * x = right side for a positive definite matrix: Gaussian elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for n in range(size):
        for m in range(n + 1, size):
            share = rows[m][n] / rows[n][n]
            rows[m] = [below - share * above for below, above in zip(rows[m], rows[n], strict=True)]
    found = [0.0] * size
    for n in reversed(range(size)):
        found[n] = (rows[n][size] - sum(rows[n][m] * found[m] for m in range(n + 1, size))) / rows[n][n]
    return found


def rows_of(matches: Sequence[TrainingMatch]) -> list[Row]:
    """Return the positions of all matches, each with the result of its match."""
    return [(gaps, one.result) for one in matches for gaps in one.gaps]


def gate(matches: Sequence[TrainingMatch]) -> Gate:
    """Measure the accuracy by five-fold cross-validation: each fifth of the matches is predicted from the others."""
    if len(matches) < LEAST:
        return Gate(len(matches))
    foretold: list[tuple[float, float]] = []
    plain: list[float] = []
    for fold in range(_FOLDS):
        learnt = rows_of([one for place, one in enumerate(matches) if place % _FOLDS != fold])
        share = sum(result for _, result in learnt) / len(learnt)
        weights = fitted(learnt)
        for gaps, result in rows_of(matches[fold::_FOLDS]):
            foretold.append((chance(weights, gaps), result))
            plain.append((share - result) ** 2)
    brier = sum((p - result) ** 2 for p, result in foretold) / len(foretold)
    return Gate(len(matches), len(foretold), brier, sum(plain) / len(plain), calibration_error(foretold))


def calibration_error(foretold: Sequence[tuple[float, float]]) -> float:
    """Return the mean distance between chance and share of wins over ten bins of chances."""
    bins: dict[int, list[tuple[float, float]]] = {}
    for p, result in foretold:
        bins.setdefault(min(_BINS - 1, int(p * _BINS)), []).append((p, result))
    return sum(abs(sum(p - result for p, result in one)) for one in bins.values()) / len(foretold)
