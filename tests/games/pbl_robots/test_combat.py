"""Attacks from declaration to outcome, and strikes."""

import pytest

from domain.board import Arrow
from domain.games.pbl_robots import GAME
from domain.games.pbl_robots.cards import SLOTS
from domain.games.pbl_robots.commands.combat import RecordStrike
from domain.games.pbl_robots.events.combat import TargetChanged
from domain.games.pbl_robots.events.effects import CardEffectResolved
from domain.games.pbl_robots.numbers import blow_off_deck
from domain.games.pbl_robots.plan import limb_key
from tests.games.pbl_robots.table import adjust, attack, hand, points, side, slot, standard, tags, three
from tests.scenario import cases, given, impossible, refused, then

test_rules = cases(
    ("PBL-C01: one's own robot is no target, and both limbs are named",
     given(standard), refused("declare_attack head head target=Ana", "PBL-C01")),
    ("PBL-C04: pax attacks from the legs with 0 dice; dice for it are refused, the defender still rolls",
     given(standard, ("pax", "brick")), "declare_attack legs head", refused("roll_attack [3]", "PBL-C04"),
     "roll_attack []", "roll_defense [1, 1, 1]",
     then(lambda t: t.state.combat.attack_total, 0)),
    ("PBL-C05: after an opponent's action before the dice the attack may be withdrawn, and only then",
     given(standard), "declare_attack head head", refused("withdraw_attack", "PBL-C05"),
     "play_action ac_boost player=Bo", "withdraw_attack", "build_armor ar_ra1", given(standard),
     "declare_attack head head", "play_action ac_boost player=Bo", "roll_attack [1, 1]",
     refused("withdraw_attack", "PBL-C05")),
    ("PBL-C05: the attacker's own action does not let him choose again",
     given(standard), "declare_attack head head", "play_action ac_boost player=Ana",
     refused("withdraw_attack", "PBL-C05")),
    ("PBL-C06: base 1 and head 1 make two dice, not three",
     given(standard), "declare_attack head head", refused("roll_attack [1, 2, 3]", "PBL-C06"), "roll_attack [1, 2]"),
    ("PBL-C07: base 2 and head 1 make three dice",
     given(standard), "declare_attack head head", "roll_attack [1, 2]", refused("roll_defense [1, 2]", "PBL-C07"),
     "roll_defense [1, 2, 3]"),
    ("PBL-C08: the defender does not roll first; both roll once",
     given(standard), "declare_attack head head", refused("roll_defense [1, 1, 1]", "PBL-C08"), "roll_attack [1, 1]",
     refused("roll_attack [1, 1]", "PBL-C08"), "roll_defense [1, 1, 1]",
     then(lambda t: t.state.combat.current_roll, (1, 1, 1, 1, 1))),
    ("PBL-C09: dice and bonuses are added after every change",
     given(lambda: attack(standard(), "head", "head", "6, 1", "1, 1, 1")), "play_action ac_boost player=Ana to=attack",
     then(lambda t: (t.state.combat.attack_total, t.state.combat.defense_total), (9, 3))),
    ("PBL-C10: the leader throws no bombs, and nobody before the initial rolls",
     given(standard), "declare_attack head head", refused("add_bombs [f01] [3]", "PBL-C10"), "roll_attack [6, 6]",
     "roll_defense [1, 1, 1]", refused("add_bombs [f01] [3]", "PBL-C10"), "add_shields [f11] [3]"),
    ("PBL-C11: two cards and three dice, no card, and more cards than in the hand are refused",
     given(lambda: attack(standard(), "head", "head", "1, 1", "6, 6, 6")),
     refused("add_bombs [f01, f02] [1, 2, 3]", "PBL-C11"), refused("add_bombs [] []", "PBL-C11"),
     impossible("add_bombs [??, ??, ??, ??, ??, ??] [1, 1, 1, 1, 1, 1]", "PBL-C11"), "add_bombs [f01, ??] [1, 2]",
     then(lambda t: [token.card for token in side(t, 0).face_down], ["f01", None])),
    ("PBL-C12: five cards may be thrown in one combat",
     given(lambda: attack(standard(), "head", "head", "1, 1", "6, 6, 6")),
     "add_bombs [??, ??, ??, ??, ??] [1, 1, 1, 1, 1]",
     then(lambda t: hand(t, 0), ())),
    ("PBL-C13: their value is added by the side behind, and the space is free again; no unknown bomb, none while ahead",
     given(standard), "build_hangar hg1", "add_storage_bomb cr1a 5", "draw_card", "draw_card",
     lambda t: attack(t, "head", "head", "1, 1", "1, 1, 1"), impossible("use_storage_bombs [4]", "PBL-C13"),
     "use_storage_bombs [5]", refused("use_storage_bombs [] player=Ana", "PBL-C13"),
     then(lambda t: (t.state.combat.attack_total, side(t, 0).bombs), (7, ()))),
    ("PBL-C13: not before both initial rolls, and of the side that is behind alone; the defender's add to the defense",
     given(standard), "draw_card", "build_hangar hg1", "add_storage_bomb cr1a 5", "draw_card",
     "declare_attack head head", refused("use_storage_bombs [5] player=Bo", "PBL-C13"), "roll_attack [6, 6]",
     refused("use_storage_bombs [5] player=Bo", "PBL-C13"), "roll_defense [1, 1, 1, 1]", "use_storage_bombs [5]",
     then(lambda t: t.state.combat.defense_total, 9), given(standard), "draw_card", "build_hangar hg1",
     "add_storage_bomb cr1a 5", "draw_card", lambda t: attack(t, "head", "head", "1, 1", "6, 6, 6, 6"),
     refused("use_storage_bombs [5] player=Bo", "PBL-C13")),
    ("PBL-V32: where the option covers them, with the bombs of who uses them, not with the shields of the other",
     given(standard, bomb_limit="1", bomb_mode_covers_storage="true"), "build_hangar hg1", "add_storage_bomb cr1a 5",
     "draw_card", "draw_card", lambda t: attack(t, "head", "head", "1, 1", "2, 2, 1"), "add_bombs [??] [1]",
     refused("use_storage_bombs [5]", "PBL-V32")),
    ("PBL-C14: the leader may play an action too",
     given(lambda: attack(standard(), "head", "head", "6, 6", "1, 1, 1")), "play_action ac_boost player=Ana",
     "play_action ac_draw player=Bo"),
    ("PBL-C15: a defending blast adds 3; an own-turn blast is refused to the defender",
     given(standard), "draw_card", "play_crew cr1d", "draw_card",
     lambda t: attack(t, "head", "head", "6, 1", "1, 1, 1"), "blast_crew cr1d player=Bo",
     then(lambda t: t.state.combat.defense_total, 6), given(standard), "draw_card", "play_crew cr1x", "draw_card",
     lambda t: attack(t, "head", "head", "6, 1", "1, 1, 1"),
     refused("blast_crew cr1x player=Bo", "PBL-A18", "PBL-C15")),
    ("PBL-C16: the leader does not concede, and nobody before the dice",
     given(standard), "declare_attack head head", refused("concede_combat", "PBL-C16"), "roll_attack [6, 6]",
     "roll_defense [1, 1, 1]", refused("concede_combat player=Ana", "PBL-C16"), "concede_combat player=Bo"),
    ("PBL-C17: a tie is defended; another announcement is refused",
     given(lambda: attack(standard(), "head", "head", "2, 1", "1, 1, 1")),
     refused("concede_combat outcome=destroyed", "PBL-C17"), "concede_combat",
     then(lambda t: bool(slot(t, 1, "head").dead), False)),
    ("PBL-C18: the limb is dead, its armor stays and counts, the attacker is credited",
     given(standard), "draw_card", "build_armor ar_hd1", "draw_card",
     lambda t: attack(t, "head", "head", "6, 6", "1, 1, 1, 1"), "concede_combat",
     then(lambda t: (slot(t, 1, "head").dead, len(slot(t, 1, "head").stack)), (True, 1)),
     then(lambda t: (side(t, 0).blow_offs, points(t, 1), blow_off_deck(t.state)), (1, 2, 7))),
    ("PBL-C20: the dice rolled last are the current roll",
     given(lambda: attack(standard(), "head", "head", "1, 2", "6, 6, 6")), "add_bombs [f01, f02] [4, 5]",
     then(lambda t: t.state.combat.current_roll, (4, 5))),
    ("PBL-C21: 5s and 6s of the initial attack do not count, those of bombs do",
     given(standard), "build_armor ar_la1", "draw_card", "draw_card", "build_armor ar_la2", "draw_card", "draw_card",
     lambda t: attack(t, "left_arm", "head", "6, 5, 4", "6, 6, 6"),
     then(lambda t: t.state.combat.attack_total, 4), "add_bombs [f01] [6]",
     then(lambda t: t.state.combat.attack_total, 10)),
    ("PBL-C22: a strike destroys outside combat and is credited; it needs a card of the catalogue",
     given(standard), "play_action f01 player=Ana", "record_strike f01 Bo head player=Ana",
     then(lambda t: (slot(t, 1, "head").dead, side(t, 0).blow_offs, t.state.action), (True, 1, None)),
     impossible("record_strike ?? Bo legs", "PBL-C22"), refused("record_strike f02 Bo head", "PBL-C03"),
     "record_strike f02 Bo legs success=no",
     then(lambda t: bool(slot(t, 1, "legs").dead), False)),
    ("PBL-C03, PBL-Q21: when the target dies before the dice, the declaration is void and the MOVE open",
     given(standard), "declare_attack head head", "play_action f01 player=Ana", "record_strike f01 Bo head player=Ana",
     then(lambda t: (t.state.combat, t.state.turn.move_used), (None, False))),
    ("PBL-C03: when the target dies after the dice, the combat has no result and the MOVE is used",
     given(lambda: attack(standard(), "head", "head", "1, 1", "6, 6, 6")), "play_action f01 player=Ana",
     "record_strike f01 Bo head player=Ana",
     then(lambda t: (t.state.combat, t.state.turn.move_used), (None, True))),
    ("PBL-C17: an effect may take the place of the blow-off",
     given(lambda: attack(standard(), "head", "head", "6, 6", "1, 1, 1")),
     "concede_combat replaced_by=cr1b changes=[draw(player=Bo)]",
     then(lambda t: (slot(t, 1, "head").dead, t.state.owed[0].seat), (False, 1)),
     then(lambda t: [event.source for event in t.events if isinstance(event, CardEffectResolved)], ["cr1b"])),
    ("PBL-T02: after an extra-attack card a second attack is allowed, once",
     given(lambda: attack(standard(), "head", "head", "1, 1", "6, 6, 6")), "concede_combat", "play_action ac_twice",
     lambda t: attack(t, "head", "head", "1, 1", "6, 6, 6"), "concede_combat",
     refused("declare_attack head head", "PBL-T02")),
    ("PBL-T01: an extra turn follows directly and has its own MOVE and draw",
     given(standard), "play_action ac_again", "build_armor ar_ra1", "draw_card",
     then(lambda t: (t.state.turn.number, t.state.turn.seat), (2, 0)), "build_armor ar_hd1", "draw_card",
     then(lambda t: t.state.turn.seat, 1)),
    ("PBL-C09: a die that is turned, dice and numbers that are added count at once",
     given(lambda: attack(standard(), "head", "head", "1, 2", "6, 6, 6")), "play_action f01 player=Ana",
     "resolve_effect f01 [set_die(pool=attack, old=1, new=6), add_dice(pool=attack, dice=[5]), add_total(pool=defense, "
     "n=-4)]",
     then(lambda t: (t.state.combat.attack_total, t.state.combat.defense_total), (13, 14))),
    ("PBL-V25: Cleo may play an action for Bo but throws no shield for him",
     given(three), "declare_attack head head target=Bo", "roll_attack [6, 6]", "roll_defense [1, 1, 1]",
     refused("add_shields [f01] [3] player=Cleo", "PBL-V25"), "play_action ac_boost player=Cleo to=defense",
     then(lambda t: "total_changed" in tags(t), True)),
    ("PBL-C03: a dead limb and an empty shoulder are no targets",
     given(lambda: adjust(standard(), "blow_off(player=Bo, slot=head)")),
     refused("declare_attack head head", "PBL-C03"), refused("declare_attack head left_shoulder", "PBL-C03")),
)  # fmt: skip


@pytest.mark.parametrize("limb", ["left_arm", "right_arm", "left_shoulder"])
def test_limbs_that_cannot_attack(limb):
    """PBL-C02: dead limbs, pods and shoulders do not attack."""
    table = standard().do("build_armor pod_a slot=right_arm", "draw_card", "draw_card")
    adjust(table, "blow_off(player=Ana, slot=left_arm)").refused(f"declare_attack {limb} head", "PBL-C02")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("left_arm head", "the left arm cannot attack: it is dead, a pod or forbidden to"),
        ("left_shoulder legs", "shoulders never attack"),
        ("head right_arm", "Bo's right arm is dead"),
        ("head left_shoulder", "Bo's left shoulder has no armor"),
    ],
)
def test_a_refused_attack_says_why(line, text):
    """PBL-C02, PBL-C03: limbs die, shoulders have armor or are not there."""
    table = adjust(standard(), "blow_off(player=Ana, slot=left_arm)", "blow_off(player=Bo, slot=right_arm)")
    assert text in [one.text for one in GAME.check(table.state, table.command(f"declare_attack {line}"))]


def test_an_attack_that_goes_elsewhere_points_there():
    """A0: the arrow goes from the attacking limb to the present target; without a combat the board has no arrows."""
    table = standard()
    changed = TargetChanged(target=1, slot="legs")
    assert changed.arrows(table.state) == ()
    state = table.do("declare_attack head head").state
    arrow = Arrow(limb_key(state, 0, "head"), limb_key(state, 1, "legs"))
    assert changed.arrows(state) == (arrow,)
    assert GAME.evolve(state, changed).combat.slot == SLOTS.index("legs")


def test_a_withdrawn_attack_gives_back_what_it_cost():
    """PBL-C05, PBL-T02: the MOVE, or the extra attack that an action had given."""
    table = standard().do("declare_attack head head", "play_action ac_boost player=Bo", "withdraw_attack")
    assert not table.state.turn.move_used
    attack(table, "head", "head", "1, 1", "6, 6, 6").do("concede_combat", "play_action ac_twice")
    before = table.state.turn
    assert (before.move_used, before.extra_attacks) == (True, 1)
    table.do("declare_attack head head", "play_action ac_draw player=Bo drawn=[(), ()]")
    assert table.state.turn.extra_attacks == 0
    assert table.do("withdraw_attack").state.turn == before


def test_attacker_is_behind_at_a_tie():
    """PBL-C10: given a tie, then only the attacker may add, and by option both sides may not."""
    table = attack(standard(), "head", "head", "2, 1", "1, 1, 1").refused("add_shields [f11] [3]", "PBL-C10")
    table.do("add_bombs [f01] [3]")
    strict = attack(standard(tie_attacker_may_add="false"), "head", "head", "2, 1", "1, 1, 1")
    strict.refused("add_bombs [f01] [3]", "PBL-C10").do("concede_combat outcome=defended")


def test_unseen_bomb_out_of_a_known_hand():
    """PBL-C11: an unseen bomb makes a known hand unknown; its cards are still known to be somewhere there."""
    from tests.games.pbl_robots.table import opening

    table = opening().do("deal_opening_hands [f01, f02, f03, f04, f05] player=Ana", "deal_opening_hands player=Bo")
    table.do("keep_opening_hand player=Ana", "keep_opening_hand player=Bo", "start_game")
    attack(table, "head", "head", "1, 1", "6, 6, 6").do("add_bombs [??] [2]")
    assert hand(table, 0) == (None,) * 4
    table.impossible("play_action f01 player=Bo", "PBL-S02").do("play_action f01 player=Ana")


@pytest.mark.parametrize("may", ["true", "false"])
def test_storage_bombs_at_a_tie(may):
    """PBL-C13: given a tie, then only an attacker who may add uses them."""
    table = standard(tie_attacker_may_add=may).do(
        "build_hangar hg1", "add_storage_bomb cr1a 5", "draw_card", "draw_card"
    )
    attack(table, "head", "head", "2, 1", "1, 1, 1")
    table.do("use_storage_bombs [5]") if may == "true" else table.refused("use_storage_bombs [5]", "PBL-C13")


def test_announced_outcome_is_followed_as_played():
    """PBL-C17: recorded as played, the announced outcome is what happened."""
    table = attack(standard(), "head", "head", "2, 1", "1, 1, 1").as_played(
        "concede_combat outcome=destroyed", "PBL-C17"
    )
    assert slot(table, 1, "head").dead


@pytest.mark.parametrize(
    ("dice", "outcome", "text"),
    [
        ("2, 1", "destroyed", "3 against 3: defended, not destroyed"),
        ("6, 6", "defended", "12 against 3: destroyed, not defended"),
    ],
)
def test_a_wrong_outcome_is_told_with_the_right_one(dice, outcome, text):
    """PBL-C17: the totals, and what follows from them."""
    table = attack(standard(), "head", "head", dice, "1, 1, 1")
    faults = GAME.check(table.state, table.command(f"concede_combat outcome={outcome}"))
    assert [one.text for one in faults] == [text]


def test_destroyed_shoulder():
    """PBL-C19: the whole stack is scrapped without credit; by option only the top card."""
    for option, left in (("all", 0), ("top_only", 1)):
        table = standard(shoulder_stack_destroyed=option)
        table.do("draw_card", "build_armor ar_ls", "draw_card", "draw_card", "build_armor ar_ls2", "draw_card")
        attack(table, "head", "left_shoulder", "6, 6", "1, 1").do("concede_combat")
        assert (len(slot(table, 1, "left_shoulder").stack), side(table, 0).blow_offs) == (left, 0)


def test_a_strike_goes_at_any_player_and_is_told_with_its_card():
    """PBL-C22, PBL-S01: it works at the first seat too and is refused at an empty seat; the record has the card that struck."""
    table = standard().do("play_action f01 player=Bo", "record_strike f01 Ana legs player=Bo")
    assert (table.events[0].source, slot(table, 0, "legs").dead) == ("f01", True)
    for target in (-1, 2):
        table.impossible(RecordStrike(source="f02", target=target, slot="head"), "PBL-S01")


def test_target_changed():
    """PBL-C03: an action changes the target; the defense is that of the new limb."""
    table = standard().do("declare_attack head head").refused("play_action ac_decoy player=Bo", "PBL-A27")
    table.do("play_action ac_decoy player=Bo target_slot=legs", "roll_attack [6, 6]", "roll_defense [1, 1, 1]")
    table.do("concede_combat")
    assert slot(table, 1, "legs").dead
