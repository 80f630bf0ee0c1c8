"""Events of effects resolved by hand, adjustments and declared positions."""

from typing import Literal

from domain.cards import Seat
from domain.game import Event
from domain.games.frc_card_game.cards import Phase
from domain.games.frc_card_game.changes import Place
from domain.games.frc_card_game.state import Lasting, Player, Robot, Skip, Slotted


class CardEffectResolved(Event, frozen=True, kw_only=True, tag="card_effect_resolved"):
    """A card's effect was resolved by hand; what it did follows."""

    player: Seat
    source: int | None
    card: str | None
    text: str = ""


class CardMoved(Event, frozen=True, kw_only=True, tag="card_moved"):
    """A card went from one zone to another. For a slot of the field, `robot` or `slotted` is what stands there then."""

    token: int
    card: str | None
    origin: Place
    side: Seat
    """From whose side."""
    to: Place
    player: Seat
    """To whose side."""
    slot: int | None = None
    robot: Robot | None = None
    slotted: Slotted | None = None
    under: int | None = None
    """The robot under which it goes, for `drive_team`."""
    dormant: bool = False


class LastingAdded(Event, frozen=True, kw_only=True, tag="lasting_added"):
    """An effect changed a stat, a robot's ability to score or an allowance, for a while."""

    lasting: Lasting


class PhaseSkipOrdered(Event, frozen=True, kw_only=True, tag="phase_skip_ordered"):
    """A player will skip a phase."""

    skip: Skip


class RandomRecorded(Event, frozen=True, kw_only=True, tag="random_recorded"):
    """A random result inside an effect."""

    kind: Literal["coin", "die", "pick"]
    value: str


class Noted(Event, frozen=True, kw_only=True, tag="noted"):
    """Words; nothing changes."""

    text: str


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """The record follows the table; the changes come after it."""

    reason: str


class PhaseSet(Event, frozen=True, kw_only=True, tag="phase_set"):
    """Adjustment of turn player and phase."""

    player: Seat
    phase: Phase


class AttemptsSet(Event, frozen=True, kw_only=True, tag="attempts_set"):
    """Adjustment of a robot's used score attempts."""

    robot: int
    used: int


class DrawsOwedSet(Event, frozen=True, kw_only=True, tag="draws_owed_set"):
    """Adjustment of the draws owed."""

    owed: int
    base: int
    """Draws before effects with which that many are owed."""


class StudentPlaysSet(Event, frozen=True, kw_only=True, tag="student_plays_set"):
    """Adjustment of the student plays used."""

    used: int


class PositionDeclared(Event, frozen=True, kw_only=True, tag="position_declared"):
    """The position on the table, put in place of what stood before."""

    turn: int
    turn_player: Seat
    first_player: Seat | None
    phase: Phase
    players: tuple[Player, ...]
    students_played: int = 0
    draws_made: int = 0
    plays: int = 0


class RemindersRaised(Event, frozen=True, kw_only=True, tag="reminders_raised"):
    """Cards on the field whose effects name the phase of a declared position."""

    reminders: tuple[int, ...]
