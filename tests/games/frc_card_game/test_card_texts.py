"""Card texts that the shared words record: without a violation or an adjustment, and with the right board afterwards."""

import pytest

from domain.games.frc_card_game.field import hand_limit, stat_of
from domain.games.frc_card_game.zones import robots_of
from tests.games.frc_card_game.tables import ADA, BO, Table, names, points, side, table
from tests.scenario import as_played, cases, given, impossible, refused, then

EFFECT = "resolve_card_effect coach_may changes=[{}]"


def duel(phase="scoring", **options) -> Table:
    """Ada has a mentor, Wall and Krabby and students; Bo has Lifter."""
    ada = side(
        hand="dana dasher",
        unknown=2,
        robots=["wall offensive dana", "krabby defensive nia pax"],
        body="wes cleo",
        slots=["coach_may"],
    )
    return table(phase, ada, side(unknown=2, robots=["lifter offensive cleo"], **options))


def stats(there: Table, seat: int = ADA, stat="offense") -> list[int]:
    """The stats of a side's robots, with effects."""
    return [stat_of(there.state, seat, robot, stat) for robot in robots_of(there.state.players[seat])]


test_card_texts = cases(
    ("CG-Q33: 'all your robots +300' counts for a robot that is played later, and ends with its mentor",
     given(duel, "main"), EFFECT.format("modify(number=offense, scope=own, by=300)"), then(stats, [500, 1200]),
     "play_robot dasher [wes] offensive", then(stats, [500, 1200, 800]),
     EFFECT.format("card_moved(card=coach_may, to=retirement_pile)"), then(stats, [200, 900, 500])),
    ("CG-X06: 'you lose no points this turn' keeps the match going",
     given(table, "main", side(points=100, unknown=2, slots=["coach_may"])),
     EFFECT.format("prevent(what=points_lost, player=Ada, until=end_of_turn), points_changed(player=Ada, delta=-500)"),
     then(points, (100, 4000)), then(lambda t: t.state.result, None)),
    ("CG-C01: 'Krabby may score in defensive position' is no violation",
     given(duel), refused("score krabby lifter", "CG-C01"),
     EFFECT.format("allow(action=score_in_defensive_position, card=krabby)"), "score krabby lifter",
     then(points, (4000, 3700))),
    ("CG-A08: 'Wes counts as any skill' builds a robot that needs another one",
     given(table, "main", side(hand="wall", body="wes", slots=["coach_may"])),
     refused("play_robot wall [wes] offensive", "CG-A08"),
     EFFECT.format("allow(action=count_as_any_skill, card=wes)"), "play_robot wall [wes] offensive",
     then(lambda t: t.events[0].assigned[0].attribute, "design")),
    ("CG-Q03: 'draw a card' with an empty deck is recorded, and is no loss",
     given(table, "main", side(unknown=2, deck=0, slots=["coach_may"])), EFFECT.format("cards_drawn(player=Ada)"),
     then(lambda t: (t.state.result, len(t.state.players[ADA].hand)), (None, 2))),
    ("CG-T09: 'your hand limit is nine' until the end of the game",
     given(table, "main", side(unknown=9, slots=["coach_may"])),
     EFFECT.format("modify(number=hand_limit, player=Ada, to=9, until=rest_of_game)"),
     then(lambda t: hand_limit(t.state, ADA), 9), "end_turn"),
    ("CG-Q33: 'opposing robots in defensive position have no defense' follows the position",
     given(duel), EFFECT.format("modify(number=defense, scope=opposing, only=[defensive], to=0)"),
     then(lambda t: stats(t, BO, "defense"), [1000]), EFFECT.format("position_switched(robot=lifter, player=Bo)"),
     then(lambda t: stats(t, BO, "defense"), [0])),
    ("CG-Q33: 'double the offense of your next attempt' is used up by it",
     given(duel), EFFECT.format("modify(number=offense, card=wall, times=2, until=next)"), then(stats, [400, 900]),
     "score wall lifter", then(lambda t: t.state.lasting, ())),
    ("CG-A05: 'your opponent may not play events on the next turn' is a violation that names the card, then over",
     given(duel, "main"), EFFECT.format("forbid(action=play_event, scope=opposing, turns=2)"), "end_turn", "draw_card",
     "advance_phase main", as_played("play_event gloom", "CG-A05"), "end_turn", "draw_card", "end_turn", "draw_card",
     "advance_phase main", "play_event rain_delay"),
    ("CG-A02: 'play any number of students this turn'",
     given(table, "main", side(hand="dana pax nia", slots=["coach_may"])),
     EFFECT.format("allow(action=play_student, player=Ada, until=end_of_turn)"), "play_student dana", "play_student pax",
     "play_student nia", then(lambda t: names(t, ADA, "body"), ["dana", "pax", "nia"])),
    ("CG-X01: 'this robot is not retired the next time' keeps Wall on the field once",
     given(duel), EFFECT.format("prevent(what=retirement, card=wall, until=next)"), "score wall lifter",
     then(lambda t: names(t, ADA, "robots"), ["wall", "krabby"]), then(lambda t: t.state.lasting, ())),
    ("CG-C02: 'Wall may score twice more until my next turn', then no more",
     given(duel), EFFECT.format("modify(number=score_attempts, card=wall, by=2, until=until_my_next_turn)"),
     then(lambda t: len(t.state.lasting), 1), "end_turn", then(lambda t: len(t.state.lasting), 1), "draw_card", "end_turn",
     then(lambda t: t.state.lasting, ())),
    ("CG-A05: a label stays on the board until a card ends it",
     given(duel, "main"), EFFECT.format('label(card=wall, text="rusty", until=rest_of_game)'),
     then(lambda t: [e.name for e in t.state.lasting], ["rusty"]), EFFECT.format("end(name=rusty)"),
     then(lambda t: t.state.lasting, ()), impossible(EFFECT.format("end(name=rusty)"), "CG-A05")),
    ("CG-A05: what one command allows and forbids contradicts itself",
     given(duel), impossible(EFFECT.format("allow(action=score, card=wall), forbid(action=score, card=wall)"), "CG-A05"),
     impossible(EFFECT.format("modify(number=offense, card=wall, to=1), modify(number=offense, card=wall, to=2)"), "CG-A05")),
    ("CG-A05: a card justifies a deviation while it is in play; a card that is not there does not",
     given(duel, "main"), refused("score wall lifter", "CG-T07"), "score wall lifter because=coach_may",
     impossible("switch_position krabby offensive because=steel_stan", "CG-A05")),
    ("CG-E06: no card justifies playing on after the end",
     given(duel, "main"), "concede Bo", refused("end_turn because=coach_may", "CG-E06")),
)  # fmt: skip


def test_a_card_defined_at_the_table_uses_the_same_words():
    """CG-K05, CG-A05: a mentor defined with typed words changes numbers while it is on the field."""
    there = table("main", side(unknown=2, robots=["wall offensive dana"]))
    effects = "[modify(number=offense, scope=own, by=250), forbid(action=score, scope=opposing)]"
    there.do(
        f'define_card mentor(card_id=nova, name="Nova", effect_text="Shine.", effects={effects})', "play_mentor nova"
    )
    assert stats(there) == [450]
    assert [effect.bound for effect in there.state.lasting] == [True, True]
    there.do("resolve_card_effect nova changes=[card_moved(card=nova, to=hand)]")
    assert (stats(there), there.state.lasting) == ([200], ())


@pytest.mark.parametrize(
    "effect",
    [
        "modify(number=offense, scope=own, only=[mentor], by=1)",
        "modify(number=offense, card=wall, by=1)",
        "modify(number=offense, scope=own)",
        "forbid(action=score, scope=own, until=end_of_turn, turns=2)",
    ],
)
def test_a_typed_effect_that_can_never_begin_is_refused(effect):
    """CG-K01: a card whose typed effect makes no sense is not defined."""
    card = f'mentor(card_id=nova, name="Nova", effect_text="Shine.", effects=[{effect}])'
    table().refused(f"define_card {card}", "CG-K01")
