"""Help: all keys of a screen on one card, then the symbols of the game's table, from bindings and plan."""

from collections.abc import Iterator
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen, Screen

from domain.plan import Plan
from replay_tui.keymap import SCREENS, Key, bindings
from replay_tui.widgets.lines import LinesView
from service.reading.styled_text import Span, StyledLine, fold, pad
from service.reading.table.legend import legend

_KEYS_WIDTH = 13
_GAP = 2
_COLUMN = 52
"""Width of a column of keys."""


T = TypeVar("T")


class HelpScreen(ModalScreen[None]):
    """All keys of a screen; closed by `esc`, `?` or `q`."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape,question_mark,f1,q", "dismiss", "close", key_display="esc", id="help.close"),
        *bindings("scroll"),
    ]

    def __init__(self, title: str, plan: Plan | None = None) -> None:
        """`plan`: of the game on the screen; its signs are listed after the keys."""
        super().__init__()
        self._title = title
        """A key of `SCREENS`."""
        self._plan = plan

    def compose(self) -> ComposeResult:
        """One scrolling pane."""
        yield LinesView(id="help")

    def on_mount(self) -> None:
        """Fill the pane."""
        pane = self.query_one(LinesView)
        pane.border_title = f"{'Keys and signs' if self._plan else 'Keys'} · {self._title}"
        pane.border_subtitle = "esc closes"
        pane.call_after_refresh(lambda: pane.show_lines(tuple(self._lines(pane.room))))

    def _lines(self, width: int) -> Iterator[StyledLine]:
        yield from in_columns(list(self._keys(width // max(1, width // _COLUMN) - _GAP)), width)
        if self._plan is not None:
            yield ()
            yield from legend(self._plan, width)

    def _keys(self, width: int) -> Iterator[StyledLine]:
        for group in SCREENS[self._title]:
            for key in group:
                if key.id.startswith("tenth.") and key.id != "tenth.0":
                    continue
                shown, text = (
                    ("0-9", "Jump into the match: 5 is halfway") if key.id == "tenth.0" else (shown_keys(key), key.help)
                )
                yield from _rows(shown, text, width)


def _rows(sign: str, meaning: str, width: int) -> Iterator[StyledLine]:
    """Yield a key and its meaning, which is folded beside it."""
    for number, row in enumerate(fold(meaning, max(8, width - _KEYS_WIDTH - 1))):
        yield (*pad((Span(sign if number == 0 else "", "strong"),), _KEYS_WIDTH), Span(" "), Span(row))


def in_columns(lines: list[StyledLine], width: int) -> Iterator[StyledLine]:
    """Yield lines in columns, from top to bottom and then from left to right."""
    columns = max(1, width // _COLUMN)
    height = -(-len(lines) // columns)
    for row in range(height):
        cells = lines[row::height]
        yield tuple(span for cell in cells[:-1] for span in pad(cell, width // columns)) + cells[-1]


def shown_keys(key: Key) -> str:
    """Return a key's written form in the help."""
    return key.shown or key.keys.replace(",", " ").replace("ctrl+", "^")


class KeyedScreen(Screen[T]):
    """A screen that shows all its keys on request."""

    help_title: ClassVar[str]
    """A key of `SCREENS`."""

    def action_back(self) -> None:
        """Return to the previous screen."""
        self.dismiss(None)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(HelpScreen(self.help_title))
