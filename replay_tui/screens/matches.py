"""The match list: filter, sort, open."""

from collections.abc import Callable
from datetime import tzinfo
from functools import partial

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer

from replay_tui.keymap import COMMON, MATCHES, SCREENS, bindings
from replay_tui.ports import SORT_KEYS, Library, MatchQuery, MatchRow
from replay_tui.screens.help import HelpScreen
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.match_table import PAGE, MatchTable
from replay_tui.widgets.prompt import Prompt
from service.spans import Line, Span, clean


class MatchesScreen(Screen[None]):
    """The first screen."""

    BINDINGS = bindings((*MATCHES, *COMMON))
    AUTO_FOCUS = "#matches"

    def __init__(self, library: Library, open_match: Callable[[str], None], zone: tzinfo | None) -> None:
        super().__init__()
        self.library = library
        self.open_match = open_match
        self.zone = zone
        self.wanted = MatchQuery(limit=PAGE)
        self._left = False

    def compose(self) -> ComposeResult:
        """Bar, list, prompt, footer."""
        yield LineBar(id="header")
        yield MatchTable(self.zone, id="matches")
        yield Prompt(id="prompt")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Reads the list."""
        self.table.border_title = "Matches"
        self.action_reload()

    def on_screen_resume(self) -> None:
        """Coming back from a match, what was recorded meanwhile is listed."""
        if self._left:
            self._left = False
            self.action_reload()

    @property
    def table(self) -> MatchTable:
        """The list."""
        return self.query_one(MatchTable)

    # --- reading -------------------------------------------------------------------------------------------------------

    def action_reload(self) -> None:
        """Reads the list again."""
        self.show_status("reading …")
        self.run_worker(partial(self._count, self.wanted), thread=True, exclusive=True, group="count")

    def _count(self, query: MatchQuery) -> None:
        try:
            count = self.library.match_count(query)
            first = tuple(self.library.matches(query)) if count else ()
        except Exception as error:
            self.app.call_from_thread(self._failed, query, error)
            return
        self.app.call_from_thread(self._counted, query, count, first)

    def _counted(self, query: MatchQuery, count: int, first: tuple[MatchRow, ...]) -> None:
        if query != self.wanted or not self.is_mounted:
            return
        self.table.show_query(query, count, () if count else self._nothing(query))
        self.table.show_page(0, first)
        self.show_status(f"{count:,} match{'' if count == 1 else 'es'}")
        self.refresh_bindings()

    def _failed(self, query: MatchQuery, error: Exception) -> None:
        if query != self.wanted or not self.is_mounted:
            return
        notice = (
            (),
            (Span("  The matches cannot be listed.", "strong"),),
            (Span(f"  {clean(str(error) or type(error).__name__)}", "bad"),),
            (),
            (Span("  F5 tries again · q quits"),),
        )
        self.table.show_query(query, 0, notice)
        self.show_status("not read")

    def _nothing(self, query: MatchQuery) -> tuple[Line, ...]:
        if query.text:
            return (
                (),
                (Span(f"  No match has “{clean(query.text)}” in its players, game, title or tags.", "strong"),),
                (),
                (Span("  esc shows all matches · / changes the filter"),),
            )
        return (
            (),
            (Span("  No matches yet.", "strong"),),
            (),
            (Span("  matchbook demo       records a few sample matches"),),
            (Span("  matchbook new GAME   opens one of your own"),),
            (),
            (Span("  F5 reads the list again"),),
        )

    @on(MatchTable.PageWanted)
    def _page_wanted(self, event: MatchTable.PageWanted) -> None:
        query = replace(self.wanted, offset=event.page * PAGE)
        self.run_worker(partial(self._read_page, self.wanted, query, event.page), thread=True, group="page")

    def _read_page(self, wanted: MatchQuery, query: MatchQuery, page: int) -> None:
        try:
            rows = tuple(self.library.matches(query))
        except Exception as error:
            self.app.call_from_thread(self._failed, wanted, error)
            return
        self.app.call_from_thread(self._page_read, wanted, page, rows)

    def _page_read(self, wanted: MatchQuery, page: int, rows: tuple[MatchRow, ...]) -> None:
        if wanted == self.wanted and self.is_mounted:
            self.table.show_page(page, rows)

    def show_status(self, status: str) -> None:
        """What the bar says: how many matches, in which order, through which filter."""
        order = f"by {self.wanted.sort} {'↓' if self.wanted.descending else '↑'}"
        filtered = f" · filter “{clean(self.wanted.text)}”" if self.wanted.text else ""
        self.query_one(LineBar).line = (Span("Matchbook", "strong"), Span(f" · {status} · {order}{filtered}"))

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Dims what cannot be done."""
        return None if action == "open" and not self.table.count else True

    def action_open(self) -> None:
        """Opens the match under the cursor."""
        if (row := self.table.chosen) is not None:
            self._open(row.id)

    @on(MatchTable.Opened)
    def _opened(self, event: MatchTable.Opened) -> None:
        self._open(event.match_id)

    def _open(self, match_id: str) -> None:
        self._left = True
        self.show_status(f"opening {clean(match_id)} …")
        self.open_match(match_id)

    def action_sort(self, by: int) -> None:
        """Sorts by another column."""
        place = (SORT_KEYS.index(self.wanted.sort) + by) % len(SORT_KEYS)
        self._want(replace(self.wanted, sort=SORT_KEYS[place]))

    def action_reverse(self) -> None:
        """Turns the order around."""
        self._want(replace(self.wanted, descending=not self.wanted.descending))

    def action_filter(self) -> None:
        """Opens the filter line."""
        self.query_one(Prompt).open("filter", "/", self.wanted.text, "⏎ keep · esc all matches")

    @on(Prompt.Changed)
    def _filter_changed(self, event: Prompt.Changed) -> None:
        self._want(replace(self.wanted, text=event.text.strip()))

    @on(Prompt.Accepted)
    def _filter_accepted(self) -> None:
        self._close_prompt()

    @on(Prompt.Cancelled)
    def _filter_cancelled(self) -> None:
        self._close_prompt()
        self._want(replace(self.wanted, text=""))

    def _close_prompt(self) -> None:
        self.query_one(Prompt).close()
        self.table.focus()

    def _want(self, query: MatchQuery) -> None:
        if query != self.wanted:
            self.wanted = query
            self.table.cursor = 0
            self.action_reload()

    def action_back(self) -> None:
        """Clears the filter; there is no level below."""
        self._want(replace(self.wanted, text=""))

    def action_help(self) -> None:
        """Shows all keys."""
        self.app.push_screen(HelpScreen("Matches", SCREENS["Matches"]))
