"""What every command of this game is, and what forbids any command of a kind."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from domain.cards import SeatIndex
from domain.game import Command
from domain.games.frc_tcg.acting import may_act, stops
from domain.games.frc_tcg.changes import Change, veiled_changes
from domain.games.frc_tcg.ending import PrizePick
from domain.games.frc_tcg.events.base import TcgCourse
from domain.games.frc_tcg.state import State
from domain.rules import Violation
from domain.table import Viewpoint
from domain.unfolding import Course


class TcgCommand(Command, frozen=True, kw_only=True):
    """What a scorekeeper enters in a match of the FRC TCG."""

    rules: ClassVar[tuple[str, ...]] = ("TCG-E01", "TCG-S08")

    @abstractmethod
    def faults(self, state: State) -> Iterator[Violation]:
        """What is wrong with it, where its gate does not make it impossible."""

    @abstractmethod
    def unfold(self, course: TcgCourse) -> None:
        """What follows, legal or not, where it is not impossible."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """What happened beyond the catalogue's effects, as it is entered by hand."""
        return ()

    @property
    def prize_picks(self) -> tuple[PrizePick, ...]:
        """Which prize cards were captured."""
        return ()

    def gate(self, state: State) -> tuple[Violation, ...]:  # noqa: ARG002
        """What forbids any command of its kind now."""
        return ()

    def veiled_by_hand(self, state: State, seat: int, viewpoint: Viewpoint) -> dict[str, object]:
        """Its changes and prize picks as that viewpoint may see them, when this seat entered them."""
        picks = tuple(pick.veiled(state, seat, viewpoint) for pick in self.prize_picks)
        return {"prize_picks": picks, "changes": veiled_changes(state, self.changes, seat, viewpoint)}

    def check(self, state: State) -> tuple[Violation, ...]:
        """All rules that it breaks in this state; none for a legal one. After the end, that it is over says enough.

        What is done by hand is checked where it happens: on the course that unfolding takes.
        """
        found = self.gate(state)
        if not found:
            found = tuple(self.faults(state))
        elif not stops(found):
            found = (*found, *self.faults(state))
        if (self.changes or self.prize_picks) and not stops(found):
            course: TcgCourse = Course(state)
            self.unfold(course)
            found = (*found, *course.faults)
        if found and state.over and any(v.rule == "TCG-E01" for v in found):
            return tuple(v for v in found if v.impossible or v.rule == "TCG-E01")
        return found


class Move(TcgCommand, frozen=True, kw_only=True):
    """What a player does in a turn."""

    rules: ClassVar[tuple[str, ...]] = ("TCG-T01", "TCG-V06")

    @property
    @abstractmethod
    def player(self) -> SeatIndex | None:
        """Who does it; None: the one whose turn it is."""

    def gate(self, state: State) -> tuple[Violation, ...]:
        return may_act(state, self.player)
