"""Frames: every step of a match, folded once. A replay is an index into them."""

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.game import C, E, Game, Moment, S
from domain.match import Acted, Entry, Match, Opened


class Frame(Struct, Generic[S, C, E], frozen=True, gc=False):
    """The state after one event of an entry, or after an entry without events (event None)."""

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

    __slots__ = ("entries", "frames", "last_frame_of", "match", "moments")

    def __init__(self, match: Match[S, C, E], entries: Sequence[Entry[C, E]] = ()) -> None:
        self.match = match
        self.entries: list[Entry[C, E]] = []
        self.frames: list[Frame[S, C, E]] = []
        self.moments: list[Moment] = []
        """The moment after each frame."""
        self.last_frame_of: list[int] = [-1]
        """Version -> index of its last frame."""
        self.extend(entries)

    def extend(self, entries: Sequence[Entry[C, E]]) -> None:
        """Adds entries at the end: the match grows while it is watched. Raises BrokenHistory."""
        for entry in entries:
            before = self.match.state
            self.match.apply(entry)
            self._add_frames(entry, before)
            self.entries.append(entry)
            self.last_frame_of.append(len(self.frames) - 1)

    def _add_frames(self, entry: Entry[C, E], before: S) -> None:
        game, payload = self.match.game, entry.payload
        events = payload.events if isinstance(payload, Opened | Acted) else ()
        state = before
        for number, event in enumerate(events, start=1):
            # The match holds the last state already: sharing it keeps a long replay small.
            after = self.match.state if number == len(events) else game.evolve(state, event)
            self._add(Frame(entry, number, event, state, after))
            state = after
        if not events:
            self._add(Frame(entry, 0, None, before, self.match.state))

    def _add(self, frame: Frame[S, C, E]) -> None:
        self.frames.append(frame)
        self.moments.append(self.match.game.moment(frame.state))


def open_history(
    game: Game[S, C, E], catalogue: Catalogue[CardRecord], entries: Sequence[Entry[C, E]]
) -> History[S, C, E]:
    """Folds entries (at least one) into a history. Raises BrokenHistory."""
    match: Match[S, C, E] = Match(entries[0].envelope.match, game, catalogue)
    return History(match, entries)
