"""The program on a store as the command line opens it: list, replay, and another process that records."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from domain.game import load_game
from domain.table import JUDGE, SPECTATOR
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from replay_tui.screens import replay
from service.demonstration import type_in
from service.drawing import draw_board
from service.library import Library
from service.logtext import entry_lines
from service.matchbook import Matchbook, Note
from service.resources import sample_sheets
from service.spans import width_of
from storage.store import MatchStore
from tests.replay_tui.conftest import see, visit
from tests.replay_tui.test_following import until


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A store on disk."""
    return f"sqlite:///{tmp_path / 'matches.db'}"


@pytest.fixture
def matchbook(url: str) -> Iterator[Matchbook]:
    """The application over it."""
    with Matchbook(MatchStore.open(url, create=True), recorder="tess") as app:
        yield app


@pytest.fixture
def library(matchbook: Matchbook, tmp_path: Path) -> Library:
    """What the program looks at."""
    return Library(matchbook, Analytics(tmp_path / "analytics.duckdb", matchbook.store))


@pytest.fixture
def match_id(matchbook: Matchbook) -> str:
    """A sample match, typed in from its scoresheet."""
    game = load_game("frc_card_game")
    return type_in(matchbook, game, sample_sheets(game)[0]).id


def test_a_recorded_match_is_listed_and_replayed(library: Library, match_id: str):
    """The sample match stands in the list; `enter` replays it to its end without an error."""
    listed, opened, end = visit(MatchbookApp(library), "", "enter", "end")
    assert "1 match" in listed.lines[0]
    assert match_id in opened.lines[0]
    assert end.address.startswith(match_id)


def test_every_position_can_be_drawn_for_every_viewpoint(library: Library, match_id: str):
    """Board, action and event of each position of the sample match, for all who may look, fit any width."""
    history = library.history(match_id)
    game = history.match.game
    for frame in history.frames:
        for viewpoint in (0, 1, JUDGE, SPECTATOR):
            board = game.board(frame.state, viewpoint)
            for width in (40, 80, 120):
                assert all(width_of(line) <= width for line in draw_board(board, width))
            assert "".join(entry_lines(history, frame.version, viewpoint)).isprintable()


def test_what_another_program_records_comes_in(
    library: Library, url: str, match_id: str, monkeypatch: pytest.MonkeyPatch
):
    """A note that is recorded through another connection is counted as new within a poll."""
    monkeypatch.setattr(replay, "POLL_SECONDS", 0.1)

    async def record(pilot: Pilot[None]) -> None:
        with Matchbook(MatchStore.open(url), recorder="otto") as other:
            other.annotate(match_id, Note(about=1, text="seen from the other table"))
        await until(pilot, lambda: "new" in " ".join(pilot.app.screen.badges))  # type: ignore[attr-defined]

    seen = see(MatchbookApp(library, match_id=match_id), "home", "right", then=record)
    assert seen.place.endswith("+1 new")


def test_an_empty_store_says_what_to_do(library: Library):
    """The first screen of a new user is not blank."""
    assert "No matches yet." in see(MatchbookApp(library)).text


def test_an_unknown_match_is_named(library: Library):
    """The list stays, with the error."""
    seen = see(MatchbookApp(library, match_id="nosuchmatch"))
    assert any("nosuchmatch" in message for message in seen.messages)
