"""What players do in their turns."""

from msgspec import Struct

from domain.cards import CardRef, Seat
from domain.game import Command
from domain.games.frc_tcg.commands.changes import Change


class PrizePick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Which prize card a capture takes: its place from 1, its identity if seen, whose it is where several lose one."""

    place: int
    card: CardRef | None = None
    player: Seat | None = None


class Placement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Where a component goes when its robot evolves or devolves; no ability: to the shop."""

    component: CardRef
    ability: str | None


class PlayRobot(Command, frozen=True, kw_only=True, tag="play_robot"):
    """A robot from the hand into the alliance."""

    card: CardRef
    player: Seat | None = None


class PlayComponent(Command, frozen=True, kw_only=True, tag="play_component"):
    """A component from the hand into one ability's stack."""

    card: CardRef
    robot: CardRef
    ability: str
    player: Seat | None = None


class _Enhancing(Command, frozen=True, kw_only=True):
    card: CardRef
    targets: tuple[CardRef, ...] = ()
    """Robots (or shop cards) that the card's effects choose, in printed order."""
    changes: tuple[Change, ...] = ()
    """What the card's text did beyond the catalogue's effects."""
    prize_picks: tuple[PrizePick, ...] = ()
    player: Seat | None = None


class PlayItem(_Enhancing, frozen=True, kw_only=True, tag="play_item"):
    """An item: its effect once, then to the shop."""


class PlayMentor(_Enhancing, frozen=True, kw_only=True, tag="play_mentor"):
    """A mentor: stays while its effect lasts."""


class PlayAward(_Enhancing, frozen=True, kw_only=True, tag="play_award"):
    """An award: stays while its effect lasts."""


class EvolveRobot(Command, frozen=True, kw_only=True, tag="evolve_robot"):
    """A new season: a kickoff and next year's robot of the same team onto a robot in play."""

    kickoff: CardRef | None
    robot_card: CardRef | None
    onto: CardRef
    placements: tuple[Placement, ...] = ()
    """Components not named go to the same ability, else to the first open place, else to the shop."""
    changes: tuple[Change, ...] = ()
    player: Seat | None = None


class DevolveRobot(Command, frozen=True, kw_only=True, tag="devolve_robot"):
    """The top level of an own robot at stage 3 or higher, and that of an opponent's evolved robot, go to the shop."""

    own: CardRef
    target: CardRef
    own_placements: tuple[Placement, ...] = ()
    target_placements: tuple[Placement, ...] = ()
    player: Seat | None = None


class Attack(Command, frozen=True, kw_only=True, tag="attack"):
    """A robot uses an ability."""

    robot: CardRef
    ability: str
    targets: tuple[CardRef, ...] = ()
    """Opposing robots that take the damage."""
    effect_targets: tuple[CardRef, ...] = ()
    changes: tuple[Change, ...] = ()
    noted_damage: tuple[int, ...] = ()
    """Damage per target as the table counted it; where it differs, `note` names the effect."""
    note: str = ""
    prize_picks: tuple[PrizePick, ...] = ()
    player: Seat | None = None


class MoveComponent(Command, frozen=True, kw_only=True, tag="move_component"):
    """A component to another place on the robots: never legal, for recording what the table did."""

    component: CardRef
    robot: CardRef
    ability: str
    player: Seat | None = None


class RetreatRobot(Command, frozen=True, kw_only=True, tag="retreat_robot"):
    """A robot goes back to the hand, its components to the shop."""

    robot: CardRef
    player: Seat | None = None


class GoOutForCoffee(Command, frozen=True, kw_only=True, tag="go_out_for_coffee"):
    """A player gives up a mentor to remove an opponent's."""

    opponent: Seat
    player: Seat | None = None


class SwapCards(Command, frozen=True, kw_only=True, tag="swap_cards"):
    """Two cards under the deck, two off the top; the turn ends with the refill."""

    put_down: tuple[CardRef, ...]
    drawn: tuple[CardRef, ...] | None = None
    refill: tuple[CardRef, ...] | None = None
    trimmed: tuple[CardRef, ...] = ()
    player: Seat | None = None


class EndTurn(Command, frozen=True, kw_only=True, tag="end_turn"):
    """The turn ends; the hand is refilled. Draws left out are the number due, unknown."""

    drawn: tuple[CardRef, ...] | None = None
    trimmed: tuple[CardRef, ...] = ()
    """Cards over seven put into the shop (option hand_cap)."""
    player: Seat | None = None


class DeclareNoMove(Command, frozen=True, kw_only=True, tag="declare_no_move"):
    """The player has no move at all."""

    player: Seat | None = None
