"""What if: asks whether to branch off here, and what is to become of unknown cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.message import Message
from textual.reactive import reactive
from textual.screen import ModalScreen

from replay_tui.keymap.branching import FORK_BOX
from replay_tui.keymap.key import bindings
from replay_tui.widgets.lines import LinesView, folded
from service.reading.toned import Line, Span, clean
from service.recording.forking import Branch

_LARGEST_SEED: Final = 999_999
_UNSAMPLED: Final = "Unknown cards stay ??."
_SAMPLED: Final = (
    "Cards that somebody holds and nobody recorded get identities that the registered deck lists allow; those who may "
    "not know them still do not. Type digits for another seed."
)


@dataclass
class WhatIf(Message):
    """A what-if is to be recorded and opened."""

    branch: Branch


@dataclass
class Elsewhere(Message):
    """A moment of another match is to be looked at."""

    match: str
    version: int


class Cards(Struct, frozen=True):
    """What is done about unknown cards: a seed to sample them from, or None."""

    seed: int | None


Answer: TypeAlias = Cards | Literal["compare"]


class ForkBox(ModalScreen[Answer | None]):
    """`enter` branches off, `s` samples unknown cards, digits choose the seed, `c` compares a what-if with what happened."""

    BINDINGS = bindings(FORK_BOX)

    sampling: reactive[bool] = reactive(default=False)
    seed: reactive[int] = reactive(0)

    def __init__(self, address: str, done: str, origin: str) -> None:
        super().__init__()
        self.address = address
        self.done = done
        """What was done in the entry that it goes on from."""
        self.origin = origin
        """Address of the entry that the match itself branched from; empty where it is no what-if."""

    def compose(self) -> ComposeResult:
        """One pane."""
        with Vertical(id="box"):
            yield LinesView(id="box-text")

    def on_mount(self) -> None:
        """Fills the box."""
        pane = self.query_one(LinesView)
        pane.border_title = "What if"
        compare = " · c compare" if self.origin else ""
        pane.border_subtitle = f"⏎ branch off · s sample{compare} · esc back"
        pane.focus()
        self.call_after_refresh(self.write)

    def write(self) -> None:
        """Writes the box, as high as what it says."""
        pane = self.query_one(LinesView)
        if pane.size.width:
            pane.fill_box(tuple(self._lines(pane.room)))

    watch_sampling = watch_seed = write

    def _lines(self, width: int) -> Iterator[Line]:
        """What matters first: on a small screen the rest is scrolled to."""
        yield from folded("A match of its own goes on from", width)
        yield (Span(clean(f"{self.address}  {self.done}"), "strong"),)
        sign = "[x]" if self.sampling else "[ ]"
        yield (Span(f"{sign} s  sample unknown cards"), Span(f", seed {self.seed}" if self.sampling else "", "strong"))
        if self.origin:
            yield (Span(clean(f"    c  compare with what happened, {self.origin}")),)
        yield ()
        yield from folded(_SAMPLED if self.sampling else _UNSAMPLED, width, "dim")
        yield from folded(
            "It shares the history up to there, and counts in no statistic unless asked for.", width, "dim"
        )

    def on_key(self, event: Key) -> None:
        """Digits are the seed."""
        if self.sampling and event.key.isdecimal() and event.key.isascii():
            typed = self.seed * 10 + int(event.key)
            self.seed = typed if typed <= _LARGEST_SEED else int(event.key)
        elif self.sampling and event.key == "backspace":
            self.seed //= 10

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only a what-if has something to be compared with."""
        return action != "compare" or bool(self.origin)

    def action_go(self) -> None:
        """Branches off."""
        self.dismiss(Cards(self.seed if self.sampling else None))

    def action_sample(self) -> None:
        """Samples unknown cards, or leaves them."""
        self.sampling = not self.sampling

    def action_compare(self) -> None:
        """Compares with what happened."""
        self.dismiss("compare")

    def action_cancel(self) -> None:
        """Back to the replay."""
        self.dismiss(None)
