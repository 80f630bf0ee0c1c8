"""The share of right verdicts: with planted effects and without, for every verdict of an answer.

The normal run tries a few archives of each kind; campaigns and `MATCHBOOK_CALIBRATION_RUNS` try many. The assertion holds for both:
the bounds leave room for three standard errors of as many runs.
"""

from collections.abc import Iterable, Sequence
from math import exp, sqrt
from random import Random
from typing import Any

import duckdb
import pytest

from projections.ratings.edge import SidePair, fitted
from tests.campaigns import some, tries
from tests.projections.estimates import Z95
from tests.projections.planting import (
    asked,
    drawn,
    emptied,
    filled,
    match,
    measured,
    moved,
    numbered,
    of_match,
    seated,
    thrown,
)

RUNS = tries("MATCHBOOK_CALIBRATION_RUNS", few=30, many=400)
Q = 0.1
"""The share of chance finds that verdicts allow."""


def most(share: float, runs: int = RUNS) -> float:
    """The largest share of runs that is still as said."""
    return share + 3 * sqrt(share * (1 - share) / runs)


def least(share: float, runs: int = RUNS) -> float:
    return share - 3 * sqrt(share * (1 - share) / runs)


# --- who goes first ------------------------------------------------------------------------------------------------------


def league(
    rng: Random, *, players: int, matches: int, spread: float, sorted_first: float, edge: float
) -> list[SidePair]:
    """Matches of players of different strengths, of whom the stronger goes first with a chance of `sorted_first`."""
    strengths = [rng.gauss(0, spread) for _ in range(players)]
    pairings = []
    for _ in range(matches):
        strong, weak = sorted(rng.sample(range(players), 2), key=lambda one: -strengths[one])
        first, second = (strong, weak) if rng.random() < sorted_first else (weak, strong)
        won = rng.random() < 1 / (1 + exp(strengths[second] - strengths[first] - edge))
        pairings.append(SidePair((str(first),), (str(second),), 1, int(won)))
    return pairings


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "matches", "spread", "sorted_first", "edge"),
    some(
        [
            pytest.param(*size, edge)
            for size in ((8, 240, 0.9, 0.9), (24, 400, 0.8, 0.5), (24, 400, 0.8, 0.7), (60, 300, 0.8, 0.7))
            for edge in (0.0, 0.2, 0.4)
        ],
        2,
    ),
)
def test_the_interval_of_the_first_players_edge_covers_it(
    players: int, matches: int, spread: float, sorted_first: float, edge: float
) -> None:
    """With and without planted confounding, with and without an edge."""
    rng, covered = Random(f"{players}{edge}{sorted_first}"), 0
    for _ in range(RUNS):
        found = fitted(
            league(rng, players=players, matches=matches, spread=spread, sorted_first=sorted_first, edge=edge)
        )
        assert found is not None
        covered += abs(found.value - edge) <= Z95 * found.error
    assert covered / RUNS >= least(0.94)


@pytest.mark.parametrize("question", ["first-player", "first-edge"])
def test_an_edge_is_claimed_as_often_as_said(connection: duckdb.DuckDBPyConnection, question: str) -> None:
    """Of archives without an edge one in twenty gets a verdict; 783 matches find a true 55 % in four of five."""
    rng = Random(question)
    runs = RUNS // 2
    for share, claimed in ((0.5, False), (0.55, True)):
        emptied(connection)
        rows = [
            match(
                n,
                ("Ada", "Bo"),
                game=f"g{run}",
                first_seat=n % 2,
                winners=[n % 2 if rng.random() < share else 1 - n % 2],
            )
            for run in range(runs)
            for n in range(run * 783, run * 783 + 783)
        ]
        seated(connection, rows)
        found = [row["verdict"] for row in asked(connection, question)]
        assert len(found) == runs
        favoured = sum(verdict == "first player favoured" for verdict in found) / runs
        wrong = sum(verdict == "first player at a disadvantage" for verdict in found) / runs
        assert wrong <= most(0.025, runs)
        assert favoured >= least(0.8, runs) if claimed else favoured <= most(0.025, runs)


# --- many rows at once ---------------------------------------------------------------------------------------------------


def archive_of_cards(
    rng: Random, game: int, cards: int, matches: int, better: float
) -> Iterable[tuple[int, int, int, list[int], list[int]]]:
    """Game, number, winner and the cards that either seat played; who plays card 0 and the other does not wins that often."""
    for number in range(matches):
        hands = [sorted(rng.sample(range(cards), 8)) for _ in range(2)]
        holders = [seat for seat in range(2) if 0 in hands[seat]]
        winner = rng.randrange(2)
        if len(holders) == 1:
            winner = holders[0] if rng.random() < better else 1 - holders[0]
        yield game, number, winner, hands[0], hands[1]


def played(
    connection: duckdb.DuckDBPyConnection, archives: Iterable[tuple[int, int, int, list[int], list[int]]]
) -> None:
    """Archives, each a game; decks are what the seats played, so that each is a list of its own."""
    emptied(connection)
    rows, moves, decks = [], [], []
    for place, (game, _, winner, *hands) in enumerate(archives):
        rows.append(match(place, ("Ada", "Bo"), game=f"g{game}", winners=[winner]))
        for seat, hand in enumerate(hands):
            moves += [
                moved(rows[-1], len(moves) + n, n, f"c{card}", "played", seat=seat) for n, card in enumerate(hand)
            ]
            decks.append(of_match(rows[-1], len(decks), seat=seat, deck=f"d{hand[0]}", cards=["c"], copies=[1]))
    seated(connection, rows)
    filled(connection, "cards", moves)
    filled(connection, "decks", decks)


def found_in(rows: Sequence[dict[str, Any]], games: int) -> list[list[dict[str, Any]]]:
    """The outlying rows of each game."""
    return [[row for row in rows if row["game"] == f"g{game}" and row["q"] <= Q] for game in range(games)]


@pytest.mark.parametrize(
    ("question", "cards", "matches", "games"),
    [
        ("cards", 30, 120, max(20, RUNS // 2)),
        ("deck-lists", 30, 120, max(20, RUNS // 2)),
        ("patterns", 12, 60, max(10, RUNS // 4)),
    ],
)
def test_a_row_stands_out_as_seldom_as_said(
    connection: duckdb.DuckDBPyConnection, question: str, cards: int, matches: int, games: int
) -> None:
    """Of archives in which no card, deck or pair of cards matters, one in ten has a row with q of 0.1 or less; some interval of a
    card leaves the baseline out in far more."""
    rng = Random(question)
    played(connection, (one for game in range(games) for one in archive_of_cards(rng, game, cards, matches, 0.5)))
    rows = asked(connection, question)
    assert sum(map(bool, found_in(rows, games))) / games <= most(Q, games)
    if question == "cards":
        outside = {row["game"] for row in rows if not row["low"] <= row["share"] - row["lift"] <= row["high"]}
        assert len(outside) / games > 0.3


@pytest.mark.slow
def test_a_card_that_matters_comes_first(connection: duckdb.DuckDBPyConnection) -> None:
    """One that wins 70 %."""
    rng = Random(40)
    played(connection, (one for game in range(10) for one in archive_of_cards(rng, game, 30, 400, 0.7)))
    firsts = [next(row for row in sorted_rows if row) for sorted_rows in found_in(asked(connection, "cards"), 10)]
    assert sum(row["card"] == "c0" for row in firsts) >= 8


# --- dice and shuffles ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_verdict_on_dice_is_as_seldom_wrong_and_as_often_right_as_said(connection: duckdb.DuckDBPyConnection) -> None:
    """Of archives of ten fair dice one in ten gets a verdict; one loaded die among them, by as much as `finds` says, gets one in
    four of five."""
    rng, rolls, wrong, right = Random(10), 248, 0, 0
    for _ in range(RUNS):
        fair = [rng.choices(range(1, 7), k=rolls) for _ in range(10)]
        thrown(connection, fair)
        rows = asked(connection, "dice-fairness")
        wrong += any(row["finding"].startswith("unlike") for row in rows)
        found = rows[0]["finds"]
        weights = [(1 - 1 / 6 - found) / 5] * 5 + [1 / 6 + found]
        thrown(connection, [rng.choices(range(1, 7), weights, k=rolls), *fair[1:]])
        [loaded] = [row for row in asked(connection, "dice-fairness") if row["game"] == "0"]
        right += loaded["finding"].startswith("unlike")
    assert found == pytest.approx(0.1, abs=0.001)
    assert wrong / RUNS <= most(Q)
    assert right / RUNS >= least(0.8)


@pytest.mark.slow
def test_a_verdict_on_fair_shuffles_is_as_seldom_as_said(connection: duckdb.DuckDBPyConnection) -> None:
    """Of archives with fair shuffles one in ten names some card."""
    wrong = 0
    for run in range(RUNS):
        drawn(connection, Random(run), 60)
        rows = asked(connection, "shuffles")
        wrong += any(row["finding"].startswith("not evenly") for row in rows)
    assert wrong / RUNS <= most(Q)


# --- shares that are drawn towards the baseline ------------------------------------------------------------------------------


def shrunk(
    opened: duckdb.DuckDBPyConnection, sizes: Sequence[int], spread: float
) -> list[tuple[int, int, float, float, float]]:
    """Run, matches, true share, share and shrunk share of decks with so many matches, in as many runs."""
    rng, truths, rows = Random(len(sizes)), {}, []
    for run in range(RUNS):
        for deck, size in enumerate(sizes):
            truths[run, deck] = truth = min(0.99, max(0.01, rng.gauss(0.5, spread)))
            rows += [(run, len(rows) + n, deck, float(rng.random() < truth)) for n in range(size)]
    numbered(opened, ("game", "match", "deck", "y", "x"), ((*row, 1) for row in rows))
    found = measured(opened, "share", "game::integer, deck::integer, n, value, shrunk", "game, deck")
    return [(run, n, truths[run, deck], value, drawn_in) for run, deck, n, value, drawn_in in found]


def far(pairs: Iterable[tuple[float, float]]) -> float:
    """The root mean square distance."""
    squares = [(one - other) ** 2 for one, other in pairs]
    return sqrt(sum(squares) / len(squares))


@pytest.mark.parametrize("often", [[2] * 16, list(range(2, 18)), [30] * 16])
def test_decks_of_one_match_with_random_results_stay_at_the_baseline(
    connection: duckdb.DuckDBPyConnection, often: list[int]
) -> None:
    """Of 300 decks 284 have one match, and all are equal: the shrunk shares are near a half, and no deck of one match leads."""
    rows = shrunk(connection, [*often, *[1] * 284], 0)
    assert far((truth, one) for _, _, truth, _, one in rows) <= 0.04
    leaders = {run: max((one, n) for at, n, _, _, one in rows if at == run)[1] for run in range(RUNS)}
    assert sum(n == 1 for n in leaders.values()) / RUNS <= most(0.02)
    off = {run for run, n, _, _, one in rows if n == 1 and abs(one - 0.5) > 0.1}
    assert len(off) / RUNS <= most(0.02)


def test_shares_that_differ_are_told_apart(connection: duckdb.DuckDBPyConnection) -> None:
    """Given decks that differ, then the shrunk share is nearer to the true one than the share and the baseline are."""
    rows = [row for row in shrunk(connection, [20] * 100 + [1] * 284, 0.15) if row[1] == 20]
    near = far((truth, one) for _, _, truth, _, one in rows)
    assert near < 0.9 * min(
        far((truth, value) for _, _, truth, value, _ in rows), far((truth, 0.5) for _, _, truth, _, _ in rows)
    )
