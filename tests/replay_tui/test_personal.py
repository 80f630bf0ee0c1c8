"""Personal settings: bookmarks that survive a restart, and colours that stay as chosen."""

import re
from functools import partial
from pathlib import Path
from typing import get_args

import pytest
from rich.style import Style
from textual.filter import dim_color
from textual.pilot import Pilot
from textual.widgets import Input

from domain.board import Tone
from domain.entries import Annotated
from domain.plan import Role
from replay_tui import personal
from replay_tui.app import MatchbookApp
from replay_tui.personal import PLAIN, THEMES
from replay_tui.widgets.key_footer import FooterKeys
from replay_tui.widgets.line_pad import LinePad
from replay_tui.widgets.lines import StyledText
from replay_tui.widgets.suggestion_list import SuggestionList
from service.preferences import PreferencesFile, PreferencesStore, with_bookmark, with_theme
from service.reading.styled_text import Now
from tests.campaigns import some
from tests.replay_tui.driving import press, see, settle, visit
from tests.replay_tui.memory import AnyHistory, Shelf, extend, finished, on_shelf, row, running
from tests.replay_tui.test_matches_screen import ROWS, listing
from tests.service.test_exports import luminance


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The place of the preferences."""
    return tmp_path / "preferences.json"


def program(path: Path, history: AnyHistory | None = None) -> MatchbookApp:
    """The program on one match, newly started."""
    return on_shelf(Shelf(history=history), match_id="match-3", keeper=PreferencesStore(PreferencesFile(path)))


def test_bookmarks_survive_a_restart(path: Path):
    """`m` on an entry and inside one; the next time `b` goes to both, the position line says whose they are, and `m` removes them
    for good."""
    see(program(path), "right", "right", "m", "6", "right", "full_stop", "m")
    first, second = visit(program(path), "b", "b")
    assert first.place.endswith("your bookmark")
    assert PreferencesFile(path).read()[0].bookmarks == {"match-3": ("3", second.address.partition("/")[2])}
    see(program(path), "b m b m")
    assert not PreferencesFile(path).read()[0].bookmarks


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
    """An unknown or empty one is not an error."""
    keeper = PreferencesStore(PreferencesFile(path))
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
    "replay": lambda: (on_shelf(Shelf(history=running()), match_id="match-3"), ("g", "v", "c", "m")),
    "details": lambda: (on_shelf(Shelf(), match_id="match-3"), ("v", "enter")),
    "help": lambda: (listing(Shelf(ROWS)), ("question_mark",)),
}


@pytest.mark.parametrize("name", some(SCREENS, 3))
@pytest.mark.promise(id="Convention 11")
def test_without_colour_every_screen_is_grey(name: str, monkeypatch: pytest.MonkeyPatch):
    """With NO_COLOR, and with the theme without colours, the screen is colourless."""
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
    rows = (row(1, violations=2), row(2, kind="competition"), row(3, kind="what-if", status="running"))
    text = see(listing(Shelf(rows))).text
    assert all(sign in text for sign in ("\n>", "COMPETITION", "WHAT-IF", "in progress", " 2\n"))
    replay = see(on_shelf(Shelf(history=running()), match_id="match-3"), "g", "v", "m", "c").text
    assert all(sign in replay for sign in ("REPLAY", "! MG-P03", "your bookmark", "\n>", "as judge"))
    taken_back = see(on_shelf(Shelf(history=running()), match_id="match-3"), "end").text
    assert re.search(r"\bx ", taken_back)


def test_every_text_of_every_theme_stands_out(path: Path):
    """Every tone of text and every kind of card, on each ground of each pane and on the row of a cursor, a key that cannot be
    pressed, and the hint in an empty line, have a contrast of 4.5 to 1 or more."""
    app, weak, tones = program(path), [], (*get_args(Tone), *get_args(Now), *get_args(Role))

    async def look(pilot: Pilot[None]) -> None:
        await pilot.app.screen.mount(SuggestionList(), LinePad(most=1))
        await press(pilot, "colon")
        for theme in THEMES:
            app.theme = theme.name
            await settle(pilot)
            widgets = list(app.screen.walk_children())
            styles = [
                ((type(pane).__name__, pane.id, tone, ground), pane._style(tone, ground))
                for pane in widgets
                if isinstance(pane, StyledText)
                for tone in tones
                for ground in ("", "shade", *(name for name in pane.COMPONENT_CLASSES if name.endswith("--cursor")))
            ]
            keys = next(one for one in widgets if isinstance(one, FooterKeys))
            styles += [
                ((name, enabled), keys._style(name, 9, enabled)) for name in KEY_PARTS for enabled in (True, False)
            ]
            styles.append((("hint",), app.screen.query_one(Input).get_component_rich_style("input--placeholder")))
            weak.extend((theme.name, name) for name, style in styles if contrast(style) < 4.5)

    visit(app, "right", then=look)
    assert weak == []
    styles = "".join(file.read_text(encoding="utf-8") for file in (Path(personal.__file__).parent / "styles").iterdir())
    assert set(re.findall(r"--cursor \{ background: ([^;]*);", styles)) == {"$accent $cursor-share"}
    boxes = [styles.partition(f"\n{box} {{")[2].partition("\n}")[0] for box in ("ExplorerScreen", "SplitBox")]
    assert all("--cursor" in box and "$surface" not in box for box in boxes), "a cursor on a raised ground is too light"


KEY_PARTS = ("footer-keys--key", "footer-keys--description")


def contrast(style: Style) -> float:
    """Between a text and its ground, as the WCAG reckon it."""
    colour, ground = style.color, style.bgcolor
    assert colour is not None
    assert ground is not None
    shown = dim_color(ground, colour) if style.dim else colour
    light, dark = sorted((luminance(one.get_truecolor().hex) for one in (shown, ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
