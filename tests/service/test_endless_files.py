"""Files that never end: every way in stops at a stated limit, in one line, with nothing recorded."""

import tracemalloc
from pathlib import Path

import pytest

from service.resources import MAX_FILE_BYTES, MAX_MATCH_BYTES, UnreadableFile, read_stream
from storage import strict_file
from storage.match_file import MAX_FINDINGS, verify_file
from storage.records import Codecs
from tests.golden import FOLDER
from tests.service.conftest import CommandLine

ENDLESS = Path("/dev/zero")
NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo")
WAYS_IN = {
    "import": ("import", ENDLESS),
    "verify": ("verify", ENDLESS),
    "record": ("record", "MATCH", "--from", ENDLESS),
    "sheet": ("new", "--sheet", ENDLESS),
    "catalogue": (*NEW, "--deck", "1=30", "--deck", "2=30", "--catalogue", ENDLESS),
    "deck": (*NEW, "--deck", f"1={ENDLESS}"),
    "cards": ("cards", "check", "frc_card_game", ENDLESS),
}


@pytest.mark.skipif(not ENDLESS.exists(), reason="no endless device here")
@pytest.mark.parametrize("way", WAYS_IN)
def test_an_endless_file_is_read_to_a_stated_limit(matchbook: CommandLine, way: str) -> None:
    """Import, verify, record, sheets, catalogues and decks read a device up to the limit that the refusal names."""
    match = matchbook(*NEW, "--deck", "1=30", "--deck", "2=30").out.strip()
    before = matchbook("verify", match).out
    ran = matchbook(*(match if word == "MATCH" else word for word in WAYS_IN[way]))
    limit = MAX_MATCH_BYTES if way in ("import", "verify") else MAX_FILE_BYTES
    assert (ran.code, ran.err.count("\n")) == (2, 1), ran.err
    assert f"larger than {limit:,} bytes" in ran.err
    assert matchbook("verify", match).out == before


def test_a_stream_is_asked_for_no_more_than_the_limit() -> None:
    """Of a stream without an end one byte more than the limit is asked for, and it is named."""
    asked: list[int] = []

    class Endless:
        def read(self, size: int) -> bytes:
            asked.append(size)
            return b"x" * size

    with pytest.raises(UnreadableFile, match="pipe: larger than 1,000 bytes"):
        read_stream(Endless(), "pipe", 1000)  # type: ignore[arg-type]
    assert asked == [1001]


def bad_lines(count: int) -> bytes:
    """A whole match file with many lines in it that are none."""
    lines = next((FOLDER / "matches").glob("series-1*")).read_bytes().splitlines(keepends=True)
    return b"".join([*lines[:-1], b"rubbish\n" * count, lines[-1]])


@pytest.mark.slow
def test_the_first_hundred_findings_and_a_count() -> None:
    """Of very many bad lines the first hundred are named and the others counted, and memory does not grow with them."""
    peaks = []
    for count in (1_000, 50_000):
        data = bad_lines(count)
        tracemalloc.start()
        checked = verify_file(data, Codecs())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(checked.findings) == MAX_FINDINGS
        assert len(checked.findings) + checked.unlisted == count + 1  # and the seal, which counts them
        assert checked.head == ""
    assert peaks[1] < peaks[0] + 1_000_000


def test_lines_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of more lines than any match has is not read to its end; that is said."""
    monkeypatch.setattr(strict_file, "MAX_LINES", 50)
    checked = verify_file(bad_lines(100), Codecs())
    assert checked.findings[-1].code == "too_many_lines"
    assert len(checked.findings) < 50


def test_the_command_line_says_how_many_more(matchbook: CommandLine, tmp_path: Path) -> None:
    """`verify` prints a hundred lines and how many more there are, on standard error and in JSON."""
    file = tmp_path / "bad.match.jsonl"
    file.write_bytes(bad_lines(150))
    ran = matchbook("verify", file)
    assert (ran.code, len(ran.out.splitlines())) == (6, 1 + MAX_FINDINGS)
    assert "and 51 more" in ran.err
    assert '"unlisted": 51' in matchbook("verify", file, "--json").out
