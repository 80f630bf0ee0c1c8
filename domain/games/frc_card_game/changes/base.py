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
    """The player, card and reason behind a change."""

    player: int
    source: int | None
    """Token of the card whose effect makes the change; `None` for an adjustment."""
    cause: ByHandCause
    instant: bool = False
    """True if the card leaves the field at once, so that no lasting effect can depend on its being there."""


class FrcChange(
    Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """One change by a card effect resolved by hand, or by an adjustment, with its checks and its events."""

    nothing: ClassVar[tuple[str, str]]
    """The rule and the message if the change would have no effect."""

    def seats(self) -> tuple[int | None, ...]:
        """Return the seats that the change names."""
        return (getattr(self, "player", None),)

    def validate(self, _state: State, _by: ChangeSource, /) -> Iterable[Violation]:
        """Yield the violations of this change in the current state; changes without effect are reported separately."""
        return ()

    @abstractmethod
    def apply(self, out: FrcBuffer, by: ChangeSource, /) -> None:
        """Add the resulting events, if any."""

    def redacted_for(self, _state: State, _by: int, _viewpoint: Viewpoint, /) -> Self:
        """Return the change as a viewpoint may see it. Positional arguments: the state before it, the player who makes it, the
        viewpoint."""
        return self
