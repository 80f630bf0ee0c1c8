"""Where a line ends: nothing can follow it, or it ends the match."""

from typing import Final

from domain.cards import UNKNOWN
from domain.notation import print_command
from service.typing.scoresheet import read_command
from service.typing.suggestions import Suggester

_ACTOR: Final = "by"
"""Optional argument of any action of a kit: without it, the acting player is meant."""


def ends_match(suggester: Suggester, line: str) -> bool:
    """Return True if the match goes on now, and is over after a legal line."""
    outcome, after = suggester.game.outcome, suggester.after(line)
    return after is not None and outcome(after) is not None and outcome(suggester.state) is None


def ended_line(suggester: Suggester, text: str, *, chosen: bool) -> str:
    """Return the line to record if a text is a legal action that nothing can follow: no further argument, row or digit. Otherwise
    return an empty text, also for a card that could be named and for the end of the match. `chosen`: it is a row, so that a digit
    at its end is not the beginning of a number."""
    answer = suggester.suggest(text)
    line = answer.line
    if answer.verdict.standing != "legal" or UNKNOWN in line or any(row.line != line for row in answer.rows):
        return ""
    whole = print_command(read_command(line, suggester.game, suggester.names), suggester.names)
    further = suggester.suggest(f"{whole} ")
    if any(one.name != _ACTOR for one in (*further.required, *further.optional)):
        return ""
    return "" if (not chosen and _goes_on(suggester, text)) or ends_match(suggester, line) else line


def _goes_on(suggester: Suggester, text: str) -> bool:
    """Return True if one more digit can be meant, of the same number or of the next die."""
    longer = (f"{text}{comma}{digit}" for comma in ("", ",") for digit in "0123456789")
    return any(suggester.judge(one).standing in ("legal", "illegal") for one in longer)
