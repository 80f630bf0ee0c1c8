"""Tables of the command line: text is whole at any width of the terminal."""

import pytest
from rich.cells import cell_len

from matchbook.cli.tables import table_lines

HEADER = ("match", "game", "players", "title", "entries", "status")
ROWS = [
    (
        "m-20260301-0001",
        "frc_card_game",
        "Ada Lovelace, Bo Diddley",
        "Table 12, round 3 of the spring open",
        1234,
        "finished",
    ),
    ("m-20260301-0002", "robin_in_the_hood", "Chi, Dov", "", 7, "running"),
]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 120, 200])
def test_every_cell_is_there_at_every_width(width: int) -> None:
    """Each title and each word of each cell is in the lines, and no line is wider than the terminal."""
    lines = table_lines(HEADER, ROWS, width)
    assert max(map(cell_len, lines)) <= width
    text = " ".join(lines)
    squeezed = text.replace(" ", "")
    for word in (*HEADER, *(word for row in ROWS for cell in row for word in str(cell).split())):
        assert word in text or word in squeezed


def test_rows_wrap_as_the_width_asks() -> None:
    """One line a row where it fits; then cells wrap, a row takes two lines, and at last each row is a block."""
    lines = table_lines(HEADER, ROWS, 200)
    assert len(lines) == 3
    assert lines[1].index("1234") + 4 == lines[2].index("7") + 1
    assert table_lines(HEADER, ROWS, 100)[0].split() == list(HEADER)
    tiers = table_lines(HEADER, ROWS, 66)
    assert len(tiers) == 6
    assert [line.startswith("  ") for line in tiers] == [False, True] * 3
    blocks = table_lines(HEADER, ROWS, 30)
    assert [line.split()[0] for line in blocks if line and not line.startswith(" ")] == [*HEADER, *HEADER]
    assert table_lines(("a", "b"), (), 80) == ["a b"]
    assert "".join(table_lines(("first", "second", "third"), (), 10)).replace(" ", "") == "firstsecondthird"
