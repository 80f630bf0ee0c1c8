"""The line that a scorekeeper types in. Some keys mean more than their letter; the screen says which."""

from typing import Protocol

from rich.highlighter import Highlighter
from rich.text import Text
from textual.events import Key, Paste

from replay_tui.keymap import bindings
from replay_tui.widgets.text_line import TextLine


class LineKeys(Protocol):
    """Handles the keys of a line. Called directly instead of by message: keys may come faster than messages are read."""

    def claim(self, letter: str) -> bool:
        """A letter before it is typed: True where it was dealt with."""
        ...

    def enter(self) -> None:
        """The line is to be taken."""
        ...

    def complete(self) -> None:
        """The line is to be completed."""
        ...

    def move(self, by: int) -> None:
        """The highlight is to go down or up."""
        ...

    def paste(self, text: str) -> None:
        """A text was pasted, of any length."""
        ...


class Mistake(Highlighter):
    """Underlines the word that is wrong."""

    column: int | None = None

    def highlight(self, text: Text) -> None:
        """From its first letter to the next blank."""
        if self.column is not None:
            length = len(text.plain[self.column :].split(" ")[0])
            text.stylize("bold underline", self.column, self.column + length)


class CommandLine(TextLine):
    """One line of text, whose keys go to the screen first."""

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
        """Hands on what is pasted: it may have many lines, or a million letters."""
        event.stop()
        event.prevent_default()
        self._keys.paste(event.text)

    def action_paste(self) -> None:
        """Pastes what was copied in this program."""
        self._keys.paste(self.app.clipboard)

    def put_in(self, text: str) -> None:
        """Puts a text in at the cursor, in place of what is selected."""
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
        """Takes the line."""
        self._keys.enter()

    def action_complete(self) -> None:
        """Completes the line."""
        self._keys.complete()

    def action_move(self, by: int) -> None:
        """Moves the highlight."""
        self._keys.move(by)
