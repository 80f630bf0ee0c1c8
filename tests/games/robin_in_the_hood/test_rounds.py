"""Ends of rounds and tournaments, new sets, antes (RH-E), and the options about rounds (RH-Q02, RH-Q17)."""

import pytest

from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.commands.hand_end import EndHand
from tests.games.robin_in_the_hood.tables import (
    ANN,
    ANN_M,
    BEN,
    Table,
    begin_round,
    dead,
    declared,
    fight,
    hand,
    in_force,
    mats,
    playing,
    standing,
    tags,
)

WON = ("-|alys|giles20|dunstan", "-|-|-|-")


EMPTY_THE_PILE = "move(player=Ann, card=??, from_zone=draw_pile, to_zone=dead_cards)"


def won(options: str = "modifiers=yes") -> Table:
    """Round 1 ends now: Ann has all four stages."""
    return fight(standing(*WON, options), "ivo", "simon").do("end_hand")


def drawn(options: str = "") -> Table:
    """Round 1 ends now: the Draw piles are empty."""
    return fight(standing("-|-|-|-", "-|-|-|-", options or "modifiers=yes", pile=0), "ivo", "simon").do("end_hand")


def test_four_stages_win() -> None:
    """RH-E01, RH-E02: a player who alone has four stages wins the round and exactly one victory."""
    table = won()
    assert [tag for tag in tags(table) if tag in ("round_won", "victory_scored")] == ["round_won", "victory_scored"]
    assert [player.victories for player in table.state.players] == [1, 0]
    assert GAME.moment(table.state).phase == "between_rounds"


def test_drawn_stage_counts() -> None:
    """RH-E01, RH-Q07: a stage that was drawn counts; survivors are examined, and nobody advances in that hand."""
    table = fight(standing(WON[0], "-|-|-|-"), "ivo", "ned").do("end_hand")
    assert tags(table)[0] == "round_won"
    assert mats(table) == ("ivo|alys|giles20|dunstan", "ned|-|-|-")


def test_three_stages_do_not_win() -> None:
    """RH-E01: with a stage empty after the removals the round goes on."""
    table = fight(standing(WON[0], "-|-|-|-"), "edith", "ned").do("end_hand")
    assert table.state.phase == "refill"


@pytest.mark.parametrize(
    ("announced", "rule"),
    [
        ("result=goes_on", "RH-E01"),
        ("result=drawn", "RH-E01"),
        ("result=won winner=Ben", "RH-E01"),
        ("victories=2", "RH-E02"),
    ],
)
def test_announced_round_results(announced: str, rule: str) -> None:
    """RH-E01, RH-E02: an announced result or count that differs is refused."""
    table = fight(standing(*WON), "ivo", "simon").refused(f"end_hand {announced}", rule)
    table.do("end_hand result=won winner=Ann victories=1")


@pytest.mark.parametrize(
    ("mats", "pile", "cards", "announced", "text"),
    [
        (WON, None, "ivo simon", "result=goes_on", "Ann alone has all four stages and wins the round"),
        (WON[::-1], None, "simon ivo", "result=goes_on", "Ben alone has all four stages and wins the round"),
        (
            ("-|kit|simon|tib",) * 2,
            0,
            "dunstan piers",
            "result=goes_on",
            "both players have all four stages: the round is drawn",
        ),
        (
            ("-|-|-|-",) * 2,
            0,
            "ivo simon",
            "result=goes_on",
            "a Draw pile is empty and nobody has won: the round is drawn",
        ),
        (
            ("-|-|-|-",) * 2,
            None,
            "ivo simon",
            "result=drawn",
            "nobody has all four stages, and both Draw piles last: the round goes on",
        ),
        (
            ("-|-|-|-",) * 2,
            None,
            "ivo simon",
            "winner=Ann",
            "nobody has all four stages, and both Draw piles last: the round goes on",
        ),
        (WON, None, "ivo simon", "victories=2", "a round scores exactly one victory: 1, not 2"),
        (WON, None, "ivo simon", "victories=-1", "a counter does not fall below 0"),
        (("-|-|-|-",) * 2, None, "ivo simon", "victories=1", "no victory is scored"),
    ],
)
def test_a_refused_result_says_how_the_round_stands(
    mats: tuple[str, str], pile: int | None, cards: str, announced: str, text: str
) -> None:
    """RH-E01 to RH-E04: who announced otherwise is told the result that the table has."""
    table = fight(standing(*mats, "modifiers=yes", pile=pile), *cards.split())
    assert [one.text for one in GAME.check(table.state, table.command(f"end_hand {announced}"))] == [text]


def test_a_count_of_none_is_recorded_as_announced() -> None:
    """RH-E02: no victory can be announced of a round that is won: it differs, and is no counter below 0."""
    fight(standing(*WON), "ivo", "simon").impossible("end_hand victories=-1", "RH-E02")
    fight(standing(*WON), "ivo", "simon").as_played("end_hand victories=0", "RH-E02")


def test_announced_win_with_fewer_than_four() -> None:
    """RH-E01: a win announced with fewer than four stages is refused; as played it is scored and flagged."""
    table = fight(playing(), "dunstan", "ned").refused("end_hand result=won winner=Ann", "RH-E01")
    table.impossible("end_hand result=won", "RH-E01")
    table.as_played("end_hand result=won winner=Ann", "RH-E01")
    assert table.state.players[0].victories == 1


def test_both_have_four() -> None:
    """RH-E03, RH-E05: four drawn stages on both mats draw the round, the empty Draw piles notwithstanding."""
    same = "-|kit|simon|tib"
    table = fight(standing(same, same, "modifiers=yes", pile=0), "dunstan", "piers")
    table.refused("end_hand result=won winner=Ann", "RH-E03").do("end_hand")
    assert (table.state.rounds[-1].reason, table.state.players[0].victories) == ("both_four", 0)


def test_empty_pile_draws_the_round() -> None:
    """RH-E04, RH-Q09: an empty Draw pile at the end of a hand draws the round before any refill; no further hand follows."""
    table = drawn()
    assert tags(table)[-2:] == ["round_drawn", "hand_ended"]
    assert table.state.rounds[-1].reason == "draw_pile_empty"
    table.refused("place_character Ben kit", "RH-E04")


def test_further_hand_says_how() -> None:
    """RH-E04: the refusal of a further hand says what comes next, and how a hand that was played is recorded."""
    table = drawn()
    text = str(GAME.check(table.state, table.command("place_character Ben kit"))[0])
    assert "start_round" in text
    assert "as played" in text


def test_further_hand_as_played() -> None:
    """RH-E04: a further hand is recorded as played, and its number goes on."""
    table = drawn().as_played("place_character Ben kit", "RH-E04")
    assert (table.state.hand_no, table.state.phase) == (5, "placing")


def test_announced_end_of_a_drawn_round() -> None:
    """RH-E04: to go on with an empty Draw pile is refused."""
    table = fight(standing("-|-|-|-", "-|-|-|-", pile=0), "ivo", "simon")
    table.refused("end_hand result=goes_on", "RH-E04").do("end_hand result=drawn")


def test_six_hands_with_ten_cards() -> None:
    """RH-E04, RH-Q09: with ten cards a round has six hands at most, the last one with the cards in hand."""
    table = playing()
    pairs = [
        ("alys", "kit"),
        ("bram", "luce"),
        ("cuthbert", "maud"),
        ("edith", "piers"),
        ("fulk", "quill"),
        ("joan", "tib"),
    ]
    for number, (ann, ben) in enumerate(pairs, start=1):
        assert table.state.hand_no == number
        hand(table, ann, ben)
    assert table.state.rounds[-1].hands == 6


def test_full_mat_before_empty_pile() -> None:
    """RH-E05, RH-Q08: four stages in the hand that ends with an empty Draw pile win the round."""
    table = fight(standing(*WON, pile=0), "ivo", "simon").do("end_hand")
    assert table.state.rounds[-1].winner == 0


def test_new_set_between_rounds() -> None:
    """RH-E06, RH-Q18: between rounds a player alone may choose a new set; cards of the old one are allowed."""
    table = won("victories_to_win=2").do(f"declare_active_set Ann cards=[{', '.join([*ANN[:9], 'wat'])}]")
    assert tags(table) == ["previous_set_discarded", "active_set_declared"]
    assert table.state.players[0].active_set == (*ANN[:9], "wat")


def test_new_set_of_the_agreed_size() -> None:
    """RH-E06, RH-D01: a new set of another size is refused, and so is one chosen while a round goes on."""
    won("").refused(f"declare_active_set Ann cards=[{', '.join(ANN[:9])}]", "RH-E06", "RH-D01")
    playing().refused(f"declare_active_set Ann cards=[{', '.join(ANN)}]", "RH-E06")


def test_old_cards_leave_the_match() -> None:
    """RH-E07: a card of the previous set that is not in the new one is refused in the next round."""
    table = won("").do(f"declare_active_set Ann cards=[{', '.join([*ANN[1:], 'wat'])}]")
    begin_round(table).refused("place_character Ann alys", "RH-D07").do("place_character Ann wat")


def test_table_stays_until_the_next_round() -> None:
    """RH-E07, RH-E08: the table stays as it is until the next round starts; then all cards are regathered."""
    table = won()
    assert mats(table)[0] == "ivo|alys|giles20|dunstan"
    begin_round(table)
    assert (mats(table), dead(table, 0), len(table.state.players[0].draw_pile)) == (("-|-|-|-", "-|-|-|-"), [], 5)


def test_new_round_starts_from_an_empty_table() -> None:
    """RH-E08, RH-Q04: round 2 starts with hand 1, both shuffling and drawing five anew."""
    table = begin_round(won())
    assert (table.state.round_no, table.state.hand_no, table.state.order) == (2, 1, None)
    assert [len(player.playing_hand) for player in table.state.players] == [5, 5]


def test_winning_the_tournament() -> None:
    """RH-E09: the agreed number of victories wins at once, and no further round starts."""
    table = won("victories_to_win=1").refused("start_round", "RH-E09", "RH-E11")
    result = GAME.outcome(table.state)
    assert result is not None
    assert (result.winners, result.reason, result.scores) == ((0,), "victories", (1, 0))


def test_ante_goes_to_the_winner() -> None:
    """RH-E10: the tournament winner takes the own stake back and keeps the opponent's."""
    table = declared("ante=yes victories_to_win=1", [], []).do("stake_ante Ann wat", "stake_ante Ben ysolt")
    there = "(player=Ann, weapons=alys, strength=giles20, endurance=dunstan, draw_pile=2), (player=Ben, draw_pile=5)"
    fight(table.do(f"declare_position 1 4 positions=[{there}]"), "ivo", "simon").do("end_hand")
    assert [(player.ante, player.taken_home) for player in table.state.players] == [
        (None, ("wat", "ysolt")),
        (None, ()),
    ]


def test_nothing_after_the_end() -> None:
    """RH-E11: a finished tournament takes no game command; cards may be shown and the record adjusted."""
    table = (
        won("victories_to_win=1").impossible("draw_card Ann", "RH-E11").impossible("concede_tournament Ben", "RH-E11")
    )
    table.do("reveal_card Ben playing_hand kit", 'adjust "miscounted" changes=[victory(player=Ann, amount=1)]')
    assert table.state.players[0].victories == 2


def test_conceding() -> None:
    """RH-E12, RH-E10: who concedes loses, the ante included."""
    table = declared("ante=yes").do("stake_ante Ann wat", "stake_ante Ben ysolt", "concede_tournament Ann")
    result = GAME.outcome(table.state)
    assert result is not None
    assert (result.winners, result.reason, result.rule) == ((1,), "concession", "RH-E12")
    assert table.state.players[1].taken_home == ("ysolt", "wat")


def test_abandoning() -> None:
    """RH-E12, RH-Q20, RH-Q29: an abandoned tournament has no winner, stakes go back, and a reason is needed."""
    table = declared("ante=yes").do("stake_ante Ann wat", "stake_ante Ben ysolt")
    table.refused('abandon_tournament " "', "RH-E12").refused("abandon_tournament", "RH-E12")
    table.do('abandon_tournament "the hall closes"')
    result = GAME.outcome(table.state)
    assert result is not None
    assert (result.winners, result.reason) == ((), "abandoned")
    assert [player.taken_home for player in table.state.players] == [("wat",), ("ysolt",)]


def test_drawn_rounds_without_limit() -> None:
    """RH-Q29: drawn rounds may follow each other; nobody wins by them."""
    table = drawn()
    for number in (2, 3):
        all_five = ", ".join([EMPTY_THE_PILE] * 5)
        begin_round(table).do(f'adjust "a short round" changes=[{all_five}]')
        assert fight(table, "ivo", "simon").do("end_hand").state.rounds[-1].winner is None
        assert (table.state.round_no, GAME.outcome(table.state)) == (number, None)


def test_no_league_rules() -> None:
    """RH-L01: a tournament is one match of two players; nothing in it belongs to a league."""
    assert GAME.seat_counts == (2,)
    assert not any("league" in command.__name__.lower() for command in GAME.commands)


def test_no_card_left_to_place() -> None:
    """RH-Q33: if a player has no playing card left the round is drawn without battles."""
    cards = ", ".join(
        f"move(player=Ann, card=#1-0{number}, from_zone=playing_hand, to_zone=dead_cards)" for number in range(1, 6)
    )
    table = playing().do(f'adjust "all cards were spoilt" changes=[{cards}]')
    assert isinstance(next(iter(GAME.legal(table.state))), EndHand)
    table.do("end_hand")
    assert table.state.rounds[-1].reason == "no_playing_card"


# --- options about rounds ----------------------------------------------------------------------------------------------


def test_first_hand_of_a_later_round() -> None:
    """RH-Q02, RH-T04: by default the first hand of every round is simultaneous."""
    assert begin_round(won()).state.order is None


def test_order_carried_over() -> None:
    """RH-Q02, RH-T05: with `carry_over` the last Agility winner of the round before places first in later rounds."""
    table = begin_round(won("first_hand_order=carry_over"))
    assert table.state.order == 0
    table.refused("place_character Ben ned", "RH-T05")
    drawn_agility = fight(standing(*WON, "first_hand_order=carry_over"), "ivo", "ned").do("end_hand")
    assert begin_round(drawn_agility).state.order is None


def test_lasting_modifiers_end_with_the_round() -> None:
    """RH-Q16: a lasting modifier does not outlast the round, under either reading of what comes after."""
    for option in ("reshuffle", "continue"):
        table = hand(
            standing("-|alys|-|-", "-|-|-|-", f"modifiers=yes between_rounds={option}", pile=1), "market_day", "kit"
        )
        assert in_force(fight(table, "bram", "luce"), 0) == ["market_day"]
        table.do("end_hand", "start_round")
        assert in_force(table, 0) == []


def test_cards_carried_on() -> None:
    """RH-Q17, RH-S06: with `continue` cards in play join the Dead Cards, hand and Draw pile stay, hands are refilled."""
    table = won("between_rounds=continue").do("start_round")
    ann = table.state.players[0]
    assert (mats(table)[0], len(ann.playing_hand), len(ann.draw_pile)) == ("-|-|-|-", 4, 2)
    assert dead(table, 0) == ["ivo", "alys", "giles20", "dunstan"]
    table.refused("shuffle_draw_pile Ann", "RH-S08").do("draw_card Ann", "draw_card Ben")
    assert (table.state.phase, table.state.hand_no) == ("placing", 1)


def test_empty_pile_is_gathered_anew() -> None:
    """RH-Q17: with `continue` a player whose Draw pile is empty, or who has a new set, gathers, shuffles and draws five."""
    table = drawn("between_rounds=continue").do("start_round", "shuffle_draw_pile Ann", "draw_playing_hand Ann")
    assert len(table.state.players[0].draw_pile) == 5
    table = won("between_rounds=continue").do(f"declare_active_set Ben cards=[{', '.join(BEN)}]", "start_round")
    table.do("draw_card Ann", "shuffle_draw_pile Ben", "draw_playing_hand Ben")
    assert [len(player.draw_pile) for player in table.state.players] == [1, 5]


def test_set_is_kept_without_a_declaration() -> None:
    """RH-Q18: without a declaration the old set is kept."""
    table = begin_round(hand_to_the_end(playing("modifiers=yes")))
    assert table.state.players[0].active_set == tuple(ANN_M)


def hand_to_the_end(table: Table) -> Table:
    """Plays the first legal commands until the round is over."""
    while table.state.phase != "between_rounds":
        table.do(next(iter(GAME.legal(table.state))))
    return table


def test_round_broken_off_as_played() -> None:
    """RH-T02, RH-Q17: a new round in the middle of a hand is refused; as played, a face-down card is shown and not lost."""
    table = playing("between_rounds=continue")
    table.do("place_character Ann alys").as_played("start_round", "RH-T02")
    assert dead(table, 0) == ["alys"]
    assert GAME.census(table.state) == {"Ann": 10, "Ben": 10}


def test_hand_begun_before_the_shuffle_goes_on() -> None:
    """RH-S08: a hand that a table began before one of the piles was shuffled does not end the record's way on."""
    table = declared("", [], []).do("start_round", "shuffle_draw_pile Ann", "draw_playing_hand Ann")
    table.as_played("draw_playing_hand Ben", "RH-S08").as_played("place_character Ben kit", "RH-T02")
    table.do("place_character Ann alys", "resolve_battles", "end_hand", "draw_card Ann", "draw_card Ben")
    assert (table.state.phase, table.state.hand_no) == ("placing", 2)
