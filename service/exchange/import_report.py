"""Results of importing the files of other programs, and the report on them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from domain.text import pluralize

_MOST_PLACES: Final = 5
"""Number of places of a broken rule that are named."""


class ImportedViolation(Struct, frozen=True):
    """A broken rule of an imported action."""

    rule: str
    text: str
    place: str
    """The line of the file; `MATCH/ENTRY` if its format does not count lines."""


class MatchImport(Struct, frozen=True):
    """Result of importing one match of a file."""

    file: str
    line: int
    match: str = ""
    """Its id; empty if it could not be imported."""
    entries: int = 0
    added: int = 0
    """Entries that the store did not hold before."""
    violations: int = 0
    """Number of recorded violations."""
    left_out: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """Contradictions in the file, and how they were resolved."""
    fault: str = ""
    """Why it could not be imported."""
    broken: tuple[ImportedViolation, ...] = ()
    """The recorded violations."""
    kit_then: str = ""
    """The kit with which the store has the match, if it differs from the kit of the import."""
    earlier: str = ""
    """The stored match of which it is a corrected version."""
    changes: tuple[str, ...] = ()
    """The corrections of `earlier`, as `correct --file` reads them."""


def import_report(path: Path, results: Sequence[MatchImport], assumed: str = "", today: str = "") -> Iterator[str]:
    """Describe the import of one file in a few lines. `today`: the version of its kit."""
    if assumed:
        yield f"{path}: read as {assumed}"
    taken = [one for one in results if one.match]
    new = sum(1 for one in taken if one.added)
    broken = sum(one.violations for one in taken)
    flagged = f", {pluralize(broken, 'broken rule')} flagged" if broken else ""
    there = f", {len(taken) - new} there already" if len(taken) > new else ""
    entries = pluralize(sum(one.added for one in taken), "entry", "entries")
    yield f"{pluralize(new, 'new match', 'new matches')} of {entries}{flagged}{there}  {path}"
    yield from _broken_rules([rule for one in taken for rule in one.broken])
    for then, number in Counter(one.kit_then for one in taken if one.kit_then).items():
        yield (
            f"{number} there already with the kit {then}; today's is {today}. Matches keep their kit: leave them, or record them "
            "once more with today's kit (--again)"
        )
    left = [text for one in taken for text in one.left_out]
    if left:
        yield f"left out, since no record keeps it: {_summed(left)}"
    for one in results:
        for remark in one.remarks:  # a remark on one match already names its line
            yield f"{one.file}, {'' if remark.startswith('line ') else f'line {one.line}: '}{remark}"
        if one.fault:
            yield f"{one.file}, line {one.line}: not taken: {one.fault}"
        yield from (f"    {change}" for change in one.changes)


def _broken_rules(broken: Sequence[ImportedViolation]) -> Iterator[str]:
    """Yield one line for each broken rule, with the first places and the first reason."""
    by_rule = defaultdict[str, list[ImportedViolation]](list)
    for one in broken:
        by_rule[one.rule].append(one)
    for rule, found in by_rule.items():
        more = f" and {len(found) - _MOST_PLACES} more" if len(found) > _MOST_PLACES else ""
        places = ", ".join(one.place for one in found[:_MOST_PLACES])
        yield f"{rule or 'no rule'}, {pluralize(len(found), 'time')}: {places}{more} ({found[0].text})"


def _summed(texts: Sequence[str]) -> str:
    """Return the sum of counts of one kind: `3 comments` and `1 comment` give `4 comments`."""
    sums: dict[str, int] = {}
    for text in texts:
        number, _, what = text.partition(" ")
        one = what.removesuffix("s")
        sums[one] = sums.get(one, 0) + (int(number) if number.isdigit() else 1)
    return ", ".join(pluralize(number, one) for one, number in sums.items())
