"""Texts as rows: folded, with a label in front, leading somewhere."""

from collections.abc import Iterator
from typing import Final

from domain.board import Tone
from replay_tui.widgets.link_list import Link, LinkRow
from service.reading.styled_text import Span, StyledLine, clean, fold, pad, width_of

LABEL: Final = 16
"""Cells of the labels before texts."""

BLANK: Final = LinkRow(())


def text_rows(text: str, width: int, tone: Tone = "plain", link: Link | None = None) -> Iterator[LinkRow]:
    """A text broken into rows; the first of them leads to the link."""
    for number, row in enumerate(fold(clean(text), width)):
        yield LinkRow((Span(row, tone),), link if number == 0 else None)


def labelled_rows(label: str, text: str, width: int, tone: Tone = "plain") -> Iterator[LinkRow]:
    """A text with its label in front, which stays clear of it."""
    room = min(LABEL, width // 3)
    for number, row in enumerate(fold(clean(text), max(2, width - room))):
        yield LinkRow((*pad((Span(clean(label) if number == 0 else "", "dim"),), room), Span(row, tone)))


def right_aligned(text: str, width: int, tone: Tone = "plain") -> StyledLine:
    """A text at the right end of a column."""
    shown = (Span(text, tone),)
    return (Span(" " * max(0, width - width_of(shown))), *shown)
