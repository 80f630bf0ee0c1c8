"""Frames: every step of a match, folded once. A replay shows one frame at a time, by its index."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import accumulate, pairwise
from typing import Generic, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import CardRecord, Catalogue
from domain.entries import Entry, action_parts
from domain.game import C, Command, E, Event, Game, S, TurnInfo
from domain.match import Match
from domain.rendering import with_error_boundary
from domain.seat_checks import has_unknown_seats
from domain.seats import JUDGE, GameState, Viewpoint
from domain.timeline import BrokenHistory


class Frame(Struct, Generic[S, C, E], frozen=True, gc=False):
    """The state after one event of an entry, or after an entry without events (`event` is unset)."""

    entry: Entry[C, E]
    number: int
    """Number of the event in its entry, from 1; 0 for an entry without events."""
    event: E | None
    before: S
    state: S

    @property
    def version(self) -> int:
        """The entry's version."""
        return self.entry.envelope.version

    @property
    def address(self) -> str:
        """`<match>/<version>.<k>`, or `<match>/<version>` for an entry without events."""
        return f"{self.entry.address}.{self.number}" if self.number else self.entry.address


class History(Generic[S, C, E]):
    """A folded match with all its frames and the indices that stepping uses."""

    __slots__ = ("broken", "damage", "entries", "frames", "last_frame_of", "match", "moments")

    def __init__(self, match: Match[S, C, E]) -> None:
        self.match = match
        self.entries: list[Entry[C, E]] = []
        self.frames: list[Frame[S, C, E]] = []
        self.moments: list[TurnInfo] = []
        """Turn info after each frame."""
        self.last_frame_of: list[int] = [-1]
        """Version -> index of its last frame."""
        self.broken = False
        """True if the record has a further entry that cannot be read or does not follow."""
        self.damage = ""
        """Damage found in the record, in one line; empty if it is sound."""

    def extend(self, entries: Sequence[Entry[C, E]]) -> None:
        """Append entries, for a match that grows while it is watched. The history ends before the first entry that cannot be
        folded.

        Raises BrokenHistory if that is the first entry of the match.
        """
        check_seats = has_unknown_seats(self.match, entries)
        for entry in entries:
            if self.broken:
                return
            before = self.match.state
            try:
                self.match.apply(entry, check_seats=check_seats)
                match = self.match
                self.add_frames(frames_along(match.game, entry, before, match.step_states, match.state))
            except BrokenHistory as error:
                if not self.entries:
                    raise
                self._forget(entry.envelope.version)
                self.end_before(entry.envelope.version, str(error))
                return
            self.entries.append(entry)
            self.last_frame_of.append(len(self.frames) - 1)

    def end_before(self, version: int, why: str) -> None:
        """End the history before entry `version`, because the record is damaged from there on."""
        self.broken = True
        self.note_damage(
            f"damaged from entry {version} on, told up to entry {self.match.version}: {why.removeprefix(f'{self.match.id}: ')}"
        )

    def expect_whole(self) -> None:
        """Raise BrokenHistory if the history ends before the record does."""
        if self.broken:
            raise BrokenHistory(self.damage)

    def note_damage(self, what: str) -> None:
        """Note that a part of the record cannot be shown. Only the first note is kept."""
        match = self.match.id
        self.damage = self.damage or f"{match} is {what}; `matchbook audit {match}` tells more"

    def _forget(self, version: int) -> None:
        """Remove an entry that was folded but whose frames failed."""
        kept = self.last_frame_of[-1] + 1
        del self.frames[kept:], self.moments[kept:]
        self.match.cut(version)

    def add_frames(self, frames: Iterable[Frame[S, C, E]]) -> None:
        """Append frames of the next entry."""
        for frame in frames:
            self.frames.append(frame)
            self.moments.append(self.match.game.turn_info(frame.state))


def frames_along(
    game: Game[S, C, E], entry: Entry[C, E], before: S, passed: Sequence[S], after: S
) -> Iterator[Frame[S, C, E]]:
    """Yield the frames of an entry, given the states after each of its events."""
    events = action_parts(entry.payload)[1]
    if not events:
        yield Frame(entry, 0, None, before, after)
        return
    before, *shown = (before, *passed) if len(events) == 1 else game.redact_between(events, (before, *passed))
    for number, (event, state) in enumerate(zip(events, shown, strict=True), start=1):
        yield Frame(entry, number, event, before, state)
        before = state


def frames_made(game: Game[S, C, E], entry: Entry[C, E], before: S) -> list[Frame[S, C, E]]:
    """Return the frames of one entry, folding its events on the state before it."""
    passed = list(accumulate(action_parts(entry.payload)[1], game.evolve, initial=before))
    return list(frames_along(game, entry, before, passed[1:], passed[-1]))


def visible_frames(
    game: Game[S, C, E], frames: Sequence[Frame[S, C, E]], viewpoint: Viewpoint
) -> Iterator[tuple[int, Frame[S, C, E]]]:
    """Yield the frames of one action that a viewpoint may know of, with their numbers for it: hidden events leave no gap. An action
    with only hidden events is one frame without an event."""
    states = [frame.state for frame in frames]
    seen = 0
    for place, frame in enumerate(frames):
        if frame.event is None:
            yield 0, frame
        elif not game.hides((frame.before, *states[place:]), frame.event, viewpoint):
            seen += 1
            yield seen, frame
    if not seen and frames and frames[0].event is not None:
        yield 0, Frame(frames[0].entry, 0, None, frames[0].before, states[-1])


def frames_seen(
    game: Game[S, C, E], frames: Sequence[Frame[S, C, E]], viewpoint: Viewpoint
) -> Sequence[Frame[S, C, E]]:
    """Return the frames of one action as a viewpoint may know them: numbered for it, and up to the state after the action."""
    if viewpoint == JUDGE:
        return frames
    seen = [replace(frame, number=number) for number, frame in visible_frames(game, frames, viewpoint)]
    return [*seen[:-1], replace(seen[-1], state=frames[-1].state)]


def history_seen(history: History[S, C, E], viewpoint: Viewpoint) -> History[S, C, E]:
    """Return the history with the frames that a viewpoint may know of. Entries keep their numbers. The result does not grow with
    the match."""
    if viewpoint == JUDGE:
        return history
    match, shown = history.match, copy(history)
    shown.entries = history.entries[: len(history.last_frame_of) - 1]
    shown.frames, shown.moments, shown.last_frame_of = [], [], [-1]
    for first, last in pairwise(history.last_frame_of):
        shown.add_frames(frames_seen(match.game, history.frames[first + 1 : last + 1], viewpoint))
        shown.last_frame_of.append(len(shown.frames) - 1)
    return shown


AnyFrame: TypeAlias = Frame[GameState, Command, Event]
AnyHistory: TypeAlias = History[GameState, Command, Event]
"""Frames and histories of any game."""


def open_history(
    game: Game[S, C, E], catalogue: Catalogue[CardRecord], entries: Sequence[Entry[C, E]]
) -> History[S, C, E]:
    """Fold entries (at least one) into a history, as far as they can be folded. Parts that cannot be drawn or narrated are
    noted and shown as such. Raises BrokenHistory for the first entry."""
    match: Match[S, C, E] = Match(entries[0].envelope.match, game, catalogue)
    history = History(match)
    match.game = with_error_boundary(match.game, history.note_damage)
    history.extend(entries)
    return history
