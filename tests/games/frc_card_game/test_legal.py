"""The legal commands: all accepted, complete up to the stated bounds, never too many."""

from time import perf_counter

from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.commands.base import FrcCommand
from domain.games.frc_card_game.commands.by_hand import RetireCard
from domain.games.frc_card_game.commands.plays import PlayEvent, PlayMentor
from domain.games.frc_card_game.commands.position import DeclarePosition
from domain.games.frc_card_game.commands.setup import PlayerSetup, StartMatch
from domain.games.frc_card_game.legal import MAX_CUTS, MAX_TEAMS
from domain.notation import Names, print_command
from tests.campaigns import WHOLE
from tests.games.frc_card_game.tables import SAMPLE, Table, opened, sample_decks, side, started, table
from tests.scenario import Scenario, cases, given, then


def lines(there: Table) -> set[str]:
    """The legal commands in notation."""
    return {print_command(c, Names(there.state.catalogue, there.state.seats)) for c in GAME.legal(there.state)}


test_rules = cases(
    ("CG-S03, CG-S04, CG-S06: the setup offers what is missing",
     given(started), "play_team_card Ada iron_gears", "draw_opening_hand Bo", "flip_coin Ada",
     then(lines,
         {"play_team_card Bo iron_gears", "play_team_card Bo volt_club", "draw_opening_hand Ada", "concede player=Ada",
          "concede player=Bo"})),
    ("CG-A01, CG-A02, CG-A07, CG-A10: known hand cards, each with every team and position, then the ways on",
     given(table, ada=side(hand="wall dana coach_may", body="dana pax")),
     then(lines,
         {"play_robot wall [dana] position=offensive", "play_robot wall [dana] position=defensive", "play_student dana",
          "play_mentor coach_may", "advance_phase", "end_turn", "concede"})),
    ("CG-X02: with an open choice, its students and a concession are all",
     given(table, "scoring", side(robots=["krabby offensive nia pax"]), side(robots=["wall defensive dana"])),
     "score krabby wall",
     then(lines, {"choose_retired_student nia", "choose_retired_student pax", "concede"})),
)  # fmt: skip


def test_nothing_is_legal_outside_a_match() -> None:
    """CG-S07, CG-E06: before the start and after the end no command is offered."""
    assert list(GAME.legal(GAME.initial(SAMPLE))) == []
    assert list(GAME.legal(table().do("concede").state)) == []


def test_unknown_cards_are_offered_as_what_they_can_be() -> None:
    """CG-D06: with a list, an unknown card is offered as each card of which a copy is unseen."""
    deck = sample_decks()["fast_shooters.toml"]
    there = Scenario(GAME, SAMPLE).do(
        StartMatch(players=(PlayerSetup(name="Ada", deck=deck), PlayerSetup(name="Bo", deck=30))),
        "play_team_card Ada gear_guild",
        "play_team_card Bo night_shift",
        "draw_opening_hand Ada [dario, dario, ??, ??]",
        "draw_opening_hand Bo",
        "flip_coin Ada",
        "advance_phase",
        "play_student dario",
    )
    offered = {c.card for c in GAME.legal(there.state) if isinstance(c, PlayMentor | PlayEvent)}
    assert offered == {"coach_adeyemi", "steel_marta", "low_battery", "foul_points"}


def test_scoring_commands() -> None:
    """CG-C01, CG-C03, CG-C08: each able robot on each opposing robot, or directly if the opponent has no robots."""
    ada = side(robots=["wall offensive dana", "jab offensive pax", "twin defensive wes"])
    there = table("scoring", ada, side(robots=["twin defensive wes", "twin offensive wes"]))
    scores = {line for line in lines(there) if line.startswith("score")}
    assert scores == {f"score {a} target={t}" for a in ("wall", "jab") for t in ("twin", "twin#2")}
    assert {line for line in lines(table("scoring", ada)) if line.startswith("score")} == {"score wall", "score jab"}


def test_cuts() -> None:
    """CG-T09: the ways of cutting the hand to eight are offered, distinct and bounded."""
    there = table("end", side(hand="dana dana pax pax nia nia wes wes sol sol"))
    cuts = {line for line in lines(there) if line.startswith("discard")}
    assert len(cuts) == 15
    assert "discard_to_hand_limit [dana, dana]" in cuts
    assert len(lines(table("end", side(unknown=14)))) <= 2 * MAX_CUTS + 1


def test_event_with_a_condition_can_be_ended() -> None:
    """CG-X04: an event with a condition is offered for ending."""
    assert any(isinstance(c, RetireCard) for c in GAME.legal(table(ada=side(slots=["open_house"])).state))


def test_many_students_do_not_explode() -> None:
    """CG-A08: with twenty students and robots of three attributes the list stays bounded, and quick (asked in campaigns)."""
    body = "ines tomas priya jonas amara felix greta otis lucia bram yuki dario salma nils ottilie kofi renke wilma ines tomas"
    there = Scenario(GAME, SAMPLE).do(
        "start_match [(name=Ada, deck=30), (name=Bo, deck=30)]",
        "play_team_card Ada gear_guild",
        "play_team_card Bo night_shift",
    )
    sides = (side(hand="comet encore rampart", body=body), side())
    there.do(DeclarePosition(turn=3, turn_player=0, phase="main", sides=sides))
    start = perf_counter()
    found = list(GAME.legal(there.state))
    assert len(found) <= 3 * 2 * MAX_TEAMS + 3
    assert not WHOLE or perf_counter() - start < 0.5
    assert all(GAME.check(there.state, command) == () for command in found)


def test_unknown_hands_are_accepted() -> None:
    """Offers for an unknown hand pass the check too."""
    there = opened().do("advance_phase")
    found: list[FrcCommand] = list(GAME.legal(there.state))
    assert len(found) > 10
    assert all(GAME.check(there.state, command) == () for command in found)
