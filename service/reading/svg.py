"""A board as an SVG picture: text on a grid, in the tones of the drawing."""

from collections.abc import Sequence
from html import escape
from typing import Final

from rich.cells import cell_len

from service.reading.styled_text import StyledLine, width_of

_CELL: Final = 8.4
_LINE: Final = 18
_MARGIN: Final = 14
_COLOURS: Final = {
    "": "#22242a",
    "shade": "#e2dccb",
    "dim": "#646a76",
    "good": "#1d6b3a",
    "bad": "#a3242f",
    "warn": "#8a5300",
    "mark": "#8a5300",
    "now": "#8a5300",
}


def svg_of(lines: Sequence[StyledLine], caption: str) -> str:
    """A picture of drawn lines. `caption` is its title for those who cannot see it."""
    columns = max((width_of(line) for line in lines), default=1)
    width, height = columns * _CELL + 2 * _MARGIN, len(lines) * _LINE + 2 * _MARGIN
    text = "\n".join(_text(line, number) for number, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" role="img" '
        f'font-family="ui-monospace, \'DejaVu Sans Mono\', monospace" font-size="14">\n'
        f"<title>{escape(caption)}</title>\n"
        f'<rect width="100%" height="100%" fill="#fbfaf7"/>\n{text}\n</svg>\n'
    )


def _text(line: StyledLine, number: int) -> str:
    y = _MARGIN + (number + 1) * _LINE - 5
    column, spans = 0, []
    for span in line:
        cells = cell_len(span.text)
        if span.shade:
            box = f'x="{_MARGIN + column * _CELL:.1f}" y="{y - 13}" width="{cells * _CELL:.1f}" height="{_LINE}"'
            spans.append(f'<rect {box} fill="{_COLOURS["shade"]}"/>')
        if span.text.strip():
            weight = ' font-weight="bold"' if span.tone in ("strong", "mark", "now") else ""
            fill = _COLOURS.get(span.tone, _COLOURS[""])
            place = f'x="{_MARGIN + column * _CELL:.1f}" y="{y}" textLength="{cells * _CELL:.1f}" lengthAdjust="spacingAndGlyphs"'
            spans.append(f'<text {place} fill="{fill}"{weight} xml:space="preserve">{escape(span.text)}</text>')
        column += cells
    return "".join(spans)
