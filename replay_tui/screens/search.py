"""The search: one line, and the matching entries of all matches as sentences; a row opens the replay there."""

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult

from domain.text import pluralize
from replay_tui.background import trouble_text
from replay_tui.captions import spread
from replay_tui.keymap import bindings
from replay_tui.latest_query import LatestQuery
from replay_tui.screens.fork_box import EntryWanted
from replay_tui.screens.help import KeyedScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.link_list import Link, LinkList, LinkRow
from replay_tui.widgets.prompt import PromptBar
from replay_tui.widgets.scope_prompt import ScopePrompt
from replay_tui.widgets.text_pad import TextPad
from service.analysis.found_entries import FoundEntry
from service.analysis.search import FoundEntries, Search, SearchService, read_search
from service.reading.styled_text import Span, StyledLine, clean, cut, fold, pad

_EXAMPLES = (
    "drawn before t3",
    "played by Rin then within 2 turns scored",
    "points:<1000 then ever result:won game:frc_card_game since:2026-01",
)


class SearchScreen(KeyedScreen[None]):
    """`search` is the current search, `found` its result once it arrives."""

    BINDINGS = bindings("search", "common")
    help_title = "Search"
    AUTO_FOCUS = "#found"

    def __init__(self, service: SearchService) -> None:
        super().__init__()
        self._service = service
        self.search: Search | None = None
        self.found: FoundEntries | None = None
        self.latest_query = LatestQuery(self, service.find, came=self._came, failed=self._failed, say=self._say)

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield LinkList(always=True, id="found")
        yield TextPad(id="notes")
        yield ScopePrompt(self._service.known, id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Open the search line."""
        self.query_one(TextPad).most = 3
        self._say("What was done?", *_EXAMPLES, "tab completes names that occur · ⏎ searches")
        self._write_header()
        self.action_line()

    # --- searching -----------------------------------------------------------------------------------------------------

    def _want(self, search: Search) -> None:
        self.search, self.found = search, None
        self.query_one(TextPad).sentences = ()
        self._say("searching …")
        self.latest_query.want(search)
        self._write_header()
        self.refresh_bindings()

    def _came(self, _: Search, found: FoundEntries) -> None:
        self.found = found
        notes = found.notes
        if found.entries:
            self.query_one(LinkList).write(lambda width: tuple(_rows(found.entries, width)))
        else:
            self._say("Nothing found.", *notes, "/ changes the search · esc goes back")
        self.query_one(TextPad).sentences = tuple(Span(f"· {note}", "dim") for note in notes if found.entries)
        self._write_header()

    def _failed(self, error: Exception) -> None:
        self._say("The search failed.", trouble_text(error), "/ changes the search · F5 searches again · esc goes back")

    def _say(self, first: str, *rest: str) -> None:
        """Show a message instead of the result."""
        self.query_one(LinkList).say(first, *rest)

    def _write_header(self) -> None:
        if not self.is_running or not self.size.width:
            return
        line = self.search
        said = f" {clean(line.text)}" if line else ""
        right = pluralize(self.found.total, "entry", "entries") if self.found else ""
        left = (Span("SEARCH", "strong"), Span(said))
        self.query_one("#header", LineBar).line = spread(left, (Span(right, "strong"),), self.size.width)

    on_resize = _write_header

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable keys that need a search."""
        return True if action not in ("again", "command") or self.search is not None else None

    @on(LinkList.Followed)
    def _followed(self, event: LinkList.Followed) -> None:
        if self.found is not None:
            entry = self.found.entries[int(event.link.name)]
            self.post_message(EntryWanted(entry.match, entry.version))

    def action_command(self) -> None:
        """Copy the command for this search, and show it."""
        if self.search is not None:
            self.app.copy_to_clipboard(self.search.command)
            self.notify(clean(self.search.command), title="Copied", markup=False, timeout=4)

    def action_again(self) -> None:
        """Search again, including entries recorded since."""
        if self.search is not None:
            self._want(self.search)

    def action_back(self) -> None:
        """Stop a long reading, or else leave the screen."""
        if self.latest_query.stop():
            self._say("Stopped.", "The part that was read is kept.", "F5 searches again · esc goes back")
        else:
            self.app.pop_screen()

    # --- the line ------------------------------------------------------------------------------------------------------

    def action_line(self) -> None:
        """Open the line with the last search."""
        search = self.search
        self.query_one(ScopePrompt).open_search(search.text if search else "")

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        try:
            search = read_search(event.text)
        except (ValueError, LookupError) as problem:
            self.query_one(PromptBar).hint(clean(str(problem)))
            return
        self._close_prompt()
        self._want(search)

    @on(PromptBar.Cancelled)
    def _close_prompt(self) -> None:
        self.query_one(PromptBar).close()
        self.query_one(LinkList).focus()


def _rows(entries: tuple[FoundEntry, ...], width: int) -> Iterator[LinkRow]:
    """Yield the entries, with a heading for each match."""
    match, widest = "", max(len(clean(entry.moment)) for entry in entries)
    for number, entry in enumerate(entries):
        if entry.match != match:
            match = entry.match
            title = f"{match} · {entry.game}" + (f" · {entry.title}" if entry.title else "")
            yield LinkRow((Span(cut(clean(title), width), "strong"),))
        room = min(widest, max(12, width // 3))
        place = f"{entry.version}".rjust(5)
        moment = (*pad((Span(cut(clean(entry.moment), room), "dim"),), room), Span("  "))
        line: StyledLine = (Span(f"{place} ", "dim"), *moment)
        told = fold(clean(entry.sentence), max(12, width - room - 8))
        for row, text in enumerate(told):
            before: StyledLine = line if row == 0 else (Span(" " * (room + 8)),)
            yield LinkRow((*before, Span(text)), Link("entry", str(number)) if row == 0 else None)
