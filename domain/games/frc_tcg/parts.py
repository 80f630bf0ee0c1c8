"""Pieces of a state replaced, everything else shared."""

from collections.abc import Collection
from typing import TypeAlias

from msgspec.structs import replace

from domain.cards import Token, token_owner
from domain.effects.lasting import Effects, without, without_cards
from domain.games.frc_tcg.state import PlayerState, RobotStack, State
from domain.seats import put_at
from domain.table.references import less

Players: TypeAlias = tuple[PlayerState, ...]


def put_player(state: State, seat: int, player: PlayerState) -> State:
    """The state with one player's side replaced."""
    return replace(state, players=put_at(state.players, seat, player))


def with_stack(player: PlayerState, key: int, stack: RobotStack | None) -> tuple[RobotStack, ...]:
    """A player's alliance with one robot replaced, or gone."""
    place, alliance = place_of(player, key), player.alliance
    return put_at(alliance, place, stack) if stack is not None else alliance[:place] + alliance[place + 1 :]


def put_stack(state: State, owner: int, key: int, stack: RobotStack | None) -> State:
    """The state with one robot replaced, or gone."""
    player = state.players[owner]
    return put_player(state, owner, replace(player, alliance=with_stack(player, key, stack)))


def set_hp(state: State, owner: int, key: int, hp: int, max_hp: int | None = None) -> State:
    """The state with one robot at these HP, and at that maximum where it is another."""
    player = state.players[owner]
    place, alliance = place_of(player, key), player.alliance
    stack = alliance[place]
    stack = replace(stack, hp=hp, max_hp=stack.max_hp if max_hp is None else max_hp)
    left = replace(player, alliance=put_at(alliance, place, stack))
    return replace(state, players=put_at(state.players, owner, left))


def place_of(player: PlayerState, key: int) -> int:
    """Return the index in the player's alliance of a robot that is known to be there. Raises LookupError if it is not."""
    for place, stack in enumerate(player.alliance):
        if stack.levels[0].token == key:
            return place
    raise LookupError(f"no robot {key} in the alliance")


def get_stack(state: State, owner: int, key: int) -> RobotStack:
    """A robot that is known to be there."""
    player = state.players[owner]
    return player.alliance[place_of(player, key)]


def shopping(players: Players, cards: Collection[Token]) -> Players:
    """The players with these cards in their owners' shops."""
    for owner in {token_owner(card.id) for card in cards}:
        theirs = [card for card in cards if token_owner(card.id) == owner]
        players = put_at(players, owner, replace(players[owner], shop=(*players[owner].shop, *theirs)))
    return players


def to_shops(state: State, cards: Collection[Token]) -> State:
    """These cards in their owners' shops."""
    return replace(state, players=shopping(state.players, cards)) if cards else state


def lasting_after(state: State, gone: Collection[Token], robot: int = 0) -> Effects:
    """The effects less those bound to these cards, or lying on this robot."""
    return without_cards(state.lasting, {robot, *[card.id for card in gone]}) if state.lasting else ()


def drop_lasting(state: State, gone: Collection[Token], robot: int = 0) -> State:
    """Effects bound to these cards, or lying on this robot, are over."""
    return replace(state, lasting=lasting_after(state, gone, robot)) if state.lasting else state


def remove_card(state: State, effects: tuple[int, ...]) -> State:
    """The state without these effects."""
    return replace(state, lasting=without(state.lasting, effects)) if effects else state


def played(
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
    """A card has left the hand and `player` is that player's side now; on their turn it counts against the allowances."""
    # Every field is named where it is replaced: keywords that travel in a dict cost more than the copy itself.
    if player.revealed:
        player = replace(player, revealed=less(player.revealed, token))
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
    """A player's side without that mentor or award."""
    return replace(player, mentors=less(player.mentors, token), awards=less(player.awards, token))


def tallied(state: State, seat: int, attacks: int = 0) -> State:
    """The turn record with one more move, and so many attacks, when it is that player's turn."""
    record = state.record
    if seat != state.active:
        return state
    return replace(state, record=replace(record, moves=record.moves + 1, attacks=record.attacks + attacks))
