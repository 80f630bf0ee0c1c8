"""The words around a replay: the top bar, the position line, the citation."""

from datetime import tzinfo
from typing import Protocol

from domain.game import Moment
from domain.match import Envelope, TakenBack, payload_commands
from domain.table import JUDGE, Viewpoint, seat_name
from replay_tui.timeline import Timeline, local_time
from service.reading.log import (
    UNDONE_SIGN,
    VIOLATION_SIGN,
    AnyHistory,
    action_text,
    event_text,
    turn_text,
    what_if_text,
)
from service.reading.toned import Line, Span, clean, cut, fit, width_of
from service.reading.viewpoints import viewpoint_name


class Replayed(Protocol):
    """What the captions tell of."""

    timeline: Timeline
    zone: tzinfo | None

    @property
    def position(self) -> int: ...
    @property
    def viewpoint(self) -> Viewpoint: ...
    @property
    def live(self) -> bool: ...
    @property
    def live_text(self) -> str: ...
    @property
    def badges(self) -> tuple[str, ...]: ...


def header_line(replay: Replayed, width: int) -> Line:
    """`REPLAY 7kq2m4xd9fra/41 · FRC: The Card Game · Otto v Rin      as judge`."""
    timeline, match = replay.timeline, replay.timeline.history.match
    names = " v ".join(clean(seat.name) for seat in match.state.seats)
    title = match.opened.title if match.opened else ""
    about = " · ".join(clean(part) for part in (match.game.title, names, title) if part)
    left = (
        Span(f"{replay.live_text if replay.live else 'REPLAY'} ", "strong"),
        Span(place_address(timeline, replay.position), "strong"),
        Span(f" {what_if_text(match.forked_from)}".rstrip(), "warn"),
        Span(f" · {about}"),
    )
    room = width - width_of(left[:2]) - 1  # the address is never cut
    viewpoint = cut(f"as {viewpoint_name(replay.viewpoint, match.state.seats)}", max(room, 0))
    return spread(left, (Span(viewpoint, "strong"),), width)


def place_line(replay: Replayed, width: int) -> Line:
    """`entry 41/212 · turn 7 · Scoring · Ana to act · 14:32:07      LIVE`."""
    timeline, position = replay.timeline, replay.position
    frame = timeline.frame(position)
    number = f"{frame.version}.{frame.number}" if timeline.is_within(position) else str(frame.version)
    parts = [
        f"entry {number}/{timeline.versions}",
        *moment_parts(timeline.history, timeline.moment(position), position),
        local_time(frame.entry.envelope.happened_at, replay.zone).strftime("%H:%M:%S"),
    ]
    violations = payload_commands(frame.entry.payload)[2]
    marks = "".join(f"  {VIOLATION_SIGN} {rule}" for rule in dict.fromkeys(v.rule for v in violations))
    undone = timeline.history.match.undone.get(frame.version)
    back = f"  {UNDONE_SIGN} taken back by {undone}" if undone else ""
    left = (Span(" · ".join(parts)), Span(marks, "bad"), Span(back, "warn"))
    return spread(left, (Span(" · ".join(replay.badges), "strong"),), width)


def moment_parts(history: AnyHistory, moment: Moment, position: int) -> list[str]:
    """Turn, phase, who is to act."""
    game, seats = history.match.game, history.frames[position].state.seats
    parts = [turn_text(game, Moment(moment.turn, "", None, moment.round), seats)]
    parts += [clean(moment.phase.replace("_", " "))] if moment.phase else []
    parts += [f"{clean(seat_name(seats, moment.seat))} to act"] if moment.seat is not None else []
    return parts


def place_address(timeline: Timeline, position: int) -> str:
    """The address of a position: of its event inside an entry, of the whole entry at its end."""
    frame = timeline.frame(position)
    return clean(frame.address if timeline.is_within(position) else frame.entry.address)


def citation(timeline: Timeline, position: int, viewpoint: Viewpoint) -> str:
    """A moment as one cites it: address, turn, what was done, the rules it broke, and through whose eyes."""
    history = timeline.history
    frame = timeline.frame(position)
    seats = history.match.state.seats
    said = (
        event_text(history.match.game, frame, viewpoint)
        if timeline.is_within(position)
        else action_text(history, frame.version, viewpoint)
    )
    rules = dict.fromkeys(v.rule for v in payload_commands(frame.entry.payload)[2])
    parts = [
        place_address(timeline, position),
        *filter(None, [what_if_text(history.match.forked_from)]),
        turn_text(history.match.game, timeline.found(frame.version), seats),
        said,
        *(f"[{rule}]" for rule in rules),
    ]
    if viewpoint != JUDGE:
        parts.append(f"as {viewpoint_name(viewpoint, seats)}")
    return " · ".join(parts)


def correction_text(envelope: Envelope, taken_back: TakenBack) -> str:
    """`entry 17: taken back to entry 8 by tess: miscounted`."""
    by = f" by {envelope.by}" if envelope.by else ""
    why = f": {taken_back.reason}" if taken_back.reason else ""
    return clean(f"entry {envelope.version}: taken back to entry {taken_back.to}{by}{why}")


def spread(left: Line, right: Line, width: int) -> Line:
    """Two lines at both ends of a row; the left one is cut where they meet."""
    room = width - width_of(right) - 1 if width_of(right) else width
    if room < 8:
        return fit(left, width)
    shown = fit(left, room)
    return (*shown, Span(" " * (width - width_of(shown) - width_of(right))), *right)
