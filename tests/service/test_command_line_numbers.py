"""Numbers on the command line: whole or counted, at their time, from the matches that count, and marked where they are
few."""

import csv
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from service.clock import parse_time
from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused
from tests.service.test_cli_flows import NEW, SETUP

GAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
ASKED = {
    "stats": ("stats", "cards"),
    "sql": ("sql", "select match, version, k, type, data, map {'k': k} as m from events order by position, k"),
}


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine five hours behind Greenwich in winter."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def read_rows(path: Path, form: str) -> list[tuple[str, ...]]:
    """The rows of a file, each value as text; empty for null."""
    if form == "csv":
        with path.open(newline="", encoding="utf-8") as file:
            return [tuple(row) for row in csv.reader(file)][1:]
    if form == "markdown":
        lines = path.read_text("utf-8").splitlines()[2:]
        return [tuple(cell.strip() for cell in line.strip("|").replace("\\|", "\0").split("|")) for line in lines]
    rows = duckdb.sql(f"select columns(*)::varchar from read_{form}('{path}')").fetchall()
    return [tuple("" if cell is None else str(cell) for cell in row) for row in rows]


@pytest.mark.parametrize(("asked", "forms"), [("stats", ("csv",)), ("sql", ("csv", "parquet", "json", "markdown"))])
def test_everything_goes_into_the_file(
    simulated: CommandLine, tmp_path: Path, asked: str, forms: tuple[str, ...]
) -> None:
    """In every format, every row of the answer, in its order; on standard output the same bytes."""
    whole = json.loads(simulated(*ASKED[asked], "--json").out)
    assert whole["total"] == len(whole["rows"])
    key = [whole["columns"].index(name) for name in ("game", "card") if name in whole["columns"]] or [0, 1, 2, 3]
    for form in forms:
        file = tmp_path / form
        said = simulated(*ASKED[asked], "--format", form, "-o", file)
        assert said.code == 0
        assert said.err.startswith(f"{file}: {whole['total']:,} rows")
        rows = read_rows(file, form)
        assert [[row[k] for k in key] for row in rows] == [[str(row[k]) for k in key] for row in whole["rows"]]
        if form != "parquet":
            assert simulated(*ASKED[asked], "--format", form).out.encode() == file.read_bytes()
        part = simulated(*ASKED[asked], "--limit", 2, "--format", form, "-o", file, "--force")
        assert [row[:4] for row in read_rows(file, form)] == [row[:4] for row in rows[:2]]
        assert f"2 of {whole['total']:,} rows" in part.err


@pytest.mark.slow
@pytest.mark.parametrize("asked", list(ASKED))
def test_nothing_is_cut_in_silence(simulated: CommandLine, asked: str) -> None:
    total = json.loads(simulated(*ASKED[asked], "--json").out)["total"]
    assert len(simulated(*ASKED[asked]).out.splitlines()) == 1 + total
    part = simulated(*ASKED[asked], "--limit", 3)
    assert len(part.out.splitlines()) == 4
    assert f"3 of {total:,} rows\n" in part.err
    told = json.loads(simulated(*ASKED[asked], "--limit", 3, "--json").out)
    assert (len(told["rows"]), told["total"], told["notes"][0]) == (3, total, f"3 of {total:,} rows")
    listed = simulated("matches", "--limit", 2)
    assert "2 of 3 matches; --limit 3 lists them all\n" in listed.err


def test_the_ending_of_a_file_says_its_format(simulated: CommandLine, tmp_path: Path) -> None:
    """.parquet, .json and .md have their formats, any other name is CSV; an existing file is kept without --force."""
    for name, start in (("a.parquet", b"PAR1"), ("a.json", b"["), ("a.md", b"| "), ("a.txt", b"game,card")):
        assert simulated("stats", "cards", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    refused = simulated("stats", "cards", "-o", tmp_path / "a.txt", "--limit", 1)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == f"matchbook: error: {tmp_path / 'a.txt'} exists; --force overwrites it\n"
    assert len((tmp_path / "a.txt").read_text().splitlines()) > 2


UNWRITABLE = (
    (("sql", "select error('boo')", "-o", "{folder}/x.csv"), 2, "boo"),
    (("sql", "explain select 1", "-o", "{folder}/x.csv"), 2, "EXPLAIN"),
    (("sql", "select 1) to '{folder}/y.csv' (format csv); --", "-o", "{folder}/x.csv"), 2, ""),
    (("sql", "from read_text('{folder}/secret')", "-o", "{folder}/x.csv"), 2, "file system operations are disabled"),
    (("sql", "select 1", "--format", "csv", "--json"), 2, "--format json"),
    (("stats", "cards", "-o", "{folder}/matches.db", "--force"), 2, "choose another file"),
    (("sql", "select 1", "-o", "{folder}/no/x.csv"), 2, "choose another file"),
    (("stats", "cards", "least:many", "-o", "{folder}/x.csv"), 2, "least:many"),
    (("sql", "select 1", "-o", "/dev/full"), 7, "No space left"),
)
"""Arguments, the exit code, and a part of the error."""


@pytest.mark.usefixtures("store_path")
def test_what_cannot_be_written_is_refused_in_one_line(simulated: CommandLine, tmp_path: Path) -> None:
    """One line gives the reason; partial files are removed, other files untouched, and only rows can be requested."""
    (tmp_path / "secret").write_text("x")
    simulated("stats", "cards")
    before = {path.name for path in tmp_path.iterdir()}
    for arguments, code, words in UNWRITABLE:
        refused(simulated(*(word.format(folder=tmp_path) for word in arguments)), code, words)
        assert {path.name for path in tmp_path.iterdir()} == before, arguments


@pytest.mark.parametrize("asked", [("stats",), ("stats", "cards", "--explain")])
@pytest.mark.parametrize("option", [("-o", "rows.csv"), ("--format", "csv"), ("--limit", 1)])
def test_no_option_about_rows_is_dropped_in_silence(
    matchbook: CommandLine, asked: tuple[str, ...], option: tuple[str, str | int]
) -> None:
    ran = matchbook(*asked, *option)
    assert ran.code == 2
    assert option[0] in ran.err
    assert not ran.out


def times(matchbook: CommandLine, match: str) -> list[object]:
    query = f"select opened_at::varchar, ended_at::varchar, minutes from matches where match = '{match}'"
    [row] = json.loads(matchbook("sql", query, "--json").out)["rows"]
    return list(row)


@pytest.mark.slow
def test_a_match_entered_afterwards(matchbook: CommandLine, new_york: None) -> None:
    """Its date is the given one, its length that from the first to the last entry at the table; times without a zone
    are local."""
    match = matchbook(*NEW, "--when", "2026-01-05T19:00").out.strip()
    assert times(matchbook, match) == ["2026-01-06 00:00:00", "2026-01-06 00:00:00", None]
    for line in SETUP[:5]:
        assert matchbook("take", match, line).code == 0
    assert times(matchbook, match)[2] is None
    assert matchbook("take", match, SETUP[5], "--when", "2026-01-06T01:30:00Z").code == 0
    assert times(matchbook, match) == ["2026-01-06 00:00:00", "2026-01-06 01:30:00", 90.0]
    matchbook("annotate", f"{match}/1", "typed in on Sunday")
    matchbook("conclude", match, "--drawn")
    assert times(matchbook, match)[2] == 90.0
    [row] = json.loads(matchbook("stats", "length", "since:2026-01-06", "until:2026-01-07", "--json").out)["rows"]
    assert row[-1] == 90.0
    assert json.loads(matchbook("stats", "length", "since:2026-01-07", "--json").out)["rows"] == []


def test_times_given_later_reach_back(matchbook: CommandLine) -> None:
    """Opened without a time: an earlier one given with an action is the begin, and no length is made of the time of
    typing."""
    match = matchbook(*NEW).out.strip()
    for line, clock in zip(SETUP, range(10, 20), strict=False):
        assert matchbook("take", match, line, "--when", f"2026-01-05T12:{clock}:00+00:00").code == 0
    assert times(matchbook, match) == ["2026-01-05 12:10:00", "2026-01-05 12:15:00", 5.0]


def test_a_sheet_entered_afterwards(matchbook: CommandLine, tmp_path: Path) -> None:
    match = matchbook(*NEW).out.strip()
    sheet, rest = tmp_path / "sheet.txt", tmp_path / "rest.txt"
    for line in SETUP[:3]:
        matchbook("take", match, line)
    sheet.write_text(matchbook("log", match).out)
    rest.write_text("\n".join(SETUP[3:]))
    again = matchbook(
        "new", "frc_card_game", "--catalogue", "adas_gamble", "--sheet", sheet, "--when", "2026-01-05T12:00Z"
    ).out.strip()
    assert times(matchbook, again) == ["2026-01-05 12:00:00", "2026-01-05 12:00:00", None]
    assert matchbook("record", again, "--from", rest, "--when", "2026-01-05T12:45Z").code == 0
    assert times(matchbook, again) == ["2026-01-05 12:00:00", "2026-01-05 12:45:00", 45.0]


def test_a_match_recorded_live(matchbook: CommandLine) -> None:
    """Without any --when, begin and end are when its first and last standing actions were recorded."""
    match = matchbook(*NEW).out.strip()
    for line in SETUP:
        matchbook("take", match, line)
    matchbook("undo", match)
    query = f"""
        select epoch_us(min(recorded_at)), epoch_us(max(recorded_at)), epoch_us(max(recorded_at) - min(recorded_at)) / 60e6
        from entries where match = '{match}' and not undone and kind <> 'taken_back'
    """
    [(first, last, minutes)] = json.loads(matchbook("sql", query, "--json").out)["rows"]
    found = json.loads(
        matchbook("sql", "select epoch_us(opened_at), epoch_us(ended_at), minutes from matches", "--json").out
    )
    assert found["rows"] == [[first, last, minutes]]


@pytest.mark.parametrize("command", ["new", "take", "record"])
def test_the_help_says_whose_time_it_is(matchbook: CommandLine, command: str) -> None:
    assert "local time unless it names a zone" in " ".join(matchbook(command, "--help").out.split())


@pytest.mark.parametrize("text", ["2026-13-01", "0001-01-01T00:00", "9999-12-31T23:59:59-12:00", "noon", "", "5"])
def test_times_that_are_none(matchbook: CommandLine, new_york: None, text: str) -> None:
    """A text that is not a time, or not a date of the calendar, is refused in one line; the match is not opened."""
    if text.startswith("0001"):
        os.environ["TZ"] = "Asia/Tokyo"
        time.tzset()
    refused = matchbook(*NEW, "--when", text)
    assert (refused.code, refused.out) == (2, "")
    why = (
        f"out of range: {text!r}; times go " if text[:4] in ("0001", "9999") else f"not a time: {text!r}; write it as "
    )
    assert refused.err.startswith(f"matchbook: error: --when: {why}")
    assert matchbook("matches", "--json").code == 5


def test_naive_times_are_local(new_york: None) -> None:
    """Summer time and winter time alike; fractions of a second stay."""
    assert parse_time("2026-01-05T19:00") == parse_time("2026-01-06T00:00Z")
    assert parse_time("2026-07-05T19:00") == parse_time("2026-07-05T23:00Z")
    assert parse_time("1970-01-01T00:00:00.000001Z") == 1
    assert parse_time("1969-12-31T23:59:59.999999Z") == -1


def kinds(matchbook: CommandLine) -> dict[str, str]:
    return {row["id"]: row["kind"] for row in json.loads(matchbook("matches", "--json").out)}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_log_typed_in_again_is_found(matchbook: CommandLine, tmp_path: Path, game: str) -> None:
    """In every game: a printed log typed in again is reported with what to do, marked, listed as such and not
    counted."""
    assert matchbook("simulate", game, "-n", 1, "--seed", 3, "--record").code == 0
    [first] = kinds(matchbook)
    sheet = tmp_path / "log.txt"
    sheet.write_text(matchbook("log", first).out)
    typed = matchbook("new", game, "--sheet", sheet)
    second = typed.out.strip()
    assert f"{second}: the same play as {first}, typed in again? It is marked and does not count." in typed.err
    assert f"matchbook annotate {second}/1 'played again'" in typed.err
    assert kinds(matchbook) == {first: "simulated", second: "duplicate"}
    listed = matchbook("matches")
    assert f"{second}: the same play as {first}" in listed.err
    assert "duplicate" in listed.out
    answer = json.loads(matchbook("stats", "length", "--json").out)
    assert answer["n"] == 1
    assert "1 duplicate left out; kind:duplicate counts them" in answer["notes"]
    assert matchbook("annotate", f"{second}/1", "played again").code == 0
    assert kinds(matchbook) == {first: "simulated", second: "match"}


def test_the_only_match_of_a_store_is_not_counted(matchbook: CommandLine, store_path: Path) -> None:
    assert matchbook("new", "--sheet", "adas_gamble.scoresheet").code == 0
    assert not list(store_path.parent.glob("*.duckdb"))
    assert "typed in again?" in matchbook("new", "--sheet", "adas_gamble.scoresheet").err
    assert list(store_path.parent.glob("*.duckdb"))


def test_an_imported_copy_is_found(matchbook: CommandLine, tmp_path: Path) -> None:
    matchbook("simulate", "frc_card_game", "-n", 1, "--seed", 3, "--record")
    [first] = kinds(matchbook)
    sheet, file = tmp_path / "log.txt", tmp_path / "copy.match"
    sheet.write_text(matchbook("log", first).out)
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    second = matchbook("--store", elsewhere, "new", "frc_card_game", "--sheet", sheet).out.strip()
    matchbook("--store", elsewhere, "export", second, "-o", file)
    taken = matchbook("import", file)
    assert taken.code == 0
    assert f"{second}: the same play as {first}, typed in again?" in taken.err
    assert "same play" not in matchbook("import", file).err


def test_simulated_beside_played_ones(simulated: CommandLine) -> None:
    """If all matches in scope are simulated, they are counted with a note; beside a played one they are not; `-tag=` is
    not an option."""
    alone = simulated("stats", "length")
    assert "only simulated matches are in scope: 3 matches counted" in alone.err
    match = simulated(*NEW, "--tag", "test").out.strip()
    for line in SETUP:
        simulated("take", match, line)
    simulated("conclude", match, "--drawn")
    for scope, n in (
        ((), 1),
        (("kind:simulated",), 3),
        (("tag:simulated",), 3),
        (("-tag:test",), 3),
        (("kind:all",), 4),
    ):
        assert json.loads(simulated("stats", "length", *scope, "--json").out)["n"] == n, scope
    assert "3 simulated matches left out" in simulated("stats", "length").err
    twice = simulated("stats", "length", "-tag:test", "-tag:simulated", "--json")
    assert json.loads(twice.out)["n"] == 0, "all that is left out is left out"
    assert simulated("stats", "length", "-tag").code == 2


def test_sql_heals_a_damaged_file(simulated: CommandLine, store_path: Path) -> None:
    query = "select count(*) from matches"
    assert simulated("sql", query).out.splitlines()[1].strip() == "3"
    file = store_path.with_suffix(".duckdb")
    data = bytearray(file.read_bytes())
    data[len(data) // 3 :] = os.urandom(len(data) - len(data) // 3)
    data[:4096] = b"x" * 4096
    file.write_bytes(bytes(data))
    healed = simulated("sql", query)
    assert (healed.code, healed.out.splitlines()[1].strip()) == (0, "3")


def test_unusual_answers_and_scopes_print(simulated: CommandLine) -> None:
    """Few cases have a sign for people only; any type prints; blanks are not part of a scope."""
    printed = simulated("stats", "results")
    assert "~3" in printed.out
    assert "~ fewer than 30 cases: too few to rely on" in printed.err
    assert "~" not in simulated("stats", "results", "--json").out
    assert "~" not in simulated("stats", "results", "--format", "csv").out
    assert "~" not in simulated("sql", "select 3 as n").out
    query = (
        "select map {'a': 1} as m, timestamptz '2026-01-01 00:00+00' as t, interval 1 day as i, 'x'::blob as b, [1] as l, "
        "170141183460469231731687303715884105727 as h, 1.50 as d, 'nan'::double as f"
    )
    assert "170141183460469231731687303715884105727" in simulated("sql", query).out
    [row] = json.loads(simulated("sql", query, "--json").out)["rows"]
    assert row[0] == "{a=1}"
    assert row[2:] == ["1 day", "x", [1], "170141183460469231731687303715884105727", 1.5, None]
    assert simulated("stats", "results", "kind: simulated ").code == 0
    assert "kind: has no value" in simulated("stats", "results", "kind:").err


def test_a_dash_is_no_file(simulated: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = simulated("sql", "select 1", "-o", "-")
    assert (ran.code, ran.out) == (2, "")
    assert "without it the answer is printed" in ran.err
    assert list(tmp_path.glob("-*")) == []
