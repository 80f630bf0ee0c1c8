"""Cards and robots in the rulebook's words."""

from typing import Final

from domain.cards import UNKNOWN, token_owner
from domain.games.frc_tcg.board import knows_captured, knows_hand, knows_prize
from domain.games.frc_tcg.events import (
    AbilityActivated,
    AttackMade,
    AwardPlayed,
    CardMoved,
    CardRevealed,
    CardsDrawn,
    CardShopped,
    CardsSwapped,
    ComponentMoved,
    ComponentPlayed,
    DamageTaken,
    EffectApplied,
    EffectExpired,
    EffectsLifted,
    EnhancementEnded,
    HandRefilled,
    HpRestored,
    ItemPlayed,
    MaxHpChanged,
    MentorPlayed,
    MentorsWentForCoffee,
    PrizeCardCaptured,
    RobotDefeated,
    RobotDevolved,
    RobotEvolved,
    RobotPlayed,
    RobotRetreated,
)
from domain.games.frc_tcg.narrate.phrases import card_name, robot_name, seen_cards, shopped, what, who
from domain.games.frc_tcg.state import State
from domain.table import JUDGE, Viewpoint
from domain.text import counted


def _card_revealed(state: State, event: CardRevealed, viewpoint: Viewpoint) -> str:
    name, place = who(state, event.player), event.where.replace("_", " ")
    if event.to == (event.player,):
        card = card_name(state, event.card) if viewpoint in (JUDGE, event.player) else UNKNOWN
        return f"{name} turns out to hold {card} ({place})"
    if not event.to or viewpoint in (JUDGE, event.player, *event.to):
        return f"{name} shows {card_name(state, event.card)} ({place})"
    return f"{name} shows a card ({place}) to {', '.join(who(state, seat) for seat in event.to)}"


def _robot_played(state: State, event: RobotPlayed, _viewpoint: Viewpoint) -> str:
    extra = event.max_hp - event.printed_hp
    bonus = f" ({event.printed_hp} {'+' if extra > 0 else '-'} {abs(extra)})" if extra else ""
    return (
        f"{who(state, event.player)} plays {card_name(state, event.card)} at place {event.slot}, HP {event.hp}{bonus}"
    )


def _component_played(state: State, event: ComponentPlayed, _viewpoint: Viewpoint) -> str:
    where = event.ability or "surplus"
    card = card_name(state, event.card)
    return f"{who(state, event.player)} stacks {card} on {robot_name(state, event.robot)}: {where}"


def _ability_activated(state: State, event: AbilityActivated, _viewpoint: Viewpoint) -> str:
    return f"{event.ability} of {robot_name(state, event.robot)} is active"


def _item_played(state: State, event: ItemPlayed, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)} uses {card_name(state, event.card)}"


def _enhancement_played(state: State, event: MentorPlayed | AwardPlayed, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)} plays {card_name(state, event.card.card)}"


def _card_shopped(state: State, event: CardShopped, _viewpoint: Viewpoint) -> str:
    return f"{card_name(state, event.card.card)} goes to the shop"


def _robot_evolved(state: State, event: RobotEvolved, _viewpoint: Viewpoint) -> str:
    season = f"{robot_name(state, event.robot)} evolves into {card_name(state, event.card)}"
    return f"new season: {season}, HP {event.hp}{shopped(state, event.shopped)}"


def _robot_devolved(state: State, event: RobotDevolved, _viewpoint: Viewpoint) -> str:
    whose = who(state, event.owner)
    return f"{whose}'s {robot_name(state, event.robot)} devolves, HP {event.hp}/{event.max_hp}{shopped(state, event.shopped)}"


def _attack_made(state: State, event: AttackMade, _viewpoint: Viewpoint) -> str:
    targets = ", ".join(robot_name(state, key) for key in event.targets)
    at = f" on {targets}" if targets else ""
    note = f" ({event.note})" if event.note else ""
    return f"{who(state, event.player)}: {robot_name(state, event.robot)} uses {event.ability}{at}{note}"


def _damage_taken(state: State, event: DamageTaken, _viewpoint: Viewpoint) -> str:
    return f"{robot_name(state, event.robot)} takes {event.amount}: HP {event.hp + event.amount} -> {event.hp}"


def _hp_restored(state: State, event: HpRestored, _viewpoint: Viewpoint) -> str:
    return f"{robot_name(state, event.robot)} regains {event.amount}: HP {event.hp - event.amount} -> {event.hp}"


def _max_hp_changed(state: State, event: MaxHpChanged, _viewpoint: Viewpoint) -> str:
    return f"{robot_name(state, event.robot)}: HP {event.hp}/{event.max_hp}"


def _effect_applied(state: State, event: EffectApplied, _viewpoint: Viewpoint) -> str:
    effect = event.effect
    if effect.scope == "robot":
        return f"{robot_name(state, effect.robot)}: {what(effect)}"
    return f"{'own' if effect.scope == 'own' else 'opposing'} robots of {who(state, effect.owner)}: {what(effect)}"


def _effects_lifted(state: State, event: EffectsLifted, _viewpoint: Viewpoint) -> str:
    return f"{counted(len(event.effects), 'effect')} lifted from {robot_name(state, event.robot)}"


def _effect_expired(state: State, event: EffectExpired, _viewpoint: Viewpoint) -> str:
    effect = next((e for e in state.lasting if e.id == event.effect), None)
    return f"over: {what(effect)}" if effect is not None else "an effect is over"


def _robot_defeated(state: State, event: RobotDefeated, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.owner)}'s {robot_name(state, event.robot)} is defeated{shopped(state, event.shopped)}"


def _prize_captured(state: State, event: PrizeCardCaptured, viewpoint: Viewpoint) -> str:
    seen = knows_captured(state, event.by, viewpoint, event.owner) and event.card is not None
    what = f": {card_name(state, event.card)}" if seen else ""
    return f"{who(state, event.by)} captures prize card {event.place} of {who(state, event.owner)}{what}"


def _component_moved(state: State, event: ComponentMoved, _viewpoint: Viewpoint) -> str:
    where = event.ability or "surplus"
    return f"a component goes from {robot_name(state, event.origin)} to {robot_name(state, event.robot)}: {where}"


def _robot_retreated(state: State, event: RobotRetreated, _viewpoint: Viewpoint) -> str:
    gone = shopped(state, event.shopped)
    return f"{who(state, event.player)}'s {robot_name(state, event.robot)} retreats to the hand{gone}"


def _coffee(state: State, event: MentorsWentForCoffee, _viewpoint: Viewpoint) -> str:
    return f"{card_name(state, event.own.card)} and {card_name(state, event.other.card)} go out for coffee"


def _cards_swapped(state: State, event: CardsSwapped, viewpoint: Viewpoint) -> str:
    down = seen_cards(state, event.put_down, event.player, viewpoint)
    drawn = seen_cards(state, event.drawn, event.player, viewpoint)
    count = counted(len(event.put_down), "card")
    return f"{who(state, event.player)} puts {count} under the deck{down}; draws {len(event.drawn)}{drawn}"


def _enhancement_ended(state: State, event: EnhancementEnded, _viewpoint: Viewpoint) -> str:
    return f"{card_name(state, event.card.card)} is over and goes to the shop"


def _drawn(state: State, event: HandRefilled | CardsDrawn, viewpoint: Viewpoint) -> str:
    known = seen_cards(state, event.cards, event.player, viewpoint)
    return f"{who(state, event.player)} draws {len(event.cards)}{known}"


def _card_moved(state: State, event: CardMoved, viewpoint: Viewpoint) -> str:
    hidden = event.to == "pit" or event.to.startswith("deck")
    token = event.card.id
    if event.origin == "pit":
        known = knows_hand(state, event.player, viewpoint, token) and not event.to.startswith("deck")
    elif event.origin == "prize_cards":
        known = knows_prize(state, event.player, viewpoint, token)
    elif event.origin == "captured":
        known = knows_captured(state, event.player, viewpoint, token_owner(token))
    else:
        known = event.origin != "deck"
    seen = not hidden or known or viewpoint in (event.player, event.owner, JUDGE)
    name = card_name(state, event.card.card) if seen else UNKNOWN
    return f"{name} goes from {event.origin.replace('_', ' ')} to {event.to.replace('_', ' ')}"


PLAY: Final[dict[type, object]] = {
    CardRevealed: _card_revealed,
    RobotPlayed: _robot_played,
    ComponentPlayed: _component_played,
    AbilityActivated: _ability_activated,
    ItemPlayed: _item_played,
    MentorPlayed: _enhancement_played,
    AwardPlayed: _enhancement_played,
    CardShopped: _card_shopped,
    RobotEvolved: _robot_evolved,
    RobotDevolved: _robot_devolved,
    AttackMade: _attack_made,
    DamageTaken: _damage_taken,
    HpRestored: _hp_restored,
    MaxHpChanged: _max_hp_changed,
    EffectApplied: _effect_applied,
    EffectsLifted: _effects_lifted,
    EffectExpired: _effect_expired,
    RobotDefeated: _robot_defeated,
    PrizeCardCaptured: _prize_captured,
    ComponentMoved: _component_moved,
    RobotRetreated: _robot_retreated,
    MentorsWentForCoffee: _coffee,
    CardsSwapped: _cards_swapped,
    EnhancementEnded: _enhancement_ended,
    HandRefilled: _drawn,
    CardsDrawn: _drawn,
    CardMoved: _card_moved,
}
