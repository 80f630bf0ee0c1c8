"""Broadcasts to followers of a match: each entry is encoded once per viewpoint, and the same bytes go to all followers.

An event is an addition to the view, and its id the version of the record for that viewpoint: with a delay, the last
visible entry. So a stream can be resumed from an id on any server."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Final, Self

import msgspec
from msgspec import Struct

from domain.plan import Plan
from domain.replay import AnyHistory
from domain.seats import Viewpoint
from service.access import AccessToken
from service.delay import Delay, DelayedMatch
from service.reading.page_data import Delta, ReplayData, ViewpointPage, joined
from service.recording.match_service import MatchService
from web_service.writer import call_in_loop

QUEUE: Final = 200
"""Most unsent events of a follower. A slower one is disconnected, and can resume from its last event id."""
MOST_BYTES: Final = 512 * 1024
"""Limit for these events together; a single event may be longer, for example a whole match."""
FAR_BEHIND: Final = 100
"""A follower at least this number of entries behind gets the whole match instead of single entries."""


AT_ONCE_TO: Final = 100
"""Up to this number of followers, each entry is sent at once."""
REST: Final = 0.0005
"""Pause after a broadcast in seconds, for each follower above that number. Entries wait for the next broadcast, so
broadcasts take at most a quarter of a core."""


class ChannelKey(Struct, frozen=True):
    """The subject of a stream: a match from a viewpoint, immediate or delayed."""

    match: str
    viewpoint: Viewpoint
    delay: Delay


class PageStart(Struct, frozen=True):
    """The initial data of a live page."""

    match: str
    entry: int
    """The last one that is shown."""
    plan: Plan
    view: ViewpointPage
    title: str
    game: str


def event(kind: str, data: object, version: int | None = None) -> bytes:
    """Return one server-sent event as bytes."""
    number = b"" if version is None else f"id: {version}\n".encode()
    return number + f"event: {kind}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"


class Subscriber:
    """One open stream with a bounded queue. Use it only in its event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, token: AccessToken | None, key: str = "") -> None:
        self.loop = loop
        self.token = token
        self.key = key
        """The key that streams are counted by (`web_service.permissions.Caller.key`)."""
        self.waiting = 0
        """Bytes that are not sent yet."""
        self._queue: deque[bytes | None] = deque()
        self._awaited: asyncio.Future[None] | None = None

    def offer(self, sent: bytes | None) -> None:
        """Queue events to send; `None` ends the stream. A follower whose queue is full is disconnected."""
        size = len(sent or b"")
        if self._queue and (len(self._queue) >= QUEUE or self.waiting + size > MOST_BYTES):
            self._queue.clear()
            sent = None
            self.waiting = size = 0
        self._queue.append(sent)
        self.waiting += size
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    async def next(self, seconds: float) -> bytes | None:
        """Return the next event; `None` at the end. Raises TimeoutError after that time without an event."""
        if not self._queue:
            self._awaited = self.loop.create_future()
            silence = self.loop.call_later(seconds, _silent, self._awaited)
            try:
                await self._awaited
            finally:
                silence.cancel()
        sent = self._queue.popleft()
        self.waiting -= len(sent or b"")
        return sent


def _silent(awaited: "asyncio.Future[None]") -> None:
    if not awaited.done():
        awaited.set_exception(TimeoutError())


def _offer(followers: list[Subscriber], sent: bytes) -> None:
    for follower in followers:
        follower.offer(sent)


class Channel:
    """The visible part of a match from one viewpoint, and its followers."""

    def __init__(self, app: MatchService, key: ChannelKey) -> None:
        """Raises the errors of reading the match."""
        self.key = key
        self._watched = DelayedMatch(app, key.match, key.delay)
        self._film = ReplayData(self._watched.history, key.viewpoint)
        self._mutex = Lock()
        self._growths: list[Delta] = []
        self._events: list[bytes] = []
        """The latest events; followers further behind get the whole match."""
        self._whole: tuple[int, bytes] = (-1, b"")
        """An entry, and the `whole` event of the match after it."""
        self.followers: set[Subscriber] = set()
        self.rests_until = 0.0
        """The time of the next broadcast (monotonic seconds)."""
        self._grow()

    @property
    def history(self) -> AnyHistory:
        """Return the visible part of the match; the caller must hold the channel."""
        return self._watched.history

    @property
    def due_at(self) -> int | None:
        """The time when the next delayed entry becomes visible (microseconds); `None` if no entry waits."""
        return self._watched.due_at

    def refresh(self) -> None:
        """Read new entries and send them to all followers. Raises the errors of reading, after sending the entries read
        before."""
        with self._mutex:
            self._grow_and_send()

    def _grow_and_send(self, but: Subscriber | None = None) -> None:
        known = len(self._growths)
        try:
            self._grow()
        finally:
            if came := self._after(known):
                others = self.followers - {but}
                self.rests_until = monotonic() + REST * max(0, len(others) - AT_ONCE_TO)
                for loop in {follower.loop for follower in others}:
                    # One call for all events: with one each, the loop would wake after the first, and both threads would block.
                    call_in_loop(loop, _offer, [follower for follower in others if follower.loop is loop], came)

    def _grow(self) -> None:
        for _ in self._watched.steps():
            for growth in self._film.rest():
                self._growths.append(growth)
                self._events.append(event("entry", growth, growth.entry))
                del self._events[:-FAR_BEHIND]

    def _after(self, version: int) -> bytes:
        """Return the events after an entry, or the whole match for a follower that is far behind."""
        last = len(self._growths)
        if not 0 <= last - version <= FAR_BEHIND:
            if self._whole[0] != last:
                self._whole = last, event("whole", self.whole(), last)
            return self._whole[1]
        return b"".join(self._events[len(self._events) - (last - version) :])

    @contextmanager
    def held(self) -> Iterator[Self]:
        """Keep other threads from changing the channel inside the block."""
        with self._mutex:
            yield self

    def whole(self) -> PageStart:
        """Return the initial data of a page; the caller must hold the channel."""
        match = self.history.match
        opened = match.opened
        return PageStart(
            match=match.id,
            entry=match.version,
            plan=match.game.plan(match.state),
            view=joined(self._growths, self.history, self.key.viewpoint),
            title=opened.title if opened and opened.title else match.game.title,
            game=match.game.title,
        )

    def follow(self, follower: Subscriber, after: int | None) -> bytes:
        """Return the first event for a new follower, read now; later events are offered to it. Raises the errors of reading."""
        with self._mutex:
            self.followers.add(follower)
            try:
                self._grow_and_send(but=follower)
            except BaseException:
                self.followers.discard(follower)
                raise
            return self._after(-FAR_BEHIND - 1 if after is None else after)

    def leave(self, follower: Subscriber) -> None:
        """Remove a follower."""
        with self._mutex:
            self.followers.discard(follower)
