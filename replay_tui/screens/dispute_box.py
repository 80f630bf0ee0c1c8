"""The box that disputes an entry: a letter chooses the kind of claim and records it."""

from collections.abc import Iterator

from domain.judging import ClaimKind
from replay_tui.keymap import KEYS, bindings
from replay_tui.screens.box import Box
from replay_tui.widgets.lines import folded
from service.reading.styled_text import Span, StyledLine


class DisputeBox(Box[ClaimKind]):
    """A letter for each kind of claim; the keymap has their descriptions."""

    BINDINGS = bindings("dispute_box")

    def __init__(self, entry: int, done: str) -> None:
        """`done`: the action of the entry in words."""
        super().__init__(f"Dispute entry {entry}", "a letter records it · esc")
        self._done = done

    def lines(self, width: int) -> Iterator[StyledLine]:
        yield from folded(self._done, width, "strong")
        for key in KEYS["dispute_box"][:-1]:
            yield (Span(f" {key.keys}  ", "strong"), Span(key.help))

    def action_choose(self, claim: ClaimKind) -> None:
        """Dispute the entry."""
        self.dismiss(claim)
