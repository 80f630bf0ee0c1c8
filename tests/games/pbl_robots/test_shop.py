"""The Shop, the hand limit, hangars that are lost, forms."""

import pytest

from tests.games.pbl_robots.table import adjust, attack, base, hand, limbs, side, slot, standard, tags, three

ROW = "row=[f50, f51, f52, f53, f54]"


def _empty_deck(table, seat="Ana", cards=35):
    """A table at which a player's deck has run out; one card lies on the scrap heap."""
    moves = [f"move_card(card=??, player={seat}, source=deck, to=out_of_game)"] * cards
    return adjust(table, *moves, f"discard(player={seat}, cards=[f01])")


def _open(table):
    """The Shop is opened by Ana's end draw."""
    return _empty_deck(table).do(f"draw_card slot=1 {ROW}")


def test_hand_limit():
    """PBL-X06: with eleven cards everything else waits until one is scrapped."""
    table = adjust(standard(), "draw(player=Ana, n=5, drawn=[(), (), (), (), ()])").do("draw_card")
    table.refused("build_armor ar_lg1 player=Bo", "PBL-X06").refused("play_action ac_draw player=Ana", "PBL-X06")
    table.refused("discard_to_limit [??, ??] player=Ana", "PBL-X06").do("discard_to_limit [f01]")
    assert (len(hand(table, 0)), side(table, 0).face_down[0].card) == (10, "f01")


def test_several_draws_first():
    """PBL-X06: an effect that draws three is finished before the hand goes down to ten."""
    table = adjust(standard(), "draw(player=Ana, n=5, drawn=[(), (), (), (), ()])").do("play_action ac_draw3")
    table.do("draw_card", "draw_card", "draw_card").refused("draw_card", "PBL-X06").do("discard_to_limit [??, ??]")


def test_empty_deck_opens_the_shop():
    """PBL-X07: the scrap heap becomes the deck and five cards are turned up; a deck that is not empty opens nothing."""
    table = standard().refused(f"draw_card {ROW}", "PBL-X07")
    _open(table)
    assert tags(table)[:3] == ["move_passed", "shop_opened", "shop_card_taken"]
    assert (side(table, 0).deck, side(table, 0).scrap, table.state.shop.deck) == (1, (), 15)
    assert table.state.shop.row == ("", "f51", "f52", "f53", "f54")


def test_nothing_left_anywhere():
    """PBL-X07: with deck, scrap heap and shop empty nothing is drawn."""
    table = standard()
    adjust(table, *["move_card(card=??, player=Ana, source=deck, to=out_of_game)"] * 35)
    adjust(table, *["move_card(card=??, player=Ana, source=shop_deck, to=out_of_game)"] * 20)
    table.impossible("draw_card f09", "PBL-X07").do("draw_card nothing=yes")
    assert "no_card_to_draw" in tags(table)


def test_exhausted_shop_is_a_draw_by_option():
    """PBL-X07, PBL-Q36: by option the game is drawn when the Shop must open without cards."""
    table = standard(shop_exhausted="draw_game")
    adjust(table, *["move_card(card=??, player=Ana, source=deck, to=out_of_game)"] * 35)
    adjust(table, *["move_card(card=??, player=Ana, source=shop_deck, to=out_of_game)"] * 20).do("draw_card")
    assert (table.state.result.drawn, table.state.result.reason) == (True, "shop_exhausted")


def test_first_card_from_the_row():
    """PBL-X08: the opener does not draw from the new deck."""
    table = _empty_deck(standard()).refused(f"draw_card {ROW}", "PBL-X08").do(f"draw_card slot=2 {ROW}")
    assert hand(table, 0)[-1] == "f51"


def test_row_cards():
    """PBL-X09: nothing from the row before it opens or from an empty place; then anybody may take a card, known to all."""
    table = standard().refused("draw_card slot=1", "PBL-X09")
    _open(table).refused("draw_card slot=1", "PBL-X09").do("draw_card slot=2")
    assert (hand(table, 1)[-1], len(table.state.people[1].shown)) == ("f51", 1)


def test_face_down_discard_hides_known_cards():
    """PBL-C11, PBL-X09: after a bomb nobody knows any more whether a row card is still in the hand."""
    table = _open(standard()).do("draw_card slot=2")
    attack(table, "head", "head", "1, 1", "6, 6, 6").do("add_bombs [f50] [1] player=Ana")
    assert table.state.people[0].shown == frozenset()
    assert table.state.people[1].shown


def test_refill():
    """PBL-X10: a later opening fills the empty places only."""
    table = _open(standard()).do("draw_card slot=2")
    table.refused("play_action ac_shop row=[f55, f56, f57]", "PBL-X10").do("play_action ac_shop row=[f55, f56]")
    assert table.state.shop.row == ("f55", "f56", "f52", "f53", "f54")


def test_shop_action():
    """PBL-X08: the card that opens the Shop draws its card from the row; no scrap heap is shuffled."""
    table = standard().do(f"play_action ac_shop {ROW}").refused("draw_card", "PBL-X08").do("draw_card slot=3")
    assert (hand(table, 0)[-1], side(table, 0).deck) == ("f52", 35)


def test_search_in_the_row():
    """PBL-X11: with the Shop open a search may take a fitting row card, no other."""
    table = _empty_deck(standard()).do("draw_card slot=1 row=[f50, hg1, ar_la1, f53, f54]")
    table.refused("play_action ac_seek from_row=3", "PBL-X11").do("play_action ac_seek from_row=2")
    assert hand(table, 1)[-1] == "hg1"


@pytest.mark.parametrize(
    ("given", "found"), [("found=hg1", ("hg1",)), ("found=??", (None,)), ("", (None,)), ("found=-", ())]
)
def test_search_in_the_deck(given, found):
    """PBL-A19, PBL-X07: it ends with a fitting card, known or not, or with nothing; the deck is shuffled."""
    table = adjust(standard(), "reveal(player=Ana, card=ac_seek)")
    before = hand(table, 0)[1:]
    table.do(f"play_action ac_seek {given}")
    assert hand(table, 0) == (*before, *found)
    assert "deck_shuffled" in tags(table)


def test_no_search_finds_what_is_not_there():
    """PBL-A19, PBL-S02: another kind of card is refused, one that lies elsewhere is impossible."""
    table = (
        standard()
        .do("build_hangar hg1", "draw_card", "draw_card")
        .refused("play_action ac_seek found=ar_la1", "PBL-A19")
    )
    table.impossible("play_action ac_seek found=hg1", "PBL-S02")


def test_hangar_lost():
    """PBL-X12: without a hangar one crew member stays and storage bombs are lost."""
    table = standard().do("build_hangar hg1", "draw_card", "draw_card", "play_crew cr1a", "draw_card", "draw_card")
    table.do("play_crew cr1b", "draw_card", "draw_card")
    adjust(table, "remove_hangar(player=Ana)").refused("draw_card", "PBL-X12")
    table.refused("choose_reduction crew=[cr1a, cr1b]", "PBL-X12").do("choose_reduction crew=[cr1a]")
    bombs = standard().do("build_hangar hg1", "add_storage_bomb cr1a 3")
    assert side(adjust(bombs, "remove_hangar(player=Ana)"), 0).bombs == ()


def test_a_reduction_of_nothing():
    """PBL-A23, PBL-X12: a reduction that names nothing, or one crew member twice, is impossible, recorded as played too."""
    table = standard().do("build_hangar hg1", "draw_card", "draw_card", "play_crew cr1a", "draw_card", "draw_card")
    table.do("play_crew cr1b").impossible("choose_reduction", "PBL-A23")
    adjust(table, "remove_hangar(player=Ana)").impossible("choose_reduction", "PBL-X12")
    table.impossible("choose_reduction crew=[cr1a, cr1a]", "PBL-X12")
    assert [crew.card for crew in side(table, 0).crew] == ["cr1a", "cr1b"]


def test_hangar_lost_in_anothers_turn():
    """PBL-X12: the owner chooses, also when it is not his turn."""
    table = standard().do("build_hangar hg1", "draw_card", "draw_card", "play_crew cr1a", "draw_card", "draw_card")
    table.do("play_crew cr1b", "draw_card")
    adjust(table, "remove_hangar(player=Ana)").do("choose_reduction crew=[cr1a]")
    assert [crew.card for crew in side(table, 0).crew] == ["cr1b"]


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


def test_armor_below_is_active_again():
    """PBL-X13: armor that leaves uncovers the one below; without armor there is nothing to remove."""
    table = standard().do("build_armor ar_ra1", "draw_card", "draw_card", "build_armor ar_ra2")
    adjust(table, "remove_armor(player=Ana, slot=right_arm, to=hand)")
    assert slot(table, 0, "right_arm").stack[-1].card == "ar_ra1"
    assert hand(table, 0)[-1] == "ar_ra2"
    table.impossible("adjust test [remove_armor(player=Ana, slot=legs)]", "PBL-X13")


def _one_limb(table, player="Bo"):
    return adjust(table, *(f"blow_off(player={player}, slot={name})" for name in ("head", "left_arm", "right_arm")))


def test_critical_form():
    """PBL-X02: with one active limb the starter's critical numbers count; a shoulder is no limb."""
    table = standard().do("draw_card", "build_armor ar_ls", "draw_card")
    _one_limb(table)
    assert (side(table, 1).critical, base(table, 1)) == (True, (2, 2))


def test_critical_bonus_is_due():
    """PBL-X03: brick draws one card on entering, before anything else."""
    table = _one_limb(standard()).refused("build_armor ar_ra1", "PBL-X03")
    table.refused("draw_card reason=end_of_turn player=Bo", "PBL-X03").do("draw_card player=Bo reason=critical")


def test_back_to_normal():
    """PBL-X04: regeneration ends the form; entering again gives the bonus again."""
    table = _one_limb(standard()).do("draw_card player=Bo")
    adjust(table, "regenerate(player=Bo, slot=head)")
    assert not side(table, 1).critical
    adjust(table, "blow_off(player=Bo, slot=head)").do("draw_card player=Bo reason=critical")


def test_experts_have_no_critical_form():
    """PBL-X05: an expert keeps his numbers with one limb; the returning starter has no bonus."""
    table = adjust(standard(), "replace_pilot(player=Bo, card=ep_fury)")
    _one_limb(table)
    assert (side(table, 1).critical, base(table, 1)) == (False, (2, 1))
    adjust(table, "replace_pilot(player=Bo)")
    assert (side(table, 1).critical, table.state.owed) == (True, ())


def test_pilot_points():
    """PBL-X01: armor, blow-off cards and attached actions count; an announced number that differs is refused."""
    table = standard()
    for command in ("build_armor ar_la1", "build_armor ar_ls", "build_hangar hg1"):
        table.do(command, "draw_card", "draw_card")
    adjust(table, "blow_off(player=Ana, slot=head)")
    table.refused("play_expert_pilot ep_fury points=4", "PBL-X01").do("play_expert_pilot ep_fury points=3")


def test_regeneration():
    """PBL-X15: another card regenerates to the base armor; the upgrades are scrapped; an active limb is refused."""
    table = standard().do("build_armor ar_la1", "draw_card", "draw_card")
    adjust(table, "blow_off(player=Ana, slot=left_arm)", "regenerate(player=Ana, slot=left_arm)")
    assert (slot(table, 0, "left_arm").stack, side(table, 0).scrap) == ((), ("ar_la1",))


def test_regenerating_an_active_limb():
    """PBL-X15: a card that regenerates needs a dead limb."""
    mend = "action(card_id=mend, name=Mend, effects=[regenerate_limb(trigger=action)])"
    table = adjust(standard(), "blow_off(player=Ana, slot=left_arm)").do(f"define_card {mend}")
    table.refused("play_action mend target_slot=head", "PBL-X15").do("play_action mend target_slot=left_arm")
    assert limbs(table, 0) == 4


def test_termination_and_victory():
    """PBL-E01, PBL-E02, PBL-E04: the fourth limb ends the game at once, without a draw, credited to the destroyer."""
    table = _one_limb(standard()).do("draw_card player=Bo")
    attack(table, "head", "legs", "6, 6", "1, 1, 1").do("concede_combat")
    assert tags(table)[-2:] == ["robot_terminated", "game_ended"]
    assert (table.state.result.winners, side(table, 0).terminations) == ((0,), 1)
    table.impossible("draw_card", "PBL-E02")


def test_shoulders_do_not_save():
    """PBL-E03: a robot with a shoulder and four dead limbs is terminated."""
    table = standard().do("draw_card", "build_armor ar_ls", "draw_card")
    _one_limb(table).do("draw_card player=Bo")
    adjust(table, "blow_off(player=Bo, slot=legs, by=Ana)")
    assert table.state.result.winners == (0,)


def test_all_robots_at_once():
    """PBL-E05: if the last robots die by one event nobody wins."""
    limbs_of = [
        f"blow_off(player={p}, slot={s})" for p in ("Ana", "Bo") for s in ("head", "left_arm", "right_arm", "legs")
    ]
    table = adjust(standard(), *limbs_of)
    assert (table.state.result.drawn, table.state.result.winners) == (True, ())


def test_resigning():
    """PBL-E06: a resigned side is out, nobody is credited."""
    table = standard().do("resign player=Bo")
    assert (table.state.result.reason, side(table, 0).terminations) == ("resignation", 0)


def test_own_effect_is_credited_to_nobody():
    """PBL-E04, PBL-Q43: a player who destroys their own last limb gives no termination."""
    table = _one_limb(three(), "Bo").do("draw_card player=Bo")
    adjust(table, "blow_off(player=Bo, slot=legs, by=Bo)")
    assert [one.terminations for one in table.state.sides] == [0, 0, 0]
    assert side(table, 1).eliminated
