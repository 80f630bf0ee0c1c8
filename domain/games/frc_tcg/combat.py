"""Targets and damage of attacks, healing, and maximum HP (TCG-C03 to C07, X07, X08)."""

from domain.cards import CardRef, Token
from domain.effects.lasting import concerned, prevention
from domain.games.frc_tcg.cards.records import COUNTER_HP, Ability
from domain.games.frc_tcg.effects import attack_damage, max_hp, robot_subject
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.events.combat import DamagePrevented, DamageTaken, HpRestored, MaxHpChanged
from domain.games.frc_tcg.events.plays import CardRevealed
from domain.games.frc_tcg.references import any_stack, hand_card, opposing_stack
from domain.games.frc_tcg.state import SeatedStack, State, stack_of, stacks_of


def attacked(state: State, seat: int, targets: tuple[CardRef, ...]) -> list[SeatedStack]:
    """Return the target robots: opponents' robots, else any on the table (as played). Without names: the only opposing
    one."""
    if not targets:
        opposing = stacks_of(state, state.opponents(seat))
        return opposing if len(opposing) == 1 else []
    found = [opposing_stack(state, seat, text) or any_stack(state, seat, text) for text in targets]
    return [placed for placed in found if placed is not None]


def counts_as_attack(state: State, ability: Ability) -> bool:
    """True if using this ability counts as the turn's attack (option ability_counts_as_attack, TCG-C07)."""
    return ability.damage is not None or state.options.ability_counts_as_attack == "yes"


def damage_due(state: State, attacker: SeatedStack, defender: SeatedStack, ability: Ability) -> int:
    """Return the damage that this attack does to that robot by the cards (TCG-C04)."""
    return attack_damage(state, attacker, defender, ability.damage or 0)


def damage(out: TcgBuffer, placed: SeatedStack, amount: int, by: int, *, attack: bool = False) -> None:
    """Take HP off a robot, down to 0 at most (TCG-C05), unless an effect prevents the damage."""
    now, state = stack_of(out.state, placed.stack.key), out.state
    if now is None:
        return
    subject = robot_subject(now.seat, now.stack)
    guard = prevention(state.lasting, "damage", subject, state.seats) if state.lasting and amount > 0 else None
    if guard is not None:
        out.add(DamagePrevented(owner=now.seat, robot=now.stack.key, effect=guard.id, amount=amount))
        return
    lost = max(0, min(amount, now.stack.hp))
    hp = now.stack.hp - lost
    out.add(DamageTaken(owner=now.seat, robot=now.stack.key, amount=lost, hp=hp, by=by, attack=attack))


def heal(out: TcgBuffer, placed: SeatedStack, amount: int) -> None:
    """Restore a robot's HP, up to the maximum (TCG-X08)."""
    now = stack_of(out.state, placed.stack.key)
    if now is None:
        return
    gain = max(0, min(amount, now.stack.max_hp - now.stack.hp))
    out.add(HpRestored(owner=now.seat, robot=now.stack.key, amount=gain, hp=now.stack.hp + gain))


def refresh_max_hp(out: TcgBuffer) -> None:
    """Recompute each robot's maximum HP from the lasting effects; HP rises with it, or is cut to it (TCG-X07)."""
    state = out.state
    bonuses = concerned(state.lasting, "max_hp")
    for seat, player in enumerate(state.players):
        for stack in player.alliance:
            maximum = max_hp(state, seat, stack) if bonuses else max(stack.levels[-1].hp, COUNTER_HP)
            if maximum == stack.max_hp:
                continue
            raised = stack.hp + maximum - stack.max_hp
            hp = raised if maximum > stack.max_hp else min(stack.hp, maximum)
            out.add(MaxHpChanged(owner=seat, robot=stack.key, hp=hp, max_hp=maximum))


def reveal_from_hand(out: TcgBuffer, seat: int, text: CardRef) -> Token:
    """Return the hand card that a command plays; reveal it first if it was unknown."""
    player = out.state.players[seat]
    token = hand_card(player, text)
    assert token is not None
    assert token.card is not None
    if token not in player.pit:
        out.add(CardRevealed(player=seat, token=token.id, card=token.card))
    return token
