"""Card records of the catalogue and their machine-readable effects (register of cards: TCG-K01 to TCG-K06)."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.effects.words import AllowWord, EffectWord, ForbidWord, ModifyWord, PreventWord
from domain.games.frc_tcg.vocabulary import ActionName, ChangeName, NumberName, Trait

EDITIONS: Final = ("first", "second", "third", "international", "fifth")
SEASONS: Final = {"first": 2015, "second": 2016, "third": 2017, "international": 2018, "fifth": 2019}

_NAMES: Final = {
    ("first", "international"): ("Archimedes", "Curie", "Newton", "Galileo"),
    ("second", "fifth"): ("Hopper", "Carver", "Carson", "Tesla"),
    ("third",): ("Daly", "Darwin", "Roebling", "Turing"),
}
DIVISIONS: Final[dict[str, tuple[str, ...]]] = {
    edition: (*names, "Einstein") for editions, names in _NAMES.items() for edition in editions
}
"""Division names of each edition, in the order orange, green, blue, red, grey (TCG-K04)."""

COLOUR_OF: Final = {
    name: colour
    for names in DIVISIONS.values()
    for name, colour in zip(names, ("orange", "green", "blue", "red", "grey"), strict=True)
}

COMPONENT_EDITIONS: Final[dict[str, tuple[str, ...]]] = {
    "air_tank": EDITIONS,
    "old_victor": ("first", "second"),
    "new_victor": ("third", "international", "fifth"),
    "roborio": ("second", "third", "international", "fifth"),
    "battery": EDITIONS,
    "crio": ("first",),
    "gearbox": EDITIONS,
    "joystick": EDITIONS,
    "mecanum_wheel": EDITIONS,
    "air_compressor": EDITIONS,
    "xbox_controller": EDITIONS,
    "jaguar": EDITIONS,
    "pneumatic_cylinder": EDITIONS,
    "pneumatic_wheel": EDITIONS,
    "cim": EDITIONS,
    "servo": EDITIONS,
}
"""The component types and the editions each was printed in (TCG-K03)."""

COUNTER_HP: Final = 10
"""HP represented by one counter (TCG-S09)."""

Target = Literal["this_robot", "own_robot", "opposing_robot", "any_robot", "all_own", "all_opposing"]
When = Literal["on_play", "on_attack", "while_in_play"]


class _Effect(
    Struct, frozen=True, kw_only=True, tag_field="effect", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """One machine-readable effect. If the player chooses the robot, the command's `targets` name it."""

    amount: int = 0
    target: Target = "own_robot"
    when: When = "on_play"
    duration: str = ""
    """How long a modifier or label lasts; empty: while its card is in play, or without end."""


class DealDamage(_Effect, frozen=True, kw_only=True, tag="deal_damage"):
    """Takes HP off a robot; recoil, if it is the attacking robot itself."""


class Heal(_Effect, frozen=True, kw_only=True, tag="heal"):
    """Gives HP back, up to the maximum."""


class ModifyMaxHp(_Effect, frozen=True, kw_only=True, tag="modify_max_hp"):
    """Raises (or lowers) max HP."""


class ModifyDamageDealt(_Effect, frozen=True, kw_only=True, tag="modify_damage_dealt"):
    """Added to the damage of the robots' attacks."""


class ModifyDamageTaken(_Effect, frozen=True, kw_only=True, tag="modify_damage_taken"):
    """Added to the damage of attacks on the robots; negative: protection."""


class ApplyEffect(_Effect, frozen=True, kw_only=True, tag="apply_effect"):
    """Puts a labelled effect on a robot."""

    label: str


class LiftEffects(_Effect, frozen=True, kw_only=True, tag="lift_effects"):
    """Ends the effects that opponents put on a robot, as a new season does."""


class ReturnFromShop(_Effect, frozen=True, kw_only=True, tag="return_from_shop"):
    """Returns `amount` cards (at least one) from the owner's shop to the hand."""


class _Lasting(
    EffectWord, frozen=True, kw_only=True, tag_field="effect", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A lasting effect that begins when its card is played, or with the attack that it belongs to."""

    only: tuple[Trait, ...] = ()


class ModifyNumber(_Lasting, ModifyWord[NumberName], frozen=True, kw_only=True, tag="modify"):
    """Changes a number for a while."""


class AllowAction(_Lasting, AllowWord[ActionName], frozen=True, kw_only=True, tag="allow"):
    """Allows something for a while."""


class ForbidAction(_Lasting, ForbidWord[ActionName], frozen=True, kw_only=True, tag="forbid"):
    """Forbids something for a while."""


class PreventChange(_Lasting, PreventWord[ChangeName], frozen=True, kw_only=True, tag="prevent"):
    """Prevents a kind of change for a while."""


CardEffect: TypeAlias = (
    DealDamage | Heal | ModifyMaxHp | ModifyDamageDealt | ModifyDamageTaken | ApplyEffect | LiftEffects | ReturnFromShop
)
"""Effects that happen once or come from a card in play, and may have a chosen target."""
LastingWord: TypeAlias = ModifyNumber | AllowAction | ForbidAction | PreventChange
Effect: TypeAlias = CardEffect | LastingWord

CHOSEN: Final = ("own_robot", "opposing_robot", "any_robot")
"""Targets that the player picks."""


class Ability(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing a robot can do once its own components are stacked (TCG-K02)."""

    name: str
    requires: dict[str, int]
    """Component type -> how many."""
    damage: int | None = None
    """HP taken off each target; `None` for an ability without damage."""
    max_targets: int = 1
    kickoff_only: bool = False
    text: str = ""
    effects: tuple[Effect, ...] = ()


class _Card(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """Fields shared by all card types (TCG-K01)."""

    card_id: str
    name: str
    edition: str | None = None
    division: str | None = None
    epic: bool = False
    text: str = ""
    effects: tuple[Effect, ...] = ()

    @property
    def colour(self) -> str | None:
        """The division's base colour; `None` without a division."""
        return COLOUR_OF.get(self.division or "")


class Robot(_Card, frozen=True, kw_only=True, tag="robot"):
    """A robot of one team and season."""

    team: int
    hp: int
    abilities: tuple[Ability, ...]
    founded: int | None = None
    """The team's first year; checks the HP of first-edition robots (TCG-K07)."""


class Component(_Card, frozen=True, kw_only=True, tag="component"):
    """A part that is stacked on a robot for one ability."""

    component_type: str


class Item(_Card, frozen=True, kw_only=True, tag="item"):
    """Used once, then shopped."""


class Mentor(_Card, frozen=True, kw_only=True, tag="mentor"):
    """Stays while its effect lasts; one in play per player."""

    duration: str = "until_removed"


class Award(_Card, frozen=True, kw_only=True, tag="award"):
    """Stays while its effect lasts."""

    duration: str = "until_removed"


class Kickoff(_Card, frozen=True, kw_only=True, tag="kickoff"):
    """Starts a new season: played with next year's robot on top of this year's."""


Card: TypeAlias = Robot | Component | Item | Mentor | Award | Kickoff
Enhancing: TypeAlias = Mentor | Award

TYPES: Final = ("robot", "component", "item", "mentor", "award", "kickoff")


def type_of(card: Card) -> str:
    """Return the card's type, such as `robot`."""
    return str(card.__struct_config__.tag)


def effects_with_choice(effects: tuple[Effect, ...], when: tuple[When, ...]) -> tuple[CardEffect, ...]:
    """Return the effects whose target the player chooses, in printed order; `return_from_shop` once for each card."""
    found: list[CardEffect] = []
    for effect in effects:
        if isinstance(effect, LastingWord) or effect.when not in when:
            continue
        if isinstance(effect, ReturnFromShop):
            found.extend([effect] * max(1, effect.amount))
        elif effect.target in CHOSEN:
            found.append(effect)
    return tuple(found)


def turns_of(duration: str) -> int | None:
    """Return the n of `turns:n`; `None` for any other duration."""
    head, _, number = duration.partition(":")
    if head == "turns" and number.isascii() and number.isdigit() and int(number[:6]) >= 1:
        return int(number)
    return None


def is_duration(duration: str) -> bool:
    """True if this is a duration (TCG-K05)."""
    known = ("until_removed", "end_of_turn", "end_of_opponents_next_turn", "manual")
    return duration in known or turns_of(duration) is not None
