"""The tables and triggers of a store, beside the library's own `stored_events`. The rowid of an entry is its
position."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

APPLICATION_ID: Final = 0x4D424F4B
"""Marks the file as Matchbook's own (`PRAGMA application_id`)."""
FILE_FORMAT: Final = 1
"""Layout of the file (`PRAGMA user_version`); the schema of entries is in their topics."""

OBJECTS: Final = (
    # The library's table, exactly as its recorder creates it.
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB, "
    "PRIMARY KEY (originator_id, originator_version))",
    """CREATE TABLE catalogues (
        digest TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID""",
    """CREATE TRIGGER stored_events_no_update BEFORE UPDATE ON stored_events
        BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END""",
    """CREATE TRIGGER stored_events_no_delete BEFORE DELETE ON stored_events
        BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END""",
    # REPLACE deletes without firing the trigger above, so this one looks for the row that would be replaced.
    # A row could also be replaced through its rowid, so only -1 is accepted: the position is still to be assigned.
    """CREATE TRIGGER stored_events_no_replace BEFORE INSERT ON stored_events
        WHEN NEW.rowid <> -1 OR EXISTS (SELECT 1 FROM stored_events WHERE originator_id = NEW.originator_id
            AND originator_version = NEW.originator_version)
        BEGIN SELECT RAISE(ABORT, 'entries are append-only: this one exists'); END""",
    """CREATE TRIGGER catalogues_no_update BEFORE UPDATE ON catalogues
        BEGIN SELECT RAISE(ABORT, 'card definitions are append-only'); END""",
    """CREATE TRIGGER catalogues_no_delete BEFORE DELETE ON catalogues
        BEGIN SELECT RAISE(ABORT, 'card definitions are append-only'); END""",
    """CREATE TRIGGER catalogues_no_replace BEFORE INSERT ON catalogues
        WHEN EXISTS (SELECT 1 FROM catalogues WHERE digest = NEW.digest)
        BEGIN SELECT RAISE(ABORT, 'card definitions are append-only: these exist'); END""",
)
"""All tables and triggers of a store, as SQLite stores their text."""
_TEXTS: Final = {(text.split()[1].lower(), text.split()[2]): text for text in OBJECTS}
STATEMENTS: Final = (*OBJECTS, f"PRAGMA application_id={APPLICATION_ID}", f"PRAGMA user_version={FILE_FORMAT}")
"""Statements that turn an empty file into a store."""

SELECT_OBJECTS: Final = """SELECT type, name, sql FROM sqlite_master
    WHERE sql IS NOT NULL AND NOT (type = 'table' AND name GLOB 'sqlite_stat?')"""
"""Excludes SQLite's own objects: the indexes of primary keys, which have no text, and the tables of ANALYZE."""
SELECT_LAST_VERSION: Final = """SELECT max(originator_version) FROM stored_events
    WHERE originator_id = ? AND typeof(originator_version) = 'integer'"""
SELECT_TAIL: Final = """SELECT originator_version, CAST(substr(state, -45, 43) AS BLOB) FROM stored_events
    WHERE originator_id = ? AND typeof(originator_version) = 'integer' ORDER BY originator_version DESC LIMIT 1"""
"""The last entry of a match and its head: a state ends with 43 characters, a quotation mark and a brace."""
SELECT_LINKS: Final = """SELECT rowid, CAST(coalesce(originator_id, '') AS BLOB), CAST(coalesce(originator_version, '') AS BLOB),
    CAST(coalesce(substr(state, -45, 43), '') AS BLOB) FROM stored_events WHERE rowid >= ? ORDER BY rowid LIMIT ?"""
"""The columns of each row from which the head of the store is computed."""
SELECT_LOG: Final = """SELECT rowid, CAST(coalesce(originator_id, '') AS TEXT), CAST(coalesce(originator_version, 0) AS INTEGER),
    CAST(coalesce(topic, '') AS TEXT), CAST(coalesce(state, '') AS BLOB)
    FROM stored_events WHERE rowid > ? ORDER BY rowid LIMIT ?"""
SELECT_HEAD_POSITION: Final = "SELECT max(rowid) FROM stored_events"
SELECT_ROWS: Final = """SELECT originator_version, CAST(coalesce(topic, '') AS TEXT), CAST(coalesce(state, '') AS BLOB)
    FROM stored_events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"""
SELECT_STATES: Final = """SELECT max(originator_version), CASE WHEN sum(typeof(topic) = 'text') = count(*) THEN min(topic) END,
    max(topic), CAST('[' || group_concat(coalesce(state, 'null')) || ']' AS BLOB)
    FROM (SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id = ? AND originator_version <= ? ORDER BY originator_version)"""
SELECT_TOPICS: Final = """SELECT DISTINCT topic FROM stored_events
    WHERE originator_id = ? AND originator_version <= ? ORDER BY topic"""
SELECT_MATCH_IDS: Final = """WITH RECURSIVE ids(id) AS (
    SELECT min(originator_id) FROM stored_events WHERE originator_id >= :prefix
    UNION ALL SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > ids.id) FROM ids
    WHERE substr(ids.id, 1, length(:prefix)) = :prefix)
    SELECT id FROM ids WHERE substr(id, 1, length(:prefix)) = :prefix LIMIT :limit"""
SELECT_VERSIONS: Final = (
    "SELECT coalesce(CAST(originator_version AS INTEGER), 0) FROM stored_events WHERE originator_id = ? ORDER BY 1"
)
SELECT_STORED: Final = """SELECT coalesce(CAST(originator_version AS INTEGER), 0),
    typeof(originator_version) = 'integer' AND typeof(topic) = 'text' AND typeof(state) = 'blob',
    CAST(coalesce(topic, '') AS BLOB), CAST(coalesce(state, '') AS BLOB) FROM stored_events
    WHERE originator_id = :match AND (typeof(originator_version) <> 'integer' OR originator_version
    BETWEEN coalesce(:first, originator_version) AND coalesce(:last, originator_version)) ORDER BY originator_version"""
"""Rows with a version that is not a number are included in every range."""
SELECT_STORED_IDS: Final = """WITH RECURSIVE ids(id) AS (
    SELECT min(originator_id) FROM stored_events WHERE typeof(originator_id) = 'text'
    UNION ALL SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > ids.id) FROM ids
    WHERE typeof(id) = 'text')
    SELECT CAST(id AS BLOB) FROM ids WHERE typeof(id) = 'text'"""
COUNT_STRAYS: Final = "SELECT count(*) FROM stored_events WHERE typeof(originator_id) <> 'text'"
COUNT_UNPLACED: Final = "SELECT count(*) FROM stored_events WHERE rowid < 1"
SELECT_CATALOGUE: Final = "SELECT digest, game, name, body FROM catalogues WHERE digest = ?"
SELECT_CATALOGUES: Final = "SELECT digest, game, name, body FROM catalogues ORDER BY digest"
COUNT_MISTYPED_CATALOGUES: Final = """SELECT count(*) FROM catalogues WHERE typeof(digest) <> 'text' OR typeof(game) <> 'text'
    OR typeof(name) <> 'text' OR typeof(body) <> 'blob'"""
INSERT_CATALOGUE: Final = """INSERT INTO catalogues SELECT new.* FROM (SELECT ? AS digest, ?, ?, ?) AS new
    WHERE NOT EXISTS (SELECT 1 FROM catalogues WHERE digest = new.digest)"""


def differences(here: Mapping[tuple[str, str], str], made: Mapping[tuple[str, str], str], where: str) -> Iterator[str]:
    """Yield the differences between the objects of a store (`here`: text by kind and name) and those of a new one
    (`made`). `where`: file or database."""
    for (kind, name), text in made.items():
        if (kind, name) not in here:
            yield f"the {kind} {name} is missing: it was removed from the {where}"
        elif here[kind, name] != text:
            yield f"the {kind} {name} differs from that of a new store: it was altered"
    for kind, name in here.keys() - made.keys():
        yield f"the {kind} {name} does not belong in a store: it was added"


def deviations(found: Iterable[tuple[str, str, str]], application_id: object, file_format: object) -> Iterator[str]:
    """Yield the differences of a file from a new store, given the rows of SELECT_OBJECTS and its two marks."""
    here = {(kind, name): text for kind, name, text in found}
    yield from differences(here, _TEXTS, "file")
    if (application_id, file_format) != (APPLICATION_ID, FILE_FORMAT):
        yield (
            f"the file's application_id and user_version are {application_id} and {file_format}, "
            f"not {APPLICATION_ID} and {FILE_FORMAT}"
        )
