"""The Shop, the hand limit, hangars that are lost, forms."""

import pytest

from tests.games.pbl_robots.table import adjust, attack, base, hand, limbs, side, slot, standard, tags, three
from tests.scenario import cases, given, impossible, refused, then

ROW = "row=[f50, f51, f52, f53, f54]"


def _empty_deck(table, seat="Ana", cards=35):
    """A table at which a player's deck has run out; one card is on the scrap heap."""
    moves = [f"move_card(card=??, player={seat}, source=deck, to=out_of_game)"] * cards
    return adjust(table, *moves, f"discard(player={seat}, cards=[f01])")


def _open(table):
    """The Shop is opened by Ana's end draw."""
    return _empty_deck(table).do(f"draw_card slot=1 {ROW}")


def _one_limb(table, player="Bo"):
    return adjust(table, *(f"blow_off(player={player}, slot={name})" for name in ("head", "left_arm", "right_arm")))


test_rules = cases(
    ("PBL-X06: with eleven cards everything else waits until one is scrapped",
     given(lambda: adjust(standard(), "draw(player=Ana, n=5, drawn=[(), (), (), (), ()])")), "draw_card",
     refused("build_armor ar_lg1 player=Bo", "PBL-X06"), refused("play_action ac_draw player=Ana", "PBL-X06"),
     refused("discard_to_limit [??, ??] player=Ana", "PBL-X06"), "discard_to_limit [f01]",
     then(lambda t: (len(hand(t, 0)), side(t, 0).face_down[0].card), (10, "f01"))),
    ("PBL-X06: an effect that draws three is finished before the hand goes down to ten",
     given(lambda: adjust(standard(), "draw(player=Ana, n=5, drawn=[(), (), (), (), ()])")), "play_action ac_draw3",
     "draw_card", "draw_card", "draw_card", refused("draw_card", "PBL-X06"), "discard_to_limit [??, ??]"),
    ("PBL-X07: the scrap heap becomes the deck and five cards are turned up; a deck that is not empty opens nothing",
     given(standard), refused(f"draw_card {ROW}", "PBL-X07"), _open,
     then(lambda t: tags(t)[:3], ["move_passed", "shop_opened", "shop_card_taken"]),
     then(lambda t: (side(t, 0).deck, side(t, 0).scrap, t.state.shop.deck), (1, (), 15)),
     then(lambda t: t.state.shop.row, ("", "f51", "f52", "f53", "f54"))),
    ("PBL-X07: with deck, scrap heap and shop empty nothing is drawn",
     given(standard), lambda t: adjust(t, *["move_card(card=??, player=Ana, source=deck, to=out_of_game)"] * 35),
     lambda t: adjust(t, *["move_card(card=??, player=Ana, source=shop_deck, to=out_of_game)"] * 20),
     impossible("draw_card f09", "PBL-X07"), "draw_card nothing=yes",
     then(lambda t: "no_card_to_draw" in tags(t), True)),
    ("PBL-X07, PBL-Q36: by option the game is drawn when the Shop must open without cards",
     given(standard, shop_exhausted="draw_game"),
     lambda t: adjust(t, *["move_card(card=??, player=Ana, source=deck, to=out_of_game)"] * 35),
     lambda t: adjust(t, *["move_card(card=??, player=Ana, source=shop_deck, to=out_of_game)"] * 20), "draw_card",
     then(lambda t: (t.state.result.drawn, t.state.result.reason), (True, "shop_exhausted"))),
    ("PBL-X08: the opener does not draw from the new deck",
     given(lambda: _empty_deck(standard())), refused(f"draw_card {ROW}", "PBL-X08"), f"draw_card slot=2 {ROW}",
     then(lambda t: hand(t, 0)[-1], "f51")),
    ("PBL-X09: nothing from the row before it opens or from an empty place; then anybody may take a card, known to all",
     given(standard), refused("draw_card slot=1", "PBL-X09"), _open, refused("draw_card slot=1", "PBL-X09"),
     "draw_card slot=2",
     then(lambda t: (hand(t, 1)[-1], len(t.state.people[1].shown)), ("f51", 1))),
    ("PBL-X10: a later opening fills the empty places only",
     given(lambda: _open(standard())), "draw_card slot=2",
     refused("play_action ac_shop row=[f55, f56, f57]", "PBL-X10"), "play_action ac_shop row=[f55, f56]",
     then(lambda t: t.state.shop.row, ("f55", "f56", "f52", "f53", "f54"))),
    ("PBL-X08: the card that opens the Shop draws its card from the row; no scrap heap is shuffled",
     given(standard), f"play_action ac_shop {ROW}", refused("draw_card", "PBL-X08"), "draw_card slot=3",
     then(lambda t: (hand(t, 0)[-1], side(t, 0).deck), ("f52", 35))),
    ("PBL-X11: with the Shop open a search may take a fitting row card, no other",
     given(lambda: _empty_deck(standard())), "draw_card slot=1 row=[f50, hg1, ar_la1, f53, f54]",
     refused("play_action ac_seek from_row=3", "PBL-X11"), "play_action ac_seek from_row=2",
     then(lambda t: hand(t, 1)[-1], "hg1")),
    ("PBL-A19, PBL-S02: another kind of card is refused, one that lies elsewhere is impossible",
     given(standard), "build_hangar hg1", "draw_card", "draw_card",
     refused("play_action ac_seek found=ar_la1", "PBL-A19"), impossible("play_action ac_seek found=hg1", "PBL-S02")),
    ("PBL-X12: without a hangar one crew member stays and storage bombs are lost",
     given(standard), "build_hangar hg1", "draw_card", "draw_card", "play_crew cr1a", "draw_card", "draw_card",
     "play_crew cr1b", "draw_card", "draw_card", lambda t: adjust(t, "remove_hangar(player=Ana)"),
     refused("draw_card", "PBL-X12"), refused("choose_reduction crew=[cr1a, cr1b]", "PBL-X12"),
     "choose_reduction crew=[cr1a]", given(standard), "build_hangar hg1", "add_storage_bomb cr1a 3",
     then(lambda t: side(adjust(t, "remove_hangar(player=Ana)"), 0).bombs, ())),
    ("PBL-A23, PBL-X12: a reduction that names nothing, or one crew member twice, is impossible, recorded as played too",
     given(standard), "build_hangar hg1", "draw_card", "draw_card", "play_crew cr1a", "draw_card", "draw_card",
     "play_crew cr1b", impossible("choose_reduction", "PBL-A23"), lambda t: adjust(t, "remove_hangar(player=Ana)"),
     impossible("choose_reduction", "PBL-X12"), impossible("choose_reduction crew=[cr1a, cr1a]", "PBL-X12"),
     then(lambda t: [crew.card for crew in side(t, 0).crew], ["cr1a", "cr1b"])),
    ("PBL-X12: the owner chooses, also when it is not his turn",
     given(standard), "build_hangar hg1", "draw_card", "draw_card", "play_crew cr1a", "draw_card", "draw_card",
     "play_crew cr1b", "draw_card", lambda t: adjust(t, "remove_hangar(player=Ana)"), "choose_reduction crew=[cr1a]",
     then(lambda t: [crew.card for crew in side(t, 0).crew], ["cr1b"])),
    ("PBL-X13: armor that leaves uncovers the one below; without armor there is nothing to remove",
     given(standard), "build_armor ar_ra1", "draw_card", "draw_card", "build_armor ar_ra2",
     lambda t: adjust(t, "remove_armor(player=Ana, slot=right_arm, to=hand)"),
     then(lambda t: slot(t, 0, "right_arm").stack[-1].card, "ar_ra1"), then(lambda t: hand(t, 0)[-1], "ar_ra2"),
     impossible("adjust test [remove_armor(player=Ana, slot=legs)]", "PBL-X13")),
    ("PBL-X02: with one active limb the starter's critical numbers count; a shoulder is no limb",
     given(standard), "draw_card", "build_armor ar_ls", "draw_card", _one_limb,
     then(lambda t: (side(t, 1).critical, base(t, 1)), (True, (2, 2)))),
    ("PBL-X03: brick draws one card on entering, before anything else",
     given(lambda: _one_limb(standard())), refused("build_armor ar_ra1", "PBL-X03"),
     refused("draw_card reason=end_of_turn player=Bo", "PBL-X03"), "draw_card player=Bo reason=critical"),
    ("PBL-X04: regeneration ends the form; entering again gives the bonus again",
     given(lambda: _one_limb(standard())), "draw_card player=Bo",
     lambda t: adjust(t, "regenerate(player=Bo, slot=head)"),
     then(lambda t: bool(side(t, 1).critical), False), lambda t: adjust(t, "blow_off(player=Bo, slot=head)"),
     "draw_card player=Bo reason=critical"),
    ("PBL-X05: an expert keeps his numbers with one limb; the returning starter has no bonus",
     given(lambda: adjust(standard(), "replace_pilot(player=Bo, card=ep_fury)")), _one_limb,
     then(lambda t: (side(t, 1).critical, base(t, 1)), (False, (2, 1))),
     lambda t: adjust(t, "replace_pilot(player=Bo)"),
     then(lambda t: (side(t, 1).critical, t.state.owed), (True, ()))),
    ("PBL-X15: another card regenerates to the base armor; the upgrades are scrapped; an active limb is refused",
     given(standard), "build_armor ar_la1", "draw_card", "draw_card",
     lambda t: adjust(t, "blow_off(player=Ana, slot=left_arm)", "regenerate(player=Ana, slot=left_arm)"),
     then(lambda t: (slot(t, 0, "left_arm").stack, side(t, 0).scrap), ((), ("ar_la1",)))),
    ("PBL-X15: a card that regenerates needs a dead limb",
     given(lambda: adjust(standard(), "blow_off(player=Ana, slot=left_arm)")),
     "define_card action(card_id=mend, name=Mend, effects=[regenerate_limb(trigger=action)])",
     refused("play_action mend target_slot=head", "PBL-X15"), "play_action mend target_slot=left_arm",
     then(lambda t: limbs(t, 0), 4)),
    ("PBL-E01, PBL-E02, PBL-E04: the fourth limb ends the game at once, without a draw, credited to the destroyer",
     given(lambda: _one_limb(standard())), "draw_card player=Bo",
     lambda t: attack(t, "head", "legs", "6, 6", "1, 1, 1"), "concede_combat",
     then(lambda t: tags(t)[-2:], ["robot_terminated", "game_ended"]),
     then(lambda t: (t.state.result.winners, side(t, 0).terminations), ((0,), 1)), impossible("draw_card", "PBL-E02")),
    ("PBL-E03: a robot with a shoulder and four dead limbs is terminated",
     given(standard), "draw_card", "build_armor ar_ls", "draw_card", _one_limb, "draw_card player=Bo",
     lambda t: adjust(t, "blow_off(player=Bo, slot=legs, by=Ana)"),
     then(lambda t: t.state.result.winners, (0,))),
    ("PBL-E05: if the last robots die by one event nobody wins",
     given(lambda: adjust(standard(), *[f"blow_off(player={p}, slot={s})" for p in ("Ana", "Bo") for s in ("head",
         "left_arm", "right_arm", "legs")])),
     then(lambda t: (t.state.result.drawn, t.state.result.winners), (True, ()))),
    ("PBL-E06: a resigned side is out, nobody is credited",
     given(standard), "resign player=Bo",
     then(lambda t: (t.state.result.reason, side(t, 0).terminations), ("resignation", 0))),
)  # fmt: skip


def test_face_down_discard_hides_known_cards():
    """PBL-C11, PBL-X09: after a bomb the others cannot tell whether a row card is still in the hand."""
    table = _open(standard()).do("draw_card slot=2")
    attack(table, "head", "head", "1, 1", "6, 6, 6").do("add_bombs [f50] [1] player=Ana")
    assert table.state.people[0].shown == frozenset()
    assert table.state.people[1].shown


@pytest.mark.parametrize(
    ("given", "found"), [("found=hg1", ("hg1",)), ("found=??", (None,)), ("", (None,)), ("found=-", ())]
)
def test_search_in_the_deck(given, found):
    """PBL-A19, PBL-X07: it ends with a fitting card, known or not, or without a card; the deck is shuffled."""
    table = adjust(standard(), "reveal(player=Ana, card=ac_seek)")
    before = hand(table, 0)[1:]
    table.do(f"play_action ac_seek {given}")
    assert hand(table, 0) == (*before, *found)
    assert "deck_shuffled" in tags(table)


def test_sidekick_of_any_skill():
    """PBL-X12: any crew member may stay, by option Skill 1 only."""
    for option, due in (("any_skill", None), ("skill_1_only", "PBL-X12")):
        table = standard(sidekick_after_hangar_loss=option)
        for command in ("build_hangar hg1", "play_crew cr1a", "play_crew cr2a"):
            table.do(command, "draw_card", "draw_card")
        adjust(table, "remove_crew(player=Ana, card=cr1a)", "remove_hangar(player=Ana)")
        if due is None:
            table.do("draw_card")
        else:
            table.refused("draw_card", due).do("choose_reduction crew=[cr2a]")


def test_pilot_points():
    """PBL-X01: armor, blow-off cards and attached actions count; an announced number that differs is refused."""
    table = standard()
    for command in ("build_armor ar_la1", "build_armor ar_ls", "build_hangar hg1"):
        table.do(command, "draw_card", "draw_card")
    adjust(table, "blow_off(player=Ana, slot=head)")
    table.refused("play_expert_pilot ep_fury points=4", "PBL-X01").do("play_expert_pilot ep_fury points=3")


def test_own_effect_is_credited_to_nobody():
    """PBL-E04, PBL-Q43: a player who destroys their own last limb gives no termination."""
    table = _one_limb(three(), "Bo").do("draw_card player=Bo")
    adjust(table, "blow_off(player=Bo, slot=legs, by=Bo)")
    assert [one.terminations for one in table.state.sides] == [0, 0, 0]
    assert side(table, 1).eliminated
