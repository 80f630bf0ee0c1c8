"""Faults at the table, each on a real store through the real screen: the store fails, another recorder is first, a megabyte is
pasted, the window shrinks, names use any script. Typed text is kept, and the screen tells the truth."""

import resource
from collections.abc import Iterator
from contextlib import suppress
from itertools import starmap
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from domain.entries import Annotated
from domain.registry import load_game
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.typing.scoresheet import Scoresheet
from storage.errors import StoreUnwritable
from storage.verify import verify_match
from tests.campaigns import some
from tests.connections import every_connection
from tests.reliability.terminal import recording
from tests.replay_tui.driving import Walk, keys, press, until, visit
from tests.replay_tui.live import MAIN_PHASE, open_sheet, other_records, table
from tests.replay_tui.live import recording as record_screen

MEGABYTE = 1 << 20
STUDENT = keys("play_student wes")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[MatchService]:
    """The application on a store in a file."""
    with table(tmp_path) as matchbook:
        yield matchbook


@pytest.fixture
def match_id(app: MatchService) -> str:
    """A match in the main phase of turn 1, at entry 7."""
    return open_sheet(app, "frc_card_game", MAIN_PHASE)


def breaking(app: MatchService, statement: str) -> Walk:
    """Changes what the store's connections may do, in mid-match."""

    async def change(pilot: Pilot[None], screen: Any) -> None:
        every_connection(app.store, statement)

    return change


def filled(app: MatchService, match_id: str) -> Walk:
    """Lets the store grow no more, and fills it to the last byte that a note takes; the screen has seen them all then."""

    async def fill(pilot: Pilot[None], screen: Any) -> None:
        every_connection(app.store, f"max_page_count={app.store.recorder.pragma('page_count')}")
        for size in (900, 1):
            with suppress(StoreUnwritable):
                while app.annotate(match_id, Annotated(about=1, text="x" * size)):
                    pass
        await until(lambda: screen.timeline.versions == app.match(match_id).version)

    return fill


@pytest.mark.parametrize(
    ("fault", "said"),
    [("query_only=1", "read-only"), ("", "the disk is full; not recorded, free some space and try again")],
    ids=["read-only", "full"],
)
@pytest.mark.promise(id="R2")
def test_a_store_that_stops_taking(app: MatchService, match_id: str, fault: str, said: str):
    """Read-only or full in mid-match: NOT SAVED with the reason, the line stays, looking around goes on; once the store is
    mended, the same line is saved by one key."""
    breaks = breaking(app, fault) if fault else filled(app, match_id)
    mends = breaking(app, "query_only=0" if fault else "max_page_count=100000")
    walks = ("", breaks, f"{STUDENT} enter", "f2 f2 f2 f2", mends, "enter")
    _, _, failed, viewed, _, saved = visit(record_screen(app, match_id), *walks)
    assert "NOT SAVED: the store refuses writes" in failed.text
    assert any(said in message for message in failed.messages)
    assert "your line is kept, ⏎ tries again" in failed.text
    assert failed.line == viewed.line == "play_student wes"
    assert f"saved {app.match(match_id).version}" in saved.text
    assert saved.line == ""
    assert verify_match(app.store, match_id).findings == ()


@pytest.mark.promise(id="R2")
def test_a_disk_error_is_an_unknown_outcome(app: MatchService, match_id: str, tmp_path: Path):
    """The disk refuses a write: OUTCOME UNKNOWN, the end is read again, the line is kept, and sent again it is stored once."""
    log = tmp_path / "m.db-wal"
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def starve(pilot: Pilot[None], screen: Any) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, kept[1]))

    async def feed(pilot: Pilot[None], screen: Any) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)

    try:
        failed, _, saved = visit(record_screen(app, match_id), *_between(starve, f"{STUDENT} enter", feed), "enter")[1:]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)
    assert "OUTCOME UNKNOWN" in failed.text
    assert failed.line == "play_student wes"
    assert "saved 8" in saved.text
    assert app.match(match_id).version == 8


def _between(before: Walk, walk: str, after: Walk) -> tuple[Walk | str, ...]:
    return before, walk, after


# --- two programs ------------------------------------------------------------------------------------------------------


@pytest.mark.promise(id="R2")
def test_two_programs_rebase_in_two_keys(app: MatchService, match_id: str, tmp_path: Path):
    """Someone was first: the box shows their entry and name; enter to send and enter to rebase are all it takes."""
    other = other_records(tmp_path, match_id, "play_mentor coach_may")
    boxed, saved = visit(record_screen(app, match_id), STUDENT, other, "enter", "enter")[2:]
    assert "otto recorded first" in boxed.text
    assert "play_mentor coach_may  (otto)" in boxed.text
    assert "saved 9" in saved.text
    assert [e.envelope.by for e in app.history(match_id).entries[-2:]] == ["otto", "tess"]


@pytest.mark.slow
@pytest.mark.promise(id="R2")
def test_two_terminals_on_one_match(app: MatchService, match_id: str, tmp_path: Path):
    """Two real programs: what one saves comes into the other, and both records are one chain."""
    store = tmp_path / "m.db"
    with (
        recording(store, match_id, MATCHBOOK_RECORDER="ann") as one,
        recording(store, match_id, MATCHBOOK_RECORDER="bob") as two,
    ):
        one.type("wes\r")
        one.wait_saved(8)
        two.wait_for("+1 by ann")
        two.type("end_turn\r")
        two.wait_saved(9)
        one.wait_for("+1 by bob")
    assert [e.envelope.by for e in app.history(match_id).entries[-2:]] == ["ann", "bob"]
    assert verify_match(app.store, match_id).findings == ()


# --- sizes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "walk"),
    some(
        starmap(
            pytest.param,
            [
                ("line", keys("play_st")),
                ("rule box", f"{keys('play_student zed')} enter"),
                ("as played", f"{keys('draw_card')} enter r {keys('why')}"),
                ("undo", "ctrl+z"),
                ("position", "f5 pagedown"),
                ("help", "f1"),
            ],
        ),
        3,
    ),
)
@pytest.mark.promise(id="Convention 11")
def test_down_to_40x10_and_back(app: MatchService, match_id: str, name: str, walk: str):
    """Given any open box, when the window shrinks to 40x10 and grows again, then it shows the same as before."""

    async def shrink(pilot: Pilot[None], screen: Any) -> None:
        await pilot.resize_terminal(40, 10)
        await pilot.pause()

    async def grow(pilot: Pilot[None], screen: Any) -> None:
        await pilot.resize_terminal(80, 24)
        await pilot.pause()

    before, small, after = visit(record_screen(app, match_id), walk, shrink, grow)
    assert max(map(len, small.lines)) <= 40
    assert len(small.lines) == 10
    assert after.text == before.text


# --- names -------------------------------------------------------------------------------------------------------------

NAMES = [
    ("[bold]Ada[/bold]", "[red"),
    ("アダ・ラブレス", "张伟"),
    ("عدا", "רות"),
    ("Åsa Ölander", "Zoë"),
    ("👩‍🚀", "e\u0301ve"),
    ('O\'Hara "Jo"', "a=b"),
    ("x" * 80, "y" * 80),
    ("{tag}", "$name \\n"),
]


@pytest.mark.parametrize("players", some(NAMES, 3))
@pytest.mark.promise(id="R1")
def test_names_of_any_script_and_with_markup(app: MatchService, players: tuple[str, str]):
    """Players of any name are recorded: their commands are offered, judged, saved, shown and declared as they are written."""
    flags = Scoresheet((), players=players, decks={0: "30", 1: "30"}, catalogue="adas_gamble")
    match_id = app.open_match(opening_of(load_game("frc_card_game"), Scoresheet(()), flags)).id

    async def draw(pilot: Pilot[None], screen: Any) -> None:
        row = next(n for n, row in enumerate(screen.offered.rows) if row.line.startswith("draw_opening_hand"))
        await press(pilot, *["down"] * (row + 1), "enter")

    first, saved, form, undone = visit(record_screen(app, match_id), draw, draw, "f5 pagedown", "escape ctrl+z")
    assert app.match(match_id).version == 3
    assert "saved 2" in first.text
    assert "saved 3" in saved.text
    assert "POSITION" in form.text
    assert "take back" in undone.text


@pytest.mark.promise(id="R1")
def test_a_reason_with_markup_is_kept_as_written(app: MatchService, match_id: str):
    """A typed reason or note is text, including brackets."""
    reason = "[red]why[/red] \\["
    visit(record_screen(app, match_id), f"{keys('draw_card')} enter r {keys(reason)} enter")
    assert app.history(match_id).entries[-1].payload.reason == reason  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["x" * MEGABYTE, "nonsense x\n" * 95_326], ids=["one line", "many lines"])
@pytest.mark.promise(id="R5")
def test_a_megabyte_into_a_real_terminal(match_id: str, tmp_path: Path, text: str):
    """The program takes a pasted megabyte in, says what was too much, and records the next action."""
    with recording(tmp_path / "m.db", match_id) as terminal:
        terminal.paste(text)
        terminal.wait_for("taken")
        terminal.written = b""
        terminal.type("\x15")  # ctrl+u empties the line
        terminal.wait_for("a command, its number")
        terminal.type("play_student wes\r")
        terminal.wait_saved(8)
