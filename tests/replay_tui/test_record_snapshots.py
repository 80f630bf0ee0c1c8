"""The record screen as drawn, at both sizes that the layouts are made for. A changed picture must be looked at."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from replay_tui.app import MatchbookApp
from service.matchbook import Matchbook
from tests.replay_tui.conftest import settle
from tests.replay_tui.live import open_sheet, program, table

SMALL, LARGE = (80, 24), (120, 40)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Matchbook]:
    """The application on a store of its own."""
    with table(tmp_path) as matchbook:
        yield matchbook


@pytest.fixture
def pictured(
    app: Matchbook, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, tuple[int, int]], bool]:
    """Compares the picture of a match in turn 1, after some keys, with the one that is kept."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

    def compare(keys: str, size: tuple[int, int]) -> bool:
        made: MatchbookApp = program(app, open_sheet(app, "frc_card_game", 7, match_id="7kq2m4xd9fra"))

        async def walk(pilot: Pilot[Any]) -> None:
            await settle(pilot)
            pilot.app.screen.line.cursor_blink = False  # type: ignore[attr-defined]
            for key in keys.split():
                await pilot.press(key)
            await settle(pilot)

        return snap_compare(made, run_before=walk, terminal_size=size)

    return compare


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_offers(pictured: Callable[..., bool], size: tuple[int, int]):
    """What is offered for a few letters, the second row highlighted."""
    assert pictured("p l a down down", size)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_rule_box(pictured: Callable[..., bool], size: tuple[int, int]):
    """A second student in a turn, and the reason for recording it."""
    assert pictured("p l a y underscore s t u d e n t space n i a enter r", size)


def test_undo(pictured: Callable[..., bool]):
    """The question before an action is taken back, over the board before it."""
    assert pictured("ctrl+z", SMALL)
