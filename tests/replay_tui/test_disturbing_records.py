"""The screens over records that hold control characters, as an older program may have left them: every key of every screen."""

from collections.abc import Iterator

import pytest

from domain.text import is_undrawn
from replay_tui.app import MatchbookApp
from replay_tui.keymap import SCREENS
from service.recording.match_service import MatchService
from service.recording.recording_service import RecordingService
from tests.campaigns import some
from tests.replay_tui.driving import Seen, visit
from tests.replay_tui.live import analytics_of, table, whole
from tests.service.test_disturbing_exits import GAMES, record

LEAVING = ("quit", "pop_screen", "back", "copy")
"""Actions that end the program or the screen."""
WALKS = {
    "Matches": "",
    "Replay: list": "enter end",
    "Rules": "enter f6",
    "Cards and decks": "enter f7",
    "Statistics: questions": "f8",
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchService]:
    """A store with such a match of each game."""
    with table(tmp_path_factory.mktemp("disturbing")) as opened:
        for game in GAMES:
            record(opened.store, game)
        yield opened


def keys_of(screen: str) -> list[str]:
    """One key for each thing that can be done on a screen and stays in the program."""
    keys = [key for group in SCREENS[screen] for key in group]
    return [key.keys.split(",")[0] for key in keys if not any(word in key.action for word in LEAVING)]


def disturbing(seen: Seen) -> list[str]:
    """The characters on the screen or in a notification that would disturb a terminal."""
    return [line for line in (*seen.lines, *seen.messages) if any(map(is_undrawn, line.replace("\n", "")))]


@pytest.mark.slow
@pytest.mark.parametrize("screen", some(WALKS, 1))
def test_no_screen_lets_anything_out(app: MatchService, screen: str) -> None:
    """Given any key on a screen over such records, then its cells are free of control and direction characters."""
    walks = [WALKS[screen], *(f"escape {key}" if screen == "Matches" else key for key in keys_of(screen))]
    seen = visit(whole(app, records=False), *walks)
    assert [disturbing(one) for one in seen if disturbing(one)] == []
    if screen not in ("Rules", "Statistics: questions"):
        assert any("�" in line for one in seen for line in one.lines), "texts of the records are shown"


@pytest.mark.parametrize("game", some(GAMES[1:3], 1), ids=lambda game: game.name)
def test_the_record_screen_lets_nothing_out(app: MatchService, game: object) -> None:
    """The recording of a match among such players: its boards, offers, verdicts and boxes."""
    match = game.name.replace("_", "")[:8] + "0000"  # type: ignore[attr-defined]
    service = RecordingService(app)
    walks = [
        "",
        *["a", "tab", "escape", "down", "f2", "f2", "f5", "escape", "f1", "escape", "f6", "escape", "f7", "escape"],
    ]
    seen = visit(MatchbookApp(app, analytics_of(app), recording_service=service, live=service.history(match)), *walks)
    assert [disturbing(one) for one in seen if disturbing(one)] == []
    assert any("�" in line for one in seen for line in one.lines)
