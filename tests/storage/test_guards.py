"""Recording requires the tables and triggers that the store was created with."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage.errors import StorageError, StoreDamaged
from storage.records import seal
from storage.schema import OBJECTS
from storage.store import MatchStore
from storage.verify import verify_match, verify_store
from tests.minigame import CATALOGUE
from tests.storage.forging import run, unguarded
from tests.storage.tables import find_game, note, notes, record, sealed_match

GOLDEN = Path(__file__).parents[1] / "golden" / "stores"

TRIGGERS = [text.split()[2] for text in OBJECTS if text.startswith("CREATE TRIGGER")]
LAMED = {text.split()[2]: re.sub(r"RAISE\(.*?'\)", "1", text) for text in OBJECTS if text.startswith("CREATE TRIGGER")}
ALTERATIONS = {
    **{f"{name} gone": [f"DROP TRIGGER {name}"] for name in TRIGGERS},
    **{f"{name} altered": [f"DROP TRIGGER {name}", text] for name, text in LAMED.items()},
    "no_update for one column": [
        "DROP TRIGGER stored_events_no_update",
        "CREATE TRIGGER stored_events_no_update BEFORE UPDATE OF topic ON stored_events\n"
        "        BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END",
    ],
    "entries that are dropped": ["CREATE TRIGGER quiet BEFORE INSERT ON stored_events BEGIN SELECT RAISE(IGNORE); END"],
    "a second index": ["CREATE UNIQUE INDEX one_topic ON stored_events (originator_id, topic, originator_version)"],
    "a view": ["CREATE VIEW tops AS SELECT topic FROM stored_events"],
    "a view that writes": [
        "CREATE VIEW tops AS SELECT topic FROM stored_events",
        "CREATE TRIGGER tops_in INSTEAD OF INSERT ON tops BEGIN DELETE FROM catalogues; END",
    ],
    "a table": ["CREATE TABLE spare (entry BLOB)"],
    "another table of cards": ["ALTER TABLE catalogues ADD COLUMN remark TEXT"],
    "another table of entries": [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'PRIMARY KEY (', 'CHECK (1), PRIMARY KEY (') WHERE name = 'stored_events'",
    ],
    "another mark": ["PRAGMA application_id = 0"],
    "another format": ["PRAGMA user_version = 0"],
}


@pytest.mark.parametrize("alteration", ALTERATIONS)
def test_altered_tables_and_triggers_are_reported_and_nothing_is_recorded(store, path, alteration):
    """A missing, altered or added trigger, table, index or view is named by the check of the store; recording in such a
    file is refused, the file is not repaired unasked, and it is still read and verified."""
    record(store)
    store.close()
    run(path, *ALTERATIONS[alteration])
    with closing(sqlite3.connect(path)) as connection:
        before = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY 1").fetchall()
    with MatchStore.open(str(path), find_game=find_game) as again:
        match = again.load("match-0")
        assert "guard" in {finding.code for finding in next(verify_store(again)).findings}
        assert verify_match(again, "match-0").findings == ()
        with pytest.raises(StoreDamaged, match=r"store\.db: .*not recorded"):
            again.append(match, [note(match)])
        with pytest.raises(StoreDamaged, match="not recorded"):
            again.create(sealed_match(1)[:1], CATALOGUE)
        with pytest.raises(StoreDamaged, match="not recorded"):
            again.check_guards()
        assert again.rebuild("match-0").version == match.version == 17
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name, sql FROM sqlite_master ORDER BY 1").fetchall() == before


@pytest.mark.parametrize("alteration", ["stored_events_no_delete gone", "entries that are dropped", "a table"])
def test_alterations_under_a_program_that_runs_are_seen(store, path, alteration):
    """An alteration after a program opened the store is noticed at its next entry, which is not recorded."""
    match = record(store)
    store.append(match, [note(match)])
    run(path, *ALTERATIONS[alteration])
    with pytest.raises(StoreDamaged, match="not recorded"):
        store.append(match, [note(match)])
    assert store.rebuild("match-0").version == match.version == 18


def test_nothing_is_called_recorded_that_was_not_stored(store, path, monkeypatch):
    """Given a database that takes fewer rows than it was given, then the batch is not acknowledged and every row is
    removed."""
    match = record(store)
    monkeypatch.setattr(type(store.recorder), "_check_guards", lambda *_: None)
    run(
        path,
        "CREATE TRIGGER quiet BEFORE INSERT ON stored_events WHEN NEW.originator_version = 19 "
        "BEGIN SELECT RAISE(IGNORE); END",
    )
    with pytest.raises(StoreDamaged, match="accepted 1 of 2 entries; not recorded"):
        store.append(match, notes(match, ["one", "two"]))
    assert store.rebuild("match-0").version == match.version == 17


def test_what_sqlite_adds_itself_is_no_alteration(store, path):
    """The counts that ANALYZE keeps, and a file that VACUUM rewrote, are not an alteration."""
    record(store)
    run(path, "ANALYZE")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("VACUUM")
    assert store.maintenance.deviations() == ()
    store.append(store.load("match-0"), [note(store.load("match-0"))])


@pytest.mark.parametrize("frozen", sorted(GOLDEN.iterdir()), ids=lambda path: path.stem)
def test_frozen_stores_have_the_triggers_of_their_format(frozen, path):
    """The text of tables and triggers in every store that was ever released is the one that is asked for."""
    shutil.copy(frozen, path)
    with MatchStore.open(str(path)) as store:
        assert store.maintenance.deviations() == ()


def test_an_empty_file_becomes_a_store(path):
    """A file without anything in it is made a store, as one that does not exist."""
    path.touch()
    with MatchStore.open(str(path), find_game=find_game) as store:
        assert (record(store).version, store.maintenance.deviations()) == (17, ())


CARDS = {
    "game": ("UPDATE catalogues SET game = 'frc_tcg'", "of 'frc_tcg', but every match"),
    "name": ("UPDATE catalogues SET name = 'cards of Eve'", "are stored as 'cards of Eve'"),
    "name as bytes": ("UPDATE catalogues SET name = x'41'", "another type than when it was stored"),
    "game as bytes": ("UPDATE catalogues SET game = CAST(game AS BLOB)", "another type than when it was stored"),
    "another body": (
        "UPDATE catalogues SET body = CAST(replace(CAST(body AS TEXT), 'Acorn', 'Acron') AS BLOB)",
        "their content does not match their digest",
    ),
    "body as text": ("UPDATE catalogues SET body = CAST(body AS TEXT)", "another type than when it was stored"),
    "digest": ("UPDATE catalogues SET digest = 'x' || digest", "lacks the card definitions"),
    "digest as bytes": ("UPDATE catalogues SET digest = CAST(digest AS BLOB)", "lacks the card definitions"),
}


@pytest.mark.parametrize("forgery", CARDS)
def test_forged_card_definitions_are_found(store, path, forgery):
    """Game and column types of card definitions are verified, too; whoever reads them gets an error of storage."""
    record(store)
    store.close()
    statement, text = CARDS[forgery]
    unguarded(path, statement)
    with MatchStore.open(str(path), find_game=find_game) as again:
        found = verify_match(again, "match-0").findings
        assert [(f.version, f.code, text in f.text) for f in found] == [(1, "catalogue", True)]
        of_the_store = [(f.version, f.code) for f in next(verify_store(again)).findings]
        assert of_the_store == [(0, "catalogue")] * (forgery.endswith(("as bytes", "as text")))
        try:
            again.load("match-0")
        except StorageError as error:
            assert "card definitions" in str(error)


def test_definitions_that_two_games_share_are_no_finding(store, path):
    """Definitions are stored once, under the game that brought them first: another game that plays with them is
    fine."""
    record(store)
    store.close()
    unguarded(
        path,
        "UPDATE catalogues SET game = 'other_game'",
        "INSERT INTO stored_events SELECT 'match-1', 1, topic, CAST(replace(CAST(state AS TEXT), "
        '\'"game":"high_card"\', \'"game":"other_game"\') AS BLOB) FROM stored_events WHERE originator_version = 1',
    )
    with MatchStore.open(str(path), find_game=find_game) as again:
        assert verify_match(again, "match-0").findings == ()


def test_definitions_that_two_matches_name_otherwise_are_no_finding(store):
    """A second match that calls the same definitions otherwise is fine: they keep the name that they were stored
    under."""
    record(store)
    first = sealed_match(1)[0]
    named = replace(first.entry.payload, catalogue_name="cards of the club")
    store.create([seal(first.topic, first.entry.envelope, named, first.previous)], CATALOGUE)
    assert [checked.findings for checked in verify_store(store)] == [(), (), ()]
