"""Stored rows as lines of JSON in their current form, for loading into DuckDB."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from domain.decoding import decoded
from domain.entries import entry_type
from domain.registry import UnknownGame, load_game
from domain.upcasting import Upcaster, UpcastError, schema_in, upcast, upcasters_from
from projections.source import SourceRow


def staged(rows: Sequence[SourceRow]) -> bytes:
    """Return the rows as lines of JSON. Line breaks in stored bytes become blanks, which does not change the meaning of
    JSON."""
    matches = {match: msgspec.json.encode(match) for match in {row.match for row in rows}}
    topics = {row.topic for row in rows}
    games = {topic: msgspec.json.encode(game_in(topic)) for topic in topics}
    upcasters = {topic: found for topic in topics if (found := _upcasters(topic))}
    return b"".join(
        b'{"position":%d,"match":%b,"version":%d,"game":%b,"entry":%b}\n'
        % (
            row.position,
            matches[row.match],
            row.version,
            games[row.topic],
            _in_current_form(row.state, upcasters.get(row.topic, ())).replace(b"\n", b" "),
        )
        for row in rows
    )


def game_in(topic: object) -> str:
    """Return the game of a topic; empty if the column is damaged."""
    return topic.rpartition("/")[0] if isinstance(topic, str) else ""


@cache
def _upcasters(topic: object) -> Sequence[Upcaster]:
    """Return the upcasters for the entries of a topic; empty for a game that is not installed."""
    try:
        game, schema, _ = schema_in(str(topic))
        return upcasters_from(load_game(game).upcasters, schema)
    except (UnknownGame, msgspec.ValidationError):
        return ()


def _in_current_form(state: bytes, upcasters: Sequence[Upcaster]) -> bytes:
    """Return a stored entry in its current form, which facts expect. An entry that cannot be upcast is returned
    unchanged."""
    try:
        return upcast(state, upcasters) if upcasters else state
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, UpcastError):
        return state


def in_current_form(topic: str, state: bytes) -> bytes:
    """Return a stored entry in its current form."""
    return _in_current_form(state, _upcasters(topic))


def reads(row: SourceRow) -> bool:
    """Return True if a stored entry can be decoded by its game. If it can and the facts fail, the facts are
    defective."""
    try:
        game = load_game(game_in(row.topic))
        decoded(in_current_form(row.topic, row.state), entry_type(game))
    except (UnknownGame, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return True


def staging_of(path: Path) -> Path:
    """Return the path where lines for that analytics file are staged."""
    return path.with_name(path.name + ".staging")
