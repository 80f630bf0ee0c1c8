"""Lines that end in numbers: `low run 50` means `write low_run 50`."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from domain.fields import Field
from service.typing.arguments import waiting_in
from service.typing.offers import is_numeric
from service.typing.refusals import Commands
from service.typing.rows import Suggestion, Suggestions, Verdict, is_sole
from service.typing.word_matches import exact
from service.typing.words import take_apart

MOST_VALUES: Final = 8
"""Most numbers at the end of a line that are read as arguments."""
_NUMBER: Final = re.compile(r"[-+]?\d[\d,]*")


def valued(
    text: str,
    suggest: Callable[[str], Suggestions],
    commands: Commands,
    judge: Callable[[str], Verdict],
) -> Suggestions | None:
    """Return the answer to a text that ends in numbers: the rows of the words before, with the numbers as their next arguments.
    `None` if no row takes them. `suggest` answers the words before, `judge` a whole line."""
    typed = take_apart(text.rstrip())
    words = tuple(filter(None, (*typed.words, typed.rest)))
    for cut in range(len(words) - 1, max(-1, len(words) - 1 - MOST_VALUES), -1):
        if not _NUMBER.fullmatch(words[cut]):
            return None
        if cut and all(map(_NUMBER.fullmatch, words[:cut])):
            continue
        before = suggest(" ".join(words[:cut]))
        begun = [row for row in before.rows if row.line.endswith(" ")]
        if cut == 0 and len(before.rows) > 1:
            return None  # on an empty line with several rows, a number is that of a row
        rows = tuple(found for row in begun for found in _with_values(row, words[cut:], commands, judge))
        if rows:
            said = Verdict("incomplete", before.verdict.text if before.corrected else "choose an action")
            found = replace(before, rows=rows, verdict=said, line=text.strip(), sole=is_sole(rows, ""))
            return replace(found, asked=None, typed_first=False, quick="")
    return None


def _with_values(
    row: Suggestion, values: Sequence[str], commands: Commands, judge: Callable[[str], Verdict]
) -> Iterator[Suggestion]:
    """Yield the row with its next arguments, if it takes them; illegal ones with the rule, impossible ones with the reason."""
    typed = take_apart(row.line)
    field = next(iter(waiting_in(commands[typed.words[0]][1].fields, typed)), None)
    if field is None or not _takes(field, values[0]):
        return
    added = (",".join(values),) if field.item is not None else values
    line, label = " ".join((row.line.rstrip(), *added)), " ".join((row.label, *added))
    verdict = judge(line)
    if verdict.standing == "legal":
        yield replace(row, line=line, label=label, count=1, complete=True, note="")
    elif verdict.standing == "illegal":
        broken = verdict.violations
        yield replace(row, line=line, label=label, count=0, complete=True, note=f"! {broken[0]}", violations=broken)
    elif verdict.standing == "impossible":
        yield replace(row, line=line, label=label, count=0, note=f"impossible: {verdict.violations[0]}")


def _takes(field: Field, word: str) -> bool:
    """Return True if a word of digits may be the value of a field."""
    return is_numeric(field) or any(exact(word, value) for kind in field.kinds for value in kind.values)
