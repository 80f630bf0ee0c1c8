"""Base classes of entry payloads, and the roles in which people act at a table."""

from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

PC = TypeVar("PC")
"""A game's commands, in a payload."""
PE = TypeVar("PE")
"""A game's events, in a payload."""
RecordRight: TypeAlias = Literal["open", "record", "confirm", "dispute", "judge", "organise"]
"""Permission needed to record something."""
Role: TypeAlias = Literal["player", "scorekeeper", "judge", "head_judge", "organiser", "spectator"]
OFFICIALS: Final[tuple[Role, ...]] = ("judge", "head_judge", "organiser")
"""Roles that decide: what others say of a match is a note."""
Glyph: TypeAlias = Literal["", "!", "?", "!!", "??", "!?", "?!"]
"""Sign that comments on an action, as in chess; empty: none."""


class RecordedPayload(
    Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """Base class of entry payloads of all types."""


class Revision(RecordedPayload, frozen=True, kw_only=True):
    """An entry that undoes, restores or changes earlier entries: a take-back, redo or correction."""

    official: str = ""
    """Official who ordered it. Needed if it affects records made by officials or confirmed by players; otherwise empty."""
    role: Role | Literal[""] = ""
    """Role of that official."""
