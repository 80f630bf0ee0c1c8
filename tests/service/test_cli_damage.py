"""Files, devices and output that fail: one line each, the right exit code, old files kept."""

import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from service.resources import MAX_FILE_BYTES, MAX_MATCH_BYTES, UnreadableFile, read_stream
from storage import strict_file
from storage.match_file import MAX_FINDINGS, verify_file
from storage.records import Codecs
from tests.golden import FOLDER
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.storage.forging import unguarded

GOLDEN = Path(__file__).parents[1] / "golden" / "matches" / "frc_tcg-1.match.jsonl"


@pytest.fixture
def match(matchbook: CommandLine) -> str:
    """A match that has begun."""
    decks = ("--deck", "1=30", "--deck", "2=30")
    return matchbook("new", "frc_card_game", "--player", "Ada", "--player", "Bo", *decks).out.strip()


def test_verify_checks_cards_and_counts_findings(matchbook: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "altered.match.jsonl"
    header, card, *rest = GOLDEN.read_text().split("\n")
    file.write_text("\n".join((header, card.replace("Air", "Hot"), *rest)))
    ran = matchbook("verify", file)
    assert (ran.code, "DAMAGED" in ran.err) == (6, True)
    assert "card definitions" in ran.out
    file = tmp_path / "bad.match.jsonl"
    file.write_bytes(bad_lines(150))
    ran = matchbook("verify", file)
    assert (ran.code, len(ran.out.splitlines())) == (6, 1 + MAX_FINDINGS)
    assert "and 51 more" in ran.err
    assert '"unlisted": 51' in matchbook("verify", file, "--json").out


@pytest.mark.parametrize("command", ["verify", "import"])
def test_a_file_that_is_no_match_file_is_named(matchbook: CommandLine, tmp_path: Path, command: str) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear scorekeeper\n")
    ran = matchbook(command, file)
    assert ran.code == 2
    assert ran.err.startswith(f"matchbook: error: {file}: not a match file; line 1")


@pytest.mark.promise(id="N3")
def test_verify_says_what_a_copy_for_a_viewpoint_proves(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """The log lines of a copy are in no chain, and verify does not pretend that they are."""
    file = tmp_path / "copy.match.jsonl"
    matchbook("export", match, "--as", "spectator", "-o", file)
    ran = matchbook("verify", file)
    assert (ran.code, "only as trustworthy as the person" in ran.err) == (0, True)


def test_an_export_into_a_pipe_does_not_replace_it(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert matchbook("export", match, "--format", "text", "--force", "-o", pipe).code == 0
    assert pipe.is_fifo()
    assert match.encode() in os.read(reader, 10_000)
    os.close(reader)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["export", "log", "matches", "show"])
def test_a_full_disk_behind_the_output_is_one_line(match: str, command: str) -> None:
    program = (sys.executable, "-c", "from matchbook.cli import main; main()", command)
    arguments = program if command == "matches" else (*program, match)
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 7
    assert (
        ran.stderr
        == "matchbook: error: the output is cut off: No space left on device; free some space and try again\n"
    )


def test_a_refused_line_is_short_and_a_missing_version_nobodys(
    matchbook: CommandLine, match: str, tmp_path: Path
) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("draw_opening_hand " + "x" * 1000 + "\n")
    refused(matchbook("record", match, "--from", lines), 2, "x…); none of the lines was recorded")
    ran = matchbook("take", match, "--at", 7, "draw_opening_hand Ada")
    assert ran.code == 4
    told = "the match has no entry 7; its last entry is 1. Look at the match, then enter yours again"
    assert ran.err == f"matchbook: error: {match}: {told}\n"


_TWO = "WHERE originator_version = 2"
_STRAY = f"INSERT INTO stored_events SELECT originator_id, {{}}, topic, state FROM stored_events {_TWO}"
ALTERED = {
    "a changed byte": f"""UPDATE stored_events SET state = CAST(replace(state, '"by":"', '"by":"x') AS BLOB) {_TWO}""",
    "a state as text": f"UPDATE stored_events SET state = CAST(state AS TEXT) {_TWO}",
    "a topic as bytes": f"UPDATE stored_events SET topic = CAST(topic AS BLOB) {_TWO}",
    "a version NULL": _STRAY.format("NULL"),
    "a version that is text": _STRAY.format("'two'"),
    "another name of the cards": "UPDATE catalogues SET name = 'cards of Eve'",
    "another game of the cards": "UPDATE catalogues SET game = 'pbl_robots'",
}
"""An attacker with a database shell, who removes the triggers and restores them."""
LOOKS = (("show",), ("log",), ("diff", "1", "2"), ("export",), ("export", "--as", "spectator"))
GATED = (
    *(("annotate", "/2", "a note"), ("confirm", "", "Ada"), ("undo", ""), ("dispute", "/2", "illegal", "wrong")),
    *(("prove", "/2"), ("prove", "", "--from", "AAAA"), ("slip", "")),
)


@pytest.mark.parametrize("alteration", ALTERED)
def test_every_command_sees_the_damage_that_verify_sees(
    matchbook: CommandLine, match: str, store_path: Path, alteration: str
) -> None:
    """Commands that show the match warn of it, commands that record or vouch refuse it unless a reason is given."""
    file = store_path.with_name("longer.match.jsonl")
    for player in ("Ada", "Bo"):
        assert matchbook("take", match, f"draw_opening_hand {player}").code == 0
    assert matchbook("export", match, "-o", file).code == 0
    unguarded(store_path, "DELETE FROM stored_events WHERE originator_version = 3", ALTERED[alteration])
    assert matchbook("verify", match).code == 6
    for name, *rest in LOOKS:
        ran = matchbook(name, match, *rest)
        assert f"{match}: the chain is broken from entry" in ran.err, (name, ran.err)
    for name, address, *rest in GATED:
        ran = matchbook(name, match + address, *rest)
        assert (ran.code, "broken from entry" in ran.err) == (6, True), (name, ran.err)
    assert matchbook("import", file).code in (4, 6)
    assert matchbook("show", match).out.startswith(f"{match}/2 of 2")
    assert matchbook("annotate", f"{match}/2", "a note", "--on-damaged", "agreed").code == 0
    assert "damaged match" in matchbook("backup", store_path.parent / "copy").err


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
    asked: list[int] = []

    class Endless:
        def read(self, size: int) -> bytes:
            asked.append(size)
            return b"x" * size

    with pytest.raises(UnreadableFile, match="pipe: larger than 1,000 bytes"):
        read_stream(Endless(), "pipe", 1000)  # type: ignore[arg-type]
    assert asked == [1001]


def bad_lines(count: int) -> bytes:
    """A whole match file with many invalid lines in it."""
    lines = next((FOLDER / "matches").glob("series-1*")).read_bytes().splitlines(keepends=True)
    return b"".join([*lines[:-1], b"rubbish\n" * count, lines[-1]])


@pytest.mark.slow
def test_the_first_hundred_findings_and_a_count() -> None:
    """Given very many bad lines, then the first hundred are named and the others counted, and memory does not grow with
    them."""
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
    monkeypatch.setattr(strict_file, "MAX_LINES", 50)
    checked = verify_file(bad_lines(100), Codecs())
    assert checked.findings[-1].code == "too_many_lines"
    assert len(checked.findings) < 50
