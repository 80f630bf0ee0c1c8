"""Card texts that the shared words record: without a violation or an adjustment, and with the right board afterwards."""

import pytest

from domain.games.frc_tcg import GAME
from domain.games.frc_tcg.commands.turn import SwapCards
from domain.games.frc_tcg.references import hand_limit
from tests.games.frc_tcg.tables import Table, cards, player, robot, side, stack, table
from tests.scenario import as_played, cases, given, impossible, refused, then

A1 = robot("RA1", 30, Ram="BAT")
C1 = robot("RC1", 40, Shove="CIM")
EFFECT = "resolve_card_effect MDMG changes=[{}]"


def duel(hand="RD1 BAT WIRE", **other) -> Table:
    """Ada has a mentor in play and one in hand, and Anvil; Ben has a mentor and Cobalt."""
    return table(side(f"STAY {hand}", A1, mentor="MDMG", shop="CIM"), side("BAT", C1, mentor="MHP"), **other)


def hp(match: Table, seat: int = 0, number: int = 0) -> tuple[int, int]:
    """HP and maximum of a robot."""
    return stack(match, seat, number).hp, stack(match, seat, number).max_hp


def swaps(match: Table) -> list[SwapCards]:
    """The swaps that are offered."""
    return [command for command in GAME.legal(match.state) if isinstance(command, SwapCards)]


test_card_texts = cases(
    ("TCG-X07, A09: the bonus of a mentor's text ends when both mentors go out for coffee, and counts for new robots before",
     given(duel),
     EFFECT.format("modify(number=max_hp, scope=own, by=20)"), then(hp, (50, 50)),
     "play_robot RD1", then(lambda t: hp(t, 0, 1), (30, 30)), "go_out_for_coffee Ben",
     then(hp, (30, 30)), then(lambda t: hp(t, 0, 1), (10, 10)), then(lambda t: t.state.lasting, ())),
    ("TCG-C04: a damage bonus ends with its card",
     given(duel), EFFECT.format("modify(number=damage_dealt, card=RA1, by=10)"), "go_out_for_coffee Ben",
     "attack RA1 Ram", then(lambda t: hp(t, 1)[0], 20)),
    ("TCG-A12: 'this card does 10 damage in each of your turns' is recorded in later turns, from the shop",
     given(duel), 'play_item WIRE changes=[label(card=RC1, text="10 damage each turn", until=rest_of_game)]',
     "end_turn", as_played("end_turn", "TCG-T09"), "resolve_card_effect WIRE changes=[hp(robot=RC1, by=-10)]",
     then(lambda t: hp(t, 1)[0], 50), "resolve_card_effect WIRE changes=[end(name=\"10 damage each turn\")]",
     as_played("end_turn", "TCG-T09"), refused("resolve_card_effect WIRE changes=[hp(robot=RC1, by=-10)]", "TCG-A12")),
    ("TCG-A12: 'that robot cannot attack in its next turn' makes the attack a violation that names the card",
     given(duel), EFFECT.format("forbid(action=attack, card=RC1, turns=2)"), as_played("end_turn", "TCG-T09"),
     refused("attack RC1 Shove", "TCG-A12"), as_played("end_turn", "TCG-T09"), as_played("end_turn", "TCG-T09"),
     "attack RC1 Shove"),
    ("TCG-C02: 'your abilities need one component fewer' lets a robot attack that lacks one",
     given(table, side("", robot("RA1", 30, Twin="BAT"), mentor="MDMG"), side("", C1)),
     refused("attack RA1 Twin", "TCG-C02"), EFFECT.format("modify(number=components_needed, scope=own, by=-1)"), "attack RA1 Twin",
     then(lambda t: t.state.players[1].alliance, ())),
    ("TCG-T12: 'your hand limit is nine' lets cards come to a hand of seven",
     given(duel, "CIM CIM CIM CIM CIM CIM"), refused("resolve_card_effect MDMG changes=[draw()]", "TCG-T12"),
     EFFECT.format("modify(number=hand_limit, player=Ada, to=9), draw(count=2)"),
     then(lambda t: (hand_limit(t.state, 0), len(player(t).pit)), (9, 9))),
    ("TCG-X04: 'put a card from your shop into your prize cards'",
     given(duel), EFFECT.format("move_card(card=CIM, origin=shop, to=prize_cards)"),
     then(lambda t: (cards(player(t).shop), player(t).prizes_left), ("", 5)),
     then(lambda t: t.game.card_counts(t.state), {"Ada": 54, "Ben": 54})),
    ("TCG-C05: 'the next damage to Anvil is prevented' prevents it once",
     given(duel), EFFECT.format("prevent(what=damage, card=RA1, until=next)"), as_played("end_turn", "TCG-T09"),
     "attack RC1 Shove", then(hp, (30, 30)), then(lambda t: [e for e in t.state.lasting if e.once], [])),
    ("TCG-C04: 'your next attack does 10 damage more' is used up by it",
     given(duel), EFFECT.format("modify(number=damage_dealt, card=RA1, by=10, until=next)"), "attack RA1 Ram",
     then(lambda t: (hp(t, 1)[0], [e for e in t.state.lasting if e.once]), (20, []))),
    ("TCG-C01: 'this robot may attack twice' lifts the limit of one attack for it alone",
     given(duel), EFFECT.format("allow(action=attack, card=RA1, until=end_of_turn)"), "attack RA1 Ram", "attack RA1 Ram",
     then(lambda t: t.state.players[1].alliance, ())),
    ("TCG-T03: 'play as many robots as you like this turn'",
     given(duel, "RD1 RC1"), EFFECT.format("allow(action=play_robot, player=Ada, until=end_of_turn)"), "play_robot RD1",
     "play_robot RC1", then(lambda t: len(player(t).alliance), 3)),
    ("TCG-A12: 'opponents may not play items until your next turn' ends in time",
     given(duel), EFFECT.format("forbid(action=play_item, scope=opposing, until=until_my_next_turn)"),
     as_played("end_turn", "TCG-T09"), then(lambda t: len(t.state.lasting), 3), as_played("end_turn", "TCG-T09"),
     then(lambda t: [e.word for e in t.state.lasting], ["modify", "modify"])),
    ("TCG-A12: a swap that an effect forbids is not offered",
     given(duel), then(lambda t: len(swaps(t)), 6), EFFECT.format("forbid(action=swap_cards, player=Ada, until=end_of_turn)"),
     then(swaps, []), refused("swap_cards [RD1, BAT]", "TCG-A12")),
    ("TCG-A12: a card justifies a deviation while it is in play; a card that is not there does not",
     given(duel), refused("attack RA1 Twin", "TCG-C02"), "attack RA1 Twin because=MDMG",
     impossible("attack RA1 Ram because=STAY", "TCG-A12")),
    ("TCG-E01: no card justifies playing on after the end",
     given(duel), "concede Ben", refused("attack RA1 Ram because=MDMG", "TCG-E01")),
    ("TCG-A12: what one command allows and forbids contradicts itself; a maximum has a floor",
     given(duel), impossible(EFFECT.format("allow(action=attack, card=RA1), forbid(action=attack, card=RA1)"), "TCG-A12"),
     impossible(EFFECT.format("modify(number=max_hp, card=RA1, to=5)"), "TCG-X07"),
     impossible("play_item WIRE changes=[modify(number=max_hp, card=RA1, by=10, until=while_source_in_play)]", "TCG-A12")),
)  # fmt: skip


def test_a_card_defined_at_the_table_uses_the_same_words():
    """TCG-K05, A12: a mentor defined with typed words changes numbers while it is in play."""
    match = table(side("??", A1), side("", C1))
    effects = "[modify(number=max_hp, scope=own, by=20), forbid(action=attack, scope=opposing)]"
    match.do(f'define_card mentor(card_id=NOVA, name="Nova", text="Shine.", effects={effects})', "play_mentor NOVA")
    assert hp(match) == (50, 50)
    match.do("end_enhancement NOVA source=NOVA")
    assert (hp(match), match.state.lasting) == ((30, 30), ())


@pytest.mark.parametrize(
    "effect", ["modify(number=max_hp, scope=own)", "modify(number=max_hp, scope=own, only=[mentor], by=10)"]
)
def test_a_typed_effect_that_can_never_begin_is_refused(effect):
    """TCG-K05: a card whose typed effect makes no sense is not defined."""
    card = f'mentor(card_id=NOVA, name="Nova", text="Shine.", effects=[{effect}])'
    table(side("", A1), side("", C1)).impossible(f"define_card {card}", "TCG-K05")
