"""Parsing of texts about entries: notes with glyphs, table events, take-backs, times at the table."""

import re
from datetime import datetime, timedelta, tzinfo
from typing import Final, cast, get_args

from msgspec import Struct

from domain.entries import Annotated, TableEvent, TableEventKind
from domain.notation import Names, NotationError
from domain.payload import Glyph, Role

_GLYPHS: Final[tuple[Glyph, ...]] = get_args(Glyph)
_CLOCK: Final = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_ABOUT: Final = re.compile(r"\s*(\d{1,6})(?:\.(\d{1,4}))?:\s*")
_MINUTES: Final = re.compile(r"(\d{1,4})(?:\s+min(?:utes)?\b)?(?!\S)")
_AGO: Final = re.compile(r"-(\d{1,3})m?")


_EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "take back": ("{back} and why",),
    "note": ("!? and text", "* bookmark", "{last}: on entry {last}"),
    "end": ("{player}: why", "draw: why", "nobody: why"),
    "time": ("14:32", "-5", "now"),
    "judge_called": ("{player}: why", "judge Kim: why"),
    "statement": ("{player}: what they say", "judge Kim: what is said"),
    "clock_started": ("50 minutes",),
    "clock_paused": ("why",),
    "clock_ended": (),
    "extra_time": ("5 minutes why",),
}


def examples_of(purpose: str, names: Names, back: int, last: int) -> tuple[str, ...]:
    """Return texts that can be typed for a purpose. `back` is a possible target of a take-back, `last` the last
    entry."""
    player = names.seat_text(0) if names.seats else "judge Kim"
    return tuple(text.format(player=player, back=back, last=last) for text in _EXAMPLES[purpose])


class InvalidText(ValueError):
    """The text cannot be used; the message is one line that says what to write."""


class Return(Struct, frozen=True):
    """The target of a take-back, and an agreed result."""

    to: int
    reason: str


def read_note(text: str, about: int, versions: int) -> Annotated:
    """Parse `!? a gamble` as a glyph and a note, `* the turning point` as a bookmark; `12: late` is about entry 12
    instead of the given one, `12.3: late` about one event of it. Raises InvalidText for empty text, and for an unknown
    entry."""
    event = None
    if entry := _ABOUT.match(text):
        about, event, text = int(entry[1]), int(entry[2]) if entry[2] else None, text[entry.end() :]
        if not 0 < about <= versions:
            raise InvalidText(f"no entry {about}; there are 1 to {versions}")
    first, _, rest = text.strip().partition(" ")
    if not first:
        raise InvalidText(f"write a note; !? before it is a glyph, * a bookmark, {versions}: names its entry")
    for glyph in _GLYPHS:
        if glyph == first:
            return Annotated(about=about, event=event, glyph=glyph, text=rest.strip())
    if first == "*":
        return Annotated(about=about, event=event, bookmark=True, text=rest.strip())
    return Annotated(about=about, event=event, text=text.strip())


def read_event(what: TableEventKind, text: str, about: int, by: str, names: Names) -> TableEvent:
    """Parse a table event: `Ada: that was my card` is by a player, `judge Kim: …` by a judge, other text by the
    recorder. Minutes come first: `5 the judge was called`. `12: …` is about entry 12. Raises InvalidText."""
    if entry := _ABOUT.match(text):
        about, text = int(entry[1]), text[entry.end() :]
    author, role, said = by, "scorekeeper", text.strip()
    who, colon, rest = said.partition(":")
    players = {names.seat_text(seat).casefold(): names.seats[seat].name for seat in range(len(names.seats))}
    if colon and (player := players.get(who.strip().casefold())):
        author, role, said = player, "player", rest.strip()
    elif colon and who.casefold().startswith("judge ") and who[6:].strip():
        author, role, said = who[6:].strip(), "judge", rest.strip()
    minutes, timed = 0, _MINUTES.match(said) if what in ("extra_time", "clock_started", "clock_paused") else None
    if timed is not None:
        minutes, said = int(timed[1]), said[timed.end() :].strip()
    if what == "extra_time" and not minutes:
        raise InvalidText("how many minutes, then why: 5 the judge was called")
    if what == "statement" and not said:
        raise InvalidText(f"who says what: {names.seat_text(0)}: that was my card")
    return TableEvent(what=what, author=author, role=cast("Role", role), text=said, minutes=minutes, about=about)


def read_end(text: str, names: Names) -> tuple[tuple[int, ...], bool, str]:
    """Parse `Ada: time was up`, `Ada, Bo`, `draw`, `nobody: the fire alarm`: the winners, a draw, and the reason.
    Raises InvalidText."""
    who, _, why = text.partition(":")
    said = [word.strip() for word in who.split(",") if word.strip()]
    if not said:
        raise InvalidText(f"who won, then why: {names.seat_text(0)}: time was up · draw · nobody")
    known = {names.seat_text(seat).casefold() for seat in range(len(names.seats))}
    if len(said) == 1 and said[0].casefold() in ("draw", "nobody") and said[0].casefold() not in known:
        return (), said[0].casefold() == "draw", why.strip()
    try:
        return tuple(dict.fromkeys(map(names.seat, said))), False, why.strip()
    except NotationError as error:
        raise InvalidText(str(error)) from None


def read_return(text: str, versions: int) -> Return:
    """Parse `37 miscounted` as back to the state after entry 37, with a reason. Raises InvalidText."""
    number, _, reason = text.strip().partition(" ")
    if not (number.isascii() and number.isdigit()) or not 0 < int(number) < versions:
        raise InvalidText(f"the entry to go back to, 1 to {versions - 1}, then why: {versions - 1} miscounted")
    return Return(int(number), reason.strip() or "agreed")


def read_time(text: str, now: int, zone: tzinfo | None) -> int | None:
    """Return microseconds of a time of today (`14:32`, `14:32:07`) or minutes ago (`-5`); `None` for `now`. Raises
    InvalidText."""
    given = text.strip()
    if given in ("", "now"):
        return None
    here = datetime.fromtimestamp(now / 1_000_000, zone)
    if ago := _AGO.fullmatch(given):
        return _microseconds(here - timedelta(minutes=int(ago[1])))
    clock = _CLOCK.fullmatch(given)
    if clock is None:
        raise InvalidText("a time: 14:32, 14:32:07, -5 (minutes ago), now")
    try:
        then = here.replace(hour=int(clock[1]), minute=int(clock[2]), second=int(clock[3] or 0), microsecond=0)
    except ValueError:
        raise InvalidText(f"{given} is not a time") from None
    # Shortly after midnight, 23:58 was yesterday.
    return _microseconds(then if then <= here + timedelta(hours=12) else then - timedelta(days=1))


def _microseconds(then: datetime) -> int:
    return int(then.timestamp() * 1_000_000)
