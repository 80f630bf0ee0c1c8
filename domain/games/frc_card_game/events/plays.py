"""Events of plays and switches (CG-A)."""

from msgspec import Struct

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_card_game.state import Position, Slotted


class CardRevealed(Event, frozen=True, kw_only=True, tag="card_revealed"):
    """A hand card became known: played or shown."""

    player: Seat
    token: int
    card: str
    to: Seat | None = None


class StudentPlayed(Event, frozen=True, kw_only=True, tag="student_played"):
    """A student joins the Student Body (CG-A03)."""

    player: Seat
    token: int
    card: str
    used: int
    """Student plays of this turn, this one included."""
    allowed: int
    dormant: bool = False


class MentorPlayed(Event, frozen=True, kw_only=True, tag="mentor_played"):
    """A mentor takes a slot."""

    player: Seat
    slot: int
    mentor: Slotted
    dormant: bool = False


class EventPlayed(Event, frozen=True, kw_only=True, tag="event_played"):
    """An event takes a slot; how it will be counted is fixed now (CG-X04)."""

    player: Seat
    slot: int
    event: Slotted
    dormant: bool = False


class Assigned(Struct, frozen=True, gc=False):
    """Which student stands for which attribute."""

    attribute: str
    student: int


class RobotPlayed(Event, frozen=True, kw_only=True, tag="robot_played"):
    """A robot takes a slot (CG-A07)."""

    player: Seat
    slot: int
    token: int
    card: str
    offense: int
    defense: int
    position: Position
    assigned: tuple[Assigned, ...] = ()
    dormant: bool = False


class DriveTeamFormed(Event, frozen=True, kw_only=True, tag="drive_team_formed"):
    """The students that built a robot go under it (CG-A09)."""

    player: Seat
    robot: int
    students: tuple[Token, ...]


class PositionSwitched(Event, frozen=True, kw_only=True, tag="position_switched"):
    """A robot changed its position (CG-A11)."""

    player: Seat
    robot: int
    to: Position
