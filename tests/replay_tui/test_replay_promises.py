"""Promises of every replay: zoom, steps from memory, the timeline, REPLAY on every view, the conventions."""

import dataclasses
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.actions import parse
from textual.pilot import Pilot

from domain.board import Board, CardView, Panel, Zone
from domain.entries import Annotated
from domain.plan import Plan, SeatPlan, ZonePlan
from domain.replay import open_history
from domain.seats import JUDGE, SPECTATOR
from replay_tui.keymap import KEYS, Key
from replay_tui.screens.replay import ReplayScreen
from replay_tui.timeline import Timeline
from replay_tui.widgets.event_list import EventList
from replay_tui.widgets.timeline_row import TimelineRow
from service.reading.page import html_replay
from service.reading.styled_text import plain
from service.reading.table.picture import drawn
from service.recording.match_service import MatchService
from tests.campaigns import some
from tests.replay_tui.driving import Seen, keys, press, see, settle, visit
from tests.replay_tui.live import id_of, whole
from tests.replay_tui.memory import AnyHistory, extend, finished, running, showing
from tests.rulebooks import RULEBOOKS

STEPS = (
    *("right", "left", "j", "k", "full_stop", "comma", "home", "end", "g", "G", *"0123456789", *"vVdDbBnN"),
    *("right_square_bracket", "left_square_bracket", "shift+right", "shift+left"),
    *("right_curly_bracket", "left_curly_bracket"),
)
"""Every key that moves the position at once."""


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.promise(id="V1")
def test_three_zoom_levels(history_of: Callable[[str], AnyHistory], name: str):
    """`e` lists actions, then every event under its action, then turns; the position stays."""
    history = history_of(name)
    timeline = Timeline(history)
    rows: list[int] = []

    async def count(pilot: Pilot[None]) -> None:
        rows.append(pilot.app.screen.query_one(EventList).rows.count)

    seen = visit(showing(history), "end", "e", "e", then=count, size=(110, 40))
    assert rows == [
        timeline.versions,
        timeline.versions + sum(map(_has_event, history.frames)),
        len(timeline.turn_starts),
    ]
    assert [next(t for t in ("Actions", "Events", "Turns") if f"─{t}─" in s.text) for s in seen] == [
        "Actions",
        "Events",
        "Turns",
    ]
    assert len({s.address for s in seen}) == 1


def _has_event(frame: Any) -> bool:
    return frame.event is not None


@pytest.mark.parametrize("name", some(["frc_card_game", "pbl_robots"], 1))
@pytest.mark.promise(id="V2")
def test_steps_come_from_memory(history_of: Callable[[str], AnyHistory], name: str):
    """Once a match is open, no step, jump or change of zoom or viewpoint computes a state, a rule or a move again."""
    history = history_of(name)
    calls: Counter[str] = Counter()

    def counted(part: str) -> Callable[..., Any]:
        original = getattr(history.match.game, part)

        def call(*given: Any) -> Any:
            calls[part] += 1
            return original(*given)

        return call

    parts = ("evolve", "check", "resolution", "legal")
    game = dataclasses.replace(history.match.game, **{part: counted(part) for part in parts})
    again = open_history(game, history.match.states[0].catalogue, history.entries)
    assert calls.pop("evolve") > len(history.entries)
    visit(showing(again), " ".join(STEPS), "e f c enter 5", " ".join(reversed(STEPS)))
    assert calls == {}


@pytest.mark.promise(id="V4")
def test_the_timeline_shows_how_the_gauge_ran_and_what_is_marked():
    """Columns show the points by their height, with violations, take-backs, bookmarks and notes at their entries."""
    noted = extend(running(), Annotated(about=2, text="slow"), Annotated(about=3, bookmark=True))
    (seen,) = visit(showing(noted), "home v", size=(120, 40))
    *rows, marks = seen.lines[-5:-2]
    assert marks.replace("♦", "").split() == ["b", "!", "!", "x", "i", "i", "i"]
    assert all(row.endswith(" points") and "▁" in row and "┃" in row for row in rows)
    assert any("▃" in row for row in rows)


@pytest.mark.parametrize("column", [6, 68])
@pytest.mark.promise(id="V4")
def test_a_click_seeks(column: int):
    """A click on the row goes to the place under the mouse, and marks it there."""
    reached: list[int] = []

    async def click(pilot: Pilot[None]) -> None:
        await pilot.click("#timeline", offset=(column, 0))

        await pilot.pause()
        timeline, position = pilot.app.screen.query_one(TimelineRow), pilot.app.screen.position  # type: ignore[attr-defined]
        assert position == timeline.position_at(column)
        assert abs(timeline.column_of(position) - column) <= 4
        reached.append(position)

    see(showing(finished()), then=click)
    assert len(reached) == 1


@pytest.mark.parametrize(("name", "size"), zip(RULEBOOKS, [(120, 40), (80, 24), (40, 10), (30, 6)], strict=True))
@pytest.mark.promise(id="V7")
def test_a_view_that_is_not_live_says_replay_and_its_address(
    history_of: Callable[[str], AnyHistory], name: str, size: tuple[int, int]
):
    """At any size, with details, a maximised pane or a prompt, and at the end of a finished match."""
    history = history_of(name)
    seen = visit(showing(history), "5", "enter", "z", "tab", "escape escape slash a", "escape end", size=size)
    assert all(re.match(rf"REPLAY {history.match.id}/\d+(\.\d+)? ", s.lines[0]) for s in seen)
    assert seen[-1].lines[0].startswith(f"REPLAY {history.match.id}/{history.match.version} ")


@pytest.mark.promise(id="V7")
def test_away_from_the_end_a_running_match_is_a_replay():
    """LIVE is the end of a match in progress; one step back, the screen says REPLAY."""
    live, back, ahead, again = visit(showing(running()), "", "left", "right", "end")
    assert [s.lines[0].split()[0] for s in (live, back, ahead, again)] == ["LIVE", "REPLAY", "REPLAY", "LIVE"]


@pytest.mark.promise(id="V7")
def test_pages_and_text_say_replay(history_of: Callable[[str], AnyHistory]):
    """The page of a match bears the word and the address of what it shows."""
    history = history_of("frc_card_game")
    page = html_replay(history, (SPECTATOR,))
    badge = re.search(r'class="badge"[^>]*>REPLAY</span>\s*<span id="where"[^>]*>([^<]*)<', page)
    assert badge is not None
    assert badge[1] == f"{history.match.id}/{history.match.version}"


@pytest.mark.slow
@pytest.mark.promise(id="V7")
def test_no_key_of_a_replay_records(sheets: MatchService):
    """Given any keys in any pane, in a program that could record, then the store is unchanged."""
    path = Path(sheets.store.location.name)
    pressed: set[str] = set()

    async def press_all(pilot: Pilot[None]) -> None:
        for walk, groups in (
            ("5", ("common", "replay", "event_list")),
            ("tab", ("board",)),
            ("enter tab", ("scroll",)),
        ):
            await press(pilot, *walk.split())
            for key in _keys(*groups):
                await press(pilot, key)
                pressed.add(key)
                while not isinstance(pilot.app.screen, ReplayScreen):
                    await pilot.pause()
                    pilot.app.pop_screen()
                pilot.app.screen.prompts.close()

    before = _dump(path)
    see(whole(sheets, match_id=id_of("frc_card_game")), then=press_all)
    assert pressed >= {"l", "m", "enter", "space", "down"}
    assert _dump(path) == before


def _keys(*groups: str) -> list[str]:
    """All keys of some groups but those that leave the replay."""
    found = {key for group in groups for binding in KEYS[group] for key in binding.keys.split(",")}
    return sorted(found - {"q", "escape"})


def _dump(path: Path) -> list[str]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        return list(connection.iterdump())


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.promise(id="Convention 1")
def test_one_line_says_where_one_is(history_of: Callable[[str], AnyHistory], name: str):
    """Entry, turn, phase, the player to act, the time: `entry 41/212 · turn 7 · scoring · Ana to act · 14:32:07`."""
    history = history_of(name)
    (seen,) = visit(showing(history), "5", size=(120, 40))
    frame = seen.screen.timeline.frame(seen.screen.position)
    moment = seen.screen.timeline.moment(seen.screen.position)
    parts = seen.place.split(" · ")
    assert parts[0].startswith(f"entry {frame.version}")
    assert parts[0].endswith(f"/{history.match.version}")
    assert f"{history.match.game.turn_word} {moment.turn}" in parts
    assert moment.phase.replace("_", " ") in parts
    if moment.seat is not None:
        assert f"{frame.state.seats[moment.seat].name} to act" in parts
    assert re.match(r"\d\d:\d\d:\d\d", parts[-1])


@pytest.mark.parametrize("name", RULEBOOKS)
@pytest.mark.promise(id="Convention 2")
def test_the_list_has_gutters_and_shows_the_current_row(history_of: Callable[[str], AnyHistory], name: str):
    """The row of the position is in view after any jump, and the top row names its turn and phase."""
    history = history_of(name)
    for seen in visit(showing(history), "end", "3", "v full_stop", "e", "home", size=(110, 40)):
        rows = [line for line in seen.lines if line.startswith(">")]
        assert len(rows) == 1
    actions = visit(showing(history), "7", size=(110, 40))[-1].lines
    top = actions[next(n for n, line in enumerate(actions) if line.startswith("─Actions")) + 1]
    assert re.match(r"[> ](r\d+)?t\d+ +\w+", top)


@pytest.mark.promise(id="Convention 2")
def test_consequences_are_folded_and_indented():
    """Only the action around the position shows its events, further right than itself."""
    folded, inside = visit(showing(finished()), "s colon 8 enter", "comma")
    assert "8.1" not in folded.text
    action = next(line for line in inside.lines if " 8 turn_up" in line)
    event = next(line for line in inside.lines if line.startswith(">") and "8.1" in line)
    assert event.index("8.1") > action.index("8 turn_up")
    assert "9.1" not in inside.text


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), zip(RULEBOOKS, [(80, 24), (80, 24), (120, 40), (80, 24)], strict=True))
@pytest.mark.promise(id="Convention 3")
def test_the_same_position_gives_the_same_screen(
    history_of: Callable[[str], AnyHistory], name: str, size: tuple[int, int]
):
    """After any walk the screen is, letter by letter and colour by colour, the one that its address leads to."""
    rng, history = random.Random(f"{name}{size}"), history_of(name)
    drawn: list[list[list[Any]]] = []

    async def draw(pilot: Pilot[None]) -> None:
        for _ in range(6):
            await press(pilot, *rng.choices(STEPS, k=8))
            await settle(pilot)
            there = _styled(pilot)
            place = str(pilot.app.screen.query_one("#header").line[1].text).partition("/")[2]  # type: ignore[attr-defined]
            await press(pilot, "home", *f"colon {keys(place)} enter".split())
            await settle(pilot)
            drawn.append([there, _styled(pilot)])

    see(showing(history), then=draw, size=size)
    assert len(drawn) == 6
    assert all(walked == gone for walked, gone in drawn)


def _styled(pilot: Pilot[None]) -> list[Any]:
    return [list(strip) for strip in pilot.app.screen._compositor.render_strips()]


@pytest.mark.parametrize("end", some(["home", "end", "5"], 2))
@pytest.mark.promise(id="Convention 4")
def test_dead_keys_are_dimmed_and_do_nothing(end: str):
    """Given a dimmed key of the replay, then it leaves the screen unchanged; at both ends the keys beyond are dimmed."""
    moving = ("step", "last", "find_next")
    keys = [key for key in KEYS["replay"] if key.action.partition("(")[0] in moving]
    dimmed: set[str] = set()

    async def press_all(pilot: Pilot[None]) -> None:
        for key in keys:
            await press(pilot, end)
            before = _styled(pilot)
            live = _live(pilot.app.screen, key)
            await press(pilot, key.keys.split(",")[0])
            assert (_styled(pilot) == before) is not live, key.id
            dimmed.update(() if live else {key.id})

    see(showing(finished()), then=press_all)
    beyond = {
        "home": {"action.previous", "start", "turn.previous"},
        "end": {"action.next", "end", "turn.next"},
        "5": set(),
    }
    assert dimmed >= beyond[end] | {"find.next", "find.previous"}


def _live(screen: Any, key: Key) -> bool:
    _, action, given = parse(key.action)
    return screen.check_action(action, given) is True


@pytest.mark.parametrize("pane", some(["events", "board", "details"], 1))
@pytest.mark.promise(id="Convention 5")
def test_stepping_keeps_the_focus(pane: str):
    """Given any focused pane, then it keeps the focus through every moving key, a search and a jump by name."""
    walk = {"events": "", "board": "tab", "details": "enter"}[pane]
    after, prompted = visit(
        showing(finished()), f"{walk} {' '.join(STEPS)}", "colon 7 enter slash i v y enter n", size=(120, 40)
    )
    assert (after.focus, prompted.focus) == (pane, pane)


@pytest.mark.promise(id="Convention 9")
def test_the_board_moves_while_one_types():
    """Every letter after `:` or `/` shows where it leads; `esc` takes it back, `enter` stays."""
    places = {"colon 1 3": "13", "colon t 2": "8", "slash i v y": "10", "colon 8 full_stop 1": "8.1"}
    seen = visit(
        showing(finished()), *(walk for keys in places for walk in ("home v", keys, "escape", f"{keys} enter"))
    )
    for number, previewed in enumerate(places.values()):
        back_at, preview, back, stayed = seen[4 * number : 4 * number + 4]
        assert preview.address.endswith(f"/{previewed}")
        assert _board(preview) == _board(stayed) != _board(back_at)
        assert back.text == back_at.text
        assert stayed.address == preview.address


def _board(seen: Seen) -> tuple[str, ...]:
    return seen.lines[1:12]


@pytest.mark.parametrize("wide", [80, 120])
@pytest.mark.promise(id="Convention 10")
def test_an_unknown_card_takes_the_place_of_a_card(wide: int):
    """The picture has one back for each unknown card, and other parts at the same place as beside a known card."""
    row = ZonePlan("row", "Row", "row", "front", room=3)
    plan = Plan(seats=(SeatPlan("Ada", 0),), zones=(row,))

    def shown(first: str) -> str:
        cards = tuple(CardView(key=name, name=name) for name in (first, "Dogwood"))
        panel = Panel(key="p", title="Ada", seat=0, parts=(Zone(key="z", title="Row", cards=cards, plan="row"),))
        return plain(drawn(plan, Board(title="T", moment="m", panels=(panel,)), JUDGE, (wide, 24)))

    known, unknown = shown("Katsura"), shown("??")
    assert len(re.findall("▒+", unknown)) == 1
    assert _columns_of("Dogwood", known) == _columns_of("Dogwood", unknown)


def _columns_of(word: str, drawn: str) -> list[int]:
    return [line.find(word) for line in drawn.splitlines()]


@pytest.mark.parametrize(("name", "size"), zip(RULEBOOKS, [(30, 6), (40, 10), (80, 24), (80, 24)], strict=True))
@pytest.mark.promise(id="Convention 10")
def test_the_viewpoint_is_named_at_all_times(history_of: Callable[[str], AnyHistory], name: str, size: tuple[int, int]):
    """Through every viewpoint, at every size, with a prompt open: the top bar ends with whose eyes these are."""
    history = history_of(name)
    seats = [seat.name for seat in history.match.state.seats]
    walks = ["5", *["f"] * (len(seats) + 1), "slash x", "escape enter z"]
    seen = visit(showing(history), *walks, size=size)
    named = [JUDGE, *seats, SPECTATOR, SPECTATOR, SPECTATOR]
    said = [s.lines[0].rpartition(" as ")[2] for s in seen]
    assert all(name.startswith(part.rstrip("…")) and part for name, part in zip(named, said, strict=True))
    assert size == (30, 6) or said == named
    assert all(cell_len(s.lines[0]) <= size[0] for s in seen)
