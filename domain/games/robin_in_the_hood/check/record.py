"""Guards of reveals, endings by agreement, changes by hand and declared positions."""

from collections.abc import Iterator
from typing import assert_never

from domain.cards import UNKNOWN, find, parse_ref
from domain.cards import Ref as CardReference
from domain.game import Violation
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard, is_card
from domain.games.robin_in_the_hood.cards_on_table import find_card, is_newly_known
from domain.games.robin_in_the_hood.changes import apply_changes
from domain.games.robin_in_the_hood.check.cards import check_card_of, check_identity
from domain.games.robin_in_the_hood.commands import (
    AbandonTournament,
    Adjust,
    Change,
    ChangeLevel,
    ChangeVictories,
    ConcedeTournament,
    DeclarePosition,
    IdentifyCard,
    MoveCard,
    Position,
    RecordCommand,
    ResolveCardEffect,
    RevealCard,
    SetOrder,
    TakeModifier,
)
from domain.games.robin_in_the_hood.options import LARGEST_SET
from domain.games.robin_in_the_hood.resolve.record import apply_one, source_card
from domain.games.robin_in_the_hood.state import (
    AFTERMATH,
    BATTLES,
    BETWEEN_ROUNDS,
    OPENING_DRAW,
    SETUP,
    STAGE_INDEX,
    State,
)
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
    yield from _check_changes(state, command.changes)


def _check_adjust(state: State, command: Adjust) -> Iterator[Violation]:
    if not command.reason.strip() or not command.changes:
        yield Violation("RH-A05", "an adjustment has a reason and at least one change", impossible=True)
    yield from (v for v in _check_changes(state, command.changes) if v.impossible)


def _check_changes(state: State, changes: tuple[Change, ...]) -> Iterator[Violation]:
    for number, change in enumerate(changes, start=1):
        found = tuple(_check_change(state, change))
        for violation in found:
            yield Violation(violation.rule, f"change {number}: {violation.text}", violation.impossible)
        if any(violation.impossible for violation in found):
            return
        state = apply_changes(state, (apply_one(state, change),))


def _check_change(state: State, change: Change) -> Iterator[Violation]:
    match change:
        case ChangeLevel():
            return _check_level(state, change)
        case MoveCard():
            return _check_move(state, change)
        case TakeModifier():
            return _check_take(state, change)
        case ChangeVictories():
            return _check_victories(state, change)
        case IdentifyCard():
            return _check_identify(state, change)
        case SetOrder():
            return iter(())
        case _:
            assert_never(change)


def _check_level(state: State, change: ChangeLevel) -> Iterator[Violation]:
    if state.phase == AFTERMATH:
        yield Violation("RH-B12", "levels were compared already in this hand", impossible=True)
    elif state.players[change.player].stages[STAGE_INDEX[change.stage]] is None:
        name = seat_name(state.seats, change.player)
        yield Violation("RH-A05", f"{name} has no character on {change.stage.capitalize()}", impossible=True)


def _check_move(state: State, change: MoveCard) -> Iterator[Violation]:
    player = state.players[change.player]
    token = find_card(player, change.from_zone, change.card)
    if token is None:
        text = f"{change.card} is not in {change.from_zone}"
        yield Violation("RH-A05", text, impossible=True)
        return
    if is_newly_known(player, change.from_zone, token):
        yield from check_identity(state, change.player, token, newly_known=True)
    yield from _check_destination(state, change, token.card)
    index = STAGE_INDEX.get(change.to_zone)
    if index is not None and player.stages[index] is not None and change.from_zone != change.to_zone:
        yield Violation("RH-A05", f"{change.to_zone.capitalize()} is occupied", impossible=True)


def _check_destination(state: State, change: MoveCard, card: str | None) -> Iterator[Violation]:
    record = state.catalogue.get(card)
    if change.to_zone in STAGE_INDEX and not isinstance(record, CharacterCard):
        yield Violation("RH-A05", "only a known character stands on a stage", impossible=True)
    if change.to_zone == "modifier_pile" and not isinstance(record, ModifierCard):
        yield Violation("RH-A05", "only a known modifier lies on the Modifier pile", impossible=True)
    if card is not None and record is None:
        yield Violation("RH-D07", f"{card!r} is not in the catalogue; define_card adds it", impossible=True)


def _check_take(state: State, change: TakeModifier) -> Iterator[Violation]:
    if find_card(state.players[change.player], "modifier_pile", change.card) is None:
        name = seat_name(state.seats, change.player)
        yield Violation("RH-A05", f"{change.card} is no modifier of {name}'s in play", impossible=True)


def _check_victories(state: State, change: ChangeVictories) -> Iterator[Violation]:
    if state.players[change.player].victories + change.amount < 0:
        yield Violation("RH-E02", "a Victories counter does not fall below 0", impossible=True)


def _check_identify(state: State, change: IdentifyCard) -> Iterator[Violation]:
    token, card = parse_ref(change.token).token, parse_ref(change.card).card
    player = state.players[change.player]
    closed = (*player.playing_hand, *player.draw_pile, *player.dead_cards)
    if token is None or find(closed, CardReference(token=token)) is None:
        text = f"{change.token} is no card of the playing hand, Draw pile or Dead Cards; write it as #1-03"
        yield Violation("RH-A05", text, impossible=True)
    if card is not None and not is_card(state.catalogue, card):
        yield Violation("RH-D07", f"{card!r} is not in the catalogue; define_card adds it", impossible=True)


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
