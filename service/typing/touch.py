"""Rows for fingers: the values of a row's next argument as buttons, numbers in at most two touches, names of drawn cards, and a
second touch for what ends the match."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from service.typing.rows import Suggestion, Suggestions
from service.typing.suggestions import Suggester
from service.typing.words import closed

MOST_CHOICES: Final = 21
"""Buttons of one row."""
DRAWN: Final = ("cards", "drawn")
"""Optional lists of the cards of a draw or an opening hand. Without them the cards are recorded as unknown."""
LAST: Final = "that is all"
"""The button that ends a list with the card of its row."""
ENDS: Final = "This ends the match: Record confirms it."


def touched(suggester: Suggester, text: str) -> Suggestions:
    """Return the continuations of a line; each row that goes on has its few next values as `choices`. A whole row whose cards may
    be named has a button for that, and a row that ends the match says so, as does the verdict on its line."""
    answer = suggester.suggest(text)
    verdict = answer.verdict
    if verdict.standing == "legal" and not verdict.text and _ends(suggester, answer.line):
        verdict = replace(verdict, text=ENDS)
    rows = answer.rows if text.strip() else (*answer.rows, *suggester.unsaid(answer.rows))
    return replace(answer, rows=tuple(_with_choices(suggester, row) for row in rows), verdict=verdict)


def _ends(suggester: Suggester, line: str) -> bool:
    """Return True if the match goes on now, and is over after a legal line."""
    outcome, after = suggester.game.outcome, suggester.after(line)
    return after is not None and outcome(after) is not None and outcome(suggester.state) is None


def _with_choices(suggester: Suggester, row: Suggestion) -> Suggestion:
    if row.complete and not row.violations:
        naming = suggester.naming(row.line, DRAWN)
        named = (Suggestion(naming, "with names", count=0),) if naming else ()
        return replace(row, choices=named, ends=_ends(suggester, row.line))
    if row.violations or not row.line.endswith(" "):
        return row
    answer = suggester.suggest(row.line)
    found = tuple(one for one in answer.rows if not one.label.endswith("="))
    if answer.asked is not None and answer.asked.listed and answer.asked.numeric and answer.asked.required:
        found = _pairs(suggester, found, row.label) or found
    last = _last(suggester, row.line)
    found = (*last, *found)
    if "[" in row.line or (answer.asked and answer.asked.listed and not answer.asked.numeric):
        # Those on the table come first. Cards of an optional list, as of a hand, are named one by one: a name in the row of another
        # card would be taken for a row of its own.
        by_name = bool(row.line.rpartition("[")[2].strip()) and answer.asked is not None and not answer.asked.required
        found = last if by_name and len(found) > MOST_CHOICES else found[:MOST_CHOICES]
    if len(found) > MOST_CHOICES and (tens := [one for one in found if not one.complete]):
        found = (replace(row, label=f"{found[0].label} …", title=""), *tens)
    fitting = 0 < len(found) <= MOST_CHOICES and all(one.line.startswith(row.line.rstrip(", ")) for one in found)
    return replace(row, choices=found) if fitting else row


def _last(suggester: Suggester, line: str) -> tuple[Suggestion, ...]:
    """The row that ends the list of a line, so that its last card needs no further touch."""
    if (ended := closed(line)) == line.strip() or ended.endswith("[]"):
        return ()
    whole = suggester.judge(ended).standing == "legal"
    goes_on = whole or suggester.suggest(f"{ended} ").verdict.standing == "incomplete"
    return (Suggestion(ended if whole else f"{ended} ", LAST, count=0, complete=whole),) if goes_on else ()


def _pairs(suggester: Suggester, dice: Sequence[Suggestion], before: str) -> tuple[Suggestion, ...]:
    """The next two of a throw of dice as one value each, smallest first, because their order has no meaning. Dice below the one of
    the row itself are left out; the row of that die has them."""
    low, begun = (int(before), f"{before} ") if before.isdigit() else (0, "")
    firsts = (one for one in dice if not one.complete and int(one.label) >= low)
    pairs = ((one, other) for one in firsts for other in suggester.suggest(one.line).rows)
    return tuple(
        replace(other, label=f"{begun}{one.label} {other.label}")
        for one, other in pairs
        if int(other.label) >= int(one.label)
    )
