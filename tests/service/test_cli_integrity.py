"""Altered records, heads and stores without room, as they show on the command line."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from matchbook.cli.competitions import league_command, series_command, tournament_command
from matchbook.cli.main import cli
from service.recording.match_service import MatchService
from service.recording.recording_service import ActionLine, RecordingService, Unavailable
from storage.errors import BrokenChain
from storage.store import MatchStore
from storage.verify import verify_match
from tests.service.conftest import CommandLine
from tests.storage.forging import run, unguarded

NEW = ("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30")


@pytest.fixture
def match(matchbook: CommandLine) -> str:
    """A match of four entries."""
    match = matchbook(*NEW).out.strip()
    matchbook("take", match, "draw_opening_hand Ada")
    matchbook("annotate", f"{match}/1", "a friendly match")
    matchbook("annotate", f"{match}/2", "seen by all")
    return match


@pytest.fixture
def altered(match: str, store_path: Path) -> str:
    """The match after somebody altered its third entry in a database shell."""
    unguarded(
        store_path,
        "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'friendly', 'rated') AS BLOB) "
        "WHERE originator_version = 3",
    )
    return match


def broken(match: str) -> str:
    return f"{match}: the chain is broken from entry 3 on"


READING = {
    "show": ("show", "MATCH"),
    "show a moment": ("show", "MATCH/4"),
    "show as JSON": ("show", "MATCH", "--json"),
    "show as a player": ("show", "MATCH", "--as", "Ada"),
    "log": ("log", "MATCH"),
    "diff": ("diff", "MATCH", "1", "2"),
    "replay": ("replay", "MATCH", "--text"),
    "export": ("export", "MATCH", "-o", "FILE"),
    "export for a player": ("export", "MATCH", "--as", "Ada", "-o", "FILE"),
    "export as a page": ("export", "MATCH", "--format", "html", "-o", "FILE"),
    "compare": ("compare", "MATCH", "MATCH"),
    "disputes": ("disputes", "MATCH"),
    "report": ("report", "MATCH"),
}


@pytest.mark.parametrize("command", READING)
def test_whoever_reads_an_altered_match_is_told(
    matchbook: CommandLine, altered: str, tmp_path: Path, command: str
) -> None:
    words = [
        word.replace("MATCH", altered).replace("FILE", str(tmp_path / "written.match.jsonl"))
        for word in READING[command]
    ]
    ran = matchbook(*words)
    assert ran.code == 0
    assert [line for line in ran.err.splitlines() if line.startswith(f"matchbook: warning: {broken(altered)}")]


def test_the_desk_tells_that_a_match_was_altered(matchbook: CommandLine, altered: str) -> None:
    trusting = ("--on-damaged", "asked to")
    matchbook("dispute", f"{altered}/2", "illegal", "so", *trusting)
    matchbook(
        "ruling", altered, "so", "--cite", "CG-T02", "--penalty", "Ada=warning", "--penalty", "Bo=warning", *trusting
    )
    for command in (("disputes",), ("ledger",), ("plan", f"{altered}/2")):
        assert matchbook(*command).err.count(f"matchbook: warning: {broken(altered)}") == 1, command


def test_an_unaltered_match_is_shown_without_a_word(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    for words in READING.values():
        ran = matchbook(
            *(word.replace("MATCH", match).replace("FILE", str(tmp_path / "written.match.jsonl")) for word in words),
            *(["--force"] if words[0] == "export" else []),
        )
        assert (ran.code, "warning" in ran.err) == (0, False)


WRITING = {
    "take": ("take", "MATCH", "draw_opening_hand Bo"),
    "take as played": ("take", "MATCH", "draw_opening_hand Bo", "--as-played", "--reason", "agreed"),
    "record": ("record", "MATCH", "--from", "LINES"),
    "undo": ("undo", "MATCH"),
    "takeback": ("takeback", "MATCH", "--to", "1", "--reason", "agreed"),
    "annotate": ("annotate", "MATCH/1", "once more"),
    "bookmark": ("annotate", "MATCH/1", "--bookmark"),
    "conclude": ("conclude", "MATCH", "--drawn"),
    "fork": ("fork", "MATCH"),
    "correct": ("correct", "MATCH/2", "--strike"),
    "table-event": ("table-event", "MATCH/1", "judge_called"),
    "redo": ("redo", "MATCH", "--to", "1"),
    "official": ("official", "MATCH", "Jo", "judge"),
    "dispute": ("dispute", "MATCH/2", "illegal", "too many cards"),
    "ruling": ("ruling", "MATCH", "marked sleeves", "--cite", "CG-D01", "--official", "Jo"),
}


def words_of(command: str, match: str, folder: Path) -> list[str]:
    lines = folder / "lines.txt"
    lines.write_text("draw_opening_hand Bo\n")
    return [word.replace("MATCH", match).replace("LINES", str(lines)) for word in WRITING[command]]


@pytest.mark.parametrize("command", WRITING)
def test_nothing_is_recorded_on_an_altered_match_unasked(
    matchbook: CommandLine, altered: str, store_path: Path, tmp_path: Path, command: str
) -> None:
    """Every command that records refuses a broken chain with exit code 6 and says how it is recorded all the same; with
    --on-damaged and a reason it is, and the entry says from where the chain is broken."""
    before = store_path.read_bytes()
    words = words_of(command, altered, tmp_path)
    ran = matchbook(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (6, "", 1)
    assert broken(altered) in ran.err
    assert "not recorded; --on-damaged REASON records it anyway" in ran.err
    assert store_path.read_bytes() == before
    assert matchbook(*words, "--on-damaged", " ").code == 2
    done = matchbook(*words, "--on-damaged", "the table goes on")
    assert done.code == 0
    with MatchStore.open(str(store_path)) as store:
        newest = store.select(4, 100)[-1]
        assert f"the chain of {altered} is broken from entry 3 on: the table goes on".encode() in newest.state
        assert {f.version for f in verify_match(store, altered).findings} == {3}


def test_the_reason_may_not_disturb_a_screen(matchbook: CommandLine, altered: str) -> None:
    ran = matchbook("annotate", f"{altered}/1", "more", "--on-damaged", "a\x1b[2Jb")
    assert (ran.code, "--on-damaged: the control character" in ran.err) == (2, True)


@pytest.mark.parametrize("command", WRITING)
def test_on_damaged_says_nothing_of_a_whole_chain(
    matchbook: CommandLine, match: str, store_path: Path, tmp_path: Path, command: str
) -> None:
    assert matchbook(*words_of(command, match, tmp_path), "--on-damaged", "the table goes on").code == 0
    with MatchStore.open(str(store_path)) as store:
        assert b"the table goes on" not in store.select(4, 100)[-1].state


def test_every_command_that_records_has_the_option() -> None:
    found = {name for name in cli.list_commands(None) if has_option(cli.get_command(None, name))}  # type: ignore[arg-type]
    tables = {"take", "record", "undo", "takeback", "annotate", "conclude", "correct", "redo", "table-event", "fork"}
    assert found == tables | {"official", "dispute", "ruling", "rewind", "penalise", "appeal", "withdraw", "confirm"}
    import matchbook.cli.leagues  # noqa: F401  (adds its commands to the group)

    assert {name for name, command in league_command.commands.items() if not has_option(command)} == {
        "new", "open", "show", "standings",
    }  # fmt: skip
    assert {name for name, command in tournament_command.commands.items() if has_option(command)} == {
        "record", "sync", "seed", "draw", "pair", "drop", "enter",
    }  # fmt: skip
    assert {name for name, command in series_command.commands.items() if has_option(command)} == {"record", "sync"}


def has_option(command: object) -> bool:
    return any("--on-damaged" in parameter.opts for parameter in command.params)  # type: ignore[attr-defined]


def test_contests_take_no_result_from_an_altered_match(matchbook: CommandLine, store_path: Path) -> None:
    """A result is not read from an altered match, and an altered competition is not recorded in: `sync` says which."""
    series = matchbook("series", "new", "--game", "frc_card_game", "--player", "Ada", "--player", "Bo").out.strip()
    match = matchbook(*NEW).out.strip()
    matchbook("conclude", match, "--winner", "Ada")
    assert matchbook("series", "record", series, match).code == 0
    matchbook("undo", match)
    matchbook("conclude", match, "--winner", "Bo")
    unguarded(
        store_path,
        'UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), \'"by":"tess"\', \'"by":"eve"\') AS BLOB) '
        f"WHERE originator_version = 2 AND originator_id = '{match}'",
    )
    ran = matchbook("series", "sync", series)
    assert (ran.code, "refused" in ran.out, "broken from entry 2" in ran.out) == (1, True, True)
    ran = matchbook("series", "sync", series, "--on-damaged", "checked with both")
    assert (ran.code, "amended" in ran.out) == (0, True)
    with MatchStore.open(str(store_path)) as store:
        assert f"the chain of {match} is broken from entry 2 on: checked with both" in str(store.entries(series)[-1])
    unguarded(
        store_path,
        'UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), \'"by":"tess"\', \'"by":"eve"\') AS BLOB) '
        f"WHERE originator_version = 1 AND originator_id = '{series}'",
    )
    matchbook("undo", match, "--on-damaged", "once more")
    ran = matchbook("series", "sync", series, "--on-damaged", "all seen")
    assert (ran.code, "withdrawn" in ran.out) == (0, True)
    another = matchbook(*NEW).out.strip()
    matchbook("conclude", another, "--winner", "Bo")
    ran = matchbook("series", "record", series, another)
    assert (ran.code, "broken from entry 1 on" in ran.err) == (6, True)
    assert "broken from entry 1 on" in matchbook("series", "show", series).err


def test_the_record_screen_does_not_begin_on_an_altered_match(
    matchbook: CommandLine, altered: str, store_path: Path
) -> None:
    del matchbook
    with MatchService(MatchStore.open(str(store_path))) as app, pytest.raises(BrokenChain):
        RecordingService(app).history(altered)
    with MatchService(MatchStore.open(str(store_path)), on_damaged="seen") as app:
        assert RecordingService(app).history(altered).match.version == 4


def test_a_match_that_is_altered_under_the_record_screen_is_refused(match: str, store_path: Path) -> None:
    """Given an alteration at the end of a match while it is recorded, then the next action reports it; the line is
    kept."""
    with MatchService(MatchStore.open(str(store_path))) as app:
        desk = RecordingService(app)
        desk.history(match)
        unguarded(store_path, "DELETE FROM stored_events WHERE originator_version = 4")
        outcome = desk.take(match, ActionLine(line="draw_opening_hand Bo", at_version=4, command_id="c-1"))
        assert isinstance(outcome, Unavailable)
        assert "broken from entry 4 on" in outcome.text


@pytest.mark.parametrize("command", ["take", "record", "undo", "annotate", "conclude"])
def test_who_records_is_given_the_head(matchbook: CommandLine, match: str, tmp_path: Path, command: str) -> None:
    ran = matchbook(*words_of(command, match, tmp_path))
    assert ran.code == 0
    [said] = [line for line in ran.err.splitlines() if line.startswith("head of ")]
    head = said.rpartition(" ")[2]
    assert said == f"head of {match}/5: {head}"
    matchbook("annotate", f"{match}/1", "later")
    assert matchbook("verify", match, "--expect", head).code == 0


def test_one_match_is_counted_and_a_deleted_one_found(matchbook: CommandLine, match: str, store_path: Path) -> None:
    """`--expect` accepts an earlier head of the store, and tells when a match is gone."""
    assert "1 match, 4 entries: unaltered" in matchbook("verify", "--all").err
    matchbook(*NEW)
    assert "2 matches, 5 entries: unaltered" in matchbook("verify", "--all").err
    ran = matchbook("verify", "--all")
    head = ran.out.strip()
    assert (ran.code, len(head)) == (0, 43)
    assert head in matchbook("doctor").out
    other = matchbook(*NEW).out.strip()
    assert matchbook("verify", "--all", "--expect", head).code == 0
    later = matchbook("verify", "--all").out.strip()
    unguarded(store_path, f"DELETE FROM stored_events WHERE originator_id = '{other}'")
    assert matchbook("verify", "--all").code == 0, "without a head from outside nothing tells"
    ran = matchbook("verify", "--all", "--expect", later)
    assert (ran.code, "a match was deleted or altered" in ran.out, head in ran.out) == (6, True, False)
    assert matchbook("verify", "--all", "--expect", head).code == 0
    assert matchbook("verify", match).code == 0


def test_doctor_and_verify_name_an_altered_trigger(matchbook: CommandLine, match: str, store_path: Path) -> None:
    """A missing or added trigger is named by `doctor` and `verify --all`; recording is refused, reading works."""
    run(store_path, "DROP TRIGGER stored_events_no_delete", "CREATE VIEW mine AS SELECT 1")
    doctor = matchbook("doctor")
    verify = matchbook("verify", "--all")
    assert (doctor.code, verify.code) == (1, 6)
    for text in ("trigger stored_events_no_delete is missing", "view mine does not belong in a store"):
        assert text in doctor.out
        assert text in verify.out
    for command in (
        NEW,
        ("take", match, "draw_opening_hand Bo"),
        ("import", str(match_file(matchbook, match, store_path))),
    ):
        ran = matchbook(*command)
        assert ran.code == (0 if command[0] == "import" else 6)
    assert matchbook("log", match).code == 0
    assert matchbook("verify", match).code == 0


def match_file(matchbook: CommandLine, match: str, store_path: Path) -> Path:
    """The match as a file: what is in the store already is not recorded again, so that importing it is fine."""
    file = store_path.parent / "m.match.jsonl"
    matchbook("export", match, "-o", file, "--force")
    return file


@pytest.mark.parametrize("head", ["", "x", "42", "ä" * 43, "A" * 42, "A" * 44, "A" * 42 + "!", "A" * 42 + "B"])
@pytest.mark.parametrize("subject", ["MATCH", "--all"])
def test_a_malformed_head_is_unreadable_input(matchbook: CommandLine, match: str, head: str, subject: str) -> None:
    ran = matchbook("verify", subject.replace("MATCH", match), "--expect", head)
    assert (ran.code, ran.out) == (2, "")
    assert "43 characters" in ran.err


def test_a_damaged_match_prints_no_head(matchbook: CommandLine, altered: str) -> None:
    with_heads = ("verify", altered), ("verify", "--all"), ("audit", altered), ("doctor",)
    for command in with_heads:
        ran = matchbook(*command)
        assert ran.code != 0
        assert not any(len(word) == 43 for word in (ran.out + ran.err).split())
    done = matchbook("annotate", f"{altered}/1", "more", "--on-damaged", "seen")
    assert (done.code, "head of" in done.err) == (0, False)


PROGRAM = (sys.executable, "-c", "from matchbook.cli import main; main()")


def without_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


@pytest.mark.slow
@pytest.mark.parametrize("command", [("log",), ("show",), ("verify",), ("replay", "--text"), ("take",)])
def test_a_disk_that_is_full_before_the_start(match: str, store_path: Path, command: tuple[str, ...]) -> None:
    words = (command[0], match, *command[1:]) if command[0] != "take" else ("take", match, "draw_opening_hand Bo")
    before = store_path.read_bytes()
    ran = subprocess.run((*PROGRAM, *words), capture_output=True, text=True, check=False, preexec_fn=without_room)
    if command[0] == "take":
        text = f"matchbook: error: {store_path}: the disk is full; not recorded, free some space and try again\n"
        assert (ran.returncode, ran.stderr) == (7, text)
    else:
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout
    assert store_path.read_bytes() == before


@pytest.mark.slow
def test_doctor_names_a_full_disk(match: str, store_path: Path) -> None:
    ran = subprocess.run((*PROGRAM, "doctor"), capture_output=True, text=True, check=False, preexec_fn=without_room)
    assert match
    assert ran.returncode == 1
    assert "wrong   disk: the disk is full" in ran.stdout
    assert "fine    record: 1 match, 4 entries" in ran.stdout


@pytest.mark.slow
def test_a_new_store_on_a_full_disk(store_path: Path) -> None:
    ran = subprocess.run((*PROGRAM, *NEW), capture_output=True, text=True, check=False, preexec_fn=without_room)
    assert (ran.returncode, "the disk is full" in ran.stderr) == (7, True)
    assert not store_path.exists() or not store_path.stat().st_size


WHOLE = {
    "backup": ("backup", "BACKUP"),
    "restore": ("restore", "BACKUP", "--store", "sqlite:///AGAIN"),
    "checkpoint": ("checkpoint", "--all"),
    "tables": ("export", "--format", "parquet", "-o", "TABLES"),
    "database": ("export", "--format", "duckdb", "-o", "COPY"),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["an altered entry", "a trigger that is gone"])
def test_what_is_copied_or_signed_of_a_damaged_store_says_so(
    matchbook: CommandLine, altered: str, store_path: Path, tmp_path: Path, damage: str
) -> None:
    """Copies are written and end with exit code 6; they are not signed."""
    if damage != "an altered entry":
        unguarded(
            store_path,
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'rated', 'friendly') AS BLOB)",
        )
        run(store_path, "DROP TRIGGER stored_events_no_update")
    matchbook("keys", "new", "table")
    for what, words in WHOLE.items():
        places = {name: tmp_path / name.lower() for name in ("BACKUP", "AGAIN", "TABLES", "COPY")}
        ran = matchbook(*(place_in(word, places) for word in words))
        if damage != "an altered entry" and what == "restore":
            assert ran.code == 0  # a restored store has all its triggers
            continue
        assert ran.code == 6, (what, ran)
        assert (altered if damage == "an altered entry" else "trigger") in ran.err, (what, ran.err)
        assert what != "checkpoint" or ran.out == ""


def place_in(word: str, places: dict[str, Path]) -> str:
    for name, place in places.items():
        word = word.replace(name, str(place))
    return word
