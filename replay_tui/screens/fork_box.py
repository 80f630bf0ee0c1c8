"""The what-if dialog: asks whether to branch off here, and how to treat unknown cards; bots estimate the entry's
value."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from textual.events import Key
from textual.message import Message
from textual.reactive import reactive

from replay_tui.background import in_background, trouble_text
from replay_tui.keymap import bindings
from replay_tui.screens.box import Box
from replay_tui.widgets.lines import LinesView, folded
from service.reading.styled_text import Span, StyledLine, clean
from service.recording.forks import Branch

_LARGEST_SEED: Final = 999_999
_UNSAMPLED: Final = "Unknown cards stay ??."
_SAMPLED: Final = (
    "Unrecorded cards in hands get identities that the registered deck lists allow; each viewpoint "
    "still sees only what it may know. Type digits for another seed."
)


@dataclass
class WhatIf(Message):
    """Record a what-if and open it."""

    branch: Branch


@dataclass
class EntryWanted(Message):
    """Open a position of another match."""

    match: str
    version: int


class CardSampling(Struct, frozen=True):
    """The treatment of unknown cards: the seed to sample them with, or `None`."""

    seed: int | None


PlayOn: TypeAlias = Callable[[int], tuple[str, ...]]
"""Estimate the entry's value by roll-outs of a seed, in a few lines. Takes seconds; an error becomes one line."""
Answer: TypeAlias = CardSampling | Literal["compare"]


class ForkBox(Box[Answer | None]):
    """`enter` branches off, `s` samples unknown cards, digits choose the seed, `p` lets bots play on, `c` compares a
    what-if with what happened."""

    BINDINGS = bindings("fork_box")

    sampling: reactive[bool] = reactive(default=False)
    seed: reactive[int] = reactive(0)

    worth: reactive[tuple[str, ...]] = reactive((), layout=False)
    """The bots' estimate of the entry."""

    def __init__(self, address: str, done: str, origin: str, play_on: PlayOn | None = None) -> None:
        """`play_on`: whether bots can continue."""
        compare = " · c compare" if origin else ""
        keys = f"⏎ branch off · s sample{' · p play on' if play_on else ''}{compare} · esc back"
        super().__init__("What if", keys)
        self.address = address
        self.done = done
        """The action of the starting entry."""
        self.origin = origin
        """Address of the entry that the match itself branched from; empty unless it is a what-if."""
        self._play_on = play_on

    def write(self) -> None:
        """Write the box, as high as its content."""
        if self.query(LinesView):
            super().write()

    watch_sampling = watch_seed = watch_worth = write

    def lines(self, width: int) -> Iterator[StyledLine]:
        """Important lines first; small screens scroll to the rest."""
        yield from folded("A new match continues from", width)
        yield (Span(clean(f"{self.address}  {self.done}"), "strong"),)
        sign = "[x]" if self.sampling else "[ ]"
        yield (Span(f"{sign} s  sample unknown cards"), Span(f", seed {self.seed}" if self.sampling else "", "strong"))
        if self._play_on:
            yield (Span("    p  compare bots' play from before and from after this entry"),)
        for text in self.worth:
            yield from folded(clean(text), width, "strong")
        if self.origin:
            yield (Span(clean(f"    c  compare with what happened, {self.origin}")),)
        yield ()
        yield from folded(_SAMPLED if self.sampling else _UNSAMPLED, width, "dim")
        yield from folded(
            "The new match shares the history up to this entry. Statistics leave it out unless you include what-ifs.",
            width,
            "dim",
        )

    def on_key(self, event: Key) -> None:
        """Take digits as the seed."""
        if self.sampling and event.key.isdecimal() and event.key.isascii():
            typed = self.seed * 10 + int(event.key)
            self.seed = typed if typed <= _LARGEST_SEED else int(event.key)
        elif self.sampling and event.key == "backspace":
            self.seed //= 10

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable comparing unless the match is a what-if, and playing on for viewpoints other than the judge."""
        return {"compare": bool(self.origin), "play_on": self._play_on is not None}.get(action, True)

    def action_go(self) -> None:
        """Branch off."""
        self.dismiss(CardSampling(self.seed if self.sampling else None))

    def action_sample(self) -> None:
        """Switch sampling of unknown cards on or off."""
        self.sampling = not self.sampling

    def action_play_on(self) -> None:
        """Estimate the value of the entry by bots, in a worker."""
        if self._play_on is not None:
            self.worth = ("playing on …",)
            in_background(
                self, partial(self._play_on, self.seed), self._played, self._not_played, group="worlds", exclusive=True
            )

    def _played(self, worth: tuple[str, ...]) -> None:
        self.worth = worth

    def _not_played(self, error: Exception) -> None:
        self.worth = (trouble_text(error),)

    def action_compare(self) -> None:
        """Compare the what-if with its original."""
        self.dismiss("compare")
