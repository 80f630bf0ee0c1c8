"""Texts as rows: folded, with labels and links."""

from collections.abc import Iterator
from typing import Final

from domain.board import Tone
from replay_tui.widgets.link_list import Link, LinkRow
from service.reading.styled_text import Span, StyledLine, clean, fold, pad, width_of

LABEL: Final = 16
"""Cells of the labels before texts."""

BLANK: Final = LinkRow(())


def text_rows(text: str, width: int, tone: Tone = "plain", link: Link | None = None) -> Iterator[LinkRow]:
    """Yield a text folded into rows; the first one has the link."""
    for number, row in enumerate(fold(clean(text), width)):
        yield LinkRow((Span(row, tone),), link if number == 0 else None)


def labelled_rows(label: str, text: str, width: int, tone: Tone = "plain") -> Iterator[LinkRow]:
    """Yield a text in rows with a label before it, indented to the label's width."""
    room = min(LABEL, width // 3)
    for number, row in enumerate(fold(clean(text), max(2, width - room))):
        yield LinkRow((*pad((Span(clean(label) if number == 0 else "", "dim"),), room), Span(row, tone)))


def right_aligned(text: str, width: int, tone: Tone = "plain") -> StyledLine:
    """Return a text aligned to the right of a column."""
    shown = (Span(text, tone),)
    return (Span(" " * max(0, width - width_of(shown))), *shown)
