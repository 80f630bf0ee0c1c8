"""The list of turns, actions or events. Rows are rendered when they become visible, so that a long match opens at
once."""

from dataclasses import dataclass

from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from domain.board import Tone
from domain.seats import JUDGE, Viewpoint
from domain.text import pluralize
from replay_tui.keymap import bindings
from replay_tui.rows import LogRow, TimelineRows, Wording, Zoom
from replay_tui.timeline import Timeline
from replay_tui.widgets.lines import LinesView
from service.reading.log import (
    UNDONE_SIGN,
    VIOLATION_SIGN,
    action_text,
    event_text,
    is_minor,
    superseded_text,
    told_texts,
    turn_text,
)
from service.reading.styled_text import WIDE, Now, Span, StyledLine, pad

CURSOR = ">"
_NARROW = 60
"""Minimum width of rows that name the phase, in cells."""


class EventList(LinesView):
    """Rows of a timeline; the row of the position is always visible."""

    COMPONENT_CLASSES = {"events--cursor"}  # noqa: RUF012
    BINDINGS = bindings("event_list")

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    zoom: reactive[Zoom] = reactive[Zoom]("actions")
    wording: reactive[Wording] = reactive[Wording]("sentences")

    @dataclass
    class Picked(Message):
        """A row was chosen."""

        position: int

    def __init__(self, timeline: Timeline, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.timeline = timeline
        self.rows = TimelineRows(timeline, "actions", 0)
        self._texts_of: tuple[object, ...] = ()
        self._texts: dict[int, str] = {}

    def watch_viewpoint(self) -> None:
        """Render rows again for the viewpoint."""
        self.refresh()

    watch_wording = watch_viewpoint

    def watch_zoom(self) -> None:
        """List the rows of the new zoom level."""
        self.border_title = self.zoom.capitalize()
        self.redraw()

    def redraw(self) -> None:
        """List the rows again and scroll to the current one."""
        if not self.size.width:
            return
        self.rows = TimelineRows(self.timeline, self.zoom, self.position)
        self.set_height(self.rows.most)
        # The current row is in the middle, so that the picture depends only on the position.
        self.show_from(min(max(self.rows.current - self.page // 2, 0), max(self.rows.count - self.page, 0)))
        self.refresh()

    on_resize = watch_position = redraw

    def action_move(self, by: int) -> None:
        """Move to the next or previous row."""
        self._pick(self.rows.current + by)

    def action_page(self, by: int) -> None:
        """Move by about a page."""
        self._pick(self.rows.current + by * max(1, self.scrollable_content_region.height - 1))

    def on_click(self, event: Click) -> None:
        """Move to the clicked row."""
        index = self.row_of(event)
        if index is not None and index < self.rows.count:
            self._pick(index)

    def _pick(self, index: int) -> None:
        self.post_message(self.Picked(self.rows[min(max(index, 0), self.rows.count - 1)].position))

    def render_line(self, y: int) -> Strip:
        """Draw one visible row."""
        index = self.top + y
        if not 0 <= index < self.rows.count:
            return self.strip((), self.room)
        current = index == self.rows.current
        line = self.row_line(self.rows[index], top=y == 0)
        return self.strip((Span(CURSOR if current else " "), *line), self.room, "events--cursor" if current else "")

    # --- rows ----------------------------------------------------------------------------------------------------------

    def row_line(self, row: LogRow, *, top: bool) -> StyledLine:
        """Return a row without its cursor. The top visible row always names its turn and phase."""
        if row.kind == "turns":
            return self._turn_line(row)
        if row.kind == "events":
            return self._event_line(row, top=top)
        return self._action_line(row, top=top)

    def _turn_line(self, row: LogRow) -> StyledLine:
        timeline = self.timeline
        index = timeline.turn_at(row.position)
        starts = timeline.turn_starts
        until = timeline.version(starts[index + 1]) if index + 1 < len(starts) else timeline.versions
        actions = until - row.version + (1 if index == 0 else 0)
        name = turn_text(
            timeline.history.match.game, timeline.moment(row.position), timeline.frame(row.position).state.seats
        )
        broken = sum(1 for v in timeline.marks["violation"] if row.version < v <= until)
        signs = f"  {VIOLATION_SIGN}{broken}" if broken else ""
        return (
            *pad((Span(name, "strong"),), 32),
            Span(" " * (5 - len(f"{actions:,}")) + pluralize(actions, "action")),
            Span(signs, "bad"),
        )

    def _action_line(self, row: LogRow, *, top: bool) -> StyledLine:
        timeline, version = self.timeline, row.version
        undone = timeline.history.match.undone.get(version)
        violations = timeline.violations(version)
        signs = (UNDONE_SIGN if undone else "") + (VIOLATION_SIGN if violations else "")
        number = f"{version:>{len(str(timeline.versions))}}"
        text = self._told(version)
        tone: Tone | Now = "dim" if undone or is_minor(timeline.history, version) else "plain"
        broken = f"  [{', '.join(dict.fromkeys(v.rule for v in violations))}]" if violations else ""
        gone, back = "", f"  (taken back by {undone})" if undone else ""
        if superseded := self._superseded(version):
            back = f"  ({superseded})"
            if timeline.reading == "corrected" and not undone:
                gone, back = (
                    action_text(timeline.recorded, version, self.viewpoint),
                    f"  ({superseded.partition(':')[0]})",
                )
            else:
                tone = "gone"
        return (
            *self._gutter(version, top=top),
            *pad((Span(signs, "bad"),), 2),
            Span(f"{number} ", "dim"),
            Span(text, tone),
            Span(broken, "bad"),
            Span("  was " if gone else "", "dim"),
            Span(gone, "gone"),
            Span(back, "dim"),
        )

    def _superseded(self, version: int) -> str:
        """Describe the correction of an entry; empty if it is unchanged."""
        recorded = self.timeline.recorded
        if not recorded.match.corrections or recorded.match.undone.get(version, 0) not in {
            0,
            *recorded.match.corrections,
        }:
            return ""
        return superseded_text(recorded, version, self.viewpoint).replace("by entry ", "by ")

    def _told(self, version: int) -> str:
        # Each step draws the list again, and the sentence of a take-back needs all states that it undid.
        history = self.timeline.history
        texts_of = (history, len(history.entries), self.viewpoint, self.wording)
        if texts_of != self._texts_of:
            self._texts_of, self._texts = texts_of, {}
        if version not in self._texts:
            commands = self.wording == "commands"
            self._texts[version] = (
                action_text(history, version, self.viewpoint)
                if commands
                else told_texts(history, version, self.viewpoint)[0]
            )
        return self._texts[version]

    def _event_line(self, row: LogRow, *, top: bool) -> StyledLine:
        timeline = self.timeline
        frame = timeline.frame(row.position)
        text = event_text(timeline.history.match.game, frame, self.viewpoint) or self._told(row.version)
        tone: Tone = "dim" if row.version in timeline.history.match.undone else "plain"
        number = f"{row.version}.{frame.number} "
        gutter = self._gutter(row.version, top=True) if top else (Span(" " * self._gutter_width),)
        indent = " " * (3 + len(str(timeline.versions)) - len(str(row.version)))
        return (*gutter, Span(indent), Span(number, "dim"), Span(text, tone))

    @property
    def _phase_width(self) -> int:
        if self.room < _NARROW:
            return 0
        return 12 if self.app.size.width >= WIDE else 8

    @property
    def _gutter_width(self) -> int:
        return 6 + self._phase_width if self._phase_width else 4

    def _gutter(self, version: int, *, top: bool) -> StyledLine:
        """Return turn and phase of an entry, if they begin with it."""
        now = self.timeline.found(version)
        turn = f"r{now.round}t{now.turn}" if now.round else f"t{now.turn}"
        shown_turn = turn if top or self.timeline.opens_turn(version) else ""
        shown_phase = now.phase if top or self.timeline.opens_phase(version) else ""
        if not self._phase_width:
            return pad((Span(shown_turn, "strong"),), 4)
        return (
            *pad((Span(shown_turn, "strong"),), 5),
            *pad((Span(shown_phase.replace("_", " "), "dim"),), self._phase_width),
            Span(" "),
        )
