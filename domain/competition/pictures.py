"""Board parts that all competitions share: the standings and the list of results."""

from collections.abc import Mapping, Sequence

from domain.board import Cell, Panel, Table
from domain.competition.record import Result, Standing, result_text
from domain.seats import Seat, seat_name


def standings_panel(
    seats: tuple[Seat, ...],
    lines: Sequence[Standing],
    *,
    points: str = "points",
    more: Mapping[str, Mapping[int, str]] = {},
) -> Panel:
    """The standings as a table, best first; statistics get a column each. `more`: further columns, by player."""
    names = sorted({name for line in lines for name, _ in line.counts})
    header = ("player", "place", "games", "won", "lost", "drawn", points, *(name.replace("_", " ") for name in names))
    rows = tuple(
        (*_row(seats, place, line, names), *(Cell(column.get(line.player, "")) for column in more.values()))
        for place, line in enumerate(lines, start=1)
    )
    return Panel("standings", "Standings", parts=(Table("standings", (*header, *more), rows),))


def _row(seats: tuple[Seat, ...], place: int, line: Standing, names: Sequence[str]) -> tuple[Cell, ...]:
    counts = dict(line.counts)
    numbers = (place, line.games, line.wins, line.losses, line.draws, line.points, *(counts.get(n, 0) for n in names))
    return (Cell(seat_name(seats, line.player)), *(Cell(str(number)) for number in numbers))


def results_panel(seats: tuple[Seat, ...], results: Sequence[Result], part_word: str) -> Panel:
    """All results as a table."""
    rows = tuple(
        (Cell(result.match), Cell(str(result.part or "-")), Cell(result_text(seats, result))) for result in results
    )
    return Panel("results", "Results", parts=(Table("results", ("match", part_word, "result"), rows),))
