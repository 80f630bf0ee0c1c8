"""All that is wrong with a command."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from domain.cards import UNKNOWN, find_or_bind, parse_ref
from domain.rules import Violation
from tests.minigame import commands as c
from tests.minigame.resolve import unfold
from tests.minigame.state import Player, State

_PHASE_OF: Final = {c.Draw: "draw", c.PlaceCard: "place", c.TurnUp: "turn_up", c.RollDie: "roll"}


def check(state: State, command: c.HighCardCommand) -> tuple[Violation, ...]:
    """Every broken rule; nothing for a legal command."""
    return tuple(_check(state, command))


def _check(state: State, command: c.HighCardCommand) -> Iterator[Violation]:
    if isinstance(command, c.StartMatch | c.DeclarePosition):
        yield from _check_opening(state, command)
    elif state.phase == "unopened":
        yield Violation("MG-S01", "no match is open: start_match comes first", impossible=True)
    else:
        phase = _PHASE_OF.get(type(command), state.phase)
        if phase != state.phase:
            yield Violation("MG-P01", f"this belongs to phase {phase}; the round is in phase {state.phase}")
        yield from _check_in_match(state, command)


def _check_in_match(state: State, command: c.InMatch) -> Iterator[Violation]:
    match command:
        case c.RegisterDeck():
            yield from _check_deck(state, command)
        case c.Draw():
            yield from _check_draw(state, command)
        case c.PlaceCard():
            yield from _check_place(state, command)
        case c.TurnUp():
            wrong = tuple(_check_turn_up(state, command))
            yield from wrong
            if not any(violation.impossible for violation in wrong):
                yield from _check_changes(state, command)
        case c.RollDie():
            if not 1 <= command.result <= 6:
                yield Violation("MG-P05", f"a die shows 1 to 6, not {command.result}", impossible=True)
        case c.Adjust():
            yield from _check_changes(state, command)
        case _:
            assert_never(command)


def _check_opening(state: State, command: c.StartMatch | c.DeclarePosition) -> Iterator[Violation]:
    if state.phase != "unopened":
        yield Violation("MG-S01", "the match is open already", impossible=True)
    if not len(set(command.players)) == len(command.players) == len(command.decks) == 2:
        yield Violation("MG-S01", "two players of different names, and a deck each, are needed", impossible=True)
    if not 1 <= command.options.rounds <= 9:
        yield Violation("MG-O01", f"{command.options.rounds} rounds; 1 to 9 can be agreed", impossible=True)
    if command.options.ties not in ("die", "none"):
        yield Violation("MG-O02", f"ties {command.options.ties!r}; there are die and none", impossible=True)
    if min(command.decks, default=0) < command.options.rounds + 2:
        yield Violation("MG-S02", f"{command.options.rounds} rounds need {command.options.rounds + 2} cards a deck")
    if any(not 0 <= deck <= 500 for deck in command.decks):
        yield Violation("MG-S02", "a deck holds 0 to 500 cards", impossible=True)
    if isinstance(command, c.DeclarePosition) and (len(command.points) != 2 or command.round < 1):
        yield Violation("MG-B01", "a position has a round from 1 on and the points of two players", impossible=True)


def _unknown_cards(state: State, cards: Sequence[str]) -> Iterator[Violation]:
    for name in cards:
        if (card := parse_ref(name).card) is not None and card not in state.catalogue:
            yield Violation("MG-S03", f"no card {card!r} in the catalogue", impossible=True)


def _player(state: State, seat: int) -> Player | Violation:
    if 0 <= seat < len(state.players):
        return state.players[seat]
    return Violation("MG-S01", f"there is no seat {seat + 1}", impossible=True)


def _check_deck(state: State, command: c.RegisterDeck) -> Iterator[Violation]:
    if isinstance(player := _player(state, command.player), Violation):
        yield player
        return
    for card, copies in command.cards.items():
        if card not in state.catalogue or not 1 <= copies <= 500:
            yield Violation("MG-S03", f"{copies} of {card}: a list has cards of the catalogue", impossible=True)
    if (size := sum(command.cards.values())) != player.deck + player.drawn:
        yield Violation("MG-S03", f"the list has {size} cards, the deck {player.deck + player.drawn}")


def _check_draw(state: State, command: c.Draw) -> Iterator[Violation]:
    if isinstance(player := _player(state, command.player), Violation):
        yield player
        return
    count = len(command.cards)
    yield from _unknown_cards(state, command.cards)
    if count > player.deck:
        yield Violation("MG-P02", f"{count} cards drawn of {player.deck} in the deck", impossible=True)
    if count != player.missing:
        yield Violation("MG-P02", f"{count} cards drawn; {player.missing} fill the hand")
    left = player.unseen()
    for card in dict.fromkeys(command.cards):
        if player.listed and card != UNKNOWN and command.cards.count(card) > left.get(card, 0):
            yield Violation("MG-S03", f"the deck list holds {left.get(card, 0)} more {card}")


def _check_place(state: State, command: c.PlaceCard) -> Iterator[Violation]:
    if isinstance(player := _player(state, command.player), Violation):
        yield player
        return
    yield from _unknown_cards(state, (command.card,))
    if player.placed:
        yield Violation("MG-P03", "1 of 1 cards placed in this round")
    if find_or_bind(player.hand, parse_ref(command.card)) is None:
        held = ", ".join(t.card or UNKNOWN for t in player.hand) or "nothing"
        yield Violation("MG-P03", f"{command.card} is not in that hand, which holds {held}", impossible=True)


def _check_turn_up(state: State, command: c.TurnUp) -> Iterator[Violation]:
    yield from _unknown_cards(state, command.cards)
    if len(command.cards) != 2 or not all(p.placed for p in state.players):
        yield Violation("MG-P04", "two placed cards are turned up", impossible=True)
        return
    for seat, card, player in zip(state.seats, command.cards, state.players, strict=True):
        known, told = player.placed[-1].card, parse_ref(card).card
        if known is None and told is None:
            yield Violation("MG-P04", f"what did {seat.name} turn up? The card must be named", impossible=True)
        elif told is not None and known not in (None, told):
            yield Violation("MG-P04", f"{seat.name} placed {known}, not {told}")
        elif known is None and player.listed and told is not None and player.unseen().get(told, 0) < 1:
            yield Violation("MG-S03", f"the deck list of {seat.name} holds no more {told}")


def _check_changes(state: State, command: c.TurnUp | c.Adjust) -> Iterator[Violation]:
    """The changes made by hand, on what the play itself leaves. Reached only where the play is possible."""
    if isinstance(command, c.Adjust) and not command.changes:
        yield Violation("MG-B01", "a correction has at least one change", impossible=True)
    yield from unfold(state, command).faults
