"""The record screen, its boxes, the form and the wizard as drawn: each game, both sizes. A changed picture must be looked at."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.keys import _character_to_key
from textual.pilot import Pilot

from domain.registry import load_game
from replay_tui.app import MatchbookApp
from replay_tui.screens.record import RecordScreen
from service.recording.acts import RecordingDesk
from service.recording.matchbook import Matchbook
from service.recording.opening import opening_of
from tests.replay_tui.conftest import Shelf, press, settle
from tests.replay_tui.live import open_sheet, program, sheet_of

SIZES = [(80, 24), (120, 40)]
GAMES = ["frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood"]
MATCH_ID = "7kq2m4xd9fra"
PLAYED = 30

Walk = Callable[[Pilot[Any]], Any]
Pictured = Callable[..., bool]


@pytest.fixture
def pictured(snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> Pictured:
    """Compares the picture after some keys (and things that happen) with the one that is kept."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

    def compare(made: MatchbookApp, size: tuple[int, int], *walks: str | Walk) -> bool:
        async def walk(pilot: Pilot[Any]) -> None:
            await settle(pilot)
            for step in walks:
                if callable(step):
                    step(pilot)
                else:
                    await press(pilot, *step.split())
                await settle(pilot)
            for line in pilot.app.screen.query("Input"):
                line.cursor_blink = False  # type: ignore[attr-defined]
            await settle(pilot)

        return snap_compare(made, run_before=walk, terminal_size=size)

    return compare


def keys(text: str) -> str:
    """The keys of a text."""
    return " ".join(map(_character_to_key, text))


def before_a_refusal(app: Matchbook, name: str) -> str:
    """The match at the first line of its sheet that the rules forbid; returns that line."""
    game, sheet = sheet_of(name)
    number = next(n for n, line in enumerate(sheet.lines) if line.refused)
    app.open_match(opening_of(game, sheet), sheet.lines[:number], match_id=MATCH_ID)
    return sheet.lines[number].text


def next_line(name: str) -> str:
    """The line of the sheet that comes next."""
    return [line.text for line in sheet_of(name)[1].lines if not line.refused][PLAYED]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_record(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """Board, prompt, entries, offers; the first whole row is highlighted, and the board shows what it would do."""
    made = program(app, open_sheet(app, name, PLAYED, match_id=MATCH_ID))

    def choose(pilot: Pilot[Any]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, RecordScreen)
        screen.move(1 + next(n for n, row in enumerate(screen.offered.rows) if row.complete))

    assert pictured(made, size, choose)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_rule_box(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """What the rules forbid, with rule and text."""
    line = before_a_refusal(app, name)
    assert pictured(program(app, MATCH_ID), size, f"{keys(line)} enter")


@pytest.mark.parametrize("size", SIZES)
def test_rule_box_reason(app: Matchbook, pictured: Pictured, size: tuple[int, int]):
    """The reason for recording it as played is asked for."""
    line = before_a_refusal(app, "frc_card_game")
    assert pictured(program(app, MATCH_ID), size, f"{keys(line)} enter", "r")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_conflict_box(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """Someone was first: what they recorded, what is not recorded yet."""
    made = program(app, open_sheet(app, name, PLAYED, match_id=MATCH_ID))
    line = next_line(name)

    def other(pilot: Pilot[Any]) -> None:
        app.take(MATCH_ID, line)

    assert pictured(made, size, keys(line), other, "enter")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_undo(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """The question before an action is taken back, over the board before it."""
    assert pictured(program(app, open_sheet(app, name, PLAYED, match_id=MATCH_ID)), size, "ctrl+z")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_position(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """The position on the table, at the first player's parts."""
    assert pictured(program(app, open_sheet(app, name, PLAYED, match_id=MATCH_ID)), size, "f5", "pagedown down down")


@pytest.mark.parametrize("size", SIZES)
def test_queue(app: Matchbook, pictured: Pictured, size: tuple[int, int]):
    """Lines that wait behind one that cannot be read."""
    made = program(app, open_sheet(app, "frc_card_game", 6, match_id=MATCH_ID))

    def paste(pilot: Pilot[Any]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, RecordScreen)
        screen.paste("play_studnt wes\nplay_student nia\nend_turn")

    assert pictured(made, size, paste)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_wizard(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """A new match at its options: the answers so far, what can be changed."""
    players = ", ".join(("Ada", "Bo", "Cy", "Di")[: load_game(name).seat_counts[0]])
    made = MatchbookApp(Shelf(), desk=RecordingDesk(app))
    assert pictured(made, size, "n", f"{keys(name)} enter enter", f"{keys(players)} enter")
