"""The screens as drawn, at both sizes that the layouts are made for. A changed picture must be looked at."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from replay_tui.app import MatchbookApp
from tests.replay_tui.conftest import Shelf, finished, press, row, running, settle
from tests.replay_tui.test_matches_screen import ROWS, listing

SMALL, LARGE = (80, 24), (120, 40)


@pytest.fixture
def pictured(snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Compares the program's picture after some keys with the one that is kept."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

    def compare(app: MatchbookApp, keys: str, size: tuple[int, int]) -> bool:
        async def walk(pilot: Pilot[Any]) -> None:
            await settle(pilot)
            await press(pilot, *keys.split())
            await settle(pilot)

        return snap_compare(app, run_before=walk, terminal_size=size)

    return compare


def replayed(**options: Any) -> MatchbookApp:
    """The program on one match."""
    from datetime import UTC

    return MatchbookApp(Shelf(**options), match_id="match-3", zone=UTC)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_match_list(pictured: Callable[..., bool], size: tuple[int, int]):
    """The match list with rows of all kinds, the cursor on the second."""
    assert pictured(listing(Shelf([*ROWS, *(row(n) for n in range(10, 30))])), "j", size)


def test_empty_list(pictured: Callable[..., bool]):
    """What stands there before the first match."""
    assert pictured(listing(Shelf()), "", SMALL)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_replay(pictured: Callable[..., bool], size: tuple[int, int]):
    """A replay inside an entry, with a violation, taken-back entries and marks on the timeline."""
    assert pictured(replayed(history=running()), "g v m full_stop", size)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_details(pictured: Callable[..., bool], size: tuple[int, int]):
    """A violation with its rule, and what the action changed."""
    assert pictured(replayed(history=finished()), "v c enter", size)


def test_help(pictured: Callable[..., bool]):
    """The keys over the screen."""
    assert pictured(replayed(), "question_mark", SMALL)


def test_light(pictured: Callable[..., bool]):
    """The light theme."""
    app = replayed()
    app.theme = "matchbook-light"
    assert pictured(app, "v tab", SMALL)
