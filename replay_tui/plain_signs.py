"""Plain signs for terminals that lack Unicode signs."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from service.reading.signs import plain_signs


class PlainSigns(LineFilter):
    """Replaces signs by plain ones, in all panes, bars, borders and keys."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return a drawn line in plain signs; control codes stay."""
        del background
        return [one if one.control else Segment(plain_signs(one.text), one.style) for one in segments]
