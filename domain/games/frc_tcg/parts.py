"""Pieces of a state replaced, everything else shared."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.cards import Token, token_owner, without
from domain.games.frc_tcg.state import Lasting, PlayerState, Reveal, RobotStack, State


def with_player(state: State, seat: int, player: PlayerState) -> tuple[PlayerState, ...]:
    """The players with one side replaced."""
    players = list(state.players)
    players[seat] = player
    return tuple(players)


def put_player(state: State, seat: int, player: PlayerState) -> State:
    """The state with one player's side replaced."""
    return replace(state, players=with_player(state, seat, player))


def put_stack(state: State, owner: int, key: int, stack: RobotStack | None) -> State:
    """The state with one robot replaced, or gone."""
    player = state.players[owner]
    if stack is None:
        alliance = tuple([s for s in player.alliance if s.levels[0].token != key])
    else:
        alliance = tuple([stack if s.levels[0].token == key else s for s in player.alliance])
    return put_player(state, owner, replace(player, alliance=alliance))


def change_stack(state: State, owner: int, key: int, **changes: object) -> State:
    """The state with these fields of one robot replaced."""
    player = state.players[owner]
    stack = get_stack(state, owner, key)
    alliance = tuple([replace(s, **changes) if s is stack else s for s in player.alliance])
    return put_player(state, owner, replace(player, alliance=alliance))


def get_stack(state: State, owner: int, key: int) -> RobotStack:
    """A robot that is known to be there."""
    for stack in state.players[owner].alliance:
        if stack.levels[0].token == key:
            return stack
    raise LookupError(f"no robot {key} in seat {owner}'s alliance")


def to_shops(state: State, cards: Iterable[Token]) -> State:
    """These cards in their owners' shops."""
    by_owner: dict[int, list[Token]] = {}
    for card in cards:
        by_owner.setdefault(token_owner(card.id), []).append(card)
    if not by_owner:
        return state
    players = list(state.players)
    for owner, theirs in by_owner.items():
        players[owner] = replace(players[owner], shop=(*players[owner].shop, *theirs))
    return replace(state, players=tuple(players))


def drop_lasting(state: State, gone: Iterable[Token], robot: int = 0) -> State:
    """Effects bound to these cards, or lying on this robot, are over."""
    if not state.lasting:
        return state
    sources = {card.id for card in gone}
    left = tuple(e for e in state.lasting if not _is_over(e, sources, robot))
    return state if len(left) == len(state.lasting) else replace(state, lasting=left)


def _is_over(effect: Lasting, sources: set[int], robot: int) -> bool:
    return (effect.bound and effect.source in sources) or (robot != 0 and effect.robot == robot)


def lift(state: State, effects: tuple[int, ...]) -> State:
    """The state without these effects."""
    if not effects:
        return state
    return replace(state, lasting=tuple(e for e in state.lasting if e.id not in effects))


def from_hand(state: State, seat: int, token: int, count: str = "", **zones: object) -> State:
    """A card leaves the hand for the zones given; on that player's turn it counts against the allowance named."""
    player = state.players[seat]
    if player.revealed:
        zones["revealed"] = unshown(player, token)
    players = with_player(state, seat, replace(player, pit=without(player.pit, token), **zones))
    record = state.record
    if seat != state.active:
        return replace(state, players=players)
    more = {count: getattr(record, count) + 1} if count else {}
    record = replace(record, moves=record.moves + 1, cards=record.cards + 1, played=(*record.played, token), **more)
    return replace(state, players=players, record=record)


def unshown(player: PlayerState, token: int) -> tuple[Reveal, ...]:
    """What was shown of a player's hidden cards, without this one."""
    return tuple(r for r in player.revealed if r.token != token) if player.revealed else ()


def without_enhancement(player: PlayerState, token: int) -> PlayerState:
    """A player's side without that mentor or award."""
    return replace(
        player,
        mentors=tuple(e for e in player.mentors if e.token != token),
        awards=tuple(e for e in player.awards if e.token != token),
    )


def tallied(state: State, seat: int, **more: int) -> State:
    """The turn record with these counts, when it is that player's turn."""
    if seat != state.active:
        return state
    return replace(state, record=replace(state.record, **more))
