"""Card texts that the shared words record: without a violation or an adjustment, and with the right board afterwards."""

import pytest

from domain.games.pbl_robots.numbers import base_of, hand_limit
from tests.games.pbl_robots.table import Table, adjust, created, limbs, side, standard, tags
from tests.scenario import cases, given, impossible, refused, then

EFFECT = "resolve_effect cr1a changes=[{}]"


def crewed(*changes: str) -> Table:
    """Ana is to act and has Mags in play; Bo has Otto in a hangar."""
    table = adjust(standard(), "put(player=Ana, card=cr1a)", "put(player=Bo, card=hg1)", "put(player=Bo, card=cr1b)")
    return adjust(table, *changes) if changes else table


def dice(match: Table) -> tuple[int, int]:
    """Base attack and defense of Ana's robot."""
    return base_of(match.state, 0)


test_card_texts = cases(
    ("PBL-C06: the counter on an armor is its attack: an attack has that many dice, and more after it is set again",
     given(lambda: adjust(standard(), "add_armor(player=Ana, card=ar_ct, slot=right_arm, source=deck)")),
     "resolve_effect ar_ct changes=[set_counter(player=Ana, card=ar_ct, value=3, strength=attack)]",
     "declare_attack right_arm head", refused("roll_attack [1, 1, 1]", "PBL-C06"), "roll_attack [1, 1, 1, 1]",
     "resolve_effect ar_ct changes=[set_counter(player=Ana, card=ar_ct, value=5)]",
     then(lambda t: [e.to for e in t.state.lasting], [5])),
    ("PBL-C06: a counter that falls means fewer dice, without a violation",
     given(lambda: adjust(standard(), "add_armor(player=Ana, card=ar_ct, slot=right_arm, source=deck)")),
     "resolve_effect ar_ct changes=[set_counter(player=Ana, card=ar_ct, value=0, strength=attack)]",
     "declare_attack right_arm head", "roll_attack [1]"),
    ("PBL-V05: a celebrity with +1/+1 counts for every robot all game",
     given(created, options={"setup": "quick_play"}), "set_celebrity cr2a",
     lambda t: adjust(t, "modify(number=attack_dice, scope=all, by=1, until=rest_of_game)",
         "modify(number=defense_dice, scope=all, by=1, until=rest_of_game)"),
     then(lambda t: len(t.state.lasting), 2)),
    ("PBL-A20: 'instant hangars': a hangar comes into play without a MOVE",
     given(standard), "resolve_effect hg1b changes=[put(player=Ana, card=hg1b)]",
     then(lambda t: [one.card for one in side(t, 0).hangars], ["hg1b"]), "build_armor ar_ct",
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-A17: 'hire a crew member from your deck at once'",
     given(standard), "resolve_effect cr1a changes=[put(player=Ana, card=cr1b, source=deck)]",
     then(lambda t: [one.card for one in side(t, 0).crew], ["cr1b"]),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-A17: 'steal a crew member of another robot'",
     given(crewed, "put(player=Ana, card=hg1b)"),
     "resolve_effect cr1a changes=[remove_crew(player=Ana, card=cr1a), "
     "put(player=Ana, card=cr1b, source=crew, from_player=Bo)]",
     then(lambda t: ([one.card for one in side(t, 0).crew], side(t, 1).crew), (["cr1b"], ())),
     then(lambda t: t.game.card_counts(t.state), {"orange cards": 100})),
    ("PBL-T01: 'Bo skips a turn': the next turn is Ana's again, and the one after is Bo's",
     given(crewed), EFFECT.format("skip_turn(player=Bo)"), "pass_move", "draw_card",
     then(lambda t: (t.state.turn.seat, "turn_skipped" in tags(t), t.state.skipped_turns), (0, True, ())),
     "pass_move", "draw_card", then(lambda t: t.state.turn.seat, 1)),
    ("PBL-X14: '+1/+1 while this crew member is in play' ends when it leaves",
     given(crewed), then(dice, (2, 1)),
     EFFECT.format("modify(number=attack, card=cr1a, by=1), modify(number=defense, card=cr1a, by=1)"), then(dice, (3, 2)),
     EFFECT.format("remove_crew(player=Ana, card=cr1a)"), then(dice, (1, 1)), then(lambda t: t.state.lasting, ())),
    ("PBL-C02: 'opposing heads cannot attack until your next turn' is a violation that names the card",
     given(crewed), EFFECT.format("forbid(action=attack, scope=opposing, only=[head], until=until_my_next_turn)"),
     "pass_move", "draw_card", refused("declare_attack head head", "PBL-A27"), "declare_attack left_arm head"),
    ("PBL-C18: 'your head is not blown off the next time' protects it once",
     given(crewed), EFFECT.format("prevent(what=blow_off, scope=own, only=[head], until=next)"),
     "resolve_effect cr1b changes=[blow_off(player=Ana, slot=head)]", then(lambda t: limbs(t, 0), 4),
     "resolve_effect cr1b changes=[blow_off(player=Ana, slot=head)]", then(lambda t: limbs(t, 0), 3)),
    ("PBL-X06: 'you may hold three cards for two turns': a discard is due",
     given(crewed), EFFECT.format("modify(number=hand_limit, player=Ana, to=3, turns=2)"),
     then(lambda t: hand_limit(t.state, 0), 3), refused("pass_move", "PBL-X06")),
    ("PBL-C06: 'roll two dice more in your next attack' is used up by it",
     given(crewed), EFFECT.format("modify(number=attack_dice, player=Ana, by=2, until=next)"), "declare_attack head head",
     "roll_attack [1, 1, 1, 1, 1]", then(lambda t: t.state.lasting, ())),
    ("PBL-A02: 'build armor of any level this turn'",
     given(crewed), refused("build_armor ar_ra2", "PBL-A02"),
     EFFECT.format("allow(action=build_armor, player=Ana, until=end_of_turn)"), "build_armor ar_ra2"),
    ("PBL-A27: a card justifies a deviation while it is in play; a card that is not there does not",
     given(crewed), refused("build_armor ar_ra2", "PBL-A02"), impossible("build_armor ar_ra2 because=cr3a", "PBL-A27"),
     "build_armor ar_ra2 because=cr1a"),
    ("PBL-A27: what one command allows and forbids contradicts itself",
     given(crewed), impossible(
         EFFECT.format("allow(action=play_action, player=Bo), forbid(action=play_action, player=Bo)"), "PBL-A27")),
    ("PBL-A11: a counter that was a strength is forgotten with its card",
     given(lambda: adjust(standard(), "add_armor(player=Ana, card=ar_ct, slot=right_arm, source=deck)")),
     "resolve_effect ar_ct changes=[set_counter(player=Ana, card=ar_ct, value=3, strength=[attack, defense])]",
     lambda t: adjust(t, "remove_armor(player=Ana, slot=right_arm)"), then(lambda t: t.state.lasting, ())),
)  # fmt: skip


def test_a_card_defined_at_the_table_uses_the_same_words():
    """PBL-S02, PBL-A27: a crew member with typed words changes numbers while it is in play."""
    table = standard()
    effects = "[modify(number=attack_dice, scope=own, by=2), forbid(action=play_action, scope=opposing)]"
    table.do(f'define_card crew(card_id=nova, name="Nova", skill=1, effects={effects})')
    assert table.state.catalogue.get("nova") is not None


@pytest.mark.parametrize("effect", ["modify(number=attack)", "prevent(what=blow_off, scope=own, only=[crew])"])
def test_a_typed_effect_that_can_never_begin_is_reported(effect):
    """PBL-S02: the check of a catalogue reports a typed effect that makes no sense."""
    table = standard()
    line = f'define_card crew(card_id=nova, name="Nova", skill=1, effects=[{effect}])'
    table.impossible(line, "PBL-S02")
