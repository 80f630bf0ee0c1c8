"""A cursor over the cards of a board. Arrows go from card to card; `enter` shows the card and its history, or acts with
it."""

from collections.abc import Callable, Iterator

from textual.app import ComposeResult
from textual.events import Key
from textual.screen import ModalScreen

from domain.board import CardView
from replay_tui.cursor import Spot, Way, nearest
from replay_tui.keymap import bindings
from replay_tui.scorekeeping.line_keys import row_of_digit
from replay_tui.screens.help import HelpScreen
from replay_tui.screens.line_controller import LineController
from replay_tui.timeline import Timeline
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LinesView, folded
from service.reading.card_story import card_history, card_lines, cards_on, printed_lines, told_card
from service.reading.styled_text import Span, StyledLine, fold

_BROAD = 118
_NUMBER = 5


class CardCursor(ModalScreen[None]):
    """A layer over replay or record screen; its text covers the half of the board without the cursor."""

    BINDINGS = bindings("card_cursor")

    def __init__(self, board: BoardView, step: Callable[[str, int], None], line: LineController | None = None) -> None:
        """`step` moves the position by units of the match (`("action", 1)`). With a `line`, enter points at the card
        for the command line and digits take its offers; otherwise enter shows the card."""
        super().__init__()
        self._line = line
        self._board = board
        self._step = step

    @property
    def keys_now(self) -> dict[str, str]:
        """Keys and labels of the footer."""
        return {"cursor.left": "card", "cursor.tell": "show" if self._line is None else "choose", "cursor.help": "help"}

    def compose(self) -> ComposeResult:
        """Compose the text about a card, hidden at first, and the keys."""
        yield LinesView(id="card")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Start at a card that the entry changed, or else at the first one."""
        found = self._spots()
        changed = [spot for spot in found if spot.key in self._board.changed]
        self._to(next(iter(changed or found), None))

    def on_unmount(self) -> None:
        """Remove the cursor from the board."""
        self._board.point_at(None)

    @property
    def timeline(self) -> Timeline:
        """The timeline of the match."""
        return self._board.timeline

    @property
    def card_id(self) -> str:
        """The catalogue id of the card under the cursor; if it is unknown, of the card that the entry names."""
        card, history = self._card(), self.timeline.history
        of_name = (record.card_id for record in history.match.state.catalogue if card and record.name == card[1].name)
        version = self.timeline.version(self._board.position)
        return next(of_name, "") or told_card(history, version, self._board.viewpoint)

    def _to(self, spot: Spot | None) -> None:
        self._board.point_at(spot)
        self.set_class(self.app.size.width >= _BROAD, "broad")
        if spot is not None:
            self.set_class(spot.row >= self._board.page // 2, "low")
        if self.has_class("card-open"):
            self._tell()

    def action_go(self, way: Way) -> None:
        """Move to the next card in a direction."""
        here = self._board.cursor
        self._to(nearest(self._spots(), here, way) if here is not None else None)

    def _spots(self) -> list[Spot]:
        """Return the cards to go to: all, or those that the command line offers."""
        found, line = self._board.spots(), self._line
        if line is None or not line.line.value:
            return found
        named = {card.key for _, card in cards_on(self._board.shown) if line.says(card.name)}
        return [spot for spot in found if spot.key in named] or found

    def on_key(self, event: Key) -> None:
        """Take an offer of the command line by its digit."""
        if self._line is not None and event.key.isdigit():
            event.stop()
            if (row := row_of_digit(event.key, self._line.offers.offered)) is not None:
                self._went_on(ended=self._line.take(row))

    def _went_on(self, *, ended: bool) -> None:
        """Leave after the last choice, or else go to the next card to choose."""
        if ended:
            self.dismiss()
        else:
            self.call_after_refresh(self._follow)

    def action_step(self, by: int) -> None:
        """Move by one action; the cursor stays on its card while it is visible."""
        self._step("action", by)
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        found, here = self._spots(), self._board.cursor
        same = (spot for spot in found if here is not None and spot.key == here.key)
        self._to(next(same, next(iter(found), None)))

    def action_help(self) -> None:
        """Show the signs and the keys."""
        self.app.push_screen(HelpScreen("Replay: cards", self._board.plan))

    def action_tell(self) -> None:
        """Show the card, or point at it for the command line."""
        found = self._card()
        if self._line is not None and found is not None:
            self._went_on(ended=self._line.point(found[1].name))
        elif self._board.cursor is not None:
            self.add_class("card-open")
            self.call_after_refresh(self._tell)

    def action_scroll(self, by: int) -> None:
        """Scroll the text."""
        pane = self.query_one("#card", LinesView)
        pane.show_from(pane.top + by * (pane.page - 1))

    def action_back(self) -> None:
        """Close the text, then the cursor."""
        if self.has_class("card-open"):
            self.remove_class("card-open")
        else:
            self.dismiss()

    def _card(self) -> tuple[str, CardView] | None:
        key = self._board.cursor.key if self._board.cursor is not None else ""
        return next((found for found in cards_on(self._board.shown) if found[1].key == key), None)

    def _tell(self) -> None:
        """Show the card's current state at once, and its history when the boards of the match are computed."""
        pane, found = self.query_one("#card", LinesView), self._card()
        if found is not None:
            pane.border_title = found[1].name
            pane.border_subtitle = "esc closes"
            pane.show_from(0)
            told = tuple(self._is(*found, pane.room))
            pane.show_lines(told)
            pane.call_after_refresh(self._tell_more, pane, found[1].key, told)

    def _tell_more(self, pane: LinesView, key: str, told: tuple[StyledLine, ...]) -> None:
        if pane.lines is told:
            pane.show_lines((*told, *self._was(key, pane.room)))

    def _is(self, where: str, card: CardView, width: int) -> Iterator[StyledLine]:
        for text in card_lines(self._board.plan, where, card):
            yield from folded(text, width)
        printed = [
            row for text in printed_lines(self.timeline.history, card.name) for row in folded(text, width, "dim")
        ]
        if printed:
            yield (Span("On the card", "strong"),)
        yield from printed
        yield (Span("In this match, up to here", "strong"),)

    def _was(self, key: str, width: int) -> Iterator[StyledLine]:
        history, version = self.timeline.history, self.timeline.version(self._board.position)
        for number, text in card_history(history, key, version, self._board.viewpoint):
            for row, part in enumerate(fold(text, max(8, width - _NUMBER))):
                yield (Span(f"{number if not row else '':>{_NUMBER - 1}} ", "dim"), Span(part))
