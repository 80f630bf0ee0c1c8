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
from tests.scenario import as_played, cases, given, impossible, refused, then

WON = ("-|alys|giles20|dunstan", "-|-|-|-")
EMPTY_THE_PILE = "move(player=Ann, card=??, from_zone=draw_pile, to_zone=dead_cards)"


def won(options: str = "modifiers=yes") -> Table:
    """Round 1 ends now: Ann has all four stages."""
    return fight(standing(*WON, options), "ivo", "simon").do("end_hand")


def drawn(options: str = "") -> Table:
    """Round 1 ends now: the Draw piles are empty."""
    return fight(standing("-|-|-|-", "-|-|-|-", options or "modifiers=yes", pile=0), "ivo", "simon").do("end_hand")


def hand_to_the_end(table: Table) -> Table:
    """Plays the first legal commands until the round is over."""
    while table.state.phase != "between_rounds":
        table.do(next(iter(GAME.legal(table.state))))
    return table


test_rules = cases(
    ("RH-E01, RH-E02: a player who alone has four stages wins the round and exactly one victory",
     given(won),
     then(lambda t: [tag for tag in tags(t) if tag in ("round_won", "victory_scored")],
         ["round_won", "victory_scored"]),
     then(lambda t: [player.victories for player in t.state.players], [1, 0]),
     then(lambda t: GAME.turn_info(t.state).phase, "between_rounds")),
    ("RH-E01, RH-Q07: a stage that was drawn counts; survivors are examined, and nobody advances in that hand",
     given(lambda: fight(standing(WON[0], "-|-|-|-"), "ivo", "ned")), "end_hand",
     then(lambda t: tags(t)[0], "round_won"), then(mats, ("ivo|alys|giles20|dunstan", "ned|-|-|-"))),
    ("RH-E01: with a stage empty after the removals the round goes on",
     given(lambda: fight(standing(WON[0], "-|-|-|-"), "edith", "ned")), "end_hand",
     then(lambda t: t.state.phase, "refill")),
    ("RH-E02: no victory can be announced of a round that is won: it differs, and is not a counter below 0",
     given(lambda: fight(standing(*WON), "ivo", "simon")), impossible("end_hand victories=-1", "RH-E02"),
     given(lambda: fight(standing(*WON), "ivo", "simon")), as_played("end_hand victories=0", "RH-E02")),
    ("RH-E01: a win announced with fewer than four stages is refused; as played it is scored and flagged",
     given(lambda: fight(playing(), "dunstan", "ned")), refused("end_hand result=won winner=Ann", "RH-E01"),
     impossible("end_hand result=won", "RH-E01"), as_played("end_hand result=won winner=Ann", "RH-E01"),
     then(lambda t: t.state.players[0].victories, 1)),
    ("RH-E03, RH-E05: four drawn stages on both mats draw the round, the empty Draw piles notwithstanding",
     given(lambda: fight(standing("-|kit|simon|tib", "-|kit|simon|tib", "modifiers=yes", pile=0), "dunstan", "piers")),
     refused("end_hand result=won winner=Ann", "RH-E03"), "end_hand",
     then(lambda t: (t.state.rounds[-1].reason, t.state.players[0].victories), ("both_four", 0))),
    ("RH-E04, RH-Q09: an empty Draw pile at the end of a hand draws the round before any refill; no further hand follows",
     given(drawn),
     then(lambda t: tags(t)[-2:], ["round_drawn", "hand_ended"]),
     then(lambda t: t.state.rounds[-1].reason, "draw_pile_empty"), refused("place_character Ben kit", "RH-E04")),
    ("RH-E04: a further hand is recorded as played, and its number goes on",
     given(drawn), as_played("place_character Ben kit", "RH-E04"),
     then(lambda t: (t.state.hand_no, t.state.phase), (5, "placing"))),
    ("RH-E04: to go on with an empty Draw pile is refused",
     given(lambda: fight(standing("-|-|-|-", "-|-|-|-", pile=0), "ivo", "simon")),
     refused("end_hand result=goes_on", "RH-E04"), "end_hand result=drawn"),
    ("RH-E05, RH-Q08: four stages in the hand that ends with an empty Draw pile win the round",
     given(lambda: fight(standing(*WON, pile=0), "ivo", "simon")), "end_hand",
     then(lambda t: t.state.rounds[-1].winner, 0)),
    ("RH-E06, RH-Q18: between rounds a player alone may choose a new set; cards of the old one are allowed",
     given(won, "victories_to_win=2"), f"declare_active_set Ann cards=[{', '.join([*ANN[:9], 'wat'])}]",
     then(tags, ["previous_set_discarded", "active_set_declared"]),
     then(lambda t: t.state.players[0].active_set, (*ANN[:9], "wat"))),
    ("RH-E06, RH-D01: a new set of another size is refused, and so is one chosen while a round goes on",
     given(won, ""), refused(f"declare_active_set Ann cards=[{', '.join(ANN[:9])}]", "RH-E06", "RH-D01"),
     given(playing), refused(f"declare_active_set Ann cards=[{', '.join(ANN)}]", "RH-E06")),
    ("RH-E07: a card of the previous set that is not in the new one is refused in the next round",
     given(won, ""), f"declare_active_set Ann cards=[{', '.join([*ANN[1:], 'wat'])}]", begin_round,
     refused("place_character Ann alys", "RH-D07"), "place_character Ann wat"),
    ("RH-E07, RH-E08: the table stays as it is until the next round starts; then all cards are regathered",
     given(won),
     then(lambda t: mats(t)[0], "ivo|alys|giles20|dunstan"), begin_round,
     then(lambda t: (mats(t), dead(t, 0), len(t.state.players[0].draw_pile)), (("-|-|-|-", "-|-|-|-"), [], 5))),
    ("RH-E08, RH-Q04: round 2 starts with hand 1, both shuffling and drawing five anew",
     given(lambda: begin_round(won())),
     then(lambda t: (t.state.round_no, t.state.hand_no, t.state.order), (2, 1, None)),
     then(lambda t: [len(player.playing_hand) for player in t.state.players], [5, 5])),
    ("RH-E10: the tournament winner takes the own stake back and keeps the opponent's",
     given(declared, "ante=yes victories_to_win=1", [], []), "stake_ante Ann wat", "stake_ante Ben ysolt",
     lambda t: fight(t.do("declare_position 1 4 positions=[(player=Ann, weapons=alys, strength=giles20, endurance=dunstan, "
             "draw_pile=2), (player=Ben, draw_pile=5)]"), "ivo", "simon"),
     "end_hand",
     then(lambda t: [(player.ante, player.taken_home) for player in t.state.players],
         [(None, ("wat", "ysolt")), (None, ())])),
    ("RH-E11: a finished tournament takes no game command; cards may be shown and the record adjusted",
     given(won, "victories_to_win=1"), impossible("draw_card Ann", "RH-E11"),
     impossible("concede_tournament Ben", "RH-E11"), "reveal_card Ben playing_hand kit",
     'adjust "miscounted" changes=[victory(player=Ann, amount=1)]',
     then(lambda t: t.state.players[0].victories, 2)),
    ("RH-Q02, RH-T05: with `carry_over` the last Agility winner of the round before places first in later rounds",
     given(lambda: begin_round(won("first_hand_order=carry_over"))),
     then(lambda t: t.state.order, 0), refused("place_character Ben ned", "RH-T05"),
     given(lambda: fight(standing(*WON, "first_hand_order=carry_over"), "ivo", "ned")), "end_hand",
     then(lambda t: begin_round(t).state.order, None)),
    ("RH-Q17: with `continue` a player whose Draw pile is empty, or who has a new set, gathers, shuffles and draws five",
     given(drawn, "between_rounds=continue"), "start_round", "shuffle_draw_pile Ann", "draw_playing_hand Ann",
     then(lambda t: len(t.state.players[0].draw_pile), 5), given(won, "between_rounds=continue"),
     f"declare_active_set Ben cards=[{', '.join(BEN)}]", "start_round", "draw_card Ann", "shuffle_draw_pile Ben",
     "draw_playing_hand Ben",
     then(lambda t: [len(player.draw_pile) for player in t.state.players], [1, 5])),
    ("RH-Q18: without a declaration the old set is kept",
     given(lambda: begin_round(hand_to_the_end(playing("modifiers=yes")))),
     then(lambda t: t.state.players[0].active_set, tuple(ANN_M))),
    ("RH-T02, RH-Q17: a new round in the middle of a hand is refused; as played, a face-down card is shown and not lost",
     given(playing, "between_rounds=continue"), "place_character Ann alys", as_played("start_round", "RH-T02"),
     then(lambda t: dead(t, 0), ["alys"]), then(lambda t: GAME.card_counts(t.state), {"Ann": 10, "Ben": 10})),
    ("RH-S08: a hand that a table began before one of the piles was shuffled does not end the record's way on",
     given(declared, "", [], []), "start_round", "shuffle_draw_pile Ann", "draw_playing_hand Ann",
     as_played("draw_playing_hand Ben", "RH-S08"), as_played("place_character Ben kit", "RH-T02"),
     "place_character Ann alys", "resolve_battles", "end_hand", "draw_card Ann", "draw_card Ben",
     then(lambda t: (t.state.phase, t.state.hand_no), ("placing", 2))),
    ("RH-E01, RH-E02: an announced result or count that differs is refused",
     given(lambda: fight(standing(*WON), "ivo", "simon")), refused("end_hand result=goes_on", "RH-E01"),
     "end_hand result=won winner=Ann victories=1", given(lambda: fight(standing(*WON), "ivo", "simon")),
     refused("end_hand result=drawn", "RH-E01"), "end_hand result=won winner=Ann victories=1",
     given(lambda: fight(standing(*WON), "ivo", "simon")), refused("end_hand result=won winner=Ben", "RH-E01"),
     "end_hand result=won winner=Ann victories=1", given(lambda: fight(standing(*WON), "ivo", "simon")),
     refused("end_hand victories=2", "RH-E02"), "end_hand result=won winner=Ann victories=1"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("mats", "pile", "cards", "announced", "text"),
    [
        (WON, None, "ivo simon", "result=goes_on", "only Ann has all four stages and wins the round"),
        (WON[::-1], None, "simon ivo", "result=goes_on", "only Ben has all four stages and wins the round"),
        (("-|kit|simon|tib",) * 2, 0, "dunstan piers", "result=goes_on",
         "both players have all four stages: the round is drawn"),
        (("-|-|-|-",) * 2, 0, "ivo simon", "result=goes_on", "a Draw pile is empty without a winner: the round is drawn"),
        (("-|-|-|-",) * 2, None, "ivo simon", "result=drawn",
         "neither player has all four stages, and both Draw piles last: the round goes on"),
        (("-|-|-|-",) * 2, None, "ivo simon", "winner=Ann",
         "neither player has all four stages, and both Draw piles last: the round goes on"),
        (WON, None, "ivo simon", "victories=2", "a round scores exactly one victory: 1, not 2"),
        (WON, None, "ivo simon", "victories=-1", "a counter does not fall below 0"),
        (("-|-|-|-",) * 2, None, "ivo simon", "victories=1", "no victory is scored"),
    ],
)  # fmt: skip
def test_a_refused_result_says_how_the_round_stands(
    mats: tuple[str, str], pile: int | None, cards: str, announced: str, text: str
) -> None:
    """RH-E01 to RH-E04: who announced otherwise is told the result that the table has."""
    table = fight(standing(*mats, "modifiers=yes", pile=pile), *cards.split())
    assert [one.text for one in GAME.check(table.state, table.command(f"end_hand {announced}"))] == [text]


def test_further_hand_says_how() -> None:
    """RH-E04: the refusal of a further hand says what comes next, and how a hand that was played is recorded."""
    table = drawn()
    text = str(GAME.check(table.state, table.command("place_character Ben kit"))[0])
    assert "start_round" in text
    assert "as played" in text


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


def test_winning_the_tournament() -> None:
    """RH-E09: the agreed number of victories wins at once, and no further round starts."""
    table = won("victories_to_win=1").refused("start_round", "RH-E09", "RH-E11")
    result = GAME.outcome(table.state)
    assert result is not None
    assert (result.winners, result.reason, result.scores) == ((0,), "victories", (1, 0))


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
    """RH-Q29: drawn rounds may follow each other; they have zero winners."""
    table = drawn()
    for number in (2, 3):
        all_five = ", ".join([EMPTY_THE_PILE] * 5)
        begin_round(table).do(f'adjust "a short round" changes=[{all_five}]')
        assert fight(table, "ivo", "simon").do("end_hand").state.rounds[-1].winner is None
        assert (table.state.round_no, GAME.outcome(table.state)) == (number, None)


def test_no_league_rules() -> None:
    """RH-L01: a tournament is one match of two players; its commands do not mention leagues."""
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
