"""Guards of reveals, endings by agreement, changes by hand and declared positions."""

from collections.abc import Iterator
from typing import assert_never

from domain.cards import UNKNOWN, parse_ref
from domain.games.robin_in_the_hood.by_hand import unfold_changes
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard, is_card
from domain.games.robin_in_the_hood.commands import (
    AbandonTournament,
    Adjust,
    ConcedeTournament,
    DeclarePosition,
    Position,
    RecordCommand,
    ResolveCardEffect,
    RevealCard,
)
from domain.games.robin_in_the_hood.options import LARGEST_SET
from domain.games.robin_in_the_hood.resolve.record import source_card
from domain.games.robin_in_the_hood.state import (
    AFTERMATH,
    BATTLES,
    BETWEEN_ROUNDS,
    OPENING_DRAW,
    SETUP,
    State,
)
from domain.games.robin_in_the_hood.whereabouts import check_card_of
from domain.rules import Violation
from domain.table import seat_name


def check_record(state: State, command: RecordCommand) -> Iterator[Violation]:
    """What is wrong with a command around the game."""
    match command:
        case RevealCard():
            return check_card_of(state, command.player, command.zone, command.card)
        case ConcedeTournament():
            return iter(())
        case AbandonTournament():
            return _check_abandon(command)
        case Adjust():
            return _check_adjust(state, command)
        case DeclarePosition():
            return _check_position(state, command)
        case _:
            assert_never(command)


def _check_abandon(command: AbandonTournament) -> Iterator[Violation]:
    if not command.reason.strip():
        yield Violation("RH-E12", "say why the tournament is abandoned")


# --- changes by hand ---------------------------------------------------------------------------------------------------


def check_card_effect(state: State, command: ResolveCardEffect) -> Iterator[Violation]:
    """What is wrong with an instruction carried out by hand."""
    if state.phase not in (BATTLES, AFTERMATH):
        no_hand = state.phase in (SETUP, OPENING_DRAW, BETWEEN_ROUNDS)
        yield Violation("RH-T02", "card effects are carried out once both have placed", impossible=no_hand)
    if source_card(state, command) is None:
        name = parse_ref(command.card).card
        unnamed = name is None or not is_card(state.catalogue, name)
        text = f"{command.card} is no card of {seat_name(state.seats, command.player)}'s in play"
        yield Violation("RH-A05", text, impossible=unnamed)
    if not command.text.strip() or not command.changes:
        yield Violation("RH-A05", "give the card's instruction and every change made")
    yield from unfold_changes(state, command.changes).faults


def _check_adjust(state: State, command: Adjust) -> Iterator[Violation]:
    if not command.reason.strip() or not command.changes:
        yield Violation("RH-A05", "an adjustment has a reason and at least one change", impossible=True)
    yield from (v for v in unfold_changes(state, command.changes).faults if v.impossible)


# --- declared positions ------------------------------------------------------------------------------------------------


def _check_position(state: State, command: DeclarePosition) -> Iterator[Violation]:
    if sorted(position.player for position in command.positions) != [0, 1]:
        yield Violation("RH-S01", "a position states the table of both players, once each", impossible=True)
        return
    if command.round_no < 1 or command.hand_no < 1:
        yield Violation("RH-T01", "rounds and hands count from 1", impossible=True)
    for position in command.positions:
        yield from _check_table(state, position)


def _check_table(state: State, position: Position) -> Iterator[Violation]:
    name = seat_name(state.seats, position.player)
    on_stages = [position.agility, position.weapons, position.strength, position.endurance]
    characters = [card for card in on_stages if card is not None]
    laid = (*characters, *position.modifiers, *position.playing_hand, *position.dead_cards)
    total = len(laid) + position.draw_pile
    if position.draw_pile < 0 or position.victories < 0 or total > LARGEST_SET:
        yield Violation("RH-S06", f"{name}: counts lie between 0 and {LARGEST_SET}", impossible=True)
    if total != state.options.active_count:
        yield Violation("RH-D01", f"{name}'s cards add up to {total}, agreed {state.options.active_count}")
    for card in dict.fromkeys(laid):
        if card != UNKNOWN and not is_card(state.catalogue, card):
            text = f"{name}: {card!r} is not in the catalogue; define_card adds it"
            yield Violation("RH-D07", text, impossible=True)
    if not all(isinstance(state.catalogue.get(card), CharacterCard) for card in characters):
        yield Violation("RH-A02", f"{name}: only characters stand on stages", impossible=True)
    if not all(isinstance(state.catalogue.get(card), ModifierCard) for card in position.modifiers):
        yield Violation("RH-A02", f"{name}: only modifiers lie on the Modifier pile", impossible=True)
    if position.agility is not None:
        yield Violation("RH-T09", f"{name}: Agility is clear when a hand begins")
