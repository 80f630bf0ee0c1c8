"""Steps on grids: cards laid in a row, and pieces captured as in Go."""

from collections.abc import Mapping, Sequence
from typing import Final

from domain.cards import Token, token_owner
from domain.games.tabletop.context import KitSyntaxError, Scope, cell_of, pieces_at
from domain.games.tabletop.interpreter import Interpreter
from domain.games.tabletop.layout import grid_size
from domain.games.tabletop.operations import Group
from domain.games.tabletop.steps.base import Done, Row
from domain.games.tabletop.steps.moves import target_of


def _lay(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    place, (columns, rows) = scope.place(given[1]), grid_size(scope.layout.zones[scope.place(given[1]).zone].grid)
    cells, cell_at = scope.layout.cells[place.zone], scope.layout.cell_at[place.zone]
    at, going = options.get("at", ""), options.get("going", "across")
    if not given[0].startswith("$") or scope.arg(given[0][1:]).kind != "cards" or not columns or not at:
        raise KitSyntaxError("write lay $cards GRID at=CELL going=across|down")
    words = scope.arg(going[1:]).words if going.startswith("$") else (going,)
    if not words or not set(words) <= {"across", "down"}:
        raise KitSyntaxError(f"going={going}: write across, down or an argument that is one of these words")

    def lay(interpreter: Interpreter) -> None:
        square = cell_of(interpreter.scene, at)
        way = str(interpreter.args.get(going[1:], "across")) if going.startswith("$") else going
        row, column = divmod(cell_at[square], columns) if square in cell_at else (rows, columns)
        for piece in interpreter.given(given[0][1:]):
            while row < rows and column < columns and pieces_at(interpreter.scene, cells[row * columns + column]):
                row, column = (row, column + 1) if way == "across" else (row + 1, column)
            if row >= rows or column >= columns:
                interpreter.cannot("TT-CELL-NAME", f"too few empty squares from {square or '?'} {way}")
                return
            for group in interpreter.groups((piece,)):
                interpreter.put(group, place.zone, 0, cell=cells[row * columns + column])

    return lay


def _capture(given: list[str], options: dict[str, str], scope: Scope) -> Done:
    place, target, at = scope.place(given[0]), target_of(given[1], scope), options.get("at", "")
    if not scope.layout.zones[place.zone].grid or not at:
        raise KitSyntaxError("write capture GRID ZONE at=CELL")

    columns, cells = grid_size(scope.layout.zones[place.zone].grid)[0], scope.layout.cell_at[place.zone]
    beside = {one: _next_to(one, columns, len(cells)) for one in cells.values()}

    def capture(interpreter: Interpreter) -> None:
        here, to = cells.get(cell_of(interpreter.scene, at), -1), target(interpreter)
        pile = interpreter.state.zones[place.zone][0]
        if here not in pile.at or to is None or not any(start in pile.at for start in beside[here]):
            return
        standing = dict(zip(pile.at, pile.tokens, strict=True))
        owner, taken = token_owner(standing[here].id), dict[int, Token]()
        for start in beside[here]:
            if start in standing and token_owner(standing[start].id) != owner:
                taken |= _without_liberties(start, standing, beside)
        if taken:
            interpreter.put(Group(place.zone, 0, tuple(taken[one] for one in sorted(taken))), *to)

    return capture


def _next_to(place: int, columns: int, cells: int) -> list[int]:
    """Return the squares to the left and right of a square, above and below it."""
    beside = [place - 1] * (place % columns > 0) + [place + 1] * (place % columns < columns - 1)
    return [*beside, *(one for one in (place - columns, place + columns) if 0 <= one < cells)]


def _without_liberties(
    start: int, standing: Mapping[int, Token], beside: Mapping[int, Sequence[int]]
) -> dict[int, Token]:
    """Return the group of connected pieces of one owner that contains a square; empty if the group is next to an empty square."""
    group, waiting, owner = {start: standing[start]}, [start], token_owner(standing[start].id)
    while waiting:
        for one in beside[waiting.pop()]:
            if one not in standing:
                return {}
            if one not in group and token_owner(standing[one].id) == owner:
                group[one] = standing[one]
                waiting.append(one)
    return group


GRIDS: Final[Mapping[str, Row]] = {
    "lay": (
        "lay $cards GRID at=CELL [going=across|down]",
        "Cards go to the empty squares of a grid one after the other, beginning with a square; occupied squares are skipped.",
        2,
        2,
        _lay,
    ),
    "capture": (
        "capture GRID ZONE at=CELL",
        "As in Go: other owners' groups next to the piece on a square go to a zone, if no empty square is next to the group.",
        2,
        2,
        _capture,
    ),
}
