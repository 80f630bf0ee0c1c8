"""Events that move cards between hands, decks, shops and prize cards."""

from typing import Final

from msgspec.structs import replace

from domain.cards import Token, bound, without
from domain.games.frc_tcg.events import (
    AwardPlayed,
    CardMoved,
    CardRevealed,
    CardsDrawn,
    CardShopped,
    CardsSwapped,
    EnhancementEnded,
    HandRefilled,
    ItemPlayed,
    MentorPlayed,
    MentorsWentForCoffee,
    PrizeCardCaptured,
)
from domain.games.frc_tcg.evolve.parts import drop_lasting, get_stack, put_player, put_stack, to_shops, with_player
from domain.games.frc_tcg.state import Enhancement, Level, Mounted, PlayerState, Reveal, RobotStack, State


def from_hand(state: State, seat: int, token: int, count: str = "", **zones: object) -> State:
    """A card leaves the hand for the zones given; on that player's turn it counts against the allowance named."""
    player = state.players[seat]
    pit = tuple([card for card in player.pit if card.id != token])
    player = replace(player, pit=pit, revealed=_unshown(player, token), **zones)
    players = with_player(state, seat, player)
    record = state.record
    if seat != state.active:
        return replace(state, players=players)
    more = {count: getattr(record, count) + 1} if count else {}
    record = replace(record, moves=record.moves + 1, cards=record.cards + 1, played=(*record.played, token), **more)
    return replace(state, players=players, record=record)


def _unshown(player: PlayerState, token: int) -> tuple[Reveal, ...]:
    return tuple(r for r in player.revealed if r.token != token) if player.revealed else ()


def counted(state: State, seat: int, **more: int) -> State:
    """The turn record with counts raised, when it is that player's turn."""
    if seat != state.active:
        return state
    return replace(state, record=replace(state.record, **more))


def _card_revealed(state: State, event: CardRevealed) -> State:
    player = state.players[event.player]
    match event.where:
        case "pit":
            player = replace(player, pit=bound(player.pit, event.token, event.card))
        case "deck":
            player = replace(player, deck=bound(player.deck, event.token, event.card))
        case "captured":
            player = replace(player, captured=bound(player.captured, event.token, event.card))
        case _:
            prizes = tuple(Token(t.id, event.card) if t and t.id == event.token else t for t in player.prize_cards)
            player = replace(player, prize_cards=prizes)
    shown = (*_unshown(player, event.token), Reveal(event.token, event.to))
    return put_player(state, event.player, replace(player, revealed=shown))


def _item_played(state: State, event: ItemPlayed) -> State:
    playing = (*state.players[event.player].playing, Token(event.token, event.card))
    return from_hand(state, event.player, event.token, "items", playing=playing)


def _mentor_played(state: State, event: MentorPlayed) -> State:
    mentors = (*state.players[event.player].mentors, event.card)
    return from_hand(state, event.player, event.card.token, "enhancements", mentors=mentors)


def _award_played(state: State, event: AwardPlayed) -> State:
    awards = (*state.players[event.player].awards, event.card)
    return from_hand(state, event.player, event.card.token, "enhancements", awards=awards)


def _card_shopped(state: State, event: CardShopped) -> State:
    player = state.players[event.player]
    if event.origin == "pit":
        player = replace(player, pit=without(player.pit, event.card.id), revealed=_unshown(player, event.card.id))
    else:
        player = replace(player, playing=without(player.playing, event.card.id))
    return to_shops(put_player(state, event.player, player), (event.card,))


def _drawn(state: State, event: HandRefilled | CardsDrawn) -> State:
    player = state.players[event.player]
    deck, pit = player.deck[len(event.cards) :], (*player.pit, *event.cards)
    return put_player(state, event.player, replace(player, deck=deck, pit=pit))


def _cards_swapped(state: State, event: CardsSwapped) -> State:
    player = state.players[event.player]
    down = {card.id for card in event.put_down}
    pit = tuple([card for card in player.pit if card.id not in down])
    deck = (*player.deck, *event.put_down)[len(event.drawn) :]
    # nobody else can tell which shown cards are still in the hand
    player = replace(player, pit=(*pit, *event.drawn), deck=deck, revealed=())
    record = state.record
    if event.player == state.active:
        record = replace(record, moves=record.moves + 1)
    return replace(state, players=with_player(state, event.player, player), record=record)


def _without_enhancement(player: PlayerState, token: int) -> PlayerState:
    return replace(
        player,
        mentors=tuple(e for e in player.mentors if e.token != token),
        awards=tuple(e for e in player.awards if e.token != token),
    )


def _enhancement_ended(state: State, event: EnhancementEnded) -> State:
    player = _without_enhancement(state.players[event.player], event.card.id)
    return drop_lasting(to_shops(put_player(state, event.player, player), (event.card,)), (event.card,))


def _mentors_went_for_coffee(state: State, event: MentorsWentForCoffee) -> State:
    for seat, card in ((event.player, event.own), (event.opponent, event.other)):
        player = _without_enhancement(state.players[seat], card.id)
        state = drop_lasting(to_shops(put_player(state, seat, player), (card,)), (card,))
    return counted(state, event.player, moves=state.record.moves + 1)


def _prize_card_captured(state: State, event: PrizeCardCaptured) -> State:
    owner = state.players[event.owner]
    place = event.place - 1
    prizes = (*owner.prize_cards[:place], None, *owner.prize_cards[place + 1 :])
    state = put_player(state, event.owner, replace(owner, prize_cards=prizes))
    captor = state.players[event.by]
    captured = (*captor.captured, Token(event.token, event.card))
    return put_player(state, event.by, replace(captor, captured=captured))


def _card_moved(state: State, event: CardMoved) -> State:
    state = _taken(state, event)
    if event.to == "shop":
        return to_shops(state, (event.card,))
    player, card = state.players[event.owner], event.card
    if event.to == "robot":
        stack = get_stack(state, event.owner, event.robot)
        mounted = (*stack.mounted, Mounted(card.id, card.card or "", event.ability))
        return put_stack(state, event.owner, event.robot, replace(stack, mounted=mounted))
    return put_player(state, event.owner, _given(player, event, state.turn))


def _given(player: PlayerState, event: CardMoved, turn: int) -> PlayerState:
    card = event.card
    match event.to:
        case "deck_top":
            return replace(player, deck=(card, *player.deck))
        case "deck_bottom":
            return replace(player, deck=(*player.deck, card))
        case "pit":
            open_before = event.origin in ("shop", "robot", "mentor", "awards", "playing")
            shown = (*player.revealed, Reveal(card.id)) if open_before else player.revealed
            return replace(player, pit=(*player.pit, card), revealed=shown)
        case "mentor":
            return replace(player, mentors=(*player.mentors, Enhancement(card.id, card.card or "", event.duration)))
        case "awards":
            return replace(player, awards=(*player.awards, Enhancement(card.id, card.card or "", event.duration)))
        case _:
            level = Level(card.id, card.card or "", event.hp)
            stack = RobotStack(event.slot, (level,), event.max_hp, event.max_hp, entered=turn)
            return replace(player, alliance=tuple(sorted((*player.alliance, stack), key=lambda s: s.slot)))


def _taken(state: State, event: CardMoved) -> State:
    player, token = state.players[event.player], event.card.id
    player = replace(player, revealed=_unshown(player, token)) if player.revealed else player
    match event.origin:
        case "deck":
            player = replace(player, deck=without(player.deck, token))
        case "pit":
            # a card put away face down: nobody else can tell which shown cards are still in the hand
            hidden = event.to.startswith("deck")
            player = replace(player, pit=without(player.pit, token), revealed=() if hidden else player.revealed)
        case "shop":
            player = replace(player, shop=without(player.shop, token))
        case "captured":
            player = replace(player, captured=without(player.captured, token))
        case "playing":
            player = replace(player, playing=without(player.playing, token))
        case "prize_cards":
            prizes = tuple(None if t is not None and t.id == token else t for t in player.prize_cards)
            player = replace(player, prize_cards=prizes)
        case "robot":
            return _off_robot(state, event)
        case _:
            player = _without_enhancement(player, token)
    return drop_lasting(put_player(state, event.player, player), (event.card,))


def _off_robot(state: State, event: CardMoved) -> State:
    token = event.card.id
    player = state.players[event.player]
    stack = next(s for s in player.alliance if any(t.id == token for t in s.tokens()))
    levels = tuple(
        replace(level, kickoff=None) if level.kickoff is not None and level.kickoff.id == token else level
        for level in stack.levels
        if level.token != token
    )
    state = drop_lasting(state, (event.card,), 0 if levels else stack.key)
    mounted = tuple(m for m in stack.mounted if m.token != token)
    left = replace(stack, levels=levels, mounted=mounted) if levels else None
    return put_stack(state, event.player, stack.key, left)


CARDS: Final[dict[type, object]] = {
    CardRevealed: _card_revealed,
    ItemPlayed: _item_played,
    MentorPlayed: _mentor_played,
    AwardPlayed: _award_played,
    CardShopped: _card_shopped,
    HandRefilled: _drawn,
    CardsDrawn: _drawn,
    CardsSwapped: _cards_swapped,
    EnhancementEnded: _enhancement_ended,
    MentorsWentForCoffee: _mentors_went_for_coffee,
    PrizeCardCaptured: _prize_card_captured,
    CardMoved: _card_moved,
}
