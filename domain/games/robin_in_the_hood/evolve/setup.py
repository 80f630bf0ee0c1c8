"""What the opening of a tournament and of its rounds does to the state."""

from msgspec.structs import replace

from domain.cards import Token, token_id
from domain.games.robin_in_the_hood import events as e
from domain.games.robin_in_the_hood.changes import with_player
from domain.games.robin_in_the_hood.state import EMPTY_STAGES, OPENING_DRAW, PLACING, SETUP, Player, State
from domain.table import seats_of_names


def tournament_opened(state: State, event: e.TournamentOpened) -> State:
    return replace(state, seats=seats_of_names(event.players), options=event.options, phase=SETUP)


def ante_staked(state: State, event: e.AnteStaked) -> State:
    return with_player(state, event.player, replace(state.players[event.player], ante=event.card))


def option_changed(state: State, event: e.OptionChanged) -> State:
    return replace(state, options=replace(state.options, **{event.name: event.value}))


def card_defined(state: State, event: e.CardDefined) -> State:
    return replace(state, catalogue=state.catalogue.plus(event.card))


def previous_set_discarded(state: State, event: e.PreviousSetDiscarded) -> State:
    return with_player(state, event.player, replace(state.players[event.player], new_set=True))


def active_set_declared(state: State, event: e.ActiveSetDeclared) -> State:
    player = replace(
        state.players[event.player], active_set=event.cards, set_size=event.size, set_aside=event.set_aside
    )
    if state.phase == SETUP:
        player = replace(player, draw_pile=_fresh_pile(event.player, event.size))
    return with_player(state, event.player, player)


def _fresh_pile(seat: int, size: int) -> tuple[Token, ...]:
    return tuple(Token(token_id(seat, number)) for number in range(1, size + 1))


def table_cleared(state: State, event: e.TableCleared) -> State:
    players = [
        _regathered(seat, player) if seat in event.regathered else _carried_on(player)
        for seat, player in enumerate(state.players)
    ]
    return replace(state, players=(players[0], players[1]), levels=(), level_changes=(), results=(), defeated=())


def _regathered(seat: int, player: Player) -> Player:
    return Player(
        draw_pile=_fresh_pile(seat, player.set_size),
        victories=player.victories,
        ante=player.ante,
        active_set=player.active_set,
        set_size=player.set_size,
        set_aside=player.set_aside,
    )


def _carried_on(player: Player) -> Player:
    in_play = (*(t for t in player.stages if t is not None), *(Token(m.token, m.card) for m in player.modifier_pile))
    dead = (*player.dead_cards, *in_play)
    return replace(player, stages=EMPTY_STAGES, modifier_pile=(), dead_cards=dead, used=(), chosen=())


def round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round_no=event.round_no, hand_no=0, order=event.order, phase=OPENING_DRAW)


def draw_pile_shuffled(state: State, event: e.DrawPileShuffled) -> State:
    player = state.players[event.player]
    tokens = sorted(t.id for t in player.draw_pile)
    order = event.order if event.order is not None else (None,) * len(tokens)
    pile = tuple(Token(token, card) for token, card in zip(tokens, order, strict=False))
    shown = tuple(s for s in player.shown if s.token not in tokens)
    return with_player(state, event.player, replace(player, draw_pile=pile, shown=shown, shuffled=True))


def playing_hand_drawn(state: State, event: e.PlayingHandDrawn) -> State:
    player = state.players[event.player]
    player = replace(
        player,
        playing_hand=(*player.playing_hand, *event.cards),
        draw_pile=player.draw_pile[len(event.cards) :],
        hand_drawn=True,
    )
    return with_player(state, event.player, player)


def hand_started(state: State, event: e.HandStarted) -> State:
    """Once a hand has begun the opening of its round is over, even where a shuffle or a draw was left out."""
    first, second = (replace(player, chosen=(), shuffled=True, hand_drawn=True) for player in state.players)
    return replace(
        state,
        phase=PLACING,
        hand_no=event.hand_no,
        order=event.order,
        players=(first, second),
        levels=(),
        level_changes=(),
        results=(),
        defeated=(),
    )
