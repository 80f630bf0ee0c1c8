"""The command line of the record screen, with its offers and the answer to it."""

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from textual.screen import Screen

from domain.seats import JUDGE
from replay_tui import captions
from replay_tui.scorekeeping.command_history import CommandHistory
from replay_tui.scorekeeping.line_keys import RefusedKey, Send, SetText, Step
from replay_tui.scorekeeping.offers import Offers
from replay_tui.screens.send_controller import SendController
from replay_tui.timeline import Timeline
from replay_tui.widgets.board_view import BoardView
from replay_tui.widgets.command_line import CommandLine
from replay_tui.widgets.line_pad import LinePad
from replay_tui.widgets.lines import LineBar
from replay_tui.widgets.suggestion_list import SuggestionList
from service.reading.styled_text import Span, StyledLine, clean, fold, width_of
from service.typing.rows import Suggestion, Suggestions

_SIGN_AND_CURSOR: Final = 4
"""Columns of the command row besides the typed line and the answer."""


def keys_now(*, begun: bool, offered: bool) -> dict[str, str]:
    """Return the three most useful keys of the record screen: for a begun line, or for an empty one with or without
    offers."""
    if begun:
        return {"line.record": "record", "line.complete": "fill", "record.back": "empty the line"}
    choice = {"line.down": "choose"} if offered else {"record.table_event": "event"}
    return {**choice, "record.undo": "undo", "record.help": "all keys"}


class LineController:
    """The command line, its offers and its keys."""

    sender: SendController
    """Sends lines to the store. The screen sets it later, because it needs the line."""

    def __init__(self, screen: Screen[None], timeline: Timeline, letters: Mapping[str, Callable[[], object]]) -> None:
        """`letters`: letters that are keys on an empty line."""
        self._screen = screen
        self._letters = letters
        self.line = CommandLine(self, hint="a command, its number or first letters", id="line")
        self.rows = SuggestionList(id="offers")
        self.offers = Offers(timeline, self.line, self.rows)
        self.command_history = CommandHistory(timeline)
        self._shown_keys: tuple[str, ...] = ()

    def claim(self, letter: str) -> bool:
        """Take a letter that is a key: a digit that chooses a row, one of `letters`. Return False if it is text."""
        self.keep_up()
        if (claimed := self.offers.claimed(letter)) is not None:
            self._do(claimed)
            return True
        asked = self._letters.get(letter) if not self.line.value else None
        if asked is not None:
            asked()
        return asked is not None

    def _tell(self, line: StyledLine) -> None:
        """Show an answer after the command line if the whole line stays in sight, or else below it."""
        width = self._screen.size.width
        room = min(width // 2, width - width_of((Span(self.line.value),)) - _SIGN_AND_CURSOR)
        beside = width_of(line) <= room and not self._screen.has_class("asking")
        answer = self._screen.query_one("#answer", LineBar)
        answer.styles.width = width_of(line) if beside else 0
        answer.line = line if beside else ()
        tone = line[0].tone if line else "plain"
        rows = () if beside else fold("".join(span.text for span in line), width)
        self._screen.query_one("#summary", LinePad).pieces = tuple((Span(row, tone),) for row in rows)

    def say(self, text: str) -> None:
        """Show an answer below the line."""
        self._tell((Span(clean(text), "bad"),))

    @property
    def keys_now(self) -> dict[str, str]:
        """The three most useful keys for the current line, with their footer labels."""
        return keys_now(begun=bool(self.line.value) or self.rows.highlighted is not None, offered=bool(self.rows.rows))

    def offer(self) -> None:
        """Offer continuations of the current line."""
        self.offers.offer(self.sender.viewpoint)
        self._show_ahead()

    def _show_ahead(self) -> None:
        """Show what enter would record now, and preview it on the board if it is legal."""
        line, ahead = self.offers.ahead()
        self._tell(captions.answer_line(self.offers.offered, line))
        verdict = self.offers.offered.verdict
        self.line.mark(verdict.column if verdict.standing == "unreadable" else None)
        self._screen.query_one(BoardView).preview = ahead
        if (now := tuple(self.keys_now)) != self._shown_keys:
            self._shown_keys = now
            self._screen.refresh_bindings()

    def keep_up(self) -> None:
        """Update the offers before a key acts: keys may arrive faster than change messages."""
        if self.offers.outdated:
            self.offer()

    def move(self, by: int) -> None:
        """Move the highlight; above the first row, recall earlier lines."""
        self.keep_up()
        recalls = self.rows.highlighted is None and self.sender.viewpoint == JUDGE
        if recalls and (line := self.command_history.step(self.line.value, by)) is not None:
            self.line.put(line)
        elif self.rows.move(by):
            self._show_ahead()

    def says(self, name: str) -> list[Suggestion]:
        """Return the offers that name a card."""
        return [row for row in self.offers.offered.rows if name.casefold() in f"{row.title} {row.label} ".casefold()]

    def point(self, name: str) -> bool:
        """Point at a card, as on the tablet page: offer its actions; a further card chooses among them. Return True if
        an action was recorded, or if the rest must be typed."""
        before, fitting = self.line.value.strip(), self.says(name)
        if before == name:  # the same card again: keep its offers, and take an only one
            fitting = list(self.offers.offered.rows)
            if len(fitting) != 1:
                return False
        if before and len(fitting) == 1:
            return self.take(fitting[0])
        found = self._put(f"{before} {name}".strip())
        if before and len(found.rows) == 1 and found.rows[0].complete:
            return self.take(found.rows[0])
        if before and not found.rows and not found.verdict.readable:
            found = self._put(name)
        return not found.rows

    def take(self, row: Suggestion) -> bool:
        """Record a row if it is complete and legal, or else put it into the line; return True if pointing ends with
        it."""
        if row.complete and not row.violations:
            self.sender.send(row.line)
            return True
        found = self._put(row.line)
        return not found.rows or bool(row.violations) or (found.asked is not None and found.asked.numeric)

    def _put(self, text: str) -> Suggestions:
        """Put a text into the line and return its offers. No preview, because the next card is chosen on the current
        board."""
        self.line.put(text)
        self.offer()
        self._screen.query_one(BoardView).preview = None
        return self.offers.offered

    def paste(self, text: str) -> None:
        """Put one line into the command line, or queue and run several."""
        self.sender.paste(text)

    def complete(self) -> None:
        """Complete the line from the highlighted row."""
        self.keep_up()
        self._do(self.offers.completed())

    def enter(self) -> None:
        """Record the line, or complete it from the row. On an empty line, resume the queue."""
        waiting = self.sender.queue.lines and not self.line.value.strip() and self.rows.highlighted is None
        if self.sender.saving:
            self.say("still saving the last action; the line is kept")
        elif waiting:
            self.sender.run_on()
        else:
            self.keep_up()
            self._do(self.offers.entered())

    def _do(self, step: Step) -> None:
        match step:
            case SetText(text):
                self.line.put(text)
            case Send(line):
                self.sender.send(line)
            case RefusedKey(why):
                self.say(why)
            case _:
                assert_never(step)
