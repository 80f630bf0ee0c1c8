"""Changes made by hand: what is wrong with one on the state as it stands, and the event that it leaves."""

from collections.abc import Iterator
from typing import assert_never

from domain.cards import Ref, find, parse_ref, token_owner
from domain.rules import Violation
from tests.minigame import commands as c
from tests.minigame import events as e
from tests.minigame.state import State


def wrong_with(state: State, change: c.Change) -> Iterator[Violation]:
    """Why the state cannot take this change; a change that would do nothing is wrong too."""
    if not isinstance(change, c.NameCard) and not 0 <= change.player < len(state.players):
        yield _impossible(f"there is no seat {change.player + 1}")
        return
    match change:
        case c.SetPoints():
            if state.players[change.player].points == change.points:
                yield _impossible(f"{state.seats[change.player].name} has {change.points} points already")
        case c.NameCard():
            yield from _wrong_name(state, parse_ref(change.card))
        case c.PutUnder():
            hand = state.players[change.player].hand
            token = find(hand, ref := parse_ref(change.card))
            if token is None or ref.card not in (None, token.card) or len(hand) == 1:
                yield _impossible(f"put_under takes a card of a hand of two or more; {change.card} is none")
        case _:
            assert_never(change)


def _wrong_name(state: State, ref: Ref) -> Iterator[Violation]:
    every = [t for p in state.players for t in (*p.hand, *p.placed, *p.pile)]
    token = find(every, Ref(ref.token)) if ref.token is not None and ref.card is not None else None
    if token is None or ref.card not in state.catalogue:
        yield _impossible("name_card takes a card on the table: #1-02=cedar")
    elif token.card == ref.card:
        yield _impossible(f"that card is known to be {ref.card}")


def _impossible(text: str) -> Violation:
    return Violation("MG-B01", text, impossible=True)


def made(state: State, change: c.Change) -> e.HighCardEvent:
    """The event of a possible change."""
    if isinstance(change, c.SetPoints):
        return e.PointsSet(seat=change.player, points=change.points)
    ref = parse_ref(change.card)
    if isinstance(change, c.NameCard):
        named = ref.token or 0
        return e.CardRevealed(seat=token_owner(named), token=named, card=ref.card or "")
    token = find(state.players[change.player].hand, ref)
    return e.CardPutUnder(seat=change.player, token=token.id if token is not None else 0)
