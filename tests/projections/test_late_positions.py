"""Positions that are declared late: what was played before them is not known, and nothing makes it up."""

from pathlib import Path
from random import Random

import pytest

from domain.deciding import RuleViolation
from domain.simulation import simulation_of
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.retold import Retold, rebuilt, rows, simulated, table
from tests.projections.scorebook import catalogue_of

NAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")


def place(book: Retold) -> tuple[int, int]:
    """Round and turn, as the table has it."""
    moment = book.game.moment(book.match.state)
    return moment.round, moment.turn


def declared(store: MatchStore, match_id: str, game: str, seed: int = 3) -> tuple[Retold, tuple[int, int]]:
    """A match of which the record begins in the middle; and the round and turn in which it does."""
    book = Retold(store, match_id, game, simulated(game, seed))
    actions = book.actions
    opening = next(n for n, done in enumerate(actions) if book.game.moment(done.after).turn > 0) + 1
    middle = actions[len(actions) * 2 // 3].before
    book.play(opening).do(book.game.position(middle))
    begun = place(book)
    assert begun > (1, 1) or begun[1] > 2
    return book, begun


def go_on(book: Retold, seed: int = 3) -> Retold:
    """Two turns more of whatever the bots think of."""
    game, rng = book.game, Random(seed)
    part = simulation_of(game)
    dealer = part.deal(part.sample_table(catalogue_of(game.name), rng, {}), catalogue_of(game.name), rng)
    seen = {place(book)}
    for _ in range(400):
        if len(seen) > 2 or game.outcome(book.match.state) is not None:
            break
        state = book.match.state
        chosen = part.bots["random"].choose(state, tuple(game.legal(state)), rng)
        try:
            book.do(dealer.fill(state, chosen))
        except RuleViolation:
            book.do(chosen)
        seen.add(place(book))
    assert len(seen) > 1 or game.outcome(book.match.state) is not None
    return book


@pytest.mark.parametrize("game", NAMES)
def test_no_turn_before_the_declared_one(store: MatchStore, analytics: Analytics, tmp_path: Path, game: str) -> None:
    """In every series a match begins with the turn of the position that was declared; lengths count from it and say so."""
    book, (begun_round, begun_turn) = declared(store, "m", game)
    go_on(book)
    if not book.match.outcome:
        book.conclude((0,))
    series = table(analytics, "points-by-turn", {})
    first = begun_round if rows(analytics, "select round from matches")[0][0] else begun_turn
    assert [row["turn"] for row in series] == list(range(first, series[-1]["turn"] + 1))
    turns = rows(analytics, "select round, turn from turns order by all")
    assert turns[0] == (begun_round, begun_turn)
    [length] = table(analytics, "length", {})
    assert length["turns"] == len(turns)
    assert any("turns count from it" in note for note in analytics.ask("length").notes)
    assert any("nothing is told of the turns before it" in note for note in analytics.ask("points-by-turn").notes)
    assert analytics.content_hash() == rebuilt(analytics, store, tmp_path, 3)
