"""The command line of the record screen, what can follow it, and the answer to it."""

from collections.abc import Callable, Mapping
from typing import assert_never

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


def keys_now(*, begun: bool, offered: bool) -> dict[str, str]:
    """The three keys of the record screen that matter: for a line that is begun, or for an empty one with or without offers."""
    if begun:
        return {"line.record": "record", "line.complete": "fill", "record.back": "empty the line"}
    choice = {"line.down": "choose"} if offered else {"record.table_event": "event"}
    return {**choice, "record.undo": "undo", "record.help": "all keys"}


class LineController:
    """The command line, its offers and its keys, for a screen that shows them."""

    sender: SendController
    """Records the line; the screen sets it, because it needs the line."""

    def __init__(self, screen: Screen[None], timeline: Timeline, letters: Mapping[str, Callable[[], object]]) -> None:
        """`letters`: those that are keys on an empty line."""
        self._screen = screen
        self._letters = letters
        self.line = CommandLine(self, hint="a command, a number or letters of it", id="line")
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
        """After the command line if it fits; else whole, in place of the offers."""
        width = self._screen.size.width
        beside = width_of(line) <= width // 2 and not self._screen.has_class("asking")
        answer = self._screen.query_one("#answer", LineBar)
        answer.styles.width = width_of(line) if beside else 0
        answer.line = line if beside else ()
        tone = line[0].tone if line else "plain"
        rows = () if beside else fold("".join(span.text for span in line), width)
        self._screen.query_one("#told", LinePad).pieces = tuple((Span(row, tone),) for row in rows)

    def say(self, text: str) -> None:
        """Answers under the line."""
        self._tell((Span(clean(text), "bad"),))

    @property
    def keys_now(self) -> dict[str, str]:
        """The three keys that matter for the present line."""
        return keys_now(begun=bool(self.line.value) or self.rows.highlighted is not None, offered=bool(self.rows.rows))

    def offer(self) -> None:
        """Offer continuations of the present line."""
        self.offers.offer(self.sender.viewpoint)
        self._show_ahead()

    def _show_ahead(self) -> None:
        """Says what enter would record now, and shows it on the board where the rules allow it."""
        line, ahead = self.offers.ahead()
        self._tell(captions.answer_line(self.offers.offered, line))
        verdict = self.offers.offered.verdict
        self.line.mark(verdict.column if verdict.standing == "unreadable" else None)
        self._screen.query_one(BoardView).preview = ahead
        if (now := tuple(self.keys_now)) != self._shown_keys:
            self._shown_keys = now
            self._screen.refresh_bindings()

    def keep_up(self) -> None:
        """Keys may come faster than the news of what they typed: a key is answered by what is offered for its line."""
        if self.offers.behind:
            self.offer()

    def move(self, by: int) -> None:
        """Moves the highlight; up from no row, the lines that were recorded before come back."""
        self.keep_up()
        recalls = self.rows.highlighted is None and self.sender.viewpoint == JUDGE
        if recalls and (line := self.command_history.step(self.line.value, by)) is not None:
            self.line.put(line)
        elif self.rows.move(by):
            self._show_ahead()

    def says(self, name: str) -> list[Suggestion]:
        """The offers that name a card."""
        return [row for row in self.offers.offered.rows if name.casefold() in f"{row.title} {row.label} ".casefold()]

    def point(self, name: str) -> bool:
        """A card is pointed at, as on the tablet page: its actions are offered; a further card chooses among them. Return True if
        that is recorded, or if only the keyboard can say the rest."""
        before, fitting = self.line.value.strip(), self.says(name)
        if before == name:  # the same card again: its offers stay, and an only one is meant
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
        """Record a row where it is whole and legal, else put it into the line; return True if pointing ends with it."""
        if row.complete and not row.violations:
            self.sender.send(row.line)
            return True
        found = self._put(row.line)
        return not found.rows or bool(row.violations) or (found.asked is not None and found.asked.numeric)

    def _put(self, text: str) -> Suggestions:
        """Return the offers for a text that was pointed at. No preview: a target is on the board of now."""
        self.line.put(text)
        self.offer()
        self._screen.query_one(BoardView).preview = None
        return self.offers.offered

    def paste(self, text: str) -> None:
        """One line goes into the command line; several run."""
        self.sender.paste(text)

    def complete(self) -> None:
        """Completes the line from the highlighted row."""
        self.keep_up()
        self._do(self.offers.completed())

    def enter(self) -> None:
        """Records what the line means, or takes the row into it that was only begun. On an empty line, the queue goes on."""
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
