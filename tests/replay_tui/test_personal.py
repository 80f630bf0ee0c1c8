"""What is one's own: bookmarks that survive a restart, and colours that stay as they were chosen."""

import re
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from domain.entries import Annotated
from replay_tui.app import MatchbookApp
from replay_tui.personal import PLAIN, THEMES
from service.preferences import Keeper, PreferencesFile, with_bookmark, with_theme
from tests.campaigns import some
from tests.replay_tui.conftest import AnyHistory, Shelf, extend, finished, row, running, see, visit
from tests.replay_tui.test_matches_screen import ROWS, listing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the preferences are kept."""
    return tmp_path / "preferences.json"


def program(path: Path, history: AnyHistory | None = None) -> MatchbookApp:
    """The program on one match, as started anew."""
    return MatchbookApp(Shelf(history=history), match_id="match-3", keeper=Keeper(PreferencesFile(path)))


def test_bookmarks_survive_a_restart(path: Path):
    """`m` on an entry and inside one; the next time `b` goes to both, and the position line says whose they are."""
    see(program(path), "right", "right", "m", "6", "right", "full_stop", "m")
    first, second = visit(program(path), "b", "b")
    assert first.place.endswith("your bookmark")
    assert PreferencesFile(path).read()[0].bookmarks == {"match-3": ("3", second.address.partition("/")[2])}


def test_a_bookmark_is_removed_for_good(path: Path):
    """`m` again removes it; nothing is left in the file."""
    see(program(path), "right", "m")
    see(program(path), "b", "m")
    assert not PreferencesFile(path).read()[0].bookmarks


@pytest.mark.promise(id="V7")
def test_a_bookmark_set_in_a_replay_is_not_recorded(path: Path):
    """The match gains no entry; the bookmark is one's own."""
    history = finished()
    entries = list(history.entries)
    see(program(path, history), "right", "m")
    assert history.entries == entries


@pytest.mark.promise(id="R9")
def test_recorded_bookmarks_and_ones_own_stand_side_by_side(path: Path):
    """`b` goes to both; a recorded one stays when `m` is pressed on it, and each is called by its name."""
    history = extend(finished(), Annotated(about=8, bookmark=True))
    seen = visit(program(path, history), "right m", "b", "m", "m")
    assert seen[0].place.endswith("your bookmark")
    assert seen[1].address == "match-3/8"
    assert [s.place.endswith(" bookmark") for s in seen[1:]] == [True, True, True]
    assert history.entries[-1].payload == Annotated(about=8, bookmark=True)


def test_a_bookmark_beyond_what_can_be_seen_is_left_out(path: Path):
    """One that names no place, or none yet, is no error."""
    keeper = Keeper(PreferencesFile(path))
    for place in ("99", "2.77", "nonsense", "4"):
        keeper.keep(partial(with_bookmark, match="match-3", place=place, marked=True))
    keeper.save()
    first, last = visit(program(path, running()), "g b", "b")
    assert first.address == last.address == "match-3/4"


def test_the_theme_is_remembered(path: Path):
    """F9 goes through dark, light and no colour; the next start looks the same; an unknown one is dark."""
    app = program(path)
    see(app, "f9", "f9")
    assert program(path).theme == PLAIN.name
    PreferencesFile(path).update(partial(with_theme, theme="gone"))
    assert program(path).theme == THEMES[0].name


def test_preferences_that_cannot_be_read_are_told_on_the_screen(path: Path):
    """One line; the program starts."""
    path.write_text("{")
    seen = see(program(path))
    assert "preferences.json.damaged-1" in seen.messages[0]


def test_preferences_that_cannot_be_saved_are_told_and_count_meanwhile(tmp_path: Path):
    """The bookmark is there until the program ends."""
    (tmp_path / "file").write_text("in the way")
    seen = see(program(tmp_path / "file" / "preferences.json"), "right", "m")
    assert "not kept" in seen.messages[-1]
    assert seen.place.endswith("your bookmark")


def colours(app: MatchbookApp, *keys: str) -> set[tuple[int, int, int]]:
    """All colours on the screen after these keys."""
    found: set[tuple[int, int, int]] = set()

    async def collect(pilot: Pilot[None]) -> None:
        for strip in pilot.app.screen._compositor.render_strips():
            for style in (segment.style for segment in strip if segment.style):
                shown = [colour for colour in (style.color, style.bgcolor) if colour is not None]
                found.update(tuple(colour.get_truecolor()) for colour in shown)

    see(app, *keys, then=collect)
    return found


def coloured(colours: set[tuple[int, int, int]]) -> set[tuple[int, int, int]]:
    """Those that are not grey."""
    return {colour for colour in colours if len(set(colour)) > 1}


SCREENS = {
    "list": lambda: (listing(Shelf(ROWS)), ()),
    "filter": lambda: (listing(Shelf(ROWS)), ("slash", "r")),
    "views": lambda: (listing(Shelf(ROWS)), ("M",)),
    "replay": lambda: (MatchbookApp(Shelf(history=running()), match_id="match-3"), ("g", "v", "c", "m")),
    "details": lambda: (MatchbookApp(Shelf(), match_id="match-3"), ("v", "enter")),
    "help": lambda: (listing(Shelf(ROWS)), ("question_mark",)),
}


@pytest.mark.parametrize("name", some(SCREENS, 3))
@pytest.mark.promise(id="Convention 11")
def test_without_colour_every_screen_is_grey(name: str, monkeypatch: pytest.MonkeyPatch):
    """With NO_COLOR, and with the theme without colours, nothing on the screen has a colour."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    app, keys = SCREENS[name]()
    assert coloured(colours(app, *keys))
    app, keys = SCREENS[name]()
    app.theme = PLAIN.name
    assert coloured(colours(app, *keys)) == set()
    monkeypatch.setenv("NO_COLOR", "1")
    app, keys = SCREENS[name]()
    assert coloured(colours(app, *keys)) == set()


@pytest.mark.promise(id="Convention 11")
def test_marks_are_signs_and_words():
    """In plain text: the cursor `>`, violations as a number, what-ifs, contests, who is to act, marks, bookmarks."""
    rows = (row(1, violations=2), row(2, kind="contest"), row(3, kind="what-if", status="running"))
    text = see(listing(Shelf(rows))).text
    assert all(sign in text for sign in ("\n>", "CONTEST", "WHAT-IF", "running", " 2\n"))
    replay = see(MatchbookApp(Shelf(history=running()), match_id="match-3"), "g", "v", "m", "c").text
    assert all(sign in replay for sign in ("REPLAY", "! MG-P03", "your bookmark", "\n>", "as judge"))
    taken_back = see(MatchbookApp(Shelf(history=running()), match_id="match-3"), "end").text
    assert re.search(r"\bx ", taken_back)
