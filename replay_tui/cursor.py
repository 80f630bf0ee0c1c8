"""A cursor that moves between cards on a drawn table, by their places; independent of the game."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from rich.cells import cell_len

from service.reading.styled_text import Span, StyledLine
from service.reading.table.faces import CHANGED

Way: TypeAlias = Literal["left", "right", "up", "down"]

_EDGE: Final = "│"


class Spot(Struct, frozen=True, gc=False):
    """Place of a drawn card's name."""

    key: str
    row: int
    column: int


def spots(lines: Sequence[StyledLine], keys: Collection[str]) -> list[Spot]:
    """Return the places of these cards that are drawn, from top to bottom."""
    found = []
    for row, line in enumerate(lines):
        column = 0
        for span in line:
            if span.key in keys:
                found.append(Spot(span.key, row, column))
            column += cell_len(span.text)
    return found


def nearest(found: Sequence[Spot], here: Spot, way: Way) -> Spot:
    """Return the next card in a direction: the nearest row, and its nearest card; the same card at the end."""
    ahead = {
        "left": [spot for spot in found if spot.column < here.column],
        "right": [spot for spot in found if spot.column > here.column],
        "up": [spot for spot in found if spot.row < here.row],
        "down": [spot for spot in found if spot.row > here.row],
    }[way]
    return min(ahead, key=lambda spot: (abs(spot.row - here.row), abs(spot.column - here.column)), default=here)


def bracketed(line: StyledLine, spot: Spot) -> StyledLine:
    """Return a line with `[` and `]` around a card: next to a chip, or in the side edges of a frame."""
    spans, column = list(line), 0
    for number, span in enumerate(spans):
        if span.key == spot.key and column == spot.column:
            framed = number > 0 and spans[number - 1].text == _EDGE
            before = _before(spans, number, framed)
            behind = _behind(spans, number, framed)
            if before is not None:
                spans[before] = Span("[", "now")
            if behind is not None:
                spans[behind : behind + 1] = [Span("]", "now"), Span(spans[behind].text[1:], spans[behind].tone)]
            return tuple(spans)
        column += cell_len(span.text)
    return line


def _before(spans: Sequence[Span], number: int, framed: bool) -> int | None:
    """Return the span for `[`: the edge of the frame, else the cell before the name or its kind's letter."""
    if framed:
        return number - 1
    return next((n for n in range(number - 1, max(-1, number - 3), -1) if spans[n].text in (" ", CHANGED)), None)


def _behind(spans: Sequence[Span], number: int, framed: bool) -> int | None:
    further = range(number + 1, len(spans))
    if framed:
        return next((n for n in further if spans[n].text == _EDGE), None)
    return next((n for n in further if spans[n].text and spans[n].text.isspace()), None)
