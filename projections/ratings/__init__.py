"""Ratings of players, separately for each game, from the results of matches in the order of their ends.

Three systems side by side: OpenSkill (Weng and Lin 2011, Plackett-Luce, by the library of that name), Glicko-2 (Glickman 2013) and
Elo. `table` stores the ratings in the analytics file.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, log, pi, sqrt
from typing import Any, Final

from msgspec import Struct

ELO_START: Final = 1500.0
ELO_STEP: Final = 24.0
"""K: the most that one match moves an Elo number."""
GLICKO_START: Final = (1500.0, 350.0, 0.06)
"""Rating, deviation and volatility of a new player."""
GLICKO_SCALE: Final = 173.7178
TAU: Final = 0.5
"""How much volatilities may change."""
_CLOSE: Final = 1e-6


class Rating(Struct, frozen=True, gc=False):
    """A player's ratings in the three systems."""

    elo: float = ELO_START
    glicko: float = GLICKO_START[0]
    deviation: float = GLICKO_START[1]
    volatility: float = GLICKO_START[2]
    mu: float = 25.0
    sigma: float = 25.0 / 3


class RatedSide(Struct, frozen=True, gc=False):
    """The ratings of the players on a side, and their place, from 1; in a draw, sides share a place."""

    players: tuple[Rating, ...]
    place: int


def elo_expected(own: float, other: float) -> float:
    """Return the expected share of points by Elo's formula."""
    return 1 / (1 + 10 ** ((other - own) / 400))


def glicko2(
    rating: float, deviation: float, volatility: float, results: Sequence[tuple[float, float, float]], tau: float = TAU
) -> tuple[float, float, float]:
    """Return rating, deviation and volatility after a period. `results`: rating and deviation of each opponent, and the points
    scored. Steps and symbols are those of Glickman's paper of 2013."""
    mu, phi = (rating - GLICKO_START[0]) / GLICKO_SCALE, deviation / GLICKO_SCALE
    information = gain = 0.0
    for other, other_deviation, points in results:
        g = 1 / sqrt(1 + 3 * (other_deviation / GLICKO_SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (other - GLICKO_START[0]) / GLICKO_SCALE)))
        information += g * g * expected * (1 - expected)
        gain += g * (points - expected)
    if not results:
        return rating, sqrt(phi * phi + volatility * volatility) * GLICKO_SCALE, volatility
    v = 1 / information
    volatility = _volatility(phi, volatility, v, v * gain, tau)
    phi = 1 / sqrt(1 / (phi * phi + volatility * volatility) + information)
    return (mu + phi * phi * gain) * GLICKO_SCALE + GLICKO_START[0], phi * GLICKO_SCALE, volatility


def _volatility(phi: float, volatility: float, v: float, delta: float, tau: float) -> float:
    """Step 5: the root of the paper's f, by the Illinois algorithm."""
    a = log(volatility * volatility)

    def f(x: float) -> float:
        grown = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - a) / (tau * tau)

    low = a
    if delta * delta > phi * phi + v:
        high = log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        new = low + (low - high) * f_low / (f_high - f_low)
        f_new = f(new)
        if f_new * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = new, f_new
    return exp(low / 2)


def idle(rating: Rating, weeks: float) -> Rating:
    """Return a rating after weeks without a match: the deviation grows by the volatility each week, up to that of a new
    player."""
    grown = sqrt(rating.deviation**2 + weeks * (rating.volatility * GLICKO_SCALE) ** 2)
    return Rating(rating.elo, rating.glicko, min(grown, GLICKO_START[1]), rating.volatility, rating.mu, rating.sigma)


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(sides: Sequence[RatedSide]) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings of all players after a match, by side. For Glicko-2, each match is a period in which all players of
    other sides are opponents. For Elo, a side has the mean rating of its players, and plays an equal share of the match against
    each other side."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side.players] for side in sides]
    skills = model.rate(teams, ranks=[side.place for side in sides])
    means = [sum(one.elo for one in side.players) / len(side.players) for side in sides]
    after = []
    for number, side in enumerate(sides):
        others = [(_points(side, other), other, means[n]) for n, other in enumerate(sides) if n != number]
        step = sum(points - elo_expected(means[number], mean) for points, _, mean in others) / len(others)
        against = [(one.glicko, one.deviation, points) for points, other, _ in others for one in other.players]
        after.append(
            tuple(
                Rating(
                    one.elo + ELO_STEP * step,
                    *glicko2(one.glicko, one.deviation, one.volatility, against),
                    skill.mu,
                    skill.sigma,
                )
                for one, skill in zip(side.players, skills[number], strict=True)
            )
        )
    return tuple(after)


def _points(side: RatedSide, other: RatedSide) -> float:
    return 1.0 if side.place < other.place else 0.0 if side.place > other.place else 0.5
