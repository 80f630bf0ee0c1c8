"""The command that adjusts the record to the table."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.event_buffer import EventBuffer
from domain.games.tabletop import changes
from domain.games.tabletop.changes import Change
from domain.games.tabletop.commands.base import TabletopCommand
from domain.games.tabletop.operations import TabletopBuffer
from domain.games.tabletop.state import State
from domain.rules import Violation, impossible
from domain.seats import Viewpoint


class Adjust(TabletopCommand, frozen=True, kw_only=True, tag="adjust"):
    """Adjusts the record to the table by hand, with a reason."""

    title = "Adjust the record"
    reason: str
    changes: tuple[Change, ...]

    def validate(self, state: State) -> Iterator[Violation]:
        if not self.changes:
            yield impossible("TT-ARGS", "adjust needs a reason and at least one change")
        out: TabletopBuffer = EventBuffer(state)
        changes.make(out, self.changes)
        yield from out.violations

    def resolve(self, out: TabletopBuffer) -> None:
        changes.make(out, self.changes)

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> "Adjust":
        return replace(self, changes=tuple(one.seen(state, viewpoint) for one in self.changes))
