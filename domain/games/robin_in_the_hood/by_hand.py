"""Changes made by hand as they unfold: each is checked on what those before it left, and is made there.

Checking and resolving run this same course, so what is checked is what happens.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from domain.cards import UNKNOWN, Token, find, parse_ref
from domain.cards import Ref as CardReference
from domain.games.robin_in_the_hood.cards import CharacterCard, ModifierCard, is_card
from domain.games.robin_in_the_hood.cards_on_table import find_card, is_newly_known
from domain.games.robin_in_the_hood.commands import (
    Change,
    ChangeLevel,
    ChangeVictories,
    IdentifyCard,
    MoveCard,
    SetOrder,
    TakeModifier,
)
from domain.games.robin_in_the_hood.events.applied import (
    AppliedChange,
    CardIdentified,
    CardMoved,
    OrderSet,
    VictoriesChanged,
)
from domain.games.robin_in_the_hood.state import (
    BATTLES,
    FINISHED,
    OPENING_DRAW,
    PLACING,
    STAGE_INDEX,
    LevelChanged,
    State,
    other,
)
from domain.games.robin_in_the_hood.whereabouts import check_identity
from domain.rules import Violation
from domain.table import seat_name
from domain.text import counted
from domain.unfolding import Course

IDLE: Final = "it changes nothing"


def unfold_changes(state: State, changes: tuple[Change, ...]) -> Course[State, AppliedChange]:
    """The changes one after the other, with what is wrong with them; nothing follows an impossible one."""
    course: Course[State, AppliedChange] = Course(state)
    for number, change in enumerate(changes, start=1):
        _make(course, number, change)
    return course


def _make(course: Course[State, AppliedChange], number: int, change: Change) -> None:
    if course.stopped:
        return
    found = tuple(_wrong_with(course.state, change))
    faults = [Violation(v.rule, f"change {number}: {v.text}", v.impossible) for v in found]
    idle = _impossible(f"change {number}: {IDLE}")
    course.change(faults, lambda: course.add(_applied(course.state, change)), idle=idle)


def _impossible(text: str, rule: str = "RH-A05") -> Violation:
    return Violation(rule, text, impossible=True)


# --- what is wrong with a change -----------------------------------------------------------------------------------------


def _wrong_with(state: State, change: Change) -> Iterator[Violation]:
    """Why the state cannot take this change, or what rule it breaks."""
    match change:
        case ChangeLevel():
            return _wrong_level(state, change)
        case MoveCard():
            return _wrong_move(state, change)
        case TakeModifier():
            return _wrong_take(state, change)
        case ChangeVictories():
            return _wrong_victories(state, change)
        case IdentifyCard():
            return _wrong_identity(state, change)
        case SetOrder():
            return _wrong_order(state, change)
        case _:
            assert_never(change)


def _wrong_level(state: State, change: ChangeLevel) -> Iterator[Violation]:
    if state.phase not in (PLACING, BATTLES):
        yield _impossible("levels change before the battles of a hand, which are over or not begun", "RH-B12")
    elif state.players[change.player].stages[STAGE_INDEX[change.stage]] is None:
        name = seat_name(state.seats, change.player)
        yield _impossible(f"{name} has no character on {change.stage.capitalize()}")
    elif change.amount == 0:
        yield _impossible(f"a level by 0: {IDLE}")


def _wrong_move(state: State, change: MoveCard) -> Iterator[Violation]:
    player = state.players[change.player]
    token = find_card(player, change.from_zone, change.card)
    if token is None:
        yield _impossible(f"{change.card} is not in {change.from_zone}")
        return
    if is_newly_known(player, change.from_zone, token):
        yield from check_identity(state, change.player, token, newly_known=True)
    if change.bottom and change.to_zone != "draw_pile":
        yield _impossible("only the Draw pile has a bottom")
    yield from _wrong_destination(state, change, token)


def _wrong_destination(state: State, change: MoveCard, token: Token) -> Iterator[Violation]:
    record = state.catalogue.get(token.card)
    if change.to_zone in STAGE_INDEX and not isinstance(record, CharacterCard):
        yield _impossible("only a known character stands on a stage")
    if change.to_zone == "modifier_pile" and not isinstance(record, ModifierCard):
        yield _impossible("only a known modifier lies on the Modifier pile")
    if token.card is not None and record is None:
        yield _impossible(f"{token.card!r} is not in the catalogue; define_card adds it", "RH-D07")
    if change.from_zone == change.to_zone:
        if _stays(state, change, token):
            yield _impossible(f"{change.card} is in {change.to_zone} already: {IDLE}")
    elif change.to_zone in STAGE_INDEX and _is_taken(state, change.player, STAGE_INDEX[change.to_zone]):
        yield _impossible(f"{change.to_zone.capitalize()} is occupied")


def _stays(state: State, change: MoveCard, token: Token) -> bool:
    """Whether a card that comes from the zone it goes to lies where it lay. Order counts in the Draw pile alone."""
    pile = state.players[change.player].draw_pile
    return change.to_zone != "draw_pile" or pile[-1 if change.bottom else 0].id == token.id


def _is_taken(state: State, seat: int, stage: int) -> bool:
    """A character stands there, or will when the choices that lie face down are shown."""
    player = state.players[seat]
    coming = any(choice.hidden and not choice.is_modifier and choice.stage == stage for choice in player.chosen)
    return coming or player.stages[stage] is not None


def _wrong_take(state: State, change: TakeModifier) -> Iterator[Violation]:
    if find_card(state.players[change.player], "modifier_pile", change.card) is None:
        yield _impossible(f"{change.card} is no modifier of {seat_name(state.seats, change.player)}'s in play")


def _wrong_victories(state: State, change: ChangeVictories) -> Iterator[Violation]:
    victories = state.players[change.player].victories + change.amount
    if victories < 0:
        yield _impossible("a Victories counter does not fall below 0", "RH-E02")
    elif change.amount == 0:
        yield _impossible(f"victories by 0: {IDLE}", "RH-E02")
    elif _contradicts_the_end(state, change.player, victories):
        goal = state.options.victories_to_win
        yield _impossible(
            f"{victories} of {counted(goal or 0, 'victory', 'victories')} would make it another's tournament than it is",
            "RH-E09",
        )


def _contradicts_the_end(state: State, seat: int, victories: int) -> bool:
    """Whether the tournament would have another winner with so many victories than it has."""
    goal = state.options.victories_to_win
    if goal is None:
        return False
    if state.phase == FINISHED:
        return (victories >= goal) != (state.ended == "victories" and state.winner == seat)
    return victories >= goal and state.players[other(seat)].victories >= goal


def _wrong_identity(state: State, change: IdentifyCard) -> Iterator[Violation]:
    ref, card = parse_ref(change.token), parse_ref(change.card).card
    player = state.players[change.player]
    closed = (*player.playing_hand, *player.draw_pile, *player.dead_cards)
    found = find(closed, ref) if ref == CardReference(token=ref.token) and ref.token is not None else None
    if found is None:
        yield _impossible(f"{change.token} is no card of the playing hand, Draw pile or Dead Cards; write it as #1-03")
    elif card is None and change.card != UNKNOWN:
        yield _impossible(f"{change.card} names no card; write a card, or ?? where it is not known")
    elif card == found.card:
        yield _impossible(f"{change.token} is {card or 'not known'} already: {IDLE}")
    elif card is not None and not is_card(state.catalogue, card):
        yield _impossible(f"{card!r} is not in the catalogue; define_card adds it", "RH-D07")
    elif card is not None:
        yield from check_identity(state, change.player, Token(found.id, card), newly_known=True)


def _wrong_order(state: State, change: SetOrder) -> Iterator[Violation]:
    if state.phase not in (OPENING_DRAW, PLACING):
        yield _impossible(f"who places first follows from the hand before; in the phase {state.phase} {IDLE}", "RH-T05")
    elif change.first == state.order:
        yield _impossible(f"that is the order of this hand already: {IDLE}", "RH-T05")


# --- what a change does --------------------------------------------------------------------------------------------------


def _applied(state: State, change: Change) -> AppliedChange:
    """One possible change as it is recorded, with the physical card it means."""
    match change:
        case ChangeLevel():
            return LevelChanged(player=change.player, stage=change.stage, amount=change.amount)
        case MoveCard():
            return _moved(state, change)
        case TakeModifier():
            away = MoveCard(player=change.player, card=change.card, from_zone="modifier_pile", to_zone="dead_cards")
            return _moved(state, away)
        case ChangeVictories():
            victories = state.players[change.player].victories + change.amount
            return VictoriesChanged(player=change.player, amount=change.amount, victories=victories)
        case IdentifyCard():
            token = parse_ref(change.token).token
            assert token is not None
            return CardIdentified(player=change.player, token=token, card=parse_ref(change.card).card)
        case SetOrder():
            return OrderSet(first=change.first)
        case _:
            assert_never(change)


def _moved(state: State, change: MoveCard) -> CardMoved:
    token = find_card(state.players[change.player], change.from_zone, change.card)
    assert token is not None
    record = state.catalogue.get(token.card)
    duration = record.duration if change.to_zone == "modifier_pile" and isinstance(record, ModifierCard) else ""
    return CardMoved(
        player=change.player,
        token=token.id,
        card=token.card,
        from_zone=change.from_zone,
        to_zone=change.to_zone,
        bottom=change.bottom,
        duration=duration,
    )
