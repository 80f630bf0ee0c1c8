"""Offers for the command line, and the effects of its keys, on any line and rows."""

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
    (), Verdict("incomplete", "actions are recorded only in the judge's view · F2 shows the next view")
)


class InputLine(Protocol):
    """The input widget's text and cursor."""

    value: str
    cursor_position: int


class SuggestionRows(Protocol):
    """The widget that shows the offered rows."""

    rows: tuple[Suggestion, ...]
    numbered: bool
    """True if digits choose rows now."""
    highlighted: int | None


class Offers:
    """The offers for a line: letters filter them, digits choose one, enter accepts it."""

    def __init__(
        self, timeline: Timeline, line: InputLine, rows: SuggestionRows, suggests: Callable[[], Suggester] | None = None
    ) -> None:
        """`suggests` makes suggestions for another state than the match's last one."""
        self._suggests = suggests or self._at_the_end
        self._timeline = timeline
        self._line = line
        self._rows = rows
        self.renew()
        self.offered: Suggestions = self.suggester.suggest("")
        self.only_number = ""
        """The beginning of the only possible line, if its next argument is a number: then digits on an empty line are
        that number."""
        self.seen = timeline.versions
        """The last entry when the line was begun."""
        self._offered_for = ""

    def renew(self) -> None:
        """Use a new state for suggestions from now on."""
        self.suggester = self._suggests()

    def _at_the_end(self) -> Suggester:
        history = self._timeline.recorded  # called in a worker, where the corrected view lacks the new entries
        match, phase = history.match, history.match.game.turn_info(history.match.state).phase
        standing = (history.entries[version - 1] for version in match.line)
        like = (e.payload for e in standing if e.envelope.phase == phase)
        cards = match.state.catalogue
        played = Counter(acted.command.to_words(cards)[0].word for acted in like if isinstance(acted, ActionEntry))
        return Suggester(match.game, match.state, played=played, over=match.concluded is not None)

    def offer(self, viewpoint: Viewpoint) -> None:
        """Offer continuations of the current line."""
        text = self._line.value
        if not text:
            self.seen = self._timeline.versions
        # Offers and verdicts use the whole state, so a seat must not see them.
        self.offered = self.suggester.suggest(text) if viewpoint == JUDGE else _NOT_THE_JUDGE
        self._offered_for = text
        self._rows.highlighted = None
        self.only_number = self._number_next()
        numeric = self.offered.asked is not None and self.offered.asked.numeric
        self._rows.numbered = not (self.only_number or numeric or self._takes_values(f"{text}1"))
        self._rows.rows = self.offered.rows

    @property
    def outdated(self) -> bool:
        """True if the line changed since the last offer: keys may arrive faster than change messages."""
        return self._offered_for != self._line.value

    def claimed(self, letter: str) -> SetText | RefusedKey | None:
        """Return the effect of a digit, a blank or `]`; `None` if it is text."""
        text = self._line.value
        at_end = self._line.cursor_position == len(text)
        if letter.isascii() and letter.isdigit() and at_end:
            if self.only_number:
                return SetText(self.only_number + letter)
            if self._takes_values(text + letter):
                return None  # `low run 5` is an argument, not the fifth row
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

    def _takes_values(self, text: str) -> bool:
        """True if the digit at the end of a text is an argument of the action that its words name."""
        return text[-2:-1].isspace() and self.suggester.with_values(text) is not None

    def _ends_letters(self, text: str, digit: str) -> bool:
        """True if the line is a word of letters that no digit can follow; a single letter may begin a square."""
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
        """Return the line that enter would record now, and the state after it if it is legal."""
        step = self.entered()
        line = step.line if isinstance(step, Send) else ""
        return line, self.suggester.after(line) if line else None
