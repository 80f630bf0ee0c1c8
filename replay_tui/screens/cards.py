"""The card and deck browser: catalogues and decks with their checks, of a game or of the match that one came from."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Literal

from rich.cells import cell_len
from textual import on
from textual.binding import BindingType
from textual.markup import escape

from domain.cards import CardRecord
from domain.game import AnyGame
from domain.text import counted
from replay_tui.browsing.card_rows import card_list_rows, card_rows, deck_list_rows, deck_rows
from replay_tui.browsing.scene import Guide, Scene
from replay_tui.browsing.text_rows import text_rows
from replay_tui.keymap import CARDS, COMMON, bindings
from replay_tui.screens.reference import ReferenceScreen
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.link_list import Link, LinkRow
from replay_tui.widgets.prompt import Prompt
from service.reading.catalogues import Collection, Deck, Shelf, Table, collection, copies_of, read_file, searched_card
from service.reading.toned import Span, clean
from service.reading.wordsearch import Found, WordSearch

_NOTHING = Collection((), ())


class CardsScreen(ReferenceScreen):
    """Two pages: the cards of a catalogue, and the decks."""

    NAME = "Cards and decks"
    BINDINGS: ClassVar[list[BindingType]] = bindings((*CARDS, *COMMON))

    def __init__(self, games: Sequence[AnyGame], game: AnyGame, scene: Scene | None, guide: Guide) -> None:
        super().__init__(games, game, scene, guide)
        self.held = _NOTHING
        self.page: Literal["cards", "decks"] = "cards"
        self.number = 0
        """Of the catalogue that is shown."""
        self.filter = ""
        self._search = WordSearch({})
        self._searched: Shelf | None = None
        """What the search is made for."""
        self.found = Found(())
        """The cards that the filter lets through."""
        self._state = "reading …"
        """What stands in place of a list that is not there."""

    # --- reading -------------------------------------------------------------------------------------------------------

    def show_game(self) -> None:
        """Reads what the game has."""
        self.held, self.number, self.filter, self._state = _NOTHING, 0, "", "reading …"
        self.show_list()
        table = self.scene.table if self.scene is not None else None
        self.run_worker(partial(self._collect, self.game, table), thread=True, exclusive=True, group="collect")

    def _collect(self, game: AnyGame, table: Table | None) -> None:
        try:
            held = collection(game, table)
        except Exception as error:
            self.app.call_from_thread(self._collected, game, _NOTHING, str(error) or type(error).__name__)
        else:
            self.app.call_from_thread(self._collected, game, held, "")

    def _collected(self, game: AnyGame, held: Collection, trouble: str) -> None:
        if self.is_mounted and game is self.game:
            self.held = held
            self._state = trouble or ("" if held.shelves else f"{game.title} brings no cards along")
            self.show_list()

    @property
    def shelf(self) -> Shelf | None:
        """The catalogue that is shown."""
        return self.held.shelves[self.number] if self.number < len(self.held.shelves) else None

    # --- showing -------------------------------------------------------------------------------------------------------

    def show_list(self, at: Link | None = None) -> None:
        """Lists the page, the cursor on a link."""
        shelf = self.shelf
        if shelf is None:
            self.list.border_title = "Cards"
            self.list.write(self._nothing)
        elif self.page == "cards":
            self._show_cards(shelf, at)
        else:
            self.list.border_title = "Decks"
            self.list.write(self._deck_rows, at)
        self.show_text()
        self.write_bars()

    def _show_cards(self, shelf: Shelf, at: Link | None) -> None:
        if shelf is not self._searched:
            self._searched = shelf
            self._search = WordSearch({card.card_id: searched_card(card) for card in shelf.catalogue})
        self.found = self._search.find(self.filter)
        cards = tuple(card for card_id in self.found.keys if (card := shelf.catalogue.get(card_id)) is not None)
        self.list.border_title = escape(clean(f"{shelf.label}: {shelf.catalogue.name}"))
        self.list.write(partial(self._card_rows, shelf, cards), at)

    def _card_rows(self, shelf: Shelf, cards: tuple[CardRecord, ...], width: int) -> tuple[LinkRow, ...]:
        if cards or not self.filter:
            return tuple(card_list_rows(shelf, cards, width))
        return (
            *text_rows(f"No card has “{self.filter}” in its name or any field.", width, "strong"),
            *text_rows("esc shows all cards · / changes the filter", width),
        )

    def _deck_rows(self, width: int) -> tuple[LinkRow, ...]:
        if self.held.decks:
            return tuple(deck_list_rows(self.held.decks, width))
        return (
            *text_rows(f"{self.game.title} brings no decks along.", width, "strong"),
            *text_rows(": reads one from a file · d shows the cards", width),
        )

    def _nothing(self, width: int) -> tuple[LinkRow, ...]:
        rows = (*text_rows(self._state, width, "strong"),)
        if self._state == "reading …":
            return rows
        return (*rows, *text_rows("g goes to the next game · : reads a file · esc goes back", width))

    def show_text(self) -> None:
        link = self.list.here
        deck = self._deck(link) if link is not None else None
        card = self._card(link) if link is not None else None
        shelf = self.shelf
        if deck is not None:
            self.text.border_title = escape(clean(deck.label))
            self.text.write(lambda width: tuple(deck_rows(deck, width)))
        elif card is not None and shelf is not None:
            holders = tuple(copies_of(card.card_id, self.held.decks, shelf))
            self.text.border_title = escape(clean(card.card_id))
            self.text.write(lambda width: tuple(card_rows(card, shelf, holders, width)))
        else:
            self.text.border_title = ""
            self.text.write(lambda _: ())

    def _deck(self, link: Link) -> Deck | None:
        return next((deck for deck in self.held.decks if link == Link("deck", deck.label)), None)

    def _card(self, link: Link) -> CardRecord | None:
        return self.shelf.catalogue.get(link.name) if link.kind == "card" and self.shelf is not None else None

    def place(self) -> str:
        shelf = self.shelf
        if shelf is None:
            return self._state
        if self.page == "decks":
            return counted(len(self.held.decks), "deck", none="no")
        cards = counted(len(shelf.catalogue), "card", none="no")
        some = f"{len(self.found.keys)} of " if self.filter else ""
        return f"catalogue {self.number + 1}/{len(self.held.shelves)} · {shelf.label} · {some}{cards}"

    def remark(self) -> str:
        if self.shelf is None:
            return ""
        if self.page == "decks":
            return counted(sum(bool(deck.findings) for deck in self.held.decks), "deck", none="no") + " with findings"
        if self.filter:
            read = f" read as “{self.found.read_as}”" if self.found.read_as and self.found.keys else ""
            return f"filter “{self.filter}”{read}"
        found = counted(len(self.shelf.findings), "finding", none="no")
        return f"{found} · {counted(len(self.shelf.notes), 'note')}" if self.shelf.notes else found

    def citation(self) -> str:
        link = self.list.here
        if link is None:
            return ""
        if (deck := self._deck(link)) is not None:
            return f"{deck.deck.name or deck.label} ({deck.source}) · {self.game.title}"
        if (card := self._card(link)) is not None and self.shelf is not None:
            return f"{card.card_id} {card.name} · {self.shelf.catalogue.name} {self.shelf.catalogue.digest[:12]}"
        return ""

    # --- going about ---------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Dims what leads nowhere."""
        if action == "catalogue" and isinstance(by := parameters[0], int):
            return True if self.page == "cards" and 0 <= self.number + by < len(self.held.shelves) else None
        if action == "filter":
            return True if self.page == "cards" and self.shelf is not None else None
        if action in ("turn", "file"):
            return True if self.shelf is not None else None
        return super().check_action(action, parameters)

    def action_turn(self) -> None:
        """From the cards to the decks, and back."""
        self.page = "decks" if self.page == "cards" else "cards"
        self.to_list()
        self.show_list()

    def action_catalogue(self, by: int) -> None:
        """The next catalogue, or the one before."""
        self.number += by
        self.filter = ""
        self.show_list()

    def follow(self, link: Link) -> None:
        if link.kind == "rule":
            self.guide.look_up_rule(self.game, link.name, self.scene)
            return
        self._show(link)

    def _show(self, link: Link) -> None:
        """Shows a deck in the list of decks, a card among those of the deck's catalogue."""
        here = self.list.here
        deck = self._deck(here) if here is not None else None
        if link.kind == "card" and deck is not None:
            self.number = next(n for n, shelf in enumerate(self.held.shelves) if shelf == deck.shelf)
        self.page, self.filter = ("decks" if link.kind == "deck" else "cards"), ""
        self.to_list()
        self.show_list(link)

    # --- filter and file -----------------------------------------------------------------------------------------------

    def action_filter(self) -> None:
        """Asks for words."""
        self.query_one(Prompt).open("filter", "/", self.filter, "words of any field · ⏎ keeps · esc all cards")

    def action_file(self) -> None:
        """Asks for a file."""
        self.query_one(Prompt).open("file", ":", "", "a catalogue or deck file (TOML) · ⏎ reads · esc")

    @on(Prompt.Changed)
    def _typed(self, event: Prompt.Changed) -> None:
        if event.purpose == "filter":
            self.filter = event.text.strip()
            self.show_list()

    @on(Prompt.Accepted)
    def _accepted(self, event: Prompt.Accepted) -> None:
        if event.purpose == "filter" or not event.text.strip():
            self.close_prompt()
            return
        self.query_one(Prompt).hint("reading …")
        job = partial(self._read_file, self.game, event.text, self.held.shelves)
        self.run_worker(job, thread=True, exclusive=True, group="file")

    @on(Prompt.Cancelled)
    def _cancelled(self, event: Prompt.Cancelled) -> None:
        if event.purpose == "filter":
            self.filter = ""
            self.show_list()
        self.close_prompt()

    def _read_file(self, game: AnyGame, path: str, shelves: tuple[Shelf, ...]) -> None:
        try:
            read = read_file(game, path, shelves)
        except Exception as error:
            self.app.call_from_thread(self._unread, str(error) or type(error).__name__)
        else:
            self.app.call_from_thread(self._was_read, game, read)

    def _unread(self, trouble: str) -> None:
        if not self.is_mounted:
            return
        self.query_one(Prompt).hint("the line is kept · esc")
        self.query_one("#place", LineBar).line = (Span(f"! {clean(trouble)}", "bad"),)
        if cell_len(trouble) > self.size.width - 2:
            self.notify(clean(trouble), title="Not read", severity="error", markup=False, timeout=15)

    def _was_read(self, game: AnyGame, read: Shelf | Deck) -> None:
        if not self.is_mounted or game is not self.game:
            return
        self.close_prompt()
        self.filter = ""
        if isinstance(read, Deck):
            others = (deck for deck in self.held.decks if deck.label != read.label)
            self.held = Collection(self.held.shelves, (read, *others))
            self._show(Link("deck", read.label))
        else:
            others_of = tuple(shelf for shelf in self.held.shelves if shelf.label != read.label)
            self.held = Collection((*others_of, read), self.held.decks)
            self.page, self.number = "cards", len(others_of)
            self.show_list()

    def peel(self) -> bool:
        if self.page == "decks":
            self.action_turn()
            return True
        if self.filter:
            self.filter = ""
            self.show_list(self.list.here)
            return True
        return False
