"""The entry at the position in words: its sentence, then its effects."""

from collections.abc import Iterator

from textual.reactive import reactive
from textual.strip import Strip

from domain.seats import JUDGE, Viewpoint
from replay_tui.rows import Wording
from replay_tui.timeline import Timeline
from replay_tui.widgets.lines import StyledText
from service.reading.log import VIOLATION_SIGN, action_text, entry_violations, told_texts
from service.reading.styled_text import Span, StyledLine, fold, width_of

_INDENT = 5
"""Cells before the words, for the entry's number."""


class EntrySummary(StyledText):
    """The entry in as many rows as the widget has; effects without room are counted."""

    position: reactive[int] = reactive(0)
    viewpoint: reactive[Viewpoint] = reactive[Viewpoint](JUDGE)
    wording: reactive[Wording] = reactive[Wording]("sentences")

    def __init__(self, timeline: Timeline, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.timeline = timeline
        self._lines: tuple[StyledLine, ...] = ()

    def redraw(self) -> None:
        """Render the entry again."""
        if self.size.width:
            self._lines = tuple(self._worded(self.size.width, self.size.height))
            self.refresh()

    on_resize = watch_position = watch_viewpoint = watch_wording = redraw

    def render_line(self, y: int) -> Strip:
        """Draw a row."""
        return self.strip(self._lines[y] if y < len(self._lines) else (), self.size.width)

    def _worded(self, width: int, height: int) -> Iterator[StyledLine]:
        history, version = self.timeline.history, self.timeline.version(self.position)
        upto = self.timeline.frame(self.position).number if self.timeline.is_within(self.position) else None
        sentence, *further = told_texts(history, version, self.viewpoint, upto)
        if self.wording == "commands":
            sentence = action_text(history, version, self.viewpoint)
        violations = entry_violations(history.match, history.entries[version - 1], self.viewpoint)
        broken = dict.fromkeys(violation.rule for violation in violations)
        rules = "".join(f"{VIOLATION_SIGN} {rule} " for rule in broken)
        head: StyledLine = (Span(f"{version:>{_INDENT - 1}} ", "dim"), Span(rules, "bad"))
        first, *rest = fold(sentence, width - _INDENT - len(rules) - len(_counted(further)))
        told = [(*head, Span(first, "strong")), *((Span(" " * _INDENT), Span(row, "strong")) for row in rest)][:height]
        if len(told) == height:
            told[-1] = (*told[-1], Span(_counted(further), "now"))
        yield from told
        yield from _followed(further, width - _INDENT, height - len(told))


def _counted(further: list[str]) -> str:
    return f" +{len(further)}" if further else ""


def _followed(further: list[str], width: int, rows: int) -> Iterator[StyledLine]:
    """Yield rows of consequences; those without room are counted at the end."""
    for row in range(rows):
        last = row == rows - 1
        line: tuple[Span, ...] = (Span(" " * _INDENT),)
        while further:
            sign = " · " if len(line) > 1 else ""
            needed = len(_counted(further[1:])) if last else 0
            if len(line) > 1 and width_of((*line, Span(sign + further[0]))) - _INDENT > width - needed:
                break
            line = (*line, Span(sign, "dim"), Span(further.pop(0)))
        if last:
            line = (*line, Span(_counted(further), "now"))
        if len(line) > 1:
            yield line
