"""Base classes of changes by hand, which card texts and adjustments make."""

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
    """One change made by hand."""

    adjusting: ClassVar[bool] = False
    """True for a change that only `adjust` may make."""

    def validate(self, _state: State, _by: TcgAuthor, /) -> Iterable[Violation]:
        """Yield the violations of the change in the current state."""
        return ()

    @abstractmethod
    def apply(self, out: TcgBuffer, by: TcgAuthor, /) -> None:
        """Add the resulting events; called only if the change is possible."""

    def redacted_for(self, state: State, seat: int, viewpoint: Viewpoint) -> "TcgChange":  # noqa: ARG002
        """Return the change that this seat entered, as a viewpoint may see it."""
        return self


class OnSide(TcgChange, frozen=True, kw_only=True):
    """A change on the side of `player`; by default, of the player whose card makes it."""

    @property
    @abstractmethod
    def player(self) -> SeatIndex | None:
        """The player whose side changes; `None`: the player whose card makes the change."""

    def side(self, seat: int) -> int:
        """Return the seat whose side changes, for a change by this seat's card."""
        return seat if self.player is None else self.player


class OnRobot(TcgChange, frozen=True, kw_only=True):
    """A change to a robot in play."""

    @property
    @abstractmethod
    def robot(self) -> CardRef:
        """The robot that changes."""

    @property
    @abstractmethod
    def player(self) -> SeatIndex | None:
        """The robot's player; `None`: any player, the card's own first."""

    def where(self, state: State, seat: int) -> SeatedStack | None:
        """Return the robot of a change by this seat's card; `None` if it is not in play."""
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
