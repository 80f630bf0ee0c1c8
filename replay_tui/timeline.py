"""A history as positions: turns, phases, actions, events and marks. Without side effects; every jump is an index or a
bisection.

A position is the index of a frame: the state after one event. Actions end at the last frame of their entry.
"""

import re
from bisect import bisect_left, bisect_right
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, Literal, TypeAlias

from domain.corrected_history import corrected_history
from domain.entries import Annotated, TakenBack
from domain.game import TurnInfo, tag_of
from domain.outcome import Outcome
from domain.replay import AnyFrame, AnyHistory, history_seen
from domain.rules import Violation
from domain.seats import JUDGE, Viewpoint
from domain.timeline import Address
from service.reading.log import AnyEntry, Reading, entry_violations, frames_of, moment_before
from service.reading.score_curve import ScoreCurve

Mark: TypeAlias = Literal["violation", "ruling", "take-back", "note"]

MARK_SIGNS: Final[dict[Mark, str]] = {"violation": "!", "ruling": "§", "take-back": "x", "note": "i"}
"""In order of importance: of several marks at one place, the first is shown."""

_JUDGING_KINDS: Final = frozenset({"contested", "ruled", "penalised", "appealed", "rewound", "withdrawn"})


class NoSuchPlace(ValueError):
    """The text names no place of this match; the message is one line that says what to write."""


class Timeline:
    """Indices of a history. They cover only entries that `extend` has indexed, even if the history has more."""

    def __init__(self, history: AnyHistory, *, eyes: Viewpoint = JUDGE) -> None:
        """`eyes`: the only viewpoint of a locked screen."""
        self.eyes = eyes
        self.recorded = history
        """The recorded view of the history."""
        self.reading: Reading = "corrected"
        self.read("corrected")

    def read_otherwise(self, position: int) -> int:
        """Switch between the recorded and the corrected view; return the position of the same entry there."""
        version = self.version(position)
        self.read("recorded" if self.reading == "corrected" else "corrected")
        return self.end_of(version)

    def read(self, reading: Reading) -> None:
        """Switch between the corrected and the recorded view: the present state, or the state after each entry."""
        self.reading = reading
        seen = corrected_history if reading == "corrected" else history_seen
        self.history = history = seen(self.recorded, self.eyes)
        self.size = 0
        """Number of positions."""
        self.versions = 0
        """Number of entries."""
        self.turn_starts: list[int] = []
        self.phase_starts: list[int] = []
        self.marks: dict[Mark, list[int]] = {mark: [] for mark in MARK_SIGNS}
        """Versions, ascending, per kind of mark."""
        self.marked: list[int] = []
        """Versions with a mark of any recorded kind, ascending."""
        self.row_starts: list[int] = [0, 0]
        """Version -> first row of the entry in a list of all entries with their events."""
        self.most_events = 0
        """The largest number of events in one entry."""
        self.course = ScoreCurve(history)
        self._times: list[int] = []
        self.extend()

    def extend(self) -> None:
        """Index new entries of the history; in the corrected view, index all again, because they may change earlier
        ones."""
        if self.history is not self.recorded or (self.reading == "corrected" and self.recorded.match.corrections):
            known = len(self.history.last_frame_of) if self.history is not self.recorded else 0
            if known != len(self.recorded.last_frame_of):
                self.read(self.reading)
                return
        history = self.history
        for version in range(self.versions + 1, len(history.last_frame_of)):
            entry = history.entries[version - 1]
            first, last = history.last_frame_of[version - 1] + 1, history.last_frame_of[version]
            for position in range(first, last + 1):
                self._index_moment(position)
            self._index_marks(entry, version)
            events = sum(1 for frame in frames_of(history, version) if frame.event is not None)
            self.row_starts.append(self.row_starts[-1] + 1 + events)
            self.most_events = max(self.most_events, events)
            self._times.append(max(entry.envelope.happened_at, self._times[-1] if self._times else 0))
            self.size, self.versions = last + 1, version
        self.course.versions = self.versions

    def _index_moment(self, position: int) -> None:
        now = self.history.moments[position]
        before = self.history.moments[position - 1] if position else None
        if before is None or turn_key(now) != turn_key(before):
            self.turn_starts.append(position)
        if before is None or phase_key(now) != phase_key(before):
            self.phase_starts.append(position)

    def _index_marks(self, entry: AnyEntry, version: int) -> None:
        if mark := "violation" if self.violations(version) else mark_of(entry):
            self.marks[mark].append(version)
            self.marked.append(version)

    def violations(self, version: int) -> tuple[Violation, ...]:
        """Return the violations of an entry that some viewpoint of this screen may know."""
        return entry_violations(self.history.match, self.history.entries[version - 1], self.eyes)

    # --- where a position is -------------------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The last position."""
        return self.size - 1

    def clamp(self, position: int) -> int:
        """Limit the position to the match."""
        return min(max(position, 0), self.last)

    def frame(self, position: int) -> AnyFrame:
        """Return the last event before a position."""
        return self.history.frames[position]

    def version(self, position: int) -> int:
        """Return the entry of a position."""
        return self.frame(position).version

    def moment(self, position: int) -> TurnInfo:
        """Return the turn context at a position."""
        return self.history.moments[position]

    def end_of(self, version: int) -> int:
        """Return the position after a whole entry."""
        return self.history.last_frame_of[version]

    def end_of_act(self, address: Address) -> int:
        """Return the position after a current action: an inserted action ends within the entry that it precedes."""
        action = self.history.match.standing(address)
        if not address.number or action is None:
            return self.end_of(address.version)
        return next((place for place in range(self.last, -1, -1) if self.frame(place).state == action.state), self.last)

    def is_within(self, position: int) -> bool:
        """True if a position is inside an entry, before its last event."""
        return position != self.end_of(self.version(position))

    def turn_at(self, position: int) -> int:
        """Return the index into `turn_starts` of a position."""
        return bisect_right(self.turn_starts, position) - 1

    def concluded(self, position: int) -> Outcome | None:
        """Return the agreed result at a position; `None` before it."""
        ended = self.history.match.ended_after(self.version(position))
        return ended and ended[1]

    def bookmarked(self) -> frozenset[int]:
        """The positions with a recorded bookmark."""
        payloads = (self.history.entries[version - 1].payload for version in self.marks["note"])
        return frozenset(self.end_of(p.about) for p in payloads if isinstance(p, Annotated) and p.bookmark)

    def opens_turn(self, version: int) -> bool:
        """True if an entry is the first of its turn."""
        return version == 1 or turn_key(self.found(version)) != turn_key(self.found(version - 1))

    def opens_phase(self, version: int) -> bool:
        """True if an entry is the first of its phase."""
        return version == 1 or phase_key(self.found(version)) != phase_key(self.found(version - 1))

    def found(self, version: int) -> TurnInfo:
        """Return the turn context at the time of an entry."""
        return moment_before(self.history, version)

    # --- steps ---------------------------------------------------------------------------------------------------------

    def step_event(self, position: int, by: int) -> int:
        """Move by events."""
        return self.clamp(position + by)

    def step_action(self, position: int, by: int) -> int:
        """Move to the end of the next or previous action."""
        version = self.version(position)
        if by > 0 and self.is_within(position):
            return self.end_of(version)
        return self.end_of(min(max(version + by, 1), self.versions))

    def step_turn(self, position: int, by: int) -> int:
        """Move to the start of the next turn, or back to the start of this one, then of the one before."""
        return self._step_start(self.turn_starts, position, by)

    def step_phase(self, position: int, by: int) -> int:
        """As `step_turn`, for phases."""
        return self._step_start(self.phase_starts, position, by)

    def _step_start(self, starts: list[int], position: int, by: int) -> int:
        if by > 0:
            index = bisect_right(starts, position)
            return starts[index] if index < len(starts) else self.last
        index = bisect_left(starts, position) - 1
        return starts[index] if index >= 0 else 0

    def tenth(self, tenths: int) -> int:
        """Return the position at a number of tenths of the match."""
        return self.clamp(self.size * tenths // 10)

    def notable(self) -> list[int]:
        """Return the versions with a mark or a turning point, ascending."""
        return sorted({*self.marked, *self.course.turning()})

    def next_mark(self, mark: Mark | None, position: int, by: int) -> int | None:
        """Return the position after the next (or previous) entry with this mark (`None`: any); `None` at the end."""
        version = next_of(self.marks[mark] if mark else self.notable(), self.version(position), by)
        return None if version is None else self.end_of(version)

    # --- going to a place by name --------------------------------------------------------------------------------------

    def place(self, text: str, position: int, zone: tzinfo | None = None) -> int:
        """Return the position that a text names: `42`, `41.2`, an address, `t7`, `r2t3`, `14:32`. Raises
        NoSuchPlace."""
        text = text.strip()
        if match := _ENTRY.fullmatch(text):
            return self._entry_place(match, text)
        if match := _TURN.fullmatch(text):
            return self._turn_place(match, position)
        if match := _CLOCK.fullmatch(text):
            hour, minute, second = (int(part or 0) for part in match.groups())
            if hour < 24 and minute < 60 and second < 60:
                return self._clock_place(timedelta(hours=hour, minutes=minute, seconds=second), zone, bool(match[3]))
        raise NoSuchPlace(
            f"{text!r} is not a place; write an entry, a turn or a time: {' · '.join(self.examples(zone))}"
        )

    def examples(self, zone: tzinfo | None = None) -> tuple[str, ...]:
        """Return example places of this match: its last entry, an event inside an entry, turn and time."""
        rows, now = self.row_starts, self.moment(self.last)
        within = next((v for v in range(self.versions, 0, -1) if rows[v + 1] - rows[v] > 1), 0)
        event = (f"{within}.{rows[within + 1] - rows[within] - 1}",) if within else ()
        turn = f"r{now.round}t{now.turn}" if now.round else f"t{now.turn}"
        return f"{self.versions}", *event, turn, f"{local_time(self._times[-1], zone):%H:%M}"

    def _entry_place(self, match: re.Match[str], text: str) -> int:
        if match["match"] and match["match"] != self.history.match.id:
            raise NoSuchPlace(f"{text} is in another match; this one is {self.history.match.id}")
        version = int(match["version"])
        if not 1 <= version <= self.versions:
            raise NoSuchPlace(f"no entry {version}; there are 1 to {self.versions}")
        if not match["event"]:
            return self.end_of(version)
        first, count = self.end_of(version - 1) + 1, self.row_starts[version + 1] - self.row_starts[version] - 1
        if not 1 <= int(match["event"]) <= count:
            raise NoSuchPlace(f"no event {version}.{match['event']}; entry {version} has {count}")
        return first + int(match["event"]) - 1

    def _turn_place(self, match: re.Match[str], position: int) -> int:
        game = self.history.match.game
        turn = int(match["turn"]) if match["turn"] else None
        around = int(match["round"]) if match["round"] else None
        if around is not None and turn is None and not game.round_word:
            around, turn = None, around
        starts = [(self.moment(start), start) for start in self.turn_starts]
        found = [
            (now.round, start) for now, start in starts if turn in (None, now.turn) and around in (None, now.round)
        ]
        here = self.moment(position).round
        if found:
            return next((start for number, start in found if number == here), found[0][1])
        wanted = [f"{game.round_word} {around}"] if around is not None else []
        wanted += [f"{game.turn_word} {turn}"] if turn is not None else []
        raise NoSuchPlace(f"no {', '.join(wanted)} in this match")

    def _clock_place(self, clock: timedelta, zone: tzinfo | None, seconds: bool) -> int:
        begin = local_time(self._times[0], zone)
        wanted = begin.replace(hour=0, minute=0, second=0, microsecond=0) + clock
        day = timedelta(days=1)
        if wanted < begin and wanted + day <= local_time(self._times[-1], zone):
            wanted += day
        wanted += timedelta(seconds=1 if seconds else 60)
        index = bisect_left(self._times, int(wanted.timestamp() * 1_000_000))
        return self.end_of(max(index, 1))


_ENTRY: Final = re.compile(r"(?:(?P<match>[^/\s]+)/)?(?P<version>[0-9]{1,9})(?:\.(?P<event>[0-9]{1,9}))?")
_TURN: Final = re.compile(r"(?=.)(?:r(?P<round>[0-9]{1,9}))?(?:t(?P<turn>[0-9]{1,9}))?")
_CLOCK: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?")


def mark_of(entry: AnyEntry) -> Mark | None:
    """Return the mark of an entry without violations on the timeline."""
    payload = entry.payload
    if isinstance(payload, TakenBack):
        return "take-back"
    if isinstance(payload, Annotated):
        return "note"
    return "ruling" if tag_of(payload) in _JUDGING_KINDS else None


def turn_key(moment: TurnInfo) -> tuple[int, int]:
    """Return the key that changes with each turn."""
    return moment.round, moment.turn


def phase_key(moment: TurnInfo) -> tuple[int, int, str]:
    """Return the key that changes with each phase."""
    return moment.round, moment.turn, moment.phase


def next_of(versions: list[int], version: int, by: int) -> int | None:
    """Return the next (or previous) of some sorted versions; `None` without one."""
    if by > 0:
        index = bisect_right(versions, version)
        return versions[index] if index < len(versions) else None
    index = bisect_left(versions, version) - 1
    return versions[index] if index >= 0 else None


def local_time(microseconds: int, zone: tzinfo | None) -> datetime:
    """Return a stored time in a time zone (`None`: this machine's)."""
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC).astimezone(zone)
