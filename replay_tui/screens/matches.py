"""The match list: filter, sort, views, tags; open."""

from collections.abc import Callable, Sequence
from datetime import tzinfo
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.markup import escape

from replay_tui.background import in_background
from replay_tui.keymap import bindings
from replay_tui.match_list.columns import KINDS, SORT_KEYS
from replay_tui.match_list.page_reader import PageReader
from replay_tui.personal import PreferencesChanged
from replay_tui.screens.drill_down import PlayerWanted
from replay_tui.screens.help import KeyedScreen
from replay_tui.screens.views import ViewsScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.match_table import PAGE, MatchTable
from replay_tui.widgets.prompt import PromptBar
from service.analysis.views import candidates, completed, known_here, read_filters, read_query, write_query
from service.errors import UsageProblem
from service.preferences import PreferencesStore, SavedView, with_view
from service.reading.match_list import MatchQuery
from service.reading.styled_text import Span, clean

if TYPE_CHECKING:
    from service.reading.match_list import OpenAnalytics

T = TypeVar("T")

_FILTERS: Final = "words · player: game: tag: status: kind: violations:>0"
_SHOWN_TAGS: Final = 3
"""Tags named on either side of the chosen one."""


class MatchesScreen(KeyedScreen[None]):
    """The first screen. With `among`, it lists only these matches, those behind a number."""

    BINDINGS = bindings("matches", "disputes_of_all", "common")
    help_title = "Matches"
    AUTO_FOCUS = "#matches"

    def __init__(
        self,
        analytics: "OpenAnalytics",
        open_match: Callable[[str], None],
        zone: tzinfo | None,
        keeper: PreferencesStore,
        *,
        among: tuple[str, ...] | None = None,
        title: str = "Matchbook",
    ) -> None:
        super().__init__()
        self._every = MatchQuery(limit=PAGE, among=among)
        """The query without a filter."""
        self._title = title
        self.analytics = analytics
        self.table = MatchTable(zone, id="matches")
        self.reader = PageReader(
            self, analytics, self.table, nothing_found=self._nothing_found, changed=self._write_bar, wanted=self._every
        )
        self.open_match = open_match
        self.keeper = keeper
        self.view = ""
        """Name of the last chosen view; empty before."""
        self._tags: tuple[tuple[str, int], ...] | None = None
        """Tags with their numbers of matches; `None`: not read yet."""
        self._players: tuple[str, ...] = ()
        self._kits: tuple[str, ...] = ()
        """The kits, for completion."""
        self._left = False
        self.covered = False
        """True while a match opens over the list: then the list is read only when the user returns to it."""

    def compose(self) -> ComposeResult:
        """Compose bar, list, prompt and footer."""
        yield LineBar(id="header")
        yield self.table
        yield PromptBar(id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Read the list."""
        if not self.covered:
            self.reader.read()

    def on_screen_suspend(self) -> None:
        """Note whether a match covers the list now, to read it again on return."""
        self._left, self.covered = self._left or self.covered, False

    def on_screen_resume(self) -> None:
        """Read the list again after returning from a match."""
        if self._left:
            self._left = False
            self.action_reload()

    def _nothing_found(self) -> tuple[str, ...]:
        if asked := write_query(self.reader.wanted, order=False):
            return f"No match fits “{asked}”.", "esc shows all matches · / changes the filter"
        return (
            "No matches yet.",
            "d   a demo match: look at it, and record its last actions yourself",
            "n   a new match, in three questions: game, players, decks",
            "u   a tour of eight screens",
            "?   all keys",
        )

    @property
    def keys_now(self) -> dict[str, str]:
        """In an empty store, the keys to begin with."""
        begin = {"matches.demo": "demo match", "matches.new": "new match", "matches.tour": "tour"}
        return begin if self.is_first_use else {}

    @property
    def is_first_use(self) -> bool:
        """True if the list was read and the store has no match at all."""
        return (
            self.reader.shown == self.reader.wanted
            and self.table.count == 0
            and self._every.among is None
            and not write_query(self.reader.wanted, order=False)
        )

    def _write_bar(self) -> None:
        order = f"by {self.reader.wanted.sort} {'↓' if self.reader.wanted.descending else '↑'}"
        parts = [self.reader.status, order]
        if self.view:
            parts.append(f"view “{clean(self.view)}”{'' if self._shows_view else ' (changed)'}")
        if asked := write_query(self.reader.wanted, order=False):
            parts.append(f"filter “{clean(asked)}”")
        self.query_one(LineBar).line = (Span(clean(self._title), "strong"), Span(f" · {' · '.join(parts)}"))
        self._write_title()

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that do nothing now."""
        match action, parameters:
            case "open", _:
                possible = self.table.count > 0
            case "view", (int(by),):
                possible = self._next(self._view_names, self.view, by) is not None
            case "sort", (int(by),):
                possible = self._next(SORT_KEYS, self.reader.wanted.sort, by) is not None
            case "kind", (int(by),):
                possible = self._next(KINDS, self.reader.wanted.value("kind"), by) is not None
            case "tag", (int(by),):
                possible = (
                    self._tags is None or self._next(self._tag_names, self.reader.wanted.value("tag"), by) is not None
                )
            case "complete", _:
                possible = self.query_one(PromptBar).display
            case _:
                possible = True
        return True if possible else None

    def _next(self, choices: Sequence[T], chosen: T, by: int) -> tuple[T] | None:
        """Return the next or previous choice, without wrapping around."""
        place = choices.index(chosen) + by if chosen in choices else max(by, 0)
        return (choices[place],) if 0 <= place < len(choices) else None

    def action_open(self) -> None:
        """Open the match under the cursor."""
        if (row := self.table.chosen) is not None:
            self._open(row.id)

    def action_player(self) -> None:
        """Open the pages of the players in the match under the cursor."""
        row = self.table.chosen
        if row is not None and row.players and row.kind != "competition":
            self.post_message(PlayerWanted(row.players, read_filters(f"game:{row.game}")))
        else:
            self.notify("No match is chosen: choose one to see its players", markup=False, timeout=4)

    @on(MatchTable.Opened)
    def _opened(self, event: MatchTable.Opened) -> None:
        self._open(event.match_id)

    def _open(self, match_id: str) -> None:
        self._left = True
        self.reader.show_status(f"opening {clean(match_id)} …")
        self.open_match(match_id)

    @on(MatchTable.PagesWanted)
    def _pages_wanted(self, event: MatchTable.PagesWanted) -> None:
        self.reader.want_pages(event.pages)

    def action_reload(self) -> None:
        """Read the list again, and the tags at their next use."""
        self._tags = None
        self.reader.read()

    def action_sort(self, by: int) -> None:
        """Sort by another column."""
        if (found := self._next(SORT_KEYS, self.reader.wanted.sort, by)) is not None:
            self.reader.want(replace(self.reader.wanted, sort=found[0]))

    def action_reverse(self) -> None:
        """Reverse the order."""
        self.reader.want(replace(self.reader.wanted, descending=not self.reader.wanted.descending))

    def action_kind(self, by: int) -> None:
        """Show all, played matches, competitions or what-ifs."""
        if (found := self._next(KINDS, self.reader.wanted.value("kind"), by)) is not None:
            self.reader.want(self.reader.wanted.having(kind=found[0]))

    def action_back(self) -> None:
        """Close one layer: a long reading, then filter and view, then a list behind a number."""
        if self.reader.stop():
            return
        if self._every.among is not None and not write_query(self.reader.wanted, order=False) and not self.view:
            self.app.pop_screen()
        else:
            self.view = ""
            self.reader.want(read_query("", self.reader.wanted))
            self._write_bar()

    # --- tags ----------------------------------------------------------------------------------------------------------

    @property
    def _tag_names(self) -> tuple[str | None, ...]:
        return (None, *(tag for tag, _ in self._tags or ()))

    def action_tag(self, by: int) -> None:
        """Show the matches with the next tag. Tags are read at their first use."""
        if self._tags is None:
            self._know(by)
        elif not self._tags:
            self.notify("No match has a tag.", timeout=4)
        elif (found := self._next(self._tag_names, self.reader.wanted.value("tag"), by)) is not None:
            self.reader.want(self.reader.wanted.having(tag=found[0]))

    def _know(self, by: int = 0) -> None:
        """Read tags and players, then move by some tags."""
        # The list itself reports problems with the store.
        in_background(self, self._read_known, partial(self._known, by), lambda _: None, group="known", exclusive=True)

    def _read_known(self) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...], tuple[str, ...]]:
        return self.analytics().tags(), self.analytics().players(), self.analytics().kits()

    def _known(self, by: int, known: tuple[tuple[tuple[str, int], ...], tuple[str, ...], tuple[str, ...]]) -> None:
        self._tags, self._players, self._kits = known
        if by:
            self.action_tag(by)
        else:
            self._hint(self.query_one(PromptBar).text)

    def _write_title(self) -> None:
        """Show the tags around the chosen one in the border."""
        tags, chosen = self._tags or (), self.reader.wanted.value("tag")
        title = "Matches"
        if chosen in self._tag_names[1:]:
            place = self._tag_names.index(chosen) - 1
            near = tags[max(0, place - _SHOWN_TAGS) : place + _SHOWN_TAGS + 1]
            title += " · tags: " + " · ".join(f"<{tag} {n:,}>" if tag == chosen else f"{tag} {n:,}" for tag, n in near)
        self.table.border_title = escape(clean(title))

    # --- the prompt: filter, name of a view ----------------------------------------------------------------------------

    def action_filter(self) -> None:
        """Open the filter line."""
        self.query_one(PromptBar).open("filter", "/", write_query(self.reader.wanted, order=False), _FILTERS)
        if self._tags is None:
            self._know()

    @on(PromptBar.Changed)
    def _typed(self, event: PromptBar.Changed) -> None:
        if event.purpose == "filter":
            self._filter(event.text)

    def _filter(self, text: str) -> bool:
        """Filter the list by a text; return False and report it if the text cannot be read."""
        try:
            query = read_query(text, self.reader.wanted, lambda: self._kits)
        except (ValueError, LookupError, UsageProblem) as problem:
            self._hint(text, str(problem))
            return False
        self.reader.want(query)
        self._hint(text)
        return True

    def _candidates(self, text: str) -> tuple[str, ...]:
        if not text[-1:].strip():
            return ()
        return candidates(text, known_here({"tag": [tag for tag, _ in self._tags or ()], "player": self._players}))

    def _hint(self, text: str, problem: str = "") -> None:
        """Show possible continuations, or the mistake."""
        found = self._candidates(text)
        shown = " · ".join(term.partition(":")[2] or term for term in found)
        self.query_one(PromptBar).hint(clean(f"tab: {shown}" if found else problem or _FILTERS))

    def action_complete(self) -> None:
        """Complete the text in the filter."""
        prompt = self.query_one(PromptBar)
        if prompt.display and prompt.purpose == "filter" and (found := self._candidates(prompt.text)):
            text = completed(prompt.text, found[0])
            prompt.open("filter", "/", text)
            if text.endswith(":"):
                self._hint(text)
            else:
                self._filter(text)

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        accepted = self._filter(event.text) if event.purpose == "filter" else self._keep_view(event.text.strip())
        if accepted:
            self._close_prompt()

    @on(PromptBar.Cancelled)
    def _cancelled(self, event: PromptBar.Cancelled) -> None:
        self._close_prompt()
        if event.purpose == "filter":
            self.action_back()

    def _close_prompt(self) -> None:
        self.query_one(PromptBar).close()
        self.table.focus()

    # --- views ---------------------------------------------------------------------------------------------------------

    @property
    def _view_names(self) -> tuple[str, ...]:
        return ("", *(view.name for view in self.keeper.current.views))

    @property
    def _shows_view(self) -> bool:
        """True if filter and order are those of the chosen view."""
        return SavedView(self.view, write_query(self.reader.wanted)) in self.keeper.current.views

    def action_view(self, by: int) -> None:
        """Show the next or previous view; before the first, all matches."""
        if (found := self._next(self._view_names, self.view, by)) is not None:
            self._show_view(found[0])

    def _show_view(self, name: str) -> None:
        asked = {view.name: view.query for view in self.keeper.current.views}
        try:
            query = read_query(asked.get(name, ""), self._every, lambda: self.analytics().kits())
        except (ValueError, LookupError, UsageProblem) as problem:
            self.notify(clean(f"view “{name}”: {problem}"), severity="warning", markup=False)
            query = self.reader.wanted
        self.view = name
        self.reader.want(query)
        self._write_bar()
        self.refresh_bindings()

    def action_keep_view(self) -> None:
        """Ask for a name to save filter and order as a view."""
        self.query_one(PromptBar).open("view", "keep as", self.view, "a name · ⏎ saves filter and order · esc")

    def _keep_view(self, name: str) -> bool:
        try:
            self.keeper.keep(partial(with_view, view=SavedView(name, write_query(self.reader.wanted))))
        except UsageProblem as problem:
            self.query_one(PromptBar).hint(clean(str(problem)))
            return False
        self.view = name
        self.post_message(PreferencesChanged())
        self._write_bar()
        self.refresh_bindings()
        return True

    def action_views(self) -> None:
        """List the views, to rename and delete them."""
        self.app.push_screen(ViewsScreen(self.keeper, self.view), self._views_left)

    def _views_left(self, chosen: str | None) -> None:
        if chosen is not None:
            self._show_view(chosen)
        elif self.view not in self._view_names:
            self.view = ""
        self._write_bar()
        self.refresh_bindings()
