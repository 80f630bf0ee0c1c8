"""Events of the match's course: setup, turns, the end, adjustments."""

from typing import Final

from msgspec.structs import replace

from domain.cards import Token, token_id
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
from domain.games.frc_tcg.evolve.parts import drop_lasting, put_player, to_shops, with_player
from domain.games.frc_tcg.state import (
    DRAWN,
    NEW_TURN,
    PRIZES_SET,
    READY,
    REGISTERED,
    SHUFFLED,
    PlayerState,
    State,
)
from domain.table import Seat


def _match_created(state: State, event: MatchCreated) -> State:
    seats = tuple(Seat(name, side) for name, side in zip(event.players, event.sides, strict=True))
    players = (PlayerState(),) * len(seats)
    return replace(state, seats=seats, players=players, options=event.options, status="setup")


def _house_rule_agreed(state: State, event: HouseRuleAgreed) -> State:
    seats = tuple(Seat(seat.name, side) for seat, side in zip(state.seats, event.sides, strict=True))
    return replace(state, seats=seats, options=event.options, house_rules=(*state.house_rules, event.text))


def _deck_registered(state: State, event: DeckRegistered) -> State:
    deck = tuple([Token(token_id(event.player, n)) for n in range(1, event.size + 1)])
    # sorted as the stored event is, so that a replay comes to the same state
    listed = tuple(sorted(event.cards.items()))
    fresh = PlayerState(deck=deck, step=REGISTERED, profile=event.profile, deck_list=listed, deck_size=event.size)
    return put_player(state, event.player, fresh)


def _card_defined(state: State, event: CardDefined) -> State:
    return replace(state, catalogue=state.catalogue.plus(event.record))


def _first_player_determined(state: State, event: FirstPlayerDetermined) -> State:
    return replace(state, first=event.player)


def _deck_shuffled(state: State, event: DeckShuffled) -> State:
    player = state.players[event.player]
    step = {REGISTERED: SHUFFLED, PRIZES_SET: READY}.get(player.step, player.step)
    deck = tuple([Token(card.id) for card in player.deck])
    in_deck = {card.id for card in deck}
    revealed = tuple(r for r in player.revealed if r.token not in in_deck)
    return put_player(state, event.player, replace(player, deck=deck, step=step, revealed=revealed))


def _opening_hand_drawn(state: State, event: OpeningHandDrawn) -> State:
    player = state.players[event.player]
    deck = player.deck[len(event.cards) :]
    return put_player(state, event.player, replace(player, deck=deck, pit=(*player.pit, *event.cards), step=DRAWN))


def _prize_cards_set(state: State, event: PrizeCardsSet) -> State:
    player = state.players[event.player]
    taken = {card.id for card in event.cards}
    deck = tuple([card for card in player.deck if card.id not in taken])
    return put_player(state, event.player, replace(player, deck=deck, prize_cards=event.cards, step=PRIZES_SET))


def _match_started(state: State, _event: MatchStarted) -> State:
    return replace(state, status="running")


def _turn_started(state: State, event: TurnStarted) -> State:
    player = state.players[event.player]
    players = with_player(state, event.player, replace(player, turns=player.turns + 1))
    return replace(state, players=players, active=event.player, turn=event.turn, record=NEW_TURN)


def _no_move_declared(state: State, _event: NoMoveDeclared) -> State:
    return replace(state, record=replace(state.record, no_move=True))


def _player_out(state: State, event: PlayerOut) -> State:
    player = state.players[event.player]
    if not event.cleared:
        return put_player(state, event.player, replace(player, out=True))
    for stack in player.alliance:
        state = drop_lasting(state, (), stack.key)
    state = drop_lasting(state, event.shopped)
    state = put_player(state, event.player, replace(player, out=True, alliance=(), mentors=(), awards=()))
    return to_shops(state, event.shopped)


def _match_won(state: State, event: MatchWon) -> State:
    status = "conceded" if event.rule == "TCG-E05" else "won"
    return replace(state, status=status, winners=event.winners, end_rule=event.rule)


def _match_drawn(state: State, event: MatchDrawn) -> State:
    return replace(state, status="drawn", end_rule=event.rule)


def _draw_agreed(state: State, _event: DrawAgreed) -> State:
    return replace(state, status="drawn", end_rule="TCG-E05")


def _match_abandoned(state: State, _event: MatchAbandoned) -> State:
    return replace(state, status="abandoned", end_rule="TCG-E05")


def _prize_cards_settled(state: State, event: PrizeCardsSettled) -> State:
    return replace(state, settlement=event.mode)


def _allowance_changed(state: State, event: AllowanceChanged) -> State:
    record = state.record
    match event.of:
        case "robots":
            record = replace(record, more_robots=record.more_robots + event.by)
        case "components":
            record = replace(record, more_components=record.more_components + event.by)
        case "enhancements":
            record = replace(record, more_enhancements=record.more_enhancements + event.by)
        case _:
            record = replace(record, more_attacks=record.more_attacks + event.by)
    return replace(state, record=record)


def _turn_set(state: State, event: TurnSet) -> State:
    return replace(state, active=event.player, turn=event.turn, record=event.record)


def _position_declared(state: State, event: PositionDeclared) -> State:
    return replace(
        state,
        status="running",
        turn=event.turn,
        active=event.active,
        players=event.players,
        record=event.record,
        lasting=event.lasting,
        next_lasting=len(event.lasting) + 1,
        first=event.active if state.first < 0 else state.first,
        winners=(),
        end_rule="",
    )


def _nothing(state: State, _event: object) -> State:
    """Events that tell what happened and move nothing themselves."""
    return state


COURSE: Final[dict[type, object]] = {
    MatchCreated: _match_created,
    HouseRuleAgreed: _house_rule_agreed,
    DeckRegistered: _deck_registered,
    CardDefined: _card_defined,
    FirstPlayerDetermined: _first_player_determined,
    DeckShuffled: _deck_shuffled,
    OpeningHandDrawn: _opening_hand_drawn,
    PrizeCardsSet: _prize_cards_set,
    MatchStarted: _match_started,
    TurnStarted: _turn_started,
    TurnEnded: _nothing,
    NoMoveDeclared: _no_move_declared,
    PlayerOut: _player_out,
    MatchWon: _match_won,
    MatchDrawn: _match_drawn,
    MatchConceded: _nothing,
    DrawAgreed: _draw_agreed,
    MatchAbandoned: _match_abandoned,
    PrizeCardsSettled: _prize_cards_settled,
    AllowanceChanged: _allowance_changed,
    TurnSet: _turn_set,
    PositionDeclared: _position_declared,
    CoinFlipped: _nothing,
    DieRolled: _nothing,
    NoteTaken: _nothing,
    CardEffectResolved: _nothing,
    Adjusted: _nothing,
}
