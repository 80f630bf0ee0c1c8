"""Corrections from a file: one change a line."""

import re
from typing import Final

from domain.corrections import EditKind
from domain.timeline import Address
from service.recording.correction_requests import RequestedEdit
from service.typing.scoresheet import SheetError

MOST_CHANGES: Final = 1000
"""Most changes in one correction, because it is a single entry and a single line of a match file."""
_LINE: Final = re.compile(
    r"(?P<sign>[+-]?)(?P<version>[1-9][0-9]{0,8})(?:#(?P<number>[1-9][0-9]{0,3}))?(?:\s+(?P<line>.*))?"
)
_SIGNS: Final[dict[str, EditKind]] = {"": "replace", "+": "insert", "-": "strike"}


def read_changes(text: str, match_id: str) -> tuple[RequestedEdit, ...]:
    """Return the changes of a file: `12 LINE` replaces the action of entry 12, `+12 LINE` inserts one before it,
    `-12` strikes it. Lines that begin with `#` are comments. Raises SheetError."""
    changes = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        changes.append(_read_change(line, number, match_id))
        if len(changes) > MOST_CHANGES:
            raise SheetError(number, f"a correction has at most {MOST_CHANGES:,} changes; make several")
    return tuple(changes)


def _read_change(line: str, number: int, match_id: str) -> RequestedEdit:
    head, slash, tail = line.partition("/")
    sign = head[:1] if head[:1] in ("+", "-") else ""
    if slash and " " not in head:  # an address with a match id
        if not match_id.startswith(head.removeprefix(sign)):
            raise SheetError(number, f"{line.partition(' ')[0].removeprefix(sign)} is in another match than {match_id}")
        line = sign + tail
    found = _LINE.fullmatch(line)
    if found is None:
        raise SheetError(
            number, "write `12 COMMAND` to replace entry 12, `+12 COMMAND` to insert before it, `-12` to strike it"
        )
    command, how = (found["line"] or "").strip(), _SIGNS[found["sign"]]
    if bool(command) == (how == "strike"):
        raise SheetError(
            number, "a struck entry takes no command" if command else "write a command after the entry number"
        )
    return RequestedEdit(Address(int(found["version"]), int(found["number"] or 0)), how, command, number)
