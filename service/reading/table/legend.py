"""The legend of a game's table, derived only from its plan."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from domain.board import Tone
from domain.plan import Plan, Role
from service.reading.styled_text import GAP, Span, StyledLine, fold, pad

_SIGN: Final = 9
"""Cells of the column of signs."""
_LEAST: Final = 68
"""Minimum width for the game's own symbols in a second column."""


class Sign(Struct, frozen=True, gc=False):
    """A sign (a symbol, letter or short word) with its meaning. Without a meaning, it is a heading."""

    sign: str
    meaning: str = ""
    tone: Tone | Role = "strong"


def legend(plan: Plan, width: int) -> Iterator[StyledLine]:
    """Yield the signs of the table and the timeline, and those of the game; side by side if there is room."""
    if width < _LEAST:
        yield from _rows((*_signs(plan), Sign(""), *_own(plan)), width)
        return
    half = (width - GAP) // 2
    left, right = [*_rows(_signs(plan), half)], [*_rows(_own(plan), half)]
    for row in range(max(len(left), len(right))):
        yield (*pad(left[row] if row < len(left) else (), half + GAP), *(right[row] if row < len(right) else ()))


def _rows(signs: Iterator[Sign] | tuple[Sign, ...], width: int) -> Iterator[StyledLine]:
    for one in signs:
        head = pad((Span(one.sign, one.tone),), _SIGN) if one.meaning else (Span(one.sign, "strong"),)
        for number, row in enumerate(fold(one.meaning, max(8, width - _SIGN - 1))):
            yield (*(head if not number else (Span(" " * _SIGN),)), Span(f" {row}"))


def _signs(plan: Plan) -> Iterator[Sign]:
    yield Sign("Signs")
    yield Sign("*", "changed by this step")
    yield Sign("(Name)", "was here until this step")
    yield Sign("▶ ━━", "is to act")
    yield Sign("→", "possible next actions")
    yield Sign("[phase]", "the phase of the turn")
    yield Sign("·  –", "empty place, empty zone")
    yield Sign("▒  ??", "face down; not known")
    if plan.numbers:
        yield Sign("▲ ▼", "more, less than printed")
    yield Sign("+2", "under it; or not shown")
    yield Sign("● ○", "ready, not ready")
    yield Sign("► ◄", "attacks, is attacked")
    if plan.gauges:
        yield Sign("−700", "by how much it changed")
    yield Sign("")
    yield Sign("Match")
    yield Sign("! §", "rule broken; ruling")
    yield Sign("x i b", "undone, note, bookmark")
    if plan.gauges:
        yield Sign("♦", "new leader, large swing")
    yield Sign("┃ >", "current position")


def _own(plan: Plan) -> Iterator[Sign]:
    """Kinds by letter and colour, the words of numbers and states, what the bars measure."""
    if plan.kinds:
        yield Sign("Kinds")
        yield from (Sign(kind.letter, kind.word, kind.role) for kind in plan.kinds)
    if plan.gauges:
        yield Sign("Bars")
        yield from (Sign("▇▅▃", f"{one.name}, {one.low} to {one.high}") for one in plan.gauges)
    if plan.numbers:
        yield Sign("Numbers on a card")
        yield from (Sign(one.short, _explained(one.name, one.meaning)) for one in plan.numbers)
        yield Sign("CAPITALS", "used in the current comparison")
    if plan.states:
        yield Sign("States")
        yield from (Sign(one.short, _explained(one.word, one.meaning)) for one in plan.states)
    if shortened := [one for one in plan.counts if one.short != one.name]:
        yield Sign("Counts")
        yield from (Sign(one.short, one.name) for one in shortened)


def _explained(name: str, meaning: str) -> str:
    return f"{name}: {meaning}" if meaning else name
