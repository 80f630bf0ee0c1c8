"""The abilities of robots, and the places for their components (TCG-A05, A06, A16, A17)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from domain.cards import CardRef, Token, find, parse_ref
from domain.effects.lasting import concerned
from domain.games.frc_tcg.cards.records import Ability, Component, Robot
from domain.games.frc_tcg.effects import with_effects
from domain.games.frc_tcg.state import Mounted, RobotStack, SeatedStack, State, stack_of
from domain.rules import Violation, impossible
from domain.table.references import token_of

SURPLUS: Final = "surplus"
"""Written instead of an ability in `play_component` for the robot's surplus pile."""


class Placement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A component's destination when its robot evolves or devolves; `ability` is `None` for the shop."""

    component: CardRef
    ability: str | None


def robot_card(state: State, stack: RobotStack) -> Robot | None:
    """Return the record of the robot's top card; `None` if the catalogue has no such robot."""
    card = state.catalogue.get(stack.top.card)
    return card if isinstance(card, Robot) else None


def robot_record(state: State, card: str | None) -> Robot:
    """Return the record of a robot card; the catalogue must have it."""
    record = state.catalogue.get(card)
    assert isinstance(record, Robot)
    return record


def abilities(state: State, stack: RobotStack) -> tuple[Ability, ...]:
    """Return the robot's abilities; kickoff abilities only for a level that was played with a kickoff."""
    card = robot_card(state, stack)
    if card is None:
        return ()
    if stack.top.kickoff is not None:
        return card.abilities
    return tuple([a for a in card.abilities if not a.kickoff_only])


def ability_named(options: Iterable[Ability], name: str) -> Ability | None:
    """Return the ability of that name; case is ignored."""
    folded = name.casefold()
    for ability in options:
        if ability.name.casefold() == folded:
            return ability
    return None


def ability_of(state: State, stack: RobotStack, name: str) -> Ability | None:
    """Return the named ability if the robot has it in the current state."""
    return ability_named(abilities(state, stack), name)


def kickoff_ability(state: State, stack: RobotStack, name: str) -> Ability | None:
    """Return an ability that the robot lacks only because it was played without a kickoff."""
    card = robot_card(state, stack)
    found = ability_named(card.abilities, name) if card is not None else None
    return found if found is not None and found.kickoff_only and stack.top.kickoff is None else None


def type_of_component(state: State, card: str | None) -> str:
    """Return a component's type; empty for any other card."""
    record = state.catalogue.get(card)
    return record.component_type if isinstance(record, Component) else ""


def stacked(state: State, stack: RobotStack, ability: str) -> Counter[str]:
    """Count the components stacked for one ability, by type."""
    return Counter(type_of_component(state, m.card) for m in stack.mounted if m.ability == ability)


def missing_components(state: State, stack: RobotStack, ability: Ability) -> dict[str, int]:
    """Return the components that an ability still needs, by type."""
    needed = dict(ability.requires)
    for component in stack.mounted:
        if component.ability == ability.name:
            kind = type_of_component(state, component.card)
            if kind in needed:
                needed[kind] -= 1
    return {kind: count for kind, count in needed.items() if count > 0}


def place_for(state: State, stack: RobotStack, card: str | None, ability_name: str) -> str:
    """Return the ability that a component is stacked for; empty: the surplus pile, if the option allows one and the
    ability does not need the component."""
    ability = ability_of(state, stack, ability_name)
    name = ability.name if ability is not None else "" if ability_name == SURPLUS else ability_name
    if state.options.surplus_components == "refused":
        return name
    needed = ability is not None and type_of_component(state, card) in missing_components(state, stack, ability)
    return name if needed else ""


def is_active(state: State, stack: RobotStack, ability: Ability) -> bool:
    """True if all components that the ability needs, less those that an effect waives, are stacked for it (TCG-C02)."""
    lacking = missing_components(state, stack, ability)
    placed = stack_of(state, stack.key) if lacking and concerned(state.lasting, "components_needed") else None
    if placed is None:
        return not lacking
    count = sum(ability.requires.values())
    needed = with_effects(state, "components_needed", placed.seat, stack, count)
    return sum(lacking.values()) <= count - max(0, needed)


def has_active(state: State, stack: RobotStack) -> bool:
    """True if at least one ability is active (TCG-A20)."""
    return any(is_active(state, stack, ability) for ability in abilities(state, stack))


def open_places(state: State, seat: int, component: Component) -> list[tuple[RobotStack, Ability]]:
    """Return the player's robots and their abilities that still need this component."""
    return [
        (stack, ability)
        for stack in state.players[seat].alliance
        for ability in abilities(state, stack)
        if component.component_type in ability.requires
        and component.component_type in missing_components(state, stack, ability)
    ]


def check_stacking(state: State, where: SeatedStack, name: str, card: str | None) -> Iterator[Violation]:
    """Yield the violations of stacking a component for this ability of a robot (TCG-A04, A05, A17)."""
    ability = ability_of(state, where.stack, name)
    if ability is not None:
        yield from _needed(state, where, ability, card)
    elif kickoff_ability(state, where.stack, name) is not None:
        yield Violation("TCG-A17", f"{name} comes with a Kickoff; this robot was played without one")
    elif not (name == SURPLUS and state.options.surplus_components == "allowed"):
        robot = state.catalogue.name_of(where.stack.top.card)
        yield impossible("TCG-A04", f"{robot} has no ability {name}")


def _needed(state: State, where: SeatedStack, ability: Ability, card: str | None) -> Iterator[Violation]:
    if state.options.surplus_components == "allowed":
        return
    kind = type_of_component(state, card)
    if kind in missing_components(state, where.stack, ability):
        return
    if kind in ability.requires:
        yield Violation("TCG-A05", f"{ability.name} already has its {kind} ({ability.requires[kind]})")
    else:
        yield Violation("TCG-A05", f"{ability.name} needs no {kind}")


class PlaceAssignment:
    """Assigns places to the components of a robot whose top level changes (TCG-A16 c, d)."""

    def __init__(self, state: State, options: tuple[Ability, ...]) -> None:
        self.state = state
        self.options = options
        self.open = {a.name: dict(a.requires) for a in options}
        self.mounted: list[Mounted] = []
        self.shopped: list[Token] = []

    def fits(self, card: str, ability: str) -> bool:
        """True if an ability still needs this component."""
        return self.open.get(ability, {}).get(type_of_component(self.state, card), 0) > 0

    def put(self, component: Mounted, ability: str) -> None:
        """Stack a component for an ability."""
        places = self.open.setdefault(ability, {})
        kind = type_of_component(self.state, component.card)
        places[kind] = places.get(kind, 0) - 1
        self.mounted.append(Mounted(component.token, component.card, ability))

    def shop(self, component: Mounted) -> None:
        """Send a component to the shop."""
        self.shopped.append(Token(component.token, component.card))

    def place(self, component: Mounted) -> None:
        """Stack a component for its old ability if that needs it, else for the first ability that does, else send it to
        the shop."""
        names = (component.ability, *(a.name for a in self.options))
        ability = next((name for name in names if self.fits(component.card, name)), None)
        if ability is None:
            self.shop(component)
        else:
            self.put(component, ability)


def assign_places(
    state: State, mounted: tuple[Mounted, ...], options: tuple[Ability, ...], wishes: tuple[Placement, ...]
) -> PlaceAssignment:
    """Assign a place to each component: as the player chose, otherwise by `PlaceAssignment.place`."""
    placing = PlaceAssignment(state, options)
    left = list(mounted)
    for wish in wishes:
        component = mounted_component(left, wish.component)
        if component is None:
            continue
        left.remove(component)
        ability = ability_named(options, wish.ability) if wish.ability is not None else None
        if ability is None:
            placing.shop(component)
        else:
            placing.put(component, ability.name)
    for component in left:
        placing.place(component)
    return placing


def mounted_component(mounted: Iterable[Mounted], ref: CardRef) -> Mounted | None:
    """Return the component that a reference means; `None` if it is not among these."""
    components = tuple(mounted)
    token = find(tuple(token_of(m) for m in components), parse_ref(ref))
    return next((m for m in components if token is not None and m.token == token.id), None)


def requirement_text(requires: Mapping[str, int]) -> str:
    """Return a requirement in words: `1 cim + 2 gearbox`. Sorted by name, because a stored catalogue does not keep an
    order."""
    return " + ".join(f"{count} {kind}" for kind, count in sorted(requires.items()))
