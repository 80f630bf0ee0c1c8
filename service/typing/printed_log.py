"""Parses logs printed by `matchbook log`: the current actions, in order, as lines to play again."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from domain.text import pluralize
from service.typing.log_form import AMENDED, ENTRY, EVENT, HEADING, REASON, RECORD_ACT, TURN, VIOLATION
from service.typing.scoresheet import Scoresheet, ScoresheetLine, SheetError, read_scoresheet

_APPLIED: Final = ("back to entry", "redo", "correction of", "rewound to")
"""Record acts that the log already applies to its actions."""


def read_sheet(text: str) -> Scoresheet:
    """Read a scoresheet, or a log from its heading or any entry on. Undone and corrected actions of a log are left out, and its
    first action opens the match. Raises SheetError."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if any(form.fullmatch(first) for form in (HEADING, TURN, ENTRY)):
        return _Log().read(text.splitlines())
    if first.lstrip().startswith("["):
        raise SheetError(1, "a JSON list; write one command a line, or print the log without --json")
    return read_scoresheet(text)


class _Log:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self._lines: list[ScoresheetLine] = []
        self._end: ScoresheetLine | None = None
        """The conclusion, until actions follow that were recorded after it."""
        self._stands = False
        """True if the entry being read is a current action."""
        self._left: Counter[str] = Counter()

    def read(self, lines: list[str]) -> Scoresheet:
        recorded, viewpoint = False, "judge"
        for number, line in enumerate(lines, start=1):
            if heading := HEADING.fullmatch(line):
                recorded, viewpoint = bool(heading["recorded"]), heading["viewpoint"]
            elif ENTRY.fullmatch(line):
                self._entry(number, line, recorded=recorded)
            elif VIOLATION.fullmatch(line) or REASON.fullmatch(line):
                self._flag(line)
            elif line.strip() and not any(form.fullmatch(line) for form in (TURN, EVENT, AMENDED)):
                raise SheetError(number, f"no line of a log: {line.strip()[:60]}; leave it out, or print the log again")
        self._conclude()
        return Scoresheet(tuple(self._lines), opens_itself=True, left_out=tuple(self._remarks(viewpoint)))

    def _entry(self, number: int, line: str, *, recorded: bool) -> None:
        entry = ENTRY.fullmatch(line)
        assert entry is not None
        act = RECORD_ACT.fullmatch(entry["action"])
        self._stands = entry["sign"] == " " and act is None
        if entry["sign"] != " ":
            return
        if act is None:
            if "#" not in entry["address"]:
                self._conclude()
            self._lines.append(ScoresheetLine(number, entry["action"]))
        elif act["kind"] == "concluded":
            self._end = ScoresheetLine(number, entry["action"], concludes=True)
        elif recorded and act["kind"] == "correction of":
            raise SheetError(number, "the log was printed as recorded, without this correction: print it as corrected")
        elif act["kind"] not in _APPLIED:
            self._left[act["kind"].partition(" ")[0]] += 1

    def _flag(self, line: str) -> None:
        if not self._stands:
            return
        if reason := REASON.fullmatch(line):
            self._lines[-1] = replace(self._lines[-1], reason=reason["reason"])
        else:
            self._lines[-1] = replace(self._lines[-1], as_played=True)

    def _conclude(self) -> None:
        if self._end is not None:
            self._lines.append(self._end)
            self._end = None

    def _remarks(self, viewpoint: str) -> Iterator[str]:
        """Yield the facts in the log that the scoresheet does not contain."""
        if self._left:
            left = ", ".join(
                f"{pluralize(number, 'entry', 'entries')} of {kind!r}" for kind, number in self._left.items()
            )
            yield f"left out: {left}; only actions and an agreed end are taken from a log"
        if viewpoint != "judge":
            yield f"the log was printed as {viewpoint}: cards that were hidden from that viewpoint are unknown"
