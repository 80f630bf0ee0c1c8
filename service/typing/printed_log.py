"""Reading back a log that `matchbook log` printed: the actions that stand, in order, as lines to be played again."""

import re
from collections.abc import Iterator
from typing import Final

from service.typing.scoresheet import Line, Scoresheet, read_scoresheet

_ENTRY: Final = re.compile(r"(?P<sign>[ x]) {1,3}(?P<version>[0-9]+)  (?P<action>.+)")
_EVENT: Final = re.compile(r" {7}[0-9]+\.[0-9]+( .*)?")
_VIOLATION: Final = re.compile(r" {5}! \[.+\].*")
_TURN: Final = re.compile(r"── .* ──")
_HEADING: Final = re.compile(r".* · match [0-9a-z-]+ · .* · as .+")
_RECORD_ACT: Final = re.compile(
    r"(back to entry|note on|bookmark on|correction of|penalty by|rewound to entry) [0-9]"
    r"|(concluded|redo|contested|official|withdrawn): |confirmed by |merged into "
    r"|ruled( on [0-9]|, point of error| \[| \(not covered)|appeal (upheld|modified|overturned|of) "
    r"|(judge called|clock (started|paused|ended)|extra time|statement|evidence|note)( [0-9]|:| on [0-9]| \()"
)
"""How the words begin that an entry without an action is told in; no command of a game does."""


def read_sheet(text: str) -> Scoresheet:
    """A scoresheet, or a log from its heading or any entry on. What was taken back, and what was said about the record, is
    left out of a log; its first line opens the match. Raises SheetError."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if any(form.fullmatch(first) for form in (_HEADING, _TURN, _ENTRY)):
        return Scoresheet(tuple(_actions(text.splitlines())), opens_itself=True)
    return read_scoresheet(text)


def _actions(lines: list[str]) -> Iterator[Line]:
    for number, line in enumerate(lines, start=1):
        entry = _ENTRY.fullmatch(line)
        if entry is None or entry["sign"] != " " or _RECORD_ACT.match(entry["action"]):
            continue
        yield Line(number, entry["action"], as_played=_broke_rules(lines[number:]))


def _broke_rules(following: list[str]) -> bool:
    """Whether a rule that was broken stands under an entry, behind its events."""
    for line in following:
        if not _EVENT.fullmatch(line):
            return _VIOLATION.fullmatch(line) is not None
    return False
