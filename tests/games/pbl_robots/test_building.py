"""Armor, pods, shoulders, crew, hangars, experts, actions."""

import pytest
from msgspec.structs import replace

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.numbers import level_of
from tests.games.pbl_robots.table import adjust, attack, base, hand, points, side, slot, standard, tags, three


def _turn(table, *commands):
    """A build of Ana's, and Bo's turn passed."""
    return table.do(*commands, "draw_card", "draw_card")


def test_armor_goes_on_its_slot():
    """PBL-A01: a wrong slot, or a pod without one, is refused."""
    table = standard().refused("build_armor ar_ra1 slot=left_arm", "PBL-A01").impossible("build_armor pod_a", "PBL-A01")
    table.refused("build_armor pod_regen slot=left_shoulder", "PBL-A01").do("build_armor ar_ra1 slot=right_arm")


def test_levels_rise_by_one():
    """PBL-A02: Level 2 on the base and Level 3 on Level 1 are refused."""
    table = standard().refused("build_armor ar_la2", "PBL-A02")
    _turn(table, "build_armor ar_la1").refused("build_armor ar_la3", "PBL-A02").do("build_armor ar_la2")


def test_top_card_sets_the_level():
    """PBL-A03: Level 1 on Level 2 is allowed, and then at most Level 2 follows."""
    table = _turn(standard(), "build_armor ar_la1")
    table = _turn(_turn(table, "build_armor ar_la2"), "build_armor ar_la1b")
    assert level_of(slot(table, 0, "left_arm")) == 1
    table.refused("build_armor ar_la3", "PBL-A02")


def test_no_armor_on_dead_limbs():
    """PBL-A04: a dead limb takes no armor."""
    adjust(standard(), "blow_off(player=Ana, slot=left_arm)").refused("build_armor ar_la1", "PBL-A04")


def test_only_the_top_armor_counts():
    """PBL-A05: the stack counts for points, its top for numbers; a bonus on play is due at once."""
    table = _turn(_turn(standard(), "build_armor ar_ra1"), "build_armor ar_ra2")
    assert (slot(table, 0, "right_arm").stack[-1].attack, points(table, 0)) == (3, 2)
    table.do("build_armor ar_ra1d").refused("draw_card reason=end_of_turn", "PBL-A05").do("draw_card reason=effect")
    assert table.state.turn.seat == 0


def test_bonus_can_be_entered_with_the_build():
    """PBL-A05: the draw may stand in the build itself; more cards than it draws are refused."""
    table = standard().refused("build_armor ar_ra1d drawn=[(), ()]", "PBL-A27")
    table.do("build_armor ar_ra1d drawn=[(card=f09)]")
    assert (hand(table, 0)[-1], table.state.owed) == ("f09", ())


def test_shoulder_needs_head_or_arm():
    """PBL-A06: with head and left arm dead no left shoulder is built, on an armed one neither."""
    table = adjust(standard(), "blow_off(player=Ana, slot=head)", "blow_off(player=Ana, slot=left_arm)")
    table.refused("build_armor ar_ls", "PBL-A06").do("build_armor ar_rs")


def test_shoulders_stack():
    """PBL-A07: a shoulder armor may lie on another one."""
    table = _turn(_turn(standard(), "build_armor ar_ls"), "build_armor ar_ls2")
    assert len(slot(table, 0, "left_shoulder").stack) == 2


def test_shoulder_stays():
    """PBL-A08: a shoulder stays when head and arm are lost, and defends with base dice alone."""
    table = _turn(standard(), "build_armor ar_ls")
    adjust(table, "blow_off(player=Ana, slot=head)", "blow_off(player=Ana, slot=left_arm)")
    table.do("draw_card", "declare_attack head left_shoulder", "roll_attack [1, 1]").refused(
        "roll_defense [1, 1]", "PBL-C07"
    )
    assert slot(table, 0, "left_shoulder").stack


def test_construction_pod():
    """PBL-A09: it counts one level above what it covers, cannot attack, and takes no dead limb."""
    table = _turn(standard(), "build_armor ar_la1")
    table = _turn(table, "build_armor pod_a slot=left_arm").refused("declare_attack left_arm head", "PBL-C02")
    assert level_of(slot(table, 0, "left_arm")) == 2
    table.do("build_armor ar_la3")
    adjust(table, "blow_off(player=Ana, slot=legs)", "set_turn(player=Ana)")
    table.refused("build_armor pod_b slot=legs", "PBL-A04", "PBL-A09")


def test_regeneration_pod():
    """PBL-A10: it takes the blow-off card away at Level 0 and leaves the armor below; active limbs take none."""
    table = _turn(standard(), "build_armor ar_la1").refused("build_armor pod_regen slot=left_arm", "PBL-A10")
    adjust(table, "blow_off(player=Ana, slot=left_arm)")
    table.do("build_armor pod_regen slot=left_arm")
    limb = slot(table, 0, "left_arm")
    assert (limb.dead, level_of(limb), len(limb.stack)) == (False, 0, 2)
    _turn(table).refused("declare_attack left_arm head", "PBL-C02")


def test_counter_is_reset_when_covered():
    """PBL-A11: a counter that was turned up goes back to its start under the next armor."""
    table = _turn(standard(), "build_armor ar_ct")
    adjust(table, "set_counter(player=Ana, card=ar_ct, value=4)")
    assert slot(table, 0, "right_arm").stack[0].counter == 4
    table.do("build_armor ar_ra2")
    assert slot(table, 0, "right_arm").stack[0].counter == 1


def test_skills_rise_by_one():
    """PBL-A12: with a hangar Skill 2 needs Skill 1 in play, Skill 3 needs Skill 2."""
    table = _turn(standard(), "build_hangar hg1").refused("play_crew cr2a", "PBL-A12")
    _turn(table, "play_crew cr1a").refused("play_crew cr3a", "PBL-A12").do("play_crew cr2a")


def test_crew_needs_space():
    """PBL-A13: a full hangar takes nobody."""
    _turn(_turn(standard(), "build_hangar hg1b"), "play_crew cr1a").refused("play_crew cr1b", "PBL-A13")


def test_sidekick():
    """PBL-A14: without a hangar one crew member of Skill 1."""
    table = standard().refused("play_crew cr2a", "PBL-A14")
    _turn(table, "play_crew cr1a").refused("play_crew cr1b", "PBL-A14")


def test_sidekick_moves_in():
    """PBL-A15: the sidekick moves into a new hangar."""
    table = _turn(standard(), "play_crew cr1a").do("build_hangar hg1")
    assert "sidekick_moved" in tags(table)
    assert [crew.card for crew in side(table, 0).crew] == ["cr1a"]


def test_crew_add_up():
    """PBL-A16, PBL-X14: all crew and the active hangar count in the base stats."""
    table = _turn(_turn(_turn(standard(), "build_hangar hg1"), "play_crew cr1a"), "play_crew cr2a")
    assert base(table, 0) == (1 + 1 + 1, 1 + 1 + 1)


def test_crew_without_blast_stays():
    """PBL-A17: a crew member without a blast cannot be discarded."""
    _turn(standard(), "play_crew cr1a").refused("blast_crew cr1a", "PBL-A17").impossible("blast_crew cr1x", "PBL-A17")


def test_blast_in_own_turn():
    """PBL-A18, PBL-Q58: an own-turn blast is refused in another's turn and draws at once in one's own."""
    table = standard().do("play_crew cr1x", "draw_card").refused("blast_crew cr1x player=Ana", "PBL-A18")
    table.do("draw_card", "blast_crew cr1x").refused("build_armor ar_ra1", "PBL-A18")
    table.do("draw_card", "draw_card", "build_armor ar_ra1")
    assert side(table, 0).scrap == ("cr1x",)


def test_pick():
    """PBL-A19: the crew card leaves the hand for a fitting armor; not with crew in play, not for another slot."""
    table = standard().refused("pick_armor cr1p ar_ra1", "PBL-A19").do("pick_armor cr1p ar_la1")
    assert "ar_la1" in hand(table, 0)
    assert side(table, 0).scrap == ("cr1p",)
    other = _turn(standard(), "play_crew cr1p").impossible("pick_armor cr1p ar_la1", "PBL-A19")
    other.refused("pick_armor cr1a ar_la1", "PBL-A19")


def test_pick_finds_pods():
    """PBL-A09: a construction pod counts as left arm armor for a search."""
    standard().do("pick_armor cr1p pod_a")


def test_pick_timing():
    """PBL-A19: picks are used at any time, or by option in one's own turn only."""
    standard().do("pick_armor cr1p ar_la1 player=Bo")
    standard(pick_timing="own_turn").refused("pick_armor cr1p ar_la1 player=Bo", "PBL-A19")


def test_hangar_levels():
    """PBL-A20: Level 2 first and Level 3 on Level 1 are refused."""
    table = standard().refused("build_hangar hg2", "PBL-A20")
    _turn(table, "build_hangar hg1").refused("build_hangar hg3", "PBL-A20").do("build_hangar hg2")


def test_one_hangar_counts():
    """PBL-A21: the hangar below gives nothing."""
    table = _turn(_turn(standard(), "build_hangar hg1"), "build_hangar hg2")
    assert base(table, 0) == (1 + 1, 1)


def test_storage_bombs_need_a_card_and_space():
    """PBL-A22: no hangar, or no card named, and there is no storage bomb."""
    table = standard().refused("add_storage_bomb cr1a 4", "PBL-A22")
    table = _turn(table, "build_hangar hg1b").refused("add_storage_bomb ?? 4", "PBL-A22").do("add_storage_bomb cr1a 4")
    table.refused("add_storage_bomb cr1a 2", "PBL-A22")
    assert side(table, 0).bombs == (4,)


def test_storage_bombs_stay():
    """PBL-A23: nothing is removed while there is room."""
    table = _turn(standard(), "build_hangar hg1").do("add_storage_bomb cr1a 4")
    table.refused("choose_reduction bombs=[4]", "PBL-A23")


def test_smaller_hangar_forces_a_choice():
    """PBL-A24: two crew in one space: everything else waits until one goes."""
    table = _turn(_turn(_turn(standard(), "build_hangar hg1"), "play_crew cr1a"), "play_crew cr1b")
    table.do("build_hangar hg1b").refused("draw_card", "PBL-A24")
    table.refused("choose_reduction crew=[cr1a, cr1b]", "PBL-A24").do("choose_reduction crew=[cr1a]", "draw_card")


def test_expert_needs_points():
    """PBL-A25: one point short is refused; later losses do not remove the expert."""
    table = _turn(_turn(standard(), "build_armor ar_la1"), "build_armor ar_la2")
    table.refused("play_expert_pilot ep_fury", "PBL-A25")
    table = _turn(table, "build_armor ar_ra1").do("play_expert_pilot ep_fury")
    adjust(table, "remove_armor(player=Ana, slot=right_arm)")
    assert side(table, 0).pilots[-1].card == "ep_fury"


def test_expert_replaces_expert():
    """PBL-A25, PBL-Q15: the old expert is scrapped, the starter stays below and returns."""
    table = adjust(standard(), "hand_limit(player=Ana, delta=9)", "hand_limit(player=Bo, delta=9)")
    for name in ("la1", "la2", "la3", "ra1", "hd1"):
        table = _turn(table, f"build_armor ar_{name}")
    table = _turn(_turn(table, "play_expert_pilot ep_fury"), "play_expert_pilot ep_grand")
    assert [pilot.card for pilot in side(table, 0).pilots] == ["vane", "ep_grand"]
    assert "ep_fury" in side(table, 0).scrap
    adjust(table, "replace_pilot(player=Ana)")
    assert [pilot.card for pilot in side(table, 0).pilots] == ["vane"]


def test_actions_by_anybody():
    """PBL-A26: actions are played in another's turn, but not during the preparation."""
    standard().do("play_action ac_draw player=Bo")
    from tests.games.pbl_robots.table import opening

    opening().impossible("play_action ac_draw", "PBL-A26")
    standard().impossible("play_action ar_ra1", "PBL-A26")


def test_action_is_resolved_first():
    """PBL-A27: while an action waits nothing else happens, not even another action."""
    table = standard().do("play_action f01").refused("play_action ac_draw", "PBL-A27").refused("draw_card", "PBL-A27")
    table.do("resolve_effect f01 [draw(player=Ana)]").refused("build_armor ar_ra1", "PBL-A27")
    table.do("draw_card")
    assert (table.state.action, side(table, 0).scrap) == (None, ("f01",))


def test_action_goes_to_the_scrap_heap():
    """PBL-A28: a resolved action is scrapped, an attached one stays on the limb."""
    table = standard().do("play_action ac_draw", "draw_card", "draw_card")
    assert side(table, 0).scrap == ("ac_draw",)
    table.do("play_action ac_jam target=Bo target_slot=head")
    assert side(table, 0).scrap == ("ac_draw",)
    assert [one.card for one in slot(table, 1, "head").attached] == ["ac_jam"]


def test_jammed_limb():
    """PBL-A28, PBL-C02: a jammed limb cannot attack; the jam counts as a pilot point of that robot."""
    table = standard().do("play_action ac_jam target=Bo target_slot=head", "draw_card")
    table.refused("declare_attack head head", "PBL-C02")
    assert points(table, 1) == 1
    adjust(table, "detach(player=Bo, card=ac_jam)")
    assert side(table, 0).scrap == ("ac_jam",)


def test_rage():
    """PBL-A29: after a rage expert one attack is left, no second build."""
    table = standard()
    for name in ("la1", "la2", "ra1"):
        table = _turn(table, f"build_armor ar_{name}")
    table.do("play_expert_pilot ep_fury").refused("build_armor ar_hd1", "PBL-T02", "PBL-A29")
    attack(table, "head", "head", "6, 6, 6", "1, 1, 1").do("concede_combat")
    table.refused("declare_attack head legs", "PBL-T02")


def test_rage_is_no_second_build_and_combat_no_time_for_one():
    """PBL-A29, PBL-T02, PBL-T09: why a build is refused: after the MOVE, with rage besides, in a combat, in another's turn."""
    table = standard()
    raging = table.given(lambda state: replace(state, turn=replace(state.turn, rage=1))).do("build_armor ar_ra1")
    raging.refused("build_armor ar_hd1", "PBL-T02", "PBL-A29").refused("build_armor ar_hd1 player=Bo", "PBL-T09")
    raging.do("declare_attack head head").refused("build_armor ar_hd1", "PBL-T02")
    standard().do("build_armor ar_ra1").refused("build_armor ar_hd1", "PBL-T02")
    standard().do("declare_attack head head").refused("build_armor ar_hd1", "PBL-T02")


BLASTS = {
    # whose turn it is, whom that player attacks: what is wrong with a blast of Ana's, by its kind
    ("Ana", ""): {"own_turn": [], "attacking": ["PBL-A18"], "defending": ["PBL-A18"]},
    ("Ana", "Bo"): {"own_turn": [], "attacking": [], "defending": ["PBL-A18"]},
    ("Bo", ""): {"own_turn": ["PBL-A18"], "attacking": ["PBL-A18"], "defending": ["PBL-A18"]},
    ("Bo", "Ana"): {"own_turn": ["PBL-A18", "PBL-C15"], "attacking": ["PBL-A18"], "defending": []},
    ("Bo", "Cleo"): {"own_turn": ["PBL-A18"], "attacking": ["PBL-A18"], "defending": ["PBL-A18"]},
}


@pytest.mark.parametrize(("turn", "target"), BLASTS)
def test_when_a_crew_member_is_blasted(turn, target):
    """PBL-A18, PBL-C15: in one's own turn, while one attacks, or while one defends, as the card says; another at any time."""
    for kind, rules in {**BLASTS[turn, target], "any": []}.items():
        table = three().do(f"define_card crew(card_id={kind}, name=C, skill=1, blast={kind})")
        table.do(f"play_crew {kind}", *["draw_card"] * (1 if turn == "Bo" else 3))
        if target:
            table.do(f"declare_attack head head target={target}")
        assert [one.rule for one in GAME.check(table.state, table.command(f"blast_crew {kind} player=Ana"))] == rules


@pytest.mark.parametrize(
    ("timing", "option", "refused"),
    [("", "any", False), ("", "own_turn", True), ("any", "own_turn", False), ("own_turn", "any", True)],
)
def test_when_an_armor_is_picked(timing, option, refused):
    """PBL-A19: as the card says, else as the option does; in one's own turn always."""
    card = f'crew(card_id=new, name=C, skill=1, pick=(type=armor), pick_timing="{timing}")'
    table = standard(pick_timing=option).do(f"define_card {card}", "reveal_card new player=Bo")
    assert [one.rule for one in GAME.check(table.state, table.command("pick_armor new player=Bo"))] == [
        "PBL-A19"
    ] * refused
    assert GAME.check(table.state, table.command("pick_armor cr1p")) == ()


@pytest.mark.parametrize(
    ("line", "rule", "text"),
    [
        ("build_armor hg1", "PBL-S02", "Shed is no armor but a hangar: build_hangar"),
        ("play_crew ar_ra1", "PBL-S02", "{} is no crew but an armor: build_armor"),
        ("build_hangar ac_boost", "PBL-T03", "{} is no hangar but an action: play_action"),
        ("play_expert_pilot cr1a", "PBL-S02", "{} is no expert pilot but a crew: play_crew"),
    ],
)
def test_another_kind_of_card_is_told_with_its_command(line, rule, text):
    """PBL-T03, PBL-S02: an action is no build, any other kind has a command of its own."""
    table = standard()
    name = table.state.catalogue.name_of(line.split()[1])
    assert [(one.rule, one.text) for one in GAME.check(table.state, table.command(line))] == [(rule, text.format(name))]


@pytest.mark.parametrize(
    ("change", "event"),
    [
        ("move_card(card=f01, player=Ana, source=hand, to=scrap)", "card_placed"),
        ("move_card(card=??, player=Ana, source=deck, to=hand, to_player=Bo)", "card_placed"),
        ("move_card(card=f01, player=Ana, source=hand, to=deck_top)", "card_placed"),
        ("discard(player=Ana, cards=[f01])", "cards_discarded"),
        ("add_armor(player=Ana, card=ar_la1, slot=left_arm)", "armor_built"),
        ("search(player=Ana, card=ar_la1)", "deck_searched"),
        ("hand_limit(player=Ana, delta=-1)", "hand_limit_changed"),
        ("reveal(player=Ana, card=f01)", "card_revealed"),
        ("shuffle(player=Ana)", "deck_shuffled"),
        ("extra_attack()", "extra_attack_given"),
        ("extra_turn(player=Bo)", "extra_turn_given"),
        ("open_shop()", "shop_opened"),
    ],
)
def test_primitive_changes(change, event):
    """PBL-A27: an effect entered by hand is made of primitive changes; cards stay 100."""
    table = standard().do(f"adjust test [{change}]")
    assert event in tags(table)
    assert table.game.census(table.state) == {"orange cards": 100}
