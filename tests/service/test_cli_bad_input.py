"""Given any wrong input, then one line appears on standard error, with the documented exit code, and the store is
unchanged."""

import os
import re
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaigns import some
from tests.service.conftest import CommandLine, Ran
from tests.service.test_addresses import NEW

OPEN = (*NEW, "--catalogue", "adas_gamble")


def refused(ran: Ran, code: int, *words: str) -> None:
    """One line of error, with these words, this code and an empty standard output. Only the rulebook's places for each
    rule that it names are below it."""
    assert ran.code == code, ran
    assert ran.out == ""
    assert ran.err.startswith("matchbook: error: "), ran.err
    first, *sources = ran.err.splitlines()
    assert len(sources) <= len(set(re.findall(r"\[([A-Z]+-[A-Z]\d\d)\]", first))), ran.err
    assert all(re.fullmatch(r"  [A-Z]+-[A-Z]\d\d .+ · (rulebook|our reading).*", source) for source in sources), ran.err
    for word in words:
        assert word in first


@pytest.fixture
def match(matchbook: CommandLine) -> str:
    """A match that was just opened."""
    opened = matchbook(*OPEN)
    assert opened.code == 0, opened.err
    return opened.out.strip()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("shwo",), 2, ("no command 'shwo'", "show")),
        (("contest", "x/1", "illegal", "why"), 2, ("'contest' is now 'dispute'",)),
        (("gathering", "show", "x"), 2, ("'gathering' is now 'event-day'",)),
        (("event", "x", "note", "why"), 2, ("'event' is now 'table-event'",)),
        (("rule", "x/1", "why"), 2, ("'rule' is now 'ruling'",)),
        (("log", "x", "--reading", "ruled"), 2, ("--reading is now --view, with recorded or corrected",)),
        (("explain", "x/1", "--reading=recorded"), 2, ("--reading is now --view, with recorded or corrected",)),
        (("new",), 2, ("name a game",)),
        (("new", "chequers"), 2, ("no game 'chequers'", "frc_card_game")),
        (("new", "frc_card_game"), 2, ("--player",)),
        (("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "3=30"), 2, ("seat 3",)),
        (("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--deck", "30"), 2, ("NAME=VALUE",)),
        (("new", "frc_card_game", "--player", "Ada", "--player", "Bo", "--option", "nope=1"), 2, ("nope",)),
        ((*OPEN[:-1], "nope"), 5, ("nope", "sample")),
        (("new", "frc_card_game", "--sheet", "missing.scoresheet"), 5, ("missing.scoresheet: no such file",)),
        (("dispute", "x/1", "illegl", "why"), 2, ("'CLAIM': 'illegl' is not one of 'misrecorded', 'illegal'",)),
        (("table-event", "x"), 2, ("Missing argument 'KIND'. Choose from: judge_called",)),
        (("simulate", "pig", "--seed", "one"), 2, ("'--seed': 'one' is not a whole number.",)),
        (("rules", "frc_card_game", "CG-A2"), 2, ("did you mean", "CG-A02")),
        (("import", "missing.jsonl"), 5, ("missing.jsonl: no such file",)),
        (("table-event", "x", "evidence", "a photo", "--file", "missing.jpg"), 5, ("missing.jpg: no such file",)),
        (("serve", "--docs", "missing"), 5, ("missing: no such folder",)),
        (("cards", "check", "frc_card_game", "missing.toml"), 5, ("missing.toml: no such file",)),
        (("decks", "check", "frc_card_game", "missing.toml"), 5, ("missing.toml: no such file",)),
        (("simulate", "frc_card_game", "-n", "0"), 2, ("-n",)),
        (("simulate", "frc_card_game", "--bot", "deep"), 2, ("no bot 'deep'", "random")),
        (("show", "nothing"), 5, ("no store there",)),
        (("matches", "--find", "gmae:frc_tcg"), 2, ("no filter 'gmae'", "did you mean game")),
        (("--store", "mysql://x", "matches"), 2, ("sqlite:///PATH",)),
        (("--store", "sqlite:///", "doctor"), 2, ("the file name is missing; write sqlite:///PATH",)),
        (("restore", "copy", "--store", "postgresql://desk:secret@127.0.0.1:1/x"), 2, ("everybody on this machine",)),
    ],
)
def test_before_there_is_a_store(
    matchbook: CommandLine, store_path: Path, arguments: tuple[str, ...], code: int, words: tuple[str, ...]
) -> None:
    refused(matchbook(*arguments), code, *words)
    assert not store_path.exists()


TWO = ("--player", "Ada", "--player", "Bo")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("new", "frc_tcg", "--player", "Ada"), 3),
        (("new", "frc_tcg", "--player", "Ada", "--pseudonyms"), 3),
        (("new", "frc_tcg", *TWO, "--title", "a\nb"), 2),
        (("--by", "a\nb", *OPEN), 2),
        (("new", "--sheet", "refused.scoresheet"), 2),
        (("import", "no.match"), 2),
        (("import", "no.chess", "--format", "chess"), 5),
        (("series", "new", *TWO, "--option", "best_of=2"), 3),
        (("tournament", "new", "--player", "Ada"), 3),
        (("league", "new", "--player", "Ada"), 3),
        (("event-day", "new", "--scorekeeper", "Ada", "--scorekeeper", "Ada"), 3),
        (("simulate", "frc_tcg", "-n", "1", "--record", "--option", "nope=1"), 2),
        (("tokens", "new", "Ada", "player"), 2),
        (("tokens", "new", "Ada", "judge", "--until", "2001-01-01"), 2),
        (("init", "--account", "ada"), 2),
        (("serve", "--delay", "soon"), 2),
        (("serve", "--host", "203.0.113.7"), 2),
        (("backup", "copy"), 5),
        (("restore", "copy"), 2),
    ],
)
def test_what_is_refused_leaves_nothing(
    matchbook: CommandLine,
    store_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    code: int,
) -> None:
    """A refused command that would have created a store leaves the folder empty, including side files."""
    monkeypatch.chdir(store_path.parent)
    Path("no.match").write_text("{}\n")
    Path("refused.scoresheet").write_text("@game frc_tcg\n@open no\ncreate_match [Cy, Di]\nnothing of the kind\n")
    before = set(store_path.parent.rglob("*"))
    refused(matchbook(*arguments), code)
    assert set(store_path.parent.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments",
    [
        OPEN,
        ("series", "new", "--game", "frc_tcg", "--player", "Ada", "--player", "Bo"),
        ("event-day", "new", "--scorekeeper", "tess"),
        ("simulate", "frc_tcg", "-n", "1", "--record"),
        ("import", str(Path(__file__).parents[1] / "golden/matches/frc_card_game-2.match.jsonl")),
        ("init",),
        ("restore", "copy"),
        ("tokens", "new", "Olga", "organiser"),
        ("matches",),
    ],
)
def test_nothing_is_recorded_where_it_is_gone_with_the_command(
    matchbook: CommandLine, store_path: Path, arguments: tuple[str, ...]
) -> None:
    assert not store_path.exists()
    for store in (":memory:", "sqlite:///:memory:"):
        refused(matchbook("--store", store, *arguments), 2, "gone with this command", "sqlite:///PATH")


@pytest.mark.parametrize("arguments", [OPEN, ("matches",), ("tokens", "list"), ("doctor",)])
def test_without_a_data_folder_it_is_said_where_a_store_could_be(
    matchbook: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """If a store is not named and the user's data folder cannot be created, then the store is unavailable, and the
    error says how to name one."""
    (tmp_path / "home").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MATCHBOOK_STORE")
    refused(matchbook(*arguments), 7, str(tmp_path / "home"), "--store")


@pytest.mark.parametrize("arguments", [("init",), ("tokens", "new", "Ada", "organiser"), OPEN])
def test_what_is_taken_makes_the_store(matchbook: CommandLine, store_path: Path, arguments: tuple[str, ...]) -> None:
    """A successful command leaves a whole store."""
    assert matchbook(*arguments).code == 0
    assert store_path.exists()
    assert matchbook("verify", "--all").code == 0


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("play_studnet dana", 2, ("no command 'play_studnet'", "play_student")),
        ("play_student", 2, ("card is missing",)),
        ("play_student dinah", 2, ("no card 'dinah'",)),
        ("play_student dana player=Cy", 2, ("no player 'Cy'", "Ada, Bo")),
        ('play_student "dana', 2, ("never closed",)),
        ("play_student dana", 3, ("CG-S07",)),
        ('{"type": "play_student"}', 2, ("not a command in JSON", "card")),
        ('{"type": "play_student", "card": "dana", "speed": 9}', 2, ("speed",)),
        ("[" * 5000, 2, ()),
        ("play_student " + "x" * 200_000, 2, ("200,013 characters",)),
    ],
)
def test_wrong_actions_change_nothing(
    matchbook: CommandLine, match: str, command: str, code: int, words: tuple[str, ...]
) -> None:
    before = matchbook("log", match, "--json").out
    refused(matchbook("take", match, command), code, *words)
    assert matchbook("log", match, "--json").out == before


def test_what_is_not_there_or_was_first_is_named(matchbook: CommandLine, match: str) -> None:
    refused(matchbook("show", "zzzz"), 5, "zzzz")
    refused(matchbook("log", "zzzz/3"), 5, "zzzz")
    refused(matchbook("show", match, "--at", 99), 5, "no entry 99")
    refused(matchbook("show", match, "--as", "Cy"), 2, "no player 'Cy'", "judge")
    refused(matchbook("diff", match, 1, 99), 5, "no entry 99")
    assert matchbook("take", match, "play_team_card Ada iron_gears").code == 0
    assert matchbook("undo", match).code == 0
    refused(matchbook("takeback", match, "--to", 99, "--reason", "x"), 5, "no entry 99; the match has 3")
    refused(matchbook("annotate", f"{match}/99", "hm"), 5, "no entry 99")
    refused(matchbook("annotate", match, "hm"), 2, "MATCH/ENTRY")
    refused(matchbook("dispute", f"{match}/1", "illegal", "x", "--claimant", "Zed"), 2, "no player 'Zed'", "Ada, Bo")
    refused(matchbook("find", "between t5 and t2"), 2, "between t5 and t2: write the earlier turn first")
    refused(matchbook("conclude", match), 2, "give --winner or --drawn", "--yes")
    refused(matchbook("conclude", match, "--winner", "Ada", "--drawn"), 2, "a drawn match has no winner")
    version = int(
        matchbook("take", match, "play_team_card Ada iron_gears", "--json").out.split('"version": ')[1].split(",")[0]
    )
    refused(matchbook("take", match, "play_team_card Bo volt_club", "--at", version - 1), 4, "tess recorded entry")


@pytest.mark.parametrize("command", ["show", "log", "audit", "replay", "export", "undo", "fork", "prove"])
def test_a_name_that_is_not_utf8_is_of_no_match(matchbook: CommandLine, match: str, command: str) -> None:
    refused(matchbook(command, os.fsdecode(b"\xff")), 5, r"no match '\udcff'")


def test_an_address_that_cannot_be_listened_at(matchbook: CommandLine, match: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused(
            matchbook("serve", "--port", port), 2, f"127.0.0.1, port {port}: Address already in use; choose another"
        )
    refused(matchbook("serve", "--host", "203.0.113.7"), 2, "203.0.113.7, port 8080: Cannot assign requested address")


def test_a_batch_is_recorded_whole_or_not_at_all(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    sheet = tmp_path / "lines.scoresheet"
    sheet.write_text(
        'play_team_card Ada iron_gears\n{"type":"play_team_card","player":1,"card":"volt_club"}\nplay_student\n'
    )
    refused(matchbook("record", "--from", sheet), 2, "--from needs a match")
    refused(matchbook("record", match, "--from", sheet), 2, "line 3", "none of the lines was recorded")
    assert "play_team_card" not in matchbook("log", match).out
    sheet.write_text("play_team_card Ada iron_gears\nplay_team_card Ada iron_gears\n")
    refused(matchbook("record", match, "--from", sheet), 3, "line 2", "CG-F02")
    sheet.write_text("!refused CG-A01 play_team_card Ada iron_gears\n")
    refused(matchbook("record", match, "--from", sheet), 2, "line 1", "CG-A01")
    sheet.write_bytes(b"play_team_card Ada \xff\n")
    refused(matchbook("record", match, "--from", sheet), 2, "not UTF-8")


@pytest.mark.usefixtures("match")
def test_sql_reads_and_nothing_else(matchbook: CommandLine) -> None:
    """Statements that change or reach anything else are refused, and so are those that DuckDB cannot read."""
    for query in (
        "drop table matches",
        "select * from read_csv('/etc/passwd')",
        "attach '/tmp/x.db'",
        "copy matches to '/tmp/x.csv'",
        "selec 1",
    ):
        refused(matchbook("sql", query), 2)
    refused(matchbook("sql", "select * from nowhere"), 2, "nowhere")


def test_damaged_and_foreign_files(matchbook: CommandLine, match: str, tmp_path: Path) -> None:
    file = tmp_path / "a.match.jsonl"
    assert matchbook("export", match, "-o", file).code == 0
    refused(matchbook("export", match, "-o", file), 2, "exists", "--force")
    good = file.read_bytes()
    for bad in (good[:-40], good.replace(b'"Ada"', b'"Eva"', 1), b"", b"\xff\xfe", b"{}\n", b"[" * 100_000):
        file.write_bytes(bad)
        refused(matchbook("import", file), 2, "line")
    verified = matchbook("verify", file)
    assert verified.code in (2, 6)


def test_a_store_that_is_none(matchbook: CommandLine, store_path: Path, tmp_path: Path) -> None:
    store_path.write_bytes(b"not a database at all" * 100)
    refused(matchbook("matches"), 6, "not a store")
    refused(matchbook("--store", tmp_path, "matches"), 6, "folder")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_store_still_reads(matchbook: CommandLine, match: str, store_path: Path) -> None:
    store_path.chmod(stat.S_IREAD)
    assert matchbook("show", match).code == 0
    refused(matchbook("take", match, "play_team_card Ada iron_gears"), 7, "read-only")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    some(
        [
            "--help",
            "rules frc_card_game",
            "matches",
            "games --json",
            "cards list frc_tcg",
            "show MATCH",
            "log MATCH",
            "export MATCH",
        ],
        3,
    ),
)
def test_a_closed_pipe_is_no_error(match: str, store_path: Path, command: str) -> None:
    program = [sys.executable, "-c", "import sys; sys.stdin.read(); from matchbook.cli.main import main; main()"]
    environ = {**os.environ, "MATCHBOOK_STORE": f"sqlite:///{store_path}"}
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        [*program, *command.replace("MATCH", match).split()], env=environ, text=True, **streams
    ) as run:
        run.stdout.close()
        run.stdin.close()
        assert run.stderr.read() == ""
    assert run.returncode == 0
