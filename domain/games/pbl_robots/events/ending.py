"""Events: Forms, eliminations, ends and adjustments."""

from typing import Literal

from domain.cards import Seat, SideNumber
from domain.game import Event
from domain.games.pbl_robots.state import Person, Shop, Side


class CriticalFormEntered(Event, frozen=True, kw_only=True, tag="critical_form_entered"):
    """The pilot goes into critical form; `bonus`: its bonus applies (PBL-X03, not PBL-Q15b)."""

    side: SideNumber
    bonus: bool = True


class CriticalFormLeft(Event, frozen=True, kw_only=True, tag="critical_form_left"):
    """The pilot is back in normal form."""

    side: SideNumber


class RobotTerminated(Event, frozen=True, kw_only=True, tag="robot_terminated"):
    """All four limbs are dead; `by` is the side credited."""

    side: SideNumber
    by: SideNumber | None = None


class SideResigned(Event, frozen=True, kw_only=True, tag="side_resigned"):
    """A side gave up."""

    side: SideNumber


class CardsRemoved(Event, frozen=True, kw_only=True, tag="cards_removed"):
    """An eliminated side's cards left the game (PBL-V23)."""

    side: SideNumber


class TimeLimitStarted(Event, frozen=True, kw_only=True, tag="time_limit_started"):
    """The time limit runs from this turn on."""

    turn: int


class TimeLimitExpired(Event, frozen=True, kw_only=True, tag="time_limit_expired"):
    """Time is up: the turn is finished, then blow-offs are compared."""


class TimeLimitTied(Event, frozen=True, kw_only=True, tag="time_limit_tied"):
    """Blow-offs and limbs are equal: the next limb decides."""


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    """The game is over: winning sides, or none for a draw."""

    winners: tuple[SideNumber, ...]
    reason: Literal["termination", "resignation", "time_limit", "blow_off_target", "all_terminated", "shop_exhausted"]
    rule: str


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """The table was followed by hand; the changes come after it."""

    reason: str


class TurnSet(Event, frozen=True, kw_only=True, tag="turn_set"):
    """An adjustment of whose turn it is."""

    seat: Seat
    move_used: bool


class PositionDeclared(Event, frozen=True, kw_only=True, tag="position_declared"):
    """The whole position, as declared."""

    sides: tuple[Side, ...]
    people: tuple[Person, ...]
    shop: Shop
    order: tuple[Seat, ...]
    turn: int
    number: int
    move_used: bool
    undealt: int
    blow_off_deck: int
