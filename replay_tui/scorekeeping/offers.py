"""Offers for the command line, and the effects of its keys. It works on a line and rows, independent of the screen."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol

from domain.entries import ActionEntry
from domain.seats import JUDGE, GameState, Viewpoint
from replay_tui.scorekeeping.line_keys import (
    RefusedKey,
    Send,
    SetText,
    Step,
    on_close,
    on_digit,
    on_enter,
    on_space,
    on_tab,
    row_of_digit,
)
from replay_tui.timeline import Timeline
from service.typing.rows import Suggestion, Suggestions, Verdict
from service.typing.suggestions import Suggester

_NOT_THE_JUDGE: Final = Suggestions(
    (), Verdict("incomplete", "no action is offered or recorded from a seat's view · F2 goes on to the judge's")
)


class InputLine(Protocol):
    """Position in the line."""

    value: str
    cursor_position: int


class SuggestionRows(Protocol):
    """The choices."""

    rows: tuple[Suggestion, ...]
    numbered: bool
    """Whether digits choose them now."""
    highlighted: int | None


class Offers:
    """Letters filter, digits choose, enter takes."""

    def __init__(
        self, timeline: Timeline, line: InputLine, rows: SuggestionRows, suggests: Callable[[], Suggester] | None = None
    ) -> None:
        """`suggests`: for another state than the one that the match has come to."""
        self._suggests = suggests or self._at_the_end
        self._timeline = timeline
        self._line = line
        self._rows = rows
        self.renew()
        self.offered: Suggestions = self.suggester.suggest("")
        self.only_number = ""
        """How the only line begins that can be meant, if a number comes next in it: digits of an empty line are that number."""
        self.seen = timeline.versions
        """The entry that was the last when the line was begun."""
        self._offered_for = ""

    def renew(self) -> None:
        """The match has grown, or another state is meant: from now on, that is asked."""
        self.suggester = self._suggests()

    def _at_the_end(self) -> Suggester:
        history = self._timeline.recorded  # in a worker, where the corrected reading has not grown yet
        match, phase = history.match, history.match.game.turn_info(history.match.state).phase
        standing = (history.entries[version - 1] for version in match.line)
        like = (e.payload for e in standing if e.envelope.phase == phase)
        cards = match.state.catalogue
        played = Counter(acted.command.to_words(cards)[0].word for acted in like if isinstance(acted, ActionEntry))
        return Suggester(match.game, match.state, played=played, over=match.concluded is not None)

    def offer(self, viewpoint: Viewpoint) -> None:
        """Offer continuations of the present line."""
        text = self._line.value
        if not text:
            self.seen = self._timeline.versions
        # Offers and verdicts come from all that is known: they would tell a seat what is hidden from it.
        self.offered = self.suggester.suggest(text) if viewpoint == JUDGE else _NOT_THE_JUDGE
        self._offered_for = text
        self._rows.highlighted = None
        self.only_number = self._number_next()
        self._rows.numbered = self.only_number == "" and (self.offered.asked is None or not self.offered.asked.numeric)
        self._rows.rows = self.offered.rows

    @property
    def behind(self) -> bool:
        """Whether something else is typed by now: keys may come faster than the news of what they typed."""
        return self._offered_for != self._line.value

    def claimed(self, letter: str) -> SetText | RefusedKey | None:
        """Return the line after a digit or `]`; `None`: it is text."""
        text = self._line.value
        at_end = self._line.cursor_position == len(text)
        if letter.isascii() and letter.isdigit() and at_end:
            if self.only_number:
                return SetText(self.only_number + letter)
            letters, dice = self._ends_letters(text, letter), self.suggester.judge(f"{text.rstrip()},{letter}").readable
            return on_digit(text, letter, self.offered, after_letters=letters, more_dice=dice)
        if letter == " " and at_end:
            return on_space(text, self.offered, self.suggester.is_command)
        return on_close(text, self.offered) if letter == "]" else None

    def _number_next(self) -> str:
        rows = self.offered.rows
        if self._line.value or len(rows) != 1 or rows[0].complete:
            return ""
        asked = self.suggester.suggest(rows[0].line).asked
        return rows[0].line if asked is not None and asked.numeric else ""

    def _ends_letters(self, text: str, digit: str) -> bool:
        """Whether the first word consists of letters that no digit can follow: one letter, or a later word, may begin a square."""
        if len(text) < 2 or not text.isalpha() or row_of_digit(digit, self.offered) is None:
            return False
        further = self.suggester.suggest(text + digit)
        return further.corrected or (further.verdict.standing == "unreadable" and not further.rows)

    def completed(self) -> Step:
        """Return the line after tab."""
        return on_tab(self.offered, self._rows.highlighted)

    def entered(self) -> Step:
        """Return the effect of enter."""
        return on_enter(self._line.value, self.offered, self._rows.highlighted)

    def ahead(self) -> tuple[str, GameState | None]:
        """The line that enter would record now, and what it makes of the table where the rules allow it."""
        step = self.entered()
        line = step.line if isinstance(step, Send) else ""
        return line, self.suggester.after(line) if line else None
