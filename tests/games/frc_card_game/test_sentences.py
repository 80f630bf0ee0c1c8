"""The narration of each kind of event in each of its cases, and the viewpoints to which a hidden card is named (B1, G19)."""

from functools import cache

import pytest

from domain.cards import Token
from domain.effects.lasting import Lasting, Scope, WordName
from domain.games.frc_card_game import GAME
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.events.by_hand import (
    AttemptsSet,
    CardEffectResolved,
    CardMoved,
    DrawsOwedSet,
    LastingAdded,
    RemindersRaised,
    StudentPlaysSet,
)
from domain.games.frc_card_game.events.plays import (
    CardRevealed,
    DriveTeamFormed,
    EventPlayed,
    PositionSwitched,
    RobotPlayed,
)
from domain.games.frc_card_game.events.scoring import (
    DriveTeamReturned,
    PointsChanged,
    ScoreAttempted,
    StudentChoiceOpened,
)
from domain.games.frc_card_game.events.setup import CoinFlipped, OpeningHandDrawn
from domain.games.frc_card_game.events.turns import CardDrawn, CardsDiscarded, EventRetired, MatchEnded, PhaseBegan
from domain.games.frc_card_game.state import SlotCard, State
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from tests.games.frc_card_game.tables import ADA, BO, side, table

KRABBY, GLOOM, WALL = 1002, 1005, 2002
NIA, PAX = Token(1006, "nia"), Token(1003, "pax")
HELD = Token(1007, "dana")


@cache
def position() -> State:
    """Ada with a robot, an event, a student, a known and an unknown card in hand; Bo with a robot."""
    ada = side(hand="dana", unknown=1, body="nia", robots=["krabby offensive pax wes"], slots=["gloom 1"])
    state = table(ada=ada, bo=side(robots=["wall defensive dana"])).state
    [robot, _, _], [slotted, *_] = state.players[ADA].robots, state.players[ADA].slots
    assert robot is not None
    assert slotted is not None
    assert (robot.token, slotted.token, state.players[ADA].hand[0]) == (KRABBY, GLOOM, HELD)
    return state


def told(event: FrcEvent, viewpoint: Viewpoint = SPECTATOR) -> str:
    return GAME.narrate(position(), event, viewpoint)


def moved(origin: str, to: str, player: int = ADA) -> CardMoved:
    return CardMoved(token=HELD.id, card="dana", origin=origin, side=ADA, to=to, player=player)  # type: ignore[arg-type]


def lasting(name: str, target: int, by: int = 2, last_turn: int = 0, word: WordName = "modify") -> LastingAdded:
    scope: Scope = "player" if target in (ADA, BO) else "card"
    return LastingAdded(lasting=Lasting(word, name, scope, target, by=by, last_turn=last_turn))


def played(kind: str, count: int = 0) -> EventPlayed:
    slotted = SlotCard(GLOOM, "gloom", kind, 3, count=count)  # type: ignore[arg-type]
    return EventPlayed(player=ADA, slot=1, event=slotted)


def attempt(outcome: str, stat: str = "defense", *, observed: bool = False) -> ScoreAttempted:
    return ScoreAttempted(
        player=ADA,
        attacker=KRABBY,
        attacker_offense=900,
        outcome=outcome,  # type: ignore[arg-type]
        target=WALL,
        target_offense=200,
        target_defense=1200,
        compared_stat=stat,  # type: ignore[arg-type]
        observed=observed,
    )


def direct(*, observed: bool = False) -> ScoreAttempted:
    return ScoreAttempted(
        player=ADA, attacker=KRABBY, attacker_offense=900, outcome="direct", points_lost=900, observed=observed
    )


def changed(delta: int) -> PointsChanged:
    return PointsChanged(player=ADA, before=4000, delta=delta, after=4000 + delta, cause="effect")


def retired(cause: str) -> EventRetired:
    return EventRetired(player=ADA, token=GLOOM, card="gloom", cause=cause)  # type: ignore[arg-type]


def ended(reason: str, winner: int | None, *points: int) -> MatchEnded:
    return MatchEnded(winner=winner, reason=reason, rule="CG-E01", points=points)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (CardEffectResolved(player=ADA, source=GLOOM, card="gloom"), "Ada carries out Gloom"),
        (CardEffectResolved(player=ADA, source=GLOOM, card="gloom", text="twice"), "Ada carries out Gloom: twice"),
        (CardEffectResolved(player=ADA, source=None, card=None), "Ada carries out an effect"),
        (moved("student_body", "hand"), "Dana goes from Ada's Student Body to the hand"),
        (moved("student_body", "hand", BO), "Dana goes from Ada's Student Body to Bo's hand"),
        (moved("hand", "student_body"), "Dana goes from Ada's hand to the Student Body"),
        (moved("deck", "retirement_pile"), "Dana goes from Ada's deck to the retirement pile"),
        (lasting("offense", KRABBY, 300), "Krabby has +300 offense"),
        (lasting("offense", KRABBY, -300, 7), "Krabby has -300 offense to the end of turn 7"),
        (lasting("score", KRABBY, word="forbid"), "Krabby may not score"),
        (lasting("student_plays", ADA), "Ada has +2 student plays a turn"),
        (lasting("draw_phase_draws", BO, -2), "Bo has -2 draws a draw phase"),
        (AttemptsSet(robot=KRABBY, used=1), "Krabby has used 1 score attempt"),
        (AttemptsSet(robot=KRABBY, used=2), "Krabby has used 2 score attempts"),
        (DrawsOwedSet(owed=1, base=1), "Ada has 1 draw to make"),
        (DrawsOwedSet(owed=0, base=1), "Ada has 0 draws to make"),
        (StudentPlaysSet(used=1), "Ada has played 1 student in this turn"),
        (StudentPlaysSet(used=2), "Ada has played 2 students in this turn"),
        (RemindersRaised(reminders=(GLOOM,)), "Gloom acts in this phase"),
        (RemindersRaised(reminders=(GLOOM, KRABBY)), "Gloom and Krabby act in this phase"),
        (CardRevealed(player=ADA, token=HELD.id, card="dana"), "Ada shows Dana"),
        (played("turns", 1), "Ada plays the event Gloom for 1 turn"),
        (played("turns", 2), "Ada plays the event Gloom for 2 turns"),
        (played("condition", 2), "Ada plays the event Gloom"),
        (RobotPlayed(player=ADA, slot=1, token=KRABBY, card="krabby", offense=900, defense=400, position="offensive"),
         "Ada plays the robot Krabby (900/400, offensive)"),
        (DriveTeamFormed(player=ADA, robot=KRABBY, students=(PAX,)), "Pax joins Krabby's Drive Team"),
        (DriveTeamFormed(player=ADA, robot=KRABBY, students=(PAX, NIA)), "Pax and Nia join Krabby's Drive Team"),
        (PositionSwitched(player=ADA, robot=KRABBY, to="defensive"), "Ada switches Krabby to defensive position"),
        (attempt("target_retired"), "Krabby (900) scores on Wall (defense 1200) and wins"),
        (attempt("attacker_retired", "offense"), "Krabby (900) scores on Wall (offense 200) and fails"),
        (attempt("tied", observed=True), "Krabby (900) scores on Wall (defense 1200) and ties, as the table had it"),
        (direct(), "Krabby (900) scores directly for 900"),
        (direct(observed=True), "Krabby (900) scores directly for 900, as the table had it"),
        (StudentChoiceOpened(player=ADA, robot=KRABBY, robot_card="krabby", candidates=(PAX, NIA)),
         "Ada must choose who retires with Krabby: Pax and Nia"),
        (DriveTeamReturned(player=ADA, robot=KRABBY, students=(PAX,)), "Pax returns to Ada's Student Body"),
        (DriveTeamReturned(player=ADA, robot=KRABBY, students=(PAX, NIA)), "Pax and Nia return to Ada's Student Body"),
        (changed(500), "Ada gains 500: 4000 to 4500"),
        (changed(-500), "Ada loses 500: 4000 to 3500"),
        (changed(0), "Ada gains 0: 4000 to 4000"),
        (CoinFlipped(first_player=BO), "the coin decides that Bo goes first"),
        (CoinFlipped(first_player=BO, face="tails"), "the coin falls tails: Bo goes first"),
        (CoinFlipped(first_player=BO, caller=ADA, call="heads", face="tails"),
         "Ada calls heads, and the coin falls tails: Bo goes first"),
        (CoinFlipped(first_player=ADA, caller=ADA, call="heads"), "Ada calls heads, and the coin decides that Ada goes first"),
        (CoinFlipped(first_player=ADA, call="heads", face="heads"), "the coin falls heads: Ada goes first"),
        (PhaseBegan(player=ADA, phase="draw", draws_owed=1), "Ada goes on to the draw phase with 1 draw to make"),
        (PhaseBegan(player=ADA, phase="draw"), "Ada goes on to the draw phase with no draws to make"),
        (PhaseBegan(player=ADA, phase="main"), "Ada goes on to the main phase"),
        (PhaseBegan(player=ADA, phase="median", reminders=(GLOOM,)),
         "Ada goes on to the median phase; Gloom acts in this phase"),
        (retired("run_out"), "Ada's Gloom has run out and is retired"),
        (retired("effect_ended"), "Ada's Gloom has ended and is retired"),
        (retired("instant"), "Ada's Gloom is retired"),
        (CardsDiscarded(player=ADA, cards=(PAX, NIA)), "Ada discards Pax and Nia"),
        (ended("points", ADA, 100, 0), "Ada wins the match (points at 0 or less; 100 to 0)"),
        (ended("draw", None, 0, 0), "the match is drawn (both at 0 or less, equal; 0 to 0)"),
    ],
)  # fmt: skip
def test_an_event_in_words(event: FrcEvent, line: str) -> None:
    """Numbers, one or many, whose it is, and what was said of it; what is left out leaves no gap."""
    assert told(event) == line


@pytest.mark.parametrize(
    ("event", "open_line", "hidden_line"),
    [
        (moved("hand", "deck_top"), "Dana goes from Ada's hand to the top of the deck",
         "a card goes from Ada's hand to the top of the deck"),
        (moved("deck", "hand"), "Dana goes from Ada's deck to the hand", "a card goes from Ada's deck to the hand"),
        (OpeningHandDrawn(player=ADA, cards=(HELD, Token(1008), Token(1009)), deck_after=26),
         "Ada draws the opening hand: Dana and 2 cards (deck 26)", "Ada draws the opening hand: 3 cards (deck 26)"),
        (CardDrawn(player=ADA, token=HELD.id, card="dana", deck_after=22), "Ada draws Dana (deck 22)",
         "Ada draws a card (deck 22)"),
        (CardRevealed(player=ADA, token=HELD.id, card="dana", to=ADA), "Ada turns out to hold Dana",
         "Ada turns out to hold ??"),
    ],
)  # fmt: skip
def test_a_hidden_card_is_named_to_those_who_may_know_it(event: FrcEvent, open_line: str, hidden_line: str) -> None:
    """CG-D03, CG-Q35: its holder and the judge hear its name, the others that there is a card."""
    assert [told(event, viewpoint) for viewpoint in (ADA, JUDGE)] == [open_line] * 2
    assert [told(event, viewpoint) for viewpoint in (BO, SPECTATOR)] == [hidden_line] * 2


@pytest.mark.parametrize(
    ("origin", "places", "knowing"), [("hand", "hand", {ADA, BO, JUDGE}), ("deck_top", "top of the deck", {BO, JUDGE})]
)
def test_a_card_for_the_others_hand_is_named_to_who_holds_it(origin: str, places: str, knowing: set[Viewpoint]) -> None:
    """CG-Q35: who gets a card reads its name, and who held it; whose deck it comes from never saw it."""
    for viewpoint in (ADA, BO, JUDGE, SPECTATOR):
        card = "Dana" if viewpoint in knowing else "a card"
        assert told(moved(origin, "hand", BO), viewpoint) == f"{card} goes from Ada's {places} to Bo's hand"


def test_a_card_shown_to_one_is_named_to_that_one() -> None:
    """CG-D03: the card is named only to its owner, the judge and the players who saw it."""
    event = CardRevealed(player=ADA, token=HELD.id, card="dana", to=BO)
    assert {told(event, viewpoint) for viewpoint in (ADA, BO, JUDGE)} == {"Ada shows Dana to Bo"}
    assert told(event) == "Ada shows ?? to Bo"
