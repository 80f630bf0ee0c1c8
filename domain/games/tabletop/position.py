"""The current position as a declaration: the initial contents of a form for a late start or a correction."""

from collections.abc import Iterator

from domain.cards import UNKNOWN, token_owner
from domain.games.tabletop.commands.position import DeclarePosition, OnCard, SlotValue, ZoneContents
from domain.games.tabletop.state import State


def position(state: State) -> DeclarePosition | None:
    """Return the position; known cards are named, unknown ones are `??`. `None` before the table is open."""
    if not state.seats:
        return None
    layout = state.layout
    sides = tuple(seat.side for seat in state.seats)
    return DeclarePosition(
        players=tuple(seat.name for seat in state.seats),
        turn=state.turn,
        round=state.round,
        phase=layout.head.phases[state.phase] if layout.head.phases else "",
        seat=state.seat or 0,
        first=state.first,
        sides=() if sides == tuple(range(len(sides))) else sides,
        options=dict(zip(layout.option_at, state.options, strict=True)),
        out=state.out,
        reversed=state.reversed,
        gone=state.gone,
        zones=tuple(_zones(state)),
        values=tuple(_values(state)),
    )


def _zones(state: State) -> Iterator[ZoneContents]:
    layout = state.layout
    for zone, piles in enumerate(state.zones):
        of_player = layout.zones[zone].of == "player"
        for holder, pile in enumerate(piles):
            if not pile.size:
                continue
            numbers = [token.id for token in pile.tokens]
            owners = tuple(token_owner(number) + 1 for number in numbers)
            yield ZoneContents(
                zone=layout.zones[zone].name,
                holder=holder if of_player else None,
                cards=tuple(token.card or UNKNOWN for token in pile.tokens),
                cells=tuple(layout.cells[zone][place] for place in pile.at),
                owners=() if set(owners) <= {holder + 1 if of_player else 0} else owners,
                count=pile.count,
                up=_places(numbers, state.up),
                down=_places(numbers, state.down),
                made=_places(numbers, state.made),
                marks=tuple(
                    OnCard(place=place, counter=layout.slots[mark.slot].name, value=mark.value)
                    for place, number in enumerate(numbers, 1)
                    for mark in state.marks
                    if mark.number == number
                ),
            )


def _places(numbers: list[int], among: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(place for place, number in enumerate(numbers, 1) if number in among)


def _values(state: State) -> Iterator[SlotValue]:
    layout = state.layout
    for slot, one in enumerate(layout.slots):
        for holder, value in enumerate(state.counters[slot] if one.part.of != "card" else ()):
            yield SlotValue(name=one.name, holder=holder if one.part.of == "player" else None, value=value)
    for place, part in enumerate(layout.choices):
        for holder, word in enumerate(state.choices[place]):
            shown = (place, holder) in state.shown
            yield SlotValue(name=part.name, holder=holder if part.of == "player" else None, word=word, shown=shown)
