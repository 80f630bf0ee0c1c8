"""The match list: what it shows, how it is filtered and sorted, and what it says when there is nothing to show."""

from datetime import UTC

import pytest
from textual.pilot import Pilot

from replay_tui.app import MatchbookApp
from replay_tui.screens.matches import MatchesScreen
from replay_tui.widgets.match_table import PAGE, result_text
from tests.replay_tui.conftest import Shelf, row, see, visit

ROWS = (
    row(1, players=("Ada", "Bo"), entries=40, violations=2),
    row(2, players=("Rin", "[b]木村[/b]"), entries=1234, title="Final", status="running", winners=(), reason=""),
    row(3, players=("Otto", "Zed"), entries=7, game="other_game"),
)


def listing(shelf: Shelf) -> MatchbookApp:
    """The program on its match list."""
    return MatchbookApp(shelf, zone=UTC)


def players(lines: tuple[str, ...]) -> list[str]:
    """First players of the rows, from top to bottom."""
    return [name for line in lines[3:-1] for name in ("Ada", "Rin", "Otto") if f"{name} v" in line]


def test_rows():
    """A row tells when, what, who, how long and how it ended; names are text; the last changed match stands first."""
    seen = see(listing(Shelf(ROWS)))
    assert players(seen.lines) == ["Otto", "Rin", "Ada"]
    assert (
        seen.lines[3].split()
        == "> 06-15 18:06 other_game Otto v Zed 23 Ada (points)".replace("> ", ">").replace("23", "7").split()
    )
    assert "[b]木村[/b]" in seen.lines[4]
    assert "1,234" in seen.lines[4]
    assert "running, turn 3" in seen.lines[4]
    assert seen.lines[5].endswith("2")
    assert seen.lines[0].startswith("Matchbook · 3 matches · by updated ↓")


def test_sorting_and_reversing():
    """`s` and `S` go through the columns, `r` turns the order around; the sorted column bears an arrow."""
    updated, reversed_, opened, game, entries = visit(listing(Shelf(ROWS)), "", "r", "s", "s", "s r")
    assert players(updated.lines) == ["Otto", "Rin", "Ada"]
    assert players(reversed_.lines) == ["Ada", "Rin", "Otto"]
    assert "Opened↑" in opened.text
    assert "Game↑" in game.text
    assert players(entries.lines) == ["Rin", "Ada", "Otto"]
    assert "Entries↓" in entries.text


def test_filtering_while_typing():
    """`/` narrows the list with each letter; `enter` keeps the filter, `esc` drops it, at the prompt or later."""
    typed, kept, dropped = visit(listing(Shelf(ROWS)), "slash r i n", "enter", "escape")
    assert players(typed.lines) == players(kept.lines) == ["Rin"]
    assert "filter “rin”" in kept.lines[0]
    assert len(players(dropped.lines)) == 3


def test_nothing_found():
    """A filter that finds nothing says so, and how to get rid of it."""
    seen = see(listing(Shelf(ROWS)), "slash", "z", "z", "z")
    assert "No match has “zzz”" in seen.text
    assert "esc shows all matches" in seen.text


def test_an_empty_store():
    """Without any match the screen says how to get one; opening is dead."""

    async def check(pilot: Pilot[None]) -> None:
        assert pilot.app.screen.check_action("open", ()) is None

    seen = see(listing(Shelf()), "enter", then=check)
    assert "No matches yet." in seen.text
    assert "matchbook demo" in seen.text


def test_a_store_that_cannot_be_read():
    """The error stands on the screen with what to do; reading again recovers."""
    shelf = Shelf(ROWS)
    shelf.failure = OSError("matches.db is not a store")

    async def mend(_: Pilot[None]) -> None:
        shelf.failure = None

    broken, mended = visit(listing(shelf), "", "f5", then=mend)
    assert "The matches cannot be listed." in broken.text
    assert "matches.db is not a store" in broken.text
    assert "F5 tries again" in broken.text
    assert len(players(mended.lines)) == 3


def test_a_match_that_cannot_be_opened():
    """The list stays, and the error says which match and why."""
    shelf = Shelf(ROWS)

    async def damage(pilot: Pilot[None]) -> None:
        shelf.failure = ValueError("entry 7 cannot be read")
        await pilot.press("enter")

    seen = see(listing(shelf), "down", then=damage)
    assert isinstance(seen.screen, MatchesScreen)
    assert seen.messages == ("entry 7 cannot be read",)
    assert "m0002 cannot be opened" in seen.lines[0]


def test_opening_and_coming_back():
    """`enter` opens the match under the cursor; `esc` comes back to the same row; `q` is never needed for that."""
    replayed, back = visit(listing(Shelf(ROWS)), "down enter", "escape")
    assert replayed.lines[0].startswith("REPLAY match-3/1")
    assert next(line for line in back.lines if line.startswith(">")).count("Rin v") == 1
    assert back.lines[0].startswith("Matchbook · 3 matches")


def test_only_pages_in_view_are_read():
    """Of a thousand matches, the first page and the one jumped to are asked for, and the cursor stays in view."""
    shelf = Shelf([row(n) for n in range(1000)])
    seen = see(listing(shelf), "G")
    assert {query.offset for query in shelf.queries} == {0, 1000 - PAGE}
    assert sum(line.startswith(">") for line in seen.lines) == 1
    assert "06-15 15:06" in next(line for line in seen.lines if line.startswith(">"))


def test_the_cursor_moves_within_the_list():
    """Arrows, pages, ends; no wrap-around."""
    seen = visit(listing(Shelf([row(n) for n in range(50)])), "up", "j", "pagedown", "end down", "home")
    rows = [next(line for line in s.lines if line.startswith(">")) for s in seen]
    assert [int(line.split()[6]) for line in rows] == [69, 68, 49, 20, 69]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"status": "running", "turn": 7}, "running, turn 7"),
        ({"winners": ("Ada", "Bo"), "reason": "unable_to_draw"}, "Ada and Bo (unable to draw)"),
        ({"winners": (), "drawn": True, "reason": ""}, "drawn"),
        ({"winners": (), "reason": "left"}, "no winner (left)"),
    ],
)
def test_results_in_words(changes: dict[str, object], text: str):
    """Running, won, drawn and left open are told apart."""
    assert result_text(row(1, **changes)) == text
