"""Files, devices and output that fail: one line each, the right exit code, nothing replaced that is no file."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.conftest import CommandLine
from tests.storage.forging import unguarded

GOLDEN = Path(__file__).parents[1] / "golden" / "matches" / "frc_tcg-1.match.jsonl"


@pytest.fixture
def match(matchbook: CommandLine) -> str:
    """A match that has begun."""
    decks = ("--deck", "1=30", "--deck", "2=30")
    return matchbook("new", "frc_card_game", "--player", "Ada", "--player", "Bo", *decks).out.strip()


def test_altered_card_definitions_are_found_by_verify(matchbook: CommandLine, tmp_path: Path) -> None:
    """The cards that a match file brings are checked against their digest, not only its entries."""
    file = tmp_path / "altered.match.jsonl"
    header, card, *rest = GOLDEN.read_text().split("\n")
    file.write_text("\n".join((header, card.replace("Air", "Hot"), *rest)))
    ran = matchbook("verify", file)
    assert (ran.code, "DAMAGED" in ran.err) == (6, True)
    assert "card definitions" in ran.out


@pytest.mark.parametrize("command", ["verify", "import"])
def test_a_file_that_is_no_match_file_is_named(matchbook: CommandLine, tmp_path: Path, command: str) -> None:
    """Of many files that are given, the message says which one is none."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear scorekeeper\n")
    ran = matchbook(command, file)
    assert ran.code == 2
    assert ran.err.startswith(f"matchbook: error: {file}: no match file; line 1")


@pytest.mark.promise(id="N3")
def test_verify_says_what_a_copy_for_a_viewpoint_proves(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """The log lines of a copy are in no chain, and verify does not pretend that they are."""
    file = tmp_path / "copy.match.jsonl"
    matchbook("export", match, "--as", "spectator", "-o", file)
    ran = matchbook("verify", file)
    assert (ran.code, "the word of whoever made it" in ran.err) == (0, True)


def test_an_export_into_a_pipe_does_not_replace_it(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """--force writes into a device or pipe; it never puts a file in its place."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert matchbook("export", match, "--format", "text", "--force", "-o", pipe).code == 0
    assert pipe.is_fifo()
    assert match.encode() in os.read(reader, 10_000)
    os.close(reader)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("command", ["export", "log", "matches", "show"])
def test_a_full_disk_behind_the_output_is_one_line(match: str, command: str) -> None:
    """Whoever redirects into a full disk is told so, in one line and with exit code 7."""
    program = (sys.executable, "-c", "from matchbook.cli import main; main()", command)
    arguments = program if command == "matches" else (*program, match)
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 7
    assert ran.stderr == "matchbook: error: the output is cut off: No space left on device; make room and ask again\n"


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("command", [("matches",), ("stats", "results")])
def test_a_game_that_does_not_exist_is_refused(matchbook: CommandLine, command: tuple[str, ...]) -> None:
    """A misspelt --game is an error, as in --find, and not an empty answer."""
    ran = matchbook(*command, "--game", "frc_cards")
    assert (ran.code, ran.out) == (2, "")
    assert "no game 'frc_cards'" in ran.err


def test_a_line_break_in_a_name_is_refused(matchbook: CommandLine) -> None:
    """Every match is one line of the list: a name or title of two lines is refused in one, and opens nothing."""
    decks = ("--deck", "1=30", "--deck", "2=30")
    for player, title in (("A\nda", "Round 1"), ("Ada", "Round 1\ntable 4")):
        ran = matchbook("new", "frc_card_game", "--player", player, "--player", "Bo", *decks, "--title", title)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert matchbook("matches").out == ""


def test_a_refused_line_is_quoted_in_short(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    """A line of a thousand characters does not come back whole in the message."""
    lines = tmp_path / "lines.txt"
    lines.write_text("draw_opening_hand " + "x" * 1000 + "\n")
    ran = matchbook("record", match, "--from", lines)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "x…); nothing was recorded" in ran.err


def test_a_version_that_is_not_there_yet_is_nobodys_entry(matchbook: CommandLine, match: str) -> None:
    """--at beyond the end is a conflict that says so, instead of naming an entry that nobody recorded."""
    ran = matchbook("take", match, "--at", 7, "draw_opening_hand Ada")
    assert ran.code == 4
    told = "it has not come to entry 7, entry 1 is the last; look where it stands, then enter yours again"
    assert ran.err == f"matchbook: error: {match}: {told}\n"


@pytest.mark.promise(id="N2")
def test_a_what_if_from_an_event_that_is_not_there_is_refused(matchbook: CommandLine, match: str) -> None:
    """An address names an event that exists, or nothing is branched."""
    ran = matchbook("fork", f"{match}/1.99")
    assert (ran.code, ran.err) == (2, "matchbook: error: no event 99 in entry 1; it has 1\n")
    assert len(matchbook("matches").out.splitlines()) == 2


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
"""What somebody with a database shell does, who takes the triggers out and puts them back."""
LOOKS = (("show",), ("log",), ("diff", "1", "2"), ("export",), ("export", "--as", "spectator"))
GATED = (
    *(("annotate", "/2", "a note"), ("confirm", "", "Ada"), ("undo", ""), ("contest", "/2", "illegal", "wrong")),
    *(("prove", "/2"), ("prove", "", "--from", "AAAA"), ("slip", "")),
)


@pytest.mark.parametrize("alteration", ALTERED)
def test_every_command_sees_the_damage_that_verify_sees(
    matchbook: CommandLine, match: str, store_path: Path, alteration: str
) -> None:
    """If `verify` finds damage in the rows of a match, every command that shows it says so, and those that record or vouch refuse
    it. With a reason, recording goes on."""
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
