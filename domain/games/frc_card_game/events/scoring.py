"""Events of scoring and of what it leaves behind (CG-C, CG-X)."""

from typing import Literal

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_card_game.commands import ScoreOutcome
from domain.games.frc_card_game.state import Position

PointsCause = Literal["score", "effect", "adjustment"]


class ScoreAttempted(Event, frozen=True, kw_only=True, tag="score_attempted"):
    """A score attempt with the numbers that decided it (CG-C04 to CG-C08)."""

    player: Seat
    attacker: int
    attacker_offense: int
    outcome: ScoreOutcome
    target_player: Seat | None = None
    target: int | None = None
    target_position: Position | None = None
    target_offense: int | None = None
    target_defense: int | None = None
    compared_stat: Literal["offense", "defense"] | None = None
    points_player: Seat | None = None
    """Who loses points; None: nobody."""
    points_lost: int = 0
    penalty_basis: str = ""
    """CG-V03, for a failed attempt."""
    observed: bool = False
    """The outcome is the one that the table used, not the computed one."""


class RobotRetired(Event, frozen=True, kw_only=True, tag="robot_retired"):
    """A robot goes to its owner's pile (CG-X01); what becomes of its Drive Team follows (CG-X02)."""

    player: Seat
    token: int
    card: str
    cause: Literal["score", "effect", "adjustment"]


class StudentChoiceOpened(Event, frozen=True, kw_only=True, tag="student_choice_opened"):
    """A player must say which student retires (CG-X02)."""

    player: Seat
    robot: int
    robot_card: str
    candidates: tuple[Token, ...]


class StudentRetired(Event, frozen=True, kw_only=True, tag="student_retired"):
    """A student goes to its owner's pile (CG-X01, CG-X02)."""

    player: Seat
    token: int
    card: str | None
    robot: int | None = None
    """The robot from whose Drive Team."""


class DriveTeamReturned(Event, frozen=True, kw_only=True, tag="drive_team_returned"):
    """Drive Team students go back to the Student Body (CG-X03)."""

    player: Seat
    robot: int
    students: tuple[Token, ...]


class PointsChanged(Event, frozen=True, kw_only=True, tag="points_changed"):
    """A player's points went up or down (CG-X06)."""

    player: Seat
    before: int
    delta: int
    after: int
    cause: PointsCause
