"""The form for the position on the table, for a late start or to resynchronise the record. It fills the command
line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, Static

from domain.board import Tone
from domain.seats import JUDGE, Viewpoint
from replay_tui.keymap import bindings
from replay_tui.scorekeeping.offers import Offers
from replay_tui.scorekeeping.pasted_text import take_pasted
from replay_tui.screens.help import KeyedScreen
from replay_tui.timeline import Timeline
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.key_footer import KeyFooter
from replay_tui.widgets.lines import LineBar, LinesView, folded
from replay_tui.widgets.suggestion_list import SuggestionList
from service.reading.styled_text import Span, StyledLine, clean, fit, pad
from service.recording.position_form import (
    DECLARE,
    Completeness,
    FormProblems,
    FormRow,
    PositionForm,
    findings,
    position_form,
)
from service.typing.rows import Suggestion
from service.typing.suggestions import Suggester

_LABEL: Final = 18
_MARK: Final = 13
_TONES: Final[dict[Completeness, Tone]] = {
    "known": "good",
    "counted": "plain",
    "partly known": "warn",
    "none": "dim",
    "unknown": "dim",
    "missing": "bad",
    "unreadable": "bad",
}


class PartLine(CommandLine):
    """The input of a part: enter accepts it, up and down go to other parts."""

    BINDINGS = bindings("position_line")


class PositionScreen(KeyedScreen[PositionForm]):
    """A row for each part, with its completeness and faults. The result is the form; `done` is True if the position
    goes to the command line, where the board shows it."""

    BINDINGS = bindings("position")
    help_title = "Position"
    AUTO_FOCUS = "#line"

    def __init__(self, form: PositionForm, suggester: Suggester) -> None:
        super().__init__()
        self.form = form
        self.row = 0
        self.done = False
        self._suggester = suggester
        self._found = FormProblems({})

    def compose(self) -> ComposeResult:
        """Compose the screen from top to bottom."""
        yield LineBar(id="header")
        yield LinesView(id="parts")
        with Horizontal(id="command"):
            yield Static(">", id="sign")
            yield PartLine(self, id="line")
        yield LineBar(id="answer")
        rows = SuggestionList(id="offers")
        rows.numbered = False
        yield rows
        yield KeyFooter()

    def on_mount(self) -> None:
        """Start at the first part."""
        title = f"POSITION ON THE TABLE · {clean(self._suggester.game.title)}"
        self.query_one("#header", LineBar).line = (Span(title, "strong"),)
        pane = self.query_one(LinesView)
        pane.can_focus = False
        pane.border_title = "Known parts; empty ones stay unknown"
        self.call_after_refresh(self._enter_row, 0)

    def on_resize(self) -> None:
        """Draw the rows for the new width."""
        self.call_after_refresh(self._show)

    @property
    def line(self) -> CommandLine:
        """The input of a part."""
        return self.query_one(CommandLine)

    @property
    def part(self) -> FormRow:
        """The current part."""
        return self.form.parts[self.row]

    # --- rows ----------------------------------------------------------------------------------------------------------

    def _enter_row(self, row: int) -> None:
        self.row = min(max(row, 0), len(self.form.parts) - 1)
        self.line.put(self.part.text)
        self._check()

    def _take_in(self) -> None:
        """Keep the typed text in the form, readable or not."""
        if self.line.value.strip() != self.part.text:
            self.form = self.form.with_text(self.row, self.line.value)

    def _check(self) -> None:
        self._found = findings(self.form, self._suggester.names, self._suggester.judge)
        self._show()

    def _show(self) -> None:
        pane = self.query_one(LinesView)
        lines: list[StyledLine] = []
        here = 0
        for row, group in enumerate(self._groups()):
            lines += group
            if row == self.row:
                here = len(lines)
        pane.show_lines(tuple(lines))
        height = max(1, pane.scrollable_content_region.height)
        pane.scroll_to(y=max(0, here - 1 - height // 2), animate=False)
        self._offer()

    def _groups(self) -> Iterator[tuple[StyledLine, ...]]:
        """Yield the lines of each row, under the name of its player."""
        whose = ""
        room = self.query_one(LinesView).room
        for row, part in enumerate(self.form.parts):
            head: tuple[StyledLine, ...] = ()
            if part.group != whose:
                whose, head = part.group, ((Span(clean(part.group), "strong"),),)
            yield (*head, self._row(row, part, room), *_problem_lines(self._found.at.get(row, ""), room))

    def _row(self, row: int, part: FormRow, room: int) -> StyledLine:
        standing = part.standing(self._suggester.names)
        here = row == self.row
        sign = ">" if here else "*" if part.changed else " "
        label = pad((Span(f"{sign} {part.label}", "strong" if here else "plain"),), _LABEL)
        width = max(1, room - _LABEL - _MARK)
        text = (Span(clean(part.text), "plain" if part.stated else "dim"),)
        said = "-" if part.item and standing == "unknown" else standing
        return (*label, *pad(fit(text, width), width), Span(f" {said}", _TONES[standing]))

    def _offer(self) -> None:
        offers = self.query_one(SuggestionList)
        text = self.line.value
        kept = text[: max(text.rfind(mark) for mark in "[,(=") + 1]
        begun = text[len(kept) :].strip()
        gap = " " if kept.endswith(",") else ""
        values = self._suggester.values(self.part.field, begun) if begun or not self.part.text else ()
        offers.rows = tuple(Suggestion(f"{kept}{gap}{value}", value, complete=True) for value in values)
        others = "; ".join(self._found.others)
        counts = " · 3 means ??, ??, ??" if self.part.counts_cards else ""
        expected = Span(f"{self.part.label}: {self.part.field.expects}{counts}", "dim")
        expected = Span(f"{expected.text} · tab completes", "dim") if offers.rows else expected
        answer = Span(f"! {clean(others)}", "bad") if others else expected
        self.query_one("#answer", LineBar).line = (answer,)

    # --- the line ------------------------------------------------------------------------------------------------------

    @on(Input.Changed, "#line")
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._offer()

    def claim(self, letter: str) -> bool:  # noqa: ARG002
        """Claim no letter: all are text here."""
        return False

    def paste(self, text: str) -> None:
        """Insert one line, up to the longest allowed."""
        if lines := take_pasted(text).lines:
            self.line.put_in(lines[0])

    def enter(self) -> None:
        """Accept the part and go to the next one; stay if it cannot be read."""
        self._take_in()
        stays = bool(self.part.error(self._suggester.names))
        self._enter_row(self.row if stays else self.row + 1)

    def move(self, by: int) -> None:
        """Go to the part below or above; typed text is kept."""
        self._take_in()
        self._enter_row(self.row + by)

    def complete(self) -> None:
        """Complete the text with the first offered value; compute the offers first, because keys may arrive faster than
        change messages."""
        self._offer()
        rows = self.query_one(SuggestionList).rows
        if rows:
            self.line.put(rows[0].line)

    # --- the screen ----------------------------------------------------------------------------------------------------

    def action_page(self, by: int) -> None:
        """Go to the next or previous player's parts."""
        self._take_in()
        groups = [part.group for part in self.form.parts]
        others = [n for n, group in enumerate(groups) if not n or group != groups[n - 1]]
        beyond = [n for n in others if n > self.row] if by > 0 else [n for n in reversed(others) if n < self.row]
        self._enter_row(beyond[0] if beyond else self.row)

    def action_put_back(self) -> None:
        """Restore the initial content of the part."""
        self.line.put(self.part.initial)
        self._take_in()
        self._check()

    def action_declare(self) -> None:
        """Put the position into the command line, or go to the first part that is impossible."""
        self._take_in()
        self._check()
        if not self._found.recordable:
            self._enter_row(min(self._found.at, default=self.row))
            return
        self.done = True
        self.dismiss(self.form)

    def action_back(self) -> None:
        """Leave; the form keeps the typed text for the next time."""
        self._take_in()
        self.dismiss(self.form)


def _problem_lines(text: str, room: int) -> tuple[StyledLine, ...]:
    """Return the faults of a part, to show below it."""
    lines = folded(f"! {text}", max(1, room - 4), "bad") if text else ()
    return tuple((Span("    ", "bad"), *line) for line in lines)


@dataclass
class PositionController:
    """Opens the position form of a record screen."""

    screen: Screen[None]
    timeline: Timeline
    line: CommandLine
    offers: Offers
    say: Callable[[str], None]
    """Report why the form is unavailable."""
    _kept: PositionForm | None = None
    """A typed position that is not recorded yet."""
    _at: int = 0
    """The last entry when `_kept` was typed."""

    def begin(self, viewpoint: Viewpoint) -> None:
        """Open it with its last content, if the match has not changed since."""
        line, match = self.line.value, self.timeline.history.match
        if viewpoint != JUDGE:
            self.say("a position shows hidden cards: F2 to the judge's view first")
            return
        if line and not line.startswith(DECLARE):
            self.say("a position is typed in the line: record your text first, or esc, then F5")
            return
        current = self._kept is not None and self._at == self.timeline.versions
        form = self._kept if current else position_form(match.game, match.state)
        if form is None:
            self.say(f"{match.game.title} has no declared positions")
            return
        form_screen = PositionScreen(form, self.offers.suggester)
        self.screen.app.push_screen(form_screen, partial(self._left, form_screen))

    def _left(self, form_screen: PositionScreen, form: PositionForm | None) -> None:
        self._kept, self._at = form, self.timeline.versions
        if form_screen.done and form is not None:
            self.line.put(form.line)
