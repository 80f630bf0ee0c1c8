"""The match list as drawn, with matches of all four games, a contest and a what-if. A changed picture must be looked at."""

from collections.abc import Iterator
from datetime import UTC
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from domain.registry import load_game
from matchbook.conformance.walking import walked
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from service.library import Library
from service.preferences import Keeper, View, with_view
from service.recording.forking import Branch, fork
from service.recording.matchbook import Matchbook
from service.resources import load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from service.simulation.matches import Plan, run_plan
from storage.store import MatchStore
from tests.minigame.matches import FIRST_INSTANT, SECONDS
from tests.replay_tui.driving import LARGE, SMALL, Pictured, keys
from tests.rulebooks import RULEBOOKS


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """All sample matches of the four games with a what-if each, and a league, recorded a minute an entry."""
    folder: Path = tmp_path_factory.mktemp("list")
    seconds = count(0, 60)
    store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True)
    with Matchbook(store, clock=lambda: FIRST_INSTANT + next(seconds) * SECONDS, recorder="tess") as app:
        for game in map(load_game, RULEBOOKS):
            for sheet in sample_sheets(game):
                match = type_in(app, game, sheet)
                fork(app, Branch(match=match.id, at=20))
        league = walked(load_game("league"))
        list(run_plan(league, load_catalogue(league), Plan(game="league", matches=1, seed=1), app))
        yield Library(app, lambda: Analytics(folder / "store.duckdb", store))


@pytest.fixture
def program(library: Library) -> MatchbookApp:
    """The program with two views."""
    keeper = Keeper()
    keeper.keep(partial(with_view, view=View("Finished", "status:finished sort:opened-up")))
    keeper.keep(partial(with_view, view=View("Long matches of the card game", "game:frc_card_game sort:entries")))
    return MatchbookApp(library, zone=UTC, keeper=keeper)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_matches_of_a_game(pictured: Pictured, program: MatchbookApp, game: str, size: tuple[int, int]):
    """Filtered by a game while typing: what is typed, what is offered, the rows."""
    assert pictured(program, size, f"slash {keys(f'game:{game}')}")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_all_matches_in_a_view(pictured: Pictured, program: MatchbookApp, size: tuple[int, int]):
    """The four games under one another; the view is named."""
    assert pictured(program, size, "v V v")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_views(pictured: Pictured, program: MatchbookApp, size: tuple[int, int]):
    """The box with the views, over the list."""
    assert pictured(program, size, "M down")


def test_without_colours(pictured: Pictured, program: MatchbookApp):
    """The theme without colours: the cursor, the sorted column and the violations can still be told."""
    program.theme = "matchbook-plain"
    assert pictured(program, SMALL, "s s s s down")
