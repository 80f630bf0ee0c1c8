"""The tables and triggers of a store on a PostgreSQL server, all in a schema of their own.

Entries get their positions in the order in which they are committed: before a number is given, a trigger admits one inserting
transaction at a time, from any program. Followers that read by number therefore miss no entry.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from storage.schema import differences

SCHEMA: Final = "matchbook"
FORMAT: Final = 1
"""Layout of the tables (`matchbook.store`)."""
CHANNEL: Final = "matchbook"
"""Notification channel of followers."""
WRITER_LOCK: Final = 0x4D424F4B
MAKER_LOCK: Final = WRITER_LOCK + 1
"""Advisory locks of the database: for inserting entries, and for creating tables."""

_TABLES: Final = {
    "stored_events": "originator_id text COLLATE C NOT NULL, originator_version bigint NOT NULL, topic text NOT NULL, "
    "state bytea NOT NULL, notification_id bigint NOT NULL",
    "catalogues": "digest text COLLATE C NOT NULL, game text NOT NULL, name text NOT NULL, body bytea NOT NULL",
    "store": "format integer NOT NULL",
}
_INDEXES: Final = {
    "stored_events_pkey": "CREATE UNIQUE INDEX stored_events_pkey ON matchbook.stored_events USING btree "
    "(originator_id, originator_version)",
    "stored_events_notification_id_idx": "CREATE UNIQUE INDEX stored_events_notification_id_idx ON matchbook.stored_events "
    "USING btree (notification_id)",
    "catalogues_pkey": "CREATE UNIQUE INDEX catalogues_pkey ON matchbook.catalogues USING btree (digest)",
}
_FUNCTIONS: Final = {
    "refuse": "BEGIN RAISE EXCEPTION '% are append-only', TG_ARGV[0] USING ERRCODE = 'restrict_violation'; END",
    "in_turn": f"BEGIN PERFORM pg_catalog.pg_advisory_xact_lock({WRITER_LOCK}); "
    f"PERFORM pg_catalog.pg_notify('{CHANNEL}', ''); RETURN NULL; END",
    # Accept only the number that the sequence gave for this row, not one chosen by the writer.
    "numbered": "BEGIN IF NEW.notification_id = pg_catalog.currval('matchbook.stored_events_notification_id_seq') THEN "
    "RETURN NEW; END IF; RAISE EXCEPTION 'positions are given, not chosen' USING ERRCODE = 'restrict_violation'; END",
}
_TRIGGERS: Final = {
    "stored_events_in_turn": "BEFORE INSERT ON matchbook.stored_events FOR EACH STATEMENT EXECUTE FUNCTION matchbook.in_turn()",
    "stored_events_numbered": "BEFORE INSERT ON matchbook.stored_events FOR EACH ROW EXECUTE FUNCTION matchbook.numbered()",
    **{
        f"{table}_no_{act.lower()}": f"BEFORE {act} ON matchbook.{table} FOR EACH {each} "
        f"EXECUTE FUNCTION matchbook.refuse('{what}')"
        for table, what in (("stored_events", "entries"), ("catalogues", "card definitions"), ("store", "marks"))
        for act, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT"))
    },
}

_MAKE_TABLES: Final = {
    "stored_events": """CREATE TABLE matchbook.stored_events (originator_id text COLLATE "C" NOT NULL,
        originator_version bigint NOT NULL, topic text NOT NULL, state bytea NOT NULL, notification_id bigserial,
        PRIMARY KEY (originator_id, originator_version))""",
    "catalogues": """CREATE TABLE matchbook.catalogues (digest text COLLATE "C" PRIMARY KEY, game text NOT NULL,
        name text NOT NULL, body bytea NOT NULL)""",
    "store": f"CREATE TABLE matchbook.store (format integer NOT NULL); INSERT INTO matchbook.store VALUES ({FORMAT})",  # noqa: S608
}
OBJECTS: Final = {
    **{("table", name): columns for name, columns in _TABLES.items()},
    **{("index", name): text for name, text in _INDEXES.items()},
    **{("function", name): body for name, body in _FUNCTIONS.items()},
    **{("trigger", name): f"CREATE TRIGGER {name} {text}, always" for name, text in _TRIGGERS.items()},
}
"""The objects of a store, each in the form that SELECT_OBJECTS returns."""
MAKE: Final = {
    **{("table", name): statement for name, statement in _MAKE_TABLES.items()},
    ("index", "stored_events_notification_id_idx"): _INDEXES["stored_events_notification_id_idx"],
    **{
        ("function", name): f"CREATE FUNCTION matchbook.{name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
        for name, body in _FUNCTIONS.items()
    },
    **{
        ("trigger", name): f"CREATE TRIGGER {name} {text}; ALTER TABLE {text.split()[3]} ENABLE ALWAYS TRIGGER {name}"
        for name, text in _TRIGGERS.items()
    },
}
"""Statements that create these objects, in this order; the other indexes are created with their tables."""
GRANTS: Final = (
    "GRANT USAGE ON SCHEMA matchbook TO {0}",
    "GRANT SELECT ON ALL TABLES IN SCHEMA matchbook TO {0}",
    "GRANT INSERT (originator_id, originator_version, topic, state) ON matchbook.stored_events TO {0}",
    "GRANT INSERT (digest, game, name, body) ON matchbook.catalogues TO {0}",
    "GRANT USAGE, SELECT ON SEQUENCE matchbook.stored_events_notification_id_seq TO {0}",
)
"""Privileges for the account of a service, as few as possible."""

SELECT_OBJECTS: Final = """
SELECT 'table' AS kind, c.relname::text AS name, (SELECT string_agg(concat(a.attname, ' ', format_type(a.atttypid, a.atttypmod),
        CASE WHEN l.collname <> 'default' THEN concat(' COLLATE ', l.collname) END,
        CASE WHEN a.attnotnull THEN ' NOT NULL' END), ', ' ORDER BY a.attnum)
    FROM pg_catalog.pg_attribute a LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS text
FROM pg_catalog.pg_class c WHERE c.relnamespace = 'matchbook'::regnamespace AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
UNION ALL SELECT 'index', relname, pg_get_indexdef(oid) FROM pg_catalog.pg_class
WHERE relnamespace = 'matchbook'::regnamespace AND relkind IN ('i', 'I')
UNION ALL SELECT 'function', proname, prosrc FROM pg_catalog.pg_proc WHERE pronamespace = 'matchbook'::regnamespace
UNION ALL SELECT 'trigger', t.tgname, concat(pg_get_triggerdef(t.oid), CASE t.tgenabled WHEN 'A' THEN ', always'
    WHEN 'D' THEN ', disabled' ELSE ', not always' END)
FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
WHERE c.relnamespace = 'matchbook'::regnamespace AND NOT t.tgisinternal
UNION ALL SELECT 'rule', r.rulename, '' FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
WHERE c.relnamespace = 'matchbook'::regnamespace"""
"""Kind, name and definition of all existing objects."""

SELECT_LAST_VERSION: Final = "SELECT max(originator_version) FROM matchbook.stored_events WHERE originator_id = %s"
SELECT_TAIL: Final = """SELECT originator_version, substring(state FROM greatest(octet_length(state) - 44, 1) FOR 43)
    FROM matchbook.stored_events WHERE originator_id = %s ORDER BY originator_version DESC LIMIT 1"""
SELECT_LINKS: Final = """SELECT notification_id, convert_to(originator_id, 'UTF8'), convert_to(originator_version::text, 'UTF8'),
    substring(state FROM greatest(octet_length(state) - 44, 1) FOR 43)
    FROM matchbook.stored_events WHERE notification_id >= %s ORDER BY notification_id LIMIT %s"""
SELECT_LOG: Final = """SELECT notification_id, originator_id, originator_version, topic, state
    FROM matchbook.stored_events WHERE notification_id > %s ORDER BY notification_id LIMIT %s"""
SELECT_HEAD_POSITION: Final = "SELECT max(notification_id) FROM matchbook.stored_events"
SELECT_ROWS: Final = """SELECT originator_version, topic, state FROM matchbook.stored_events
    WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s ORDER BY originator_version"""
SELECT_STATES: Final = """SELECT max(originator_version), array_agg(DISTINCT topic ORDER BY topic),
    '['::bytea || string_agg(state, ','::bytea ORDER BY originator_version) || ']'::bytea
    FROM matchbook.stored_events WHERE originator_id = %s AND originator_version <= %s"""
SELECT_MATCH_IDS: Final = """WITH RECURSIVE ids(id) AS (
    SELECT min(originator_id) FROM matchbook.stored_events WHERE originator_id >= %(prefix)s
    UNION ALL SELECT (SELECT min(originator_id) FROM matchbook.stored_events WHERE originator_id > ids.id) FROM ids
    WHERE starts_with(ids.id, %(prefix)s))
    SELECT id FROM ids WHERE starts_with(id, %(prefix)s) LIMIT CASE WHEN %(limit)s >= 0 THEN %(limit)s END"""
SELECT_VERSIONS: Final = "SELECT originator_version FROM matchbook.stored_events WHERE originator_id = %s ORDER BY 1"
SELECT_STORED: Final = """SELECT originator_version, true, convert_to(topic, 'UTF8'), state FROM matchbook.stored_events
    WHERE originator_id = %(match)s AND originator_version BETWEEN coalesce(%(first)s, originator_version)
    AND coalesce(%(last)s, originator_version) ORDER BY originator_version"""
COUNT_UNPLACED: Final = "SELECT count(*) FROM matchbook.stored_events WHERE notification_id < 1"
SELECT_CATALOGUE: Final = "SELECT digest, game, name, body FROM matchbook.catalogues WHERE digest = %s"
SELECT_CATALOGUES: Final = "SELECT digest, game, name, body FROM matchbook.catalogues ORDER BY digest"
INSERT_CATALOGUES: Final = """INSERT INTO matchbook.catalogues (digest, game, name, body)
    SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %b::bytea[]) AS given(digest) ORDER BY digest
    ON CONFLICT (digest) DO NOTHING"""
INSERT_ROWS: Final = f"""INSERT INTO matchbook.stored_events (originator_id, originator_version, topic, state)
    SELECT match, version, topic, state FROM unnest(%s::text[], %s::bigint[], %s::text[], %b::bytea[])
    WITH ORDINALITY AS given(match, version, topic, state, number)
    WHERE %s::text IS NULL OR EXISTS (SELECT 1 FROM ({SELECT_TAIL}) AS tail(version, head)
        WHERE tail.version = %s AND tail.head = %s)
    ORDER BY number"""  # noqa: S608
"""Insert rows in order; if a tail is given, only while it is still the last entry, in the same round trip. Bytes are sent raw:
encoding a hundred entries as hexadecimal text took longer than inserting them."""


def deviations(found: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield the differences of a store from a new one, given the rows of SELECT_OBJECTS."""
    return differences({(kind, name): text for kind, name, text in found}, OBJECTS, "database")
