"""One line of input: go to, find, filter. Typed text is previewed at once; `esc` ends the preview."""

from dataclasses import dataclass
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from replay_tui.keymap import bindings
from replay_tui.widgets.text_line import TextLine

MOST_LETTERS: Final = 1_000
"""Most letters of a prompt; longer pasted text is cut."""


class PromptBar(Horizontal):
    """Hidden until it is opened for a purpose; messages name that purpose."""

    BINDINGS = bindings("prompt")

    @dataclass
    class Changed(Message):
        """Something was typed."""

        purpose: str
        text: str

    @dataclass
    class Accepted(Message):
        """Enter was pressed."""

        purpose: str
        text: str

    @dataclass
    class Cancelled(Message):
        """Escape was pressed."""

        purpose: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.purpose = ""
        self.display = False

    def compose(self) -> ComposeResult:
        """Compose a sign, the line, and room for a remark."""
        yield Static("", id="prompt-sign", markup=False)
        yield TextLine(id="prompt-input", compact=True, max_length=MOST_LETTERS)
        yield Static("", id="prompt-hint", markup=False)

    def open(self, purpose: str, sign: str, text: str = "", hint: str = "") -> None:
        """Show the line and focus it."""
        self.purpose = purpose
        self.display = True
        self.query_one("#prompt-sign", Static).update(sign)
        self.hint(hint)
        field = self.query_one(Input)
        with self.prevent(Input.Changed):
            field.value = text
        field.cursor_position = len(text)
        field.focus()

    @property
    def text(self) -> str:
        """The typed text."""
        return self.query_one(Input).value

    def hint(self, text: str) -> None:
        """Show a remark beside the typed text."""
        self.query_one("#prompt-hint", Static).update(text)

    def close(self) -> None:
        """Hide the line."""
        self.display = False

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.display:
            self.post_message(self.Changed(self.purpose, event.value))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Accepted(self.purpose, event.value))

    def action_cancel(self) -> None:
        """Leave without accepting."""
        self.post_message(self.Cancelled(self.purpose))
