"""What the files of single games say: seats, first seat and ending as the game itself has them, on simulated matches."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from domain.registry import game_names
from projections.analytics import Analytics
from projections.facts import game_facts
from storage.store import MatchStore
from tests.projections.estimates import wilson
from tests.projections.recomputed import cases
from tests.projections.retold import table
from tests.projections.scorebook import GAMES, Scorebook

WITH_FILE = sorted(set(game_facts()) & set(GAMES))
SEEDS = range(4)


Played = tuple[str, tuple[Scorebook, ...], Analytics]
"""A game, its matches in one store, and their analytics."""


@pytest.fixture(scope="module", params=["high_card", *WITH_FILE])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A few matches of each game."""
    folder = tmp_path_factory.mktemp("played")
    with (
        MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__) as store,
        contextlib.closing(Analytics(folder / "analytics.duckdb", store)) as analytics,
    ):
        books = tuple(Scorebook(store, f"m{seed}", request.param, seed).play() for seed in SEEDS)
        yield request.param, books, analytics


with_file = pytest.mark.parametrize("played", WITH_FILE, indirect=True)


def test_seats_and_endings(played: Played) -> None:
    """Names, sides, winners, draw and reason of every match are the game's own; so it is without a file of its own."""
    game, books, analytics = played
    for seed, book in enumerate(books):
        outcome, row = book.match.outcome, analytics.match_row(f"m{seed}")
        assert row is not None
        assert outcome is not None
        seats = book.match.state.seats
        assert row.players == tuple(seat.name for seat in seats)
        assert row.sides == tuple(seat.side for seat in seats)
        assert row.status == "finished"
        assert row.winners == tuple(seats[w].name for w in outcome.winners)
        assert row.drawn == outcome.drawn
        if game in WITH_FILE:
            assert row.reason == outcome.reason
            assert row.scores in ((), outcome.scores)


@pytest.mark.every_game
@with_file
def test_points_end_as_the_scores(played: Played) -> None:
    """The points of each seat, added up, are the final scores that the game names."""
    _, books, analytics = played
    for seed, book in enumerate(books):
        outcome = book.match.outcome
        assert outcome is not None
        found = analytics.sql(f"select sum(delta) from points where match = 'm{seed}' group by seat order by seat").rows
        assert tuple(int(str(total)) for (total,) in found) == outcome.scores
    last = analytics.ask("points-by-turn", {"limit": 100_000}).rows[-1]
    assert int(str(last[2])) >= 1


@pytest.mark.every_game
@with_file
def test_cards_have_seats_and_identities(played: Played) -> None:
    """Opening hands, draws and plays are there for every seat; a played card is known."""
    game, books, analytics = played
    for seed, book in enumerate(books):
        for action in ("opening", "drawn", "played"):
            found = analytics.sql(
                f"select distinct seat from cards where match = 'm{seed}' and action = '{action}' order by seat"
            ).rows
            assert found == tuple((seat,) for seat in range(len(book.match.state.seats))), (seed, action)
    assert analytics.sql("select count(*) from cards where action = 'played' and card is null").rows == ((0,),)
    assert analytics.ask("cards", {"game": game}).rows


def test_score_attempts(store: MatchStore, analytics: Analytics) -> None:
    """FRC: The Card Game: each attempt is there with the numbers that decided it."""
    book = Scorebook(store, "m", "frc_card_game", 1).play()
    attempts = [
        (version, k, e.player, e.attacker, e.target, e.attacker_offense, e.compared_stat, e.outcome, e.points_lost)
        for version in book.match.line
        for k, e in enumerate(book.payloads[version - 1].events, start=1)
        if type(e).__name__ == "ScoreAttempted"
    ]
    found = analytics.sql(
        "select version, k, seat, attacker, target, offense, compared_stat, outcome, points_lost "
        "from frc_card_game.score_attempts order by version, k"
    )
    assert len(attempts) > 3
    assert found.rows == tuple(attempts)


def test_scoring_question(store: MatchStore, analytics: Analytics) -> None:
    """FRC: The Card Game: attempts by what they were aimed at, how they came out, points taken and lost; cases by match."""
    attempts: dict[str, list[tuple[str, Any]]] = {}
    for number in range(6):
        book = Scorebook(store, f"m{number}", "frc_card_game", number).play()
        for version in book.match.line:
            for event in book.payloads[version - 1].events:
                if type(event).__name__ == "ScoreAttempted":
                    for target in (event.target_position or "direct", "all"):
                        attempts.setdefault(target, []).append((f"m{number}", event))
    found = {row["target"]: row for row in table(analytics, "scoring", {"game": "frc_card_game"})}
    assert set(found) == set(attempts) >= {"direct", "offensive", "all"}
    for target, row in found.items():
        events = [event for _, event in attempts[target]]
        won = [event.outcome in ("target_retired", "direct") for event in events]
        failed = sum(event.outcome == "attacker_retired" for event in events)
        assert (row["n"], row["succeeded"], row["failed"]) == (len(events), sum(won), failed)
        share, worth = cases([(match, float(one), 1.0) for (match, _), one in zip(attempts[target], won, strict=True)])
        ends = wilson(share * worth, worth)
        assert [row["share"], row["low"], row["high"]] == pytest.approx([share, ends.low, ends.high])
        lost = [
            sum(e.points_lost or 0 for e in events if (e.points_player == e.player) is own) for own in (False, True)
        ]
        assert [row["points"], row["own"]] == pytest.approx([one / len(events) for one in lost])


def test_cards_are_conserved(store: MatchStore, analytics: Analytics) -> None:
    """FRC: The Card Game: opening hands of four, then each drawn token once; each played one was in a hand before."""
    Scorebook(store, "m", "frc_card_game", 2).play()
    assert analytics.sql(
        "select seat, count(*) from cards where action = 'opening' group by seat order by seat"
    ).rows == ((0, 4), (1, 4))
    assert (
        analytics.sql(
            "select token from cards where action in ('opening', 'drawn') group by token having count(*) > 1"
        ).rows
        == ()
    )
    strangers = analytics.sql(
        """
        select token from cards where action = 'played' and turn > 0
        except select token from cards where action in ('opening', 'drawn')
        """
    )
    assert strangers.rows == ()


def test_two_games_in_one_store(store: MatchStore, analytics: Analytics) -> None:
    """Matches of several games in one batch go to the same tables, each read by its own file."""
    Scorebook(store, "a", "frc_card_game", 0).play()
    Scorebook(store, "b", "high_card", 0).play()
    assert analytics.sql("select game, count(*) from seats group by game order by game").rows == (
        ("frc_card_game", 2),
        ("high_card", 2),
    )
    assert {row.status for row in analytics.matches()} == {"finished"}
    assert analytics.sql("select distinct game from cards").rows == (("frc_card_game",),)


def test_files_are_named_for_games() -> None:
    """A file that no installed game bears the name of would never be read."""
    assert set(game_facts()) <= set(game_names())
