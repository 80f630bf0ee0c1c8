"""Plain signs on the screen, for terminals that lack the others."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from service.reading.signs import plain_signs


class PlainSigns(LineFilter):
    """Puts a plain sign in the place of each other one: panes, bars, borders and keys alike."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """A drawn line in plain signs; control codes stay."""
        del background
        return [one if one.control else Segment(plain_signs(one.text), one.style) for one in segments]
