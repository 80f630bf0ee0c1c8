"""Events on robots in play."""

from domain.cards import Seat, Token
from domain.game import Event
from domain.games.frc_tcg.state import Lasting, Mounted


class RobotPlayed(Event, frozen=True, kw_only=True, tag="robot_played"):
    """A robot entered the alliance."""

    player: Seat
    token: int
    card: str
    slot: int
    printed_hp: int
    hp: int
    max_hp: int


class ComponentPlayed(Event, frozen=True, kw_only=True, tag="component_played"):
    """A component was stacked for an ability (empty: surplus)."""

    player: Seat
    token: int
    card: str
    owner: Seat
    """Whose robot."""
    robot: int
    ability: str


class AbilityActivated(Event, frozen=True, kw_only=True, tag="ability_activated"):
    """An ability has all its components."""

    player: Seat
    robot: int
    ability: str


class RobotEvolved(Event, frozen=True, kw_only=True, tag="robot_evolved"):
    """A new season: a robot stands on the one before."""

    player: Seat
    robot: int
    token: int
    card: str
    printed_hp: int
    kickoff: Token | None
    hp: int
    max_hp: int
    mounted: tuple[Mounted, ...]
    """Components as they lie now."""
    shopped: tuple[Token, ...] = ()
    lifted: tuple[int, ...] = ()
    """Lasting effects that ended."""


class RobotDevolved(Event, frozen=True, kw_only=True, tag="robot_devolved"):
    """The top level of a stack went to the shop."""

    player: Seat
    owner: Seat
    """Whose robot."""
    robot: int
    hp: int
    max_hp: int
    mounted: tuple[Mounted, ...]
    shopped: tuple[Token, ...]
    lifted: tuple[int, ...] = ()


class AttackMade(Event, frozen=True, kw_only=True, tag="attack_made"):
    """A robot used an ability."""

    player: Seat
    robot: int
    ability: str
    targets: tuple[int, ...] = ()
    counted: bool = True
    """Whether it was the turn's attack (option ability_counts_as_attack)."""
    note: str = ""


class DamageTaken(Event, frozen=True, kw_only=True, tag="damage_taken"):
    """A robot lost HP: `amount` is what it really lost."""

    owner: Seat
    robot: int
    amount: int
    hp: int
    by: Seat
    """Seat whose attack or card it was."""
    attack: bool = False
    """Damage of the attack itself, recoil and effects left out."""


class HpRestored(Event, frozen=True, kw_only=True, tag="hp_restored"):
    """A robot gained HP."""

    owner: Seat
    robot: int
    amount: int
    hp: int


class MaxHpChanged(Event, frozen=True, kw_only=True, tag="max_hp_changed"):
    """A robot's maximum is another."""

    owner: Seat
    robot: int
    hp: int
    max_hp: int


class EffectApplied(Event, frozen=True, kw_only=True, tag="effect_applied"):
    """A lasting effect began."""

    effect: Lasting


class EffectsLifted(Event, frozen=True, kw_only=True, tag="effects_lifted"):
    """Lasting effects were taken off a robot."""

    owner: Seat
    robot: int
    effects: tuple[int, ...]


class EffectExpired(Event, frozen=True, kw_only=True, tag="effect_expired"):
    """A lasting effect's time was up."""

    effect: int


class RobotDefeated(Event, frozen=True, kw_only=True, tag="robot_defeated"):
    """A robot at 0 HP: its whole stack went to the shop."""

    owner: Seat
    robot: int
    shopped: tuple[Token, ...]


class ComponentMoved(Event, frozen=True, kw_only=True, tag="component_moved"):
    """A component lies elsewhere on the robots."""

    player: Seat
    token: int
    origin: int
    """Key of the robot it left."""
    owner: Seat
    robot: int
    ability: str


class RobotRetreated(Event, frozen=True, kw_only=True, tag="robot_retreated"):
    """A robot went back to the hand."""

    player: Seat
    robot: int
    returned: Token
    shopped: tuple[Token, ...] = ()
