"""Placements, their order, and the refill (RH-T, RH-A)."""

import pytest

from domain.games.robin_in_the_hood import GAME
from domain.games.robin_in_the_hood.commands.placements import PlaceCharacter
from tests.games.robin_in_the_hood.tables import ANN, declared, fight, hand, mats, place, playing, standing, tags
from tests.scenario import as_played, cases, given, impossible, refused, then

test_rules = cases(
    ("RH-T02: battles follow the placements, the end of the hand follows the battles, draws come last",
     given(lambda: place(playing(), "dunstan", "ned")), refused("end_hand", "RH-T02"),
     refused("draw_card Ann", "RH-T08"), "resolve_battles", refused("resolve_battles", "RH-T02"),
     refused("draw_card Ann", "RH-T08"), "end_hand", refused("resolve_battles", "RH-T02"),
     refused("end_hand", "RH-T02")),
    ("RH-T02: where no hand is being played, battles cannot be recorded at all",
     given(declared), impossible("resolve_battles", "RH-T02"), given(declared), impossible("end_hand", "RH-T02"),
     given(declared), "start_round", refused("start_round", "RH-T02")),
    ("RH-T02: while playing hands are being drawn nobody places",
     given(declared), "start_round", "shuffle_draw_pile Ann", "draw_playing_hand Ann",
     refused("place_character Ann alys", "RH-T02")),
    ("RH-T03: battles with a placement missing are refused; as played the hand goes on with what lies there",
     given(playing), refused("resolve_battles", "RH-T03"), "place_character Ann dunstan",
     refused("resolve_battles", "RH-T03"), as_played("resolve_battles", "RH-T03"),
     then(mats, ("dunstan|-|-|-", "-|-|-|-"))),
    ("RH-T05, RH-C11: the winner of Agility places first in the next hand; the other one first is refused",
     given(lambda: hand(playing(), "dunstan", "ned")), refused("place_character Ben luce", "RH-T05"),
     "place_character Ann giles20", "place_character Ben luce"),
    ("RH-T05: recorded as played, the card placed out of turn lies open and the other follows",
     given(lambda: hand(playing(), "dunstan", "ned")), as_played("place_character Ben luce", "RH-T05"),
     then(lambda t: mats(t)[1], "luce|-|-|-"), "place_character Ann giles20", "resolve_battles"),
    ("RH-T06, RH-C11: after a drawn Agility both place at the same time",
     given(lambda: hand(playing(), "giles20", "luce")),
     then(lambda t: t.state.order, None), then(lambda t: GAME.turn_info(t.state).seat, None), "place_character Ben ned",
     "place_character Ann dunstan"),
    ("RH-T07, RH-Q12: character or modifier is chosen in every hand, the first included",
     given(playing, "modifiers=yes"), "play_modifier Ann market_day", "place_character Ben ned", "resolve_battles",
     "end_hand", "draw_card Ann", "draw_card Ben", "place_character Ben kit", "place_character Ann alys"),
    ("RH-T08: nobody places before both have drawn; as played the hand begins all the same",
     given(lambda: fight(playing(), "dunstan", "ned")), "end_hand", "draw_card Ann",
     refused("place_character Ann giles20", "RH-T08"), as_played("place_character Ann giles20", "RH-T08"),
     then(lambda t: t.state.hand_no, 2)),
    ("RH-T08: with a recorded order another card than the top one cannot be drawn",
     given(declared), "start_round", f"shuffle_draw_pile Ann order=[{', '.join(ANN)}]", "draw_playing_hand Ann",
     "shuffle_draw_pile Ben", "draw_playing_hand Ben", lambda t: fight(t, "alys", "ned"), "end_hand",
     impossible("draw_card Ann joan", "RH-T08"), "draw_card Ann",
     then(lambda t: t.state.players[0].playing_hand[-1].card, "fulk")),
    ("RH-T08, RH-Q26: from an empty Draw pile nothing is drawn",
     given(standing, "-|-|-|-", "-|-|-|-", pile=0), impossible("draw_card Ann", "RH-T08")),
    ("RH-Q26: who holds five after an effect draws none; who holds three draws two",
     given(lambda: fight(playing("", [], []), "dunstan", "ned")),
     'adjust "a card fell under the table" changes=[move(player=Ann, card=??, from_zone=playing_hand, '
     'to_zone=draw_pile)]',
     'adjust "Ben took one back" changes=[move(player=Ben, card=??, from_zone=draw_pile, to_zone=playing_hand)]',
     "end_hand", refused("draw_card Ben", "RH-T08"), "draw_card Ann", "draw_card Ann",
     then(lambda t: t.state.phase, "placing")),
    ("RH-T09: a declared position with a character on Agility is refused; nothing can be placed there then",
     given(declared, "", [], []),
     refused("declare_position 1 2 positions=[(player=Ann, agility=wat, draw_pile=4), (player=Ben, draw_pile=5)]",
         "RH-T09"),
     as_played("declare_position 1 2 positions=[(player=Ann, agility=wat, draw_pile=4), (player=Ben, draw_pile=5)]",
         "RH-T09"),
     impossible("place_character Ann ned", "RH-A01")),
    ("RH-A01: another stage is refused; an occupied one is impossible",
     given(playing), refused("place_character Ann dunstan stage=weapons", "RH-A01"),
     lambda t: hand(t, "dunstan", "ned"), impossible("place_character Ann bram stage=weapons", "RH-A01")),
    ("RH-A02: a played modifier leaves Agility empty in that hand",
     given(lambda: place(playing("modifiers=yes"), "market_day", "ned")),
     then(mats, ("-|-|-|-", "ned|-|-|-"))),
    ("RH-A02: a modifier on a stage and a character played as a modifier are impossible",
     given(playing, "modifiers=yes"), impossible("place_character Ann market_day", "RH-A02"),
     impossible("play_modifier Ann alys", "RH-A02")),
    ("RH-A03: a second placement by the same player is impossible while the first lies hidden, refused once it is open",
     given(playing, "modifiers=yes"), "place_character Ann alys", impossible("place_character Ann bram", "RH-A03"),
     "place_character Ben ned", refused("play_modifier Ann market_day", "RH-A03"),
     as_played("play_modifier Ann market_day", "RH-A03")),
    ("RH-A04: a card known to be on the mat, dead, or in the Draw pile cannot be placed",
     given(lambda: hand(playing(), "dunstan", "ned")),
     then(lambda t: {v.rule for v in GAME.check(t.state, PlaceCharacter(player=0, card="dunstan"))},
         {"RH-A04", "RH-D03"}),
     "place_character Ann giles20", impossible("place_character Ben ned", "RH-A04")),
    ("RH-A04: a card of the opponent's playing hand cannot be placed",
     given(playing), impossible("place_character Ann #2-01", "RH-A04")),
    ("RH-A04: a card that nobody names cannot be placed: its skills decide battles",
     given(playing), impossible("place_character Ann ??", "RH-A04")),
    ("RH-A04: a physical card that is known cannot be placed as another",
     given(playing), "reveal_card Ann playing_hand #1-02=alys", impossible("place_character Ann #1-02=bram", "RH-A04"),
     "place_character Ann #1-02"),
)  # fmt: skip


def test_structure() -> None:
    """RH-T01, RH-Q01: hands count from 1 in each round, rounds in the tournament; the moment tells both."""
    table = hand(playing(), "dunstan", "ned")
    moment = GAME.turn_info(table.state)
    assert (moment.round, moment.turn, moment.phase, moment.seat) == (1, 2, "placing", 0)


@pytest.mark.parametrize("first", [0, 1])
def test_first_hand_is_simultaneous(first: int) -> None:
    """RH-T04: in hand 1 either order of logging is accepted, and both cards are shown together."""
    names = [("Ann", "dunstan"), ("Ben", "ned")]
    one, two = names[first], names[1 - first]
    table = playing().do(f"place_character {one[0]} {one[1]}")
    assert mats(table) == ("-|-|-|-", "-|-|-|-")
    table.do(f"place_character {two[0]} {two[1]}")
    assert tags(table) == ["character_placed", "placements_revealed"]
    assert mats(table) == ("dunstan|-|-|-", "ned|-|-|-")


def test_no_sixth_card() -> None:
    """RH-T08: five is the limit; drawing in another phase is refused too."""
    table = fight(playing(), "dunstan", "ned").do("end_hand", "draw_card Ann").refused("draw_card Ann", "RH-T08")
    playing().refused("draw_card Ann", "RH-T08")
    table.do("draw_card Ben")


def test_agility_is_clear() -> None:
    """RH-T09, RH-C07: whatever the battles bring, Agility is clear on both mats when a hand begins."""
    table = playing()
    for ann, ben in (("giles20", "luce"), ("dunstan", "piers"), ("bram", "kit")):
        hand(table, ann, ben)
        assert [player.stages[0] for player in table.state.players] == [None, None]


def test_placing_makes_a_card_known() -> None:
    """RH-A04: placed from an unknown hand, the card held longest takes the name; the others stay unknown."""
    table = playing().do("place_character Ann cuthbert", "place_character Ben kit")
    hand_left = table.state.players[0].playing_hand
    assert [(token.id, token.card) for token in hand_left] == [(1002, None), (1003, None), (1004, None), (1005, None)]
    assert table.state.players[0].stages[0] is not None


def test_place_card_by_kind() -> None:
    """RH-A02: `place_card` places a character and plays a modifier."""
    place(playing("modifiers=yes"), "market_day", "ned")
    table = playing("modifiers=yes").do("place_card Ann market_day")
    assert tags(table) == ["modifier_played"]
    assert tags(table.do("place_card Ben ned"))[0] == "character_placed"
