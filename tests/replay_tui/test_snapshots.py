"""The list and the replay as drawn, at both sizes that the layouts are made for. A changed picture must be looked at."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from replay_tui.app import MatchbookApp
from tests.replay_tui.driving import LARGE, SMALL, Pictured
from tests.replay_tui.live import MATCH, open_sheet, replay, table
from tests.replay_tui.memory import Shelf, row, running, showing
from tests.replay_tui.test_matches_screen import ROWS, listing
from tests.rulebooks import RULEBOOKS


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_match_list(pictured: Pictured, size: tuple[int, int]):
    """The match list with rows of all kinds, the cursor on the second."""
    assert pictured(listing(Shelf([*ROWS, *(row(n) for n in range(10, 30))])), size, "j")


def test_empty_list(pictured: Pictured):
    """What stands there before the first match."""
    assert pictured(listing(Shelf()), SMALL)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_replay(pictured: Pictured, size: tuple[int, int]):
    """A replay inside an entry, with a violation, taken-back entries and marks on the timeline."""
    assert pictured(showing(running()), size, "g v m full_stop")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_details(pictured: Pictured, size: tuple[int, int]):
    """A violation with its rule, and what the action changed."""
    assert pictured(showing(), size, "v c enter")


def test_light(pictured: Pictured):
    """The light theme."""
    app = showing()
    app.theme = "matchbook-light"
    assert pictured(app, SMALL, "v tab")


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Callable[..., MatchbookApp]]:
    """The program on the hand-written match of a game; one hour passes after its second entry, else a second an entry."""

    def clock() -> int:
        tick = next(ticks)
        return 1_772_899_200_000_000 + (tick + (3600 if tick > 2 else 0)) * 1_000_000

    ticks = count(1)
    with table(tmp_path, clock=clock) as app:
        yield lambda game, lines=1000, **options: replay(app, open_sheet(app, game, lines, match_id=MATCH), **options)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_replay_of_each_game(pictured: Pictured, played: Callable[..., MatchbookApp], game: str, size: tuple[int, int]):
    """Half way through, with the changes of the last step marked."""
    assert pictured(played(game), size, "5 c")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_real_time(pictured: Pictured, played: Callable[..., MatchbookApp], size: tuple[int, int]):
    """Playing in real time while an hour is skipped."""
    assert pictured(played("frc_card_game"), size, "home right t space")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_behind_the_table(pictured: Pictured, played: Callable[..., MatchbookApp], size: tuple[int, int]):
    """A delayed spectator's screen."""
    app = played("frc_card_game", 20, place="", as_="spectator", delay="60 s")
    assert pictured(app, size)


@pytest.mark.parametrize("size", [(40, 10)])
def test_compact(pictured: Pictured, played: Callable[..., MatchbookApp], size: tuple[int, int]):
    """The smallest supported screen."""
    assert pictured(played("pbl_robots"), size, "7")
