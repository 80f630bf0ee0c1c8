"""Effects: what the program works out, what is resolved by hand, adjustments, declared positions."""

import pytest

from domain.games.frc_card_game import GAME
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.changes import ChangePoints
from domain.games.frc_card_game.commands import DeclaredSide, DeclarePosition, ResolveCardEffect
from domain.notation import Names, parse_command
from tests.games.frc_card_game.tables import ADA, BO, SAMPLE, Table, names, points, side, started, table, tags
from tests.scenario import Scenario


def by_hand(there: Table, *changes: str) -> Table:
    """Resolves Ada's team card as these changes."""
    return there.do(f"resolve_card_effect iron_gears [{', '.join(changes)}]")


def sample_table(*, first: str = "Ada") -> Table:
    """Turn 1 with sample cards; Ada has the Gear Guild (200 points at the start), Bo the Torque Society (median reminder)."""
    return Scenario(GAME, SAMPLE).do(
        "start_match [(name=Ada, deck=30), (name=Bo, deck=30)]",
        "play_team_card Ada gear_guild",
        "play_team_card Bo torque_society",
        "draw_opening_hand Ada",
        "draw_opening_hand Bo",
        f"flip_coin {first}",
    )


def test_team_effects_start_with_turn_1() -> None:
    """CG-Q07, CG-Q47: a team card's effect acts as turn 1 begins, not when the card is played."""
    there = sample_table()
    assert tags(there)[:3] == ["coin_flipped", "turn_began", "points_changed"]
    assert points(there) == (4200, 4000)


def test_reminder_in_a_phase() -> None:
    """CG-T05, CG-T08: a card that names a phase raises a reminder; the phase cannot be passed before it was entered."""
    there = (
        sample_table().do("end_turn", "draw_card").refused("advance_phase main", "CG-T08").refused("end_turn", "CG-T08")
    )
    there.do("advance_phase")
    team = there.state.players[BO].team
    assert team is not None
    assert there.state.reminders == (team.id,)
    assert any("Torque Society" in prompt.text for prompt in GAME.board(there.state, "judge").prompts)
    there.do('resolve_card_effect torque_society text="nothing of use"')
    assert there.state.reminders == ()
    there.do("end_turn")


def test_end_phase_effects_come_first() -> None:
    """CG-T08: the end phase with an effect to resolve is entered before the turn ends."""
    there = sample_table().do("advance_phase", "play_mentor drive_coach_pell").refused("end_turn", "CG-T08")
    there.do("advance_phase end", "end_turn")
    assert there.state.turn == 2


def test_turn_players_reminders_come_first() -> None:
    """CG-Q40: effects that name the same phase are called up with the turn player's first."""
    there = sample_table().do("advance_phase", "play_mentor judge_advisor", "end_turn", "draw_card", "advance_phase")
    team, advisor = there.state.players[BO].team, there.state.players[ADA].slots[0]
    assert team is not None
    assert advisor is not None
    assert there.state.reminders == (team.id, advisor.token)


def test_effects_that_start_later() -> None:
    """CG-A05, CG-T05: Late Bus Driver's defense counts from the owner's next median phase on."""
    there = sample_table().do("advance_phase", "play_mentor late_bus_driver")
    assert len(there.state.dormant) == 1
    there.do("end_turn", "draw_card", "advance_phase", "end_turn", "draw_card")
    assert len(there.state.dormant) == 1
    there.do("advance_phase")
    assert tags(there) == ["phase_began", "effect_started"]
    assert there.state.dormant == ()


def test_students_effects() -> None:
    """CG-Q34, CG-Q47: a student's effect starts when the student is played, and goes on while on a Drive Team."""
    there = sample_table().do("advance_phase", "play_student wilma")
    assert points(there) == (4300, 4000)
    there.do(
        "end_turn", "draw_card", "advance_phase", "end_turn", "draw_card", "advance_phase main", "play_student renke"
    )
    there.do("play_robot logic_bomb renke offensive", "advance_phase", "score logic_bomb")
    assert points(there) == (4300, 3300)


def test_opponents_allowance() -> None:
    """CG-A02, CG-Q46: Principal Holm takes the opponent's one student play; allowances never fall below 0."""
    there = sample_table().do("advance_phase", "play_mentor principal_holm", "end_turn", "draw_card")
    there.do("advance_phase", "advance_phase").refused("play_student ines", "CG-A02")


def test_draws_and_points_by_effect() -> None:
    """CG-E01, CG-T04: drawing outside the draw phase and points go through a card effect."""
    there = by_hand(table(), "cards_drawn(player=Bo, cards=[dana, ??])", "points_changed(player=Ada, delta=50)")
    assert tags(there) == ["card_effect_resolved", "card_drawn", "card_drawn", "points_changed"]
    assert names(there, BO, "hand") == ["??", "??", "dana", "??"]
    assert points(there) == (4050, 4000)


def test_a_robot_back_to_the_hand() -> None:
    """CG-Q27: a robot that goes to the hand is not retired: its whole Drive Team returns, and no student retires."""
    there = by_hand(table(ada=side(robots=["krabby offensive nia pax"])), "card_moved(card=krabby, to=hand)")
    assert tags(there)[1:] == ["drive_team_returned", "card_moved"]
    assert (names(there, ADA, "hand"), names(there, ADA, "body")) == (["krabby"], ["nia", "pax"])


def test_a_student_off_a_drive_team() -> None:
    """CG-Q42: when an effect takes a student from a Drive Team, the robot stays."""
    there = by_hand(table(ada=side(robots=["krabby offensive nia pax"])), "card_moved(card=nia, to=retirement_pile)")
    assert tags(there)[1:] == ["student_retired"]
    assert names(there, ADA, "robots") == ["krabby"]
    assert names(there, ADA, "retired") == ["nia"]


def test_a_student_onto_a_drive_team() -> None:
    """A Drive Team is a place: an effect can put a student under a robot; without a robot there is no such place."""
    there = table(ada=side(body="nia", robots=["wall offensive dana"]))
    by_hand(there, "card_moved(card=nia, to=drive_team, robot=wall)")
    assert [s.card for s in there.state.players[ADA].robots[0].drive_team] == ["dana", "nia"]
    there.impossible("resolve_card_effect iron_gears [card_moved(card=dana, to=drive_team)]", "CG-F04")


def test_cards_put_on_the_field_are_not_played() -> None:
    """CG-Q41, CG-A02: outside main a card comes onto the field by an effect only, and is no student play."""
    there = table("scoring", side(unknown=2))
    by_hand(
        there,
        "card_moved(card=dana, origin=hand, to=student_body)",
        "card_moved(card=gloom, origin=hand, to=mentor_event_slots)",
    )
    assert (names(there, ADA, "body"), names(there, ADA, "slots")) == (["dana"], ["gloom"])
    assert there.state.students_played == 0


def test_a_robot_put_on_the_field() -> None:
    """CG-F04, CG-Q41: an effect can put a robot onto the field; with three slots taken it is impossible."""
    there = by_hand(table(ada=side(hand="wall")), "card_moved(card=wall, to=robot_slots, position=defensive)")
    robot = there.state.players[ADA].robots[0]
    assert robot is not None
    assert (robot.defense, robot.position, robot.drive_team) == (1200, "defensive", ())
    full = table(ada=side(hand="wall", robots=["jab offensive", "twin offensive", "tank offensive"]))
    full.impossible("resolve_card_effect iron_gears [card_moved(card=wall, to=robot_slots)]", "CG-F04")


def test_a_full_field_takes_no_more() -> None:
    """CG-F01, CG-F02, CG-F05: there is one team slot, five shared slots, and no second pile."""
    there = table(ada=side(hand="coach_may", slots=["gloom 1", "gloom 1", "gloom 1", "hangar_day 1", "open_house"]))
    there.impossible("resolve_card_effect iron_gears [card_moved(card=coach_may, to=mentor_event_slots)]", "CG-F05")
    there.impossible("resolve_card_effect iron_gears [card_moved(card=coach_may, to=team_slot)]", "CG-F02")
    with pytest.raises(ValueError, match="second_pile"):
        parse_command("adjust x [card_moved(card=dana, to=second_pile)]", GAME.commands, Names())


def test_a_card_that_is_not_there() -> None:
    """CG-F01: a card that is not where it should come from cannot be moved, and an unknown one needs its origin."""
    there = table(ada=side(body="dana"))
    there.impossible("resolve_card_effect iron_gears [card_moved(card=dana, origin=hand, to=deck)]", "CG-F01")
    there.impossible("resolve_card_effect iron_gears [card_moved(card=??, to=deck)]", "CG-F01")


def test_a_team_card_retired() -> None:
    """CG-X01, CG-F02: a team card that an effect retires goes to the pile, and frees its slot."""
    there = by_hand(table(), "card_moved(card=volt_club, to=retirement_pile)")
    assert names(there, BO, "retired") == ["volt_club"]
    assert there.state.players[BO].team is None


def test_known_places_in_the_deck() -> None:
    """CG-T04, CG-Q35: a card put on top of the deck is the next one drawn; a shuffle forgets it."""
    top = "card_moved(card=dana, to=deck_top)"
    there = by_hand(table("draw", side(hand="dana", unknown=1), draws_made=0), top)
    token = there.state.players[ADA].deck_known[0].token.id
    there.impossible("draw_card pax", "CG-T04").do("draw_card")
    assert there.state.players[ADA].hand[-1].id == token
    there = by_hand(table("draw", side(hand="dana", unknown=1), draws_made=0), top, "deck_shuffled(player=Ada)")
    assert there.state.players[ADA].deck_known == ()
    there.do("draw_card pax")


def test_cards_under_and_in_the_deck() -> None:
    """CG-T04: places below the top are kept while cards above are drawn; a search makes all places unknown."""
    there = by_hand(
        table("draw", side(hand="dana pax", unknown=1, deck=2), draws_made=0),
        "card_moved(card=dana, to=deck_bottom)",
        "card_moved(card=pax, to=deck_top)",
    )
    assert [(p.place, p.token.card) for p in there.state.players[ADA].deck_known] == [(0, "pax"), (3, "dana")]
    there.do("draw_card", "advance_phase")
    assert [(p.place, p.token.card) for p in there.state.players[ADA].deck_known] == [(2, "dana")]
    by_hand(there, "card_moved(card=nia, origin=deck, to=hand)")
    assert there.state.players[ADA].deck_known == ()
    assert names(there, ADA, "hand")[-1] == "nia"


def test_a_discard_by_effect() -> None:
    """CG-X05, CG-Q29: hand to pile by an effect is a discard and must be named; an adjustment may leave it unknown."""
    there = table(ada=side(unknown=2)).refused(
        "resolve_card_effect iron_gears [card_moved(card=??, origin=hand, to=retirement_pile)]", "CG-X05"
    )
    there.do("adjust lost [card_moved(card=??, origin=hand, to=retirement_pile)]")
    assert names(there, ADA, "retired") == ["??"]


def test_stat_changes_by_hand() -> None:
    """CG-C04, CG-Q33: a stat change by hand counts until its time is over."""
    there = table("scoring", side(robots=["wall offensive dana"], unknown=2), side(unknown=2))
    by_hand(there, "stat_modified(robot=wall, stat=offense, delta=250)")
    assert points(there.do("score wall")) == (4000, 3550)
    there.do("end_turn", "draw_card", "end_turn", "draw_card", "advance_phase scoring", "score wall")
    assert points(there) == (4000, 3350)
    by_hand(there, "stat_modified(robot=wall, stat=offense, delta=100, until=permanent)").do("end_turn")
    there.do("draw_card", "end_turn", "draw_card", "advance_phase scoring", "score wall")
    assert points(there) == (4000, 3050)


def test_change_while_its_source_is_on_the_field() -> None:
    """CG-Q48: a change that hangs on its source ends when the source leaves the field."""
    there = table(ada=side(unknown=3, slots=["coach_may"]))
    there.do(
        "resolve_card_effect coach_may [allowance_changed(player=Ada, what=student_plays, delta=1, until=while_source_on_field)]"
    )
    there.do("play_student dana", "play_student pax")
    by_hand(there, "card_moved(card=coach_may, to=retirement_pile)")
    assert there.state.lasting == ()
    there.refused("play_student nia", "CG-A02")


def test_switched_by_effect() -> None:
    """CG-A11: an effect can switch a robot outside the main phase."""
    there = by_hand(table("scoring", side(robots=["wall offensive dana"])), "position_switched(robot=wall)")
    assert there.state.players[ADA].robots[0].position == "defensive"
    there.impossible("resolve_card_effect iron_gears [position_switched(robot=tank)]", "CG-F04")


def test_skipped_by_effect() -> None:
    """CG-Q09, CG-T02: a phase that an effect skips does not happen; a draw owed in it does not exist."""
    there = by_hand(table(), "phase_skipped(player=Bo, phase=draw)").do("end_turn")
    assert there.state.phase == "median"
    there = by_hand(table("draw"), "phase_skipped(player=Ada, phase=scoring)").refused(
        "advance_phase scoring", "CG-T02"
    )
    assert by_hand(table("end"), "phase_skipped(player=Ada, phase=main)").state.skips[0].turn == 5


def test_random_results_and_notes() -> None:
    """Random results of an effect and notes are kept with it and change nothing else."""
    there = by_hand(table(), "random_result(kind=coin, value=heads)", 'note(text="Bo shrugs")')
    assert tags(there) == ["card_effect_resolved", "random_recorded", "noted"]


def test_a_hand_card_shown_by_effect() -> None:
    """CG-D06, CG-Q35: a card shown by an effect is known from then on to those who saw it."""
    there = by_hand(table(bo=side(unknown=2)), "card_revealed(card=dana, player=Bo, to=Ada)")
    assert names(there, BO, "hand") == ["dana", "??"]
    zone = next(z for p in GAME.board(there.state, ADA).panels for z in p.parts if z.key == "seat-2-hand")
    assert [card.name for card in zone.cards] == ["Dana"]


def test_changes_of_strangers() -> None:
    """CG-S01: a change for a player who is not at the table is impossible."""
    table().impossible(ResolveCardEffect(source="iron_gears", changes=(ChangePoints(player=7, delta=1),)), "CG-S01")


# --- adjustments and declared positions ---------------------------------------------------------------------------------


def test_adjust_counts() -> None:
    """CG-S02, CG-X07: an adjustment sets what the table has: draws owed, student plays, attempts, phase."""
    there = table("draw", side(robots=["wall offensive dana"], slots=["scout_lin"]), draws_made=2)
    there.do("adjust recount [draws_owed_set(owed=1)]").refused("advance_phase", "CG-T04").do(
        "draw_card", "advance_phase"
    )
    there.do("adjust recount [phase_set(player=Ada, phase=main), student_plays_set(used=1)]")
    there.refused("play_student dana", "CG-A02")
    there.do("adjust recount [attempts_set(robot=wall, used=1)]", "advance_phase").refused("score wall", "CG-C02")


def test_adjust_only_what_the_table_can_hold() -> None:
    """CG-T04, CG-F04: an adjustment is refused only where the table cannot hold it."""
    there = table().impossible("adjust x [draws_owed_set(owed=1)]", "CG-T04")
    there.impossible("adjust x [attempts_set(robot=wall, used=1)]", "CG-F04")
    started().impossible("adjust x [points_changed(player=Ada, delta=1)]", "CG-S07")


def test_adjust_after_the_end() -> None:
    """CG-E06: a match that was ended by mistake goes on when an adjustment sets its phase."""
    there = table(bo=side(points=100)).do("adjust miscounted [points_changed(player=Bo, delta=-100)]")
    assert there.state.result is not None
    there.do("adjust recounted [points_changed(player=Bo, delta=300), phase_set(player=Ada, phase=main)]", "end_turn")
    assert there.state.turn == 4


def test_declared_position() -> None:
    """A declared position replaces the table: what is stated stands, what is not is unknown, and play goes on from it."""
    there = table(
        "scoring",
        side(points=2500, hand="dana", unknown=2, robots=["wall offensive pax"], slots=["gloom 1"], retired="nia"),
    )
    ada = there.state.players[ADA]
    assert (ada.points, len(ada.hand), ada.deck) == (2500, 3, 23)
    assert there.state.first_player == ADA
    there.do("score wall", "end_turn")
    assert there.state.players[ADA].slots[0].counted == 2


def test_declared_again() -> None:
    """A position can be declared in the middle of a match, naming tokens that are known; the numbers must add up."""
    there = table(ada=side(body="dana"))
    token = there.state.players[ADA].student_body[0].id
    lines = "(points=100, deck={}, hand=0, student_body=[#1-{:02d}=dana]), (points=100, deck=30, hand=0)"
    there.do(f"declare_position 7 Ada main [{lines.format(29, token % 1000)}] students_played=1")
    assert there.state.players[ADA].student_body[0].id == token
    there.impossible(f"declare_position 7 Ada main [{lines.format(28, token % 1000)}]", "CG-D01")
    there.impossible(f"declare_position 7 Ada main [{lines.format(29, 77)}]", "CG-F01")


@pytest.mark.parametrize(
    ("sides", "rule"),
    [
        (side(robots=["wall offensive"] * 4), "CG-F04"),
        (side(slots=["gloom 1"] * 6), "CG-F05"),
        (side(robots=["dana offensive"]), "CG-F04"),
        (side(slots=["dana 1"]), "CG-F05"),
        (side(body="wall"), "CG-F03"),
        (side(body="nobody"), "CG-K01"),
        (side(size=31), "CG-D01"),
    ],
)
def test_declared_impossibly(sides: DeclaredSide, rule: str) -> None:
    """CG-F03, CG-F04, CG-F05, CG-D01, CG-K01: a position that no table can hold is impossible."""
    position = DeclarePosition(turn=3, turn_player=0, phase="main", sides=(sides, side()))
    table().impossible(position, rule)


def test_declared_in_a_phase_with_a_reminder() -> None:
    """CG-T05: a position declared in a phase that a card on the table names raises its reminder."""
    there = sample_table()
    sides = "(points=4000, deck=26, hand=4), (points=4000, deck=26, hand=4)"
    there.do(f"declare_position 2 Bo median [{sides}]")
    assert isinstance(there.events[-1], ev.RemindersRaised)
    assert len(there.state.reminders) == 1


def test_control_changes_sides() -> None:
    """CG-Q39: a card on the other player's side is used by the player on whose side it is."""
    there = table("main", side(), side(robots=["wall offensive dana"]))
    by_hand(there, "card_moved(card=wall, to=robot_slots, player=Ada)")
    there.do("switch_position wall defensive", "switch_position wall offensive", "advance_phase", "score wall")
    assert points(there) == (4000, 3800)
