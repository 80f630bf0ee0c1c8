"""The card and deck browser: catalogues and decks of a game or match, with their checks."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.markup import escape

from domain.cards import CardRecord
from domain.game import AnyGame
from domain.text import pluralize
from replay_tui.background import in_background, trouble_text
from replay_tui.browsers.card_rows import card_list_rows, card_rows, deck_list_rows, deck_rows
from replay_tui.browsers.games import Games
from replay_tui.browsers.scene import Guide, Scene
from replay_tui.browsers.text_rows import text_rows
from replay_tui.captions import spread
from replay_tui.keymap import bindings
from replay_tui.screens.help import KeyedScreen
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.link_list import Link, LinkList, LinkRow
from replay_tui.widgets.pages import Pages
from replay_tui.widgets.prompt import PromptBar
from service.reading.catalogues import (
    CheckedCatalogue,
    CheckedDeck,
    Collection,
    collection,
    copies_of,
    read_file,
    searched_card,
)
from service.reading.styled_text import Span, clean
from service.reading.wordsearch import WordSearch, WordSearchResult

_NOTHING = Collection((), ())


class CardsScreen(KeyedScreen[None]):
    """Two lists: the cards of a catalogue, and the decks."""

    BINDINGS = bindings("cards", "common")
    help_title = "Cards and decks"
    AUTO_FOCUS = "#list"

    def __init__(self, games: Sequence[AnyGame], game: AnyGame, scene: Scene | None, guide: Guide) -> None:
        super().__init__()
        self.games = Games(games, game, scene)
        self.pages = Pages()
        self._guide = guide
        self.held = _NOTHING
        self.page: Literal["cards", "decks"] = "cards"
        self.number = 0
        """Index of the displayed catalogue."""
        self.filter = ""
        self._search = WordSearch({})
        self._searched: CheckedCatalogue | None = None
        """The text of the last search."""
        self.found = WordSearchResult(())
        """The result of the filter."""
        self._state = "reading …"
        """The text instead of a missing list."""

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield self.pages
        yield LineBar(id="place")
        yield PromptBar(id="prompt")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the requested game first."""
        self.call_after_refresh(self._show_game)

    # --- reading -------------------------------------------------------------------------------------------------------

    def _show_game(self) -> None:
        """Read the catalogues and decks of the game."""
        self.held, self.number, self.filter, self._state = _NOTHING, 0, "", "reading …"
        self._show_list()
        game, scene = self.games.game, self.games.scene
        reading = partial(collection, game, scene.table if scene is not None else None)
        in_background(
            self,
            reading,
            partial(self._collected, game),
            partial(self._not_collected, game),
            group="collect",
            exclusive=True,
        )

    def _collected(self, game: AnyGame, held: Collection) -> None:
        if game is self.games.game:
            self.held = held
            self._state = "" if held.shelves else f"{game.title} has no catalogue"
            scene = self.games.scene
            self._show_list(Link("card", scene.card) if scene is not None and scene.card else None)

    def _not_collected(self, game: AnyGame, error: Exception) -> None:
        if game is self.games.game:
            self._state = trouble_text(error)
            self._show_list()

    @property
    def catalogues(self) -> CheckedCatalogue | None:
        """The displayed catalogue."""
        return self.held.shelves[self.number] if self.number < len(self.held.shelves) else None

    # --- showing -------------------------------------------------------------------------------------------------------

    def _show_list(self, at: Link | None = None) -> None:
        """Show the list of cards or decks, with the cursor on a link."""
        catalogues = self.catalogues
        if catalogues is None:
            self.pages.list.border_title = "Cards"
            self.pages.list.write(self._nothing)
        elif self.page == "cards":
            self._show_cards(catalogues, at)
        else:
            self.pages.list.border_title = "Decks"
            self.pages.list.write(self._deck_rows, at)
        self._show_text()
        self.write_bars()

    def _show_cards(self, catalogues: CheckedCatalogue, at: Link | None) -> None:
        if catalogues is not self._searched:
            self._searched = catalogues
            self._search = WordSearch({card.card_id: searched_card(card) for card in catalogues.catalogue})
        self.found = self._search.find(self.filter)
        cards = tuple(card for card_id in self.found.keys if (card := catalogues.catalogue.get(card_id)) is not None)
        self.pages.list.border_title = escape(clean(f"{catalogues.label}: {catalogues.catalogue.name}"))
        self.pages.list.write(partial(self._card_rows, catalogues, cards), at)

    def _card_rows(
        self, catalogues: CheckedCatalogue, cards: tuple[CardRecord, ...], width: int
    ) -> tuple[LinkRow, ...]:
        if cards or not self.filter:
            return tuple(card_list_rows(catalogues, cards, width))
        return (
            *text_rows(f"No card has “{self.filter}” in its name or any field.", width, "strong"),
            *text_rows("esc shows all cards · / changes the filter", width),
        )

    def _deck_rows(self, width: int) -> tuple[LinkRow, ...]:
        if self.held.decks:
            return tuple(deck_list_rows(self.held.decks, width))
        return (
            *text_rows(f"{self.games.game.title} has no decks.", width, "strong"),
            *text_rows(": reads one from a file · d shows the cards", width),
        )

    def _nothing(self, width: int) -> tuple[LinkRow, ...]:
        rows = (*text_rows(self._state, width, "strong"),)
        if self._state == "reading …":
            return rows
        return (*rows, *text_rows("g goes to the next game · : reads a file · esc goes back", width))

    @on(LinkList.Moved, "#list")
    def _moved(self) -> None:
        self._show_text()
        self.write_bars()

    def _show_text(self) -> None:
        link = self.pages.list.here
        deck = self._deck(link) if link is not None else None
        card = self._card(link) if link is not None else None
        catalogues = self.catalogues
        if deck is not None:
            self.pages.text.border_title = escape(clean(deck.label))
            self.pages.text.write(lambda width: tuple(deck_rows(deck, width)))
        elif card is not None and catalogues is not None:
            holders = tuple(copies_of(card.card_id, self.held.decks, catalogues))
            self.pages.text.border_title = escape(clean(card.card_id))
            self.pages.text.write(lambda width: tuple(card_rows(card, catalogues, holders, width)))
        else:
            self.pages.text.border_title = ""
            self.pages.text.write(lambda _: ())

    def _deck(self, link: Link) -> CheckedDeck | None:
        return next((deck for deck in self.held.decks if link == Link("deck", deck.label)), None)

    def _card(self, link: Link) -> CardRecord | None:
        return self.catalogues.catalogue.get(link.name) if link.kind == "card" and self.catalogues is not None else None

    def write_bars(self) -> None:
        """Update the bars and the disabled keys."""
        width = self.size.width
        if not self.is_mounted or not width:
            return
        self.query_one("#header", LineBar).line = self.games.header_line("Cards and decks", width)
        line = spread(
            (
                Span(
                    clean(self._place()),
                ),
            ),
            (
                Span(
                    clean(self._remark()),
                ),
            ),
            width,
        )
        self.query_one("#place", LineBar).line = line
        self.refresh_bindings()

    on_resize = write_bars

    def _place(self) -> str:
        catalogues = self.catalogues
        if catalogues is None:
            return self._state
        if self.page == "decks":
            return pluralize(len(self.held.decks), "deck", none="no")
        cards = pluralize(len(catalogues.catalogue), "card", none="no")
        some = f"{len(self.found.keys)} of " if self.filter else ""
        return f"catalogue {self.number + 1}/{len(self.held.shelves)} · {catalogues.label} · {some}{cards}"

    def _remark(self) -> str:
        if self.catalogues is None:
            return ""
        if self.page == "decks":
            return pluralize(sum(bool(deck.findings) for deck in self.held.decks), "deck", none="no") + " with findings"
        if self.filter:
            read = f" read as “{self.found.read_as}”" if self.found.read_as and self.found.keys else ""
            return f"filter “{self.filter}”{read}"
        found = pluralize(len(self.catalogues.findings), "finding", none="no")
        return f"{found} · {pluralize(len(self.catalogues.notes), 'note')}" if self.catalogues.notes else found

    def _citation(self) -> str:
        link = self.pages.list.here
        if link is None:
            return ""
        if (deck := self._deck(link)) is not None:
            return f"{deck.deck.name or deck.label} ({deck.source}) · {self.games.game.title}"
        if (card := self._card(link)) is not None and self.catalogues is not None:
            return (
                f"{card.card_id} {card.name} · {self.catalogues.catalogue.name} {self.catalogues.catalogue.digest[:12]}"
            )
        return ""

    # --- going about ---------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable keys that do nothing now."""
        match action, parameters:
            case "catalogue", (int(by),):
                possible = self.page == "cards" and 0 <= self.number + by < len(self.held.shelves)
            case "filter", _:
                possible = self.page == "cards" and self.catalogues is not None
            case (("turn" | "file"), _):
                possible = self.catalogues is not None
            case "game", (int(by),):
                possible = self.games.has(by)
            case "cite", _:
                possible = bool(self._citation())
            case _:
                possible = True
        return True if possible else None

    def action_game(self, by: int) -> None:
        """Go to the next or previous game."""
        if self.games.has(by):
            self.games.go_on(by)
            self._show_game()

    def action_turn(self) -> None:
        """Switch between cards and decks."""
        self.page = "decks" if self.page == "cards" else "cards"
        self.pages.to_list()
        self._show_list()

    def action_catalogue(self, by: int) -> None:
        """Go to the next or previous catalogue."""
        self.number += by
        self.filter = ""
        self._show_list()

    @on(LinkList.Followed, "#text")
    def _followed(self, event: LinkList.Followed) -> None:
        if event.link.kind == "rule":
            self._guide.look_up_rule(self.games.game, event.link.name, self.games.scene)
        else:
            self._show(event.link)

    def action_maximise(self) -> None:
        """Maximise the text, or restore it."""
        self.pages.maximise()

    def action_cite(self) -> None:
        """Copy a citation of the card or deck, and show it."""
        text = self._citation()
        self.app.copy_to_clipboard(text)
        self.notify(clean(text), title="Copied", markup=False, timeout=4)

    def action_back(self) -> None:
        """Close one layer: the text, the decks, the filter, the screen."""
        if self.pages.read:
            self.pages.to_list()
        elif self.page == "decks":
            self.action_turn()
        elif self.filter:
            self.filter = ""
            self._show_list(self.pages.list.here)
        else:
            self.app.pop_screen()

    def _show(self, link: Link) -> None:
        """Show a deck in the list of decks, or a card in the catalogue of its deck."""
        here = self.pages.list.here
        deck = self._deck(here) if here is not None else None
        if link.kind == "card" and deck is not None:
            self.number = next(n for n, catalogues in enumerate(self.held.shelves) if catalogues == deck.shelf)
        self.page, self.filter = ("decks" if link.kind == "deck" else "cards"), ""
        self.pages.to_list()
        self._show_list(link)

    # --- filter and file -----------------------------------------------------------------------------------------------

    def action_filter(self) -> None:
        """Open the filter line."""
        self.query_one(PromptBar).open("filter", "/", self.filter, "words of any field · ⏎ keeps · esc all cards")

    def action_file(self) -> None:
        """Ask for a file."""
        self.query_one(PromptBar).open("file", ":", "", "a catalogue or deck file (TOML) · ⏎ reads · esc")

    @on(PromptBar.Changed)
    def _typed(self, event: PromptBar.Changed) -> None:
        if event.purpose == "filter":
            self.filter = event.text.strip()
            self._show_list()

    @on(PromptBar.Accepted)
    def _accepted(self, event: PromptBar.Accepted) -> None:
        if event.purpose == "filter" or not event.text.strip():
            self._close_prompt()
            return
        self.query_one(PromptBar).hint("reading …")
        game = self.games.game
        job = partial(read_file, game, event.text, self.held.shelves)
        in_background(self, job, partial(self._was_read, game), self._unread, group="file", exclusive=True)

    @on(PromptBar.Cancelled)
    def _cancelled(self, event: PromptBar.Cancelled) -> None:
        if event.purpose == "filter":
            self.filter = ""
            self._show_list()
        self._close_prompt()

    def _close_prompt(self) -> None:
        self.query_one(PromptBar).close()
        self.pages.list.focus()
        self.write_bars()

    def _unread(self, error: Exception) -> None:
        trouble = trouble_text(error)
        self.query_one(PromptBar).hint("change the line, or esc")
        self.query_one("#place", LineBar).line = (Span(f"! {trouble}", "bad"),)
        if cell_len(trouble) > self.size.width - 2:
            self.notify(trouble, title="Not read", severity="error", markup=False, timeout=15)

    def _was_read(self, game: AnyGame, read: CheckedCatalogue | CheckedDeck) -> None:
        if game is not self.games.game:
            return
        self._close_prompt()
        self.filter = ""
        if isinstance(read, CheckedDeck):
            others = (deck for deck in self.held.decks if deck.label != read.label)
            self.held = Collection(self.held.shelves, (read, *others))
            self._show(Link("deck", read.label))
        else:
            others_of = tuple(catalogues for catalogues in self.held.shelves if catalogues.label != read.label)
            self.held = Collection((*others_of, read), self.held.decks)
            self.page, self.number = "cards", len(others_of)
            self._show_list()
