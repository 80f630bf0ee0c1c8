"""The library's default path with the same entries: frozen dataclass events, its JSON transcoder with a transcoding for each
struct, its own recorder and `repository.get` with its own projector. The fold of a match is ours, so `evolve` is the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from eventsourcing.application import Application
from eventsourcing.persistence import JSONTranscoder, Transcoding
from msgspec import Struct
from storage_workload import Work

from domain.entries import ActionEntry, Annotated, Concluded, Entry, Envelope, Opened, TakenBack
from domain.match import Match
from storage.records import Sealed


@dataclass(frozen=True)
class Recorded:
    """An entry as an event of the library's kind."""

    originator_id: str
    originator_version: int
    entry: Any
    work: ClassVar[Work]

    def mutate(self, match: Any) -> Any:
        """The match after this entry."""
        if match is None:
            match = Match(self.originator_id, self.work.game, self.work.catalogue)
        match.apply(self.entry)
        return match


class StructAsDict(Transcoding):
    """A transcoding for one kind of struct."""

    def __init__(self, kind: type[Struct]) -> None:
        self.type = kind
        self.name = kind.__name__

    def encode(self, obj: Any) -> dict[str, Any]:
        return {name: getattr(obj, name) for name in obj.__struct_fields__}

    def decode(self, data: dict[str, Any]) -> Any:
        return self.type(**{name: _frozen(value) for name, value in data.items()})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


class StockApplication(Application[str]):
    """An application as the library documents it."""

    kinds: ClassVar[tuple[type[Struct], ...]] = (Entry, Envelope, Opened, ActionEntry, TakenBack, Annotated, Concluded)

    @classmethod
    def at(cls, path: Path, work: Work) -> Self:
        Recorded.work = work
        cls.kinds = (*StockApplication.kinds, *work.game.commands, *work.game.events)
        return cls(
            {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path), "ORIGINATOR_ID_TYPE": "text"}
        )

    def register_transcodings(self, transcoder: JSONTranscoder) -> None:
        super().register_transcodings(transcoder)
        for kind in dict.fromkeys((*self.kinds, *_nested(self.kinds))):
            transcoder.register(StructAsDict(kind))


def _nested(kinds: Iterable[type[Struct]]) -> list[type[Struct]]:
    """Structs inside structs."""
    found: dict[type[Struct], None] = {}
    waiting = list(kinds)
    while waiting:
        for subclass in _structs_in(waiting.pop()):
            if subclass not in found:
                found[subclass] = None
                waiting.append(subclass)
    return list(found)


def _structs_in(kind: Any) -> list[type[Struct]]:
    from typing import get_args, get_type_hints

    types, result = list(get_type_hints(kind).values()), []
    while types:
        candidate = types.pop()
        if isinstance(candidate, type) and issubclass(candidate, Struct):
            result.append(candidate)
        types.extend(get_args(candidate))
    return result


def stock_events(sealed: Iterable[Sealed]) -> list[Recorded]:
    """The same entries as the library's events."""
    return [Recorded(s.originator_id, s.originator_version, s.entry) for s in sealed]
