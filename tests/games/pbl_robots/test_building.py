"""Armor, pods, shoulders, crew, hangars, experts, actions."""

import pytest
from msgspec.structs import replace

from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.numbers import level_of
from tests.games.pbl_robots.table import adjust, attack, base, hand, points, side, slot, standard, tags, three
from tests.scenario import cases, given, impossible, refused, then


def _turn(table, *commands):
    """A build of Ana's, and Bo's turn passed."""
    return table.do(*commands, "draw_card", "draw_card")


BLASTS = {
    # whose turn it is, whom that player attacks: what is wrong with a blast of Ana's, by its kind
    ("Ana", ""): {"own_turn": [], "attacking": ["PBL-A18"], "defending": ["PBL-A18"]},
    ("Ana", "Bo"): {"own_turn": [], "attacking": [], "defending": ["PBL-A18"]},
    ("Bo", ""): {"own_turn": ["PBL-A18"], "attacking": ["PBL-A18"], "defending": ["PBL-A18"]},
    ("Bo", "Ana"): {"own_turn": ["PBL-A18", "PBL-C15"], "attacking": ["PBL-A18"], "defending": []},
    ("Bo", "Cleo"): {"own_turn": ["PBL-A18"], "attacking": ["PBL-A18"], "defending": ["PBL-A18"]},
}


test_rules = cases(
    ("PBL-A01: a wrong slot, or a pod without one, is refused",
     given(standard), refused("build_armor ar_ra1 slot=left_arm", "PBL-A01"),
     impossible("build_armor pod_a", "PBL-A01"), refused("build_armor pod_regen slot=left_shoulder", "PBL-A01"),
     "build_armor ar_ra1 slot=right_arm"),
    ("PBL-A02: Level 2 on the base and Level 3 on Level 1 are refused",
     given(standard), refused("build_armor ar_la2", "PBL-A02"), lambda t: _turn(t, "build_armor ar_la1"),
     refused("build_armor ar_la3", "PBL-A02"), "build_armor ar_la2"),
    ("PBL-A03: Level 1 on Level 2 is allowed, and then at most Level 2 follows",
     given(lambda: _turn(standard(), "build_armor ar_la1")),
     lambda t: _turn(_turn(t, "build_armor ar_la2"), "build_armor ar_la1b"),
     then(lambda t: level_of(slot(t, 0, "left_arm")), 1), refused("build_armor ar_la3", "PBL-A02")),
    ("PBL-A04: a dead limb takes no armor",
     given(lambda: adjust(standard(), "blow_off(player=Ana, slot=left_arm)")),
     refused("build_armor ar_la1", "PBL-A04")),
    ("PBL-A05: the stack counts for points, its top for numbers; a bonus on play is due at once",
     given(lambda: _turn(_turn(standard(), "build_armor ar_ra1"), "build_armor ar_ra2")),
     then(lambda t: (slot(t, 0, "right_arm").stack[-1].attack, points(t, 0)), (3, 2)), "build_armor ar_ra1d",
     refused("draw_card reason=end_of_turn", "PBL-A05"), "draw_card reason=effect",
     then(lambda t: t.state.turn.seat, 0)),
    ("PBL-A05: the draw may stand in the build itself; more cards than it draws are refused",
     given(standard), refused("build_armor ar_ra1d drawn=[(), ()]", "PBL-A27"),
     "build_armor ar_ra1d drawn=[(card=f09)]",
     then(lambda t: (hand(t, 0)[-1], t.state.owed), ("f09", ()))),
    ("PBL-A06: with head and left arm dead no left shoulder is built, on an armed one neither",
     given(lambda: adjust(standard(), "blow_off(player=Ana, slot=head)", "blow_off(player=Ana, slot=left_arm)")),
     refused("build_armor ar_ls", "PBL-A06"), "build_armor ar_rs"),
    ("PBL-A07: a shoulder armor may lie on another one",
     given(lambda: _turn(_turn(standard(), "build_armor ar_ls"), "build_armor ar_ls2")),
     then(lambda t: len(slot(t, 0, "left_shoulder").stack), 2)),
    ("PBL-A09: it counts one level above what it covers, cannot attack, and takes no dead limb",
     given(lambda: _turn(standard(), "build_armor ar_la1")), lambda t: _turn(t, "build_armor pod_a slot=left_arm"),
     refused("declare_attack left_arm head", "PBL-C02"),
     then(lambda t: level_of(slot(t, 0, "left_arm")), 2), "build_armor ar_la3",
     lambda t: adjust(t, "blow_off(player=Ana, slot=legs)", "set_turn(player=Ana)"),
     refused("build_armor pod_b slot=legs", "PBL-A04", "PBL-A09")),
    ("PBL-A11: a counter that was turned up goes back to its start under the next armor",
     given(lambda: _turn(standard(), "build_armor ar_ct")),
     lambda t: adjust(t, "set_counter(player=Ana, card=ar_ct, value=4)"),
     then(lambda t: slot(t, 0, "right_arm").stack[0].counter, 4), "build_armor ar_ra2",
     then(lambda t: slot(t, 0, "right_arm").stack[0].counter, 1)),
    ("PBL-A12: with a hangar Skill 2 needs Skill 1 in play, Skill 3 needs Skill 2",
     given(lambda: _turn(standard(), "build_hangar hg1")), refused("play_crew cr2a", "PBL-A12"),
     lambda t: _turn(t, "play_crew cr1a"), refused("play_crew cr3a", "PBL-A12"), "play_crew cr2a"),
    ("PBL-A13: a full hangar takes nobody",
     given(lambda: _turn(_turn(standard(), "build_hangar hg1b"), "play_crew cr1a")),
     refused("play_crew cr1b", "PBL-A13")),
    ("PBL-A14: without a hangar one crew member of Skill 1",
     given(standard), refused("play_crew cr2a", "PBL-A14"), lambda t: _turn(t, "play_crew cr1a"),
     refused("play_crew cr1b", "PBL-A14")),
    ("PBL-A15: the sidekick moves into a new hangar",
     given(lambda: _turn(standard(), "play_crew cr1a")), "build_hangar hg1",
     then(lambda t: "sidekick_moved" in tags(t), True),
     then(lambda t: [crew.card for crew in side(t, 0).crew], ["cr1a"])),
    ("PBL-A16, PBL-X14: all crew and the active hangar count in the base stats",
     given(lambda: _turn(_turn(_turn(standard(), "build_hangar hg1"), "play_crew cr1a"), "play_crew cr2a")),
     then(lambda t: base(t, 0), (1 + 1 + 1, 1 + 1 + 1))),
    ("PBL-A17: a crew member without a blast cannot be discarded",
     given(lambda: _turn(standard(), "play_crew cr1a")), refused("blast_crew cr1a", "PBL-A17"),
     impossible("blast_crew cr1x", "PBL-A17")),
    ("PBL-A18, PBL-Q58: an own-turn blast is refused in another's turn and draws at once in one's own",
     given(standard), "play_crew cr1x", "draw_card", refused("blast_crew cr1x player=Ana", "PBL-A18"), "draw_card",
     "blast_crew cr1x", refused("build_armor ar_ra1", "PBL-A18"), "draw_card", "draw_card", "build_armor ar_ra1",
     then(lambda t: side(t, 0).scrap, ("cr1x",))),
    ("PBL-A19: the crew card leaves the hand for a fitting armor; not with crew in play, not for another slot",
     given(standard), refused("pick_armor cr1p ar_ra1", "PBL-A19"), "pick_armor cr1p ar_la1",
     then(lambda t: "ar_la1" in hand(t, 0), True), then(lambda t: side(t, 0).scrap, ("cr1p",)),
     given(lambda: _turn(standard(), "play_crew cr1p")), impossible("pick_armor cr1p ar_la1", "PBL-A19"),
     refused("pick_armor cr1a ar_la1", "PBL-A19")),
    ("PBL-A09: a construction pod counts as left arm armor for a search", given(standard), "pick_armor cr1p pod_a"),
    ("PBL-A19: picks are used at any time, or by option in one's own turn only",
     given(standard), "pick_armor cr1p ar_la1 player=Bo", given(standard, pick_timing="own_turn"),
     refused("pick_armor cr1p ar_la1 player=Bo", "PBL-A19")),
    ("PBL-A20: Level 2 first and Level 3 on Level 1 are refused",
     given(standard), refused("build_hangar hg2", "PBL-A20"), lambda t: _turn(t, "build_hangar hg1"),
     refused("build_hangar hg3", "PBL-A20"), "build_hangar hg2"),
    ("PBL-A21: the hangar below gives nothing",
     given(lambda: _turn(_turn(standard(), "build_hangar hg1"), "build_hangar hg2")),
     then(lambda t: base(t, 0), (1 + 1, 1))),
    ("PBL-A22: no hangar, or no card named, and there is no storage bomb",
     given(standard), refused("add_storage_bomb cr1a 4", "PBL-A22"), lambda t: _turn(t, "build_hangar hg1b"),
     refused("add_storage_bomb ?? 4", "PBL-A22"), "add_storage_bomb cr1a 4",
     refused("add_storage_bomb cr1a 2", "PBL-A22"),
     then(lambda t: side(t, 0).bombs, (4,))),
    ("PBL-A23: nothing is removed while there is room",
     given(lambda: _turn(standard(), "build_hangar hg1")), "add_storage_bomb cr1a 4",
     refused("choose_reduction bombs=[4]", "PBL-A23")),
    ("PBL-A24: two crew in one space: everything else waits until one goes",
     given(lambda: _turn(_turn(_turn(standard(), "build_hangar hg1"), "play_crew cr1a"), "play_crew cr1b")),
     "build_hangar hg1b", refused("draw_card", "PBL-A24"), refused("choose_reduction crew=[cr1a, cr1b]", "PBL-A24"),
     "choose_reduction crew=[cr1a]", "draw_card"),
    ("PBL-A25: one point short is refused; later losses do not remove the expert",
     given(lambda: _turn(_turn(standard(), "build_armor ar_la1"), "build_armor ar_la2")),
     refused("play_expert_pilot ep_fury", "PBL-A25"), lambda t: _turn(t, "build_armor ar_ra1"),
     "play_expert_pilot ep_fury", lambda t: adjust(t, "remove_armor(player=Ana, slot=right_arm)"),
     then(lambda t: side(t, 0).pilots[-1].card, "ep_fury")),
    ("PBL-A27: while an action waits nothing else happens, not even another action",
     given(standard), "play_action f01", refused("play_action ac_draw", "PBL-A27"), refused("draw_card", "PBL-A27"),
     "resolve_effect f01 [draw(player=Ana)]", refused("build_armor ar_ra1", "PBL-A27"), "draw_card",
     then(lambda t: (t.state.action, side(t, 0).scrap), (None, ("f01",)))),
    ("PBL-A28: a resolved action is scrapped, an attached one stays on the limb",
     given(standard), "play_action ac_draw", "draw_card", "draw_card",
     then(lambda t: side(t, 0).scrap, ("ac_draw",)), "play_action ac_jam target=Bo target_slot=head",
     then(lambda t: side(t, 0).scrap, ("ac_draw",)),
     then(lambda t: [one.card for one in slot(t, 1, "head").attached], ["ac_jam"])),
    ("PBL-A28, PBL-C02: a jammed limb cannot attack; the jam counts as a pilot point of that robot",
     given(standard), "play_action ac_jam target=Bo target_slot=head", "draw_card",
     refused("declare_attack head head", "PBL-C02"),
     then(lambda t: points(t, 1), 1), lambda t: adjust(t, "detach(player=Bo, card=ac_jam)"),
     then(lambda t: side(t, 0).scrap, ("ac_jam",))),
)  # fmt: skip


def test_shoulder_stays():
    """PBL-A08: given the head and arm are lost, then the shoulder stays and defends only with base dice."""
    table = _turn(standard(), "build_armor ar_ls")
    adjust(table, "blow_off(player=Ana, slot=head)", "blow_off(player=Ana, slot=left_arm)")
    table.do("draw_card", "declare_attack head left_shoulder", "roll_attack [1, 1]").refused(
        "roll_defense [1, 1]", "PBL-C07"
    )
    assert slot(table, 0, "left_shoulder").stack


def test_regeneration_pod():
    """PBL-A10: it takes the blow-off card away at Level 0 and leaves the armor below; active limbs are refused."""
    table = _turn(standard(), "build_armor ar_la1").refused("build_armor pod_regen slot=left_arm", "PBL-A10")
    adjust(table, "blow_off(player=Ana, slot=left_arm)")
    table.do("build_armor pod_regen slot=left_arm")
    limb = slot(table, 0, "left_arm")
    assert (limb.dead, level_of(limb), len(limb.stack)) == (False, 0, 2)
    _turn(table).refused("declare_attack left_arm head", "PBL-C02")


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
        ("build_armor hg1", "PBL-S02", "Shed is not an armor but a hangar: build_hangar"),
        ("play_crew ar_ra1", "PBL-S02", "{} is not a crew but an armor: build_armor"),
        ("build_hangar ac_boost", "PBL-T03", "{} is not a hangar but an action: play_action"),
        ("play_expert_pilot cr1a", "PBL-S02", "{} is not an expert pilot but a crew: play_crew"),
    ],
)
def test_another_kind_of_card_is_told_with_its_command(line, rule, text):
    """PBL-T03, PBL-S02: an action is not a build, and any other kind has a command of its own."""
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
    assert table.game.card_counts(table.state) == {"orange cards": 100}
