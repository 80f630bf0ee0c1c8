"""Wide terminals: from 160 columns the details are open, from 200 there are three panes side by side."""

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.replay_tui.driving import settle, visit
from tests.replay_tui.memory import showing


@pytest.mark.parametrize(("width", "panes", "beside"), [(150, 2, False), (160, 3, False), (200, 3, True)])
def test_wide_terminals_have_more_panes(width: int, panes: int, beside: bool) -> None:
    """Given a replay at a width, then so many panes are shown; from 200 columns list and details are side by side, wider than
    before. `esc` still closes the details."""
    found: list[tuple[str, Any]] = []

    async def look(pilot: Pilot[None], screen: Any) -> None:
        await settle(pilot)
        found.extend((pane, screen.query_one(f"#{pane}")) for pane in ("board", "events", "details"))
        shown = [(name, pane.region) for name, pane in found if pane.display]
        assert len(shown) == panes
        regions = dict(shown)
        if panes == 3:
            assert (regions["details"].x > regions["events"].x) == beside
            assert (regions["details"].y > regions["events"].y) != beside
            assert regions["events"].width >= 48
            await pilot.press("escape")
            await settle(pilot)
            assert not found[2][1].display
            assert found[1][1].display

    visit(showing(), look, size=(width, 45))
