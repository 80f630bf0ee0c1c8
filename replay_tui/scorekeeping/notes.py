"""Texts that are typed about entries: notes with glyphs, take-backs, times at the table."""

import re
from datetime import datetime, timedelta, tzinfo
from typing import Final, get_args

from msgspec import Struct

from domain.match import Annotated, Glyph

_GLYPHS: Final[tuple[Glyph, ...]] = get_args(Glyph)
_CLOCK: Final = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_AGO: Final = re.compile(r"-(\d{1,3})m?")


class NotMeant(ValueError):
    """A text that cannot be used: one line, with what can be written."""


class Return(Struct, frozen=True):
    """Where a take-back goes, and what was agreed."""

    to: int
    reason: str


def read_note(text: str, about: int) -> Annotated:
    """`!? a gamble` is a glyph and a note, `* the turning point` a bookmark. Raises NotMeant for nothing."""
    first, _, rest = text.strip().partition(" ")
    if not first:
        raise NotMeant("write a note; !? before it is a glyph, * a bookmark")
    for glyph in _GLYPHS:
        if glyph == first:
            return Annotated(about=about, glyph=glyph, text=rest.strip())
    if first == "*":
        return Annotated(about=about, bookmark=True, text=rest.strip())
    return Annotated(about=about, text=text.strip())


def read_return(text: str, versions: int) -> Return:
    """`37 miscounted`: back to the state after entry 37. Raises NotMeant."""
    number, _, reason = text.strip().partition(" ")
    if not (number.isascii() and number.isdigit()) or not 0 < int(number) < versions:
        raise NotMeant(f"the entry to go back to, 1 to {versions - 1}, then why: 37 miscounted")
    return Return(int(number), reason.strip() or "agreed")


def read_time(text: str, now: int, zone: tzinfo | None) -> int | None:
    """Microseconds of a time of today (`14:32`, `14:32:07`) or of minutes ago (`-5`); None for `now`. Raises NotMeant."""
    given = text.strip()
    if given in ("", "now"):
        return None
    here = datetime.fromtimestamp(now / 1_000_000, zone)
    if ago := _AGO.fullmatch(given):
        return _microseconds(here - timedelta(minutes=int(ago[1])))
    clock = _CLOCK.fullmatch(given)
    if clock is None:
        raise NotMeant("a time: 14:32, 14:32:07, -5 (minutes ago), now")
    try:
        then = here.replace(hour=int(clock[1]), minute=int(clock[2]), second=int(clock[3] or 0), microsecond=0)
    except ValueError:
        raise NotMeant(f"there is no time {given}") from None
    # Shortly after midnight, 23:58 was yesterday.
    return _microseconds(then if then <= here + timedelta(hours=12) else then - timedelta(days=1))


def _microseconds(then: datetime) -> int:
    return int(then.timestamp() * 1_000_000)
