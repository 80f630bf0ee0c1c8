"""Attacks and other uses of abilities (TCG-C01 to C08)."""

from typing import Final

from domain.cards import CardRef
from domain.games.frc_tcg.abilities import named, robot_card
from domain.games.frc_tcg.cards.records import Ability
from domain.games.frc_tcg.commands.plays import Attack
from domain.games.frc_tcg.effects import attack_damage
from domain.games.frc_tcg.events.combat import AttackMade
from domain.games.frc_tcg.references import (
    any_stack,
    opposing_stack,
    own_stack,
)
from domain.games.frc_tcg.resolve.card_effects import Source, carry_out
from domain.games.frc_tcg.resolve.changes import apply_changes
from domain.games.frc_tcg.resolve.ending import settle
from domain.games.frc_tcg.resolve.progress import Cause, Progress
from domain.games.frc_tcg.resolve.turn import seat_of
from domain.games.frc_tcg.state import (
    Placed,
    State,
    stacks_of,
)


def attacked(state: State, seat: int, targets: tuple[CardRef, ...]) -> list[Placed]:
    """The robots named as targets: opponents' ones, else wherever they stand (as played). None named: the only one there is."""
    if not targets:
        opposing = stacks_of(state, state.opponents(seat))
        return opposing if len(opposing) == 1 else []
    found = [opposing_stack(state, seat, text) or any_stack(state, seat, text) for text in targets]
    return [placed for placed in found if placed is not None]


def counts_as_attack(state: State, ability: Ability) -> bool:
    """Whether using it is the turn's attack (option ability_counts_as_attack, TCG-C07)."""
    return ability.damage is not None or state.options.ability_counts_as_attack == "yes"


def damage_due(state: State, attacker: Placed, defender: Placed, ability: Ability) -> int:
    """Damage of this attack on that robot by the cards (TCG-C04)."""
    return attack_damage(
        state, (attacker.seat, attacker.stack.key), (defender.seat, defender.stack.key), ability.damage or 0
    )


def _attack(progress: Progress, command: Attack) -> None:
    state = progress.state
    seat = seat_of(state, command.player)
    attacker = own_stack(state, seat, command.robot)
    assert attacker is not None
    record = robot_card(state, attacker.stack)
    ability = named(record.abilities, command.ability) if record is not None else None
    assert ability is not None
    targets = attacked(state, seat, command.targets) if ability.damage is not None else []
    progress.add(
        AttackMade(
            player=seat,
            robot=attacker.stack.key,
            ability=ability.name,
            targets=tuple([t.stack.key for t in targets]),
            counted=counts_as_attack(state, ability),
            note=command.note,
        )
    )
    for number, target in enumerate(targets):
        noted = command.noted_damage[number] if number < len(command.noted_damage) else None
        amount = noted if noted is not None else damage_due(state, attacker, target, ability)
        progress.damage(target, amount, seat, attack=True)
    source = Source(attacker.stack.top.token, seat, attacker.stack.key, ability.name)
    carry_out(progress, ability.effects, ("on_attack",), source, command.effect_targets)
    apply_changes(progress, command.changes, seat, source.token)
    first = targets[0].seat if targets else None
    settle(progress, Cause(seat, attack=True, attacked=first, picks=command.prize_picks))


COMBAT: Final[dict[type, object]] = {Attack: _attack}
