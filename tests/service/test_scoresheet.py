"""Scoresheets as text."""

import pytest

from service.typing.scoresheet import ScoresheetLine, SheetError, read_scoresheet

SHEET = """\
# a comment
@game frc_card_game
@player Ada
@player Bo
@deck 1 30
@deck 2 gears
@option draw_phase_draw=may
@title The final
@tag club
play_student dana

!refused CG-A02 play_student pax
"""


def test_headers_lines_and_decks_are_read() -> None:
    """Sizes stay numbers; names are looked up by whoever reads the sheet."""
    sheet = read_scoresheet(SHEET)
    assert (sheet.game, sheet.players, sheet.title, sheet.tags) == (
        "frc_card_game",
        ("Ada", "Bo"),
        "The final",
        ("club",),
    )
    assert sheet.decks == {0: "30", 1: "gears"}
    assert sheet.options == {"draw_phase_draw": "may"}
    assert sheet.lines == (
        ScoresheetLine(10, "play_student dana"),
        ScoresheetLine(12, "play_student pax", refused="CG-A02"),
    )
    asked = []

    def deck_of(name: str):
        asked.append(name)

    setup = read_scoresheet(SHEET).setup(deck_of)  # type: ignore[arg-type]
    assert [seat.deck for seat in setup.seats] == [30, None]
    assert asked == ["gears"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@gamee x", "line 1: no header @gamee"),
        ("@game a\n@game b", "line 2: @game is given twice"),
        ("@deck x 30", "line 1: write it as: @deck SEAT-NUMBER VALUE"),
        ("@deck 0 30", "line 1: write it as: @deck SEAT-NUMBER VALUE"),
        ("@option a", "line 1: write it as: @option name=value"),
        ("!refused CG-A02", "line 1: write it as: !refused RULE-ID command"),
        ("!denied CG-A02 x y", "line 1: write it as: !refused RULE-ID command"),
    ],
)
def test_a_wrong_line_is_named(text: str, message: str) -> None:
    with pytest.raises(SheetError) as error:
        read_scoresheet(text)
    assert str(error.value).startswith(message)
