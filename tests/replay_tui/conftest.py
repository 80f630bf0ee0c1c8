"""Fixtures of the terminal program's tests: a store, hand-written matches, pictures."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widgets import Input

from replay_tui.app import MatchbookApp
from replay_tui.timeline_follower import TimelineFollower
from service.recording.match_service import MatchService
from tests.replay_tui.asked import analytics, answers, counted, counted_store, statistics
from tests.replay_tui.driving import Pictured, Walk, settle, visit
from tests.replay_tui.live import MAIN_PHASE, MATCH, id_of, open_sheet, table, ticking
from tests.replay_tui.memory import AnyHistory
from tests.replay_tui.pictures import compare
from tests.rulebooks import RULEBOOKS

__all__ = ["analytics", "answers", "counted", "counted_store", "statistics"]

_PARSED: defaultdict[str, LRUCache[tuple[object, ...], list[RuleSet]]] = defaultdict(lambda: LRUCache(1024))
"""Rules of style sheets by the colours they were read with."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a picture can be chosen: `-m picture`."""
    for item in items:
        if "pictured" in getattr(item, "fixturenames", ()):
            item.add_marker("picture")


@pytest.fixture(autouse=True)
def _styles_are_read_once(monkeypatch: pytest.MonkeyPatch):
    """A program reads its style sheets when it starts; the programs of all tests read the same ones."""
    begin, choose = Stylesheet.__init__, Stylesheet.set_variables

    def init(self: Stylesheet, *, variables: dict[str, str] | None = None) -> None:
        begin(self, variables=variables)
        self._parse_cache = _PARSED[repr(variables or {})]

    def set_variables(self: Stylesheet, variables: dict[str, str]) -> None:
        self._parse_cache = LRUCache(1)
        choose(self, variables)
        self._parse_cache = _PARSED[repr(variables)]

    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)  # the same one, without a call of Python for each rule
    monkeypatch.setattr(Stylesheet, "__init__", init)
    monkeypatch.setattr(Stylesheet, "set_variables", set_variables)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[MatchService]:
    """The application on a store of its own; its clock goes on by a second with each entry."""
    with table(tmp_path, clock=ticking()) as matchbook:
        yield matchbook


@pytest.fixture
def match_id(app: MatchService) -> str:
    """A match in the main phase of turn 1, at entry 7: Ada may play a student."""
    return open_sheet(app, "frc_card_game", MAIN_PHASE)


@pytest.fixture
def gamble(app: MatchService) -> str:
    """Ada's gamble in turn 3."""
    return open_sheet(app, "frc_card_game", 20, match_id=MATCH)


@pytest.fixture(scope="session")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchService]:
    """A store with the whole hand-written match of each game. Tests must not add to it."""
    with table(tmp_path_factory.mktemp("sheets")) as matchbook:
        for game in RULEBOOKS:
            open_sheet(matchbook, game, 1000, match_id=id_of(game))
        yield matchbook


@pytest.fixture
def history_of(sheets: MatchService) -> Callable[[str], AnyHistory]:
    """The whole hand-written match of a game."""
    return lambda game: sheets.history(id_of(game))


@pytest.fixture
def pictured(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Pictured:
    """Compare the screen after some walks with its kept picture: `pictured(app, size, *walks)`."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr(
        TimelineFollower, "SECONDS", 3600
    )  # what others record is seen when the walk comes to it, not a second later

    def compared(app: MatchbookApp, size: tuple[int, int], *walks: str | Walk) -> None:
        async def compare_now(pilot: Pilot[None], _: object) -> None:
            for line in pilot.app.screen.query(Input):
                line.cursor_blink = False
            compare(pilot.app, await settle(pilot), request.node)

        visit(app, *walks, compare_now, size=size)

    return compared
