"""Old stored forms. Each entry is stored under a topic, `<game>/<schema>`; a game that changes the form of its commands or events
brings a lift, which makes the old form the next one. Stored bytes stay as they are."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from domain.failure import failure

Tree: TypeAlias = dict[str, object]
"""A JSON object."""
Lift: TypeAlias = Callable[[Tree], Tree]
"""Lifts a stored command or event by one schema; one that is not concerned it returns as it is. Pure and total."""

FIRST_SCHEMA: Final = 2
"""The schema of a game without lifts. (Since schema 2 an opening names its catalogue; entries of schema 1 read the same.)"""


class Unlifted(ValueError):
    """A stored form that a game's lifts make nothing of."""


def parse_topic(topic: str) -> tuple[str, int]:
    """Game and schema number of a topic. Raises msgspec.ValidationError where it is none."""
    game, slash, schema = topic.rpartition("/")
    if not (game and slash and schema.isascii() and schema.isdigit() and len(schema) < 6 and schema[0] != "0"):
        raise msgspec.ValidationError(f"{topic!r} is not a topic (`game/1`)")
    return game, int(schema)


def schema_of(lifts: Sequence[Lift]) -> int:
    """The schema under which a game with these lifts stores its entries today."""
    return FIRST_SCHEMA + len(lifts)


def lifts_from(lifts: Sequence[Lift], schema: int) -> Sequence[Lift]:
    """What lifts an entry of that schema; nothing for one of today's."""
    return lifts[max(schema - FIRST_SCHEMA, 0) :]


def lifted(state: bytes, lifts: Sequence[Lift]) -> bytes:
    """A stored entry with its command and events in today's form.

    Raises msgspec.MsgspecError, UnicodeDecodeError, RecursionError (no JSON object), Unlifted.
    """
    tree = msgspec.json.decode(state, type=Tree)
    payload = tree.get("payload")
    if isinstance(payload, dict):
        tree["payload"] = {key: _lifted(value, lifts) for key, value in payload.items() if isinstance(key, str)}
    return msgspec.json.encode(tree)


def _lifted(value: object, lifts: Sequence[Lift]) -> object:
    """A part of a payload: a command, a list of events, or what no game has a say in."""
    if isinstance(value, list):
        return [_lifted(item, lifts) for item in value]
    if not isinstance(value, dict) or "type" not in value:
        return value
    for lift in lifts:
        try:
            value = lift(dict(value))
        except Exception as error:
            # Whatever a game makes of a form that was never its own (a forged or damaged record).
            raise Unlifted(
                f"no form of {value.get('type')!r} that its lifts know: {failure(error, lift.__module__)}"
            ) from error
    return value
