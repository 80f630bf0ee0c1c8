"""Events of the setup."""

from msgspec.structs import replace

from domain.cards import Token
from domain.games.frc_card_game import events as ev
from domain.games.frc_card_game.state import Player, State
from domain.games.frc_card_game.zones import (
    hold_back,
    number_after,
    with_player,
)
from domain.table import seats_of_names


def match_started(state: State, event: ev.MatchStarted) -> State:
    """CG-S01, CG-S02, CG-S09."""
    players = tuple(
        Player(
            points=event.points,
            deck=seated.deck_size,
            deck_size=seated.deck_size,
            deck_list=seated.deck_list,
            team_card=seated.team_card,
        )
        for seated in event.players
    )
    seats = seats_of_names(seated.name for seated in event.players)
    return replace(state, seats=seats, players=players, options=event.options, phase="setup")


def card_defined(state: State, event: ev.CardDefined) -> State:
    """The catalogue grows."""
    return replace(state, catalogue=state.catalogue.plus(event.card))


def team_card_played(state: State, event: ev.TeamCardPlayed) -> State:
    """CG-S03."""
    player = state.players[event.player]
    player = replace(
        player,
        team=Token(event.token, event.card),
        team_played=True,
        next_number=number_after(player, event.token),
    )
    return hold_back(with_player(state, event.player, player), event.token, event.dormant)


def deck_shuffled(state: State, event: ev.DeckShuffled) -> State:
    """Known places are forgotten."""
    return with_player(state, event.player, replace(state.players[event.player], deck_known=()))


def opening_hand_drawn(state: State, event: ev.OpeningHandDrawn) -> State:
    """CG-S04."""
    player = state.players[event.player]
    player = replace(
        player,
        hand=player.hand + event.cards,
        deck=event.deck_after,
        opening_drawn=True,
        next_number=number_after(player, event.cards[-1].id) if event.cards else player.next_number,
    )
    return with_player(state, event.player, player)


def coin_flipped(state: State, event: ev.CoinFlipped) -> State:
    """CG-S06."""
    return replace(state, first_player=event.first_player)
