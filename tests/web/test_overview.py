"""The overview: which table stands where."""

from pathlib import Path

from tests.web.serving import serving
from tests.web.tables import opened
from web.overview import Overview
from web.rights import Caller


def test_tables_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """Tables that are played come before those that are over, table 2 before table 10, whatever the ids of their matches."""
    with serving(tmp_path) as served:
        for number, match in ((10, "a"), (2, "c"), (1, "b")):
            opened(served.app, title=f"Table {number}", match_id=match * 12)
        over = opened(served.app, title="Table 0", match_id="d" * 12)
        served.app.conclude(over, (0,))
        found = [card.title for card in Overview(served.house).cards(Caller())]
    assert found == ["Table 1", "Table 2", "Table 10", "Table 0"]
