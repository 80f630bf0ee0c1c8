"""What the acts around the game do to the state: reveals, the end by agreement, declared positions."""

from msgspec.structs import replace

from domain.cards import bound
from domain.games.robin_in_the_hood import events as e
from domain.games.robin_in_the_hood.changes import with_player
from domain.games.robin_in_the_hood.parts import DeclaredTable
from domain.games.robin_in_the_hood.state import FINISHED, PLACING, Player, Shown, State


def card_revealed(state: State, event: e.CardRevealed) -> State:
    player = state.players[event.player]
    shown = player.shown if event.to == "nobody" else (*player.shown, Shown(event.token, event.to))
    player = replace(
        player,
        playing_hand=bound(player.playing_hand, event.token, event.card),
        draw_pile=bound(player.draw_pile, event.token, event.card),
        dead_cards=bound(player.dead_cards, event.token, event.card),
        shown=shown,
    )
    return with_player(state, event.player, player)


def tournament_conceded(state: State, event: e.TournamentConceded) -> State:  # noqa: ARG001
    return state


def tournament_abandoned(state: State, event: e.TournamentAbandoned) -> State:  # noqa: ARG001
    return replace(state, phase=FINISHED, ended="abandoned")


def position_declared(state: State, event: e.PositionDeclared) -> State:
    state = replace(
        state,
        phase=PLACING,
        round_no=event.round_no,
        hand_no=event.hand_no,
        order=event.order,
        levels=(),
        level_changes=(),
        results=(),
        defeated=(),
    )
    for table in event.tables:
        state = with_player(state, table.player, _declared(state.players[table.player], table))
    return state


def _declared(player: Player, table: DeclaredTable) -> Player:
    on_stages = sum(token is not None for token in table.stages)
    closed = len(table.playing_hand) + len(table.draw_pile) + len(table.dead_cards)
    return replace(
        player,
        stages=table.stages,
        playing_hand=table.playing_hand,
        draw_pile=table.draw_pile,
        dead_cards=table.dead_cards,
        modifier_pile=table.modifier_pile,
        chosen=(),
        set_size=player.set_size or on_stages + closed + len(table.modifier_pile),
        used=table.used,
        shown=(),
        victories=table.victories,
        shuffled=True,
        hand_drawn=True,
    )
