"""One event applied to a state. The hot path of every replay: no catalogue, no rules."""

from collections.abc import Callable

from msgspec.structs import replace

from domain.cards import bound, token_owner, without
from domain.table import seats_of_names
from tests.minigame import events as e
from tests.minigame.state import Player, State


def evolve(state: State, event: e.HighCardEvent) -> State:
    """The state after one event."""
    return _EVOLVE[type(event)](state, event)


def _with(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _match_started(state: State, event: e.MatchStarted) -> State:
    players = tuple(Player(deck=deck, points=points) for deck, points in zip(event.decks, event.points, strict=True))
    seats = seats_of_names(event.players)
    opened = replace(state, seats=seats, players=players, rounds=event.rounds, ties=event.ties)
    return replace(opened, phase="draw", round=event.round)


def _deck_registered(state: State, event: e.DeckRegistered) -> State:
    return replace(state, players=_with(state, event.seat, replace(state.players[event.seat], listed=event.cards)))


def _cards_drawn(state: State, event: e.CardsDrawn) -> State:
    player, count = state.players[event.seat], len(event.tokens)
    hand = player.hand + event.tokens
    player = replace(player, deck=player.deck - count, drawn=player.drawn + count, hand=hand)
    players = _with(state, event.seat, player)
    ready = state.phase == "draw" and all(p.missing <= 0 for p in players)
    return replace(state, players=players, phase="place" if ready else state.phase)


def _card_placed(state: State, event: e.CardPlaced) -> State:
    player = state.players[event.seat]
    token = next(t for t in player.hand if t.id == event.token)
    player = replace(player, hand=without(player.hand, event.token), placed=(*player.placed, token))
    players = _with(state, event.seat, player)
    return replace(state, players=players, phase="turn_up" if all(p.placed for p in players) else state.phase)


def _card_revealed(state: State, event: e.CardRevealed) -> State:
    player = state.players[token_owner(event.token)]
    hand, placed, pile = (bound(z, event.token, event.card) for z in (player.hand, player.placed, player.pile))
    return replace(state, players=_with(state, event.seat, replace(player, hand=hand, placed=placed, pile=pile)))


def _round_scored(state: State, event: e.RoundScored) -> State:
    players = tuple(
        replace(p, points=p.points + (seat == event.winner), pile=p.pile + p.placed, placed=())
        for seat, p in enumerate(state.players)
    )
    return replace(state, players=players, phase="roll" if event.winner is None else "draw")


def _die_rolled(state: State, event: e.DieRolled) -> State:
    player = state.players[event.winner]
    return replace(state, players=_with(state, event.winner, replace(player, points=player.points + 1)))


def _round_began(state: State, event: e.RoundBegan) -> State:
    ready = all(p.missing <= 0 for p in state.players)
    return replace(state, round=event.round, phase="place" if ready else "draw")


def _points_set(state: State, event: e.PointsSet) -> State:
    return replace(state, players=_with(state, event.seat, replace(state.players[event.seat], points=event.points)))


def _card_put_under(state: State, event: e.CardPutUnder) -> State:
    player = state.players[event.seat]
    player = replace(player, hand=without(player.hand, event.token), deck=player.deck + 1)
    return replace(state, players=_with(state, event.seat, player))


def _match_ended(state: State, event: e.MatchEnded) -> State:
    return replace(state, phase="over", winner=event.winner)


_EVOLVE: dict[type, Callable[..., State]] = {
    e.MatchStarted: _match_started,
    e.DeckRegistered: _deck_registered,
    e.CardsDrawn: _cards_drawn,
    e.CardPlaced: _card_placed,
    e.CardRevealed: _card_revealed,
    e.RoundScored: _round_scored,
    e.DieRolled: _die_rolled,
    e.RoundBegan: _round_began,
    e.PointsSet: _points_set,
    e.CardPutUnder: _card_put_under,
    e.MatchEnded: _match_ended,
}
