"""Changes by hand to robots on the field."""

from collections.abc import Iterator

from domain.cards import CardRef, SeatIndex
from domain.games.frc_card_game.changes.base import ChangeSource, Count, FrcChange
from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.events.by_hand import AttemptsSet
from domain.games.frc_card_game.events.plays import PositionSwitched
from domain.games.frc_card_game.references import robot_meant
from domain.games.frc_card_game.state import FieldRobot, Position, State
from domain.rules import Violation, impossible


def no_such_robot(state: State, by: ChangeSource, player: int | None, robot: CardRef) -> Iterator[Violation]:
    """CG-F04: whether there is such a robot, on the side of the player named or on either."""
    if robot_meant(state, by.player, player, robot) is None:
        where = "the field" if player is None else f"{state.name(player)}'s side"
        yield impossible("CG-F04", f"no robot {robot} on {where}")


def that_robot(state: State, by: ChangeSource, player: int | None, robot: CardRef) -> tuple[int, FieldRobot]:
    """Side and robot meant."""
    found = robot_meant(state, by.player, player, robot)
    assert found is not None
    return found


class SwitchRobot(FrcChange, frozen=True, kw_only=True, tag="position_switched"):
    """A robot goes over to the other position."""

    robot: CardRef
    player: SeatIndex | None = None
    """On whose side; default: the turn player's first."""
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
            out.add(AttemptsSet(robot=robot.token, used=self.used))
