"""Base class of the commands in a match of a kit."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from domain.game import Command
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint


class TabletopCommand(Command, frozen=True, kw_only=True):
    """A command in a match of a kit."""

    rules: ClassVar[tuple[str, ...]] = (
        "TT-OPEN", "TT-SEATS", "TT-NAME", "TT-ARGS", "TT-DICE", "TT-CELL-NAME", "TT-WHERE", "TT-EMPTY", "TT-TOKENS", "TT-TURN",
        "TT-PHASE", "TT-LIMIT", "TT-OUT", "TT-OVER", "TT-CAPACITY", "TT-RANGE", "TT-BOX", "TT-COPIES", "TT-CELL",
    )  # fmt: skip
    opens: ClassVar[bool] = False

    @abstractmethod
    def validate(self, state: State) -> Iterator[Violation]:
        """Yield the violations of the command."""

    @abstractmethod
    def resolve(self, out: TabletopBuffer) -> None:
        """Add the resulting events."""

    def check(self, state: State) -> tuple[Violation, ...]:
        """Return the violations; before the table is open, or for a second opening, only that of TT-OPEN."""
        if bool(state.seats) is self.opens:
            text = "the table is open already" if self.opens else "open the table first (open_table)"
            return (impossible("TT-OPEN", text),)
        return tuple(self.validate(state))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "TabletopCommand":  # noqa: ARG002
        return self
