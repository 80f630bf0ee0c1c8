"""All recorded facts of the current entry that the viewpoint may know: broken rules, recorder, times, raw entry."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

import msgspec
from textual.reactive import reactive

from domain.board import Tone
from domain.entries import ActionEntry, Annotated, Opened
from domain.registry import find_rule
from domain.replay import visible_frames
from domain.rules import Violation
from domain.seats import JUDGE, Viewpoint
from replay_tui.timeline import Timeline, local_time
from replay_tui.widgets.lines import LinesView, folded
from service.reading.held_cards import hand_lines
from service.reading.log import (
    AnyEntry,
    action_text,
    entry_violations,
    event_text,
    frames_of,
    superseded_text,
    titled_text,
    violation_text,
)
from service.reading.styled_text import Span, StyledLine, clean, fold

_LABEL: Final = 14
"""Width of the labels in cells; longer texts are indented by it."""


class Details(LinesView):
    """Follows the position while it is open."""

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)

    def __init__(self, timeline: Timeline, zone: tzinfo | None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.timeline = timeline
        self.zone = zone
        self.border_title = "Details"

    def watch_position(self) -> None:
        """Follows the position."""
        self.show_from(0)
        self.redraw()

    def redraw(self) -> None:
        """Write the details of the current entry."""
        if self.display and self.size.width:
            self.show_lines(tuple(self._lines()))

    on_resize = watch_viewpoint = redraw

    def _lines(self) -> Iterator[StyledLine]:
        history, version = self.timeline.history, self.timeline.version(self.position)
        entry = history.entries[version - 1]
        for violation in entry_violations(history.match, entry, self.viewpoint):
            yield from self._violation(violation)
        yield from self._text(entry.address, "strong")
        yield from self._text(titled_text(history, version, self.viewpoint))
        if undone := superseded_text(self.timeline.recorded, version, self.viewpoint):
            yield from self._text(undone, "warn")
        for note in self._notes(version):
            yield from self._text(note)
        here = self.timeline.frame(self.position).number
        for number, frame in visible_frames(history.match.game, frames_of(history, version), self.viewpoint):
            if text := event_text(history.match.game, frame, self.viewpoint):
                sign = ">" if frame.number == here else " "
                yield from self._text(f"{sign} {version}.{number} {text}")
        for told in hand_lines(history, version, self.viewpoint):
            yield from self._text(told)
        yield from self._envelope(entry)
        yield from self._raw(self.timeline.recorded.entries[version - 1])

    def _violation(self, violation: Violation) -> Iterator[StyledLine]:
        """Yield the broken rule, and for the judge the reason, which may name hidden cards."""
        game = self.timeline.history.match.game
        rule = find_rule(game, violation.rule)
        if rule is None:
            yield from self._text(f"! {violation_text(game, violation, self.viewpoint)}", "bad")
            return
        yield from self._text(f"! [{rule.id}] {rule.title} ({rule.origin})", "bad")
        yield from self._text(rule.text)
        if self.viewpoint == JUDGE:
            yield from self._text(f"here: {violation.text}", "strong")

    def _notes(self, version: int) -> Iterator[str]:
        """Return notes about the entry made before the position."""
        history, here = self.timeline.history, self.timeline.version(self.position)
        for noted in self.timeline.marks["note"]:
            payload = history.entries[noted - 1].payload
            if noted <= here and isinstance(payload, Annotated) and payload.about == version:
                yield f"entry {noted}: {action_text(history, noted, self.viewpoint)}"

    def _envelope(self, entry: AnyEntry) -> Iterator[StyledLine]:
        envelope = entry.envelope
        rows = [
            ("at the table", self._time(envelope.happened_at)),
            ("recorded", self._time(envelope.recorded_at)),
            ("by", envelope.by or "-"),
            ("head", entry.head),
        ]
        if self.viewpoint == JUDGE and isinstance(entry.payload, ActionEntry) and entry.payload.reason:
            rows.insert(0, ("reason", entry.payload.reason))
        if isinstance(entry.payload, Opened):
            rows += [("rules version", entry.payload.rules_version), ("catalogue", entry.payload.catalogue)]
        for label, value in rows:
            for number, part in enumerate(fold(clean(value), max(self.room - _LABEL, 1))):
                yield (Span(f"{'' if number else label:<{_LABEL}}{part}", "dim"),)

    def _raw(self, entry: AnyEntry) -> Iterator[StyledLine]:
        """Yield the stored payload, only for the judge, because it may contain hidden cards."""
        if self.viewpoint != JUDGE:
            yield from self._text(f"{'raw entry':<{_LABEL}}only for the judge", "dim")
            return
        for line in msgspec.json.format(msgspec.json.encode(entry.payload), indent=1).decode().splitlines():
            yield from self._text(line, "dim")

    def _time(self, microseconds: int) -> str:
        return local_time(microseconds, self.zone).strftime("%Y-%m-%d %H:%M:%S")

    def _text(self, text: str, tone: Tone = "plain") -> Iterator[StyledLine]:
        return folded(text, self.room, tone)
