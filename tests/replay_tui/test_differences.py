"""The differences between two moments: what is shown, which entry each is linked to, and who may see them."""

from pathlib import Path
from random import Random

import pytest

from domain.entries import Annotated
from domain.seats import JUDGE, SPECTATOR
from replay_tui.screens.differences import DifferencesScreen
from replay_tui.screens.replay import ReplayScreen
from service.errors import UsageProblem
from service.reading.moment_diff import differences, differences_between, places_of
from service.recording.match_service import MatchService
from tests.replay_tui.driving import LARGE, SMALL, Pictured, see, visit
from tests.replay_tui.live import MATCH, open_sheet, replay
from tests.replay_tui.memory import named, showing
from tests.rulebooks import RULEBOOKS

pytestmark = pytest.mark.promise(id="V3")


@pytest.mark.parametrize("game", RULEBOOKS)
def test_each_change_is_linked_to_the_entry_that_caused_it(app: MatchService, game: str):
    """The named entry gave the place its last text: before it the place read otherwise, and after it the text stays."""
    history = app.history(open_sheet(app, game, 40))
    boards = [places_of(history.match.game.board(state, JUDGE)) for state in history.match.states]
    texts = [{(place.label, place.text) for place in board.values()} for board in boards]
    for seed in range(6):
        first, second = sorted(Random(seed).sample(range(1, len(boards)), 2))
        for change in differences(history, first, second, JUDGE):
            assert first < change.version <= second
            assert texts[change.version] != texts[change.version - 1]
            if change.after:
                assert all((change.place, change.after) in texts[v] for v in range(change.version, second + 1))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_no_difference_is_missed(app: MatchService, game: str):
    """Between any two moments, inside entries too, the list has exactly the places whose text differs."""
    history = app.history(open_sheet(app, game, 40))
    board = history.match.game.board
    for seed in range(6):
        first, second = sorted(Random(seed).sample(range(len(history.frames)), 2))
        before, after = (places_of(board(history.frames[n].state, JUDGE)) for n in (first, second))
        keys = [k for k in before | after if (before.get(k) and before[k].text) != (after.get(k) and after[k].text)]
        expected = [key for key in keys if any(p and p.text for p in (before.get(key), after.get(key)))]
        assert len(differences_between(history, first, second, JUDGE)) == len(expected)


def test_backwards_the_texts_change_places(app: MatchService, gamble: str):
    """From the later moment to the earlier, before and after are exchanged."""
    history = app.history(gamble)
    forth = {(c.place, c.before, c.after) for c in differences(history, 8, 20, JUDGE)}
    assert {(c.place, c.after, c.before) for c in differences(history, 20, 8, JUDGE)} == forth


def test_an_entry_that_is_not_there_is_named(app: MatchService, gamble: str):
    """One line says which entry is missing."""
    with pytest.raises(UsageProblem, match="no entry 99; the match has"):
        differences(app.history(gamble), 1, 99, JUDGE)


def test_the_spectator_reads_no_hidden_card(app: MatchService, tmp_path: Path):
    """Judged by viewpoint: a spectator's list omits cards in hands."""
    history = app.history(open_sheet(app, "frc_tcg", 40))
    hands = {c.after for c in differences(history, 1, history.match.version, SPECTATOR) if "hand" in c.place}
    known = {c.after for c in differences(history, 1, history.match.version, JUDGE) if "hand" in c.place}
    assert hands != known
    assert all("hidden" in text or text.isdecimal() or not text for text in hands)


def test_two_moments_show_before_and_after(app: MatchService, gamble: str):
    """`x` marks a moment, and again forgets it; at another one it opens the two columns. The row under the cursor names its
    entry, `y` copies all rows, `esc` goes back, and `enter` goes to the entry."""
    walks = ("x", "x", "x right right right right x", "y", "down down", "escape", "x down down enter")
    seen = visit(replay(app, gamble, place="12"), *walks)
    marked, forgotten, opened, copied, row, back, gone = seen
    found = differences(app.history(gamble), 12, 16, JUDGE)
    assert marked.place.endswith("x from 12")
    assert "x from" not in forgotten.place
    assert isinstance(opened.screen, DifferencesScreen)
    assert opened.lines[0].startswith(f"REPLAY {MATCH}/12 → 16")
    assert opened.lines[2].split() == ["place", "before", "after", "entry"]
    assert [row.entries for row in opened.screen.sheet.rows[1:]] == [str(change.version) for change in found]
    assert copied.copied.startswith(f"{MATCH}/12 → 16 · as judge\nplace")
    assert row.lines[-2].startswith(f"entry {found[2].version} · ")
    assert (back.address, back.place.endswith("x from 12")) == (f"{MATCH}/16", True)
    assert isinstance(gone.screen, ReplayScreen)
    assert gone.address == f"{MATCH}/{found[2].version}"


@pytest.mark.parametrize(
    ("place", "walk", "title"),
    [("16", "x left left left left x", "12 → 16"), ("11", "full_stop x full_stop full_stop x", "12.1 → ")],
)
def test_the_two_moments_may_be_anywhere(app: MatchService, gamble: str, place: str, walk: str, title: str):
    """The earlier one is always shown first, and events are moments too."""
    assert see(replay(app, gamble, place=place), walk).lines[0].startswith(f"REPLAY {MATCH}/{title}")


@pytest.mark.promise(id="Convention 12")
def test_moments_without_a_difference_say_so(app: MatchService, gamble: str):
    """Between a moment and a note on it the boards are equal: the screen says what to do, without a link."""
    app.annotate(gamble, Annotated(about=3, text="a fine move"))
    app.annotate(gamble, Annotated(about=3, text="really"))
    seen = see(replay(app, gamble), "end", "x", "left", "x", "enter")
    assert isinstance(seen.screen, DifferencesScreen)
    assert "The board is the same at both positions" in seen.text
    assert "esc goes back" in seen.text


@pytest.mark.promise(id="Convention 4")
def test_rows_do_not_wrap_around(app: MatchService, gamble: str):
    """Up from the first row stays; down from the last row stays."""
    first, last, below, home = visit(replay(app, gamble, place="2"), "x end x up", "end", "down", "home")
    assert first.lines == home.lines
    assert last.lines == below.lines != first.lines


@pytest.mark.promise(id="Convention 10")
def test_the_viewpoint_is_named_and_kept(app: MatchService, gamble: str):
    """As a spectator one sees the spectator's differences."""
    seen = see(replay(app, gamble, place="12", as_="spectator"), "x", "end", "x")
    assert seen.lines[0].endswith("as spectator")
    found = differences_between(app.history(gamble), 0, 0, SPECTATOR)
    assert found == ()


@pytest.mark.parametrize("size", [(40, 10), (20, 6), (200, 60)])
def test_it_works_in_any_size(app: MatchService, gamble: str, size: tuple[int, int]):
    """The row under the cursor is in view, page by page, and every line fits the screen."""
    for seen in visit(replay(app, gamble, place="2"), "x end x", "pagedown", "pagedown", "end", "pageup", size=size):
        assert all(len(line) <= size[0] for line in seen.lines)
        assert any(line.startswith(">") for line in seen.lines)


def test_names_with_markup_are_text():
    """Brackets in names do not colour or break the screen."""
    seen = see(showing(named("[red]Ada[/]", "[Bo")), "x", "end", "x")
    assert "[red]Ada[/]" in seen.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_as_drawn(app: MatchService, pictured: Pictured, game: str, size: tuple[int, int]):
    """Two moments of each game's hand-written match, the second row chosen."""
    pictured(replay(app, open_sheet(app, game, 40, match_id=MATCH), place="20"), size, "x end x down")
