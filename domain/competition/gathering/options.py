"""Options of an event day."""

from typing import Annotated

from msgspec import Meta, Struct

MOST_TABLES = 2_000
"""Tables have the numbers from 1 to this."""
MOST_MINUTES = 1_440

Minutes = Annotated[int, Meta(ge=1, le=MOST_MINUTES)]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES)]


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Its tables, and how long a round takes unless said otherwise."""

    game: str = ""
    """Name of the game that is played, where it is one."""
    tables: TableNumber = 8
    """Number of tables, numbered from 1."""
    minutes: Minutes = 50
    """How long a round takes."""
