"""Roll-outs and the draws behind them, on High Card."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from domain import rollouts
from domain.cards import DeckList
from domain.rollouts import RolloutResults, roll_out
from domain.seats import SeatSetup, TableSetup
from domain.simulation import simulate
from domain.table.candidates import Candidates, Identity, UnknownCard, sample
from tests.minigame import CATALOGUE, GAME
from tests.minigame.state import State


def states(seed: int = 0, *, lists: Sequence[DeckList | int] = (12, 12)) -> list[State]:
    """The states of a simulated match, from its opening."""
    seats = tuple(SeatSetup(name, deck=deck) for name, deck in zip(("Ada", "Bo"), lists, strict=True))
    return [played.after for played in simulate(GAME, CATALOGUE, seed, setup=TableSetup(seats))]


def test_a_match_that_is_over_is_won_as_it_was() -> None:
    """Given a match that somebody won, then each world is won so; of one that was drawn, each side has its share."""
    over = states()[-1]
    for winner, points in ((0, (3.0, 0.0)), (1, (0.0, 3.0)), (None, (1.5, 1.5))):
        found = roll_out(GAME, replace(over, winner=winner), worlds=3, seed=1)  # type: ignore[arg-type]
        assert found == RolloutResults(3, points)
        assert found.chances == tuple(one / 3 for one in points)


def test_worlds_and_leads() -> None:
    """Each world belongs to one side or is shared, and the results depend only on the seed. Given more points for one side than
    there are rounds, it wins every world."""
    found = [roll_out(GAME, states()[0], worlds=12, seed=seed) for seed in (1, 1, 2, 3, 4)]  # type: ignore[arg-type]
    assert found[0] == found[1]
    assert all((one.worlds, one.unplayed, sum(one.points)) == (12, 0, 12.0) for one in found)
    assert len({one.points for one in found}) > 1
    begun = states()[0]
    for ahead, points in ((0, (8.0, 0.0)), (1, (0.0, 8.0))):
        players = tuple(replace(one, points=99 if seat == ahead else 0) for seat, one in enumerate(begun.players))
        assert roll_out(GAME, replace(begun, players=players), worlds=8, seed=1).points == points  # type: ignore[arg-type]


def test_a_world_that_nobody_ends_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given fewer actions than a match takes, then all worlds are uncounted and the chances are missing. An unknown bot is
    refused."""
    monkeypatch.setattr(rollouts, "LONGEST", 1)
    found = roll_out(GAME, states()[0], worlds=4, seed=1)  # type: ignore[arg-type]
    assert found == RolloutResults(0, (0.0, 0.0), 4)
    with pytest.raises(ZeroDivisionError):
        assert found.chances
    with pytest.raises(KeyError):
        roll_out(GAME, states()[0], worlds=1, seed=1, bot="nobody")  # type: ignore[arg-type]


def test_what_the_lists_still_hold_is_dealt() -> None:
    """Given decks of one kind of card each, then every world is played with what is left of them: the higher one wins each."""
    low, high = sorted((record for record in CATALOGUE), key=lambda record: record.value)[:: len(CATALOGUE) - 1]  # type: ignore[attr-defined]
    lists = DeckList(cards={low.card_id: 12}), DeckList(cards={high.card_id: 12})
    for decks, points in ((lists, (0.0, 4.0)), (lists[::-1], (4.0, 0.0))):
        [state] = [one for one in states(lists=decks) if one.phase == "draw" and one.players[1].listed][:1]
        assert roll_out(GAME, state, worlds=4, seed=1).points == points  # type: ignore[arg-type]


def test_unknown_cards_are_drawn_without_replacement() -> None:
    """Given the remaining copies of a list, then each unknown card is a different one of them; cards beyond the list stay unknown,
    and the same source draws the same."""
    held = tuple(UnknownCard(1, token) for token in (2001, 2002, 2003))
    few = Candidates(held, {"oak": 1, "elm": 2})
    drawn = sample([few], Random(4))
    assert [(one.seat, one.token) for one in drawn] == [(1, 2001), (1, 2002), (1, 2003)]
    assert sorted(one.card for one in drawn) == ["elm", "elm", "oak"]
    assert drawn == sample([few], Random(4))
    assert {sample([few], Random(seed)) for seed in range(40)} == {
        tuple(Identity(1, token, card) for token, card in zip((2001, 2002, 2003), cards, strict=True))
        for cards in (("oak", "elm", "elm"), ("elm", "oak", "elm"), ("elm", "elm", "oak"))
    }
    less = sample([Candidates(held, {"oak": 1}), Candidates(held[:1], {"elm": 5})], Random(4))
    assert [one.ref for one in less] == ["#2-01=oak", "#2-01=elm"]
    assert sample([Candidates((), {"oak": 1}), Candidates(held, {})], Random(4)) == ()
