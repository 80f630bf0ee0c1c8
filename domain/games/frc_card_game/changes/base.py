"""Base class of the changes made by hand."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Annotated, ClassVar, Final, Self

from msgspec import Meta, Struct

from domain.games.frc_card_game.events.base import FrcBuffer
from domain.games.frc_card_game.state import ByHandCause, State
from domain.games.frc_card_game.vocabulary import VOCABULARY
from domain.rules import Violation
from domain.seats import Viewpoint

CHANGE_RULES: Final = (
    "CG-A01", "CG-A02", "CG-A05", "CG-A10", "CG-C01", "CG-C02", "CG-D03", "CG-D05", "CG-D06", "CG-F01", "CG-F02",
    "CG-F03", "CG-F04", "CG-F05", "CG-K01", "CG-Q03", "CG-Q33", "CG-Q35", "CG-Q48", "CG-S08", "CG-T02", "CG-T03",
    "CG-T04", "CG-X01", "CG-X05", "CG-X06",
    *sorted(VOCABULARY.rules),
)  # fmt: skip
"""Rules that changes made by hand may cite; commands that contain changes include them."""

Count = Annotated[int, Meta(ge=0)]


class ChangeSource(Struct, frozen=True, gc=False):
    """For whom, by what card and why a change is made."""

    player: int
    source: int | None
    """The card that makes it."""
    cause: ByHandCause
    instant: bool = False
    """Whether the card leaves the field at once, so that no effect can depend on it."""


class FrcChange(
    Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """One thing that a card effect resolved by hand, or an adjustment, changes: what forbids it and what follows."""

    nothing: ClassVar[tuple[str, str]]
    """The rule and the message if the change would have no effect."""

    def seats(self) -> tuple[int | None, ...]:
        """The players whom it names."""
        return (getattr(self, "player", None),)

    def validate(self, _state: State, _by: ChangeSource, /) -> Iterable[Violation]:
        """Yield the violations of this change in the current state; changes without effect are reported separately."""
        return ()

    @abstractmethod
    def apply(self, out: FrcBuffer, by: ChangeSource, /) -> None:
        """Add the resulting events, if any."""

    def redacted_for(self, _state: State, _by: int, _viewpoint: Viewpoint, /) -> Self:
        """As a viewpoint may see it, made by this player on the state before it."""
        return self
