"""A3: ratings are those of the published examples and of the library, and the same however their results came about."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce

from domain.entries import Restored
from projections.analytics import Analytics
from projections.ratings import GLICKO_SCALE, RatedSide, Rating, elo_expected, glicko2, idle, rated
from storage.store import MatchStore
from tests.projections.retold import Retold, simulated, table
from tests.projections.scorebook import Scorebook

GAME = "frc_card_game"
COLUMNS = ("rating", "low", "high", "openskill", "mu", "sigma", "elo")


def test_glicko2_is_glickmans_example() -> None:
    """The worked example of the paper of 2013: 1500, 200, 0.06 after a win and two losses."""
    after = glicko2(1500, 200, 0.06, [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)])
    assert after == (
        pytest.approx(1464.06, abs=1e-2),
        pytest.approx(151.52, abs=1e-2),
        pytest.approx(0.05999, abs=1e-5),
    )


def test_a_period_without_matches_adds_volatility() -> None:
    """Step 6 of the paper; weeks are periods, and uncertainty stays below a newcomer's."""
    rating, deviation, volatility = glicko2(1500, 200, 0.06, [])
    assert (rating, volatility) == (1500, 0.06)
    assert deviation == pytest.approx((200**2 + (0.06 * GLICKO_SCALE) ** 2) ** 0.5)
    assert idle(Rating(deviation=200), 1).deviation == pytest.approx(deviation)
    assert idle(Rating(deviation=200), 1e6).deviation == 350


def test_openskill_is_the_librarys() -> None:
    """A win of newcomers has the published values; sides of two and a match of three are as the library says."""
    [winner], [loser] = rated([RatedSide((Rating(),), 1), RatedSide((Rating(),), 2)])
    assert (winner.mu, loser.mu) == (pytest.approx(27.6354, abs=1e-4), pytest.approx(22.3646, abs=1e-4))
    assert winner.sigma == loser.sigma == pytest.approx(8.0659, abs=1e-4)
    model = PlackettLuce()
    numbers = [[(25, 8), (28, 5)], [(22, 3), (30, 7)], [(19, 6), (25, 4)]]
    for places in ([1, 2, 2], [2, 1, 2], [1, 1, 1]):
        sides = [
            RatedSide(tuple(Rating(mu=m, sigma=s) for m, s in one), p) for one, p in zip(numbers, places, strict=True)
        ]
        expected = model.rate([[model.rating(mu=m, sigma=s) for m, s in one] for one in numbers], ranks=places)
        for found, known in zip(rated(sides), expected, strict=True):
            for one, other in zip(found, known, strict=True):
                assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma), abs=1e-6)


def test_elo() -> None:
    """400 points are ten to one; a win moves by K times the unexpected part; a draw of equals changes zero."""
    assert elo_expected(1900, 1500) == pytest.approx(10 / 11)
    [strong], [weak] = rated([RatedSide((Rating(elo=1900),), 2), RatedSide((Rating(elo=1500),), 1)])
    assert (strong.elo, weak.elo) == (pytest.approx(1900 - 24 * 10 / 11), pytest.approx(1500 + 24 * 10 / 11))
    assert [side[0].elo for side in rated([RatedSide((Rating(),), 1), RatedSide((Rating(),), 1)])] == [1500, 1500]


def board(analytics: Analytics) -> dict[str, list[float]]:
    return {row["player"]: [row[column] for column in COLUMNS] for row in table(analytics, "ratings", {"game": GAME})}


def results(books: list[Scorebook]) -> list[tuple[int, list[str], tuple[int, ...]]]:
    """When matches ended, who played and who won, in the order in which they ended."""
    found = []
    for book in books:
        outcome, last = book.match.outcome, book.match.line[-1]
        if outcome is not None and (outcome.winners or outcome.drawn):
            found.append(
                (book.envelopes[last - 1].happened_at, [s.name for s in book.match.state.seats], outcome.winners)
            )
    return sorted(found, key=lambda one: one[0])


def worked_out(books: list[Scorebook]) -> dict[str, Rating]:
    """The ratings, a match after the other."""
    known: dict[str, tuple[Rating, int]] = {}
    for at, names, winners in results(books):
        before = [known.get(name, (Rating(), at)) for name in names]
        grown = [idle(rating, (at - last) / 1e6 / 604800) for rating, last in before]
        places = [1 if not winners or seat in winners else 2 for seat in range(len(names))]
        after = rated([RatedSide((rating,), place) for rating, place in zip(grown, places, strict=True)])
        known |= {name: (one[0], at) for name, one in zip(names, after, strict=True)}
    return {name: rating for name, (rating, _) in known.items()}


@pytest.mark.slow
def test_ratings_follow_what_becomes_of_results(store: MatchStore, analytics: Analytics, tmp_path: Path) -> None:
    """Take-backs, redone lines, agreed ends and results amended long after: at any moment the ratings are those of a file that
    was made of the whole record at once, in batches of any size, and those worked out match by match."""
    rng, books = Random(4), []
    for number in range(6):
        books.append(Retold(store, f"m{number}", GAME, simulated(GAME, number)).play(None if number % 3 else 40))
        board(analytics)
    steps: list[Any] = [
        lambda: books[0].conclude((1,)),
        lambda: books[2].take_back(books[2].match.line[-4]),
        lambda: books[3].conclude(()),
        lambda: books[2].add(Restored(to=len(books[2].payloads) - 1, reason="it was right")),
        lambda: books[0].take_back(books[0].match.line[-2]),
        lambda: books[5].conclude((0,)),
    ]
    for step in steps:
        step()
        found = board(analytics)
        fresh = Analytics(tmp_path / f"{rng.random()}.duckdb", store, batch=rng.choice((170, 600, 9000)))
        assert found == board(fresh)
        expected = worked_out(books)
        assert {name: row[4:] for name, row in found.items()} == {
            name: pytest.approx([rating.mu, rating.sigma, rating.elo], abs=1e-6) for name, rating in expected.items()
        }
        assert {name: row[0] for name, row in found.items()} == {
            name: pytest.approx(rating.glicko, abs=1e-6) for name, rating in expected.items()
        }


def test_a_result_is_rated_once(store: MatchStore, analytics: Analytics) -> None:
    """Asking again leaves the ratings as they were, and one more match adds a row for each of its seats."""
    for number in range(3):
        Scorebook(store, f"m{number}", GAME, number).play()
    before = table(analytics, "rating-history", {})
    assert table(analytics, "rating-history", {}) == before
    book = Scorebook(store, "m9", GAME, 9).play()
    after = table(analytics, "rating-history", {})
    assert len(after) == len(before) + len(book.match.state.seats)


def test_predictions_are_the_librarys(store: MatchStore, analytics: Analytics) -> None:
    """OpenSkill's chance is what the library predicts; both chances of two players add up to one."""
    for number in range(5):
        Scorebook(store, f"m{number}", GAME, number).play()
    ratings = {row["player"]: row for row in table(analytics, "ratings", {})}
    pairs = table(analytics, "prediction", {})
    model = PlackettLuce()
    assert pairs
    for row in pairs:
        teams = [
            [model.rating(mu=ratings[n]["mu"], sigma=ratings[n]["sigma"])] for n in (row["player"], row["opponent"])
        ]
        assert row["openskill"] == pytest.approx(model.predict_win(teams)[0], abs=1e-6)
        [other] = [r for r in pairs if (r["player"], r["opponent"]) == (row["opponent"], row["player"])]
        assert [row[s] + other[s] for s in ("glicko", "openskill", "elo")] == pytest.approx([1, 1, 1])


def test_profiles_and_meetings(store: MatchStore, analytics: Analytics) -> None:
    """Won, drawn and lost of a player add up over opponents; the form is that of the last results."""
    books = [Scorebook(store, f"m{number}", GAME, number).play() for number in range(6)]
    books[0].conclude(())
    name = books[0].match.state.seats[0].name
    [profile] = table(analytics, "profile", {"player": name.upper()})
    met = table(analytics, "head-to-head", {"player": name})
    ended = [(at, names.index(name) in winners, not winners) for at, names, winners in results(books) if name in names]  # type: ignore[list-item]
    assert sum(row["n"] for row in met) == profile["n"] == len(ended)
    assert (profile["won"], profile["drawn"]) == (sum(won for _, won, _ in ended), sum(drawn for *_, drawn in ended))
    assert sorted(profile["form"]) == sorted("W" if won else "D" if drawn else "L" for _, won, drawn in ended)
