"""Differences between two positions of a match, or between a what-if and its original; rows link to entries."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from textual.app import ComposeResult

from domain.replay import AnyHistory
from domain.seats import Viewpoint
from domain.text import pluralize
from replay_tui.captions import place_address, spread
from replay_tui.keymap import bindings
from replay_tui.screens.help import KeyedScreen
from replay_tui.timeline import Timeline
from replay_tui.widgets.change_table import ChangeRow, ChangeTable, row_lines
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar
from service.reading.log import action_text, what_if_text
from service.reading.match_diff import BoardDifference, Comparison, step_text
from service.reading.moment_diff import differences_between
from service.reading.styled_text import Span, StyledLine, clean, plain
from service.reading.viewpoints import viewpoint_name

TEXT_WIDTH: Final = 120
"""Columns of the list when it is copied."""

MOST_ALONE: Final = 3
"""Actions shown of the match that continues after the other one ends."""
_HEADS: Final = ChangeRow("place", "before", "after", "entry")

Target = tuple[str, int]


class Sheet(Struct, frozen=True):
    """The content of the screen for a viewpoint."""

    title: str
    """The two positions or matches."""
    viewpoint: str
    rows: tuple[ChangeRow, ...]
    describe: Callable[[Target], str]
    """Returns the action of an entry in words."""
    nothing: str
    """The message if there are no differences."""

    @property
    def count(self) -> int:
        """The number of rows that lead to an entry."""
        return sum(row.target is not None for row in self.rows)


class DifferencesScreen(KeyedScreen[Target | None]):
    """The result is the chosen entry, or `None`."""

    BINDINGS = bindings("differences", "common")
    help_title = "Differences"
    AUTO_FOCUS = "#changes"

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self.sheet = sheet

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield ChangeTable(self.sheet.rows if self.sheet.count else (ChangeRow(self.sheet.nothing),), id="changes")
        yield LineBar(id="place")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the entry of the cursor in the line below."""
        table = self.query_one(ChangeTable)
        table.border_title = pluralize(self.sheet.count, "difference")
        self.watch(table, "cursor", self.write_bars)

    def on_resize(self) -> None:
        """Draw the bars for the new width."""
        self.write_bars()

    def write_bars(self) -> None:
        """Show the subject of the comparison, and the entry of the row under the cursor."""
        width = self.size.width
        left: StyledLine = (Span("REPLAY ", "strong"), Span(clean(self.sheet.title), "strong"))
        seen: StyledLine = (Span(f"as {self.sheet.viewpoint}", "strong"),)
        self.query_one("#header", LineBar).line = spread(left, seen, width)
        row = self.query_one(ChangeTable).chosen
        told = (
            f"entry {row.target[1]} · {self.sheet.describe(row.target)}" if row and row.target else self.sheet.nothing
        )
        self.query_one("#place", LineBar).line = spread((Span(clean(told)),), (), width)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Disable `go` without a row."""
        return None if action in ("go", "copy") and not self.sheet.count else True

    def action_go(self) -> None:
        """Go to the entry that made the difference."""
        row = self.query_one(ChangeTable).chosen
        if row is not None and row.target is not None:
            self.dismiss(row.target)

    def action_copy(self) -> None:
        """Copy the whole list."""
        lines = [line for row in self.sheet.rows for line in row_lines(row, TEXT_WIDTH, 9)]
        self.app.copy_to_clipboard(f"{self.sheet.title} · as {self.sheet.viewpoint}\n{plain(lines)}\n")
        self.notify(pluralize(self.sheet.count, "difference"), title="Copied", markup=False, timeout=4)


def moments_sheet(timeline: Timeline, first: int, second: int, viewpoint: Viewpoint) -> Sheet:
    """Return the changes between two positions."""
    history = timeline.history
    match = history.match
    changes = differences_between(history, first, second, viewpoint)
    ends = f"{place_address(timeline, first)} → {place_address(timeline, second).partition('/')[2]}"
    return Sheet(
        title=f"{ends} {what_if_text(match.forked_from)}".rstrip(),
        viewpoint=viewpoint_name(viewpoint, match.state.seats),
        rows=(_HEADS, *(ChangeRow(c.place, c.before, c.after, str(c.version), (match.id, c.version)) for c in changes)),
        describe=lambda target: action_text(history, target[1], viewpoint),
        nothing="The board is the same at both positions. esc goes back.",
    )


def what_if_sheet(happened: AnyHistory, what_if: AnyHistory, found: Comparison, viewpoint: Viewpoint) -> Sheet:
    """Return the different actions of a what-if and its original, and the differences of their last boards."""
    histories = {happened.match.id: happened, what_if.match.id: what_if}
    return Sheet(
        title=f"{found.left}/{found.left_parting} and WHAT-IF {found.right}/{found.right_parting}",
        viewpoint=viewpoint_name(viewpoint, what_if.match.state.seats),
        rows=tuple(_what_if_rows(found)),
        describe=lambda target: f"{action_text(histories[target[0]], target[1], viewpoint)} · {target[0]}",
        nothing="No difference: the what-if and the match have the same board. esc goes back.",
    )


def _what_if_rows(found: Comparison) -> Iterator[ChangeRow]:
    if found.pairs:
        yield ChangeRow("", f"played, after {pluralize(found.shared, 'shared action')}", "what-if")
    shown = min(len(found.pairs), sum(None not in (pair.left, pair.right) for pair in found.pairs) + MOST_ALONE)
    for pair in found.pairs[:shown]:
        target = (
            (found.right, pair.right.version) if pair.right else (found.left, pair.left.version if pair.left else 0)
        )
        yield ChangeRow("", step_text(pair.left), step_text(pair.right), target=target)
    if more := len(found.pairs) - shown:
        yield ChangeRow(f"… {more} more in {found.left if found.pairs[shown].left else found.right}")
    if found.differences:
        yield ChangeRow("place", "what happened", "what-if", "entries")
    for one in found.differences:
        yield ChangeRow(one.place, one.left, one.right, _entries(one), _cause(found, one))


def _entries(one: BoardDifference) -> str:
    return " | ".join("-" if version is None else str(version) for version in (one.left_version, one.right_version))


def _cause(found: Comparison, one: BoardDifference) -> Target:
    """Return the entry that changed a place: the what-if's, or else the original's."""
    if one.right_version is not None:
        return found.right, one.right_version
    return found.left, one.left_version if one.left_version is not None else found.left_parting
