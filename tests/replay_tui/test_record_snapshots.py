"""The record screen, its boxes, the form and the wizard as drawn: each game, both sizes. A changed picture must be looked at."""

from typing import Any

import pytest
from textual.pilot import Pilot

from domain.registry import load_game
from replay_tui.app import MatchbookApp
from service.recording.acts import RecordingDesk
from service.recording.matchbook import Matchbook
from service.recording.opening import opening_of
from tests.replay_tui.driving import LARGE, SMALL, Pictured, keys
from tests.replay_tui.live import MATCH, lines_of, open_sheet, recording, sheet_of
from tests.replay_tui.memory import Shelf
from tests.rulebooks import RULEBOOKS

PLAYED = 30


def before_a_refusal(app: Matchbook, name: str) -> str:
    """Open the match at the first line of its sheet that the rules forbid; return that line."""
    game, sheet = sheet_of(name)
    number = next(n for n, line in enumerate(sheet.lines) if line.refused)
    app.open_match(opening_of(game, sheet), sheet.lines[:number], match_id=MATCH)
    return sheet.lines[number].text


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_record(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """Board, prompt, entries, offers; the first whole row is highlighted, and the board shows what it would do."""
    made = recording(app, open_sheet(app, name, PLAYED, match_id=MATCH))

    async def choose(_: Pilot[None], screen: Any) -> None:
        screen.move(1 + next(n for n, row in enumerate(screen.offered.rows) if row.complete))

    assert pictured(made, size, choose)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_rule_box(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """What the rules forbid, with rule and text."""
    line = before_a_refusal(app, name)
    assert pictured(recording(app, MATCH), size, f"{keys(line)} enter")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_conflict_box(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """Someone was first: what they recorded, what is not recorded yet."""
    made = recording(app, open_sheet(app, name, PLAYED, match_id=MATCH))
    line = lines_of(name)[PLAYED]

    async def other(*_: object) -> None:
        app.take(MATCH, line)

    assert pictured(made, size, keys(line), other, "enter")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_undo(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """The question before an action is taken back, over the board before it."""
    assert pictured(recording(app, open_sheet(app, name, PLAYED, match_id=MATCH)), size, "ctrl+z")


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_position(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """The position on the table, at the first player's parts."""
    assert pictured(recording(app, open_sheet(app, name, PLAYED, match_id=MATCH)), size, "f5", "pagedown down down")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_queue(app: Matchbook, pictured: Pictured, size: tuple[int, int]):
    """Lines that wait behind one that cannot be read."""
    made = recording(app, open_sheet(app, "frc_card_game", 6, match_id=MATCH))

    async def paste(_: Pilot[None], screen: Any) -> None:
        screen.paste("play_studnt wes\nplay_student nia\nend_turn")

    assert pictured(made, size, paste)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_wizard(app: Matchbook, pictured: Pictured, name: str, size: tuple[int, int]):
    """A new match at its options: the answers so far, what can be changed."""
    players = ", ".join(("Ada", "Bo", "Cy", "Di")[: load_game(name).seat_counts[0]])
    made = MatchbookApp(Shelf(), desk=RecordingDesk(app))
    assert pictured(made, size, "n", f"{keys(name)} enter enter", f"{keys(players)} enter")
