"""Base classes of changes made by hand, for a card text or an adjustment."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec import Struct

from domain.cards import CardRef, SeatIndex
from domain.games.frc_tcg.events.base import TcgBuffer
from domain.games.frc_tcg.references import any_stack
from domain.games.frc_tcg.state import SeatedStack, State
from domain.games.frc_tcg.vocabulary import VOCABULARY
from domain.rules import Violation, impossible
from domain.seats import Viewpoint

CHANGE_RULES: Final = (
    "TCG-A02", "TCG-A04", "TCG-A05", "TCG-A09", "TCG-A12", "TCG-C01", "TCG-D07", "TCG-T01", "TCG-T03", "TCG-T04",
    "TCG-T05", "TCG-T12", "TCG-V05", "TCG-V06", "TCG-X02", "TCG-X04", "TCG-X08", "TCG-X10",
    *sorted(VOCABULARY.rules),
)  # fmt: skip
"""Rules that changes made by hand may cite; commands that contain changes include them."""


class TcgAuthor(Struct, frozen=True):
    """The player who makes a change, and the card it comes from."""

    seat: int
    source: int = 0


class TcgChange(
    Struct, frozen=True, kw_only=True, tag_field="change", forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """One change made by hand: its fields, what is wrong with it, what it does, how others may see it."""

    adjusting: ClassVar[bool] = False
    """Whether no card text makes it: it belongs to adjustments."""

    def validate(self, _state: State, _by: TcgAuthor, /) -> Iterable[Violation]:
        """Yield the violations of the change in the state before it, made by this card."""
        return ()

    @abstractmethod
    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        """Add the resulting events; called only if the change is possible."""

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "TcgChange":  # noqa: ARG002
        """As that viewpoint may see it, when this seat entered it."""
        return self


class OnSide(TcgChange, frozen=True, kw_only=True):
    """A change on one player's side: that of the player named, else of the one whose card makes it."""

    @property
    @abstractmethod
    def player(self) -> SeatIndex | None:
        """On whose side it works."""

    def side(self, seat: int) -> int:
        """On whose side a change by this seat's card works."""
        return seat if self.player is None else self.player


class OnRobot(TcgChange, frozen=True, kw_only=True):
    """A change to a robot in play."""

    @property
    @abstractmethod
    def robot(self) -> CardRef:
        """Which robot."""

    @property
    @abstractmethod
    def player(self) -> SeatIndex | None:
        """Whose robot."""

    def where(self, state: State, seat: int) -> SeatedStack | None:
        """The robot that a change by this seat's card names."""
        return any_stack(state, seat, self.robot, self.player)

    def validate(self, state: State, by: TcgAuthor, /) -> Iterator[Violation]:
        if self.where(state, by.seat) is None:
            yield impossible("TCG-A12", f"no robot {self.robot} in play")

    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        where = self.where(out.state, by.seat)
        assert where is not None
        self.change(out, where, by)

    @abstractmethod
    def change(self, out: TcgBuffer, where: SeatedStack, by: TcgAuthor) -> None:
        """Add the resulting events for that robot."""
