"""Turns and phases (CG-T) and the slots of the field (CG-F)."""

import pytest

from domain.cards import DeckList
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.cards import StudentCard, cards_of_type
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from tests.games.frc_card_game.tables import ADA, BO, SAMPLE, names, opened, points, side, table, tags
from tests.scenario import Scenario, as_played, cases, given, impossible, refused, then


def listed_player() -> PlayerSetup:
    """Ada with a list that has one Ines."""
    students = {r.card_id: 3 for r in cards_of_type(SAMPLE, StudentCard)[:10]}
    return PlayerSetup(name="Ada", deck=DeckList(students | {"ines": 1, "pincher": 2}, beside={"team": "gear_guild"}))


test_rules = cases(
    ("CG-T01, CG-T10: the coin's player takes turn 1, then the opponent, beginning with the draw phase",
     given(opened), "end_turn",
     then(lambda t: tags(t)[-3:], ["turn_ended", "turn_began", "phase_began"]),
     then(lambda t: (t.state.turn, t.state.turn_player, t.state.phase), (2, BO, "draw"))),
    ("CG-T01: a student played out of turn, recorded as played, comes from that player's hand",
     given(table), as_played("play_student dana player=Bo", "CG-T01"),
     then(lambda t: names(t, BO, "body"), ["dana"])),
    ("CG-T02: going back, or to the phase that is on, is refused",
     given(table, "scoring"), refused("advance_phase main", "CG-T02"), refused("advance_phase scoring", "CG-T02")),
    ("CG-T02: nothing follows the end phase but the opponent's turn",
     given(table, "end"), impossible("advance_phase", "CG-T02")),
    ("CG-T02: a later phase can be named; those between begin and pass",
     given(table, "draw"), "advance_phase scoring",
     then(tags, ["phase_began", "phase_began", "phase_began"]), then(lambda t: t.state.phase, "scoring")),
    ("CG-T03: drawing or scoring in turn 1 is refused, and the scoring phase is passed over",
     given(opened), "advance_phase", refused("advance_phase scoring", "CG-T03"), refused("draw_card", "CG-T03"),
     "play_student dana", "play_robot wall dana offensive", refused("score wall", "CG-T03"), "advance_phase",
     then(tags, ["phase_skipped", "phase_began"]), then(lambda t: t.state.phase, "end")),
    ("CG-T03, CG-Q09: the other player's first turn has a draw and a scoring phase",
     given(opened), "end_turn", "draw_card", "advance_phase main", "advance_phase",
     then(lambda t: (t.state.turn, t.state.phase), (2, "scoring"))),
    ("CG-T04, CG-Q02: leaving the draw phase with a draw owed is refused",
     given(table, "draw", draws_made=0), refused("advance_phase", "CG-T04"), refused("end_turn", "CG-T04")),
    ("CG-T04: a second draw is refused",
     given(table, "draw", draws_made=0), "draw_card",
     then(lambda t: len(t.state.players[ADA].hand), 3), refused("draw_card", "CG-T04")),
    ("CG-T04, CG-Q44: Scout Lin makes it two draws, and both are owed",
     given(table, "draw", side(unknown=2, slots=["scout_lin"]), draws_made=0), "draw_card",
     refused("advance_phase", "CG-T04"), "draw_card", "advance_phase"),
    ("CG-Q46, CG-T04: an effect that brings the draws owed below 0 makes them 0: no draw, no loss",
     given(table),
     "resolve_card_effect iron_gears changes=[modify(number=draw_phase_draws, player=Bo, by=-3, turns=2)]",
     "end_turn", refused("draw_card", "CG-T04"), "advance_phase"),
    ("CG-T07, CG-Q24: a turn may end without a score though a robot could",
     given(table, "scoring", side(robots=["wall offensive dana"])), "end_turn",
     then(points, (4000, 4000))),
    ("CG-Q45: a turn may pass without any play", given(table, "draw"), "end_turn", then(lambda t: t.state.turn, 4)),
    ("CG-T08, CG-X02: the turn does not end while a choice is open",
     given(table, "scoring", side(robots=["krabby offensive nia pax"]), side(robots=["wall defensive dana"])),
     "score krabby wall", refused("end_turn", "CG-X02")),
    ("CG-T08: the turn can be ended from an earlier phase; the phases between begin",
     given(table), "end_turn",
     then(lambda t: tags(t)[:2], ["phase_began", "phase_began"]), then(lambda t: t.state.turn, 4)),
    ("CG-T09: with nine cards the turn does not end before exactly one is discarded",
     given(table, "end", side(hand="dana pax nia wes", unknown=5)), refused("end_turn", "CG-T09"),
     refused("end_turn [dana, pax]", "CG-T09"), "end_turn [dana]",
     then(lambda t: len(t.state.players[ADA].hand), 8), then(lambda t: names(t, ADA, "retired"), ["dana"])),
    ("CG-T09: the hand can be cut in the end phase by a command of its own",
     given(table, "end", side(hand="dana pax nia wes", unknown=6)), refused("discard_to_hand_limit [dana]", "CG-T09"),
     "discard_to_hand_limit [dana, pax]", "end_turn",
     then(lambda t: t.state.turn, 4)),
    ("CG-T09: discarding at eight cards or fewer is refused",
     given(table, "end", side(hand="dana", unknown=7)), refused("discard_to_hand_limit [dana]", "CG-T09")),
    ("CG-T09: cutting the hand in the main phase is refused",
     given(table, "main", side(hand="dana", unknown=8)), refused("discard_to_hand_limit [dana]", "CG-T09")),
    ("CG-X05, CG-Q29: a discard lies open in the owner's pile, so an unknown card must be named",
     given(table, "end", side(hand="dana", unknown=8)), refused("end_turn [??]", "CG-X05"), "end_turn [pax]",
     then(lambda t: names(t, ADA, "retired"), ["pax"]), then(lambda t: "cards_discarded" in tags(t), True),
     then(lambda t: "student_retired" not in tags(t), True)),
    ("CG-Q36: a hand of nine does not matter in the opponent's turn",
     given(table, "end", bo=side(unknown=9)), "end_turn",
     then(lambda t: t.state.turn, 4)),
    ("CG-A01, CG-T09: a card that is not in the hand cannot be discarded",
     given(table, "end", side(hand="dana pax nia wes cleo sol dee jab tank", body="dana")),
     impossible("end_turn [wall]", "CG-A01")),
    ("CG-X07: student plays, draws and attempts of the turn before do not count",
     given(table, "main", side(unknown=3, robots=["wall offensive dana"]), side(unknown=2, deck=20)),
     "play_student pax", "advance_phase", "score wall", "end_turn", "draw_card", "end_turn", "draw_card",
     "advance_phase main", "play_student nia", "advance_phase", "score wall",
     then(points, (4000, 3600))),
    ("CG-D06: with a deck list, a discard that names more copies than are left of it is refused",
     given(lambda: Scenario(GAME, SAMPLE)), StartMatch(players=(listed_player(), PlayerSetup(name="Bo", deck=30))),
     "play_team_card Ada gear_guild", "play_team_card Bo torque_society", "draw_opening_hand Ada",
     "draw_opening_hand Bo", "flip_coin Ada",
     f"resolve_card_effect gear_guild changes=[cards_drawn(player=Ada, cards=[{', '.join(['??'] * 6)}])]",
     "advance_phase end", refused("end_turn discards=[ines, ines]", "CG-D06"), "end_turn discards=[ines, pincher]"),
    ("CG-T01: a command of the player whose turn it is not is refused; recorded, it is done by that player",
     given(table), refused("advance_phase player=Bo", "CG-T01"), refused("play_student dana player=Bo", "CG-T01"),
     refused("play_mentor coach_may player=Bo", "CG-T01"), refused("play_event gloom player=Bo", "CG-T01"),
     refused("end_turn player=Bo", "CG-T01")),
    ("CG-T04: drawing in another phase is refused",
     given(table, "median"), refused("draw_card", "CG-T04"), given(table, "main"), refused("draw_card", "CG-T04"),
     given(table, "scoring"), refused("draw_card", "CG-T04"), given(table, "end"), refused("draw_card", "CG-T04")),
    ("CG-T07: scoring only in the scoring phase",
     given(table, "draw", side(robots=["wall offensive dana"])), refused("score wall", "CG-T07"),
     given(table, "main", side(robots=["wall offensive dana"])), refused("score wall", "CG-T07"),
     given(table, "end", side(robots=["wall offensive dana"])), refused("score wall", "CG-T07")),
)  # fmt: skip


def test_phases_in_order() -> None:
    """CG-T02: draw, median, main, scoring, end; advance_phase goes through them one by one."""
    there = table("draw")
    assert [there.do("advance_phase").state.phase for _ in range(4)] == ["median", "main", "scoring", "end"]


@pytest.mark.parametrize(
    "line", ["play_student dana", "switch_position wall offensive", "score wall", "play_mentor coach_may"]
)
def test_median_phase(line: str) -> None:
    """CG-T05: playing, switching and scoring are refused in the median phase."""
    there = table("median", side(unknown=2, robots=["wall defensive dana", "jab offensive pax"]))
    there.refused(line.replace("score wall", "score jab"), "CG-T05")


@pytest.mark.parametrize("phase", ["draw", "scoring", "end"])
@pytest.mark.parametrize("line", ["play_student dana", "play_event gloom", "switch_position wall offensive"])
def test_plays_belong_to_main(phase: str, line: str) -> None:
    """CG-T06: playing cards and switching positions only in the main phase."""
    table(phase, side(unknown=2, robots=["wall defensive pax"])).refused(line, "CG-T06")


@pytest.mark.parametrize(
    "line", ["discard_to_hand_limit [wes, wes, wes, wes]", "end_turn discards=[wes, wes, wes, wes]"]
)
def test_copies_within_one_discard(line: str) -> None:
    """CG-D03, CG-T09: cards that a discard names count together: four unknown cards are not four copies of one card."""
    table("end", side(unknown=12)).refused(line, "CG-D03").as_played(line, "CG-D03")
    table("end", side(hand="wes", unknown=11)).refused(line, "CG-D03")
    table("end", side(unknown=12)).do(line.replace("wes, wes", "wes, pax", 1))
