"""Limits on the contents of piles, squares and decks of a kit."""

from collections.abc import Collection, Iterator
from typing import Final, Literal

from domain.games.tabletop.state import State
from domain.rules import Violation
from domain.text import pluralize

MOST_DRAWN: Final = 999
"""Most cards that one step can draw."""


def draw_problem(number: int) -> str:
    """Return the message if a step cannot draw this number of cards; empty if it can."""
    return "" if 0 <= number <= MOST_DRAWN else f"a step draws 0 to {MOST_DRAWN} cards, not {number}"


def bounds_text(low: int | None, high: int | None) -> str:
    """Return bounds in words: `5 to 9`, `5 or more` or `at most 9`. At least one bound must be given."""
    return f"{low} or more" if high is None else f"at most {high}" if low is None else f"{low} to {high}"


def over_capacity(
    before: State, state: State, at: Literal["act", "turn"], seat: int | None = None
) -> Iterator[Violation]:
    """Yield violations of TT-CAPACITY: for zones that grew since `before`, or at the end of a turn for zones of the seat and of
    the table."""
    layout = state.layout
    for zone in layout.bounded[at]:
        if at == "act" and before.zones and before.zones[zone] is state.zones[zone]:
            continue
        part = layout.zones[zone]
        for holder, pile in enumerate(state.zones[zone]):
            grew = not before.zones or pile.size > before.zones[zone][holder].size
            looked_at = grew if at == "act" else seat == holder or part.of == "table"
            if looked_at and part.max is not None and pile.size > part.max:
                yield Violation(
                    "TT-CAPACITY", f"{part.name} has {pluralize(pile.size, 'card')}, at most {part.max} are allowed"
                )


def over_cell(state: State, zone: int, cell: str) -> Iterator[Violation]:
    """Yield a violation of TT-CELL if a square has too many pieces."""
    part = state.layout.zones[zone]
    most = part.cell_max or (1 if part.grid else None)
    place = state.layout.cell_at[zone][cell]
    there = sum(pile.at.count(place) for pile in state.zones[zone])
    if most is not None and there > most:
        yield Violation("TT-CELL", f"{pluralize(there, 'piece')} on {cell}, at most {most} allowed")


def over_copies(state: State, named: Collection[str]) -> Iterator[Violation]:
    """Yield a violation of TT-COPIES for each named card of which more copies are known than the decks have."""
    copies, made, face_of = state.layout.copies, state.made, state.layout.face_of
    looked_at = sorted({base for card in named if (base := face_of.get(card, card)) in copies})
    if not looked_at:
        return
    tokens = [token for piles in state.zones for pile in piles for token in pile.tokens]
    lying = [token.card for token in tokens if not made or token.id not in made]
    cards = [face_of.get(card or "", card) for card in lying] if face_of else lying
    for card in looked_at:
        known = cards.count(card)
        if known > copies[card]:
            yield Violation(
                "TT-COPIES",
                f"{pluralize(known, 'copy', 'copies')} of {card} would be known; the deck has {copies[card]}",
            )
