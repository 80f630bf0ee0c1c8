"""The line that a scorekeeper types in. Some keys mean more than their letter; the screen says which."""

from collections.abc import Callable
from dataclasses import dataclass

from textual.events import Key
from textual.message import Message
from textual.widgets import Input

from replay_tui.keymap import RECORD_LINE, bindings


class CommandLine(Input):
    """`claims` is asked about every letter before it is typed: True where the screen has dealt with it."""

    BINDINGS = bindings(RECORD_LINE)

    @dataclass
    class Moved(Message):
        """The highlight is to go down or up."""

        by: int

    @dataclass
    class Completed(Message):
        """The line is to be completed from the highlighted row."""

    def __init__(self, claims: Callable[[str], bool], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, compact=True, placeholder="a command, a number or letters of it", select_on_focus=False)
        self._claims = claims

    def on_key(self, event: Key) -> None:
        """Gives letters and digits to the screen first."""
        if event.is_printable and event.character and self._claims(event.character):
            event.stop()
            event.prevent_default()

    def put(self, text: str) -> None:
        """Replaces the text; the cursor stands at its end."""
        self.value = text
        self.cursor_position = len(text)

    def action_move(self, by: int) -> None:
        """Moves the highlight."""
        self.post_message(self.Moved(by))

    def action_complete(self) -> None:
        """Completes the line."""
        self.post_message(self.Completed())
