"""One line for every event, with nothing that the viewpoint may not know."""

from collections.abc import Callable, Iterable
from typing import Final, cast

from domain.cards import UNKNOWN, Token, token_owner
from domain.game import Event
from domain.games.frc_tcg.board import knows_captured, knows_hand, knows_prize
from domain.games.frc_tcg.events import (
    AbilityActivated,
    Adjusted,
    AllowanceChanged,
    AttackMade,
    AwardPlayed,
    CardDefined,
    CardEffectResolved,
    CardMoved,
    CardRevealed,
    CardsDrawn,
    CardShopped,
    CardsSwapped,
    CoinFlipped,
    ComponentMoved,
    ComponentPlayed,
    DamageTaken,
    DeckRegistered,
    DeckShuffled,
    DieRolled,
    DrawAgreed,
    EffectApplied,
    EffectExpired,
    EffectsLifted,
    EnhancementEnded,
    FirstPlayerDetermined,
    HandRefilled,
    HouseRuleAgreed,
    HpRestored,
    ItemPlayed,
    MatchAbandoned,
    MatchConceded,
    MatchCreated,
    MatchDrawn,
    MatchStarted,
    MatchWon,
    MaxHpChanged,
    MentorPlayed,
    MentorsWentForCoffee,
    NoMoveDeclared,
    NoteTaken,
    OpeningHandDrawn,
    PlayerOut,
    PositionDeclared,
    PrizeCardCaptured,
    PrizeCardsSet,
    PrizeCardsSettled,
    RobotDefeated,
    RobotDevolved,
    RobotEvolved,
    RobotPlayed,
    RobotRetreated,
    TcgEvent,
    TurnEnded,
    TurnSet,
    TurnStarted,
)
from domain.games.frc_tcg.state import Lasting, State, stack_of
from domain.table import JUDGE, Viewpoint, seat_name


def narrate(before: State, event: TcgEvent, viewpoint: Viewpoint) -> str:
    """What happened, in one line, given the state before it."""
    return TELL[type(event)](before, event, viewpoint)


def _who(state: State, seat: int) -> str:
    return seat_name(state.seats, seat)


def _card(state: State, card: str | None) -> str:
    return state.catalogue.name_of(card)


def _robot(state: State, key: int) -> str:
    placed = stack_of(state, key)
    return _card(state, placed.stack.top.card) if placed is not None else "a robot"


def _cards(state: State, cards: Iterable[Token]) -> str:
    return ", ".join(_card(state, card.card) for card in cards)


def _known(state: State, cards: tuple[Token, ...], seat: int, viewpoint: Viewpoint) -> str:
    """`: a, b` where the viewpoint is the player's own or the judge's."""
    return ": " + _cards(state, cards) if viewpoint in (seat, JUDGE) and cards else ""


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _match_created(_state: State, event: MatchCreated, _viewpoint: Viewpoint) -> str:
    return f"match of {', '.join(event.players)}, {_number(event.options.prize_count, 'prize card')} each"


def _house_rule_agreed(_state: State, event: HouseRuleAgreed, _viewpoint: Viewpoint) -> str:
    return f"house rule: {event.text}"


def _deck_registered(state: State, event: DeckRegistered, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)} registers a deck of {event.size} cards"


def _card_defined(_state: State, event: CardDefined, _viewpoint: Viewpoint) -> str:
    return f"card defined: {event.record.name}"


def _first_player(state: State, event: FirstPlayerDetermined, _viewpoint: Viewpoint) -> str:
    result = f": {event.result}" if event.result else ""
    return f"{_who(state, event.player)} begins ({event.method.replace('_', ' ')}{result})"


def _deck_shuffled(state: State, event: DeckShuffled, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)}'s deck is shuffled" + (f": {event.reason}" if event.reason else "")


def _opening_hand(state: State, event: OpeningHandDrawn, viewpoint: Viewpoint) -> str:
    known = _known(state, event.cards, event.player, viewpoint)
    return f"{_who(state, event.player)} draws an opening hand of {len(event.cards)}{known}"


def _prizes_set(state: State, event: PrizeCardsSet, viewpoint: Viewpoint) -> str:
    face_up = state.options.prizes_face == "up"
    known = _known(state, event.cards, event.player, JUDGE if face_up else viewpoint)
    return f"{_who(state, event.player)} sets out {_number(len(event.cards), 'prize card')}{known}"


def _match_started(_state: State, _event: MatchStarted, _viewpoint: Viewpoint) -> str:
    return "the match starts"


def _turn_started(state: State, event: TurnStarted, _viewpoint: Viewpoint) -> str:
    return f"turn {event.turn}: {_who(state, event.player)}"


def _card_revealed(state: State, event: CardRevealed, viewpoint: Viewpoint) -> str:
    who, place = _who(state, event.player), event.where.replace("_", " ")
    if not event.to or viewpoint in (JUDGE, event.player, *event.to):
        return f"{who} shows {_card(state, event.card)} ({place})"
    return f"{who} shows a card ({place}) to {', '.join(_who(state, seat) for seat in event.to)}"


def _robot_played(state: State, event: RobotPlayed, _viewpoint: Viewpoint) -> str:
    extra = event.max_hp - event.printed_hp
    bonus = f" ({event.printed_hp} {'+' if extra > 0 else '-'} {abs(extra)})" if extra else ""
    return f"{_who(state, event.player)} plays {_card(state, event.card)} at place {event.slot}, HP {event.hp}{bonus}"


def _component_played(state: State, event: ComponentPlayed, _viewpoint: Viewpoint) -> str:
    where = event.ability or "surplus"
    card = _card(state, event.card)
    return f"{_who(state, event.player)} stacks {card} on {_robot(state, event.robot)}: {where}"


def _ability_activated(state: State, event: AbilityActivated, _viewpoint: Viewpoint) -> str:
    return f"{event.ability} of {_robot(state, event.robot)} is active"


def _item_played(state: State, event: ItemPlayed, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)} uses {_card(state, event.card)}"


def _enhancement_played(state: State, event: MentorPlayed | AwardPlayed, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)} plays {_card(state, event.card.card)}"


def _card_shopped(state: State, event: CardShopped, _viewpoint: Viewpoint) -> str:
    return f"{_card(state, event.card.card)} goes to the shop"


def _shopped(state: State, cards: tuple[Token, ...]) -> str:
    return f"; to the shop: {_cards(state, cards)}" if cards else ""


def _robot_evolved(state: State, event: RobotEvolved, _viewpoint: Viewpoint) -> str:
    season = f"{_robot(state, event.robot)} evolves into {_card(state, event.card)}"
    return f"new season: {season}, HP {event.hp}{_shopped(state, event.shopped)}"


def _robot_devolved(state: State, event: RobotDevolved, _viewpoint: Viewpoint) -> str:
    whose = _who(state, event.owner)
    return (
        f"{whose}'s {_robot(state, event.robot)} devolves, HP {event.hp}/{event.max_hp}{_shopped(state, event.shopped)}"
    )


def _attack_made(state: State, event: AttackMade, _viewpoint: Viewpoint) -> str:
    targets = ", ".join(_robot(state, key) for key in event.targets)
    at = f" on {targets}" if targets else ""
    note = f" ({event.note})" if event.note else ""
    return f"{_who(state, event.player)}: {_robot(state, event.robot)} uses {event.ability}{at}{note}"


def _damage_taken(state: State, event: DamageTaken, _viewpoint: Viewpoint) -> str:
    return f"{_robot(state, event.robot)} takes {event.amount}: HP {event.hp + event.amount} -> {event.hp}"


def _hp_restored(state: State, event: HpRestored, _viewpoint: Viewpoint) -> str:
    return f"{_robot(state, event.robot)} regains {event.amount}: HP {event.hp - event.amount} -> {event.hp}"


def _max_hp_changed(state: State, event: MaxHpChanged, _viewpoint: Viewpoint) -> str:
    return f"{_robot(state, event.robot)}: HP {event.hp}/{event.max_hp}"


def _what(effect: Lasting) -> str:
    return effect.label or f"{effect.kind.replace('_', ' ')} {effect.amount:+}"


def _effect_applied(state: State, event: EffectApplied, _viewpoint: Viewpoint) -> str:
    effect = event.effect
    if effect.scope == "robot":
        return f"{_robot(state, effect.robot)}: {_what(effect)}"
    return f"{'own' if effect.scope == 'own' else 'opposing'} robots of {_who(state, effect.owner)}: {_what(effect)}"


def _effects_lifted(state: State, event: EffectsLifted, _viewpoint: Viewpoint) -> str:
    return f"{_number(len(event.effects), 'effect')} lifted from {_robot(state, event.robot)}"


def _effect_expired(state: State, event: EffectExpired, _viewpoint: Viewpoint) -> str:
    effect = next((e for e in state.lasting if e.id == event.effect), None)
    return f"over: {_what(effect)}" if effect is not None else "an effect is over"


def _robot_defeated(state: State, event: RobotDefeated, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.owner)}'s {_robot(state, event.robot)} is defeated{_shopped(state, event.shopped)}"


def _prize_captured(state: State, event: PrizeCardCaptured, viewpoint: Viewpoint) -> str:
    seen = knows_captured(state, event.by, viewpoint, event.owner) and event.card is not None
    what = f": {_card(state, event.card)}" if seen else ""
    return f"{_who(state, event.by)} captures prize card {event.place} of {_who(state, event.owner)}{what}"


def _player_out(state: State, event: PlayerOut, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)} is out of the match"


def _match_won(state: State, event: MatchWon, _viewpoint: Viewpoint) -> str:
    return f"{' and '.join(_who(state, seat) for seat in event.winners)} won the match"


def _match_drawn(_state: State, _event: MatchDrawn, _viewpoint: Viewpoint) -> str:
    return "the match is a draw"


def _component_moved(state: State, event: ComponentMoved, _viewpoint: Viewpoint) -> str:
    where = event.ability or "surplus"
    return f"a component goes from {_robot(state, event.origin)} to {_robot(state, event.robot)}: {where}"


def _robot_retreated(state: State, event: RobotRetreated, _viewpoint: Viewpoint) -> str:
    gone = _shopped(state, event.shopped)
    return f"{_who(state, event.player)}'s {_robot(state, event.robot)} retreats to the hand{gone}"


def _coffee(state: State, event: MentorsWentForCoffee, _viewpoint: Viewpoint) -> str:
    return f"{_card(state, event.own.card)} and {_card(state, event.other.card)} go out for coffee"


def _cards_swapped(state: State, event: CardsSwapped, viewpoint: Viewpoint) -> str:
    down = _known(state, event.put_down, event.player, viewpoint)
    drawn = _known(state, event.drawn, event.player, viewpoint)
    count = _number(len(event.put_down), "card")
    return f"{_who(state, event.player)} puts {count} under the deck{down}; draws {len(event.drawn)}{drawn}"


def _no_move(state: State, event: NoMoveDeclared, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)} has no move"


def _turn_ended(state: State, event: TurnEnded, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)} ends turn {event.turn}"


def _enhancement_ended(state: State, event: EnhancementEnded, _viewpoint: Viewpoint) -> str:
    return f"{_card(state, event.card.card)} is over and goes to the shop"


def _drawn(state: State, event: HandRefilled | CardsDrawn, viewpoint: Viewpoint) -> str:
    known = _known(state, event.cards, event.player, viewpoint)
    return f"{_who(state, event.player)} draws {len(event.cards)}{known}"


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
    name = _card(state, event.card.card) if seen else UNKNOWN
    return f"{name} goes from {event.origin.replace('_', ' ')} to {event.to.replace('_', ' ')}"


def _allowance(_state: State, event: AllowanceChanged, _viewpoint: Viewpoint) -> str:
    return f"{event.by:+} {event.of} this turn"


def _coin(_state: State, event: CoinFlipped, _viewpoint: Viewpoint) -> str:
    return f"coin: {event.result}"


def _die(_state: State, event: DieRolled, _viewpoint: Viewpoint) -> str:
    return f"die: {event.result} of {event.faces}"


def _note(_state: State, event: NoteTaken, _viewpoint: Viewpoint) -> str:
    return f"note: {event.text}"


def _effect_resolved(state: State, event: CardEffectResolved, _viewpoint: Viewpoint) -> str:
    note = f" ({event.note})" if event.note else ""
    return f"text of {_card(state, event.card) if event.card else 'no card'}{note}"


def _conceded(state: State, event: MatchConceded, _viewpoint: Viewpoint) -> str:
    return f"{_who(state, event.player)} concedes (not in the rulebook)"


def _draw_agreed(_state: State, _event: DrawAgreed, _viewpoint: Viewpoint) -> str:
    return "the players agree on a draw (not in the rulebook)"


def _abandoned(_state: State, event: MatchAbandoned, _viewpoint: Viewpoint) -> str:
    return "the match is abandoned (not in the rulebook)" + (f": {event.reason}" if event.reason else "")


def _settled(_state: State, event: PrizeCardsSettled, _viewpoint: Viewpoint) -> str:
    return f"captured prize cards: {event.mode.replace('_', ' ')}"


def _adjusted(_state: State, event: Adjusted, _viewpoint: Viewpoint) -> str:
    return f"adjusted: {event.reason}"


def _turn_set(state: State, event: TurnSet, _viewpoint: Viewpoint) -> str:
    return f"turn {event.turn}, {_who(state, event.player)} to act"


def _position_declared(state: State, event: PositionDeclared, _viewpoint: Viewpoint) -> str:
    return f"position declared: turn {event.turn}, {_who(state, event.active)} to act"


TELL: Final = cast(
    "dict[type[Event], Callable[[State, TcgEvent, Viewpoint], str]]",
    {
        MatchCreated: _match_created,
        HouseRuleAgreed: _house_rule_agreed,
        DeckRegistered: _deck_registered,
        CardDefined: _card_defined,
        FirstPlayerDetermined: _first_player,
        DeckShuffled: _deck_shuffled,
        OpeningHandDrawn: _opening_hand,
        PrizeCardsSet: _prizes_set,
        MatchStarted: _match_started,
        TurnStarted: _turn_started,
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
        PlayerOut: _player_out,
        MatchWon: _match_won,
        MatchDrawn: _match_drawn,
        ComponentMoved: _component_moved,
        RobotRetreated: _robot_retreated,
        MentorsWentForCoffee: _coffee,
        CardsSwapped: _cards_swapped,
        NoMoveDeclared: _no_move,
        TurnEnded: _turn_ended,
        EnhancementEnded: _enhancement_ended,
        HandRefilled: _drawn,
        CardsDrawn: _drawn,
        CardMoved: _card_moved,
        AllowanceChanged: _allowance,
        CoinFlipped: _coin,
        DieRolled: _die,
        NoteTaken: _note,
        CardEffectResolved: _effect_resolved,
        MatchConceded: _conceded,
        DrawAgreed: _draw_agreed,
        MatchAbandoned: _abandoned,
        PrizeCardsSettled: _settled,
        Adjusted: _adjusted,
        TurnSet: _turn_set,
        PositionDeclared: _position_declared,
    },
)
"""Event type -> the function that tells it."""
