"""Automatic consequences (CG-X) and ends of matches (CG-E)."""

import pytest

from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.commands.turns import RevealCard
from tests.games.frc_card_game.tables import ADA, BO, Table, names, opened, points, side, started, table, tags
from tests.scenario import as_played, cases, given, impossible, refused, then


def lost_krabby() -> Table:
    """Ada's Krabby has just failed on Wall: she must choose between Nia and Pax."""
    ada = side(unknown=1, robots=["krabby offensive nia pax"])
    there = table("scoring", ada, side(robots=["wall defensive dana"]))
    return there.do("score krabby wall")


test_rules = cases(
    ("CG-X01, CG-F01, CG-Q39: Bo's robot on Ada's side retires to Bo's pile; its students return to Ada's side",
     given(table, "main", side(body="nia"), side(robots=["krabby offensive wes pax"])),
     "resolve_card_effect iron_gears changes=[card_moved(card=krabby, to=robot_slots, player=Ada)]",
     then(lambda t: (names(t, ADA, "robots"), names(t, BO, "robots")), (["krabby"], [])),
     "resolve_card_effect iron_gears changes=[card_moved(card=krabby, to=retirement_pile)]",
     "choose_retired_student wes player=Ada",
     then(lambda t: names(t, BO, "retired"), ["krabby", "wes"]), then(lambda t: names(t, ADA, "body"), ["nia", "pax"])),
    ("CG-X02, CG-Q25: the choice may be given with the score command",
     given(table, "scoring", side(robots=["krabby offensive nia pax"]), side(robots=["wall defensive dana"])),
     "score krabby wall retired_student=nia",
     then(lambda t: names(t, ADA, "body"), ["pax"]), then(lambda t: t.state.choices, ())),
    ("CG-X02: a student who is not on that Drive Team cannot be chosen",
     given(lost_krabby), impossible("choose_retired_student dana", "CG-X02"),
     given(table, "scoring", side(robots=["krabby offensive nia pax"]), side(robots=["wall defensive dana"])),
     impossible("score krabby wall retired_student=dana", "CG-X02")),
    ("CG-X02: naming a student when no robot retires is refused",
     given(table, "scoring", side(robots=["krabby offensive nia pax"])),
     refused("score krabby retired_student=nia", "CG-X02")),
    ("CG-X02, CG-Q25: the opponent does not choose; without an open choice there is nothing to choose",
     given(lost_krabby), refused("choose_retired_student pax player=Bo", "CG-X02"), given(table),
     impossible("choose_retired_student pax", "CG-X02")),
    ("CG-X02, CG-S01: a card shown to nobody at the table stays impossible while a choice is open",
     given(lost_krabby), impossible(RevealCard(card="dana", to=2), "CG-X02", "CG-S01")),
    ("CG-X02, CG-E07: conceding is possible while a choice is open; the students stay in it",
     given(lost_krabby), "concede Ada",
     then(lambda t: t.state.result is not None, True), then(lambda t: len(t.state.choices[0].candidates), 2)),
    ("CG-X02, CG-Q26: of a Drive Team of one that one retires; of an empty one nobody",
     given(table, "scoring", side(robots=["krabby offensive nia pax"]),
         side(robots=["jab offensive pax", "twin defensive"])),
     "score krabby jab",
     then(lambda t: names(t, BO, "retired"), ["jab", "pax"]),
     given(table, "scoring", side(robots=["cannon offensive nia pax"]), side(robots=["twin defensive"])),
     "score cannon twin",
     then(lambda t: names(t, BO, "retired"), ["twin"])),
    ("CG-X03, CG-A02, CG-Q43: a student back from a Drive Team builds again in the same turn, and is not a student play",
     given(table, "main", side(unknown=2, robots=["krabby offensive nia pax"])),
     "resolve_card_effect iron_gears changes=[card_moved(card=krabby, to=retirement_pile)]",
     "choose_retired_student nia", "play_robot jab pax offensive",
     then(lambda t: t.state.students_played, 0)),
    ("CG-V05, CG-Q10: under owners_turns the same event ends in turn 7",
     given(table, turn=5, ada=side(unknown=1), options={"event_turn_count": "owners_turns"}), "play_event gloom",
     "end_turn", "draw_card", "end_turn", "draw_card", "advance_phase scoring",
     then(lambda t: names(t, ADA, "slots"), ["gloom"]), "advance_phase",
     then(lambda t: names(t, ADA, "slots"), [])),
    ("CG-Q10, CG-X04: Long Weekend counts its owner's turns and ends in the median phase of the second",
     given(table, turn=5, ada=side(unknown=1)), "play_event long_weekend", "end_turn", "draw_card", "end_turn",
     then(lambda t: names(t, ADA, "slots"), ["long_weekend"]), "draw_card", "advance_phase",
     then(lambda t: names(t, ADA, "slots"), [])),
    ("CG-Q10: an event that counts the opponent's turns starts with turn 6 and, of two, ends in turn 8",
     given(table, turn=5, ada=side(unknown=1)),
     "define_card event(card_id=siege, name=Siege, effect_text=x, duration=(kind=turns, count=2, "
     "counting=opponents_turns))",
     "play_event siege",
     then(lambda t: t.state.players[ADA].slots[0].counted, 0), "end_turn", "draw_card", "end_turn", "draw_card",
     "end_turn", "draw_card", "advance_phase scoring",
     then(lambda t: (t.state.turn, names(t, ADA, "slots")), (8, ["siege"])), "advance_phase",
     then(lambda t: names(t, ADA, "slots"), [])),
    ("CG-Q10: when the ending phase is over in the last counted turn, the event retires as the next phase begins",
     given(table, turn=5, ada=side(unknown=1)),
     "define_card event(card_id=dawn, name=Dawn, effect_text=x, duration=(kind=turns, count=1, ends_in=median))",
     "play_event dawn",
     then(lambda t: names(t, ADA, "slots"), ["dawn"]), "advance_phase",
     then(lambda t: names(t, ADA, "slots"), [])),
    ("CG-Q10, CG-Q09: when the ending phase is skipped, the event retires as the next one begins",
     given(table, "draw", side(slots=["long_weekend 2"]), turn=7),
     "resolve_card_effect iron_gears changes=[phase_skipped(player=Ada, phase=median)]", "advance_phase main",
     then(tags, ["phase_skipped", "phase_began", "event_retired"])),
    ("CG-Q40: events that run out together retire in the order in which they were played",
     given(table, turn=5, ada=side(unknown=3)), "play_event rain_delay 5", "play_event gloom 1", "end_turn",
     then(lambda t: [e.card for e in t.events if "event_retired" in str(e.__struct_config__.tag)], ["rain_delay"]),
     given(table, turn=5, ada=side(unknown=3)), "play_event gloom 5", "play_event hangar_day 1", "end_turn",
     "draw_card", "end_turn",
     then(lambda t: names(t, ADA, "retired"), ["gloom", "hangar_day"])),
    ("CG-X04: an event that lasts turns is not retired before its time",
     given(table, ada=side(slots=["gloom 1"])), refused("retire_card gloom", "CG-X04")),
    ("CG-X04, CG-Q12: Open House is ended by the scorekeeper when its condition is met",
     given(table, ada=side(slots=["open_house"])), "end_turn", "draw_card", "retire_card open_house",
     then(lambda t: names(t, ADA, "retired"), ["open_house"])),
    ("CG-Q11, CG-X04: an instant event takes a slot, acts, and retires in the same command",
     given(table, ada=side(unknown=1)), "play_event pep_rally changes=[points_changed(player=Ada, delta=150)]",
     then(lambda t: tags(t)[1:], ["event_played", "card_effect_resolved", "points_changed", "event_retired"]),
     then(points, (4150, 4000)), then(lambda t: names(t, ADA, "retired"), ["pep_rally"])),
    ("CG-X06, CG-Q31: one command that changes both points is looked at when all its changes are made",
     given(table, ada=side(points=100), bo=side(points=100)),
     "resolve_card_effect iron_gears changes=[points_changed(player=Ada, delta=-200), points_changed(player=Ada, "
     "delta=300)]",
     then(lambda t: t.state.result, None)),
    ("CG-Q30: points may rise above 4000",
     given(table), "resolve_card_effect iron_gears changes=[points_changed(player=Ada, delta=900)]",
     then(points, (4900, 4000))),
    ("CG-Q28, CG-X02: the robot retires, points are lost, the match ends, and no student is asked for",
     given(table, "scoring", side(points=700, robots=["krabby offensive nia pax"]),
         side(robots=["wall defensive dana"])),
     "score krabby wall",
     then(tags, ["score_attempted", "robot_retired", "points_changed", "match_ended"]),
     then(lambda t: [s.card for s in t.state.choices[0].candidates], ["nia", "pax"])),
    ("CG-Q31, CG-E06: of two commands the first ends the match; the second is refused",
     given(table, ada=side(points=100), bo=side(points=100)),
     "resolve_card_effect iron_gears changes=[points_changed(player=Ada, delta=-100)]",
     refused("resolve_card_effect iron_gears changes=[points_changed(player=Bo, delta=-100)]", "CG-E06")),
    ("CG-Q03, CG-E04: with two draws owed and one card left, the card is drawn and the second draw loses",
     given(table, "draw", side(deck=1, slots=["scout_lin"]), draws_made=0), "draw_card",
     then(lambda t: t.state.result, None), "draw_card",
     then(lambda t: t.state.result is not None, True)),
    ("CG-Q03: an empty deck loses only when a draw is owed",
     given(table, "main", side(deck=0)), "end_turn",
     then(lambda t: t.state.result, None)),
    ("CG-V01, CG-Q02: under may the draw can be declined, with an empty deck too, and nobody loses",
     given(table, "draw", side(deck=0), options={"draw_phase_draw": "may"}, draws_made=0), "advance_phase",
     then(lambda t: t.state.result, None)),
    ("CG-E06: a play after the end can be recorded as played, and the result stands; an impossible one cannot",
     given(table, ada=side(unknown=2)), "concede Bo", as_played("play_student dana", "CG-E06"),
     then(lambda t: t.state.result is not None, True), impossible("score wall", "CG-C01")),
    ("CG-X02: any other game command while the choice is open is refused",
     given(lost_krabby), refused("end_turn", "CG-X02"), refused("advance_phase", "CG-X02"),
     refused("reveal_card dana", "CG-X02"), refused("resolve_card_effect iron_gears", "CG-X02")),
)  # fmt: skip


def test_the_player_chooses_a_student() -> None:
    """CG-X02, CG-X03, CG-Q25: of two students the robot's player names the one that retires; the other returns."""
    there = lost_krabby()
    assert tags(there)[-1] == "student_choice_opened"
    assert GAME.turn_info(there.state).seat == ADA
    there.do("choose_retired_student pax")
    assert names(there, ADA, "retired") == ["krabby", "pax"]
    assert names(there, ADA, "body") == ["nia"]


def test_two_turns_each() -> None:
    """CG-X04, CG-Q10, CG-V05: two turns, played in turn 5, end as the end phase of turn 6 begins."""
    there = table(turn=5, ada=side(unknown=1)).do("play_event gloom", "end_turn")
    assert there.state.players[ADA].slots[0].counted == 2
    there.do("draw_card", "advance_phase scoring")
    assert names(there, ADA, "slots") == ["gloom"]
    assert tags(there.do("advance_phase")) == ["phase_began", "event_retired"]
    assert names(there, ADA, "retired") == ["gloom"]


def test_reaching_zero_loses() -> None:
    """CG-E01, CG-E05, CG-X06: points of exactly 0, outside scoring too, lose at once and the other wins."""
    there = table(bo=side(points=100)).do(
        "resolve_card_effect iron_gears changes=[points_changed(player=Bo, delta=-100)]"
    )
    result = GAME.outcome(there.state)
    assert result is not None
    assert (result.winners, result.reason, result.rule, result.scores) == ((ADA,), "points", "CG-E01", (4000, 0))


@pytest.mark.parametrize(
    ("ada", "bo", "winners", "rule"),
    [(-200, -300, (ADA,), "CG-E02"), (-300, -200, (BO,), "CG-E02"), (-200, -200, (), "CG-E03")],
)
def test_both_out(ada: int, bo: int, winners: tuple[int, ...], rule: str) -> None:
    """CG-E02, CG-E03, CG-Q32: both at 0 or less: the one with fewer points loses; equal points are a draw."""
    changes = f"points_changed(player=Ada, delta={ada - 100}), points_changed(player=Bo, delta={bo - 100})"
    there = table(ada=side(points=100), bo=side(points=100)).do(f"resolve_card_effect iron_gears changes=[{changes}]")
    result = GAME.outcome(there.state)
    assert result is not None
    assert (result.winners, result.rule, result.drawn) == (winners, rule, not winners)


def test_unable_to_draw() -> None:
    """CG-E04, CG-Q03: who owes a draw and has no card left loses."""
    there = table("draw", side(deck=0), draws_made=0).refused("advance_phase", "CG-T04").do("draw_card")
    assert tags(there) == ["draw_failed", "match_ended"]
    result = GAME.outcome(there.state)
    assert result is not None
    assert (result.winners, result.reason, result.rule) == ((BO,), "unable_to_draw", "CG-E04")


@pytest.mark.parametrize(("option", "over"), [("draw_phase", False), ("any_draw", True)])
def test_draw_by_effect_that_cannot_be_made(option: str, *, over: bool) -> None:
    """CG-V02, CG-Q03: a draw by an effect that cannot be made is just not made, or loses under any_draw."""
    there = table(ada=side(deck=1), options={"deck_out_loss": option})
    there.do("resolve_card_effect iron_gears changes=[cards_drawn(player=Ada, cards=[??, ??])]")
    assert len(there.state.players[ADA].hand) == 1
    assert (there.state.result is not None) == over


def test_after_the_end() -> None:
    """CG-E06: after the end only hands are shown."""
    there = table(ada=side(unknown=2)).do("concede Bo")
    for line in ("end_turn", "play_student dana", "draw_card", "concede Ada", "retire_card iron_gears", "score wall"):
        violations = GAME.check(there.state, there.command(line))
        assert violations[0].rule == "CG-E06", line
    there.do("reveal_card dana player=Ada")
    assert names(there, ADA, "hand")[0] == "dana"


def test_conceding() -> None:
    """CG-E07: a concession ends the match for the other player, in the opponent's turn and in the setup too."""
    there = table().do("concede Bo")
    assert there.state.result is not None
    assert (there.state.result.winners, there.state.result.rule) == ((ADA,), "CG-E07")
    assert started().do("concede Ada").state.result is not None
    started().impossible("concede", "CG-E07")


def test_nothing_carries_over() -> None:
    """CG-L01: a new match of the same players starts like any other."""
    table().do("concede Bo")
    assert points(opened()) == (4000, 4000)
