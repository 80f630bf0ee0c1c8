"""Disputing an entry: a letter says as what, and it is recorded."""

from collections.abc import Iterator

from domain.judging import ClaimKind
from replay_tui.keymap import KEYS, bindings
from replay_tui.screens.box import Box
from replay_tui.widgets.lines import folded
from service.reading.styled_text import Span, StyledLine


class DisputeBox(Box[ClaimKind]):
    """A letter each, as the help of its key says."""

    BINDINGS = bindings("dispute_box")

    def __init__(self, entry: int, done: str) -> None:
        """`done`: what was done in the entry."""
        super().__init__(f"Dispute entry {entry}", "a letter records it · esc")
        self._done = done

    def lines(self, width: int) -> Iterator[StyledLine]:
        yield from folded(self._done, width, "strong")
        for key in KEYS["dispute_box"][:-1]:
            yield (Span(f" {key.keys}  ", "strong"), Span(key.help))

    def action_choose(self, claim: ClaimKind) -> None:
        """It is disputed."""
        self.dismiss(claim)
