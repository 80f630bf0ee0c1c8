"""What the files of single games say: seats, first seat and ending as the game itself has them, on simulated matches."""

from typing import Any

import pytest

from domain.games.frc_card_game.state import State as CardGame
from domain.registry import game_names
from projections.facts import game_facts
from tests.projections.scorebook import Scorebook
from tests.projections.shelves import Shelf, share_of, shelved

GAME = "frc_card_game"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Matches of FRC: The Card Game, and of High Card, which brings no SQL of its own."""
    games = [GAME] * 6 + ["high_card"] * 2
    return shelved(
        tmp_path_factory.mktemp("games"),
        lambda store: [Scorebook(store, f"m{n}", game, n) for n, game in enumerate(games)],
    )


def test_seats_and_endings(shelf: Shelf) -> None:
    """Sides, winners, draw, reason and points of every match are the game's own; a game without SQL has no points or cards."""
    first_seats = dict(shelf.rows("select match, first_seat from matches where game = 'high_card'"))
    shelf.expect_results(lambda book: first_seats.get(book.match.id, getattr(book.match.state, "first_player", None)))
    shelf.expect_points(lambda state: [one.points for one in state.players] if isinstance(state, CardGame) else [])
    assert shelf.rows("select distinct game from cards") == [(GAME,)]


def test_cards_have_seats_and_identities(shelf: Shelf) -> None:
    """Opening hands of four, then draws and plays for every seat: each drawn token once, played cards known and drawn before."""
    counts = "select match, seat, count(*) filter (action = 'opening'), count(*) filter (action = 'drawn') > 0, "
    found = shelf.rows(
        f"{counts} count(*) filter (action = 'played') > 0 from cards where not undone group by match, seat"
    )
    assert sorted(found) == [(f"m{n}", seat, 4, True, True) for n in range(6) for seat in range(2)]
    assert shelf.rows("select count(*) from cards where action = 'played' and card is null") == [(0,)]
    drawn = "from cards where action in ('opening', 'drawn') and not undone"
    assert shelf.rows(f"select match, token {drawn} group by match, token having count(*) > 1") == []
    played = "select match, token from cards where action = 'played' and turn > 0 and not undone"
    assert shelf.rows(f"{played} except select match, token {drawn}") == []


def test_score_attempts(shelf: Shelf) -> None:
    """FRC: The Card Game: each attempt is there with the numbers that decided it."""
    attempts = [
        (*told.place, e.player, e.attacker, e.target, e.attacker_offense, e.compared_stat, e.outcome, e.points_lost)
        for told in shelf.told("ScoreAttempted")
        for e in [told.event]
    ]
    columns = "seat, attacker, target, offense, compared_stat, outcome, points_lost"
    assert shelf.facts(f"{GAME}.score_attempts", columns) == attempts
    assert len(attempts) > 10


def test_scoring_question(shelf: Shelf) -> None:
    """FRC: The Card Game: attempts by what they were aimed at, how they came out, points taken and lost; cases by match."""
    attempts: dict[str, list[tuple[str, Any]]] = {}
    for told in shelf.told("ScoreAttempted"):
        for target in (told.event.target_position or "direct", "all"):
            attempts.setdefault(target, []).append((told.place[0], told.event))
    found = {row["target"]: row for row in shelf.table("scoring", game=GAME)}
    assert set(found) == set(attempts) >= {"direct", "offensive", "all"}
    for target, row in found.items():
        events = [event for _, event in attempts[target]]
        won = [event.outcome in ("target_retired", "direct") for event in events]
        failed = sum(event.outcome == "attacker_retired" for event in events)
        assert (row["n"], row["succeeded"], row["failed"]) == (len(events), sum(won), failed)
        parts = [(match, float(one), 1.0) for (match, _), one in zip(attempts[target], won, strict=True)]
        assert [row["share"], row["low"], row["high"]] == pytest.approx(share_of(parts))
        lost = [
            sum(e.points_lost or 0 for e in events if (e.points_player == e.player) is own) for own in (False, True)
        ]
        assert [row["points"], row["own"]] == pytest.approx([one / len(events) for one in lost])


def test_files_are_named_for_games() -> None:
    """A file that no installed game bears the name of would never be read."""
    assert set(game_facts()) <= set(game_names())
