"""Manipulations of a store with a database shell."""

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from domain.chain import first_head, write_head
from storage.records import Sealed, seal
from storage.schema import OBJECTS
from tests.storage.tables import TOPIC, sealed_match


def unguarded(path: Path, *statements: str | tuple[str, tuple[object, ...]]) -> None:
    """Runs statements with every trigger out of the way, and puts the triggers back: only the rows tell."""
    with closing(sqlite3.connect(path)) as connection, connection:
        triggers = [text for text in OBJECTS if text.startswith("CREATE TRIGGER")]
        for text in triggers:
            connection.execute(f"DROP TRIGGER {text.split()[2]}")
        for statement in statements:
            connection.execute(*((statement,) if isinstance(statement, str) else statement))
        for text in triggers:
            connection.execute(text)


def run(path: Path, *statements: str) -> None:
    """Runs statements as they are."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def edited(version: int, old: str = '"by":"ada"', new: str = '"by":"eve"') -> str:
    """An UPDATE that changes only the text of a stored entry."""
    return (
        f"UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '{old}', '{new}') AS BLOB) "
        f"WHERE originator_version = {version} AND originator_id = 'match-0'"
    )


def rewritten(changed: int, seed: int = 0) -> list[Sealed]:
    """A match whose chain was recomputed after a change to an entry: it is internally valid."""
    head, result = write_head(first_head("match-0")), []
    for true in sealed_match(seed, "match-0"):
        envelope = true.entry.envelope
        envelope = replace(envelope, by="eve") if envelope.version == changed else envelope
        result.append(seal(TOPIC, envelope, true.entry.payload, head, true.entry.salt))
        head = result[-1].entry.head
    return result
