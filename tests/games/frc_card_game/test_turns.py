"""Turns and phases (CG-T) and the slots of the field (CG-F)."""

import pytest

from domain.cards import DeckList
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.cards import StudentCard, cards_of_type
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from tests.games.frc_card_game.tables import ADA, BO, SAMPLE, names, opened, points, side, table, tags
from tests.scenario import Scenario


def test_turns_alternate() -> None:
    """CG-T01, CG-T10: the coin's player takes turn 1, then the opponent, beginning with the draw phase."""
    there = opened().do("end_turn")
    assert tags(there)[-3:] == ["turn_ended", "turn_began", "phase_began"]
    assert (there.state.turn, there.state.turn_player, there.state.phase) == (2, BO, "draw")


@pytest.mark.parametrize(
    "line",
    [
        "advance_phase player=Bo",
        "play_student dana player=Bo",
        "play_mentor coach_may player=Bo",
        "play_event gloom player=Bo",
        "end_turn player=Bo",
    ],
)
def test_out_of_turn(line: str) -> None:
    """CG-T01: a command of the player whose turn it is not is refused; recorded, it is done by that player."""
    table().refused(line, "CG-T01")


def test_out_of_turn_as_played() -> None:
    """CG-T01: a student played out of turn, recorded as played, comes from that player's hand."""
    there = table().as_played("play_student dana player=Bo", "CG-T01")
    assert names(there, BO, "body") == ["dana"]


def test_no_way_back() -> None:
    """CG-T02: going back, or to the phase that is on, is refused."""
    table("scoring").refused("advance_phase main", "CG-T02").refused("advance_phase scoring", "CG-T02")


def test_after_the_end_phase_only_the_turn_ends() -> None:
    """CG-T02: nothing follows the end phase but the opponent's turn."""
    table("end").impossible("advance_phase", "CG-T02")


def test_phases_in_order() -> None:
    """CG-T02: draw, median, main, scoring, end; advance_phase goes through them one by one."""
    there = table("draw")
    assert [there.do("advance_phase").state.phase for _ in range(4)] == ["median", "main", "scoring", "end"]


def test_advance_past_phases() -> None:
    """CG-T02: a later phase can be named; those between begin and pass."""
    there = table("draw").do("advance_phase scoring")
    assert tags(there) == ["phase_began", "phase_began", "phase_began"]
    assert there.state.phase == "scoring"


def test_turn_1_has_no_draw_and_no_scoring() -> None:
    """CG-T03: drawing or scoring in turn 1 is refused, and the scoring phase is passed over."""
    there = opened().do("advance_phase").refused("advance_phase scoring", "CG-T03").refused("draw_card", "CG-T03")
    there.do("play_student dana", "play_robot wall dana offensive").refused("score wall", "CG-T03")
    assert tags(there.do("advance_phase")) == ["phase_skipped", "phase_began"]
    assert there.state.phase == "end"


def test_turn_2_is_whole() -> None:
    """CG-T03, CG-Q09: the other player's first turn has a draw and a scoring phase."""
    there = opened().do("end_turn", "draw_card", "advance_phase main", "advance_phase")
    assert (there.state.turn, there.state.phase) == (2, "scoring")


def test_the_draw_is_owed() -> None:
    """CG-T04, CG-Q02: leaving the draw phase with a draw owed is refused."""
    table("draw", draws_made=0).refused("advance_phase", "CG-T04").refused("end_turn", "CG-T04")


def test_one_draw() -> None:
    """CG-T04: a second draw is refused."""
    there = table("draw", draws_made=0).do("draw_card")
    assert len(there.state.players[ADA].hand) == 3
    there.refused("draw_card", "CG-T04")


@pytest.mark.parametrize("phase", ["median", "main", "scoring", "end"])
def test_draws_belong_to_the_draw_phase(phase: str) -> None:
    """CG-T04: drawing in another phase is refused."""
    table(phase).refused("draw_card", "CG-T04")


def test_more_draws_by_effect() -> None:
    """CG-T04, CG-Q44: Scout Lin makes it two draws, and both are owed."""
    there = table("draw", side(unknown=2, slots=["scout_lin"]), draws_made=0)
    there.do("draw_card").refused("advance_phase", "CG-T04").do("draw_card", "advance_phase")


def test_fewer_draws_than_none() -> None:
    """CG-Q46, CG-T04: an effect that brings the draws owed below 0 makes them 0: no draw, no loss."""
    lines = "allowance_changed(player=Bo, what=draw_phase_draws, delta=-3, until=turns, turns=2)"
    there = table().do(f"resolve_card_effect iron_gears changes=[{lines}]", "end_turn")
    there.refused("draw_card", "CG-T04").do("advance_phase")


@pytest.mark.parametrize(
    "line", ["play_student dana", "switch_position wall offensive", "score wall", "play_mentor coach_may"]
)
def test_median_phase(line: str) -> None:
    """CG-T05: nothing is played, switched or scored in the median phase."""
    there = table("median", side(unknown=2, robots=["wall defensive dana", "jab offensive pax"]))
    there.refused(line.replace("score wall", "score jab"), "CG-T05")


@pytest.mark.parametrize("phase", ["draw", "scoring", "end"])
@pytest.mark.parametrize("line", ["play_student dana", "play_event gloom", "switch_position wall offensive"])
def test_plays_belong_to_main(phase: str, line: str) -> None:
    """CG-T06: playing cards and switching positions only in the main phase."""
    table(phase, side(unknown=2, robots=["wall defensive pax"])).refused(line, "CG-T06")


@pytest.mark.parametrize("phase", ["draw", "main", "end"])
def test_scores_belong_to_scoring(phase: str) -> None:
    """CG-T07: scoring only in the scoring phase."""
    table(phase, side(robots=["wall offensive dana"])).refused("score wall", "CG-T07")


def test_nobody_must_score() -> None:
    """CG-T07, CG-Q24: a turn may end without a score though a robot could."""
    there = table("scoring", side(robots=["wall offensive dana"])).do("end_turn")
    assert points(there) == (4000, 4000)


def test_empty_turn() -> None:
    """CG-Q45: a turn may pass without any play."""
    assert table("draw").do("end_turn").state.turn == 4


def test_end_turn_waits_for_a_choice() -> None:
    """CG-T08, CG-X02: the turn does not end while a choice is open."""
    there = table("scoring", side(robots=["krabby offensive nia pax"]), side(robots=["wall defensive dana"]))
    there.do("score krabby wall").refused("end_turn", "CG-X02")


def test_end_turn_from_main_passes_the_phases() -> None:
    """CG-T08: the turn can be ended from an earlier phase; the phases between begin."""
    there = table().do("end_turn")
    assert tags(there)[:2] == ["phase_began", "phase_began"]
    assert there.state.turn == 4


def test_hand_of_nine_is_cut() -> None:
    """CG-T09: with nine cards the turn does not end before exactly one is discarded."""
    there = table("end", side(hand="dana pax nia wes", unknown=5))
    there.refused("end_turn", "CG-T09").refused("end_turn [dana, pax]", "CG-T09")
    there.do("end_turn [dana]")
    assert len(there.state.players[ADA].hand) == 8
    assert names(there, ADA, "retired") == ["dana"]


def test_discard_before_the_end_of_the_turn() -> None:
    """CG-T09: the hand can be cut in the end phase by a command of its own."""
    there = table("end", side(hand="dana pax nia wes", unknown=6))
    there.refused("discard_to_hand_limit [dana]", "CG-T09").do("discard_to_hand_limit [dana, pax]", "end_turn")
    assert there.state.turn == 4


def test_discard_at_eight() -> None:
    """CG-T09: discarding at eight cards or fewer is refused."""
    table("end", side(hand="dana", unknown=7)).refused("discard_to_hand_limit [dana]", "CG-T09")


def test_discard_in_another_phase() -> None:
    """CG-T09: cutting the hand in the main phase is refused."""
    table("main", side(hand="dana", unknown=8)).refused("discard_to_hand_limit [dana]", "CG-T09")


def test_discards_are_named() -> None:
    """CG-X05, CG-Q29: a discard lies open in the owner's pile, so an unknown card must be named."""
    there = table("end", side(hand="dana", unknown=8)).refused("end_turn [??]", "CG-X05")
    there.do("end_turn [pax]")
    assert names(there, ADA, "retired") == ["pax"]
    assert "cards_discarded" in tags(there)
    assert "student_retired" not in tags(there)


def test_hand_limit_is_for_the_turn_player() -> None:
    """CG-Q36: a hand of nine does not matter in the opponent's turn."""
    assert table("end", bo=side(unknown=9)).do("end_turn").state.turn == 4


def test_a_discard_that_is_elsewhere() -> None:
    """CG-A01, CG-T09: a card that is not in the hand cannot be discarded."""
    hand = "dana pax nia wes cleo sol dee jab tank"
    table("end", side(hand=hand, body="dana")).impossible("end_turn [wall]", "CG-A01")


def test_counts_begin_anew() -> None:
    """CG-X07: student plays, draws and attempts of the turn before do not count."""
    there = table("main", side(unknown=3, robots=["wall offensive dana"]), side(unknown=2, deck=20))
    there.do("play_student pax", "advance_phase", "score wall", "end_turn", "draw_card", "end_turn", "draw_card")
    there.do("advance_phase main", "play_student nia", "advance_phase", "score wall")
    assert points(there) == (4000, 3600)


@pytest.mark.parametrize(
    "line", ["discard_to_hand_limit [wes, wes, wes, wes]", "end_turn discards=[wes, wes, wes, wes]"]
)
def test_copies_within_one_discard(line: str) -> None:
    """CG-D03, CG-T09: cards that a discard names count together: four unknown cards are not four copies of one card."""
    table("end", side(unknown=12)).refused(line, "CG-D03").as_played(line, "CG-D03")
    table("end", side(hand="wes", unknown=11)).refused(line, "CG-D03")
    table("end", side(unknown=12)).do(line.replace("wes, wes", "wes, pax", 1))


def test_listed_copies_within_one_discard() -> None:
    """CG-D06: with a deck list, a discard that names more copies than are left of it is refused."""
    there = Scenario(GAME, SAMPLE).do(StartMatch(players=(listed_player(), PlayerSetup(name="Bo", deck=30))))
    there.do("play_team_card Ada gear_guild", "play_team_card Bo torque_society")
    there.do("draw_opening_hand Ada", "draw_opening_hand Bo", "flip_coin Ada")
    there.do(f"resolve_card_effect gear_guild changes=[cards_drawn(player=Ada, cards=[{', '.join(['??'] * 6)}])]")
    there.do("advance_phase end").refused("end_turn discards=[ines, ines]", "CG-D06").do(
        "end_turn discards=[ines, pincher]"
    )


def listed_player() -> PlayerSetup:
    """Ada with a list that has one Ines."""
    students = {r.card_id: 3 for r in cards_of_type(SAMPLE, StudentCard)[:10]}
    return PlayerSetup(name="Ada", deck=DeckList(students | {"ines": 1, "pincher": 2}, beside={"team": "gear_guild"}))
