"""Boxes for recording: a broken rule, a conflict, a table event, a note."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct
from textual import on
from textual.events import Key
from textual.markup import escape
from textual.widgets import Input

from domain.entries import Strictness
from domain.rules import Rule, Violation
from replay_tui.keymap import KEYS, bindings
from replay_tui.scorekeeping.notes import InvalidText
from replay_tui.screens.box import Box, reason_line
from replay_tui.widgets.lines import LinesView, folded
from service.reading.styled_text import Span, StyledLine, clean

T = TypeVar("T")
_OF_THE_END: Final = ("table.back", "table.time", "table.end")
EDITING: Final = ("backspace", "delete", "left", "right", "home", "end", "ctrl+u", "ctrl+w")
"""Keys that edit the command line: a box closes on them and passes them on."""


class Fix(Struct, frozen=True):
    """Return to the line."""

    key: str = ""
    """The editing key to pass on to the line."""


Answer: TypeAlias = Fix | Literal["cancel"]


class AsPlayed(Struct, frozen=True):
    """Record it although it breaks a rule."""

    reason: str


class BrokenLine(Struct, frozen=True):
    """A line with its violations, and the rules that have a text."""

    line: str
    violations: tuple[Violation, ...]
    rules: tuple[Rule | None, ...]
    strictness: Strictness
    impossible: bool = False


class RuleBox(Box[Answer | AsPlayed]):
    """`f` fix, `r` record as played (unless it is impossible), `esc` cancel."""

    BINDINGS = bindings("rule_box")

    def __init__(self, broken: BrokenLine) -> None:
        line = reason_line(hint="reason (optional) · ⏎ records · esc back")
        line.display = False
        super().__init__("Impossible" if broken.impossible else "Illegal", _keys(broken), line)
        self.broken = broken

    def lines(self, width: int) -> Iterator[StyledLine]:
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
        """Pass an editing key on to the line; remind people who type on that nothing is recorded."""
        asking = self.query_one(Input).display
        if event.key in EDITING and not asking:
            event.stop()
            self.dismiss(Fix(event.key))
        typed = (event.is_printable or event.key == "enter") and not asking
        if typed and not any(
            self.check_action(key.action, ()) for key in self._bindings.key_to_bindings.get(event.key, ())
        ):
            self.notify("Nothing is recorded: f or ⌫ goes back to the line", timeout=3)

    def action_as_played(self) -> None:
        """Ask for the reason."""
        reason = self.query_one(Input)
        reason.display = True
        reason.focus()

    def action_at_once(self) -> None:
        """Record as played at once, in a match that only warns."""
        self.dismiss(AsPlayed(""))

    def action_fix(self) -> None:
        """Return to the line."""
        self.dismiss(Fix())

    def action_cancel(self) -> None:
        """Close the reason, then the box."""
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


class TableEvents(Box[str]):
    """Table events: each letter asks for one more detail."""

    BINDINGS = bindings("table_events")

    def __init__(self, *, recording: bool) -> None:
        """`recording`: on the record screen, where the match can also be ended or taken back."""
        super().__init__("Table event")
        self._offered = tuple(key for key in KEYS["table_events"][:-1] if recording or key.id not in _OF_THE_END)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Ignore keys that are not offered."""
        return action != "choose" or any(key.action == f"choose('{parameters[0]}')" for key in self._offered)

    def lines(self, width: int) -> Iterator[StyledLine]:  # noqa: ARG002
        for key in self._offered:
            yield (Span(f" {key.keys}  ", "strong"), Span(key.help))

    def action_choose(self, purpose: str) -> None:
        """Close with the chosen event."""
        self.dismiss(purpose)


class NoteBox(Box[T]):
    """Asks for a note, glyph or bookmark on an entry, for a table event, or for the reason of a withdrawal."""

    BINDINGS = bindings("prompt")

    def __init__(self, title: str, hint: str, read: Callable[[str], T]) -> None:
        """`read` raises InvalidText."""
        super().__init__(title, line=reason_line(hint=hint))
        self._read = read
        self._text = "It is recorded in the match, for all to see · ⏎ records · esc"

    def lines(self, width: int) -> Iterator[StyledLine]:
        return folded(self._text, width)

    @on(Input.Submitted)
    def _written(self, event: Input.Submitted) -> None:
        event.stop()
        try:
            self.dismiss(self._read(event.value))
        except InvalidText as problem:
            self._text = str(problem)
            self.write()


class ConflictBox(Box[bool | Fix]):
    """Another person's entries: `enter` records after them, `esc` keeps the text, and so does a key that edits it."""

    BINDINGS = bindings("conflict_box")

    def __init__(self, line: str, by: str, entries: Sequence[str]) -> None:
        super().__init__(
            f"{escape(clean(by)) or 'Someone else'} recorded first", "⏎ record yours after it · esc keep your text"
        )
        self.line = line
        self.entries = tuple(entries)

    def lines(self, width: int) -> Iterator[StyledLine]:
        for entry in self.entries:
            yield from folded(entry, width)
        yield ()
        yield from folded(f"Not recorded yet: {self.line}", width, "strong")
        yield from folded("It is checked against the new state.", width, "dim")

    def on_key(self, event: Key) -> None:
        """Pass an editing key on to the line."""
        if event.key in EDITING:
            event.stop()
            self.dismiss(Fix(event.key))

    def action_rebase(self) -> None:
        """Record it after theirs."""
        self.dismiss(True)

    def action_keep(self) -> None:
        """Return to the line."""
        self.dismiss(False)


def _keys(broken: BrokenLine) -> str:
    if broken.impossible:
        return "f fix · F6 the rule · esc cancel"
    record = "⏎ record · r with a reason" if broken.strictness == "warn" else "r record as played"
    return f"f fix · {record} · F6 the rule · esc cancel"
