"""The tables and triggers of a store, beside the library's own `stored_events`. The rowid of an entry is its position."""

from typing import Final

APPLICATION_ID: Final = 0x4D424F4B
"""Marks the file as Matchbook's own (`PRAGMA application_id`)."""
FILE_FORMAT: Final = 1
"""Layout of the file (`PRAGMA user_version`); the schema of entries is in their topics."""

STATEMENTS: Final = (
    """CREATE TABLE IF NOT EXISTS catalogues (
        digest TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID""",
    """CREATE TRIGGER IF NOT EXISTS stored_events_no_update BEFORE UPDATE ON stored_events
        BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END""",
    """CREATE TRIGGER IF NOT EXISTS stored_events_no_delete BEFORE DELETE ON stored_events
        BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END""",
    # REPLACE deletes without firing the trigger above, so the row that it would replace is looked for before. A rowid of
    # the writer's own choice could replace a row too; -1 stands for one that is still to be given.
    """CREATE TRIGGER IF NOT EXISTS stored_events_no_replace BEFORE INSERT ON stored_events
        WHEN NEW.rowid <> -1 OR EXISTS (SELECT 1 FROM stored_events WHERE originator_id = NEW.originator_id
            AND originator_version = NEW.originator_version)
        BEGIN SELECT RAISE(ABORT, 'entries are append-only: this one exists'); END""",
    """CREATE TRIGGER IF NOT EXISTS catalogues_no_update BEFORE UPDATE ON catalogues
        BEGIN SELECT RAISE(ABORT, 'card definitions are append-only'); END""",
    """CREATE TRIGGER IF NOT EXISTS catalogues_no_delete BEFORE DELETE ON catalogues
        BEGIN SELECT RAISE(ABORT, 'card definitions are append-only'); END""",
    """CREATE TRIGGER IF NOT EXISTS catalogues_no_replace BEFORE INSERT ON catalogues
        WHEN EXISTS (SELECT 1 FROM catalogues WHERE digest = NEW.digest)
        BEGIN SELECT RAISE(ABORT, 'card definitions are append-only: these exist'); END""",
    f"PRAGMA application_id={APPLICATION_ID}",
    f"PRAGMA user_version={FILE_FORMAT}",
)

OBJECTS: Final = frozenset(
    {"stored_events", "catalogues"}
    | {f"{table}_no_{act}" for table in ("stored_events", "catalogues") for act in ("update", "delete", "replace")}
)
"""Names of the tables and triggers that a whole store has."""

SELECT_OBJECTS: Final = "SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger')"
SELECT_LAST_VERSION: Final = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
SELECT_LOG: Final = "SELECT rowid, * FROM stored_events WHERE rowid > ? ORDER BY rowid LIMIT ?"
SELECT_ROWS: Final = """SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"""
SELECT_STATES: Final = """SELECT max(originator_version), CASE WHEN min(length(topic)) = max(length(topic)) THEN min(topic) END,
    max(topic), CAST('[' || group_concat(state) || ']' AS BLOB) FROM (SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id = ? AND originator_version <= ? ORDER BY originator_version)"""
SELECT_MATCH_IDS: Final = """WITH RECURSIVE ids(id) AS (
    SELECT min(originator_id) FROM stored_events WHERE originator_id >= ?1
    UNION ALL SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > ids.id) FROM ids
    WHERE substr(ids.id, 1, length(?1)) = ?1)
    SELECT id FROM ids WHERE substr(id, 1, length(?1)) = ?1 LIMIT ?2"""
SELECT_VERSIONS: Final = "SELECT originator_version FROM stored_events WHERE originator_id = ? ORDER BY 1"
SELECT_STORED: Final = """SELECT coalesce(CAST(originator_version AS INTEGER), 0),
    typeof(originator_version) = 'integer' AND typeof(topic) = 'text' AND typeof(state) = 'blob',
    CAST(coalesce(topic, '') AS BLOB), CAST(coalesce(state, '') AS BLOB) FROM stored_events
    WHERE originator_id = ?1 AND (?2 IS NULL OR originator_version = ?2) ORDER BY originator_version"""
SELECT_STORED_IDS: Final = """WITH RECURSIVE ids(id) AS (
    SELECT min(originator_id) FROM stored_events WHERE typeof(originator_id) = 'text'
    UNION ALL SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > ids.id) FROM ids
    WHERE typeof(id) = 'text')
    SELECT CAST(id AS BLOB) FROM ids WHERE typeof(id) = 'text'"""
COUNT_STRAYS: Final = "SELECT count(*) FROM stored_events WHERE typeof(originator_id) <> 'text'"
SELECT_CATALOGUE: Final = "SELECT digest, game, name, body FROM catalogues WHERE digest = ?"
SELECT_CATALOGUES: Final = "SELECT digest, game, name, body FROM catalogues ORDER BY digest"
INSERT_CATALOGUE: Final = """INSERT INTO catalogues SELECT ?1, ?2, ?3, ?4
    WHERE NOT EXISTS (SELECT 1 FROM catalogues WHERE digest = ?1)"""
