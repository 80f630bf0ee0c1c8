"""Visibility of the cards of an entry, by the states before and after it. Cards that are public only in between stay hidden."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from domain.games.tabletop.events.base import TabletopEvent
from domain.games.tabletop.events.moves import Gathered, Moved, Turned
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.schema import See
from domain.games.tabletop.state import HiddenNumber, State
from domain.games.tabletop.visibility import sees_by, sees_token
from domain.seats import SPECTATOR, Viewpoint

Places: TypeAlias = Mapping[int, tuple[int, int]]
"""Zone and holder of each token number."""


def redact_between(events: Sequence[TabletopEvent], states: Sequence[State]) -> Sequence[State]:
    """Return the states before an entry and after each of its events, with cards hidden that were public only in between."""
    numbers = _moved_again(events)
    if not numbers:
        return states
    shown, places = list(states), [places_of(state, numbers) for state in states]
    everyone = len(states[-1].seats) + 1
    for number in numbers:
        for stay in stays(places, number):
            seers = seers_of(states, places, number, stay)
            if len(seers) < everyone:
                # An event is described in the state before it.
                for place in range(max(stay.start - 1, 0), min(stay.stop, len(states) - 1)):
                    shown[place] = replace(shown[place], veils=(*shown[place].veils, HiddenNumber(number, seers)))
    return shown


def _moved_again(events: Iterable[TabletopEvent]) -> set[int]:
    """Return the numbers of cards that were moved or turned more than once, or gathered afterwards."""
    once, again = set[int](), set[int]()
    for event in events:
        if isinstance(event, Gathered):
            again |= once
        elif isinstance(event, Moved | Turned):
            numbers = {token.id for token in event.tokens} if isinstance(event, Moved) else {event.token}
            again |= once & numbers
            once |= numbers
    return again


def places_of(state: State, numbers: Collection[int | None]) -> Places:
    """Return the zone and holder of each of these numbers that is on the table."""
    return {
        token.id: (zone, holder)
        for zone, piles in enumerate(state.zones)
        for holder, pile in enumerate(piles)
        for token in pile.tokens
        if token.id in numbers
    }


def stays(places: Sequence[Places], number: int) -> Iterator[range]:
    """Yield each range of consecutive states in which a number is on the table. Within a range it is the same card."""
    first: int | None = None
    for place, state in enumerate(places):
        there = number in state
        if there and first is None:
            first = place
        elif not there and first is not None:
            yield range(first, place)
            first = None
    if first is not None:
        yield range(first, len(places))


def seers_of(states: Sequence[State], places: Sequence[Places], number: int, stay: range) -> tuple[Viewpoint, ...]:
    """Return the seats, and the spectator, that see a card before or after the entry. `stay` is a range of `stays`."""
    last = len(states) - 1
    ends = [(states[place], *places[place][number]) for place in (0, last) if place in stay]
    layout, seats = states[-1].layout, len(states[-1].seats)
    if not any(state.up or state.down or state.veils for state, _, _ in ends):
        return zone_seers(tuple([seen_in(layout, zone, at) for _, zone, at in ends]), seats)
    everyone: tuple[Viewpoint, ...] = (SPECTATOR, *range(seats))
    return tuple([one for one in everyone if any(sees_token(state, one, zone, at, number) for state, zone, at in ends)])


def seen_in(layout: KitLayout, zone: int, holder: int) -> tuple[See, int]:
    """Return the `see` of a zone and the holder of the pile, -1 for a zone of the table."""
    return layout.seen_by[zone], -1 if layout.zones[zone].of == "table" else holder


@lru_cache(maxsize=4096)
def zone_seers(zones: tuple[tuple[See, int], ...], seats: int) -> tuple[Viewpoint, ...]:
    """Return the viewpoints that see the cards of any of these zones, given as `see` and holder. Individual faces are ignored."""
    everyone: tuple[Viewpoint, ...] = (SPECTATOR, *range(seats))
    return tuple([one for one in everyone if any(sees_by(see, one, own=one == holder) for see, holder in zones)])
