"""Old stored forms. Each entry is stored under a topic, `<game>/<schema>`; a game that changes the form of its commands or
events adds an upcaster, which converts the old form to the next one. Stored bytes never change."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from domain.decoding import decoded
from domain.failure import failure

Tree: TypeAlias = dict[str, object]
"""A JSON object."""
Upcaster: TypeAlias = Callable[[Tree], Tree]
"""An upcaster: upgrades a stored command or event by one schema, and returns unrelated ones unchanged. Pure and total."""


class EventsUpcaster(ABC):
    """An upcaster that also upgrades the events of an action together, for events that depend on the ones before them."""

    @abstractmethod
    def __call__(self, tree: Tree) -> Tree:
        """Upgrade a command, or an event that `events` returned."""

    @abstractmethod
    def events(self, events: list[object]) -> list[object]:
        """Upgrade the events of one action."""


GRAMMAR: Final = 5
"""Features of a record by schema: 0 has no corrections, redo and table events; 1 has them; 2 adds officials' acts;
3 adds withdrawals and the official who ordered a correction; 4 adds penalties of people who do not play;
5 adds who asked for a take-back and who agreed."""
_GRAMMARS: Final = 1000
"""An entry that needs grammar `g` has schema number `s * 1000 + g`, which programs without that grammar report as too new."""

FIRST_SCHEMA: Final = 2
"""The schema of a game without upcasters. (Since schema 2 an opening names its catalogue; entries of schema 1 are read in the
same way.)"""


class UpcastError(ValueError):
    """A stored form that a game's upcasters cannot convert."""


@lru_cache(maxsize=256)
def parse_topic(topic: str) -> tuple[str, int]:
    """Return the game and schema number of a topic. Raise msgspec.ValidationError if it is invalid."""
    game, slash, schema = topic.rpartition("/")
    if not (game and slash and schema.isascii() and schema.isdigit() and len(schema) < 6 and schema[0] != "0"):
        raise msgspec.ValidationError(f"{topic!r} is not a topic (`game/1`)")
    return game, int(schema)


def schema_in(topic: str) -> tuple[str, int, int]:
    """Return game, schema and grammar of a topic. Raises as `parse_topic`."""
    game, number = parse_topic(topic)
    return (game, *divmod(number, _GRAMMARS)) if number > _GRAMMARS else (game, number, 0)


def schema_number(schema: int, grammar: int) -> int:
    """Return the schema number in the topic of an entry."""
    return schema * _GRAMMARS + grammar if grammar else schema


def schema_of(upcasters: Sequence[Upcaster]) -> int:
    """Return the schema under which a game with these upcasters stores new entries."""
    return FIRST_SCHEMA + len(upcasters)


def upcasters_from(upcasters: Sequence[Upcaster], schema: int) -> Sequence[Upcaster]:
    """Return the upcasters for an entry of that schema; empty for the current schema."""
    return upcasters[max(schema - FIRST_SCHEMA, 0) :]


def upcast(state: bytes, upcasters: Sequence[Upcaster]) -> bytes:
    """A stored entry with its command and events in today's form.

    Raises msgspec.MsgspecError, UnicodeDecodeError, RecursionError (no JSON object), UpcastError.
    """
    tree = decoded(state, Tree)
    if isinstance(tree.get("payload"), dict):
        for upcaster in upcasters:
            tree["payload"] = _upcast(tree["payload"], upcaster)
    return msgspec.json.encode(tree)


def _upcast(value: object, upcaster: Upcaster) -> object:
    """Upcast a part of a payload: a command, a list of events, or an object that contains them. Other values are returned
    unchanged."""
    if isinstance(value, list):
        return [_upcast(item, upcaster) for item in value]
    if not isinstance(value, dict):
        return value
    events = value.get("events")
    try:
        if "type" in value:
            value = upcaster(dict(value))
        elif isinstance(upcaster, EventsUpcaster) and isinstance(events, list):
            value = {**value, "events": upcaster.events(events)}
    except Exception as error:
        # A forged or damaged record can contain forms that the game never wrote: the upcaster may raise anything.
        what = f"no form of {value.get('type')!r} that its upcasters know"
        raise UpcastError(f"{what}: {failure(error, upcaster.__module__)}") from error
    return value if "type" in value else {key: _upcast(item, upcaster) for key, item in value.items()}
