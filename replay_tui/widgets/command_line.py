"""The scorekeeper's command line. The screen handles some keys before they are typed."""

from typing import Protocol

from rich.highlighter import Highlighter
from rich.text import Text
from textual.events import Key, Paste

from replay_tui.keymap import bindings
from replay_tui.widgets.text_line import TextLine


class LineKeys(Protocol):
    """Handles the keys of a line. Called directly instead of by messages, because keys may arrive faster than
    messages."""

    def claim(self, letter: str) -> bool:
        """Handle a letter before it is typed; return True if it is not text."""
        ...

    def enter(self) -> None:
        """Handle enter."""
        ...

    def complete(self) -> None:
        """Handle tab."""
        ...

    def move(self, by: int) -> None:
        """Handle up and down."""
        ...

    def paste(self, text: str) -> None:
        """Handle pasted text of any length."""
        ...


class Mistake(Highlighter):
    """Underlines the wrong word."""

    column: int | None = None

    def highlight(self, text: Text) -> None:
        """Underline from the mistake to the next blank."""
        if self.column is not None:
            length = len(text.plain[self.column :].split(" ")[0])
            text.stylize("bold underline", self.column, self.column + length)


class CommandLine(TextLine):
    """A line of text that offers its keys to the screen first."""

    BINDINGS = bindings("record_line")

    def __init__(self, keys: LineKeys, *, hint: str = "", id: str | None = None) -> None:  # noqa: A002
        self._mistake = Mistake()
        super().__init__(id=id, compact=True, placeholder=hint, select_on_focus=False, highlighter=self._mistake)
        self._keys = keys

    async def answered(self, event: Key) -> bool:
        """Ask the screen first, then the line's own bindings."""
        if event.key == "enter":
            self._keys.enter()
        elif event.key == "tab":
            self._keys.complete()
        elif event.key in ("up", "down"):
            self._keys.move(1 if event.key == "down" else -1)
        else:
            claimed = bool(event.is_printable and event.character and self._keys.claim(event.character))
            return claimed or await super().answered(event)
        return True

    def _on_paste(self, event: Paste) -> None:
        """Pass pasted text on; it may have many lines or a million letters."""
        event.stop()
        event.prevent_default()
        self._keys.paste(event.text)

    def action_paste(self) -> None:
        """Paste text copied in this program."""
        self._keys.paste(self.app.clipboard)

    def put_in(self, text: str) -> None:
        """Insert a text at the cursor, instead of the selection."""
        start, end = self.selection
        self.replace(text, start, end)

    def put(self, text: str) -> None:
        """Replace the text; the cursor moves to its end."""
        self.value = text
        self.cursor_position = len(text)

    def mark(self, column: int | None) -> None:
        """Mark the word at this column as the mistake; `None`: remove the mark."""
        if column != self._mistake.column:
            self._mistake.column = column
            self.refresh()

    async def action_submit(self) -> None:
        """Handle enter."""
        self._keys.enter()

    def action_complete(self) -> None:
        """Handle tab."""
        self._keys.complete()

    def action_move(self, by: int) -> None:
        """Move the highlight."""
        self._keys.move(by)
