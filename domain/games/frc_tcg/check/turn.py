"""The end of a turn, swaps, and the statement that no move exists (TCG-T09 to T12, A24, A25)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.cards import CardRef
from domain.games.frc_tcg.abilities import (
    abilities,
    is_active,
    open_places,
)
from domain.games.frc_tcg.cards.records import (
    Award,
    Component,
    Item,
    Mentor,
    Robot,
)
from domain.games.frc_tcg.check.acting import (
    may_act,
    named_draws,
    put_away,
    stops,
)
from domain.games.frc_tcg.check.evolution import may_devolve
from domain.games.frc_tcg.commands.plays import (
    DeclareNoMove,
    EndTurn,
    SwapCards,
)
from domain.games.frc_tcg.known import impossible
from domain.games.frc_tcg.references import hand_cards, off_the_top
from domain.games.frc_tcg.resolve.combat import counts_as_attack
from domain.games.frc_tcg.resolve.turn import refill_due, seat_of
from domain.games.frc_tcg.state import (
    HAND,
    MAX_ROBOTS,
    PlayerState,
    State,
    stacks_of,
)
from domain.rules import Violation
from domain.text import counted


def _end_turn(state: State, command: EndTurn) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    record, seat = state.record, seat_of(state, command.player)
    if not record.moves and not record.no_move:
        yield Violation("TCG-T09", "a turn may not be passed: make a move, swap, or declare_no_move")
    player = state.players[seat]
    yield from _trims(state, seat, player, command.trimmed)
    state = _shown(state, seat, command.trimmed)
    yield from named_draws(state, seat, command.drawn, refill_due(player, len(command.trimmed)), "TCG-T11")


def _trims(state: State, seat: int, player: PlayerState, trimmed: tuple[str, ...]) -> Iterator[Violation]:
    over = max(0, len(player.pit) - HAND) if state.options.hand_cap == "trim_at_turn_end" else 0
    named = hand_cards(player, trimmed)
    if named and any(card.card is None for card in named):
        yield impossible("TCG-A01", "name the cards that go to the shop: they lie face up")
    if len(trimmed) != over:
        yield Violation("TCG-T12", f"{counted(len(trimmed), 'card')} go to the shop, {over} are over a hand of 7")
    yield from put_away(state, seat, trimmed)


def _swap_cards(state: State, command: SwapCards) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat = seat_of(state, command.player)
    player = state.players[seat]
    if len(command.put_down) > len(player.pit):
        yield impossible(
            "TCG-A24", f"{counted(len(command.put_down), 'card')} put down, the hand has {len(player.pit)}"
        )
        return
    if len(command.put_down) != 2:
        yield Violation("TCG-A24", f"{counted(len(command.put_down), 'card')} put down; a swap is of exactly 2")
    if state.record.cards or state.record.attacks:
        yield Violation("TCG-A25", "no swap after a card was played or an attack made in this turn")
    away = tuple(put_away(state, seat, command.put_down))
    yield from away
    if not stops(away):
        yield from _swap_draws(state, seat, command)


def _swap_draws(state: State, seat: int, command: SwapCards) -> Iterator[Violation]:
    player = state.players[seat]
    down = hand_cards(player, command.put_down)
    assert down is not None
    gone = {card.id for card in down}
    lying = PlayerState(
        deck=(*player.deck, *down),
        pit=tuple([card for card in player.pit if card.id not in gone]),
        deck_list=player.deck_list,
        profile=player.profile,
    )
    after = _with_player(state, seat, lying)
    yield from named_draws(after, seat, command.drawn, len(down), "TCG-A24")
    drawn = off_the_top(lying, len(down), command.drawn)
    full = PlayerState(deck=lying.deck[len(drawn) :], pit=(*lying.pit, *drawn), deck_list=player.deck_list)
    after = _with_player(state, seat, full)
    yield from _trims(after, seat, full, command.trimmed)
    after = _shown(after, seat, command.trimmed)
    yield from named_draws(after, seat, command.refill, refill_due(full, len(command.trimmed)), "TCG-T11")


def _shown(state: State, seat: int, cards: tuple[CardRef, ...]) -> State:
    """The state with hand cards known that go to the shop: what is drawn then is counted beside them (TCG-D07)."""
    named = {card.id: card for card in hand_cards(state.players[seat], cards) or ()}
    if not named:
        return state
    player = state.players[seat]
    pit = tuple([named.get(card.id, card) for card in player.pit])
    return _with_player(state, seat, replace(player, pit=pit))


def _with_player(state: State, seat: int, player: PlayerState) -> State:
    """The state with one side as it stands in the middle of a swap."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def _declare_no_move(state: State, command: DeclareNoMove) -> Iterator[Violation]:
    acting = may_act(state, command.player)
    yield from acting
    if stops(acting):
        return
    seat = seat_of(state, command.player)
    if state.record.moves:
        yield Violation("TCG-T10", "a move was made in this turn")
    move = possible_move(state, seat)
    if move:
        yield Violation("TCG-T10", f"there is a move: {move}")


def possible_move(state: State, seat: int) -> str:
    """A move that the player has, in words; empty when there is none. One unknown card is taken to be unplayable (Q31)."""
    player, record = state.players[seat], state.record
    if len(player.pit) >= 2 and not record.cards and not record.attacks:
        return "two cards can be swapped"
    if _playable(state, seat):
        return "a card in the hand can be played"
    if player.mentors and any(state.players[s].mentors for s in state.opponents(seat)):
        return "the mentors can go out for coffee"
    if may_devolve(state, seat):
        return "a robot can devolve"
    active = [s for s in player.alliance if any(is_active(state, s, a) for a in abilities(state, s))]
    if active and len(player.pit) < HAND and not record.attacks:
        return "a robot can retreat"
    if active and not record.attacks and _can_attack(state, seat):
        return "a robot can use an ability"
    return ""


def _can_attack(state: State, seat: int) -> bool:
    """Whether an active ability may be used: no attack in the first turn, none on nobody."""
    attacking = state.players[seat].turns > 1
    opposed = bool(stacks_of(state, state.opponents(seat)))
    return any(
        is_active(state, stack, ability)
        and (attacking or not counts_as_attack(state, ability))
        and (opposed or ability.damage is None)
        for stack in state.players[seat].alliance
        for ability in abilities(state, stack)
    )


def _playable(state: State, seat: int) -> bool:
    player = state.players[seat]
    for card in player.pit:
        record = state.catalogue.get(card.card)
        if isinstance(record, Item | Award) or (isinstance(record, Mentor) and not player.mentors):
            return True
        if isinstance(record, Robot) and len(player.alliance) < MAX_ROBOTS:
            return True
        spare = state.options.surplus_components == "allowed" and bool(player.alliance)
        if isinstance(record, Component) and (spare or open_places(state, seat, record)):
            return True
    return False


TURN: Final[dict[type, object]] = {EndTurn: _end_turn, SwapCards: _swap_cards, DeclareNoMove: _declare_no_move}
