"""The boxes of recording: what to do about a broken rule, about someone who was first, and what happened at the table."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Input

from domain.entries import Strictness
from domain.rules import Rule, Violation
from replay_tui.keymap.everywhere import PROMPT
from replay_tui.keymap.key import bindings
from replay_tui.keymap.record import CONFLICT_BOX, RULE_BOX, TABLE_EVENTS
from replay_tui.scorekeeping.notes import NotMeant
from replay_tui.widgets.lines import LinesView, folded
from replay_tui.widgets.prompt import MOST_LETTERS
from replay_tui.widgets.text_line import TextLine
from service.reading.styled_text import Span, StyledLine, clean

T = TypeVar("T")
_OF_THE_END: Final = ("table.back", "table.time", "table.end")
Answer: TypeAlias = Literal["fix", "cancel"]


class AsPlayed(Struct, frozen=True):
    """Record it although it breaks a rule."""

    reason: str


class Broken(Struct, frozen=True):
    """A line with the rules it breaks, as far as the reference has them."""

    line: str
    violations: tuple[Violation, ...]
    rules: tuple[Rule | None, ...]
    strictness: Strictness
    impossible: bool = False


class RuleBox(ModalScreen[Answer | AsPlayed]):
    """`f` fix, `r` record as played (unless it is impossible), `esc` cancel."""

    BINDINGS = bindings(RULE_BOX)

    def __init__(self, broken: Broken) -> None:
        super().__init__()
        self.broken = broken

    def compose(self) -> ComposeResult:
        """The rules, and a line for the reason."""
        with Vertical(id="box"):
            yield LinesView(id="box-text")
            hint = "reason (may be left out) · ⏎ records · esc back"
            yield TextLine(id="box-reason", compact=True, placeholder=hint, max_length=MOST_LETTERS)

    def on_mount(self) -> None:
        """Fills the box; the reason is asked for later."""
        self.query_one(Input).display = False
        pane = self.query_one(LinesView)
        pane.border_title = "Impossible" if self.broken.impossible else "Illegal"
        pane.border_subtitle = _keys(self.broken)
        pane.focus()
        pane.call_after_refresh(lambda: pane.fill_box(tuple(self._lines(pane.room))))

    def _lines(self, width: int) -> Iterator[StyledLine]:
        yield (Span(clean(self.broken.line), "strong"),)
        for violation, rule in zip(self.broken.violations, self.broken.rules, strict=True):
            yield ()
            yield from folded(f"! [{violation.rule}] {violation.text}", width, "bad")
            if rule is not None:
                yield from folded(f"{rule.title} ({rule.origin}): {rule.text}", width)
                yield from folded(rule.quoted, width, "dim") if rule.quote else ()
        yield ()
        last = (
            "Nothing is recorded. Fix the line, or correct the earlier entry that is wrong."
            if self.broken.impossible
            else "Recorded as played, it stays flagged in every view and statistic."
        )
        yield from folded(last, width, "dim")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Impossible commands cannot be recorded by any key; a strict match requires a confirmation."""
        if action == "as_played":
            return not self.broken.impossible
        if action == "at_once":
            return self.broken.strictness == "warn" and not self.broken.impossible
        return True

    def on_key(self, event: Key) -> None:
        """Answer what is typed blindly."""
        typed = event.is_printable or event.key == "enter"
        if typed and event.key not in self._bindings.key_to_bindings and not self.query_one(Input).display:
            self.notify("Nothing is recorded: f or ⌫ goes back to the line", timeout=3)

    def action_as_played(self) -> None:
        """Asks for the reason."""
        reason = self.query_one(Input)
        reason.display = True
        reason.focus()

    def action_at_once(self) -> None:
        """In a match that only warns, enter is enough."""
        self.dismiss(AsPlayed(""))

    def action_fix(self) -> None:
        """Back to the line."""
        self.dismiss("fix")

    def action_cancel(self) -> None:
        """Leaves the reason, then the box."""
        reason = self.query_one(Input)
        if reason.display:
            reason.display = False
            self.query_one(LinesView).focus()
        else:
            self.dismiss("cancel")

    @on(Input.Submitted)
    def _reasoned(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(AsPlayed(event.value.strip()))


class TableEvents(ModalScreen[str]):
    """Table events: a letter each, which asks for one more detail."""

    BINDINGS = bindings(TABLE_EVENTS)

    def __init__(self, *, recording: bool) -> None:
        """`recording`: at the end of the match, so that it can be ended or taken back to an entry."""
        super().__init__()
        self._keys = tuple(key for key in TABLE_EVENTS[:-1] if recording or key.id not in _OF_THE_END)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ignore keys that are not offered."""
        return action != "choose" or any(key.action == f"choose('{parameters[0]}')" for key in self._keys)

    def compose(self) -> ComposeResult:
        """One pane."""
        with Vertical(id="box"):
            yield LinesView(id="box-text")

    def on_mount(self) -> None:
        """Fills the box with its own keys."""
        pane = self.query_one(LinesView)
        pane.border_title = "Table event"
        pane.focus()
        rows = tuple((Span(f" {key.keys}  ", "strong"), Span(key.help)) for key in self._keys)
        pane.call_after_refresh(pane.fill_box, rows)

    def action_choose(self, purpose: str) -> None:
        """Goes on with it on the line."""
        self.dismiss(purpose)

    def action_cancel(self) -> None:
        """Close without an event."""
        self.dismiss(None)


class NoteBox(ModalScreen[T]):
    """A note, glyph or bookmark on the entry that is looked at, or on another one; a table event; why an entry is withdrawn."""

    BINDINGS = bindings(PROMPT)

    def __init__(self, title: str, hint: str, read: Callable[[str], T]) -> None:
        """`read` raises NotMeant."""
        super().__init__()
        self._title = title
        self._hint = hint
        self._read = read

    def compose(self) -> ComposeResult:
        """The suggestions, and the line."""
        with Vertical(id="box"):
            yield LinesView(id="box-text")
            yield TextLine(id="box-reason", compact=True, placeholder=self._hint, max_length=MOST_LETTERS)

    def on_mount(self) -> None:
        """Fills the box."""
        self.query_one(LinesView).can_focus = False
        self.query_one(LinesView).border_title = self._title
        self.query_one(Input).focus()
        self._say("It is recorded in the match, for all to see · ⏎ records · esc")

    def _say(self, text: str) -> None:
        pane = self.query_one(LinesView)
        pane.call_after_refresh(lambda: pane.fill_box(tuple(folded(text, pane.room))))

    @on(Input.Submitted)
    def _written(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(self._read(event.value))
        except NotMeant as problem:
            self._say(str(problem))

    def action_cancel(self) -> None:
        """Close without a note."""
        self.dismiss(None)


class ConflictBox(ModalScreen[bool]):
    """Another person's entries: `enter` records after them, `esc` keeps the text."""

    BINDINGS = bindings(CONFLICT_BOX)

    def __init__(self, line: str, by: str, entries: Sequence[str]) -> None:
        super().__init__()
        self.line = line
        self.by = by
        self.entries = tuple(entries)

    def compose(self) -> ComposeResult:
        """One pane."""
        with Vertical(id="box"):
            yield LinesView(id="box-text")

    def on_mount(self) -> None:
        """Fills the box."""
        pane = self.query_one(LinesView)
        pane.border_title = f"{escape(clean(self.by)) or 'Someone else'} recorded first"
        pane.border_subtitle = "⏎ records yours after it · esc keeps your text"
        pane.focus()
        pane.call_after_refresh(lambda: pane.fill_box(tuple(self._lines(pane.room))))

    def _lines(self, width: int) -> Iterator[StyledLine]:
        for entry in self.entries:
            yield from folded(entry, width)
        yield ()
        yield from folded(f"Not recorded yet: {self.line}", width, "strong")
        yield from folded("It is checked again on the new state.", width, "dim")

    def action_rebase(self) -> None:
        """Records it after theirs."""
        self.dismiss(True)

    def action_keep(self) -> None:
        """Back to the line."""
        self.dismiss(False)


def _keys(broken: Broken) -> str:
    if broken.impossible:
        return "f fix · F6 the rule · esc cancel"
    record = "⏎ record · r with a reason" if broken.strictness == "warn" else "r record as played"
    return f"f fix · {record} · F6 the rule · esc cancel"
