"""Visibility of cards, counters and choices. The face of a card takes precedence over the `see` of its zone."""

from collections.abc import Iterable
from typing import Literal

from domain.cards import Token
from domain.games.tabletop.layout import KitLayout
from domain.games.tabletop.schema import CounterPart, See
from domain.games.tabletop.state import Found, State
from domain.seats import JUDGE, SPECTATOR, Viewpoint


def sees_zone(layout: KitLayout, zone: int, holder: int, viewpoint: Viewpoint) -> bool:
    """Return True if a viewpoint sees the cards of a zone. Individual faces are ignored."""
    return sees_by(layout.seen_by[zone], viewpoint, own=viewpoint == holder and layout.zones[zone].of == "player")


def sees_by(see: See, viewpoint: Viewpoint, *, own: bool) -> bool:
    """Return True if a viewpoint sees the cards of a zone with this `see`; `own` is True for the zone's holder."""
    return see == "all" or viewpoint == JUDGE or (see == "owner" and own) or (see == "others" and not own)


def sees_token(state: State, viewpoint: Viewpoint, zone: int, holder: int, number: int) -> bool:
    """Return True if a viewpoint sees a card in a zone. Everyone sees face-up cards, only the judge face-down ones; for other
    cards, the zone decides."""
    if viewpoint == JUDGE:
        return True
    if state.veils and any(veil.number == number and viewpoint not in veil.seers for veil in state.veils):
        return False
    if number in state.up:
        return True
    return number not in state.down and sees_zone(state.layout, zone, holder, viewpoint)


def act_on(
    state: State, source: tuple[int, int], cards: Iterable[Token], target: tuple[int, int], face: str
) -> Literal["", "drawn", "played"]:
    """Return the kind of a move from one pile (zone and holder) to another: `drawn` from a stack to a player, or `played` to a
    public place from a less public one; otherwise empty."""
    layout, (zone, holder) = state.layout, target
    if layout.zones[source[0]].kind == "stack":
        return "drawn" if layout.zones[zone].kind != "stack" and layout.zones[zone].of == "player" else ""
    if face != "up" and (face == "down" or not sees_zone(layout, zone, holder, SPECTATOR)):
        return ""
    return "" if all(sees_token(state, SPECTATOR, *source, card.id) for card in cards) else "played"


def sees_lying(state: State, viewpoint: Viewpoint, number: int) -> bool:
    """Return True if a viewpoint sees a card on the table; False if the card is not there."""
    return sees_found(state, viewpoint, state.find(number))


def sees_found(state: State, viewpoint: Viewpoint, found: Found) -> bool:
    """Return True if a viewpoint sees a card at the location found; False for `None`."""
    return found is not None and sees_token(state, viewpoint, found[0].zone, found[0].holder, found[1].id)


def sees_counter(part: CounterPart, viewpoint: Viewpoint, seat: int | None) -> bool:
    """Return True if a viewpoint sees a counter of a seat; `None` for the table."""
    return part.see == "all" or viewpoint in (JUDGE, seat)


def sees_choice(state: State, viewpoint: Viewpoint, choice: int, holder: int) -> bool:
    """Return True if a viewpoint sees a choice of a holder. Everyone sees a choice that was shown."""
    part = state.layout.choices[choice]
    if part.see == "all" or viewpoint == JUDGE or (choice, holder) in state.shown:
        return True
    return part.of == "player" and viewpoint == holder
