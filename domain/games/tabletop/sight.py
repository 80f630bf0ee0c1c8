"""Who sees what: a zone's `see`, and a card's own face before it."""

from domain.games.tabletop.layout import Layout
from domain.games.tabletop.schema import CounterPart
from domain.games.tabletop.state import State
from domain.table import JUDGE, Viewpoint


def sees_zone(layout: Layout, zone: int, holder: int, viewpoint: Viewpoint) -> bool:
    """Whether a viewpoint sees the cards of a zone that have no face of their own."""
    part = layout.zones[zone]
    return (
        viewpoint == JUDGE
        or part.seen_by == "all"
        or (part.seen_by == "owner" and part.of == "player" and viewpoint == holder)
    )


def sees_token(state: State, viewpoint: Viewpoint, zone: int, holder: int, number: int) -> bool:
    """Whether a viewpoint sees a card in a zone: face up for all, face down for nobody, else as the zone says."""
    if viewpoint == JUDGE or number in state.up:
        return True
    return number not in state.down and sees_zone(state.layout, zone, holder, viewpoint)


def sees_lying(state: State, viewpoint: Viewpoint, number: int) -> bool:
    """Whether a viewpoint sees a card where it lies; nobody does where it is nowhere."""
    found = state.find(number)
    return found is not None and sees_token(state, viewpoint, found[0].zone, found[0].holder, number)


def sees_counter(part: CounterPart, viewpoint: Viewpoint, seat: int | None) -> bool:
    """Whether a viewpoint sees a counter."""
    return part.see == "all" or viewpoint in (JUDGE, seat)


def sees_choice(state: State, viewpoint: Viewpoint, choice: int, holder: int) -> bool:
    """Whether a viewpoint sees a choice: all do once it was shown."""
    part = state.layout.choices[choice]
    if part.see == "all" or viewpoint == JUDGE or (choice, holder) in state.shown:
        return True
    return part.of == "player" and viewpoint == holder
