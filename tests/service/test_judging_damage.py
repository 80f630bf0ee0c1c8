"""Acts of officials on an altered match, and corrections that would end a match before recorded entries."""

from pathlib import Path

import pytest

from domain.registry import load_game
from service.resources import sample_sheets
from storage.store import MatchStore
from storage.verify import verify_match
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.storage.forging import unguarded

HEAD = ("--official", "Ruth", "--role", "head_judge", "--cite", "CG-C04")
NOTE, RULING = 57, 58
OFFICIALS = {
    "rewind": ("rewind", f"MATCH/{RULING}", "--to", "55"),
    "penalise": ("penalise", f"MATCH/{RULING}", "Bo", "warning"),
    "penalise with an effect": ("penalise", f"MATCH/{RULING}", "Bo", "score_adjustment", "--amount", "100"),
    "appeal": ("appeal", f"MATCH/{RULING}", "Bo", "look again"),
    "withdraw": ("withdraw", f"MATCH/{RULING}", "another table", "--official", "Ruth", "--role", "head_judge"),
    "confirm": ("confirm", "MATCH", "Ada"),
}
WHY = ("--on-damaged", "the table goes on")


@pytest.fixture
def ruled(matchbook: CommandLine, match: str, request: pytest.FixtureRequest) -> str:
    """Ada's gamble, complete, with a note and a ruling whose rewind is still to come; without one where the game is
    changed, which comes after it."""
    command = request.getfixturevalue("command") if "command" in request.fixturenames else ""
    remedy = () if command == "penalise with an effect" else ("--remedy", "rewind", "--error", 56, "--later")
    assert matchbook("annotate", f"{match}/1", "a friendly match").code == 0
    assert matchbook("ruling", match, "so", *HEAD, *remedy).code == 0
    return match


@pytest.fixture
def altered(ruled: str, store_path: Path) -> str:
    """That match after somebody altered the note in a database shell."""
    unguarded(
        store_path,
        "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'friendly', 'rated') AS BLOB) "
        f"WHERE originator_version = {NOTE}",
    )
    return ruled


def words_of(command: str, match: str) -> list[str]:
    return [word.replace("MATCH", match) for word in OFFICIALS[command]]


@pytest.mark.parametrize("command", OFFICIALS)
def test_officials_record_nothing_on_an_altered_match_unasked(
    matchbook: CommandLine, altered: str, store_path: Path, command: str
) -> None:
    """With --on-damaged and a reason each new entry says from where the chain is broken."""
    before = store_path.read_bytes()
    words = words_of(command, altered)
    ran = matchbook(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (6, "", 1)
    assert f"{altered}: the chain is broken from entry {NOTE} on" in ran.err
    assert "not recorded; --on-damaged REASON records it anyway" in ran.err
    assert store_path.read_bytes() == before
    assert matchbook(*words, "--on-damaged", " ").code == 2
    assert matchbook(*words, *WHY).code == 0
    remark = f"the chain of {altered} is broken from entry {NOTE} on: the table goes on"
    with MatchStore.open(str(store_path)) as store:
        added = store.select(RULING, 100)
        assert len(added) == 1 + (command == "penalise with an effect")
        assert all(remark.encode() in entry.state for entry in added)
        assert {found.version for found in verify_match(store, altered).findings} == {NOTE}
    assert remark in matchbook("log", altered).out


def test_drift_says_that_a_match_was_altered(matchbook: CommandLine, altered: str) -> None:
    ran = matchbook("drift", altered)
    assert ran.code == 1
    assert f"the chain is broken from entry {NOTE} on" in ran.out


@pytest.mark.parametrize("witness", ["slip", "checkpoint"])
def test_nothing_vouches_for_an_altered_match(matchbook: CommandLine, altered: str, witness: str) -> None:
    """A slip and a checkpoint are witnesses: they are refused with exit code 6, and offer no option that they lack."""
    assert matchbook("keys", "new", f"desk-{witness}").code == 0
    ran = matchbook(witness, altered)
    assert (ran.code, ran.out, ran.err.count("\n")) == (6, "", 1)
    assert "a damaged record cannot be signed or proved" in ran.err
    assert "--on-damaged" not in ran.err


@pytest.mark.parametrize(
    ("game", "entry", "line", "first", "rule", "count"),
    [
        ("frc_tcg", 27, "concede Ben", 28, "TCG-X04", 11),
        ("pbl_robots", 27, "resign player=Bo", 28, "PBL-E02", 41),
        ("robin_in_the_hood", 20, "concede_tournament Ben", 21, "RH-E11", 16),
    ],
)
@pytest.mark.parametrize("sure", [(), ("--yes",)])
def test_a_correction_that_ends_the_match_before_later_entries_is_refused_in_one_line(
    matchbook: CommandLine, game: str, entry: int, line: str, first: int, rule: str, count: int, sure: tuple[str, ...]
) -> None:
    """The line says how many entries become impossible, which is first and by which rule, and what to do."""
    match = matchbook("new", "--sheet", sample_sheets(load_game(game))[0].name).out.strip()
    before = matchbook("export", match).out
    ran = matchbook("correct", f"{match}/{entry}", line, *sure)
    assert ran.code == 3
    last = ran.err.splitlines()[-1]
    assert last.startswith(f"matchbook: error: {count} later entries become impossible, entry {first} first: [{rule}]")
    assert last.endswith("not recorded: correct or strike them too, with --file")
    assert len(last) < 300
    assert matchbook("export", match).out == before


def test_where_later_entries_are_illegal_only_it_is_recorded_on_request(matchbook: CommandLine, match: str) -> None:
    """CG-E06: play after the end is illegal, not impossible; with --yes the result changes and later entries are
    flagged."""
    words = ("correct", f"{match}/54", "concede player=Ada")
    ran = matchbook(*words)
    assert ran.code == 3
    assert ran.err.splitlines()[-1].startswith("matchbook: error: 2 later entries break rules then; not recorded")
    assert "the result changes from Bo wins (points, CG-E01) to Bo wins (concession, CG-E07)" in ran.err
    assert matchbook(*words, "--yes").code == 0
    assert matchbook("log", match).out.count("CG-E06") == 2
    refused(matchbook("take", match, "end_turn"), 3, "CG-E06")
