"""A delay for spectators, in seconds or turns: younger entries are cut off the record before it is shown."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NoReturn

from msgspec import Struct

from domain.game import TurnInfo
from domain.match import AnyMatch
from domain.replay import AnyHistory, open_history
from service.clock import Clock, system_clock
from service.errors import UsageProblem
from service.recording.match_service import MatchService, history_game
from storage.errors import DamagedEntry
from storage.records import AnyEntry

_UNITS: Final = {"s": 1, "m": 60, "h": 3600}
_WRITTEN: Final = re.compile(r"([0-9]{1,6})([smht])")


class Delay(Struct, frozen=True):
    """Delay of a view: by time, or by turns if `turns` is set."""

    seconds: int = 0
    turns: int = 0

    def __str__(self) -> str:
        if self.turns:
            return f"{self.turns} turn{'' if self.turns == 1 else 's'}"
        if self.seconds % 3600 == 0:
            return f"{self.seconds // 3600} h"
        return f"{self.seconds} s" if self.seconds % 60 or self.seconds == 60 else f"{self.seconds // 60} min"


AT_ONCE: Final = Delay()
"""No delay."""


def parse_delay(text: str) -> Delay:
    """Parse `60s`, `5m`, `1h`, or turns: `2t`. Raises UsageProblem."""
    written = _WRITTEN.fullmatch(text.strip())
    number = int(written[1]) if written else 0
    if not written or not number:
        raise UsageProblem(f"no delay {text!r}; write seconds 60s, minutes 5m, hours 1h, or turns 2t")
    return Delay(turns=number) if written[2] == "t" else Delay(seconds=number * _UNITS[written[2]])


def shown_until(match: AnyMatch, later: Sequence[AnyEntry], delay: Delay, now: int) -> int:
    """Return the last visible entry: it and all before it are old enough. The opening is always visible.

    `match` is the whole match, `later` its entries that are not visible yet. Age counts from the time of recording, `now` is
    in microseconds; turns are counted on the current line, and all entries of a finished match are visible.
    """
    if delay.turns:
        return max(1, _before_turns(match, delay.turns))
    latest = now - delay.seconds * 1_000_000
    young = next((e.envelope.version for e in later if e.envelope.recorded_at > latest), match.version + 1)
    return max(1, young - 1)


def _before_turns(match: AnyMatch, turns: int) -> int:
    """Return the last current action made before the last `turns` turns."""
    if match.outcome is not None:
        return match.version
    kept = {_turn(match.game.turn_info(match.state))}
    for version in reversed(match.line):
        turn = _turn(match.game.turn_info(match.states[version - 1]))
        if turn not in kept and len(kept) == turns:
            return version
        kept.add(turn)
    return 0


def _turn(moment: TurnInfo) -> tuple[int, int]:
    return moment.round, moment.turn


def delayed_entries(app: MatchService, match_id: str, after: int, delay: Delay, now: int) -> list[AnyEntry]:
    """Return the entries after `after` that are visible at `now`. Raises MatchNotFound, DamagedEntry."""
    with app.store.lock:
        try:
            match = app.store.load(match_id)
            later: Sequence[AnyEntry] = app.store.entries(match_id, after=after, upto=match.version)
        except DamagedEntry:
            history = app.history(match_id)
            match, later = history.match, history.entries[after:]
        until = shown_until(match, later, delay, now)
    return [entry for entry in later if entry.envelope.version <= until]


def delayed_history(app: MatchService, match_id: str, delay: Delay, now: int | None = None) -> AnyHistory:
    """Return the match as spectators see it at `now` (microseconds), without younger entries. Raises as
    `MatchService.history`."""
    entries = delayed_entries(app, match_id, 0, delay, system_clock() if now is None else now)
    history = open_history(*history_game(entries, app.store), entries)
    try:
        app.store.load(match_id)
    except DamagedEntry:
        history.damage = history.damage or app.history(match_id).damage
    return history


class DelayedMatch:
    """A delayed view of a match, entry by entry. `AT_ONCE`: without a delay."""

    def __init__(self, app: MatchService, match_id: str, delay: Delay) -> None:
        """Begins with the opening, which is always shown. Raises as `MatchService.history`."""
        self._app = app
        self._delay = delay
        self.history = open_history(*history_game(first := app.store.entries(match_id, upto=1), app.store), first)
        self.due_at: int | None = None
        """The time when the next entry is old enough, in microseconds; `None` if the delay is not in time."""
        self._begun = False

    def steps(self) -> Iterator[int]:
        """Add the entries that have become visible one by one, and yield the visible version after each. The first call begins
        with the opening."""
        if not self._begun:
            self._begun = True
            yield self.history.match.version
        for entry in () if self.history.broken else self._news():
            if self.history.broken:
                return
            self.history.extend([entry])
            yield self.history.match.version
        self.due_at = self._next_due()

    def _news(self) -> Sequence[AnyEntry]:
        store, match = self._app.store, self.history.match
        if self._delay != AT_ONCE:
            return delayed_entries(self._app, match.id, match.version, self._delay, self._app.clock())
        try:
            return store.entries(match.id, after=match.version)
        except DamagedEntry as error:
            whole = store.entries(match.id, after=match.version, upto=error.version - 1)
            if not whole:
                self.history.end_before(error.version, error.why)
            return whole

    def _next_due(self) -> int | None:
        if not self._delay.seconds or self.history.broken:
            return None
        version = self.history.match.version
        waiting = self._app.store.entries(self.history.match.id, after=version, upto=version + 1)
        return waiting[0].envelope.recorded_at + self._delay.seconds * 1_000_000 if waiting else None


class DelayedService(MatchService):
    """A service whose matches are read with a delay."""

    def __init__(self, app: MatchService, delay: Delay, clock: Clock = system_clock) -> None:
        super().__init__(app.store, clock=clock, recorder=app.by)
        self.delay = delay
        self._undelayed = app

    def follow(self, wake: Callable[[], None]) -> None:
        """No-op: entries become old enough without notice."""

    def history(self, match_id: str) -> AnyHistory:
        """Return the match up to the last visible entry."""
        return delayed_history(self._undelayed, match_id, self.delay, self.clock())

    def refresh(self, history: AnyHistory) -> int:
        """Add the entries that have become old enough. Return their number."""
        seen = history.match.version
        entries = delayed_entries(self._undelayed, history.match.id, seen, self.delay, self.clock())
        history.extend(entries)
        return len(entries)


def no_match_list() -> NoReturn:
    """Stand in for the analytics of a delayed view. Raises UsageProblem."""
    raise UsageProblem("matches are not listed here: the list would show what this delay hides")
