"""Every command that reads, on every kind of match that cannot be followed to its end: marked, told as far as it goes, and never
a traceback."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from projections.analytics import Analytics
from storage.match_file import import_match
from storage.records import AnyEntry, AnyPayload
from storage.schema import OBJECTS
from storage.store import MatchStore
from tests.campaigns import some
from tests.golden import FOLDER
from tests.service.conftest import CommandLine
from tests.service.test_forged_matches import BAD, FORGERIES, GOOD, MOMENTS, forged_rows

_AT = "WHERE originator_id = 'forged' AND originator_version ="
SQL = {
    "entry 1 is gone": f"DELETE FROM stored_events {_AT} 1",
    "entry 1 cannot be read": f"UPDATE stored_events SET state = x'7b' {_AT} 1",
    "an entry in the middle is gone": f"DELETE FROM stored_events {_AT} 30",
    "an entry cannot be read": f"UPDATE stored_events SET state = x'7b' {_AT} 30",
    "the last entry cannot be read": f"UPDATE stored_events SET state = x'7b' {_AT} 68",
    "a topic that is NULL": f"UPDATE stored_events SET topic = NULL {_AT} 30",
    "a state that is NULL": f"UPDATE stored_events SET state = NULL {_AT} 30",
    "no card definitions": "DELETE FROM catalogues WHERE game = 'pbl_robots'",
}
FROM_THE_START = {"entry 1 is gone", "entry 1 cannot be read", "no card definitions"}
KINDS = (*(name for name in FORGERIES if "folds" not in name), *SQL)

SHOWN = (
    ("show", BAD, "--as", "spectator"), ("show", BAD, "--delay", "1s"), ("log", BAD, "--json"), ("log", BAD, "--delay", "1s"),
    ("replay", BAD), ("diff", BAD, "3", "5"), ("export", BAD), ("export", BAD, "--format", "svg"),
    ("verify", BAD), ("verify", "--all"), ("audit", BAD), ("audit", "--all"),
)  # fmt: skip
"""Errors about the match: exit code 6."""
LISTED = (
    ("matches",), ("stats", "results"), ("stats", "length", "--json"), ("stats", "results", "--format", "csv"), ("sql", "select 1"),
    ("sql", "from matches", "--format", "csv"),
)  # fmt: skip
"""Errors about many: it continues after the match and names it."""


def _unguarded(path: Path, statement: str) -> None:
    """As with a database shell, columns that must hold something included; the triggers are put back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for text in OBJECTS:
            if text.startswith("CREATE TRIGGER"):
                connection.execute(f"DROP TRIGGER {text.split()[2]}")
        connection.execute("PRAGMA writable_schema = ON")
        [(table,)] = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'stored_events'").fetchall()
        loose = str(table).replace("NOT NULL", "")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'stored_events'", (loose,))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'stored_events'", (table,))
        for text in OBJECTS:
            if text.startswith("CREATE TRIGGER"):
                connection.execute(text)


def _some_note(entry: AnyEntry) -> AnyPayload | bytes:
    """An undamaged payload."""
    return b'{"kind":"annotated","about":1}' if entry.envelope.version == 40 else entry.payload


@pytest.fixture(params=some(KINDS, 2))
def damaged(request: pytest.FixtureRequest, store_path: Path) -> str:
    """A store with a damaged match between two good ones; what is wrong with it."""
    kind = str(request.param)
    rows, catalogue = forged_rows(FORGERIES.get(kind, _some_note), **MOMENTS.get(kind, {}))
    with MatchStore.open(str(store_path), create=True) as store:
        import_match(store, (FOLDER / "matches" / "frc_tcg-written-2.match.jsonl").read_bytes())
        store.append_rows(rows, [catalogue])
        import_match(store, (FOLDER / "matches" / f"{GOOD}.match.jsonl").read_bytes())
    if kind in SQL:
        _unguarded(store_path, SQL[kind])
    return kind


@pytest.mark.slow
def test_a_damaged_match_is_marked_by_every_command(matchbook: CommandLine, damaged: str) -> None:
    """Commands about it end with exit code 6, commands about many matches name it; `doctor` finds it."""
    for arguments in SHOWN:
        ran = matchbook(*arguments)
        assert ran.code == 6, (damaged, arguments, ran.err)
        assert BAD in ran.err + ran.out or "card definitions" in ran.err, (damaged, arguments)
        if damaged not in FROM_THE_START and arguments[0] in ("show", "log", "replay", "diff"):
            assert ran.out, (damaged, arguments)
    for arguments in LISTED:
        ran = matchbook(*arguments)
        assert ran.code == 0, (damaged, arguments, ran.err)
        assert f"{BAD} is damaged from entry " in ran.err or BAD in "".join(json.loads(ran.out)["notes"]), arguments
    doctor = matchbook("doctor")
    assert (doctor.code, BAD in doctor.out) == (1, True), (damaged, doctor.out)
    listed = {row["id"]: row for row in json.loads(matchbook("matches", "--json").out)}
    assert listed[BAD]["damage"].startswith("damaged from entry ")
    assert (listed[GOOD]["damage"], matchbook("verify", GOOD).code) == ("", 0)


@pytest.mark.slow
def test_what_was_looked_at_is_not_looked_at_again(matchbook: CommandLine, damaged: str, store_path: Path) -> None:
    del damaged
    ran = matchbook("stats", "results")
    assert "left out" in ran.err
    assert "Ana" not in ran.out
    with MatchStore.open(str(store_path)) as store:
        looked_at: list[str] = []
        look = store.damage
        store.damage = lambda match, *rest: (looked_at.append(match), look(match, *rest))[1]  # type: ignore[method-assign]
        analytics = Analytics(store_path.with_name("others.duckdb"), store)
        analytics.ask("results")
        assert BAD in looked_at
        looked_at.clear()
        analytics.ask("results")
        assert looked_at == []
