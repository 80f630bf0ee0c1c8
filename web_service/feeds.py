"""Shared streams: a view is computed once per change, and the same bytes go to all followers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import suppress
from contextvars import Context
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from service.failures import kind_of
from web_service.broadcast import Subscriber
from web_service.problems import LOG
from web_service.writer import call_in_loop

if TYPE_CHECKING:
    from web_service.app_state import AppState

S = TypeVar("S")

PAUSE: Final = 0.5
"""Least seconds between two computations of a view."""
_RESTS: Final = 4
"""Pause after a computation, as a multiple of its duration; changes in the meantime are combined."""
_AGAIN: Final = 1.0
"""Seconds until a failed computation is repeated, or a view that changes with time is computed again."""
KEEP_ALIVE: Final = 5.0
"""Seconds between signs of life on an idle stream. Terminals reconnect after more than two missing ones."""


class Feed(Generic[S]):
    """A view and its followers. Use it only in the server's event loop, except `wake`."""

    def __init__(
        self, look: Callable[[], Awaitable[S]], tell: Callable[[S | None, S], bytes], *, timed: bool = False
    ) -> None:
        """`look` computes the view. `tell` returns the event from one state (`None` at first) to the next. `timed`: the
        view also changes with time."""
        self._look = look
        self._tell = tell
        self._timed = timed
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._found: tuple[S, bytes] | None = None
        self._beginning = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None
        self.followers: set[Subscriber] = set()

    def wake(self) -> None:
        """Report that something was recorded. Safe in any thread."""
        call_in_loop(self._loop, self._news.set)

    async def begin(self, follower: Subscriber) -> bytes:
        """Add a follower and return its first event. Raises the errors of `look`."""
        async with self._beginning:
            if self._found is None or not self.followers:
                self._take(await self._look())
        assert self._found is not None
        self.followers.add(follower)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._follow(), context=Context())  # charged to no caller
        return self._found[1]

    def _take(self, state: S) -> bytes:
        """Set the state, and return the change as an event."""
        came = b"" if self._found is None else self._tell(self._found[0], state)
        if came or self._found is None:
            self._found = state, self._tell(None, state)
        return came

    async def _follow(self) -> None:
        while self.followers:
            try:
                await asyncio.wait_for(self._news.wait(), _AGAIN if self._timed else KEEP_ALIVE)
            except TimeoutError:
                if not self._timed:
                    continue
            self._news.clear()
            try:
                begun = monotonic()
                came = self._take(await self._look())
                took = monotonic() - begun
            except Exception as error:
                # Viewers see the last state; the follower thread reports that the store is unavailable.
                if kind_of(error) != "busy":
                    LOG.warning("following: %s", error)
                self._news.set()
                await asyncio.sleep(_AGAIN)
                continue
            for follower in self.followers if came else ():
                follower.offer(came)
            await asyncio.sleep(max(PAUSE, min(_RESTS * took, KEEP_ALIVE)))


class Feeds:
    """The feeds with followers, by key."""

    def __init__(self) -> None:
        self._feeds: dict[Hashable, Feed[Any]] = {}

    def wake(self) -> None:
        """Report that something was recorded. Safe in any thread."""
        for feed in list(self._feeds.values()):
            feed.wake()

    def stream(
        self, app_state: "AppState", follower: Subscriber, key: Hashable, made: Callable[[], Feed[Any]]
    ) -> AsyncIterator[bytes]:
        """Yield the events of a feed, until the follower leaves or the stream ends."""
        feed = self._feeds.get(key)
        if feed is None:
            feed = self._feeds[key] = made()

        def leave(gone: Subscriber) -> None:
            app_state.left(gone)
            feed.followers.discard(gone)
            if not feed.followers and self._feeds.get(key) is feed:
                del self._feeds[key]

        return sent_to(follower, lambda: feed.begin(follower), leave)


async def sent_to(
    follower: Subscriber, begin: Callable[[], Awaitable[bytes]], leave: Callable[[Subscriber], object]
) -> AsyncIterator[bytes]:
    """Yield the events for a follower, until it leaves or the stream ends. While the store is unavailable, it yields
    signs of life."""
    try:
        first = None
        while first is None:
            try:
                first = await begin()
            except Exception as error:
                if kind_of(error) != "busy":
                    raise
                yield b": \n\n"
                with suppress(TimeoutError):
                    if await follower.next(_AGAIN) is None:
                        return
        yield b"retry: 1000\n\n" + first
        while True:
            try:
                sent = await follower.next(KEEP_ALIVE)
            except TimeoutError:
                yield b": \n\n"
                continue
            if sent is None:
                return
            yield sent
    finally:
        leave(follower)
