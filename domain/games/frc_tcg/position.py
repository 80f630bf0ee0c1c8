"""The current position as a declaration: the initial contents of a form for a late start or a correction."""

from collections.abc import Iterable

from domain.cards import UNKNOWN, CardRef, Token, token_owner
from domain.games.frc_tcg.commands.position import DeclarePosition, PlayerPosition, RobotPosition
from domain.games.frc_tcg.state import PlayerState, RobotStack, State


def position(state: State) -> DeclarePosition:
    """Return the position; known cards are named, unknown ones are `??`. Before the first turn, it is the start of one."""
    record = state.record
    return DeclarePosition(
        turn=max(1, state.turn),
        active=max(0, state.active),
        players=tuple(_player(state, seat) for seat in range(len(state.players))),
        robots=record.robots,
        components=record.components,
        enhancements=record.enhancements,
        items=record.items,
        attacks=record.attacks,
        moves=record.moves,
    )


def _player(state: State, seat: int) -> PlayerPosition:
    player = state.players[seat]
    owners = tuple(token_owner(card.id) for card in player.captured)
    return PlayerPosition(
        deck=len(player.deck),
        pit=_refs(player.pit),
        prize_cards=tuple(None if card is None else card.card or UNKNOWN for card in player.prize_cards),
        shop=_refs((*player.shop, *player.playing)),
        captured=_refs(player.captured),
        captured_from=() if state.is_duel else owners,
        robots=tuple(_robot(stack) for stack in player.alliance),
        mentor=_mentor(player),
        awards=tuple(award.card for award in player.awards),
        turns=player.turns,
    )


def _mentor(player: PlayerState) -> str | None:
    return player.mentors[0].card if player.mentors else None


def _robot(stack: RobotStack) -> RobotPosition:
    kickoffs = [level.kickoff.card if level.kickoff is not None else None for level in stack.levels]
    while kickoffs and kickoffs[-1] is None:
        kickoffs.pop()
    components: dict[str, tuple[str, ...]] = {}
    for mounted in stack.mounted:
        components[mounted.ability] = (*components.get(mounted.ability, ()), mounted.card)
    return RobotPosition(
        cards=tuple(level.card for level in stack.levels),
        hp=stack.hp,
        max_hp=stack.max_hp,
        kickoffs=tuple(kickoffs),
        components=components,
    )


def _refs(cards: Iterable[Token]) -> tuple[CardRef, ...]:
    return tuple(card.card or UNKNOWN for card in cards)
