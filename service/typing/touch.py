"""Suggestions for touch screens: buttons for the values of a row's next argument, numbers in at most two touches, names of
drawn cards, and a second touch to confirm the end of a match."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from domain.cards import UNKNOWN
from service.typing.offers import MOST_ROWS, spoken
from service.typing.rows import Suggestion, Suggestions, Verdict
from service.typing.suggestions import Suggester
from service.typing.words import TypedLine, closed, take_apart

MOST_CHOICES: Final = 21
"""Buttons of one row."""
DRAWN: Final = {"cards": "with names", "drawn": "with names", "card": "with its name"}
"""Optional arguments for the cards of a draw or an opening hand, and the button that opens them. Without them the cards are
recorded as unknown."""
LAST: Final = "that is all"
"""The button that ends a list."""
MOST_LEFT: Final = 10
"""Most cards that a begun list is tried to lack."""
ENDS: Final = "This ends the match: Record confirms it."


def touched(suggester: Suggester, text: str) -> Suggestions:
    """Return suggestions for a line. Incomplete rows have their next values, if few, as `choices`; dice have a row each,
    in front of the rows with several. Complete rows have a button for naming drawn cards, where possible. Rows that end the match,
    and the verdict on such a line, say so."""
    answer = suggester.suggest(text)
    verdict = answer.verdict
    if verdict.standing == "legal" and _ends(suggester, answer.line):
        verdict = replace(verdict, text=ENDS)
    rows = answer.rows if text.strip() else (*answer.rows, *suggester.unsaid(answer.rows))
    asked, crowded = answer.asked, len(rows) > MOST_CHOICES + 1
    in_list = asked is not None and asked.listed and not asked.numeric
    if in_list and answer.line != text.strip():
        verdict = _counted(suggester, take_apart(text), answer.line, verdict)
    # The row of a card in a long list would have as many buttons as there are rows: its cards are chosen one by one.
    shown = tuple(_with_choices(suggester, row, crowded and in_list) for row in rows)
    dice = asked is not None and asked.listed and asked.numeric and asked.required
    # The next die is one touch in the order of the table; buttons for several dice follow.
    single = tuple(replace(row, choices=()) for row in shown if row.choices and row.label.isdigit()) if dice else ()
    if not text.strip() and sum(1 + len(row.choices) for row in shown) > MOST_ROWS:
        shown = tuple(sorted(shown, key=lambda row: not row.complete or row.ends or row.line != row.line.split()[0]))
    last = _last(suggester, text) if crowded and in_list else ()
    return replace(answer, rows=(*last, *single, *shown), verdict=verdict)


def _counted(suggester: Suggester, typed: TypedLine, line: str, verdict: Verdict) -> Verdict:
    """Return the verdict on a line whose list is still open: the cards chosen so far, of as many as it must have."""
    chosen = tuple(filter(None, (*typed.items, typed.item)))
    said = ": ".join(filter(None, ("chosen", ", ".join(spoken(card, suggester.state) for card in chosen))))
    if verdict.standing == "legal":
        return replace(verdict, text=verdict.text or f"{len(chosen)} {said}")
    before = line.rpartition("[")[0]
    longer = (f"{before}[{', '.join((*chosen, *(UNKNOWN,) * more))}]" for more in range(1, MOST_LEFT + 1))
    left = next((n for n, whole in enumerate(longer, 1) if suggester.judge(whole).standing == "legal"), 0)
    return Verdict("incomplete", f"{len(chosen)} of {len(chosen) + left} {said}") if left else verdict


def _ends(suggester: Suggester, line: str) -> bool:
    """Return True if the line is legal and ends the match."""
    outcome, after = suggester.game.outcome, suggester.after(line)
    return after is not None and outcome(after) is not None and outcome(suggester.state) is None


def _with_choices(suggester: Suggester, row: Suggestion, long_list: bool) -> Suggestion:
    if row.complete and not row.violations:
        argument = suggester.naming(row.line, DRAWN)
        named = (Suggestion(f"{row.line} {argument}", DRAWN[argument.rstrip("=[")], count=0),) if argument else ()
        return replace(row, choices=named, ends=_ends(suggester, row.line))
    if row.violations or not row.line.endswith(" "):
        return row
    if long_list and _is_begun_list(row.line):
        return row
    answer = suggester.suggest(row.line)
    found = tuple(one for one in answer.rows if not one.label.endswith("="))
    first = _last(suggester, row.line)
    if answer.asked is not None and answer.asked.listed and answer.asked.numeric and answer.asked.required:
        first = first if row.label.isdigit() else found
        found = _pairs(suggester, found, row.label) or found
    if "[" in row.line or (answer.asked and answer.asked.listed and not answer.asked.numeric):
        # Known cards come first. Those of a long list are named one by one, because the name of a second card in the row of the
        # first one would look like a separate row.
        found = () if _is_begun_list(row.line) and len(found) > MOST_CHOICES else found[:MOST_CHOICES]
    if len(found) > MOST_CHOICES and (tens := [one for one in found if not one.complete]):
        found = (replace(row, label=f"{found[0].label} …", title=""), *tens)
    fitting = len(found) <= MOST_CHOICES and all(one.line.startswith(row.line.rstrip(", ")) for one in found)
    return replace(row, choices=tuple(dict.fromkeys((*first, *found)))) if fitting else row


def _is_begun_list(line: str) -> bool:
    """Return True if the line ends in a list that has a value."""
    return "[" in line and bool(line.rpartition("[")[2].strip())


def _last(suggester: Suggester, line: str) -> tuple[Suggestion, ...]:
    """Return the row that ends the list of a line."""
    if (ended := closed(line)) == line.strip() or ended.endswith("[]"):
        return ()
    whole = suggester.judge(ended).standing == "legal"
    goes_on = whole or suggester.suggest(f"{ended} ").verdict.standing == "incomplete"
    return (Suggestion(ended if whole else f"{ended} ", LAST, count=0, complete=whole),) if goes_on else ()


def _pairs(suggester: Suggester, dice: Sequence[Suggestion], before: str) -> tuple[Suggestion, ...]:
    """Return buttons for the next two dice of a roll, smallest first, because their order does not matter. Dice below the row's
    own die are left out: the row of the smaller die has them."""
    low, begun = (int(before), f"{before} ") if before.isdigit() else (0, "")
    firsts = (one for one in dice if not one.complete and int(one.label) >= low)
    pairs = ((one, other) for one in firsts for other in suggester.suggest(one.line).rows)
    return tuple(
        replace(other, label=f"{begun}{one.label} {other.label}")
        for one, other in pairs
        if int(other.label) >= int(one.label)
    )
