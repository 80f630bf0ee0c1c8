"""The page of a player: results, form, pace, ratings, opponents, latest matches. Rows open the matches behind them."""

from collections.abc import Iterator, Sequence
from functools import partial

from textual import on
from textual.app import ComposeResult

from replay_tui.background import trouble_text
from replay_tui.captions import spread
from replay_tui.keymap import bindings
from replay_tui.latest_query import LatestQuery, Report
from replay_tui.screens.drill_down import MatchWanted, drill_down
from replay_tui.screens.help import KeyedScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.link_list import Link, LinkList, LinkRow
from replay_tui.widgets.prompt import PromptBar
from replay_tui.widgets.scope_prompt import ScopePrompt
from replay_tui.widgets.text_pad import TextPad
from service.analysis.players import LinkTarget, PlayerPage, ask_page, matches_behind, narrowing, page_lines
from service.analysis.statistics import Filter, StatisticsService, filter_text, read_filters, word_of
from service.reading.styled_text import Span, clean


class PlayerScreen(KeyedScreen[None]):
    """Shows one of `players` at a time; `where` are the filters."""

    BINDINGS = bindings("player", "common")
    help_title = "Player"
    AUTO_FOCUS = "#page"

    def __init__(self, service: StatisticsService, players: Sequence[str], where: tuple[Filter, ...] = ()) -> None:
        super().__init__()
        self._service = service
        self._players = tuple(players)
        self._place = 0
        self.where = narrowing(where)
        self.page: PlayerPage | None = None
        self._places: list[LinkTarget] = []
        """The target of each row."""
        self.latest_query = LatestQuery(self, self._ask, came=self._came, failed=self._failed, say=self._say)

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield LinkList(always=True, id="page")
        yield TextPad(id="notes")
        yield ScopePrompt(self._service.known, id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Ask for the page."""
        self.query_one(TextPad).most = 3
        self._want()

    @property
    def player(self) -> str:
        """The player of the page."""
        return self._players[self._place]

    # --- asking --------------------------------------------------------------------------------------------------------

    def _ask(self, wanted: tuple[str, tuple[Filter, ...]], report: Report) -> PlayerPage:
        return ask_page(lambda question: self._service.ask(question, report), *wanted)

    def _want(self) -> None:
        self.page = None
        self.query_one(TextPad).sentences = ()
        self._say("asking …")
        self.latest_query.want((self.player, self.where))
        self._write_header()
        self.refresh_bindings()

    def _came(self, _: object, page: PlayerPage) -> None:
        self.page = page
        self.query_one(TextPad).sentences = tuple(Span(f"· {note}", "dim") for note in page.notes)
        if page.rows("profile"):
            self.query_one(LinkList).write(lambda width: tuple(self._rows(page, width)))
        else:
            self._say(
                "Nothing to count.", "No ended match of this player is in scope.", "/ changes the scope · esc goes back"
            )
        self._write_header()

    def _failed(self, error: Exception) -> None:
        self._say("No answer.", trouble_text(error), "F5 asks again · esc goes back")

    def _say(self, first: str, *rest: str) -> None:
        """Show a message instead of the page."""
        self.query_one(LinkList).say(first, *rest)

    def _rows(self, page: PlayerPage, width: int) -> Iterator[LinkRow]:
        self._places = []
        for line, place in page_lines(page, width):
            link = None
            if place is not None:
                link = Link("matches", str(len(self._places)))
                self._places.append(place)
            yield LinkRow(line, link)

    def _write_header(self) -> None:
        if not self.is_running or not self.size.width:
            return
        count = len(self._players)
        of = f" · {self._place + 1} of {count}" if count > 1 else ""
        narrowed = f" · {clean(filter_text(self.where))}" if self.where else ""
        answer = self.page.answers["profile"] if self.page else None
        right = f"as of entry {answer.as_of.position:,} of {answer.as_of.head:,}" if answer else ""
        left = (Span(f"PLAYER {clean(self.player)}", "strong"), Span(f"{of}{narrowed}"))
        self.query_one("#header", LineBar).line = spread(left, (Span(right, "strong"),), self.size.width)

    on_resize = _write_header

    # --- keys ----------------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that do nothing now."""
        match action, parameters:
            case "player", (int(by),):
                possible = 0 <= self._place + by < len(self._players)
            case _:
                possible = True
        return True if possible else None

    @on(LinkList.Followed)
    def _followed(self, event: LinkList.Followed) -> None:
        place = self._places[int(event.link.name)]
        if len(place.matches) == 1:
            self.post_message(MatchWanted(place.matches[0]))
        else:
            drill_down(self, partial(matches_behind, self._service, self.player, self.where, place), place.about)

    def action_player(self, by: int) -> None:
        """Show another one of the players."""
        if 0 <= self._place + by < len(self._players):
            self._place += by
            self._want()

    def action_again(self) -> None:
        """Ask again, including entries recorded since."""
        self._want()

    def action_back(self) -> None:
        """Stop a long reading, or else leave the screen."""
        if self.latest_query.stop():
            self._say("Stopped.", "The part that was read is kept.", "F5 asks again · esc goes back")
        else:
            self.app.pop_screen()

    def action_scope(self) -> None:
        """Open the filter line."""
        self.query_one(ScopePrompt).open_scope(self.where)

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        try:
            where = read_filters(event.text)
        except (ValueError, LookupError) as problem:
            self.query_one(PromptBar).hint(clean(str(problem)))
            return
        if unknown := [one for one in where if one not in narrowing(where)]:
            self.query_one(PromptBar).hint(
                clean(f"{word_of(unknown[0])} cannot filter this page; use game, opponent, tag, kind, since, until")
            )
            return
        self.where = where
        self._close_prompt()
        self._want()

    @on(PromptBar.Cancelled)
    def _close_prompt(self) -> None:
        self.query_one(PromptBar).close()
        self.query_one(LinkList).focus()
