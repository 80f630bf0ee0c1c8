"""The narration of each kind of event in each of its cases, and the viewpoints to which hidden cards are named (B1, G19)."""

from functools import cache
from typing import Any

import pytest

from domain.cards import Token
from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.events.moves import Gathered, Moved, Revealed, Shuffled, Turned
from domain.games.tabletop.events.setup import TableOpened
from domain.games.tabletop.events.turns import MatchEnded, PhaseBegan, RoundBegan, SeatOut, TurnBegan
from domain.games.tabletop.events.values import Chosen, Counted, Marked, Rolled
from domain.seats import JUDGE, SPECTATOR, Viewpoint
from tests.games.tabletop.tables import parts, table
from tests.scenario import Scenario

ADA, BO = 0, 1
OAK = Token(1001, "oak")
"""In Ada's hand."""


@cache
def position() -> Scenario[Any, Any, Any]:
    """Ada holds an oak, the rest is in the stock."""
    at = table(parts()).do("take oak")
    assert at.state.find(OAK.id) is not None
    return at


def told(event: TabletopEvent, viewpoint: Viewpoint = JUDGE) -> str:
    at = position()
    return at.game.narrate(at.state, event, viewpoint)


def moved(source: str, target: str, seat: int | None = None, source_seat: int | None = None, **more: Any) -> Moved:
    return Moved(source=source, source_seat=source_seat, target=target, seat=seat, **{"tokens": (OAK,), **more})


def ended(*winners: int, drawn: bool = False) -> MatchEnded:
    return MatchEnded(winners=winners, reason="last", drawn=drawn)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (moved("hand", "row", source_seat=ADA), "oak from hand of Ada to row"),
        (moved("hand", "hand", BO, ADA), "oak from hand of Ada to hand of Bo"),
        (moved("hand", "", source_seat=ADA), "oak from hand of Ada out of play"),
        (moved("", "board", cell="b2", tokens=(Token(1002, "elm"),)), "elm in board b2"),
        (moved("hand", "board", source_seat=ADA, cell="b2"), "oak from hand of Ada to board b2"),
        (moved("board", "board", cell="b2"), ""),
        (moved("stock", "hand", BO, tokens=(), count=1), "1 card from stock to hand of Bo"),
        (moved("stock", "hand", BO, tokens=(), count=2), "2 cards from stock to hand of Bo"),
        (Gathered(target="stock", zones=("hand", "row")), "all cards back to stock"),
        (Gathered(target="hand", seat=BO, zones=("row",)), "all cards back to hand of Bo"),
        (Shuffled(zone="stock"), "stock is shuffled"),
        (Shuffled(zone="hand", seat=BO), "hand of Bo is shuffled"),
        (Turned(token=OAK.id, up=True), "oak is turned up"),
        (Turned(token=99, up=False), "a card is turned down"),
        (TableOpened(kit="Parts", version="1", players=("Ada", "Bo"), sides=(0, 1), first=0), "Parts: Ada, Bo"),
        (TurnBegan(turn=3), "turn 3"),
        (TurnBegan(turn=3, seat=BO), "turn 3: Bo"),
        (PhaseBegan(phase="first_part"), "first part"),
        (RoundBegan(round=2, first=BO), "round 2: Bo begins"),
        (SeatOut(seat=BO), "Bo is out"),
        (SeatOut(seat=BO, back=True), "Bo is back in the game"),
        (ended(ADA), "Ada wins"),
        (ended(ADA, BO), "Ada and Bo win"),
        (ended(), "nobody wins"),
        (ended(drawn=True), "a draw"),
        (Counted(counter="turn_total", after=7), "turn total 7"),
        (Counted(counter="points", seat=BO, after=7), "points of Bo 7"),
        (Counted(counter="points", seat=BO, after=None), "points of Bo -"),
        (Marked(token=OAK.id, counter="tapped", after=1), "oak: tapped"),
        (Marked(token=OAK.id, counter="tapped", after=0), "oak: no longer tapped"),
        (Marked(token=99, counter="tapped", after=1), "a card: tapped"),
        (Rolled(dice="die", faces=(3, 4)), "die: 3 4"),
        (Chosen(choice="suit", word="red"), "suit: red"),
        (Chosen(choice="role", seat=BO, word="fox", shown=True), "role of Bo: fox"),
        (Revealed(token=OAK.id, card="oak"), "the card is oak"),
    ],
)
def test_an_event_in_words(event: TabletopEvent, line: str) -> None:
    """Numbers, one or many, whose it is, and where; what is left out leaves no gap."""
    assert told(event) == line


@pytest.mark.parametrize(
    ("event", "open_line", "hidden_line"),
    [
        (Counted(counter="secret", seat=ADA, after=4), "secret of Ada 4", "secret of Ada ??"),
        (Chosen(choice="role", seat=ADA, word="fox"), "role of Ada: fox", "role of Ada ??"),
        (Marked(token=OAK.id, counter="tapped", after=1), "oak: tapped", "a card: tapped"),
        (moved("hand", "stock", source_seat=ADA), "oak from hand of Ada to stock", "1 card from hand of Ada to stock"),
        (Revealed(token=OAK.id, card="oak"), "the card is oak", ""),
    ],
)
def test_what_is_hidden_is_told_to_those_who_may_know_it(
    event: TabletopEvent, open_line: str, hidden_line: str
) -> None:
    """Its owner and the judge hear it, the others that there is something, or nothing if that would link two cards."""
    assert [told(event, viewpoint) for viewpoint in (ADA, JUDGE)] == [open_line] * 2
    assert [told(event, viewpoint) for viewpoint in (BO, SPECTATOR)] == [hidden_line] * 2
