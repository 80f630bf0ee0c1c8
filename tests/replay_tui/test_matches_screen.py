"""The match list: what it shows, how it is filtered and sorted, what it says when it is empty, and which pages it reads."""

import asyncio
import re
from datetime import UTC
from functools import cache, partial
from threading import Semaphore
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from replay_tui.app import MatchbookApp
from replay_tui.match_list.columns import status_text
from replay_tui.match_list.read_queue import ReadQueue, ReadRequest
from replay_tui.screens.matches import MatchesScreen
from replay_tui.widgets.match_table import PAGE
from service.preferences import PreferencesStore, SavedView, with_view
from service.reading.match_list import MatchQuery
from tests.replay_tui.asked import touring
from tests.replay_tui.driving import SMALL, Seen, see, settle, until, visit
from tests.replay_tui.memory import Shelf, on_shelf, row

ROWS = (
    row(1, players=("Ada", "Bo"), entries=40, violations=2),
    row(2, players=("Rin", "[b]木村[/b]"), entries=1234, title="Final", status="running", winners=(), reason=""),
    row(3, players=("Otto", "Zed"), entries=7, game="other_game"),
)


@pytest.fixture
def shelf() -> Shelf:
    """A played match, a contest and a what-if, two of them with tags."""
    changes: tuple[dict[str, Any], ...] = (
        {"kind": "what-if", "forked_from": "m0/7", "tags": ("cup",)},
        {"tags": ("final", "cup")},
        {"kind": "competition"},
    )
    return Shelf([replace(one, **change) for one, change in zip(ROWS, changes, strict=True)])


def listing(shelf: Shelf) -> MatchbookApp:
    """The program on its match list."""
    return on_shelf(shelf, zone=UTC)


def players(lines: tuple[str, ...]) -> list[str]:
    """First players of the rows, from top to bottom."""
    return [name for line in lines[3:-1] for name in ("Ada", "Rin", "Otto") if f"{name} v" in line]


@cache
def tour() -> dict[str, Seen]:
    """One run over three matches without tags: what is seen after each walk."""
    return touring(
        listing(Shelf(ROWS)),
        SMALL,
        updated="",
        reversed="r",
        opened="s",
        game="s",
        entries="s r",
        typed="S S S slash r i n",
        kept="enter",
        dropped="escape",
        replayed="home down enter",
        back="escape",
    )


def toured(*names: str) -> tuple[Seen, ...]:
    """The screen after some walks of the tour."""
    return tuple(tour()[name] for name in names)


def test_a_row_tells_when_what_who_how_long_and_the_result():
    """A row has time, game, players, duration and end; names are text; the last changed match is first."""
    [seen] = toured("updated")
    assert players(seen.lines) == ["Otto", "Rin", "Ada"]
    assert (
        seen.lines[3].split()
        == "> 06-15 18:06 other_game Otto v Zed 23 Ada (points)".replace("> ", ">").replace("23", "7").split()
    )
    assert "[b]木村[/b]" in seen.lines[4]
    assert "1,234" in seen.lines[4]
    assert "in progress, t3" in seen.lines[4]
    assert seen.lines[5].endswith("2")
    assert seen.lines[0].startswith("Matchbook · 3 matches · by updated ↓")


def test_sorting_and_reversing():
    """`s` and `S` go through the columns, `r` turns the order around; the sorted column bears an arrow."""
    updated, reversed_, opened, game, entries = toured("updated", "reversed", "opened", "game", "entries")
    assert players(updated.lines) == ["Otto", "Rin", "Ada"]
    assert players(reversed_.lines) == ["Ada", "Rin", "Otto"]
    assert "Opened↑" in opened.text
    assert "Game↑" in game.text
    assert players(entries.lines) == ["Rin", "Ada", "Otto"]
    assert "Entries↓" in entries.text


def test_filtering_while_typing():
    """`/` narrows the list with each letter; `enter` keeps the filter, `esc` drops it, at the prompt or later."""
    typed, kept, dropped = toured("typed", "kept", "dropped")
    assert players(typed.lines) == players(kept.lines) == ["Rin"]
    assert "filter “rin”" in kept.lines[0]
    assert len(players(dropped.lines)) == 3


def test_a_store_that_cannot_be_read():
    """The error is on the screen with what to do; reading again recovers."""
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
    replayed, back = toured("replayed", "back")
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
        ({"status": "running", "turn": 7}, "in progress, t7"),
        ({"winners": ("Ada", "Bo"), "reason": "unable_to_draw"}, "Ada and Bo (unable to draw)"),
        ({"winners": (), "drawn": True, "reason": ""}, "drawn"),
        ({"winners": (), "reason": "left"}, "no winner (left)"),
    ],
)
def test_results_in_words(changes: dict[str, object], text: str):
    """Running, won, drawn and left open are told apart."""
    assert status_text(row(1, **changes)) == text


def test_filters_with_names(shelf: Shelf):
    """`kind:` and `tag:` narrow the list; the bar shows the filter as one types it."""
    kinds, tag = visit(listing(shelf), "slash k i n d colon c o n t enter", "slash ctrl+u t a g colon f i n a l enter")
    assert kinds.lines[0].endswith("filter “kind:competition”")
    assert "COMPETITION Otto" in kinds.lines[3]
    assert players(tag.lines) == ["Rin"]


def test_a_mistake_in_a_filter_is_told_while_typing_and_the_list_stays(shelf: Shelf):
    """After the typed text, to its end; `enter` does not leave it."""
    seen = see(listing(shelf), "slash", *"ot", "space", *"game:x", "enter", size=(120, 24))
    assert "no game 'x'; possible: frc_card_game" in " ".join(seen.text.split())
    assert "robin_in_the_hood" in seen.text
    assert "filter “ot game”" in seen.lines[0]
    assert seen.focus == "prompt-input"


def test_tab_completes_the_filter(shelf: Shelf):
    """Names of filters, tags that exist, players."""
    offered, completed = visit(listing(shelf), "slash p l tab r", "tab")
    assert "tab: Rin" in offered.text
    assert any(line.startswith("/ player:Rin") for line in completed.lines)


def test_kinds_are_gone_through(shelf: Shelf):
    """`h` hides competitions and what-ifs, then shows only one of them; `H` goes back; both stop at the ends."""
    seen = visit(listing(shelf), "h", "h", "h h", "H H H H")
    assert [players(s.lines) for s in seen[:3]] == [["Rin"], ["Otto"], ["Ada"]]
    assert len(players(seen[3].lines)) == 3
    assert "WHAT-IF Ada" in seen[2].lines[3]


def test_tags_are_gone_through_with_their_counts(shelf: Shelf):
    """`t` shows the matches of the commonest tag, then of the next; `T` goes back to all."""
    first, second, back = visit(listing(shelf), "t", "t t", "T T")
    assert "tags: <cup 2> · final 1" in first.lines[1]
    assert len(players(first.lines)) == 2
    assert players(second.lines) == ["Rin"]
    assert len(players(back.lines)) == 3


def test_without_tags_the_key_says_so():
    """Nothing is filtered."""
    seen = see(listing(Shelf(ROWS)), "t")
    assert seen.messages == ("No match has a tag.",)
    assert len(players(seen.lines)) == 3


def keeping(*views: tuple[str, str]) -> PreferencesStore:
    """A keeper of some views."""
    keeper = PreferencesStore()
    for name, query in views:
        keeper.keep(partial(with_view, view=SavedView(name, query)))
    return keeper


def test_a_view_is_kept_and_shown_again(shelf: Shelf):
    """`m` keeps filter and order under a name, which the bar shows; `esc` leaves it, `v` shows it again."""
    keeper = PreferencesStore()
    app = on_shelf(shelf, zone=UTC, keeper=keeper)
    kept, left, shown = visit(app, "s r slash r i n enter m R i n s enter", "escape s", "v")
    assert keeper.current.views == (SavedView("Rins", "rin sort:opened-up"),)
    assert "view “Rins” · filter “rin”" in kept.lines[0]
    assert "view" not in left.lines[0]
    assert "by opened ↑ · view “Rins”" in shown.lines[0]
    assert players(shown.lines) == ["Rin"]


def test_views_are_gone_through_and_a_change_is_shown(shelf: Shelf):
    """`v` and `V` stop at the ends; before the first are all matches; a changed view says so."""
    app = on_shelf(shelf, zone=UTC, keeper=keeping(("A", "ada"), ("B", "otto")))
    seen = visit(app, "v", "v v", "r", "V V V")
    assert ["view “A”" in seen[0].lines[0], "view “B”" in seen[1].lines[0]] == [True, True]
    assert "view “B” (changed)" in seen[2].lines[0]
    assert "view" not in seen[3].lines[0]


def test_a_view_that_cannot_be_read_is_named(shelf: Shelf):
    """A view of another version, or of a game that is gone: one line, and the list stays."""
    seen = see(on_shelf(shelf, zone=UTC, keeper=keeping(("Old", "game:gone"))), "v")
    assert seen.messages[0].startswith("view “Old”: no game 'gone'")
    assert len(players(seen.lines)) == 3


def test_views_are_renamed_deleted_and_chosen(shelf: Shelf):
    """`M` lists them: `r` renames, `d` deletes, `enter` shows; a taken name is refused."""
    keeper = keeping(("A", "ada"), ("B", "otto"), ("C", ""))
    app = on_shelf(shelf, zone=UTC, keeper=keeper)
    taken, renamed, chosen = visit(app, "M r backspace B enter", "backspace Z enter down down d", "up enter")
    assert "there is a view “B” already" in taken.text
    assert [view.name for view in keeper.current.views] == ["Z", "B"]
    assert ">B" in renamed.text
    assert players(chosen.lines) == ["Ada"]


def test_names_of_views_are_text(shelf: Shelf):
    """Markup characters and any script; a name that cannot be shown is refused in one line."""
    keeper = PreferencesStore()
    keys = "m left_square_bracket b right_square_bracket 木 enter"
    kept, listed, refused = visit(on_shelf(shelf, zone=UTC, keeper=keeper), keys, "M", "escape m ctrl+u enter")
    assert "view “[b]木”" in kept.lines[0]
    assert ">[b]木" in listed.text
    assert "a view needs a name" in refused.lines[-2]


def test_rows_ahead_are_read_before_the_cursor_comes():
    """Moving down reads the next pages, moving up the ones before; each is read once."""
    shelf = Shelf([row(n) for n in range(6 * PAGE)])
    visit(listing(shelf), "down", "down pagedown", "G", "up")
    assert [query.offset // PAGE for query in shelf.queries] == [0, 1, 2, 5, 4, 3]


def test_pages_far_away_are_forgotten():
    """However far one scrolls, only some pages stay in memory, and those that are shown come back."""
    shelf = Shelf([row(n) for n in range(PAGE * 25)])

    async def check(pilot: Pilot[None]) -> None:
        table = pilot.app.screen.table  # type: ignore[attr-defined]
        for page in range(25):
            table.cursor = page * PAGE
            await settle(pilot)
        assert len(table._pages) <= 20
        table.cursor = 0
        await settle(pilot)
        assert table.chosen == shelf._found(MatchQuery())[0]

    see(listing(shelf), then=check)


@pytest.mark.promise(id="Convention 6")
def test_esc_peels_one_layer_and_never_quits(shelf: Shelf):
    """Prompt, box, filter, and then the list stays."""
    box, kept, filtered, none, still = visit(
        listing(shelf), "slash r i n enter M", "escape", "m escape", "escape", "escape escape"
    )
    assert "Your views" in box.text
    assert "filter “rin”" in kept.lines[0]
    assert "filter “rin”" in filtered.lines[0]
    assert "filter" not in none.lines[0]
    assert isinstance(still.screen, MatchesScreen)


@pytest.mark.promise(id="Convention 12")
def test_empty_and_error_states_say_what_to_do():
    """Given an empty list, an empty result or a failed reading, then the screen names the reason and the key that helps."""
    broken = Shelf(ROWS)
    broken.failure = OSError("the store is busy")
    for shelf, keys, matter, remedy in (
        (Shelf(), "", "No matches yet.", "n   a new match, in three questions"),
        (Shelf(ROWS), "slash z z", "No match fits “zz”.", "esc shows all"),
        (broken, "", "The matches cannot be listed.", "F5 tries again"),
    ):
        text = see(listing(shelf), *keys.split()).text
        assert matter in text
        assert remedy in text


@pytest.mark.promise(id="Convention 13")
def test_numbers_stand_on_the_right_and_long_names_are_cut():
    """Entries and violations are right-aligned; names end in `…`; wide characters keep the columns in place."""
    rows = (
        row(1, players=("木村" * 20, "Bo"), entries=7, violations=3),
        row(2, players=("A" * 90, "Bo"), entries=12345),
    )
    seen = see(listing(Shelf(rows)))
    texts = seen.lines[3:5]
    assert all("… " in line for line in texts)
    cells = [
        cell_len(line[: line.index(number) + len(number)])
        for line, number in zip(texts, ("12,345", "  7"), strict=True)
    ]
    assert cells == [58, 58]
    assert seen.lines[4].endswith(" 3")


class SlowShelf(Shelf):
    """A store with much to catch up with: each step waits to be let on."""

    def __init__(self) -> None:
        super().__init__(ROWS)
        self.steps = Semaphore(0)
        self.caught_up = 0

    def listing(self, query: MatchQuery, progress: Any = None) -> Any:
        """Ten steps of 25,000 entries, in which it can be stopped."""
        while self.caught_up < 10:
            assert self.steps.acquire(timeout=120)
            self.caught_up += 1
            progress(self.caught_up * 25_000, 250_000)
        return super().listing(query)


@pytest.mark.promise(id="Convention 14")
def test_a_long_catch_up_tells_how_far_it_is_and_can_be_left():
    """Count, rate and time left; `esc` stops it, what was read is kept, and F5 goes on to the end."""
    shelf, said = SlowShelf(), []

    async def drive() -> None:
        async with listing(shelf).run_test(size=(80, 24)) as pilot:
            screen: Any = pilot.app.screen
            shelf.steps.release(3)
            await until(lambda: "75,000" in screen.reader.status)
            said.append(screen.reader.status)
            await pilot.press("escape")
            shelf.steps.release()
            await until(lambda: screen.reader.status == "reading stopped")
            said.append("\n".join(span.text for line in screen.table.notice for span in line))
            shelf.steps.release(6)
            await pilot.press("f5")
            await until(lambda: screen.reader.status == "3 matches")

    asyncio.run(drive())
    assert re.fullmatch(r"reading 75,000 of 250,000 entries · [\d,]+/s · \d+ (s|min) left", said[0])
    assert "F5 goes on" in said[1]
    assert shelf.caught_up == 10


# --- requests for pages ------------------------------------------------------------------------------------------------


ADA, BO = MatchQuery(limit=10).having(text="ada"), MatchQuery(limit=10).having(text="bo")


def test_only_the_first_wish_starts_a_worker():
    """Requests that come while it works are taken up by it; after it is done, the next request starts another."""
    queue = ReadQueue()
    assert [queue.begin(ADA, 0), queue.want((1,))] == [True, False]
    assert [queue.next(), queue.next(), queue.next()] == [
        ReadRequest(ADA, 0, anew=True),
        ReadRequest(ADA, 1, anew=False),
        None,
    ]
    assert queue.want((2,))


def test_outdated_requests_are_dropped():
    """While one letter is read, only the last of the letters after it is waited for; pages of the old list are dropped."""
    queue = ReadQueue()
    queue.begin(ADA, 0)
    queue.next()
    queue.want((1, 2))
    for text in ("b", "bo"):
        queue.begin(MatchQuery(limit=10).having(text=text), 0)
    assert [queue.next(), queue.next()] == [ReadRequest(BO, 0, anew=True), None]


def test_pages_wanted_last_come_first_and_none_twice():
    """A jump replaces the pages that were wanted before it; the one that is being read is not asked for again."""
    queue = ReadQueue()
    queue.begin(ADA, 0)
    queue.next()
    queue.want((1, 2))
    assert queue.next() == ReadRequest(ADA, 1, anew=False)
    queue.want((8, 1, 9))
    assert [request and request.page for request in (queue.next(), queue.next(), queue.next())] == [8, 9, None]
