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
from tests.scenario import as_played, cases, given, impossible, refused, then

DRAW_TWO = "move(player=Ann, card=??, from_zone=draw_pile, to_zone=playing_hand)"


def _level(player: str = "Ann", amount: int = 1) -> str:
    return f"level(player={player}, stage=agility, amount={amount})"


def _move(card: str, origin: str, to: str, rest: str = "") -> str:
    return f"move(player=Ann, card={card}, from_zone={origin}, to_zone={to}{rest})"


test_rules = cases(
    ("RH-A05: an effect without a card in play or without changes is refused; an unknown source is impossible",
     given(lambda: place(playing("", [], []), "dunstan", "ned")),
     refused('resolve_card_effect Ann bram "up" changes=[level(player=Ann, stage=agility, amount=1)]', "RH-A05"),
     refused('resolve_card_effect Ann dunstan "up" changes=[]', "RH-A05"),
     impossible('resolve_card_effect Ann ?? "up" changes=[level(player=Ann, stage=agility, amount=1)]', "RH-A05")),
    ("RH-T02, RH-A05: card effects wait until both have placed",
     given(playing), refused(f'resolve_card_effect Ann dunstan "up" changes=[{DRAW_TWO}]', "RH-T02", "RH-A05")),
    ("RH-Q24, RH-B06: a level changed by hand counts in this hand's battles alone; after them it is too late",
     given(lambda: place(playing("", [], []), "giles20", "luce")),
     'resolve_card_effect Ann giles20 "doubles" changes=[level(player=Ann, stage=agility, amount=5)]',
     "resolve_battles",
     then(lambda t: level(t, 0, "agility"), 10),
     impossible('resolve_card_effect Ann giles20 "doubles" changes=[level(player=Ann, stage=agility, amount=5)]',
         "RH-B12")),
    ("RH-A05, RH-Q22: a character defeated in this hand may still be the source of an effect",
     given(lambda: fight(playing("", [], []), "noll", "ned")),
     'resolve_card_effect Ann noll "returns" changes=[move(player=Ann, card=noll, from_zone=dead_cards, '
     'to_zone=playing_hand)]',
     then(lambda t: dead(t, 0), [])),
    ("RH-C10: a modifier removed by hand goes to its owner's Dead Cards",
     given(lambda: place(hand(playing("modifiers=yes"), "market_day", "quill"), "alys", "kit")),
     'resolve_card_effect Ben kit "tears it down" changes=[remove_modifier(player=Ann, card=market_day)]',
     then(lambda t: (in_force(t, 0), dead(t, 0)), ([], ["market_day"]))),
    ("RH-A05: a modifier laid on the Modifier pile by hand is in force with its printed duration",
     given(lambda: place(playing("modifiers=yes", [], []), "alys", "kit")),
     'resolve_card_effect Ann alys "sets it up" changes=[move(player=Ann, card=toll_gate, from_zone=playing_hand, '
     'to_zone=modifier_pile)]',
     then(lambda t: t.state.players[0].modifier_pile[0].duration, "lasting")),
    ("RH-A05: an adjustment without reason or changes is impossible",
     given(playing), impossible('adjust "" changes=[order(first=Ann)]', "RH-A05"), given(playing),
     impossible('adjust "nothing" changes=[]', "RH-A05")),
    ("RH-A01: an adjustment may put a character on any free stage: it follows the table, legal or not",
     given(playing, "", [], []),
     'adjust "it lay there" changes=[move(player=Ann, card=wat, from_zone=playing_hand, to_zone=strength)]',
     then(lambda t: mats(t)[0], "-|-|wat|-")),
    ("RH-A04: an adjustment cannot name a card that is known to be elsewhere",
     given(lambda: hand(playing(), "dunstan", "ned")),
     impossible('adjust "?" changes=[move(player=Ann, card=dunstan, from_zone=playing_hand, to_zone=dead_cards)]',
         "RH-A04")),
    ("RH-T05: who places first may be adjusted",
     given(lambda: hand(playing(), "dunstan", "ned")), 'adjust "misread" changes=[order(first=Ben)]',
     "place_character Ben luce",
     then(lambda t: GAME.turn_info(t.state).seat, 0)),
    ("RH-A05: a card on record may be named, renamed or forgotten by its number; other zones are not touched",
     given(playing), 'adjust "seen" changes=[identify(player=Ann, token=#1-02, card=alys)]',
     then(lambda t: t.state.players[0].playing_hand[1].card, "alys"),
     'adjust "not sure" changes=[identify(player=Ann, token=#1-02, card=??)]',
     then(lambda t: t.state.players[0].playing_hand[1].card, None),
     impossible('adjust "?" changes=[identify(player=Ann, token=#2-02, card=alys)]', "RH-A05")),
    ("RH-T05: who places first is set before the placements; later it would change nothing, and is impossible",
     given(lambda: fight(playing(), "dunstan", "ned")),
     impossible('adjust "late" changes=[order(first=Ben)]', "RH-T05")),
    ("RH-B12: a level changed in a phase without battles to come would change nothing, and is impossible",
     given(lambda: fight(playing("", [], []), "dunstan", "ned")), "end_hand",
     then(lambda t: (t.state.phase, mats(t)[0]), ("refill", "-|dunstan|-|-")),
     impossible('adjust "late" changes=[level(player=Ann, stage=weapons, amount=1)]', "RH-B12")),
    ("RH-A04: a card cannot be named what is known to lie elsewhere; once that is forgotten it can",
     given(playing), 'adjust "seen" changes=[identify(player=Ann, token=#1-02, card=alys)]',
     impossible('adjust "again" changes=[identify(player=Ann, token=#1-03, card=alys)]', "RH-A04"),
     'adjust "it was the other" changes=[identify(player=Ann, token=#1-02, card=??), identify(player=Ann, token=#1-03, '
     'card=alys)]',
     then(lambda t: [token.card for token in t.state.players[0].playing_hand[:3]], [None, None, "alys"])),
    ("RH-T08: when an adjustment leaves nobody to draw, the next hand begins",
     given(lambda: fight(playing("", [], []), "dunstan", "ned")), "end_hand", "draw_card Ann",
     'adjust "Ben drew unseen" changes=[move(player=Ben, card=??, from_zone=draw_pile, to_zone=playing_hand)]',
     then(lambda t: (t.state.phase, t.state.hand_no), ("placing", 2))),
    ("RH-A04: a revealed card becomes known; one that is known to be elsewhere, or that nobody names, cannot be revealed",
     given(playing), "reveal_card Ann playing_hand alys to=opponent",
     then(lambda t: t.state.players[0].playing_hand[0].card, "alys"),
     impossible("reveal_card Ann draw_pile alys", "RH-A04"), impossible("reveal_card Ann draw_pile ??", "RH-A04")),
    ("RH-S06, RH-D03: a record may start late: what is declared stands, the rest is counted or unknown",
     given(standing, "-|alys|giles20|-", "-|-|kit|-"),
     then(lambda t: (mats(t), t.state.hand_no), (("-|alys|giles20|-", "-|-|kit|-"), 4)),
     then(lambda t: GAME.card_counts(t.state), {"Ann": 10, "Ben": 10}), refused("place_character Ann giles18", "RH-D03")),
    ("RH-D01: a position whose cards do not add up to the agreed number is refused; as played it stands",
     given(declared, "", [], []),
     refused("declare_position 1 2 positions=[(player=Ann, draw_pile=4), (player=Ben, draw_pile=5)]", "RH-D01"),
     as_played("declare_position 1 2 positions=[(player=Ann, draw_pile=4), (player=Ben, draw_pile=5)]", "RH-D01"),
     then(lambda t: GAME.card_counts(t.state)["Ann"], 9)),
    ("RH-T01: rounds and hands of a declared position count from 1",
     given(declared, "", [], []),
     impossible("declare_position 0 1 positions=[(player=Ann, draw_pile=5), (player=Ben, draw_pile=5)]", "RH-T01")),
    ("RH-S01, RH-S06, RH-A02: a position states both tables, with counts and kinds of cards that can be",
     given(declared, "", [], []), impossible("declare_position 1 2 positions=[(player=Ann, draw_pile=5)]", "RH-S01"),
     impossible("declare_position 1 2 positions=[(player=Ann, draw_pile=-1), (player=Ben, draw_pile=5)]", "RH-S06"),
     impossible("declare_position 1 2 positions=[(player=Ann, weapons=market_day, draw_pile=4), (player=Ben, draw_pile=5)]",
         "RH-A02"),
     impossible("declare_position 1 2 positions=[(player=Ann, modifiers=[alys], draw_pile=4), (player=Ben, draw_pile=5)]",
         "RH-A02")),
)  # fmt: skip


def test_effects_by_hand() -> None:
    """RH-A05: what the catalogue cannot express is recorded with the card and every change, and the changes are made."""
    table = place(playing("modifiers=yes", [], []), "pedlars_pack", "ned")
    back = "move(player=Ann, card=#1-02, from_zone=playing_hand, to_zone=draw_pile, bottom=yes)"
    table.do(
        f'resolve_card_effect Ann pedlars_pack "draws two, puts one under" changes=[{DRAW_TWO}, {DRAW_TWO}, {back}]'
    )
    ann = table.state.players[0]
    assert (len(ann.playing_hand), len(ann.draw_pile), ann.draw_pile[-1].id) == (5, 4, 1002)


def test_effects_move_cards_from_where_they_are() -> None:
    """RH-A05: a card outside the named zone cannot be moved, and an occupied stage takes only one card."""
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


def test_victory_by_hand() -> None:
    """RH-E09, RH-E02: a victory given by hand may win the tournament; a counter does not fall below 0."""
    table = playing("victories_to_win=1").impossible('adjust "oops" changes=[victory(player=Ann, amount=-1)]', "RH-E02")
    table.do('adjust "game loss for Ben" changes=[victory(player=Ann, amount=1)]')
    result = GAME.outcome(table.state)
    assert result is not None
    assert result.winners == (0,)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        (_level(amount=0), "RH-A05"),
        ("victory(player=Ann, amount=0)", "RH-E02"),
        ("order(first=-)", "RH-T05"),
        ("identify(player=Ann, token=#1-01, card=??)", "RH-A05"),
        ("identify(player=Ann, token=#1-01=alys, card=bram)", "RH-A05"),
        ("identify(player=Ann, token=#1-01, card=#1-02)", "RH-A05"),
        (_move("??", "playing_hand", "playing_hand"), "RH-A05"),
        (_move("??", "draw_pile", "draw_pile"), "RH-A05"),
        (_move("??", "playing_hand", "dead_cards", ", bottom=yes"), "RH-A05"),
    ],
)
def test_idle_changes(changes: str, rule: str) -> None:
    """RH-A05, RH-E02, RH-T05: a change by hand without effect, or with an impossible statement, is impossible."""
    playing("", [], []).impossible(f'adjust "idle" changes=[{changes}]', rule)


def test_changes_are_checked_on_what_those_before_left() -> None:
    """RH-A05: a card that one change moved away cannot be moved by the next; one that came can."""
    table = place(playing("", [], []), "dunstan", "ned")
    away = _move("dunstan", "agility", "dead_cards")
    table.impossible(f'adjust "twice" changes=[{away}, {away}]', "RH-A05")
    table.impossible(f'adjust "no one there" changes=[{away}, {_level()}]', "RH-A05")
    back = _move("dunstan", "dead_cards", "weapons")
    assert mats(table.do(f'adjust "there and on" changes=[{away}, {back}]'))[0] == "-|dunstan|-|-"


def test_every_change_is_told_by_the_event() -> None:
    """RH-A05: the event of an adjustment holds as many applied changes as were entered, in order."""
    table = playing("", [], [])
    table.do(f'adjust "three" changes=[{DRAW_TWO}, victory(player=Ben, amount=1), order(first=Ben)]')
    applied = [str(part.__struct_config__.tag) for part in table.events[0].changes]  # type: ignore[attr-defined]
    assert applied == ["card_moved", "victories_changed", "order_set"]


def test_stage_of_a_face_down_card_is_taken() -> None:
    """RH-A05, RH-Q27: a card cannot be moved by hand to a stage reserved for a face-down card; every card is kept."""
    table = playing("", [], []).do("place_character Ann dunstan")
    table.impossible(f'adjust "it lay there" changes=[{_move("wat", "playing_hand", "agility")}]', "RH-A05")
    table.do(f'adjust "it lay there" changes=[{_move("wat", "playing_hand", "weapons")}]', "place_character Ben ned")
    assert (mats(table)[0], GAME.card_counts(table.state)["Ann"]) == ("dunstan|wat|-|-", 10)


def test_victories_do_not_contradict_the_end() -> None:
    """RH-E09: only one player can reach the goal, and a winner keeps the victories that won."""
    table = playing("victories_to_win=1")
    ann, ben = "victory(player=Ann, amount=1)", "victory(player=Ben, amount=1)"
    table.impossible(f'adjust "both" changes=[{ann}, {ben}]', "RH-E09")
    table.do(f'adjust "one" changes=[{ann}]').impossible(f'adjust "too late" changes=[{ben}]', "RH-E09")
    table.impossible('adjust "back" changes=[victory(player=Ann, amount=-1)]', "RH-E09")
    playing("victories_to_win=1").do("concede_tournament Ann").impossible(f'adjust "won" changes=[{ann}]', "RH-E09")


def test_piles_changed_by_hand_are_shuffled_and_drawn_whole() -> None:
    """RH-S08, RH-S09: after a card left the Draw pile by hand, no shuffle or draw makes up cards that are not there."""
    table = declared().do("start_round", f'adjust "fell off" changes=[{_move("??", "draw_pile", "dead_cards")}]')
    table.impossible("shuffle_draw_pile Ann seed=x", "RH-S08").do("shuffle_draw_pile Ann")
    few = ", ".join([_move("??", "draw_pile", "dead_cards")] * 5)
    table.do(f'adjust "fell off" changes=[{few}]').impossible("draw_playing_hand Ann", "RH-S09")
