"""Changes by hand: each is checked on the table after the play and the changes before it, and each has an effect."""

import pytest

from domain.cards import format_token
from domain.games.pbl_robots.changes import Change, GiveExtraTurn
from domain.games.pbl_robots.commands.cards import Adjust
from domain.games.pbl_robots.events.turns import ShopOpened
from tests.games.pbl_robots.table import (
    adjust,
    attack,
    hand,
    limbs,
    points,
    side,
    slot,
    standard,
    tags,
    three,
    with_pilots,
)
from tests.scenario import as_played, cases, given, impossible, refused, then

TARGETS = "declare_attack head head", "roll_attack [1, 1]", "roll_defense [1, 1, 1]"
REFUSED = [
    # (what brings the table there, the change, the rule)
    ((), "draw(player=Ana, n=0)", "PBL-A27"),
    ((), "draw(player=Ana, n=1, drawn=[(card=f01), (card=f02)])", "PBL-A27"),
    ((), "draw(player=Ana, drawn=[(card=f01, slot=7)])", "PBL-X09"),
    (("reveal(player=Ana, card=f01)",), "draw(player=Bo, drawn=[(card=f01)])", "PBL-S02"),
    ((), "discard(player=Ana, cards=[])", "PBL-S02"),
    ((), "discard(player=Ana, cards=[f01, f01])", "PBL-S02"),
    ((), "discard(player=Ana, cards=[??, ??, ??, ??, ??, ??])", "PBL-S02"),
    ((), "move_card(card=f01, player=Ana, source=hand, to=hand)", "PBL-S02"),
    ((), "move_card(card=f01, player=Ana, source=scrap, to=hand)", "PBL-S02"),
    ((), "move_card(card=vane, player=Ana, source=hand, to=deck)", "PBL-S02"),
    (("reveal(player=Bo, card=f01)",), "move_card(card=f01, player=Ana, source=deck, to=hand)", "PBL-S02"),
    (("reveal(player=Bo, card=f01)",), "move_card(card=f01, player=Ana, source=shop_deck, to=hand)", "PBL-S02"),
    (("reveal(player=Bo, card=f01)", "discard(player=Ana, cards=[??], face_down=yes)"),
     "move_card(card=f01, player=Ana, source=face_down, to=hand)", "PBL-S02"),
    ((), "search(player=Ana, card=f01, slot=3)", "PBL-X09"),
    (("reveal(player=Ana, card=f01)",), "search(player=Ana, card=f01)", "PBL-S02"),
    ((), "add_armor(player=Ana, card=cr1a, slot=head)", "PBL-S02"),
    ((), "add_armor(player=Ana, card=??, slot=head, source=deck)", "PBL-S02"),
    ((), "remove_armor(player=Ana, slot=head)", "PBL-X13"),
    (("blow_off(player=Bo, slot=head)",), "blow_off(player=Bo, slot=head)", "PBL-C03"),
    ((), "blow_off(player=Bo, slot=left_shoulder)", "PBL-C03"),
    ((), "regenerate(player=Ana, slot=head)", "PBL-X15"),
    ((), "add_bombs(player=Ana, dice=[3])", "PBL-A22"),
    ((), "add_bombs(player=Ana, dice=[])", "PBL-A22"),
    ((), "remove_bombs(player=Ana, dice=[3])", "PBL-C13"),
    ((), "remove_bombs(player=Ana, dice=[])", "PBL-C13"),
    ((), "set_die(pool=attack, old=1, new=2)", "PBL-C09"),
    (TARGETS, "set_die(pool=attack, old=5, new=2)", "PBL-C09"),
    (TARGETS, "set_die(pool=attack, old=1, new=1)", "PBL-C09"),
    ((), "add_dice(pool=attack, dice=[1])", "PBL-C09"),
    (TARGETS, "add_dice(pool=attack, dice=[])", "PBL-C09"),
    ((), "add_total(pool=attack, n=2)", "PBL-C09"),
    (TARGETS, "add_total(pool=attack, n=0)", "PBL-C09"),
    ((), "change_target(slot=legs)", "PBL-C01"),
    (TARGETS, "change_target(slot=legs, player=Ana)", "PBL-C01"),
    (TARGETS, "change_target(slot=head)", "PBL-C03"),
    (TARGETS, "change_target(slot=left_shoulder)", "PBL-C03"),
    ((), "attach(player=Bo, slot=head)", "PBL-A28"),
    ((), "detach(player=Bo, card=ac_jam)", "PBL-A28"),
    ((), "set_counter(player=Ana, card=ar_ct, value=3)", "PBL-A11"),
    (("add_armor(player=Ana, card=ar_ct, slot=right_arm, source=deck)",), "set_counter(player=Ana, card=ar_ct, value=1)",
     "PBL-A11"),
    ((), "remove_hangar(player=Ana)", "PBL-X12"),
    ((), "remove_crew(player=Ana, card=cr1a)", "PBL-A17"),
    ((), "replace_pilot(player=Ana)", "PBL-A25"),
    ((), "replace_pilot(player=Ana, card=cr1a)", "PBL-A25"),
    ((), "replace_pilot(player=Ana, card=??)", "PBL-A25"),
    ((), "extra_attack(n=0)", "PBL-T02"),
    (("open_shop(row=[f01, f02, f03, f04, f05])",), "open_shop()", "PBL-X10"),
    ((), "open_shop(row=[f01, f02, f03, f04, f05, f06])", "PBL-X10"),
    ((), "hand_limit(player=Ana, delta=0)", "PBL-X06"),
    ((), "hand_limit(player=Ana, delta=-11)", "PBL-X06"),
    ((), "reveal(player=Ana, card=??)", "PBL-S02"),
    (("reveal(player=Ana, card=f01)",), "reveal(player=Ana, card=f01)", "PBL-S02"),
    (("reveal(player=Ana, card=f01)",), "reveal(player=Bo, card=f01)", "PBL-S02"),
    (("move_card(card=??, player=Ana, source=deck, to=out_of_game)",) * 34, "shuffle(player=Ana)", "PBL-A27"),
    ((), "set_turn(player=Ana)", "PBL-T01"),
    (("blow_off(player=Bo, slot=head)", "blow_off(player=Bo, slot=left_arm)", "blow_off(player=Bo, slot=right_arm)",
      "blow_off(player=Bo, slot=legs)"), "skip_turn(player=Bo)", "PBL-E02"),
    ((), "put(player=Ana, card=cr1a, source=crew)", "PBL-A17"),
    (("put(player=Ana, card=cr1a)",), "put(player=Ana, card=cr1a, source=crew)", "PBL-A17"),
    ((), "put(player=Ana, card=ar_ct)", "PBL-S02"),
    ((), "put(player=Ana, card=hg1, source=scrap)", "PBL-S02"),
    ((), "modify(number=attack, card=ar_ct, by=1)", "PBL-A27"),
    ((), "modify(number=attack, card=??, by=1)", "PBL-A27"),
    ((), "modify(number=attack, scope=own, by=1)", "PBL-A27"),
    ((), "modify(number=hand_limit, player=Ana, to=-1)", "PBL-X06"),
    ((), "modify(number=attack, scope=all, only=[crew, hangar], by=1)", "PBL-A27"),
    ((), "modify(number=attack, scope=all, by=1, until=while_source_in_play)", "PBL-A27"),
    ((), "allow(action=attack, scope=all, only=[head], until=next)", "PBL-A27"),
    (("forbid(action=play_action, player=Bo, turns=2)",), "forbid(action=play_action, player=Bo, until=end_of_turn)",
     "PBL-A27"),
    ((), "prevent(what=blow_off, player=Ana)", "PBL-A27"),
    ((), "label(player=Ana, text=x, until=next)", "PBL-A27"),
    ((), "end(player=Ana)", "PBL-A27"),
]  # fmt: skip


def _brought(before):
    """A table at which Ana is to act, brought to where a change is tried: by commands, and by changes."""
    table = standard()
    for line in before:
        table.do(line if " " in line.split("(")[0] else _changed(line))
    return table


def _changed(*changes):
    return f"adjust test [{', '.join(changes)}]"


LISTS = [
    # (a list of changes that are each possible singly, the rule that refuses the last)
    ("draw(player=Ana, drawn=[(card=f01)])", "draw(player=Ana, drawn=[(card=f01)])", "PBL-S02"),
    ("move_card(card=f01, player=Ana, source=deck, to=hand)", "discard(player=Ana, cards=[f01, f01])", "PBL-S02"),
    ("blow_off(player=Bo, slot=legs)", "blow_off(player=Bo, slot=legs)", "PBL-C03"),
    ("reveal(player=Ana, card=f01)", "reveal(player=Bo, card=f01)", "PBL-S02"),
    ("set_turn(player=Bo)", "set_turn(player=Bo)", "PBL-T01"),
    ("open_shop()", "open_shop()", "PBL-X10"),
    ("hand_limit(player=Ana, delta=-9)", "hand_limit(player=Ana, delta=-2)", "PBL-X06"),
]


test_rules = cases(
    ("PBL-V23: a side whose robot is terminated gets nothing more; a player who is not at the table is named",
     given(three),
     lambda t: adjust(t, *(f"blow_off(player=Cleo, slot={limb})" for limb in ("head", "left_arm", "right_arm", "legs"))),
     impossible(_changed("extra_turn(player=Cleo)"), "PBL-V23"),
     impossible(_changed("move_card(card=??, player=Ana, source=deck, to=hand, to_player=Cleo)"), "PBL-V23"),
     impossible(Adjust(reason="test", changes=(GiveExtraTurn(player=7),)), "PBL-S01")),
    ("PBL-A27: what a change needs may be brought by the one before it: a limb that died comes back, a hangar gets bombs",
     given(lambda: adjust(standard(), "blow_off(player=Ana, slot=legs)", "regenerate(player=Ana, slot=legs)")),
     then(lambda t: limbs(t, 0), 4), "build_hangar hg1",
     refused(_changed(*["add_bombs(player=Ana, dice=[1, 2])"] * 2), "PBL-A22"),
     lambda t: adjust(t, "remove_hangar(player=Ana, to=hand)",
         "move_card(card=hg1, player=Ana, source=hand, to=deck_top)"), "draw_card",
     then(lambda t: hand(t, 0)[-1], "hg1")),
    ("PBL-C16, PBL-C17: a combat conceded before its dice, recorded as played, has no blow-off for a card to replace",
     given(standard), "declare_attack head head",
     impossible("concede_combat changes=[blow_off(player=Bo, slot=legs)]", "PBL-C17"),
     impossible("concede_combat replaced_by=ac_boost changes=[blow_off(player=Bo, slot=legs)]", "PBL-C17"),
     as_played("concede_combat", "PBL-C16")),
    ("PBL-C18, PBL-E01: a dead limb is not blown off again, by no effect, strike or attack, and counts once",
     given(lambda: adjust(standard(), "blow_off(player=Bo, slot=head, by=Ana)")),
     impossible("resolve_effect ac_boost [blow_off(player=Bo, slot=head, by=Ana)]", "PBL-C03"),
     impossible("record_strike ac_boost Bo head", "PBL-C03"), as_played("declare_attack head head", "PBL-C03"),
     "roll_attack [6, 6]", "roll_defense [1, 1, 1]", "concede_combat",
     then(lambda t: (side(t, 0).blow_offs, limbs(t, 1), tags(t)), (1, 3, ["combat_ended"]))),
    ("PBL-S02: what a command plays from unknown cards is not drawn, found or turned up by the same command",
     given(standard), impossible("play_action ac_draw drawn=[(card=ac_draw), (card=f01)]", "PBL-S02"), given(standard),
     impossible("play_action ac_draw drawn=[(card=f01), (card=f01)]", "PBL-S02"), given(standard),
     impossible("play_action ac_draw drawn=[(card=f01), (card=f02), (card=f03)]", "PBL-A27"), given(standard),
     impossible("play_action ac_shop row=[f01, f02, f03, f04, f05] drawn=[(card=f06, slot=1)]", "PBL-S02"),
     given(standard), refused("play_action ac_shop row=[f01, f02, f03, f04, f05] drawn=[(card=f06)]", "PBL-X08"),
     given(standard), impossible("build_armor ar_ra1d row=[f01]", "PBL-X10")),
    ("PBL-A28: the action in progress is attached by one change, not by a second, and leaves to its player's heap",
     given(standard), "play_action f01 player=Ana",
     impossible("resolve_effect f01 [attach(player=Bo, slot=head), attach(player=Bo, slot=legs)]", "PBL-A28"),
     "resolve_effect f01 [attach(player=Bo, slot=head)]",
     then(lambda t: points(t, 1), 1), lambda t: adjust(t, "detach(player=Bo, card=f01)"),
     then(lambda t: (points(t, 1), side(t, 0).scrap), (0, ("f01",)))),
    ("PBL-Q25: an unseen card out of a known hand makes the rest unknown, not a card that was named with it",
     given(lambda: adjust(standard(), *(f"reveal(player=Ana, card=f0{n}, shown=no)" for n in range(1, 6)))),
     lambda t: adjust(t, "discard(player=Ana, cards=[f01, ??], face_down=yes)"),
     then(lambda t: [token.card for token in side(t, 0).face_down], ["f01", None]),
     then(lambda t: side(t, 0).unplaced, {"f02", "f03", "f04", "f05"}),
     impossible("reveal_card f01 player=Ana", "PBL-S02")),
    ("PBL-A27: a card that nobody can name leaves the cards out of the game again",
     given(lambda: adjust(standard(), "move_card(card=??, player=Ana, source=deck, to=out_of_game)")),
     then(lambda t: (t.state.out_unknown, side(t, 0).deck), (1, 34)),
     lambda t: adjust(t, "move_card(card=??, player=Ana, source=out_of_game, to=deck)"),
     then(lambda t: (t.state.out_unknown, side(t, 0).deck), (0, 35)),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-A27: before the first turn there are no turns to change and no pilot to replace; cards moved are not lost",
     given(with_pilots, setup="quick_play"), impossible("adjust test [set_turn(player=Bo)]", "PBL-T01"),
     impossible("adjust t [extra_attack()]", "PBL-T02"), "deal_quick_play",
     lambda t: adjust(t, "move_card(card=f01, player=Ana, source=deck, to=hand)"), "deal_opening_hands player=Ana",
     "keep_opening_hand player=Ana",
     then(lambda t: hand(t, 0), ("f01", None, None, None, None, None)),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-C21: a die that does not count may be turned; the total is that of the dice that count",
     given(standard), lambda t: adjust(t, "add_armor(player=Ana, card=ar_la2, slot=left_arm, source=deck)"),
     lambda t: attack(t, "left_arm", "head", "6, 5, 4", "6, 6, 6"),
     lambda t: adjust(t, "set_die(pool=attack, old=6, new=1)"),
     then(lambda t: t.state.combat.attack_total, 4), lambda t: adjust(t, "set_die(pool=attack, old=4, new=3)"),
     then(lambda t: t.state.combat.attack_total, 3)),
    ("PBL-A27, PBL-X10: the Shop is opened by whose action it is, in another's turn too, unless another is named",
     given(standard), "play_action f09 player=Bo", "resolve_effect f09 [open_shop()] ",
     then(lambda t: [event.side for event in t.events if isinstance(event, ShopOpened)], [1]), given(standard),
     "play_action f09 player=Bo", "resolve_effect f09 [open_shop()] player=Ana",
     then(lambda t: [event.side for event in t.events if isinstance(event, ShopOpened)], [0])),
)  # fmt: skip


@pytest.mark.parametrize(("before", "change", "rule"), REFUSED, ids=[f"{one[1]}" for one in REFUSED])
def test_what_a_change_cannot_do(before, change, rule):
    """PBL-A27: given a change without effect, target or room, or one that doubles a card, then it is impossible."""
    _brought(before).impossible(_changed(change), rule)


def test_every_change_is_tried():
    """PBL-A27: the table above has a case for each change of the closed list."""
    tried = {line.split("(")[0] for _, line, _ in REFUSED}
    assert tried == {str(change.__struct_config__.tag) for change in Change.__args__} - {"extra_turn"}


@pytest.mark.parametrize(("first", "second", "rule"), LISTS, ids=[one[1] for one in LISTS])
def test_changes_see_those_before_them(first, second, rule):
    """PBL-A27: a change is checked on the result of the changes before it; a refused list leaves the state unchanged."""
    table = standard()
    table.impossible(_changed(first, second), rule)
    table.do(_changed(first))


def test_changes_see_the_play():
    """PBL-A27, PBL-Q54: a combat that has ended takes no more dice; what a card does instead is done after it."""
    table = attack(standard(), "head", "head", "6, 6", "1, 1, 1")
    table.impossible("concede_combat replaced_by=ac_boost changes=[add_total(pool=attack, n=2)]", "PBL-C09")
    table.impossible("concede_combat changes=[blow_off(player=Bo, slot=legs)]", "PBL-C17")
    table.impossible("concede_combat replaced_by=vane changes=[blow_off(player=Bo, slot=legs)]", "PBL-S02")
    table.do("concede_combat replaced_by=ac_boost changes=[blow_off(player=Bo, slot=legs)]")
    assert (slot(table, 1, "head").dead, slot(table, 1, "legs").dead) == (False, True)
    early = standard().do("declare_attack head head")
    early.impossible("concede_combat changes=[add_total(pool=attack, n=2)]", "PBL-C17")
    lost = attack(standard(), "head", "head", "1, 1", "6, 6, 6")
    lost.impossible("concede_combat replaced_by=ac_boost", "PBL-C17")


def test_cards_of_one_list_are_different_cards():
    """PBL-S02: a card named after one that was named by its number is another unknown card; each leaves the hand once."""
    table = standard()
    first, second, third, *rest = table.state.people[0].hand
    assert {token.card for token in (first, second, third)} == {None}
    adjust(table, f"discard(player=Ana, cards=[f01, {format_token(second.id)}, f02], face_down=yes)")
    assert [token.id for token in side(table, 0).face_down] == [first.id, second.id, third.id]
    assert table.state.people[0].hand == tuple(rest)
    assert table.game.card_counts(table.state) == {"orange cards": 100}
