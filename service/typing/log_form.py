"""The form of a printed log, for its writer (`service.reading.log`) and its reader (`service.typing.printed_log`)."""

import re
from typing import Final

from domain.text import pluralize

VIOLATION_SIGN: Final = "!"
UNDONE_SIGN: Final = "x"
AS_RECORDED: Final = ", as recorded"
"""Suffix of the viewpoint in the heading of a log that shows entries without corrections."""

_NOTE: Final = (
    r"after correction \d+|as entry \d+ has it|inserted by entry \d+|"
    r"(?:corrected|struck|undone|taken back|rewound) by entry \d+"
)
"""`as entry 4 has it`: the earlier form of `after correction 4`."""
_ADDRESS: Final = r"\d+(?:#\d+)?"
ENTRY: Final = re.compile(
    rf"(?P<sign>[ {UNDONE_SIGN}]) {{1,3}}(?P<address>{_ADDRESS})  (?P<action>.+?)(?:  \((?P<note>{_NOTE})\))?"
)
VIOLATION: Final = re.compile(rf" {{5}}{VIOLATION_SIGN} \[.+\].*")
REASON: Final = re.compile(rf" {{5}}{VIOLATION_SIGN} (?:as played|reason): (?P<reason>.*) \(.*?\)")
HEADING: Final = re.compile(rf".* · match [0-9a-z-]+ · .* · as (?P<viewpoint>.+?)(?P<recorded>{AS_RECORDED})?")
TURN: Final = re.compile(r"── .* ──")
EVENT: Final = re.compile(rf" {{7}}{_ADDRESS}\.\d+( .*)?")
AMENDED: Final = re.compile(rf" {{7}}(?:{_ADDRESS}: .*|[\d,]+ later entr(?:y changes|ies change))")
RECORD_ACT: Final = re.compile(
    r"(?P<kind>concluded|back to entry|redo|correction of|rewound to|bookmark on|note on|disputed|contested|ruled|penalty by|"
    r"official|withdrawn|appeal (?:of|upheld|modified|overturned)|confirmed by|merged into|judge called|"
    r"clock (?:started|paused|ended)|extra time|statement|evidence|note|record)(?=[ :]).*"
)
"""The words of an entry without an action; the verb of an action that could be taken for one is in quotes."""


def entry_line(address: object, action: str, *, note: str = "", undone: bool = False) -> str:
    """Format an entry, or an action inserted by a correction, with a note on its status."""
    return f"{UNDONE_SIGN if undone else ' '} {address!s:>3}  {action}{f'  ({note})' if note else ''}"


def event_line(address: object, number: int, text: str) -> str:
    """Format an effect of an entry."""
    return f"       {address}.{number} {text}"


def amended_line(address: object, text: str) -> str:
    """The corrected form of an action."""
    return f"       {address}: {text}"


def later_line(number: int) -> str:
    """Format the number of later actions that a correction changes."""
    return f"       {pluralize(number, 'later entry changes', 'later entries change')}"


def violation_line(text: str) -> str:
    """Format a broken rule, or the reason for recording the action nevertheless."""
    return f"     {VIOLATION_SIGN} {text}"


def turn_line(text: str) -> str:
    """Format a heading with the turn context."""
    return f"── {text} ──"
