"""Opening a tournament, antes, the shuffle and the playing hands (RH-S), numbers agreed (RH-V)."""

import pytest

from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.commands.hand_end import DrawCard
from domain.games.robin_in_the_hood.commands.setup import StakeAnte
from tests.games.robin_in_the_hood.tables import ANN, CATALOGUE, Table, begin_round, declared, opened, playing
from tests.scenario import Scenario


def unopened() -> Table:
    return Scenario(GAME, CATALOGUE)


@pytest.mark.parametrize("players", ["[Ann]", "[Ann, Ben, Cay]"])
def test_two_players(players: str) -> None:
    """RH-S01, RH-Q30: one player or three cannot open a tournament."""
    unopened().impossible(f"open_tournament {players} victories_to_win=3", "RH-S01")


def test_two_different_players() -> None:
    """RH-S01: the same name twice is refused."""
    unopened().refused("open_tournament [Ann, ann] victories_to_win=3", "RH-S01")


def test_no_third_seat() -> None:
    """RH-S01: a command for a seat that does not exist is impossible."""
    [violation] = GAME.check(playing().state, DrawCard(player=2))
    assert (violation.rule, violation.impossible) == ("RH-S01", True)


@pytest.mark.parametrize("goal", ["", "victories_to_win=0", "victories_to_win=-1"])
def test_victories_must_be_agreed(goal: str) -> None:
    """RH-S02, RH-V05: without a number of victories, or with none, the tournament does not open."""
    unopened().refused(f"open_tournament [Ann, Ben] {goal}", "RH-S02")


def test_victories_are_fixed() -> None:
    """RH-S02: the number of victories does not change after the opening; as played it is applied and flagged."""
    table = playing().refused("change_option victories_to_win 2", "RH-S02")
    table.as_played("change_option victories_to_win 2", "RH-S02")
    assert table.state.options.victories_to_win == 2


def test_ten_active_cards() -> None:
    """RH-S03, RH-V05: nine Active cards are too few, ten are the default."""
    unopened().refused("open_tournament [Ann, Ben] victories_to_win=1 active_count=9", "RH-S03")
    assert opened().state.options.active_count == 10


@pytest.mark.parametrize(
    ("count", "refused", "impossible"),
    [(10, False, False), (999, False, False), (9, True, False), (5, True, False), (4, True, True), (1000, True, True)],
)
def test_how_many_active_cards_there_can_be(count: int, *, refused: bool, impossible: bool) -> None:
    """RH-S03: ten at least, 999 can be recorded; with fewer than a playing hand of five nobody could play."""
    table = unopened()
    command = table.command(f"open_tournament [Ann, Ben] victories_to_win=1 active_count={count}")
    found = [(one.rule, one.impossible) for one in GAME.check(table.state, command)]
    assert found == [("RH-S03", impossible)] * refused


def test_active_count_is_fixed() -> None:
    """RH-S03: the number of Active cards does not change after the opening."""
    playing().refused("change_option active_count 12", "RH-S03")


def test_modifiers_are_settled_once() -> None:
    """RH-S04, RH-V01: modifiers are off by default and cannot be switched on later."""
    table = playing()
    assert table.state.options.modifiers is False
    table.refused("change_option modifiers yes", "RH-S04")


def test_ante_from_both() -> None:
    """RH-S05, RH-V04: with an ante, round 1 starts once both have staked a card; one each."""
    table = declared("ante=yes").do("stake_ante Ann wat").refused("start_round", "RH-S05")
    table.refused("stake_ante Ann vane", "RH-S05").do("stake_ante Ben ysolt", "start_round")
    assert [player.ante for player in table.state.players] == ["wat", "ysolt"]


def test_no_ante_without_the_option() -> None:
    """RH-S05, RH-V04: an ante is off by default and refused then."""
    declared().refused("stake_ante Ann wat", "RH-S05")


def test_no_late_ante() -> None:
    """RH-S05: after round 1 began nobody stakes a card."""
    table = declared("ante=yes").do("stake_ante Ann wat", "stake_ante Ben wat", "start_round")
    table.refused("stake_ante Ann vane", "RH-S05")


def test_ante_option_is_fixed() -> None:
    """RH-S05: an ante cannot be agreed after the opening."""
    playing().refused("change_option ante yes", "RH-S05")


def test_ante_lies_outside_the_set() -> None:
    """RH-Q20: the staked card is no card of the Active set; a further copy of it may be played."""
    table = declared("ante=yes").do("stake_ante Ann alys", "stake_ante Ben kit")
    begin_round(table).do("place_character Ann alys")
    assert GAME.census(table.state) == {"Ann": 10, "Ben": 10}


def test_ante_is_a_card() -> None:
    """RH-D07: a stake that the catalogue lacks is refused."""
    table = declared("ante=yes")
    assert [v.rule for v in GAME.check(table.state, StakeAnte(player=0, card="nobody"))] == ["RH-D07"]


def test_zones_at_the_start() -> None:
    """RH-S06: a round starts with empty stages, Dead Cards and Modifier piles, victories at 0."""
    for player in playing("modifiers=yes").state.players:
        assert (player.stages, player.dead_cards, player.modifier_pile, player.victories) == ((None,) * 4, (), (), 0)


def test_aids_decide_nothing() -> None:
    """RH-S07: the colour reference in a catalogue is no card that could be played."""
    table = playing(ann=[], ben=[])
    table.impossible("place_character Ann colour_reference", "RH-D07")


def test_no_card_before_the_shuffle() -> None:
    """RH-S08: nothing is drawn before the Draw pile is shuffled."""
    table = declared().do("start_round")
    table.refused("draw_playing_hand Ann", "RH-S08").refused("draw_card Ann", "RH-S08")


def test_one_shuffle() -> None:
    """RH-S08: a second shuffle in the round is refused, before and after the draw."""
    table = declared().do("start_round", "shuffle_draw_pile Ann").refused("shuffle_draw_pile Ann", "RH-S08")
    begin_round(declared()).refused("shuffle_draw_pile Ben", "RH-S08")
    table.as_played("shuffle_draw_pile Ann", "RH-S08")


def test_order_is_a_permutation() -> None:
    """RH-S08: a recorded order consists of the cards of the Active set; another length is impossible."""
    table = declared().do("start_round")
    wrong = ", ".join([*ANN[:9], "wat"])
    table.refused(f"shuffle_draw_pile Ann order=[{wrong}]", "RH-S08")
    table.impossible("shuffle_draw_pile Ann order=[alys, bram]", "RH-S08")


def test_order_of_an_unknown_list() -> None:
    """RH-S08, RH-D03: an order makes an unknown list known; two cards of a character in it are refused."""
    table = declared(ann=[]).do("start_round")
    twice = ", ".join(["giles18", "giles20", *[card for card in ANN if card != "giles20"][:8]])
    table.refused(f"shuffle_draw_pile Ann order=[{twice}]", "RH-D03")


def test_seeded_shuffle() -> None:
    """RH-S08: a seed shuffles the declared set, always the same way; it needs the list."""
    table = declared(ben=[]).do("start_round", "shuffle_draw_pile Ann seed=market")
    pile = [token.card for token in table.state.players[0].draw_pile]
    assert sorted(map(str, pile)) == sorted(ANN)
    again = declared().do("start_round", "shuffle_draw_pile Ann seed=market")
    assert [token.card for token in again.state.players[0].draw_pile] == pile
    table.impossible("shuffle_draw_pile Ben seed=market", "RH-S08")


@pytest.mark.parametrize("count", [4, 6])
def test_five_cards(count: int) -> None:
    """RH-S09: a playing hand of four or six cards is refused."""
    table = declared().do("start_round", "shuffle_draw_pile Ann")
    table.refused(f"draw_playing_hand Ann cards=[{', '.join(['??'] * count)}]", "RH-S09")


def test_one_playing_hand() -> None:
    """RH-S09: the playing hand is drawn once."""
    table = declared().do("start_round", "shuffle_draw_pile Ann", "draw_playing_hand Ann")
    table.refused("draw_playing_hand Ann", "RH-S09")


def test_top_five_of_a_known_order() -> None:
    """RH-S09: cards that are not the top five of a recorded order are impossible; unnamed ones are filled in."""
    table = declared().do("start_round", f"shuffle_draw_pile Ann order=[{', '.join(ANN)}]")
    table.impossible("draw_playing_hand Ann cards=[joan, alys, bram, cuthbert, dunstan]", "RH-S09")
    table.do("draw_playing_hand Ann")
    assert [token.card for token in table.state.players[0].playing_hand] == ANN[:5]


def test_named_cards_are_not_drawn_twice() -> None:
    """RH-A04: with a known list, a card cannot be drawn that was drawn already."""
    table = declared().do("start_round", "shuffle_draw_pile Ann")
    table.impossible("draw_playing_hand Ann cards=[alys, alys, bram, cuthbert, dunstan]", "RH-A04")


def test_playing_hand_before_single_cards() -> None:
    """RH-S09: a round begins with the playing hand, not with single cards."""
    declared().do("start_round", "shuffle_draw_pile Ann").refused("draw_card Ann", "RH-S09")


def test_opening_comes_first() -> None:
    """RH-T01: without an open tournament there is nothing to do, and it opens once."""
    unopened().impossible("start_round", "RH-T01")
    opened().impossible("open_tournament [Ann, Ben] victories_to_win=1", "RH-T01")


def test_unknown_values_of_options() -> None:
    """RH-V06: an option of reading takes the listed values alone."""
    unopened().impossible("open_tournament [Ann, Ben] victories_to_win=1 advance_rule=all", "RH-V06")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("advance_rule", "survivors"),
        ("between_rounds", "continue"),
        ("first_hand_order", "carry_over"),
        ("modifier_replace", "lasting_only"),
    ],
)
def test_readings_are_fixed(name: str, value: str) -> None:
    """RH-V06: the options of reading are fixed when the tournament opens; as played a change is applied and flagged."""
    table = playing().refused(f"change_option {name} {value}", "RH-V06")
    table.as_played(f"change_option {name} {value}", "RH-V06")
    assert getattr(table.state.options, name) == value


def test_options_that_do_not_exist() -> None:
    """RH-V06: another name or value than there is cannot be recorded."""
    playing().impossible("change_option colour red", "RH-V06")
    playing().impossible("change_option advance_rule all", "RH-V06")
    playing().impossible("change_option victories_to_win many", "RH-S02")
