"""Effects: what the program works out, what is resolved by hand, adjustments, declared positions."""

import pytest

from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.changes import ChangePoints
from domain.games.frc_card_game.commands.by_hand import ResolveCardEffect
from domain.notation import Names, parse_command, print_command
from tests.games.frc_card_game.tables import ADA, BO, CARDS, by_hand, names, points, sample_table, side, table, tags
from tests.scenario import cases, given, impossible, refused, then

test_rules = cases(
    ("CG-Q07, CG-Q47: a team card's effect acts as turn 1 begins, not when the card is played",
     given(sample_table),
     then(lambda t: tags(t)[:3], ["coin_flipped", "turn_began", "points_changed"]), then(points, (4200, 4000))),
    ("CG-T08: the end phase with an effect to resolve is entered before the turn ends",
     given(sample_table), "advance_phase", "play_mentor drive_coach_pell", refused("end_turn", "CG-T08"),
     "advance_phase end", "end_turn",
     then(lambda t: t.state.turn, 2)),
    ("CG-A05, CG-T08: a card whose effects start with a phase and act in it is called up at once, and not passed over",
     given(sample_table),
     "define_card mentor(card_id=alumna, name=Alumna, effect_text=x, effects=[active_from(phase=median), "
     "phase_trigger(phase=median)])",
     "advance_phase", "play_mentor alumna", "end_turn", "draw_card", "advance_phase", "end_turn", "draw_card",
     refused("advance_phase main", "CG-T08"), "advance_phase",
     then(tags, ["phase_began", "effect_started"]), then(lambda t: len(t.state.reminders), 1)),
    ("CG-T08, CG-X04: an event that retires as a phase begins and acts in that phase is still called up",
     given(sample_table),
     "define_card event(card_id=finale, name=Finale, effect_text=x, duration=(kind=turns, count=1), "
     "effects=[phase_trigger(phase=end)])",
     "advance_phase", "play_event finale", refused("end_turn", "CG-T08"), "advance_phase end",
     then(lambda t: names(t, ADA, "retired"), ["finale"]),
     then(lambda t: [prompt.text for prompt in GAME.board(t.state, BO).prompts],
         ["Finale: acts in this phase", "end the turn"]),
     "resolve_card_effect finale changes=[points_changed(player=Bo, delta=-100)]", "end_turn",
     then(points, (4200, 3900))),
    ("CG-Q34, CG-Q47: a student's effect starts when the student is played, and goes on while on a Drive Team",
     given(sample_table), "advance_phase", "play_student wilma",
     then(points, (4300, 4000)), "end_turn", "draw_card", "advance_phase", "end_turn", "draw_card",
     "advance_phase main", "play_student renke", "play_robot logic_bomb renke offensive", "advance_phase",
     "score logic_bomb",
     then(points, (4300, 3300))),
    ("CG-A02, CG-Q46: Principal Holm takes the opponent's one student play; allowances never fall below 0",
     given(sample_table), "advance_phase", "play_mentor principal_holm", "end_turn", "draw_card", "advance_phase",
     "advance_phase", refused("play_student ines", "CG-A02")),
    ("CG-E01, CG-T04: drawing outside the draw phase and points go through a card effect",
     given(lambda: by_hand(table(), "cards_drawn(player=Bo, cards=[dana, ??])", "points_changed(player=Ada, delta=50)")),
     then(tags, ["card_effect_resolved", "card_drawn", "card_drawn", "points_changed"]),
     then(lambda t: names(t, BO, "hand"), ["??", "??", "dana", "??"]), then(points, (4050, 4000))),
    ("CG-Q27: a robot that goes to the hand is not retired: its whole Drive Team returns, and no student retires",
     given(lambda: by_hand(table(ada=side(robots=["krabby offensive nia pax"])), "card_moved(card=krabby, to=hand)")),
     then(lambda t: tags(t)[1:], ["drive_team_returned", "card_moved"]),
     then(lambda t: (names(t, ADA, "hand"), names(t, ADA, "body")), (["krabby"], ["nia", "pax"]))),
    ("CG-Q42: when an effect takes a student from a Drive Team, the robot stays",
     given(lambda: by_hand(table(ada=side(robots=["krabby offensive nia pax"])),
         "card_moved(card=nia, to=retirement_pile)")), then(lambda t: tags(t)[1:], ["student_retired"]),
     then(lambda t: names(t, ADA, "robots"), ["krabby"]), then(lambda t: names(t, ADA, "retired"), ["nia"])),
    ("A Drive Team is a place: an effect can put a student under a robot; without a robot there is no such place",
     given(table, ada=side(body="nia", robots=["wall offensive dana"])),
     lambda t: by_hand(t, "card_moved(card=nia, to=drive_team, robot=wall)"),
     then(lambda t: [s.card for s in t.state.players[ADA].robots[0].drive_team], ["dana", "nia"]),
     impossible("resolve_card_effect iron_gears changes=[card_moved(card=dana, to=drive_team)]", "CG-F04")),
    ("CG-Q41, CG-A02: outside main a card comes onto the field by an effect only, and is not a student play",
     given(table, "scoring", side(unknown=2)),
     lambda t: by_hand(t, "card_moved(card=dana, origin=hand, to=student_body)",
         "card_moved(card=gloom, origin=hand, to=mentor_event_slots)"),
     then(lambda t: (names(t, ADA, "body"), names(t, ADA, "slots")), (["dana"], ["gloom"])),
     then(lambda t: t.state.students_played, 0)),
    ("CG-F01: a card that is not where it should come from cannot be moved, and an unknown one needs its origin",
     given(table, ada=side(body="dana")),
     impossible("resolve_card_effect iron_gears changes=[card_moved(card=dana, origin=hand, to=deck)]", "CG-F01"),
     impossible("resolve_card_effect iron_gears changes=[card_moved(card=??, to=deck)]", "CG-F01")),
    ("CG-X01, CG-F02: a team card that an effect retires goes to the pile, and frees its slot",
     given(lambda: by_hand(table(), "card_moved(card=volt_club, to=retirement_pile)")),
     then(lambda t: names(t, BO, "retired"), ["volt_club"]), then(lambda t: t.state.players[BO].team, None)),
    ("CG-X05, CG-Q29: hand to pile by an effect is a discard and must be named; an adjustment may leave it unknown",
     given(table, ada=side(unknown=2)),
     refused("resolve_card_effect iron_gears changes=[card_moved(card=??, origin=hand, to=retirement_pile)]", "CG-X05"),
     "adjust lost [card_moved(card=??, origin=hand, to=retirement_pile)]",
     then(lambda t: names(t, ADA, "retired"), ["??"])),
    ("CG-C04, CG-Q33: a stat change by hand counts until its time is over",
     given(table, "scoring", side(robots=["wall offensive dana"], unknown=2), side(unknown=2)),
     lambda t: by_hand(t, "modify(number=offense, card=wall, by=250, until=end_of_turn)"), "score wall",
     then(points, (4000, 3550)), "end_turn", "draw_card", "end_turn", "draw_card", "advance_phase scoring",
     "score wall",
     then(points, (4000, 3350)),
     lambda t: by_hand(t, "modify(number=offense, card=wall, by=100, until=rest_of_game)"), "end_turn",
     "draw_card", "end_turn", "draw_card", "advance_phase scoring", "score wall",
     then(points, (4000, 3050))),
    ("CG-Q48: a change that hangs on its source ends when the source leaves the field",
     given(table, ada=side(unknown=3, slots=["coach_may"])),
     "resolve_card_effect coach_may changes=[modify(number=student_plays, player=Ada, by=1, until=while_source_in_play)]",
     "play_student dana", "play_student pax", lambda t: by_hand(t, "card_moved(card=coach_may, to=retirement_pile)"),
     then(lambda t: t.state.lasting, ()), refused("play_student nia", "CG-A02")),
    ("CG-A11: an effect can switch a robot outside the main phase",
     given(lambda: by_hand(table("scoring", side(robots=["wall offensive dana"])), "position_switched(robot=wall)")),
     then(lambda t: t.state.players[ADA].robots[0].position, "defensive"),
     impossible("resolve_card_effect iron_gears changes=[position_switched(robot=tank)]", "CG-F04")),
    ("Random results of an effect and notes are kept with it and change nothing else",
     given(lambda: by_hand(table(), "random_result(kind=coin, value=heads)", 'note(text="Bo shrugs")')),
     then(tags, ["card_effect_resolved", "random_recorded", "noted"])),
    ("CG-S01: a change for a player who is not at the table is impossible",
     given(table),
     impossible(ResolveCardEffect(source="iron_gears", changes=(ChangePoints(player=7, delta=1),)), "CG-S01")),
    ("CG-Q39: a card on the other player's side is used by the player on whose side it is",
     given(table, "main", side(), side(robots=["wall offensive dana"])),
     lambda t: by_hand(t, "card_moved(card=wall, to=robot_slots, player=Ada)"), "switch_position wall defensive",
     "switch_position wall offensive", "advance_phase", "score wall",
     then(points, (4000, 3800))),
    ("CG-Q39: a stat change stays with a robot that goes over to the other side",
     given(lambda: by_hand(table("scoring", side(), side(robots=["wall offensive dana"])),
             "modify(number=offense, card=wall, by=300, until=end_of_turn)",
             "card_moved(card=wall, to=robot_slots, player=Ada)")),
     "score wall",
     then(points, (4000, 3500))),
    ("CG-Q39, CG-X04: an event that goes over to the other side keeps the turns counted so far",
     given(lambda: by_hand(table(ada=side(slots=["gloom 2"])),
         "card_moved(card=gloom, to=mentor_event_slots, player=Bo)")),
     then(lambda t: t.state.players[BO].slots[0].counted, 2), "end_turn", then(lambda t: names(t, BO, "slots"), []),
     then(lambda t: names(t, ADA, "retired"), ["gloom"])),
)  # fmt: skip


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


def test_a_robot_put_on_the_field() -> None:
    """CG-F04, CG-Q41: an effect can put a robot onto the field; with three slots taken it is impossible."""
    there = by_hand(table(ada=side(hand="wall")), "card_moved(card=wall, to=robot_slots, position=defensive)")
    robot = there.state.players[ADA].robots[0]
    assert robot is not None
    assert (robot.defense, robot.position, robot.drive_team) == (1200, "defensive", ())
    full = table(ada=side(hand="wall", robots=["jab offensive", "twin offensive", "tank offensive"]))
    full.impossible("resolve_card_effect iron_gears changes=[card_moved(card=wall, to=robot_slots)]", "CG-F04")


def test_a_full_field_takes_no_more() -> None:
    """CG-F01, CG-F02, CG-F05: there is one team slot, five shared slots, and no second pile."""
    there = table(ada=side(hand="coach_may", slots=["gloom 1", "gloom 1", "gloom 1", "hangar_day 1", "open_house"]))
    there.impossible(
        "resolve_card_effect iron_gears changes=[card_moved(card=coach_may, to=mentor_event_slots)]", "CG-F05"
    )
    there.impossible("resolve_card_effect iron_gears changes=[card_moved(card=coach_may, to=team_slot)]", "CG-F02")
    with pytest.raises(ValueError, match="second_pile"):
        parse_command("adjust x [card_moved(card=dana, to=second_pile)]", GAME.commands, Names())


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


def test_skipped_by_effect() -> None:
    """CG-Q09, CG-T02: a phase that an effect skips does not happen; a draw owed in it does not exist."""
    there = by_hand(table(), "phase_skipped(player=Bo, phase=draw)").do("end_turn")
    assert there.state.phase == "median"
    there = by_hand(table("draw"), "phase_skipped(player=Ada, phase=scoring)").refused(
        "advance_phase scoring", "CG-T02"
    )
    assert by_hand(table("end"), "phase_skipped(player=Ada, phase=main)").state.skips[0].turn == 5


def test_a_hand_card_shown_by_effect() -> None:
    """CG-D06, CG-Q35: a card shown by an effect is known from then on to those who saw it."""
    there = by_hand(table(bo=side(unknown=2)), "card_revealed(card=dana, player=Bo, to=Ada)")
    assert names(there, BO, "hand") == ["dana", "??"]
    zone = next(z for p in GAME.board(there.state, ADA).panels for z in p.parts if z.key == "seat-2-hand")
    assert [card.name for card in zone.cards] == ["Dana"]


def test_two_choices_at_once() -> None:
    """CG-X02, CG-Q25: an effect that retires two robots leaves two choices; each names its robot and its player chooses."""
    there = table(ada=side(robots=["krabby offensive nia pax"]), bo=side(robots=["cannon offensive sol dana"]))
    both = [f"card_moved(card={robot}, to=retirement_pile)" for robot in ("krabby", "cannon")]
    by_hand(there, *both).impossible("choose_retired_student nia", "CG-X02")
    lines = {print_command(c, Names(CARDS, there.state.seats)) for c in GAME.legal(there.state)}
    assert len(lines) == 5
    there.do("choose_retired_student dana robot=cannon", "choose_retired_student nia", "end_turn")
    assert (names(there, ADA, "body"), names(there, BO, "body")) == (["pax"], ["sol"])
