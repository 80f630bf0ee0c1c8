"""Copies of a state with one part replaced; all else is shared."""

from collections.abc import Collection
from typing import TypeAlias

from msgspec.structs import replace

from domain.cards import Token, token_owner
from domain.effects.lasting import Effects, without, without_cards
from domain.games.frc_tcg.state import PlayerState, RobotStack, State
from domain.seats import put_at
from domain.table.references import without_card

Players: TypeAlias = tuple[PlayerState, ...]


def put_player(state: State, seat: int, player: PlayerState) -> State:
    """Return the state with one player's side replaced."""
    return replace(state, players=put_at(state.players, seat, player))


def with_stack(player: PlayerState, key: int, stack: RobotStack | None) -> tuple[RobotStack, ...]:
    """Return a player's alliance with one robot replaced; `None` removes it."""
    place, alliance = place_of(player, key), player.alliance
    return put_at(alliance, place, stack) if stack is not None else alliance[:place] + alliance[place + 1 :]


def put_stack(state: State, owner: int, key: int, stack: RobotStack | None) -> State:
    """Return the state with one robot replaced; `None` removes it."""
    player = state.players[owner]
    return put_player(state, owner, replace(player, alliance=with_stack(player, key, stack)))


def set_hp(state: State, owner: int, key: int, hp: int, max_hp: int | None = None) -> State:
    """Return the state with a robot's HP changed, and its maximum if given."""
    player = state.players[owner]
    place, alliance = place_of(player, key), player.alliance
    stack = alliance[place]
    stack = replace(stack, hp=hp, max_hp=stack.max_hp if max_hp is None else max_hp)
    left = replace(player, alliance=put_at(alliance, place, stack))
    return replace(state, players=put_at(state.players, owner, left))


def place_of(player: PlayerState, key: int) -> int:
    """Return a robot's index in the player's alliance. Raises LookupError if it is not there."""
    for place, stack in enumerate(player.alliance):
        if stack.levels[0].token == key:
            return place
    raise LookupError(f"no robot {key} in the alliance")


def get_stack(state: State, owner: int, key: int) -> RobotStack:
    """Return a player's robot. Raises LookupError if it is not in their alliance."""
    player = state.players[owner]
    return player.alliance[place_of(player, key)]


def with_shopped(players: Players, cards: Collection[Token]) -> Players:
    """Return the players with these cards added to their owners' shops."""
    for owner in {token_owner(card.id) for card in cards}:
        theirs = [card for card in cards if token_owner(card.id) == owner]
        players = put_at(players, owner, replace(players[owner], shop=(*players[owner].shop, *theirs)))
    return players


def to_shops(state: State, cards: Collection[Token]) -> State:
    """Return the state with these cards added to their owners' shops."""
    return replace(state, players=with_shopped(state.players, cards)) if cards else state


def remaining_effects(state: State, gone: Collection[Token], robot: int = 0) -> Effects:
    """Return the lasting effects without those of the cards in `gone`, or on `robot` (its key)."""
    return without_cards(state.lasting, {robot, *[card.id for card in gone]}) if state.lasting else ()


def without_effects_of(state: State, gone: Collection[Token], robot: int = 0) -> State:
    """Return the state without the lasting effects of the cards in `gone`, or on `robot` (its key)."""
    return replace(state, lasting=remaining_effects(state, gone, robot)) if state.lasting else state


def without_effects(state: State, effects: tuple[int, ...]) -> State:
    """Return the state without the lasting effects of these ids."""
    return replace(state, lasting=without(state.lasting, effects)) if effects else state


def after_play(
    state: State,
    seat: int,
    token: int,
    player: PlayerState,
    *,
    robots: int = 0,
    components: int = 0,
    enhancements: int = 0,
    items: int = 0,
) -> State:
    """Return the state with the side `player`, after a card was played; on their turn, the play is counted."""
    # each field is a parameter, because passing keywords in a dict costs more than the copy itself
    if player.revealed:
        player = replace(player, revealed=without_card(player.revealed, token))
    players, record = put_at(state.players, seat, player), state.record
    if seat == state.active:
        record = replace(
            record,
            robots=record.robots + robots,
            components=record.components + components,
            enhancements=record.enhancements + enhancements,
            items=record.items + items,
            moves=record.moves + 1,
            cards=record.cards + 1,
            played=(*record.played, token),
        )
    return replace(state, players=players, record=record)


def without_enhancement(player: PlayerState, token: int) -> PlayerState:
    """Return a player's side without that mentor or award."""
    return replace(player, mentors=without_card(player.mentors, token), awards=without_card(player.awards, token))


def with_move_counted(state: State, seat: int, attacks: int = 0) -> State:
    """Return the state with one more move, and so many attacks, if it is this player's turn."""
    record = state.record
    if seat != state.active:
        return state
    return replace(state, record=replace(record, moves=record.moves + 1, attacks=record.attacks + attacks))
