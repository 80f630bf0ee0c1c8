"""What every entry's payload is, and as what people act at a table."""

from typing import Literal, TypeAlias

from msgspec import Struct

RecordRight: TypeAlias = Literal["open", "record", "confirm", "contest", "judge", "organise"]
"""What somebody needs to record something."""
Role: TypeAlias = Literal["player", "scorekeeper", "judge", "head_judge", "organiser", "spectator"]


class RecordedPayload(
    Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """What an entry says, of any kind."""


class PutRight(RecordedPayload, frozen=True, kw_only=True):
    """An entry after which others count no more, or otherwise: a take-back, redo, a correction."""

    official: str = ""
    """Who ordered it, where it concerns what officials or players have put their names to; empty: nobody had to."""
    role: Role | Literal[""] = ""
    """As what."""
