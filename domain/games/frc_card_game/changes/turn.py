"""Changes by hand of robots, phases and the counters of a turn."""

from collections.abc import Iterator
from typing import Literal

from domain.cards import CardRef, SeatIndex
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.changes.base import ChangeSource, Count, FrcChange
from domain.games.frc_card_game.events import by_hand
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.plays import PositionSwitched
from domain.games.frc_card_game.field import draws_from_effects, draws_owed, is_skipped, turn_with
from domain.games.frc_card_game.references import acting, robot_meant
from domain.games.frc_card_game.state import FieldRobot, Position, Skip, State
from domain.rules import Violation, impossible


def no_such_robot(state: State, by: ChangeSource, player: int | None, robot: CardRef) -> Iterator[Violation]:
    """Yield a violation of CG-F04 if the robot does not exist on the side of the named player, or by default on either side."""
    if robot_meant(state, by.player, player, robot) is None:
        where = "the field" if player is None else f"{state.name(player)}'s side"
        yield impossible("CG-F04", f"no robot {robot} on {where}")


def that_robot(state: State, by: ChangeSource, player: int | None, robot: CardRef) -> tuple[int, FieldRobot]:
    """Return side and robot of a reference."""
    found = robot_meant(state, by.player, player, robot)
    assert found is not None
    return found


class SwitchRobot(FrcChange, frozen=True, kw_only=True, tag="position_switched"):
    """A robot switches to the other position."""

    robot: CardRef
    player: SeatIndex | None = None
    """The seat on whose side the robot is; default: both sides are searched, the turn player's first."""
    nothing = ("CG-A11", "the robot is in that position already")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        return no_such_robot(state, by, self.player, self.robot)

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        side, robot = that_robot(out.state, by, self.player, self.robot)
        to: Position = "defensive" if robot.position == "offensive" else "offensive"
        out.add(PositionSwitched(player=side, robot=robot.token, to=to))


class SetAttempts(FrcChange, frozen=True, kw_only=True, tag="attempts_set"):
    """Adjustments only: score attempts that a robot has used in this turn."""

    robot: CardRef
    used: Count
    player: SeatIndex | None = None
    nothing = ("CG-C02", "that many attempts are used already")

    def validate(self, state: State, by: ChangeSource) -> Iterator[Violation]:
        return no_such_robot(state, by, self.player, self.robot)

    def apply(self, out: FrcBuffer, by: ChangeSource) -> None:
        robot = that_robot(out.state, by, self.player, self.robot)[1]
        if robot.attempts != self.used:
            out.add(by_hand.AttemptsSet(robot=robot.token, used=self.used))


class SkipPhase(FrcChange, frozen=True, kw_only=True, tag="phase_skipped"):
    """A player skips a phase of a turn. The end phase cannot be skipped: a turn ends in it."""

    player: SeatIndex
    phase: Literal["draw", "median", "main", "scoring"]
    turn: int | None = None
    """Default: the player's next turn in which that phase is still to come."""
    nothing = ("CG-T02", "that phase is skipped already")

    def validate(self, state: State, _by: ChangeSource) -> Iterator[Violation]:
        """Check that the player has this phase in that turn, and that it has not begun (CG-T02)."""
        next_one, turn = turn_with(state, self.player, self.phase), self.turn
        if turn is not None and (turn < next_one or (turn - next_one) % 2):
            who = state.name(self.player)
            yield impossible("CG-T02", f"{who}'s next {self.phase} phase is in turn {next_one}, not in turn {turn}")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        state = out.state
        turn = self.turn if self.turn is not None else turn_with(state, self.player, self.phase)
        skip = Skip(self.player, self.phase, turn)
        if skip not in state.skips and (turn != state.turn or not is_skipped(state, self.phase)):
            out.add(by_hand.PhaseSkipOrdered(skip=skip))


class SetPhase(FrcChange, frozen=True, kw_only=True, tag="phase_set"):
    """Adjustments only: set turn player and phase. A match that was over continues."""

    player: SeatIndex
    phase: Phase
    nothing = ("CG-T02", "the turn is in that phase already")

    def validate(self, state: State, _by: ChangeSource) -> Iterator[Violation]:
        if state.turn == 1 and self.phase in ("draw", "scoring"):
            yield impossible("CG-T03", f"turn 1 has no {self.phase} phase")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        state = out.state
        if state.result is not None or (state.turn_player, state.phase) != (self.player, self.phase):
            out.add(by_hand.PhaseSet(player=self.player, phase=self.phase))


class SetDrawsOwed(FrcChange, frozen=True, kw_only=True, tag="draws_owed_set"):
    """Adjustments only: draws that the turn player owes now."""

    owed: Count
    nothing = ("CG-T04", "that many draws are owed already")

    def validate(self, state: State, _by: ChangeSource) -> Iterator[Violation]:
        if state.phase != "draw":
            yield impossible("CG-T04", f"draws are owed in the draw phase, not in {state.phase}")
        elif is_skipped(state, "draw"):
            yield impossible("CG-T04", "no draw is owed: the draw phase of this turn is skipped")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        state = out.state
        if draws_owed(state) != self.owed:
            base = self.owed + state.draws_made - draws_from_effects(state, acting(state, None))
            out.add(by_hand.DrawsOwedSet(owed=self.owed, base=base))


class SetStudentPlays(FrcChange, frozen=True, kw_only=True, tag="student_plays_set"):
    """Adjustments only: students that the turn player has played in this turn."""

    used: Count
    nothing = ("CG-A02", "that many student plays are used already")

    def apply(self, out: FrcBuffer, _by: ChangeSource) -> None:
        if out.state.students_played != self.used:
            out.add(by_hand.StudentPlaysSet(used=self.used))
