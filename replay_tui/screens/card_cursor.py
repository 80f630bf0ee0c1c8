"""A cursor over the cards of a board. Arrows go from card to card, `enter` tells what the card is and was, or acts with it."""

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
    """A layer over the replay that leaves its table visible; the text covers the half without the cursor."""

    BINDINGS = bindings("card_cursor")

    def __init__(self, board: BoardView, step: Callable[[str, int], None], line: LineController | None = None) -> None:
        """`step` goes on or back by so many of a unit of the match. With a `line`, enter points at the card for it and digits take
        its offers; otherwise enter tells about the card."""
        super().__init__()
        self._line = line
        self._board = board
        self._step = step

    @property
    def keys_now(self) -> dict[str, str]:
        """What enter does here."""
        return {"cursor.left": "card", "cursor.tell": "tell" if self._line is None else "choose", "cursor.help": "help"}

    def compose(self) -> ComposeResult:
        """The pane for what a card is and was, once it is asked for; the keys."""
        yield LinesView(id="card")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begins at a card that the entry changed, else at the first one."""
        found = self._spots()
        changed = [spot for spot in found if spot.key in self._board.changed]
        self._to(next(iter(changed or found), None))

    def on_unmount(self) -> None:
        """The board goes back to being looked at."""
        self._board.point_at(None)

    @property
    def timeline(self) -> Timeline:
        """Of the match that the board shows."""
        return self._board.timeline

    @property
    def card_id(self) -> str:
        """The catalogue's id of the card that the cursor is on; of one unknown there, the entry's."""
        card, history = self._card(), self.timeline.history
        of_name = (record.card_id for record in history.match.state.catalogue if card and record.name == card[1].name)
        version = self.timeline.version(self._board.position)
        return next(of_name, "") or told_card(history, version, self._board.viewpoint)

    def _to(self, spot: Spot | None) -> None:
        self._board.point_at(spot)
        self.set_class(self.app.size.width >= _BROAD, "broad")
        if spot is not None:
            self.set_class(spot.row >= self._board.page // 2, "low")
        if self.has_class("told"):
            self._tell()

    def action_go(self, way: Way) -> None:
        """To the next card that way."""
        here = self._board.cursor
        self._to(nearest(self._spots(), here, way) if here is not None else None)

    def _spots(self) -> list[Spot]:
        """The cards to go to: all of them, or those among which the line asks."""
        found, line = self._board.spots(), self._line
        if line is None or not line.line.value:
            return found
        named = {card.key for _, card in cards_on(self._board.shown) if line.says(card.name)}
        return [spot for spot in found if spot.key in named] or found

    def on_key(self, event: Key) -> None:
        """A digit takes an offer of the line."""
        if self._line is not None and event.key.isdigit():
            event.stop()
            if (row := row_of_digit(event.key, self._line.offers.offered)) is not None:
                self._went_on(ended=self._line.take(row))

    def _went_on(self, *, ended: bool) -> None:
        """Leave after the last choice, else go to a card that can be pointed at next."""
        if ended:
            self.dismiss()
        else:
            self.call_after_refresh(self._follow)

    def action_step(self, by: int) -> None:
        """One action on or back; the cursor stays on its card as long as that is to be seen."""
        self._step("action", by)
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        found, here = self._spots(), self._board.cursor
        same = (spot for spot in found if here is not None and spot.key == here.key)
        self._to(next(same, next(iter(found), None)))

    def action_help(self) -> None:
        """Shows the signs and the keys."""
        self.app.push_screen(HelpScreen("Replay: cards", self._board.plan))

    def action_tell(self) -> None:
        """Opens what the card is and was; or points at it."""
        found = self._card()
        if self._line is not None and found is not None:
            self._went_on(ended=self._line.point(found[1].name))
        elif self._board.cursor is not None:
            self.add_class("told")
            self.call_after_refresh(self._tell)

    def action_scroll(self, by: int) -> None:
        """Reads on in what is told."""
        pane = self.query_one("#card", LinesView)
        pane.show_from(pane.top + by * (pane.page - 1))

    def action_back(self) -> None:
        """Closes what is told, then the cursor."""
        if self.has_class("told"):
            self.remove_class("told")
        else:
            self.dismiss()

    def _card(self) -> tuple[str, CardView] | None:
        key = self._board.cursor.key if self._board.cursor is not None else ""
        return next((found for found in cards_on(self._board.shown) if found[1].key == key), None)

    def _tell(self) -> None:
        """Show the card's present state immediately, and its history when the boards of the match are read."""
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
