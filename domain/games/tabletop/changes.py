"""Changes by hand: each checks itself in the current state and adds its event."""

from collections.abc import Iterator
from functools import partial
from typing import Final, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardRef, Ref, SeatIndex, find, parse_ref
from domain.games.tabletop.events.moves import Moved, Revealed
from domain.games.tabletop.events.turns import SeatOut, TurnBegan
from domain.games.tabletop.events.values import Chosen, recounted
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.state import State
from domain.games.tabletop.visibility import sees_lying
from domain.rules import Violation, impossible
from domain.seats import Viewpoint

_IDLE: Final = impossible("TT-ARGS", "a change without effect")
_LARGEST: Final = 1_000_000_000


def _holder(state: State, of_player: bool, holder: int | None, name: str) -> Iterator[Violation]:
    if of_player is (holder is None) or not 0 <= (holder or 0) < len(state.seats):
        yield impossible(
            "TT-SEATS", f"{name}: {'name the player it belongs to' if of_player else 'it belongs to the table'}"
        )


class _Change(Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True):
    """A change by hand."""

    def seen(self, state: State, viewpoint: Viewpoint) -> Self:  # noqa: ARG002
        """Return the change as a viewpoint may see it."""
        return self


class SetCounter(_Change, frozen=True, kw_only=True, tag="set_counter"):
    """Set a counter or a box."""

    counter: str
    holder: SeatIndex | None = None
    value: int | None

    def validate(self, state: State) -> Iterator[Violation]:
        layout = state.layout
        slot = layout.slot_at.get(self.counter)
        if slot is None or layout.slots[slot].part.of == "card":
            yield impossible("TT-NAME", f"no counter {self.counter!r} of players or the table")
            return
        found = tuple(_holder(state, layout.slots[slot].part.of == "player", self.holder, self.counter))
        yield from found
        if (self.value is None and not layout.slots[slot].box) or abs(self.value or 0) > _LARGEST:
            yield impossible("TT-ARGS", f"{self.counter}: a number is expected")
        elif not found and state.counters[slot][self.holder or 0] == self.value:
            yield impossible("TT-ARGS", f"{self.counter} is {self.value} already")

    def apply(self, out: TabletopBuffer) -> None:
        slot = out.state.layout.slot_at[self.counter]
        out.add(recounted(out.state, slot, self.holder or 0, self.value))

    def seen(self, state: State, viewpoint: Viewpoint) -> Self:
        slot = state.layout.slot_at.get(self.counter)
        hidden = slot is not None and state.layout.slots[slot].part.see == "owner" and viewpoint != self.holder
        return replace(self, value=0) if hidden else self


class SetChoice(_Change, frozen=True, kw_only=True, tag="set_choice"):
    """Set a choice; empty clears it."""

    choice: str
    holder: SeatIndex | None = None
    word: str

    def validate(self, state: State) -> Iterator[Violation]:
        place = state.layout.choice_at.get(self.choice)
        if place is None:
            yield impossible("TT-NAME", f"no choice {self.choice!r}")
            return
        part = state.layout.choices[place]
        found = tuple(_holder(state, part.of == "player", self.holder, self.choice))
        yield from found
        if part.one_of == ("player",):
            fine = self.word.isascii() and self.word.isdigit() and 1 <= int(self.word) <= len(state.seats)
            if self.word and not fine:
                yield impossible("TT-NAME", f"{self.choice}: the number of a seat is expected")
        elif self.word and part.one_of and self.word not in part.one_of:
            yield impossible("TT-NAME", f"{self.word!r} is not one of {', '.join(part.one_of)}")
        if not found and state.choices[place][self.holder or 0] == self.word:
            yield impossible("TT-ARGS", f"{self.choice} is that already")

    def apply(self, out: TabletopBuffer) -> None:
        out.add(Chosen(choice=self.choice, seat=self.holder, word=self.word))

    def seen(self, state: State, viewpoint: Viewpoint) -> Self:
        place = state.layout.choice_at.get(self.choice)
        hidden = place is not None and state.layout.choices[place].see == "owner" and viewpoint != self.holder
        return replace(self, word=UNKNOWN) if hidden else self


class PutCard(_Change, frozen=True, kw_only=True, tag="put_card"):
    """Put a card in another place."""

    card: CardRef
    """A token (`#1-02`) or a known card (`h9`)."""
    zone: str
    holder: SeatIndex | None = None
    cell: str = ""

    def _place(self, state: State) -> tuple[int, int, int] | None:
        ref = parse_ref(self.card)
        lies = list(state.located_tokens())
        token = find(
            [token for _, token in lies], Ref(ref.token, ref.card, ref.copy) if ref.token is None else Ref(ref.token)
        )
        if (
            token is None
            or (ref.token is None and ref.card is None)
            or (ref.card is not None and token.card != ref.card)
        ):
            return None
        lie = next(lie for lie, one in lies if one.id == token.id)
        return lie.zone, lie.holder, token.id

    def validate(self, state: State) -> Iterator[Violation]:
        layout = state.layout
        zone = layout.zone_at.get(self.zone)
        if zone is None:
            yield impossible("TT-NAME", f"no zone {self.zone!r}")
            return
        yield from _holder(state, layout.zones[zone].of == "player", self.holder, self.zone)
        if layout.cells[zone] and self.cell not in layout.cells[zone]:
            yield impossible("TT-CELL-NAME", f"{self.zone} has no {self.cell or 'place without a name'}")
        elif self.cell and not layout.cells[zone]:
            yield impossible("TT-CELL-NAME", f"{self.zone} has no squares")
        place = self._place(state)
        if place is None:
            yield impossible("TT-WHERE", f"card {self.card} is not on the table")
        elif place[:2] == (zone, self.holder or 0) and not self.cell:
            yield impossible("TT-ARGS", f"{self.card} is there already")
        elif place[2] in state.made and layout.hidden_stacks[zone]:
            yield impossible("TT-WHERE", "a piece that belongs to no deck cannot be on a stack")

    def apply(self, out: TabletopBuffer) -> None:
        state = out.state
        place = self._place(state)
        found = state.find(place[2]) if place is not None else None
        if place is None or found is None:
            return
        part = state.layout.zones[place[0]]
        seat = place[1] if part.of == "player" else None
        out.add(
            Moved(
                tokens=(found[1],),
                source=part.name,
                source_seat=seat,
                target=self.zone,
                seat=self.holder,
                cell=self.cell,
            )
        )

    def seen(self, state: State, viewpoint: Viewpoint) -> Self:
        place = self._place(state)
        return self if place is not None and sees_lying(state, viewpoint, place[2]) else replace(self, card=UNKNOWN)


class NameCard(_Change, frozen=True, kw_only=True, tag="name_card"):
    """Name a card on the table, or rename it."""

    card: CardRef
    """A token with its identity: `#1-02=h9`."""

    def validate(self, state: State) -> Iterator[Violation]:
        ref = parse_ref(self.card)
        found = state.find(ref.token) if ref.token is not None else None
        if found is None or ref.card not in state.layout.pieces:
            yield impossible("TT-WHERE", "name_card needs a card on the table, for example #1-02=h9")
        elif found[1].card == ref.card:
            yield impossible("TT-ARGS", f"that card is known to be {ref.card}")

    def apply(self, out: TabletopBuffer) -> None:
        ref = parse_ref(self.card)
        out.add(Revealed(token=ref.token or 0, card=ref.card or ""))

    def seen(self, state: State, viewpoint: Viewpoint) -> Self:
        ref = parse_ref(self.card)
        return (
            self if ref.token is not None and sees_lying(state, viewpoint, ref.token) else replace(self, card=UNKNOWN)
        )


class SetTurn(_Change, frozen=True, kw_only=True, tag="set_turn"):
    """Set the player to act and the phase."""

    seat: SeatIndex
    phase: str = ""

    def validate(self, state: State) -> Iterator[Violation]:
        phases = state.layout.head.phases
        if not 0 <= self.seat < len(state.seats):
            yield impossible("TT-SEATS", f"seat {self.seat + 1} does not exist")
        elif self.phase and self.phase not in phases:
            yield impossible("TT-NAME", f"no phase {self.phase!r}")
        elif state.seat in (self.seat, None) and (not self.phase or phases[state.phase] == self.phase):
            yield impossible("TT-ARGS", "a change without effect")

    def apply(self, out: TabletopBuffer) -> None:
        seat = None if out.state.seat is None else self.seat
        out.add(TurnBegan(turn=out.state.turn, seat=seat, phase=self.phase))


class PutOut(_Change, frozen=True, kw_only=True, tag="put_out"):
    """A player is out, or back in the game."""

    seat: SeatIndex
    back: bool = False

    def validate(self, state: State) -> Iterator[Violation]:
        if not 0 <= self.seat < len(state.seats):
            yield impossible("TT-SEATS", f"seat {self.seat + 1} does not exist")
        elif (self.seat in state.out) is not self.back:
            yield impossible("TT-ARGS", "a change without effect")

    def apply(self, out: TabletopBuffer) -> None:
        out.add(SeatOut(seat=self.seat, back=self.back))


Change: TypeAlias = SetCounter | SetChoice | PutCard | NameCard | SetTurn | PutOut


def make(out: TabletopBuffer, changes: tuple[Change, ...]) -> None:
    """Check and apply changes in order, each in the state after the previous one."""
    for change in changes:
        out.change(change.validate(out.state), partial(change.apply, out), idle=_IDLE)
