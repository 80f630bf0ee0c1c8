"""Answers of the analytics: plain structs, ready for tables, JSON and charts."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.text import pluralize
from projections.filters import Filter, given_filters, value_of

Status = Literal["running", "finished", "concluded", "unknown"]
Kind = Literal["match", "competition", "what-if", "simulated", "duplicate"]
"""Kinds of matches: played at a table; a series, tournament or league that contains matches; an unplayed branch of a
match; a match of bots; a duplicate of another record."""
SortKey = Literal["updated", "opened", "title", "game", "entries", "turn", "violations", "minutes"]
Cell: TypeAlias = object
"""The value of a cell in DuckDB: `None`, bool, int, float, str, datetime, a list …"""


SMALL: Final = 30
"""Rows with fewer cases are too uncertain to rely on; views grey them out."""


class AsOf(Struct, frozen=True):
    """How much of the store an answer covers."""

    position: int
    """Store position of the last projected entry."""
    head: int
    """Position of the store's last entry when it was asked."""
    updated_at: int
    """When the analytics were last written, in microseconds since 1970, UTC."""
    damaged: int = 0
    """Stored entries that could not be read and are left out."""

    @property
    def current(self) -> bool:
        """True if the answer is complete."""
        return self.position == self.head


class Answer(Struct, frozen=True):
    """A table with its notes and coverage."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    n: int
    """Number of matches that it is based on (for ad-hoc SQL: number of rows)."""
    as_of: AsOf
    notes: tuple[str, ...] = ()
    """Notes for judging the answer: small samples, omissions, coverage."""
    total: int = 0
    """Number of rows without the limit."""


def cut_notes(shown: int, total: int) -> tuple[str, ...]:
    """Return a note if only a part of the rows is shown."""
    return (f"{shown:,} of {pluralize(total, 'row')}",) if shown < total else ()


class MatchRow(Struct, frozen=True, kw_only=True, gc=False):
    """One match in a list, in its current state."""

    id: str
    game: str
    title: str
    players: tuple[str, ...]
    sides: tuple[int, ...]
    tags: tuple[str, ...]
    opened_at: int
    """Microseconds since 1970, UTC; so are all times."""
    updated_at: int
    entries: int
    round: int
    turn: int
    """Turn of the last current action."""
    status: Status
    winners: tuple[str, ...] = ()
    """Names of the players that won."""
    drawn: bool = False
    reason: str = ""
    """Why it ended, as the game's outcome states it."""
    scores: tuple[int, ...] = ()
    violations: int = 0
    take_backs: int = 0
    forked_from: str = ""
    kind: Kind = "match"
    duplicate_of: str = ""
    """For a duplicate: the id of the match that counts instead."""
    kit: str = ""
    """The kit that it is played with; empty for a game without kits."""
    damage: str = ""
    """The first damaged entry, and the reason; empty if there is none, or if the match was not checked yet."""


class MatchQuery(Struct, frozen=True, kw_only=True):
    """Which matches to list, and in what order."""

    filters: tuple[Filter, ...] = ()
    among: tuple[str, ...] | None = None
    """Ids; `None` for all matches."""
    sort: SortKey = "updated"
    descending: bool = True
    limit: int = 100
    offset: int = 0

    def value(self, name: str) -> str | None:
        """The value of the only positive filter with this name; `None` without one, or with several."""
        return value_of(self.filters, name)

    def having(self, **values: str | None) -> "MatchQuery":
        """Return the query with its filters of these names replaced by the given values; `None` removes a filter.
        Raises BadParameter."""
        others = tuple(one for one in self.filters if one.name not in values)
        return replace(self, filters=(*others, *given_filters(values)))
