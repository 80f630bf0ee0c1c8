"""Disputing an entry: a letter says as what, and it is recorded."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from domain.judging import ClaimKind
from replay_tui.keymap.judging import DISPUTE_BOX
from replay_tui.keymap.key import bindings
from replay_tui.widgets.lines import LinesView, folded
from service.reading.styled_text import Span, StyledLine


class DisputeBox(ModalScreen[ClaimKind]):
    """A letter each, as the help of its key says."""

    BINDINGS = bindings(DISPUTE_BOX)

    def __init__(self, entry: int, done: str) -> None:
        """`done`: what was done in the entry."""
        super().__init__()
        self._entry = entry
        self._done = done

    def compose(self) -> ComposeResult:
        """One pane."""
        with Vertical(id="box"):
            yield LinesView(id="box-text")

    def on_mount(self) -> None:
        """Fills the box."""
        pane = self.query_one(LinesView)
        pane.border_title = f"Dispute entry {self._entry}"
        pane.border_subtitle = "a letter records it · esc"
        pane.focus()
        pane.call_after_refresh(lambda: pane.fill_box(tuple(self._lines(pane.room))))

    def _lines(self, width: int) -> Iterator[StyledLine]:
        yield from folded(self._done, width, "strong")
        for key in DISPUTE_BOX[:-1]:
            yield (Span(f" {key.keys}  ", "strong"), Span(key.help))

    def action_choose(self, claim: ClaimKind) -> None:
        """It is disputed."""
        self.dismiss(claim)

    def action_cancel(self) -> None:
        """No-op."""
        self.dismiss(None)
