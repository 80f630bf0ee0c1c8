"""Lines of styled text, the form of all drawings on the terminal, in the log and on pages.

Widths are terminal cells (CJK and emoji take two), so that columns align in any script.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from rich.cells import cell_len, chop_cells, set_cell_size

from domain.board import Tone
from domain.plan import Role
from domain.text import sanitize

WIDE: Final = 98
"""Width (100 columns without borders) from which screens show optional content."""
GAP: Final = 2
"""Cells between neighbours."""


Now: TypeAlias = Literal["now", "gone"]
"""`now`: the tone of the player to act, the position and the next step. `gone`: that of undone entries. Changes have
the tone `mark`."""


class Span(Struct, frozen=True, gc=False):
    """A piece of text in one tone. `key` is the key of its thing on the board."""

    text: str
    tone: Tone | Role | Now = "plain"
    key: str = ""
    shade: bool = False
    """It has a darker background: every other square of a board."""


StyledLine: TypeAlias = tuple[Span, ...]


def plain(lines: Iterable[StyledLine]) -> str:
    """The drawing as plain text."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


clean: Final = lru_cache(maxsize=4096)(sanitize)
"""`sanitize`, cached because most lines are drawn again and again."""


def cut(text: str, width: int) -> str:
    """The text, ended with `…` where it is longer than `width` cells."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def width_of(line: StyledLine) -> int:
    """Cells that a line takes."""
    return sum(cell_len(span.text) for span in line)


def fit(line: StyledLine, width: int) -> StyledLine:
    """The line cut to a width, `…` at the end of what was cut."""
    if width_of(line) <= width:
        return line
    kept: list[Span] = []
    for span in line:
        room = width - width_of(tuple(kept))
        if cell_len(span.text) > room:
            return (*kept, Span(cut(span.text, room), span.tone, span.key)) if room > 0 else _with_ellipsis(kept)
        kept.append(span)
    return tuple(kept)


def _with_ellipsis(spans: Sequence[Span]) -> StyledLine:
    """Put an ellipsis at the end of spans that fill the line exactly."""
    if not spans:
        return ()
    last = spans[-1]
    return (*spans[:-1], Span(cut(last.text + "…", cell_len(last.text)), last.tone, last.key))


def pad(line: StyledLine, width: int) -> StyledLine:
    """The line cut or filled to exactly a width."""
    line = fit(line, width)
    room = width - width_of(line)
    return (*line, Span(" " * room)) if room else line


def wrap(pieces: Iterable[StyledLine], width: int, *, indent: int = 0, gap: int = GAP) -> list[StyledLine]:
    """Place pieces one after the other, with a new (indented) line if the next one does not fit. Pieces are not
    broken."""
    lines: list[list[Span]] = []
    used = 0
    for piece in pieces:
        size = width_of(piece)
        if lines and used + gap + size <= width:
            lines[-1] += [Span(" " * gap), *piece]
            used += gap + size
        else:
            shift = indent if lines else 0
            shown = fit(piece, width - shift)
            lines.append([Span(" " * shift), *shown] if shift else list(shown))
            used = shift + width_of(shown)
    return [tuple(line) for line in lines]


def fold(text: str, width: int, *, hang: int = 0) -> Iterator[str]:
    """Wrap a text into rows, between words if possible; continuation rows keep its indent plus `hang`."""
    indent = text[: len(text) - len(text.lstrip(" "))][: width // 2]
    row, empty = indent, True
    for word in text.lstrip(" ").split(" "):
        longer = row + word if empty else f"{row} {word}"
        if cell_len(longer) <= width:
            row, empty = longer, False
            continue
        further = " " * min(len(indent) + hang, width // 2)
        if not empty:
            yield row
            row = further
        *full, rest = chop_cells(word, max(2, width - len(further))) or [""]
        yield from (further + piece for piece in full)
        row, empty = further + rest, False
    yield row
