"""Checks of who may act now, and with which cards (TCG-T01, T02, A01, A11, A14, D07, X04, E01, V06)."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.cards import CardRef, Token, find, parse_ref
from domain.games.frc_tcg.cards.records import type_of
from domain.games.frc_tcg.references import check_drawn, check_in_deck, hand_card, is_seat
from domain.games.frc_tcg.state import State, missing_step
from domain.rules import Violation, impossible
from domain.seats import seat_name
from domain.text import pluralize


def check_started(state: State) -> Violation | None:
    """Return a violation that names the missing setup step; `None` once the match has started."""
    if state.status == "unopened":
        return impossible("TCG-S08", "no match is open: create_match first")
    if state.status == "setup":
        return impossible("TCG-S08", f"the match has not started: {missing_step(state) or 'start_match comes next'}")
    return None


def check_may_act(state: State, player: int | None) -> tuple[Violation, ...]:
    """Return the violations of a move by this player now, whatever the move; empty if it is their turn."""
    if state.status == "running" and (player is None or player == state.active):
        return ()
    return tuple(_check_may_act(state, player))


def _check_may_act(state: State, player: int | None) -> Iterator[Violation]:
    early = check_started(state)
    if early is not None:
        yield early
        return
    if not is_seat(state, player):
        yield impossible("TCG-T01", f"seat {(player or 0) + 1} does not exist")
        return
    yield from check_not_over(state)
    if player is None or player == state.active:
        return
    if state.players[player].out:
        yield Violation("TCG-V06", f"{seat_name(state.seats, player)} is out of the match")
    if not state.over:
        yield Violation("TCG-T01", f"it is {seat_name(state.seats, state.active)}'s turn")


def check_not_over(state: State) -> Iterator[Violation]:
    """Yield a violation once the match is over; no card text overrides it (TCG-E01)."""
    if state.over:
        yield Violation("TCG-E01", "the match is over")


def any_impossible(violations: Sequence[Violation]) -> bool:
    """True if a violation makes the command impossible, so that further checks are pointless."""
    return bool(violations) and any(v.impossible for v in violations)


def check_before_attack(state: State) -> Iterator[Violation]:
    """Yield a violation after the turn's attack: cards, evolving and devolving come before it (TCG-T02)."""
    if state.record.attacks:
        yield Violation("TCG-T02", "cards are played before attacking")


def check_robot_play(state: State) -> Iterator[Violation]:
    """Yield a violation if this turn's robot play is used: one a turn, by playing or evolving (TCG-T03)."""
    allowed = state.record.allowed("robots")
    if state.record.robots >= allowed:
        yield Violation("TCG-T03", f"{state.record.robots} of {allowed} robot plays used")


HAND_RULES: Final = ("TCG-A01", "TCG-A11", "TCG-A14", "TCG-D07", "TCG-X04")
"""Rules for playing a card from the hand."""


def check_in_hand(state: State, seat: int, text: CardRef, wanted: str) -> Iterator[Violation]:
    """Yield violations if the player cannot hold this card, or if it is not of the type that the command plays."""
    player = state.players[seat]
    token = hand_card(player, text)
    if token is None:
        yield _elsewhere(state, seat, text)
        return
    if token.card is None:
        yield impossible("TCG-A01", "name the card: it is played face up")
        return
    record = state.catalogue.get(token.card)
    if record is None:
        yield impossible("TCG-A01", f"no card {token.card} in the catalogue: define_card first")
    elif type_of(record) == "kickoff" and wanted != "kickoff":
        yield impossible("TCG-A14", "a Kickoff needs next year's Robot of a team in play: evolve_robot")
    elif type_of(record) != wanted:
        yield impossible("TCG-A01", f"{record.name} is a {type_of(record)}, not a {wanted}")
    elif token not in player.pit:
        yield from check_in_deck(state, seat, (token.card,))


def _elsewhere(state: State, seat: int, text: CardRef) -> Violation:
    """Return the violation for a card that is not in the hand; it says where the card is, if that is known."""
    ref = parse_ref(text)
    name = state.catalogue.name_of(ref.card) if ref.card is not None else text
    player = state.players[seat]
    if find(player.shop, ref) is not None:
        return impossible("TCG-A11", f"{name} is in the shop: shop cards are out of the game")
    if any(find(p.captured, ref) is not None for p in state.players):
        return impossible("TCG-X04", f"{name} is a captured prize card: it is never played")
    held = sum(card.card is None for card in player.pit)
    return impossible("TCG-A01", f"{name} is not in the hand ({pluralize(len(player.pit), 'card')}, {held} unknown)")


def check_draws(state: State, seat: int, cards: Sequence[CardRef] | None, due: int, rule: str) -> Iterator[Violation]:
    """Yield violations if another number of cards than `due` was drawn, or if the deck cannot hold those named."""
    if cards is None:
        return
    deck = state.players[seat].deck
    if len(cards) > len(deck):
        yield impossible(rule, f"{pluralize(len(cards), 'card')} drawn, the deck has {len(deck)}")
        return
    if len(cards) != due:
        yield Violation(rule, f"{pluralize(len(cards), 'card')} drawn, {due} due")
    yield from check_drawn(state, seat, cards)


def check_all_in_hand(
    state: State, seat: int, cards: Sequence[CardRef], found: tuple[Token, ...] | None
) -> Iterator[Violation]:
    """Yield violations if these cards cannot all be in the hand. `found`: the result of `hand_cards` for them."""
    if found is None:
        yield impossible("TCG-A01", f"not all of {', '.join(cards)} are in the hand")
        return
    pit = state.players[seat].pit
    new = [card.card for card in found if card.card is not None and card not in pit]
    unlisted = next((card for card in new if card not in state.catalogue), None)
    if unlisted is not None:
        yield impossible("TCG-A01", f"no card {unlisted} in the catalogue: define_card first")
    if new:
        yield from check_in_deck(state, seat, new)
