"""The comparison of pictures finds every change that a person could see."""

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.replay_tui.pictures import picture_of

ROW = [Segment("Ada", Style.parse("bold #ff0000 on #000000")), Segment(" wins  ", Style.parse("#ffffff on #000000"))]


@pytest.mark.parametrize(
    "changed",
    [
        [Segment("Bo ", ROW[0].style), ROW[1]],
        [Segment("Ada", Style.parse("bold #ff0001 on #000000")), ROW[1]],
        [Segment("Ada", Style.parse("#ff0000 on #000000")), ROW[1]],
        [Segment("Ada ", ROW[0].style), Segment("wins  ", ROW[1].style)],
        [*ROW[:1], Segment(" wins ", ROW[1].style)],
        [ROW[0], Segment(" wins  ", Style.parse("#ffffff on #000033"))],
    ],
    ids=["text", "colour", "emphasis", "place of a colour", "width", "background"],
)
def test_a_visible_change_is_found(changed: list[Segment]):
    """Each changes the picture of a row."""
    assert picture_of([Strip(changed)]) != picture_of([Strip(ROW)])


def test_what_looks_the_same_has_the_same_picture():
    """Links, data of the program and the borders of segments cannot be seen."""
    style = ROW[1].style or Style()
    split = [ROW[0], Segment(" wins", style + Style(meta={"@click": "go"})), Segment("  ", style + Style(link="x"))]
    assert picture_of([Strip(split)]) == picture_of([Strip(ROW)])
