"""Questions about effects: going first among equals, how long cards last, what follows what. Published examples, planted
effects, and what plain Python makes of the same rows."""

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from random import Random
from typing import Any

import duckdb
import pytest

from projections.answers import SMALL, AsOf
from projections.ratings.edge import PRECISION, SidePair, fitted
from projections.statements import answer, read_request
from tests.campaigns import tries
from tests.projections.estimates import Z95, ends
from tests.projections.planting import asked, filled, match, moved, of_match, seated

RUNS = tries("MATCHBOOK_PLANTED_RUNS", few=120, many=1000)
LEAST = 0.94 - 2 * (0.94 * 0.06 / RUNS) ** 0.5

REMISSIONS = ((6, 3), (7, 1), (10, 1), (13, 1), (16, 1), (22, 1), (23, 1))
"""Weeks, and patients who left remission then, under 6-MP (Freireich and others, 1963)."""
T8, T20 = 2.3060041, 2.0859634
"""97.5 % points of Student's t with 8 and 20 degrees of freedom."""
CENSORED = (6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)


# --- who goes first ------------------------------------------------------------------------------------------------------


def test_the_edge_of_two_players_is_the_mean_of_their_log_odds(connection: duckdb.DuckDBPyConnection) -> None:
    """Of 100 matches each begins, Ada wins 80 and Bo 40: the edge is the mean of log(80 / 20) and log(40 / 60), Ada's lead half of
    their difference, and the variance a quarter of the sum of 1 / (n p q)."""
    begun = [(first, first if n < won else 1 - first) for first, won in ((0, 80), (1, 40)) for n in range(100)]
    seated(connection, [match(n, ("Ada", "Bo"), first_seat=f, winners=[w]) for n, (f, w) in enumerate(begun)])
    [row] = asked(connection, "first-edge")
    free = 199 / 200  # one of two strengths is estimated
    edge, error = free * (log(4) + log(2 / 3)) / 2, sqrt(free * (1 / 16 + 1 / 24) / 4)
    interval = [1 / (1 + exp(-edge - side * Z95 * error)) for side in (0, -1, 1)]
    assert [row["share"], row["low"], row["high"]] == pytest.approx(interval, abs=1e-3)
    assert (row["n"], row["players"], row["crude"], row["verdict"]) == (200, 2, 0.6, "first player favoured")
    found = fitted([SidePair(("Ada",), ("Bo",), 100, 80), SidePair(("Bo",), ("Ada",), 100, 40)])
    assert found is not None
    assert found.strengths["Ada"] == pytest.approx((log(4) - log(2 / 3)) / 4, abs=0.01)


def test_the_fit_is_where_the_likelihood_is_flat(connection: duckdb.DuckDBPyConnection) -> None:
    """Given sides of one and of two players, some of whom never lost, then the slope of the likelihood is zero for the edge, and
    for each player that of the prior."""
    rng, names = Random(3), [f"p{n}" for n in range(12)]
    pairings = []
    for size in (1, 2) * 40:
        players = rng.sample(names, 2 * size)
        pairings.append(
            SidePair(tuple(players[:size]), tuple(players[size:]), 3, 3 * ("p0" in players[:size]) or rng.randrange(3))
        )
    found = fitted(pairings)
    assert found is not None
    rest = dict.fromkeys(names, 0.0)
    whole = 0.0
    for one in pairings:
        score = (
            found.value / (1 - 11 / 240)
            + sum(found.strengths[n] for n in one.first)
            - sum(found.strengths[n] for n in one.second)
        )
        left = one.won - one.matches / (1 + exp(-score))
        whole += left
        for side, sign in ((one.first, 1), (one.second, -1)):
            for name in side:
                rest[name] += sign * left
    assert whole == pytest.approx(0, abs=1e-5)
    assert rest == pytest.approx({name: PRECISION * found.strengths[name] for name in names}, abs=1e-5)
    assert fitted([SidePair(("Ada",), ("Bo",), 5, 5)]) is None


@pytest.mark.parametrize("question", ["first-player", "first-edge"])
@pytest.mark.parametrize(
    ("n", "lost", "said"),
    [
        (4, 4, "too few"),
        (SMALL - 1, SMALL - 3, "too few"),
        (SMALL, SMALL - 3, "at a disadvantage"),
        (SMALL, SMALL // 2, "no evidence"),
    ],
)
def test_a_direction_is_claimed_of_enough_matches_alone(
    connection: duckdb.DuckDBPyConnection, question: str, n: int, lost: int, said: str
) -> None:
    """Given fewer than 30 matches, then a verdict on the edge is missing at any interval; given more, it is present if the interval
    excludes even chances."""
    seated(
        connection,
        [
            match(one, (f"a{one}", f"b{one}"), first_seat=one % 2, winners=[1 - one % 2 if one < lost else one % 2])
            for one in range(n)
        ],
    )
    [row] = asked(connection, question)
    assert row["n"] == n
    assert said in row["verdict"]
    assert row["low"] is None or (row["low"] <= 0.5 <= row["high"]) == (lost == n // 2)


def test_where_throws_decide_who_begins_only_these_are_compared(connection: duckdb.DuckDBPyConnection) -> None:
    """In the other matches the rules let the faster begin: they are left out, and said so."""
    rows = [match(n, (f"a{n}", f"b{n}"), first_seat=n % 2, winners=[n // 2 % 2]) for n in range(40)]
    seated(connection, rows)
    throws = [of_match(row, 1, k=1, purpose="first_turn", faces=20, roll=1, face=3) for row in rows[:24]]
    filled(connection, "dice", throws)
    [row] = asked(connection, "first-edge")
    assert row["n"] == 24
    assert row["share"] == pytest.approx(0.5)
    found = answer(connection, read_request("first-edge"), AsOf(0, 0, 0))
    assert any(note.startswith("16 matches of g in which no throw decided") for note in found.notes)


# --- how long cards last --------------------------------------------------------------------------------------------------


def lives(connection: duckdb.DuckDBPyConnection, told: Iterable[tuple[str, int, int, bool]]) -> None:
    """Cards by game, match and turns in play: retired then, or still there when the match ended."""
    matches: dict[str, dict[str, Any]] = {}
    moves = []
    for token, (game, number, turns, is_retired) in enumerate(told):
        one = matches.setdefault(f"{game}/{number}", match(len(matches), ("Ada", "Bo"), game=game))
        how = "retired" if is_retired else "discarded"
        moves += [moved(one, 2 * token, token, "c", "played"), moved(one, 2 * token + 1, token, "c", how, 1 + turns)]
    seated(connection, list(matches.values()))
    filled(connection, "cards", moves)


def test_kaplan_meier_is_that_of_the_6_mp_trial(connection: duckdb.DuckDBPyConnection) -> None:
    """The published curve with Greenwood's errors; patients are matches of one card each, censored ones left otherwise."""
    weeks = [(week, True) for week, count in REMISSIONS for _ in range(count)] + [(week, False) for week in CENSORED]
    lives(connection, (("g", n, week, gone) for n, (week, gone) in enumerate(weeks)))
    rows = asked(connection, "survival")
    assert [(row["turns"], row["n"], row["retired"]) for row in rows] == [
        (6, 21, 3),
        (7, 17, 1),
        (10, 15, 1),
        (13, 12, 1),
        (16, 11, 1),
        (22, 7, 1),
        (23, 6, 1),
    ]
    assert [round(row["share"], 3) for row in rows] == [0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448]
    assert [round(row["greenwood"], 4) for row in rows] == [0.0764, 0.0869, 0.0963, 0.1068, 0.1141, 0.1282, 0.1346]
    for row in rows:  # of independent cards, the spread over matches is near Greenwood's
        spread = row["greenwood"] / row["share"]
        low = row["share"] ** exp(T20 * sqrt(21 / 20) * spread / -log(row["share"]))
        assert row["low"] == pytest.approx(low, abs=0.03)


@pytest.mark.slow
def test_survival_is_covered_where_cards_of_a_match_share_their_fate(connection: duckdb.DuckDBPyConnection) -> None:
    """Given half of the matches are hard on all of their eight cards, then the interval holds the true curve in 94 % of the
    archives; an interval that took cards for independent would hold it far less often."""
    rng, hazards = Random(3), (0.05, 0.3)
    told = []
    for run in range(RUNS):
        for number in range(60):
            hazard = rng.choice(hazards)
            for _ in range(8):
                turns = 1
                while rng.random() > hazard and turns < 12:
                    turns += 1
                told.append((f"g{run}", number, turns, turns < 12))
    lives(connection, told)
    truth = sum((1 - hazard) ** 6 for hazard in hazards) / 2
    rows = [row for row in asked(connection, "survival") if row["turns"] == 6]
    assert len(rows) == RUNS
    assert sum(row["low"] <= truth <= row["high"] for row in rows) / RUNS >= LEAST
    assert sum(abs(row["share"] - truth) <= Z95 * row["greenwood"] for row in rows) / RUNS < 0.9


def test_curves_are_those_of_plain_python(connection: duckdb.DuckDBPyConnection) -> None:
    """Products, Greenwood and the spread over matches, step by step; a card never seen retired is in no row."""
    rng = Random(11)
    told = [("g", rng.randrange(9), rng.randrange(1, 9), rng.random() < 0.6) for _ in range(80)]
    lives(connection, told)
    share, greenwood, influence = 1.0, 0.0, dict.fromkeys(range(9), 0.0)
    for row in asked(connection, "survival"):
        t = row["turns"]
        n = sum(turns >= t for _, _, turns, _ in told)
        d = sum(turns == t and gone for _, _, turns, gone in told)
        share, greenwood = share * (1 - d / n), greenwood + d / (n * (n - d))
        for one in influence:
            mine = [(turns, gone) for _, number, turns, gone in told if number == one and turns >= t]
            influence[one] += (sum(turns == t and gone for turns, gone in mine) - len(mine) * d / n) / (n - d)
        spread = sqrt(sum(u * u for u in influence.values()))
        bounds = [share ** exp(sign * T8 * spread * sqrt(9 / 8) / -log(share)) for sign in (1, -1)]
        assert (row["n"], row["retired"]) == (n, d)
        assert [row["share"], row["greenwood"], row["low"], row["high"]] == pytest.approx(
            [share, share * sqrt(greenwood), *bounds], rel=1e-4
        )
    connection.execute("update cards set action = 'discarded'  where action = 'retired'")
    assert asked(connection, "survival") == []


# --- what follows what ----------------------------------------------------------------------------------------------------


def played(connection: duckdb.DuckDBPyConnection, seats: Sequence[tuple[int, bool, Sequence[tuple[int, str]]]]) -> None:
    """Cards that seats played, by turn: one seat a match, and whether it won."""
    matches = [match(number, (f"a{number}", f"b{number}"), winners=[0 if won else 1]) for number, won, _ in seats]
    seated(connection, matches)
    moves = [
        moved(one, number, n, card, "played", turn, k=n)
        for one, (number, _, plays) in zip(matches, seats, strict=True)
        for n, (turn, card) in enumerate(plays)
    ]
    filled(connection, "cards", moves)


def test_a_planted_sequence_is_found(connection: duckdb.DuckDBPyConnection) -> None:
    """Given twelve cards played at will, of which `then` behind `first` wins 75 % and comes more often than by chance, then only
    this pair is reported, with lift, odds and an interval that hold the truth; its reverse and pairs three turns apart are not."""
    rng, seats = Random(60), []
    for number in range(600):
        plays = [(turn, f"c{rng.randrange(12)}") for turn in range(1, 20, 2)]
        is_planted = rng.random() < 0.3
        if is_planted:
            start = rng.randrange(0, 8)
            plays[start], plays[start + 1] = (plays[start][0], "first"), (plays[start + 1][0], "then")
        seats.append((number, rng.random() < (0.75 if is_planted else 0.5), plays))
    played(connection, seats)
    rows = asked(connection, "patterns", least=20)
    [found] = [row for row in rows if row["q"] <= 0.1 and row["share"] > 0.6 and "first" in (row["first"], row["then"])]
    assert (found["first"], found["then"]) == ("first", "then")
    assert found["low"] <= 0.75 <= found["high"]
    assert found["lift"] > 3
    assert found["odds"] > 1.8
    assert [row for row in rows if (row["first"], row["then"]) == ("then", "first")] == []


def test_patterns_are_those_of_plain_python(connection: duckdb.DuckDBPyConnection) -> None:
    """Support, lift, odds and shares of each pair, counted by hand; a pair within one turn goes by the order of the plays."""
    rng = Random(4)
    seats = [
        (number, rng.random() < 0.5, sorted((rng.randrange(1, 9), rng.choice("abc")) for _ in range(4)))
        for number in range(60)
    ]
    played(connection, seats)
    rows = {(row["first"], row["then"]): row for row in asked(connection, "patterns")}
    whole, won = 2 * len(seats), len(seats)  # the other seat of each match played nothing
    for first in "abc":
        for then in "abc":
            with_pair = [
                is_won
                for _, is_won, plays in seats
                if any(
                    (c, d) == (first, then) and b - a <= 2 for n, (a, c) in enumerate(plays) for b, d in plays[n + 1 :]
                )
            ]
            n, k = len(with_pair), sum(with_pair)
            alone = [sum(any(card == one for _, card in plays) for _, _, plays in seats) for one in (first, then)]
            row = rows[first, then]
            assert (row["n"], row["support"]) == (n, n / len(seats))
            assert row["lift"] == pytest.approx(n * whole / (alone[0] * alone[1]))
            assert [row["low"], row["high"]] == pytest.approx(ends(k, n))
            odds = (k + 0.5) * (whole - n - won + k + 0.5) / ((n - k + 0.5) * (won - k + 0.5))
            assert row["odds"] == pytest.approx(odds)
    [only] = {row["first"] for row in asked(connection, "patterns", card="b")}
    assert only == "b"
