"""Reveals, effects by hand, adjustments, declared positions, and additions to the catalogue."""

import pytest

from domain.games.robin_in_the_hood import GAME
from tests.games.robin_in_the_hood.tables import (
    dead,
    declared,
    fight,
    hand,
    in_force,
    level,
    mats,
    place,
    playing,
    standing,
)

DRAW_TWO = "move(player=Ann, card=??, from_zone=draw_pile, to_zone=playing_hand)"


def test_effects_by_hand() -> None:
    """RH-A05: what the catalogue cannot express is recorded with the card and every change, and the changes are made."""
    table = place(playing("modifiers=yes", [], []), "pedlars_pack", "ned")
    back = "move(player=Ann, card=#1-02, from_zone=playing_hand, to_zone=draw_pile, bottom=yes)"
    table.do(
        f'resolve_card_effect Ann pedlars_pack "draws two, puts one under" changes=[{DRAW_TWO}, {DRAW_TWO}, {back}]'
    )
    ann = table.state.players[0]
    assert (len(ann.playing_hand), len(ann.draw_pile), ann.draw_pile[-1].id) == (5, 4, 1002)


def test_effects_need_a_source_and_changes() -> None:
    """RH-A05: an effect without a card in play or without changes is refused; an unknown source is impossible."""
    table = place(playing("", [], []), "dunstan", "ned")
    change = "level(player=Ann, stage=agility, amount=1)"
    table.refused(f'resolve_card_effect Ann bram "up" changes=[{change}]', "RH-A05")
    table.refused('resolve_card_effect Ann dunstan "up" changes=[]', "RH-A05")
    table.impossible(f'resolve_card_effect Ann ?? "up" changes=[{change}]', "RH-A05")


def test_effects_move_cards_from_where_they_are() -> None:
    """RH-A05: a card that is not in the named zone cannot be moved, nor one to an occupied stage."""
    table = place(playing("", [], []), "dunstan", "ned")
    for change in (
        "move(player=Ann, card=dunstan, from_zone=dead_cards, to_zone=playing_hand)",
        "move(player=Ann, card=bram, from_zone=playing_hand, to_zone=agility)",
        "move(player=Ann, card=??, from_zone=draw_pile, to_zone=weapons)",
        "move(player=Ann, card=dunstan, from_zone=agility, to_zone=modifier_pile)",
        "remove_modifier(player=Ben, card=winter_truce)",
        "level(player=Ann, stage=weapons, amount=1)",
    ):
        table.impossible(f'resolve_card_effect Ann dunstan "as printed" changes=[{change}]', "RH-A05")


def test_effects_in_their_phase() -> None:
    """RH-T02, RH-A05: card effects wait until both have placed."""
    playing().refused(f'resolve_card_effect Ann dunstan "up" changes=[{DRAW_TWO}]', "RH-T02", "RH-A05")


def test_levels_by_hand() -> None:
    """RH-Q24, RH-B06: a level changed by hand counts in this hand's battles alone; after them it is too late."""
    table = place(playing("", [], []), "giles20", "luce")
    table.do(
        'resolve_card_effect Ann giles20 "doubles" changes=[level(player=Ann, stage=agility, amount=5)]',
        "resolve_battles",
    )
    assert level(table, 0, "agility") == 10
    late = 'resolve_card_effect Ann giles20 "doubles" changes=[level(player=Ann, stage=agility, amount=5)]'
    table.impossible(late, "RH-B12")


def test_effect_of_a_defeated_character() -> None:
    """RH-A05, RH-Q22: a character defeated in this hand may still be the source of an effect."""
    table = fight(playing("", [], []), "noll", "ned")
    table.do(
        'resolve_card_effect Ann noll "returns" changes=[move(player=Ann, card=noll, from_zone=dead_cards, to_zone=playing_hand)]'
    )
    assert dead(table, 0) == []


def test_removal_by_hand() -> None:
    """RH-C10: a modifier removed by hand goes to its owner's Dead Cards."""
    table = place(hand(playing("modifiers=yes"), "market_day", "quill"), "alys", "kit")
    table.do('resolve_card_effect Ben kit "tears it down" changes=[remove_modifier(player=Ann, card=market_day)]')
    assert (in_force(table, 0), dead(table, 0)) == ([], ["market_day"])


def test_modifier_comes_into_force_by_hand() -> None:
    """RH-A05: a modifier laid on the Modifier pile by hand is in force with its printed duration."""
    table = place(playing("modifiers=yes", [], []), "alys", "kit")
    change = "move(player=Ann, card=toll_gate, from_zone=playing_hand, to_zone=modifier_pile)"
    table.do(f'resolve_card_effect Ann alys "sets it up" changes=[{change}]')
    assert table.state.players[0].modifier_pile[0].duration == "lasting"


def test_victory_by_hand() -> None:
    """RH-E09, RH-E02: a victory given by hand may win the tournament; a counter does not fall below 0."""
    table = playing("victories_to_win=1").impossible('adjust "oops" changes=[victory(player=Ann, amount=-1)]', "RH-E02")
    table.do('adjust "game loss for Ben" changes=[victory(player=Ann, amount=1)]')
    result = GAME.outcome(table.state)
    assert result is not None
    assert result.winners == (0,)


def test_adjust_needs_a_reason() -> None:
    """RH-A05: an adjustment without reason or changes is impossible."""
    playing().impossible('adjust "" changes=[order(first=Ann)]', "RH-A05")
    playing().impossible('adjust "nothing" changes=[]', "RH-A05")


def test_adjust_breaks_rules_freely() -> None:
    """RH-A01: an adjustment may put a character on any free stage: it follows the table, legal or not."""
    change = "move(player=Ann, card=wat, from_zone=playing_hand, to_zone=strength)"
    table = playing("", [], []).do(f'adjust "it lay there" changes=[{change}]')
    assert mats(table)[0] == "-|-|wat|-"


def test_adjust_keeps_identities_apart() -> None:
    """RH-A04: an adjustment cannot name a card that is known to be elsewhere."""
    table = hand(playing(), "dunstan", "ned")
    table.impossible(
        'adjust "?" changes=[move(player=Ann, card=dunstan, from_zone=playing_hand, to_zone=dead_cards)]', "RH-A04"
    )


def test_adjust_order() -> None:
    """RH-T05: who places first may be adjusted."""
    table = hand(playing(), "dunstan", "ned").do('adjust "misread" changes=[order(first=Ben)]')
    table.do("place_character Ben luce")
    assert GAME.moment(table.state).seat == 0


def test_adjust_identity() -> None:
    """RH-A05: a card on record may be named, renamed or forgotten by its number; other zones are not touched."""
    table = playing().do('adjust "seen" changes=[identify(player=Ann, token=#1-02, card=alys)]')
    assert table.state.players[0].playing_hand[1].card == "alys"
    table.do('adjust "not sure" changes=[identify(player=Ann, token=#1-02, card=??)]')
    assert table.state.players[0].playing_hand[1].card is None
    table.impossible('adjust "?" changes=[identify(player=Ann, token=#2-02, card=alys)]', "RH-A05")


def test_adjusted_hands_begin_the_next_hand() -> None:
    """RH-T08: when an adjustment leaves nobody to draw, the next hand begins."""
    table = fight(playing("", [], []), "dunstan", "ned").do("end_hand", "draw_card Ann")
    table.do('adjust "Ben drew unseen" changes=[move(player=Ben, card=??, from_zone=draw_pile, to_zone=playing_hand)]')
    assert (table.state.phase, table.state.hand_no) == ("placing", 2)


def test_revealed_cards() -> None:
    """RH-A04: a revealed card becomes known; one that is known to be elsewhere, or that nobody names, cannot be revealed."""
    table = playing().do("reveal_card Ann playing_hand alys to=opponent")
    assert table.state.players[0].playing_hand[0].card == "alys"
    table.impossible("reveal_card Ann draw_pile alys", "RH-A04").impossible("reveal_card Ann draw_pile ??", "RH-A04")


def test_declared_position() -> None:
    """RH-S06, RH-D03: a record may start late: what is declared stands, the rest is counted or unknown."""
    table = standing("-|alys|giles20|-", "-|-|kit|-")
    assert (mats(table), table.state.hand_no) == (("-|alys|giles20|-", "-|-|kit|-"), 4)
    assert GAME.census(table.state) == {"Ann": 10, "Ben": 10}
    table.refused("place_character Ann giles18", "RH-D03")


@pytest.mark.parametrize(
    ("positions", "rule"),
    [
        ("[(player=Ann, draw_pile=5)]", "RH-S01"),
        ("[(player=Ann, draw_pile=-1), (player=Ben, draw_pile=5)]", "RH-S06"),
        ("[(player=Ann, weapons=market_day, draw_pile=4), (player=Ben, draw_pile=5)]", "RH-A02"),
        ("[(player=Ann, modifiers=[alys], draw_pile=4), (player=Ben, draw_pile=5)]", "RH-A02"),
    ],
)
def test_impossible_positions(positions: str, rule: str) -> None:
    """RH-S01, RH-S06, RH-A02: a position states both tables, with counts and kinds of cards that can be."""
    declared("", [], []).impossible(f"declare_position 1 2 positions={positions}", rule)


def test_position_of_another_size() -> None:
    """RH-D01: a position whose cards do not add up to the agreed number is refused; as played it stands."""
    line = "declare_position 1 2 positions=[(player=Ann, draw_pile=4), (player=Ben, draw_pile=5)]"
    table = declared("", [], []).refused(line, "RH-D01").as_played(line, "RH-D01")
    assert GAME.census(table.state)["Ann"] == 9


def test_position_counts_from_one() -> None:
    """RH-T01: rounds and hands of a declared position count from 1."""
    line = "declare_position 0 1 positions=[(player=Ann, draw_pile=5), (player=Ben, draw_pile=5)]"
    declared("", [], []).impossible(line, "RH-T01")
