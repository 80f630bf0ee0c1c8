"""The tour: eight screens, each with a card that explains it. It goes between them by the program's own keys."""

from typing import Final

from msgspec import Struct
from textual.app import App, ComposeResult
from textual.screen import ModalScreen, Screen

from replay_tui.keymap import bindings
from replay_tui.widgets.lines import LinesView, folded


class TourStop(Struct, frozen=True):
    """A screen of the tour."""

    keys: tuple[str, ...]
    """The keys that lead there from the stop before."""
    screen: str
    """The class of the screen."""
    title: str
    text: str


_STOPS: Final = """
MatchesScreen |  | Your matches | Every match of the store. ⏎ opens one, / filters the list, n starts a new match.
ReplayScreen | enter | Replay | The board after each action. ← → go by action, [ ] by turn; f looks through a player's eyes.
CardCursor | o | Cards | o starts a cursor: arrows go from card to card, ⏎ tells what a card does and what happened to it.
ExplainBox | escape i | Why an action is legal | i explains an action by its rules. Type another action to try it.
RulesScreen | escape f6 | Rules | F6 opens the rules of the game, F7 its cards, from every screen.
RecordScreen | escape l | Record | l records live. Type any word of an action, or its number, then ⏎. ^z takes it back.
HelpScreen | f1 | Keys | ? (in a command line F1) shows the keys of the screen that you are on.
StatisticsScreen | escape f8 | Statistics | F8 answers questions about all matches: who wins, which cards matter, how long it takes.
"""
"""A screen a line: its class, the keys that open it from the screen before, title, text."""
STOPS: Final = tuple(
    TourStop(tuple(keys.split()), screen, title, text)
    for screen, keys, title, text in (row.split(" | ") for row in _STOPS.strip().splitlines())
)


class TourCard(ModalScreen[bool]):
    """A card over a screen; the result is True if the tour goes on."""

    BINDINGS = bindings("tour")

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def compose(self) -> ComposeResult:
        """The card."""
        yield LinesView(id="card")

    def on_mount(self) -> None:
        """Fill the card."""
        stop, pane = STOPS[self._number], self.query_one(LinesView)
        last = self._number + 1 == len(STOPS)
        pane.border_title = f"Tour {self._number + 1} of {len(STOPS)}: {stop.title}"
        pane.border_subtitle = "⏎ ends the tour here" if last else "⏎ next · esc ends the tour here"
        pane.call_after_refresh(lambda: pane.show_lines(tuple(folded(stop.text, pane.room))))

    def action_next(self) -> None:
        """Go on to the next screen."""
        self.dismiss(self._number + 1 < len(STOPS))

    def action_end(self) -> None:
        """End the tour; the screen stays open."""
        self.dismiss(False)


class Tour:
    """Goes from stop to stop. It waits for each screen to open, because a match is read first."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._next = 0
        self._awaited = ""
        """The class of the screen that opens next; empty while a card is shown."""

    @property
    def goes_on(self) -> bool:
        """True while the next screen opens."""
        return bool(self._awaited)

    def begin(self) -> None:
        """Show the first card."""
        self._app.screen_change_signal.subscribe(self._app, self._arrived)
        self._show()

    def _show(self) -> None:
        self._app.push_screen(TourCard(self._next), self._left)

    def _left(self, goes_on: bool | None) -> None:
        if not goes_on:
            self._app.screen_change_signal.unsubscribe(self._app)
            return
        self._next += 1
        self._awaited = STOPS[self._next].screen
        for key in STOPS[self._next].keys:
            self._app.simulate_key(key)

    def _arrived(self, screen: Screen[object]) -> None:
        if type(screen).__name__ == self._awaited:
            self._awaited = ""
            screen.call_after_refresh(self._show)
