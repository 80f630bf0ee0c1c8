"""Numbers that no match file can hold, and numbers of another type, are refused."""

import json
import runpy
from pathlib import Path

import pytest

from domain.registry import load_game
from domain.validation import LARGEST, holds_huge_number
from service.resources import sample_sheets
from tests.service.conftest import CommandLine

GAIN = f'adjust "x" [points_changed(player=Ada, delta={LARGEST - 1})]'
LONG = 'adjust reason="x" changes=[label(card=RA1, text=x, turns={})]'
JSON = json.dumps(
    {"type": "adjust", "reason": "x", "changes": [{"change": "points_changed", "player": 0, "delta": LARGEST + 1}]}
)
HUGE = {
    "a sum": ("frc_card_game", 57, GAIN, GAIN),
    "a number of turns": ("frc_tcg", 38, LONG.format(3), LONG.format(LARGEST - 1)),
    "a number in JSON": ("frc_card_game", 57, GAIN, JSON),
}


@pytest.mark.parametrize("case", HUGE)
def test_what_is_recorded_can_be_exported_and_read(case: str, matchbook: CommandLine, tmp_path: Path) -> None:
    """The command is refused in every mode; the match is exported, and its file verifies."""
    name, upto, fine, huge = HUGE[case]
    [sheet, *_] = sample_sheets(load_game(name))
    path = tmp_path / sheet.name
    path.write_text(sheet.read_text())
    match = matchbook("new", "--sheet", path).out.strip()
    matchbook("takeback", match, "--to", upto, "--reason", "x")
    matchbook("take", match, fine)
    lines = tmp_path / "lines"
    lines.write_text(huge + "\n")
    for refused in (
        matchbook("take", match, huge),
        matchbook("take", match, huge, "--as-played"),
        matchbook("record", match, "--from", lines, "--as-played"),
    ):
        assert (refused.code, refused.out) == (2, "")
        assert "a number beyond 9,007,199,254,740,992" in refused.err
    matchbook("export", match, "-o", tmp_path / "x.match.jsonl")
    assert matchbook("verify", tmp_path / "x.match.jsonl").code == 0


@pytest.mark.parametrize("number", [LARGEST + 1, -LARGEST - 1, 2**63, 2**64, 10**40])
def test_huge_numbers_are_found_wherever_they_stand(number: int) -> None:
    assert holds_huge_number({"a": [1, {"b": number}]})
    assert not holds_huge_number({"a": [LARGEST, -LARGEST, {"b": "9" * 40}], "c": 1.5})


ROOT = Path(__file__).parents[2]
VERIFY = runpy.run_path(str(ROOT / "docs/verify.py"))["verify"]


@pytest.mark.parametrize(
    ("written", "forged"),
    [('"format_version":1', '"format_version":"1"'), ('"cards":0}', '"cards":false}'), ('"entries":', '"entries":')],
)
def test_a_number_has_one_type(written: str, forged: str) -> None:
    """A text, a truth value or a fraction that equals the number is not accepted as one, as in the strict reader."""
    text = (ROOT / "tests/golden/matches/tournament-2.match.jsonl").read_text()
    assert written in text
    VERIFY(text.encode())
    if written == '"entries":':
        number = text.rsplit(written, 1)[1].split(",", 1)[0]
        written, forged = written + number, f"{written}{number}.0"
    with pytest.raises(ValueError, match=r"version|seal"):
        VERIFY(text.replace(written, forged).encode())
