"""Pictures of the screen, kept as text: each row with the styles of its parts.

A picture starts with its styles, each named by a letter. Then follow the rows: the text, a tab and the runs. `12a 68b` means
12 cells of style a, then 68 of style b. A changed word, place, colour or emphasis is therefore a changed line.
"""

import os
import re
from collections.abc import Iterable
from difflib import unified_diff
from itertools import groupby
from pathlib import Path
from string import ascii_letters
from typing import Any, Final

import pytest
from rich.style import Style
from textual.app import App
from textual.strip import Strip

_KEPT: Final = Path(__file__).parent / "pictures"
_EMPHASIS: Final = ("bold", "dim", "italic", "underline", "reverse", "strike")


def compare(app: App[Any], strips: Iterable[Strip], test: Any) -> None:
    """Compare the screen with the picture kept for a test. The environment variable `MATCHBOOK_PICTURES` names a folder: then
    draw the screen there as SVG and keep its picture instead."""
    name = re.sub(r"\W+", "_", test.name).strip("_")
    kept = _KEPT / test.path.stem / f"{name}.txt"
    picture = picture_of(strips)
    if folder := os.environ.get("MATCHBOOK_PICTURES"):
        drawing = Path(folder, test.path.stem, f"{name}.svg")
        for file, text in ((kept, picture), (drawing, app.export_screenshot(simplify=True))):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    if not kept.exists():
        pytest.fail(f"no picture is kept as {kept}: `make pictures` makes it")
    if (before := kept.read_text("utf-8")) != picture:
        lines = unified_diff(before.splitlines(), picture.splitlines(), "kept", "drawn", lineterm="", n=1)
        pytest.fail("\n".join((f"the screen differs from {kept}; `make pictures` draws it", *lines)), pytrace=False)


def picture_of(strips: Iterable[Strip]) -> str:
    """Return the rows of a screen as text, with their styles."""
    letters: dict[str, str] = {}
    rows = []
    for strip in strips:
        runs = []
        for style, segments in groupby(strip, lambda segment: _appearance(segment.style or Style())):
            letter = letters.setdefault(style, ascii_letters[len(letters)])
            runs.append(f"{sum(segment.cell_length for segment in segments)}{letter}")
        rows.append(f"{strip.text.rstrip()}\t{' '.join(runs)}")
    return "\n".join((*(f"{letter} {style}" for style, letter in letters.items()), "", *rows, ""))


def _appearance(style: Style) -> str:
    colours = (style.color.name if style.color else "default", "on", style.bgcolor.name if style.bgcolor else "default")
    return " ".join((*(word for word in _EMPHASIS if getattr(style, word)), *colours))
