"""Changes made by hand: the violations of one in the current state, and its event."""

from collections.abc import Iterator
from functools import partial
from typing import Final, TypeAlias, final

from msgspec import Struct

from domain.cards import CardRef, SeatIndex, find, parse_ref, token_owner
from domain.cards import Ref as CardReference
from domain.event_buffer import EventBuffer
from domain.rules import Violation
from tests.minigame.events import CardPutUnder, CardRevealed, HighCardEvent, PointsSet
from tests.minigame.state import State

HighCardBuffer: TypeAlias = EventBuffer[State, HighCardEvent]


def _impossible(text: str) -> Violation:
    return Violation("MG-B01", text, impossible=True)


_IDLE: Final = _impossible("a change that does nothing")


def _no_player(state: State, seat: int) -> Violation | None:
    return None if 0 <= seat < len(state.players) else _impossible(f"there is no seat {seat + 1}")


@final
class SetPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_points", forbid_unknown_fields=True):
    """The points of a player are set."""

    player: SeatIndex
    points: int

    def validate(self, state: State) -> Iterator[Violation]:
        if stranger := _no_player(state, self.player):
            yield stranger
        elif state.players[self.player].points == self.points:
            yield _impossible(f"{state.seats[self.player].name} has {self.points} points already")

    def apply(self, out: HighCardBuffer) -> None:
        out.add(PointsSet(seat=self.player, points=self.points))


@final
class NameCard(Struct, frozen=True, kw_only=True, tag_field="change", tag="name_card", forbid_unknown_fields=True):
    """A card on the table is named or renamed."""

    card: CardRef
    """A token with its identity: `#1-02=cedar`."""

    def validate(self, state: State) -> Iterator[Violation]:
        ref = parse_ref(self.card)
        every = [t for p in state.players for t in (*p.hand, *p.placed, *p.pile)]
        named = ref.token is not None and ref.card is not None
        token = find(every, CardReference(ref.token)) if named else None
        if token is None or ref.card not in state.catalogue:
            yield _impossible("name_card takes a card on the table: #1-02=cedar")
        elif token.card == ref.card:
            yield _impossible(f"that card is known to be {ref.card}")

    def apply(self, out: HighCardBuffer) -> None:
        ref = parse_ref(self.card)
        token = ref.token or 0
        out.add(CardRevealed(seat=token_owner(token), token=token, card=ref.card or ""))


@final
class PutUnder(Struct, frozen=True, kw_only=True, tag_field="change", tag="put_under", forbid_unknown_fields=True):
    """A card of the hand goes under the deck."""

    player: SeatIndex
    card: CardRef

    def validate(self, state: State) -> Iterator[Violation]:
        if stranger := _no_player(state, self.player):
            yield stranger
            return
        hand = state.players[self.player].hand
        token = find(hand, ref := parse_ref(self.card))
        if token is None or ref.card not in (None, token.card) or len(hand) == 1:
            yield _impossible(f"put_under takes a card of a hand of two or more; {self.card} is none")

    def apply(self, out: HighCardBuffer) -> None:
        token = find(out.state.players[self.player].hand, parse_ref(self.card))
        out.add(CardPutUnder(seat=self.player, token=token.id if token is not None else 0))


Change: TypeAlias = SetPoints | NameCard | PutUnder


def make(out: HighCardBuffer, changes: tuple[Change, ...]) -> None:
    """The changes in order, each on the state that the play and those before it left."""
    for change in changes:
        out.change(change.validate(out.state), partial(change.apply, out), idle=_IDLE)
