"""The match's course in the rulebook's words: setup, turns, the end, adjustments."""

from typing import Final

from domain.games.frc_tcg.events import (
    Adjusted,
    AllowanceChanged,
    CardDefined,
    CardEffectResolved,
    CoinFlipped,
    DeckRegistered,
    DeckShuffled,
    DieRolled,
    DrawAgreed,
    FirstPlayerDetermined,
    HouseRuleAgreed,
    MatchAbandoned,
    MatchConceded,
    MatchCreated,
    MatchDrawn,
    MatchStarted,
    MatchWon,
    NoMoveDeclared,
    NoteTaken,
    OpeningHandDrawn,
    PlayerOut,
    PositionDeclared,
    PrizeCardsSet,
    PrizeCardsSettled,
    TurnEnded,
    TurnSet,
    TurnStarted,
)
from domain.games.frc_tcg.narrate.phrases import card_name, seen_cards, who
from domain.games.frc_tcg.state import State
from domain.table import JUDGE, Viewpoint
from domain.text import counted


def _match_created(_state: State, event: MatchCreated, _viewpoint: Viewpoint) -> str:
    return f"match of {', '.join(event.players)}, {counted(event.options.prize_count, 'prize card')} each"


def _house_rule_agreed(_state: State, event: HouseRuleAgreed, _viewpoint: Viewpoint) -> str:
    return f"house rule: {event.text}"


def _deck_registered(state: State, event: DeckRegistered, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)} registers a deck of {counted(event.size, 'card')}"


def _card_defined(_state: State, event: CardDefined, _viewpoint: Viewpoint) -> str:
    return f"card defined: {event.record.name}"


def _first_player(state: State, event: FirstPlayerDetermined, _viewpoint: Viewpoint) -> str:
    result = f": {event.result}" if event.result else ""
    return f"{who(state, event.player)} begins ({event.method.replace('_', ' ')}{result})"


def _deck_shuffled(state: State, event: DeckShuffled, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)}'s deck is shuffled" + (f": {event.reason}" if event.reason else "")


def _opening_hand(state: State, event: OpeningHandDrawn, viewpoint: Viewpoint) -> str:
    known = seen_cards(state, event.cards, event.player, viewpoint)
    return f"{who(state, event.player)} draws an opening hand of {len(event.cards)}{known}"


def _prizes_set(state: State, event: PrizeCardsSet, viewpoint: Viewpoint) -> str:
    face_up = state.options.prizes_face == "up"
    known = seen_cards(state, event.cards, event.player, JUDGE if face_up else viewpoint)
    return f"{who(state, event.player)} sets out {counted(len(event.cards), 'prize card')}{known}"


def _match_started(_state: State, _event: MatchStarted, _viewpoint: Viewpoint) -> str:
    return "the match starts"


def _turn_started(state: State, event: TurnStarted, _viewpoint: Viewpoint) -> str:
    return f"turn {event.turn}: {who(state, event.player)}"


def _player_out(state: State, event: PlayerOut, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)} is out of the match"


def _match_won(state: State, event: MatchWon, _viewpoint: Viewpoint) -> str:
    how = " by concession" if event.rule == "TCG-E05" else ""
    return f"{' and '.join(who(state, seat) for seat in event.winners)} won the match{how}"


def _match_drawn(_state: State, _event: MatchDrawn, _viewpoint: Viewpoint) -> str:
    return "the match is a draw"


def _no_move(state: State, event: NoMoveDeclared, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)} has no move"


def _turn_ended(state: State, event: TurnEnded, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)} ends turn {event.turn}"


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
    return f"text of {card_name(state, event.card) if event.card else 'no card'}{note}"


def _conceded(state: State, event: MatchConceded, _viewpoint: Viewpoint) -> str:
    return f"{who(state, event.player)} concedes (not in the rulebook)"


def _draw_agreed(_state: State, _event: DrawAgreed, _viewpoint: Viewpoint) -> str:
    return "the players agree on a draw (not in the rulebook)"


def _abandoned(_state: State, event: MatchAbandoned, _viewpoint: Viewpoint) -> str:
    return "the match is abandoned (not in the rulebook)" + (f": {event.reason}" if event.reason else "")


def _settled(_state: State, event: PrizeCardsSettled, _viewpoint: Viewpoint) -> str:
    return f"captured prize cards: {event.mode.replace('_', ' ')}"


def _adjusted(_state: State, event: Adjusted, _viewpoint: Viewpoint) -> str:
    return f"adjusted: {event.reason}"


def _turn_set(state: State, event: TurnSet, _viewpoint: Viewpoint) -> str:
    return f"turn {event.turn}, {who(state, event.player)} to act"


def _position_declared(state: State, event: PositionDeclared, _viewpoint: Viewpoint) -> str:
    return f"position declared: turn {event.turn}, {who(state, event.active)} to act"


COURSE: Final[dict[type, object]] = {
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
    PlayerOut: _player_out,
    MatchWon: _match_won,
    MatchDrawn: _match_drawn,
    NoMoveDeclared: _no_move,
    TurnEnded: _turn_ended,
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
}
