"""The prompts of live recording: undo, redo, a note, the time, a file of lines. The board previews them while you
type."""

from collections.abc import Callable
from dataclasses import dataclass

from textual.screen import Screen

from domain.seats import Viewpoint
from replay_tui.scorekeeping.notes import InvalidText
from replay_tui.scorekeeping.requests import Requests
from replay_tui.screens.send_controller import SendController
from replay_tui.widgets.prompt import PromptBar


@dataclass
class RecordPrompts:
    """One prompt at a time, instead of the command line; the layout stays."""

    screen: Screen[None]
    requests: Requests
    sender: SendController
    show: Callable[[int], None]
    """Shows a position on the board; `None`: the last."""

    def possible(self, purpose: object = "") -> bool:
        """True if this prompt can open now; without a purpose, if any can."""
        if (purpose != "time" and self.sender.saving) or (purpose == "redo" and not self.requests.can_redo):
            return False
        return purpose not in ("undo", "take back") or self.requests.can_undo

    def ask(self, purpose: str, viewpoint: Viewpoint) -> None:
        """Open a prompt about entries, or say why it is impossible."""
        try:
            asked = self.requests.ask(purpose, viewpoint)
        except InvalidText as problem:
            self.sender.bars.say(str(problem))
            return
        self._open(purpose, asked.sign, asked.hint)
        if asked.position is not None:
            self.show(asked.position)

    def load(self) -> None:
        """Ask for a file with lines."""
        self._open("load", "lines from file", "a file with one command a line · ⏎ records them · esc")

    def _open(self, purpose: str, sign: str, hint: str) -> None:
        self.screen.add_class("asking")
        self._prompt.open(purpose, sign, hint=hint)

    def preview(self, purpose: str, text: str, viewpoint: Viewpoint) -> None:
        """Preview the effect of enter."""
        if purpose != "load":
            hint, position = self.requests.preview(purpose, text, viewpoint)
            self.show(position)
            self._prompt.hint(hint)

    def accept(self, purpose: str, text: str, viewpoint: Viewpoint) -> bool:
        """Do what was asked for. Return False if it is impossible; the prompt says why."""
        if purpose == "load":
            self.sender.load(text.strip())
            return True
        try:
            act = self.requests.act(purpose, text, viewpoint)
        except InvalidText as problem:
            self._prompt.hint(str(problem))
            return False
        if act is not None:
            self.sender.perform(act, self.sender.noted)
        return True

    def close(self) -> None:
        """Show the command line again."""
        self._prompt.close()
        self.screen.remove_class("asking")

    @property
    def _prompt(self) -> PromptBar:
        return self.screen.query_one(PromptBar)
