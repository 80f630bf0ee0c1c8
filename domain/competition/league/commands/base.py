"""What all that is entered into a league has in common."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from domain.competition.league.changes import LeagueCourse
from domain.competition.league.state import State
from domain.competition.reporting import check_seats
from domain.game import Command
from domain.rules import Violation


class LeagueCommand(Command, frozen=True, kw_only=True):
    """What is entered into a league."""

    opens: ClassVar[bool] = False

    def check(self, state: State) -> tuple[Violation, ...]:
        """CT-R04: anything but an opening finds the league open. CT-R01: the player who acts is in it."""
        if state.phase == "unopened" and not self.opens:
            text = "the league is not open: start_league comes first"
            return (Violation("CT-R04", text, impossible=True),)
        player: int | None = getattr(self, "player", None)
        if player is not None and (strangers := tuple(check_seats(state.seats, (player,), "player"))):
            return strangers
        return tuple(self.faults(state))

    @abstractmethod
    def faults(self, state: State) -> Iterator[Violation]:
        """What is wrong with it."""

    @abstractmethod
    def unfold(self, course: LeagueCourse) -> None:
        """What follows from it."""


def lot_faults(state: State) -> Iterator[Violation]:
    """Nothing else is done while something is up for auction."""
    if state.lot is not None:
        yield Violation("CT-G01", "what is up for auction is sold first", impossible=True)
