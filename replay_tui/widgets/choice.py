"""A field with a few values. Arrows choose one; a letter chooses the next that begins with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.events import Key
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from replay_tui.keymap import bindings
from replay_tui.widgets.lines import LineBar
from service.reading.styled_text import Now, Span


class Choice(LineBar, can_focus=True):
    """A row of all values, with the chosen one marked."""

    BINDINGS = bindings("choice")

    chosen: reactive[int] = reactive(0)

    @dataclass
    class Changed(Message):
        """Another value is chosen."""

        choice: "Choice"

    def __init__(self, values: Sequence[tuple[str, str]], chosen: str = "", *, id: str) -> None:  # noqa: A002
        """`values`: pairs of value and text."""
        super().__init__(id=id)
        self._values = tuple(values)
        self.set_reactive(Choice.chosen, self._place_of(chosen))

    def _place_of(self, wanted: str) -> int:
        return next((n for n, (value, _) in enumerate(self._values) if value == wanted), 0)

    def choose(self, value: str) -> None:
        """Choose a value as if by keys; the first one if there is no such value."""
        self.chosen = self._place_of(value)

    @property
    def value(self) -> str:
        """The chosen value."""
        return self._values[self.chosen][0]

    def render_line(self, y: int) -> Strip:
        """Draw all values; if they do not fit, those from the chosen one on."""
        cells = [Span(f"[{said}]" if n == self.chosen else f" {said} ", self._tone(n)) for n, said in self._said]
        if sum(len(cell.text) for cell in cells) > self.size.width:
            cells = cells[self.chosen :]
        return self.strip(tuple(cells) if y == 0 else (), self.size.width)

    @property
    def _said(self) -> tuple[tuple[int, str], ...]:
        return tuple((n, said) for n, (_, said) in enumerate(self._values))

    def _tone(self, place: int) -> Tone | Now:
        if place != self.chosen:
            return "dim"
        return "now" if self.has_focus else "strong"

    def watch_chosen(self) -> None:
        """Post the new value."""
        self.post_message(self.Changed(self))

    def watch_has_focus(self, has_focus: bool) -> None:
        """Highlight the chosen value with the focus."""
        super().watch_has_focus(has_focus)
        self.refresh()

    def action_choose(self, by: int) -> None:
        """Choose the next or previous value, wrapping around."""
        self.chosen = (self.chosen + by) % len(self._values)

    def on_key(self, event: Key) -> None:
        """Choose the next value that begins with the letter."""
        following = [(self.chosen + by) % len(self._values) for by in range(1, len(self._values) + 1)]
        letter = event.character if event.is_printable and event.character not in (None, " ") else None
        found = [n for n in following if letter and self._values[n][1].startswith(letter)]
        if found:
            event.stop()
            self.chosen = found[0]
