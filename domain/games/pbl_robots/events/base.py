"""What every event of this game is, and the course that its events take."""

from abc import abstractmethod
from typing import TypeAlias

from domain.cards import Token
from domain.game import Event
from domain.games.pbl_robots.state import State
from domain.telling import Voice
from domain.text import counted
from domain.unfolding import Course


class PblEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a match of PBL ROBOTS."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The state after it. It needs no catalogue: events hold every number they used."""


class TellingEvent(PblEvent, frozen=True, kw_only=True):
    """Tells what happened and moves nothing itself: what follows from it are events of their own."""

    def evolve(self, state: State) -> State:
        return state


PblCourse: TypeAlias = Course[State, PblEvent]
"""One command of this game as it unfolds."""


def words(name: str) -> str:
    """A slot, a place or a reason, in words."""
    return name.replace("_", " ")


def dice_text(dice: tuple[int, ...]) -> str:
    """Dice as they lie, or that there are none."""
    return " ".join(str(die) for die in dice) or "no dice"


def cards_text(voice: Voice[State], tokens: tuple[Token, ...], *, visible: bool) -> str:
    """How many cards, and which of them may be told."""
    known = [voice.card(token.card) for token in tokens if visible and token.card]
    count = counted(len(tokens), "card")
    return f"{count} ({', '.join(known)})" if known else count
