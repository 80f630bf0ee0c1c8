"""All keys of a screen, from the bindings themselves."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen

from replay_tui.keymap import SCREENS
from replay_tui.keymap.everywhere import SCROLL
from replay_tui.keymap.key import Key, bindings
from replay_tui.widgets.lines import LinesView
from service.reading.toned import Line, Span, fold, pad

_KEYS_WIDTH = 13

LEGEND = (
    ("??", "an unknown card"),
    ("!", "a violation"),
    ("§", "a dispute or ruling"),
    ("x", "taken back"),
    ("i", "a note"),
    ("b", "a bookmark"),
    ("*", "changed by the last step"),
    (">", "the current row; on the board, who is to act"),
)


class HelpScreen(ModalScreen[None]):
    """Closed by `esc`, `?` or `q`."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape,question_mark,f1,q", "dismiss", "close", key_display="esc", id="help.close"),
        *bindings(SCROLL),
    ]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        """As `SCREENS` has it."""

    def compose(self) -> ComposeResult:
        """One scrolling pane."""
        yield LinesView(id="help")

    def on_mount(self) -> None:
        """Fills the pane."""
        pane = self.query_one(LinesView)
        pane.border_title = f"Keys · {self._title}"
        pane.border_subtitle = "esc closes"
        pane.call_after_refresh(lambda: pane.show_lines(tuple(self._lines(pane.room))))

    def _lines(self, width: int) -> Iterator[Line]:
        for group in SCREENS[self._title]:
            for key in group:
                if key.id.startswith("tenth.") and key.id != "tenth.0":
                    continue
                shown, text = (
                    ("0-9", "So many tenths into the match") if key.id == "tenth.0" else (shown_keys(key), key.help)
                )
                yield from _rows(shown, text, width)
        yield ()
        for sign, meaning in LEGEND:
            yield from _rows(sign, meaning, width)


def _rows(sign: str, meaning: str, width: int) -> Iterator[Line]:
    """A key and what it does, clear of it on as many rows as it takes."""
    for number, row in enumerate(fold(meaning, max(8, width - _KEYS_WIDTH - 1))):
        yield (*pad((Span(sign if number == 0 else "", "strong"),), _KEYS_WIDTH), Span(" "), Span(row))


def shown_keys(key: Key) -> str:
    """How a key is written in the help."""
    return key.shown or key.keys.replace(",", " ")
