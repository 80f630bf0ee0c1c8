"""Attacks and other uses of abilities (TCG-C01 to C07, T08, A17, V05)."""

from collections.abc import Iterator
from typing import Final

from domain.games.frc_tcg.abilities import (
    ability_of,
    kickoff_ability,
    missing,
)
from domain.games.frc_tcg.cards.records import Ability, choosing
from domain.games.frc_tcg.check.acting import may_act, stops
from domain.games.frc_tcg.check.plays import check_targets
from domain.games.frc_tcg.commands.plays import Attack
from domain.games.frc_tcg.known import impossible
from domain.games.frc_tcg.references import (
    any_stack,
    opposing_stack,
    own_stack,
    stack_ref,
)
from domain.games.frc_tcg.resolve.combat import (
    attacked,
    counts_as_attack,
    damage_due,
)
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import (
    Placed,
    State,
    stacks_of,
)
from domain.rules import Violation
from domain.text import counted


def _attack(state: State, command: Attack) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat = seat_of(state, command.player)
    where = own_stack(state, seat, command.robot)
    if where is None:
        yield impossible("TCG-C01", f"no own robot {command.robot} in play")
        return
    ability = ability_of(state, where.stack, command.ability)
    if ability is None:
        ability = kickoff_ability(state, where.stack, command.ability)
        if ability is None:
            name = state.catalogue.name_of(where.stack.top.card)
            yield impossible("TCG-C02", f"{name} has no ability {command.ability}")
            return
        yield Violation("TCG-A17", f"{ability.name} comes with a Kickoff; this robot was played alone")
    else:
        yield from _active(state, where, ability)
    yield from _timing(state, seat, where, ability)
    yield from _at_whom(state, seat, where, ability, command)


def _active(state: State, where: Placed, ability: Ability) -> Iterator[Violation]:
    for kind, lacking in missing(state, where.stack, ability).items():
        needed = ability.requires[kind]
        yield Violation("TCG-C02", f"{ability.name} has {kind} {needed - lacking} of {needed}")


def _timing(state: State, seat: int, where: Placed, ability: Ability) -> Iterator[Violation]:
    if not counts_as_attack(state, ability):
        if state.record.attacks:
            yield Violation("TCG-T02", "an ability without damage is used before the attack")
        if where.stack.key in state.record.free_abilities:
            yield Violation("TCG-C07", "this robot has used an ability without damage in this turn")
        return
    if state.players[seat].turns <= 1:
        yield Violation("TCG-T08", "no attack on your first turn")
    allowed = 1 + state.record.more_attacks
    if state.record.attacks >= allowed:
        yield Violation(
            "TCG-C01", f"{state.record.attacks} of {counted(allowed, 'attack')} made: one robot attacks, once a turn"
        )


def _at_whom(state: State, seat: int, where: Placed, ability: Ability, command: Attack) -> Iterator[Violation]:
    found = tuple(_targets(state, seat, ability, command))
    yield from found
    if command.effect_targets:
        yield from check_targets(state, seat, choosing(ability.effects, ("on_attack",)), command.effect_targets)
    if not stops(found):
        yield from _noted(state, where, ability, command)


def _targets(state: State, seat: int, ability: Ability, command: Attack) -> Iterator[Violation]:
    if ability.damage is None:
        if command.targets:
            yield Violation("TCG-C03", f"{ability.name} does no damage: its targets are effect_targets")
        return
    opposing = stacks_of(state, state.opponents(seat))
    if not opposing:
        yield Violation("TCG-C06", "no opposing robot in play: nothing to attack")
        if not command.targets:
            return
    elif not command.targets and not attacked(state, seat, ()):
        names = ", ".join(stack_ref(opposing, placed) for placed in opposing)
        yield Violation("TCG-C03", f"name the opposing robot that is attacked: {names}")
    if len(command.targets) > ability.max_targets:
        yield Violation(
            "TCG-C03", f"{counted(len(command.targets), 'target')}; {ability.name} takes up to {ability.max_targets}"
        )
    for text in command.targets:
        yield from _target(state, seat, text)
    keys = [placed.stack.key for placed in attacked(state, seat, command.targets)]
    if len(set(keys)) < len(keys):
        yield Violation("TCG-C03", "the same robot is named twice")


def _target(state: State, seat: int, text: str) -> Iterator[Violation]:
    if opposing_stack(state, seat, text) is not None:
        return
    other = any_stack(state, seat, text)
    if other is None:
        yield impossible("TCG-C03", f"no robot {text} in play")
        return
    yield Violation("TCG-C03", f"{text} is no opponent's robot")
    if other.seat != seat:
        yield Violation("TCG-V05", f"{text} is a partner's robot")


def _noted(state: State, where: Placed, ability: Ability, command: Attack) -> Iterator[Violation]:
    if not command.noted_damage:
        return
    targets = attacked(state, where.seat, command.targets) if ability.damage is not None else []
    if len(command.noted_damage) != len(targets) or any(n < 0 for n in command.noted_damage):
        yield impossible(
            "TCG-C04", f"{counted(len(command.noted_damage), 'amount')} for {counted(len(targets), 'target')}"
        )
        return
    due = [damage_due(state, where, target, ability) for target in targets]
    if list(command.noted_damage) != due and not command.note:
        stated = ", ".join(map(str, command.noted_damage))
        yield Violation(
            "TCG-C04", f"damage {stated}, the cards say {', '.join(map(str, due))}: name the effect in note"
        )


COMBAT: Final[dict[type, object]] = {Attack: _attack}
