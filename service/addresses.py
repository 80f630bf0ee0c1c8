"""Addresses of moments: `<match>/<version>` names an entry, `<match>/<version>.<k>` an event of it. Stable for ever."""

from typing import TYPE_CHECKING, Final

from domain.corrected_history import act_frames
from domain.replay import frames_seen
from domain.seats import JUDGE, Viewpoint
from domain.timeline import Address
from service.errors import EntryNotFound, EventNotFound, UsageProblem

if TYPE_CHECKING:
    from domain.replay import AnyFrame, AnyHistory
    from service.reading.log import Reading

POSITION_MARK: Final = "mb1_"
"""Prefix of position codes (`service.exchange.position_codes`). Match ids never contain an underscore."""


def parse_address(text: str) -> tuple[str, int | None, int | None]:
    """Return match, version and event number of an address (`None` for missing parts). Raises UsageProblem."""
    match, slash, place = text.partition("/")
    if not slash:
        return match, None, None
    version, dot, event = place.partition(".")
    if not _number(version) or (dot and not _number(event)):
        raise UsageProblem(f"{text}: an address is MATCH/ENTRY or MATCH/ENTRY.EVENT, both numbers from 1")
    return match, int(version), int(event) if dot else None


def parse_act(text: str) -> tuple[str, Address | None]:
    """Return match and action of `7kq2m4xd9fra/12`, or of `7kq2m4xd9fra/40#1` for an action inserted by the correction in entry 40.
    `None`: the address names no action. Raises UsageProblem."""
    match, slash, place = text.partition("/")
    version, mark, number = place.partition("#")
    if not slash:
        return match, None
    if not _number(version) or not int(version) or (mark and not (_number(number) and int(number))):
        raise UsageProblem(
            f"{text}: an act is MATCH/ENTRY, or MATCH/ENTRY#NUMBER for one that was inserted, numbers from 1"
        )
    return match, Address(int(version), int(number) if mark else 0)


def find_frame(
    history: "AnyHistory",
    version: int | None,
    event: int | None = None,
    reading: "Reading" = "recorded",
    viewpoint: Viewpoint = JUDGE,
) -> "AnyFrame":
    """Return the step that an address names: after an entry (`None`: the last), or after one of its events that the viewpoint may
    know of. In the corrected view, actions have their corrected form. Raises UsageProblem, and BrokenHistory if the record ends
    before it."""
    last = history.match.version
    version = last if version is None else version
    if not 0 < version <= last:
        if version > 0:
            history.expect_whole()
        raise EntryNotFound(version, last)
    action = history.match.standing(Address(version)) if reading == "corrected" else None
    if action is None:
        frames = history.frames[history.last_frame_of[version - 1] + 1 : history.last_frame_of[version] + 1]
    else:
        frames = list(act_frames(history.match, action, history.entries))
    frames = list(frames_seen(history.match.game, frames, viewpoint))
    if event is None:
        return frames[-1]
    found = [frame for frame in frames if frame.number == event and frame.event is not None]
    if not found:
        count = sum(frame.event is not None for frame in frames)
        raise EventNotFound(event, version, count)
    return found[0]


def entry_number(text: str, match: str) -> int:
    """Return the version in `12` or in the address `7kq2m4xd9fra/12`, for a match; 0 is its beginning. Raises UsageProblem."""
    if _number(text):
        return int(text)
    there, version, event = parse_address(text)
    if version is None or event is not None:
        raise UsageProblem(f"{text}: name an entry, as 12 or as {match}/12")
    if not match.startswith(there):
        raise UsageProblem(f"{text} is in another match than {match}")
    return version


def format_address(match: str, version: int, event: int | None = None) -> str:
    """`7kq2m4xd9fra/37`, or `7kq2m4xd9fra/37.2`."""
    return f"{match}/{version}" if not event else f"{match}/{version}.{event}"


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < len(text) < 10
