"""The verifier of the documents takes a number for a number alone."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERIFY = runpy.run_path(str(ROOT / "docs/verify.py"))["verify"]


@pytest.mark.parametrize(
    ("written", "forged"),
    [('"format_version":1', '"format_version":"1"'), ('"cards":0}', '"cards":false}'), ('"entries":', '"entries":')],
)
def test_a_number_has_one_type(written: str, forged: str) -> None:
    """A text, a truth value or a fraction that equals the number is no number of ours, as the strict reader says too."""
    text = (ROOT / "tests/golden/matches/tournament-2.match.jsonl").read_text()
    assert written in text
    VERIFY(text.encode())
    if written == '"entries":':
        number = text.rsplit(written, 1)[1].split(",", 1)[0]
        written, forged = written + number, f"{written}{number}.0"
    with pytest.raises(ValueError, match=r"version|seal"):
        VERIFY(text.replace(written, forged).encode())
