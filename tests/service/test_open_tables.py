"""`export` of all matches: folders and files of ours are replaced on demand, and others never."""

from pathlib import Path

import pytest

from tests.service.conftest import CommandLine
from tests.service.test_cli_bad_input import refused


@pytest.fixture
def simulated(matchbook: CommandLine) -> CommandLine:
    assert matchbook("simulate", "frc_card_game", "-n", 1, "--record").code == 0
    return matchbook


@pytest.mark.slow
def test_tables_are_written_whole_and_replaced_on_demand(simulated: CommandLine, tmp_path: Path) -> None:
    """A second time only with --force; no half-written name stays behind."""
    for form, name in (("parquet", "tables"), ("duckdb", "copy.duckdb")):
        target = tmp_path / name
        done = simulated("export", "--format", form, "-o", target)
        assert done.code == 0, done.err
        assert "hidden cards included" in done.err
        again = simulated("export", "--format", form, "-o", target)
        assert (again.code, again.err.count("\n")) == (2, 1)
        assert simulated("export", "--format", form, "-o", target, "--force").code == 0
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_what_is_not_ours_stays(simulated: CommandLine, tmp_path: Path, force: tuple[str, ...]) -> None:
    """A folder with somebody's file in it, a file, and a DuckDB file that was not published."""
    folder, file = tmp_path / "theirs", tmp_path / "theirs.duckdb"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    file.write_bytes(b"\0" * 100)
    for form, target in (("parquet", folder), ("parquet", file), ("duckdb", folder), ("duckdb", file)):
        done = simulated("export", "--format", form, "-o", target, *force)
        assert (done.code, done.err.count("\n")) == (2, 1), (form, target)
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    assert file.read_bytes() == b"\0" * 100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a MATCH"),
        (("m1", "--format", "parquet", "-o", "x"), "leave out MATCH"),
        (("--format", "duckdb", "--as", "spectator", "-o", "x"), "leave out --as"),
        (("--format", "parquet", "--redact", "public", "-o", "x"), "leave out --redact"),
        (("--format", "parquet"), "needs a folder: name it with -o"),
        (("--format", "duckdb"), "needs a file: name it with -o"),
    ],
)
def test_what_makes_no_sense_is_refused(matchbook: CommandLine, words: tuple[str, ...], said: str) -> None:
    refused(matchbook("export", *words), 2, said)
