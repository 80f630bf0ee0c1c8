"""The source of the projections: the stored rows of all matches, in the order of recording."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from domain.game import Command, Event
from domain.match import Match
from domain.seats import GameState


class SourceRow(Protocol):
    """One stored entry."""

    @property
    def position(self) -> int: ...
    @property
    def match(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def topic(self) -> str:
        """`<game>/<schema>`."""
        ...

    @property
    def state(self) -> bytes:
        """The JSON object `{"envelope":…,"payload":…,"salt":…,"head":…}`."""
        ...


class Source(Protocol):
    """The methods of a store that projections use."""

    def select(self, after: int, limit: int, /) -> Sequence[SourceRow]:
        """Up to `limit` rows with positions greater than `after`, in order of position."""
        ...

    def head_position(self) -> int:
        """The position of the last row; 0 for an empty store."""
        ...

    def followed(self, match: str, version: int, /) -> Match[GameState, Command, Event] | None:
        """Return a match after that entry, or after the last valid entry before it; `None` if the first entry is invalid."""
        ...

    def raw(self, match: str, /) -> Iterator[tuple[int, str, bytes]]:
        """Version, topic and stored bytes of each entry of a match."""
        ...

    def definitions(self, catalogue: str, game: str, /) -> bytes | None:
        """The card definitions of that digest, as a JSON list; `None` if they are missing or damaged."""
        ...

    def damage(self, match: str, /) -> tuple[int, str] | None:
        """Return the first damaged entry of a match (unreadable, or not following from its predecessor), and the reason; `None`
        if there is none."""
        ...
