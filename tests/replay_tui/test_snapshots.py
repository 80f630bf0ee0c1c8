"""Pictures of the match list, the replay, the record screen, its boxes and the wizard, at both layout sizes."""

from collections.abc import Callable, Iterator
from datetime import UTC
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from domain.registry import load_game
from matchbook.conformance.random_walk import walked
from replay_tui.app import MatchbookApp
from service.preferences import PreferencesStore, SavedView, with_view
from service.recording.forks import Branch, fork
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.recording.recording_service import RecordingService
from service.resources import load_catalogue, sample_sheets
from service.simulation.demonstration import type_in
from service.simulation.matches import SimulationPlan, run_plan
from tests.minigame.matches import FIRST_INSTANT, SECONDS
from tests.replay_tui.driving import LARGE, SMALL, Pictured, keys
from tests.replay_tui.live import MATCH, analytics_of, lines_of, open_sheet, recording, replay, sheet_of, table, ticking
from tests.replay_tui.memory import Shelf, on_shelf, row, running, showing
from tests.replay_tui.test_matches_screen import ROWS, listing
from tests.rulebooks import RULEBOOKS


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_match_list(pictured: Pictured, size: tuple[int, int]):
    """The match list with rows of all kinds, the cursor on the second."""
    pictured(listing(Shelf([*ROWS, *(row(n) for n in range(10, 30))])), size, "j")


def test_empty_list(pictured: Pictured):
    """The screen before the first match."""
    pictured(listing(Shelf()), SMALL)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_replay(pictured: Pictured, size: tuple[int, int]):
    """A replay inside an entry, with a violation, taken-back entries and marks on the timeline."""
    pictured(showing(running()), size, "g v m full_stop")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_details(pictured: Pictured, size: tuple[int, int]):
    """A violation with its rule, and what the action changed."""
    pictured(showing(), size, "v c enter")


def test_light(pictured: Pictured):
    """The light theme."""
    app = showing()
    app.theme = "matchbook-light"
    pictured(app, SMALL, "v tab")


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
    pictured(played(game), size, "5 c")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_real_time(pictured: Pictured, played: Callable[..., MatchbookApp], size: tuple[int, int]):
    """Playing in real time while an hour is skipped."""
    pictured(played("frc_card_game"), size, "home right t space")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_behind_the_table(pictured: Pictured, played: Callable[..., MatchbookApp], size: tuple[int, int]):
    """A delayed spectator's screen."""
    app = played("frc_card_game", 20, place="", as_="spectator", delay="60 s")
    pictured(app, size)


@pytest.mark.parametrize("size", [(40, 10)])
def test_compact(pictured: Pictured, played: Callable[..., MatchbookApp], size: tuple[int, int]):
    """The smallest supported screen."""
    pictured(played("pbl_robots"), size, "7")


# --- the match list on a store -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchService]:
    """All sample matches of the four games with a what-if each, and a league, recorded a minute an entry."""
    with table(tmp_path_factory.mktemp("list"), clock=ticking(FIRST_INSTANT, 60 * SECONDS)) as app:
        for game in map(load_game, RULEBOOKS):
            for sheet in sample_sheets(game):
                match = type_in(app, game, sheet)
                fork(app, Branch(match=match.id, at=20))
        league = walked(load_game("league"))
        list(run_plan(league, load_catalogue(league), SimulationPlan(game="league", matches=1, seed=1), app))
        yield app


@pytest.fixture
def stored_list(stored: MatchService) -> MatchbookApp:
    """The program on that store, with two views."""
    keeper = PreferencesStore()
    keeper.keep(partial(with_view, view=SavedView("Finished", "status:finished sort:opened-up")))
    keeper.keep(partial(with_view, view=SavedView("Long matches of the card game", "game:frc_card_game sort:entries")))
    return MatchbookApp(stored, analytics_of(stored), zone=UTC, keeper=keeper)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_matches_of_a_game(pictured: Pictured, stored_list: MatchbookApp, game: str, size: tuple[int, int]):
    """Filtered by a game while typing: what is typed, what is offered, the rows."""
    pictured(stored_list, size, f"slash {keys(f'game:{game}')}")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_all_matches_in_a_view(pictured: Pictured, stored_list: MatchbookApp, size: tuple[int, int]):
    """The four games under one another; the view is named."""
    pictured(stored_list, size, "v V v")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_views(pictured: Pictured, stored_list: MatchbookApp, size: tuple[int, int]):
    """The box with the views, over the list."""
    pictured(stored_list, size, "M down")


def test_without_colours(pictured: Pictured, stored_list: MatchbookApp):
    """The theme without colours: the cursor, the sorted column and the violations can still be told."""
    stored_list.theme = "matchbook-plain"
    pictured(stored_list, SMALL, "s s s s down")


# --- recording ---------------------------------------------------------------------------------------------------------


PLAYED = 30


def before_a_refusal(app: MatchService, name: str) -> str:
    """Open the match at the first line of its sheet that the rules forbid; return that line."""
    game, sheet = sheet_of(name)
    number = next(n for n, line in enumerate(sheet.lines) if line.refused)
    app.open_match(opening_of(game, sheet), sheet.lines[:number], match_id=MATCH)
    return sheet.lines[number].text


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_record(app: MatchService, pictured: Pictured, name: str, size: tuple[int, int]):
    """Board, prompt, entries, offers; the first whole row is highlighted, and the board shows what it would do."""
    made = recording(app, open_sheet(app, name, PLAYED, match_id=MATCH))

    async def choose(_: Pilot[None], screen: Any) -> None:
        screen.typing.move(1 + next(n for n, row in enumerate(screen.offered.rows) if row.complete))

    pictured(made, size, choose)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_rule_box(app: MatchService, pictured: Pictured, name: str, size: tuple[int, int]):
    """A refusal with rule and text."""
    line = before_a_refusal(app, name)
    pictured(recording(app, MATCH), size, f"{keys(line)} enter")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_conflict_box(app: MatchService, pictured: Pictured, name: str, size: tuple[int, int]):
    """Someone was first: what they recorded, what is not recorded yet."""
    made = recording(app, open_sheet(app, name, PLAYED, match_id=MATCH))
    line = lines_of(name)[PLAYED]

    async def other(*_: object) -> None:
        app.take(MATCH, line)

    pictured(made, size, keys(line), other, "enter")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_undo(app: MatchService, pictured: Pictured, name: str, size: tuple[int, int]):
    """The question before an action is taken back, over the board before it."""
    pictured(recording(app, open_sheet(app, name, PLAYED, match_id=MATCH)), size, "ctrl+z")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_position(app: MatchService, pictured: Pictured, name: str, size: tuple[int, int]):
    """The position on the table, at the first player's parts."""
    pictured(recording(app, open_sheet(app, name, PLAYED, match_id=MATCH)), size, "f5", "pagedown down down")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_queue(app: MatchService, pictured: Pictured, size: tuple[int, int]):
    """Lines that wait behind one that cannot be read."""
    made = recording(app, open_sheet(app, "frc_card_game", 6, match_id=MATCH))

    async def paste(_: Pilot[None], screen: Any) -> None:
        screen.typing.paste("play_studnt wes\nplay_student nia\nend_turn")

    pictured(made, size, paste)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_wizard(app: MatchService, pictured: Pictured, name: str, size: tuple[int, int]):
    """A new match at its decks: the answers so far, and the key for further questions."""
    players = ", ".join(("Ada", "Bo", "Cy", "Di")[: load_game(name).seat_counts[0]])
    made = on_shelf(Shelf(), recording_service=RecordingService(app))
    pictured(made, size, "n", f"{keys(name)} enter enter", f"{keys(players)} enter")
