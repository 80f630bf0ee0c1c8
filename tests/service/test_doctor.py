"""The checks of `doctor`: every setting that the guarantees of a store depend on."""

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from service.doctor import file_system
from storage.store import MatchStore
from tests.service.conftest import CommandLine

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
31 22 0:27 / /srv rw,relatime shared:9 - nfs4 server:/srv rw,vers=4.2
40 31 8:2 / /srv/ada/my\\040disk rw shared:12 - xfs /dev/sdb1 rw
41 22 0:44 / /mnt/share rw - cifs //server/share rw
42 22 0:45 / /mnt/far rw - fuse.sshfs ada@far: rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/matches.db", "ext4"),
        ("/srv/ada/matches.db", "nfs4"),
        ("/srv/ada/my disk/matches.db", "xfs"),
        ("/mnt/share/matches.db", "cifs"),
        ("/mnt/shared.db", "ext4"),
        ("/mnt/far/matches.db", "fuse.sshfs"),
    ],
)
def test_a_file_lies_on_the_innermost_mount(path: str, kind: str) -> None:
    assert file_system(Path(path), MOUNTS) == kind


@pytest.mark.parametrize(
    ("mounted", "verdict", "code"),
    [("ext4 /dev/sda1", "fine", 0), ("nfs4 s:/", "wrong", 1), ("fuse.sshfs a:", "warning", 0)],
)
def test_a_store_on_another_machine_is_named(
    mounted: str, verdict: str, code: int, matchbook: CommandLine, store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store on a network's file system is wrong, one behind a program that may be anything is warned of."""
    MatchStore.open(str(store_path), create=True).close()
    (mounts := store_path.with_name("mountinfo")).write_text(f"22 1 8:1 / / rw - {mounted} rw\n")
    monkeypatch.setattr("service.doctor._MOUNTS", mounts)
    ran = matchbook("doctor", "--json")
    checks = {check["what"]: check for check in json.loads(ran.out)}
    assert (checks["file system"]["verdict"], ran.code) == (verdict, code)


def test_doctor_looks_at_all_that_promises_rest_on(matchbook: CommandLine, store_path: Path) -> None:
    """Journal, waiting for the disk, SQLite, the file system, room, guards, the record with its chain, its head, analytics."""
    MatchStore.open(str(store_path), create=True).close()
    looked = {check["what"] for check in json.loads(matchbook("doctor", "--json").out)}
    settings = {"SQLite", "journal", "synchronous", "file system", "free space"}
    assert looked >= settings | {"versions", "guards", "record", "head", "analytics"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "edit",
    [
        "update matches set winners = [7]",
        "delete from points where seat = 0",
        "update frc_tcg.hp set hp = hp + 1",
    ],
)
def test_analytics_that_somebody_edited_are_found(
    stocked: Callable[..., CommandLine], store_path: Path, edit: str
) -> None:
    """Three commands compare what the analytics say of each match with the store; `project` rebuilds them."""
    matchbook = stocked("frc_tcg", 2)
    checks = (("doctor",), ("verify", "--all"), ("project",))
    before = matchbook("sql", "from matches")
    assert [matchbook(*words).code for words in checks] == [0, 0, 0]
    with duckdb.connect(str(store_path.with_suffix(".duckdb"))) as connection:
        connection.execute(edit)
    for words in checks:
        ran = matchbook(*words)
        assert ran.code == 1, words
        assert "was changed by another program and differs from the store in 2 matches (" in ran.out + ran.err
    assert [matchbook(*words).code for words in checks] == [0, 0, 0]
    assert matchbook("sql", "from matches").out == before.out


@pytest.mark.slow
def test_what_is_recorded_since_hides_no_edit(stocked: Callable[..., CommandLine], store_path: Path) -> None:
    """Given analytics of which somebody edited an event, when the same match is recorded on and taken in, then the edit is still
    found."""
    matchbook = stocked("frc_tcg", 2)
    assert matchbook("project").code == 0
    with duckdb.connect(str(store_path.with_suffix(".duckdb"))) as connection:
        connection.execute(
            "update events set type = 'x' where match = (select min(match) from matches) and version = 2 and k = 1"
        )
        [(match,)] = connection.execute("select min(match) from matches").fetchall()
    assert matchbook("annotate", f"{match}/1", "seen").code == 0
    assert matchbook("matches").code == 0
    assert f"differs from the store in 1 match ({match})" in matchbook("doctor").out
    assert matchbook("project").code == 1
    assert matchbook("undo", match).code == 0
    assert matchbook("project").code == 0
