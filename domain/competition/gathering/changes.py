"""Changes made to a gathering by hand."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias, final

from msgspec import Struct

from domain.competition.gathering.events import TablesSet, spans
from domain.competition.gathering.options import TableNumber
from domain.competition.gathering.state import State
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.rules import Violation


@final
class SetTables(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_tables", forbid_unknown_fields=True):
    """Which tables there are from now on: one more came, or one broke."""

    tables: tuple[TableNumber, ...]

    def validate(self, state: State) -> Iterator[Violation]:
        if state.closed:
            yield Violation("CT-R04", "the gathering is closed", impossible=True)
        yield from twice(self.tables, "CT-E01")
        used = {table for one in state.rounds if not one.ended for table in one.tables}
        if gone := sorted(used - set(self.tables)):
            yield Violation("CT-E01", f"somebody plays at table {spans(gone)}: seat them elsewhere", impossible=True)

    def apply(self, out: EventBuffer[State, Event]) -> None:
        if (tables := tuple(sorted(self.tables))) != out.state.tables:
            out.add(TablesSet(tables=tables))


Change: TypeAlias = SetTables


def twice(named: Sequence[int | str], rule: str, word: str = "table") -> Iterator[Violation]:
    """A table, or a match, that is named more than once."""
    if double := [one for one, times in Counter(named).items() if times > 1]:
        yield Violation(rule, f"{word} {double[0]} is named twice", impossible=True)
