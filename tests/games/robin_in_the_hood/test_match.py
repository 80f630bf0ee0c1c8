"""The hand-checked tournament, hand by hand against the table it was written with."""

import pytest

from domain.cards import deck_from_toml
from domain.game import Command, Event
from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.state import State
from service.typing.scoresheet import read_scoresheet
from tests.games.robin_in_the_hood.tables import CATALOGUE, SAMPLES, dead, mats
from tests.scenario import Scenario

SHEET = read_scoresheet(SAMPLES.joinpath("match/ann_against_ben.scoresheet").read_text())

# After hand: Ann's mat, Ben's mat, dead (Ann, Ben), last drawn (Ann, Ben), piles, who places first next.
HANDS = {
    1: ("-|dunstan|-|-", "-|-|-|-", [], ["ned"], "bram", "piers", (4, 4), 0),
    2: ("-|giles20|dunstan|-", "-|luce|-|-", [], ["ned"], "fulk", "quill", (3, 3), None),
    3: ("-|-|giles20|dunstan", "-|piers|-|-", ["bram"], ["ned", "luce"], "hawise", "rohese", (2, 2), 1),
    4: ("-|alys|giles20|dunstan", "-|-|piers|-", ["bram"], ["ned", "luce", "kit"], "ivo", "simon", (1, 1), 0),
}


def replayed(hand: int) -> Scenario[State, Command, Event]:
    """The sheet played until a hand is over and both have drawn, refusals checked on the way."""
    table = Scenario(GAME, CATALOGUE)
    setup = SHEET.setup(lambda name: deck_from_toml(SAMPLES.joinpath(f"decks/{name}.toml").read_text()))
    table.do(*GAME.open_table(setup))
    for line in SHEET.lines:
        if line.refused:
            table.refused(line.text, line.refused)
        else:
            table.do(line.text)
        if table.state.hand_no > hand:
            break
    return table


@pytest.mark.parametrize("hand", HANDS)
def test_after_each_hand(hand: int) -> None:
    """RH-C11: after each hand the mats, Dead Cards, drawn cards, piles and next order are those of the match table."""
    ann, ben, ann_dead, ben_dead, ann_drew, ben_drew, piles, first = HANDS[hand]
    table = replayed(hand)
    players = table.state.players
    assert mats(table) == (ann, ben)
    assert (dead(table, 0), dead(table, 1)) == (ann_dead, ben_dead)
    assert (players[0].playing_hand[-1].card, players[1].playing_hand[-1].card) == (ann_drew, ben_drew)
    assert (len(players[0].draw_pile), len(players[1].draw_pile)) == piles
    assert (table.state.hand_no, table.state.order) == (hand + 1, first)


def test_end_of_the_match() -> None:
    """RH-E01, RH-E09: hand 5 fills Ann's mat; she wins round and tournament 1-0 with the cards of the match table."""
    table = replayed(5)
    ann, ben = table.state.players
    assert mats(table) == ("ivo|alys|giles20|dunstan", "-|-|-|-")
    assert [t.card for t in ann.playing_hand] == ["cuthbert", "edith", "fulk", "hawise"]
    assert [t.card for t in ben.playing_hand] == ["odo", "maud", "quill", "rohese"]
    assert dead(table, 0) == ["bram"]
    assert sorted(map(str, dead(table, 1))) == ["kit", "luce", "ned", "piers", "simon"]
    assert ([t.card for t in ann.draw_pile], [t.card for t in ben.draw_pile]) == (["joan"], ["tib"])
    result = GAME.outcome(table.state)
    assert result is not None
    assert (result.winners, result.scores, result.rule) == ((0,), (1, 0), "RH-E09")
