"""Answers that are drawn once for each version and viewpoint, however many ask; clients that have one get 304."""

import asyncio
from collections.abc import Callable, Hashable
from hashlib import sha256
from math import ceil
from time import monotonic, thread_time
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from litestar import Request, Response
from msgspec import Struct

from web_service.permissions import Caller
from web_service.problems import Problem, too_many

T = TypeVar("T")

MOST_BYTES: Final = 64 * 1024 * 1024
"""Bytes of answers that are kept, those asked for last."""
VISITORS: Final = 100
"""Answers a second that each network is sent without a token: one hall loads its pages in seconds, and a loop slows only itself."""
MOST_WAIT: Final = 5
"""Seconds that somebody waits for a turn."""
HELD: Final = 1
"""Seconds after which somebody is refused: a loop of refusals would cost more than answers."""
SHARE: Final = 0.25
"""Of a core: the processor time that may be spent on what a token, or a network without one, looks at."""


class Drawn(Struct, frozen=True):
    """An answer."""

    mark: Hashable
    """The state that it shows, for example the version of a match."""
    body: bytes
    etag: str


class Wanted(Struct, frozen=True):
    """A drawing that somebody asks for and may see."""

    key: Hashable
    """Everything that the answer depends on, except what changes with time."""
    mark: Hashable
    draw: Callable[[], bytes]


class Drawings:
    """The answers that are kept. For the loop of the server; `run` does work in another thread."""

    def __init__(self, run: Callable[[Callable[[], Any]], Any]) -> None:
        self._run = run
        self._kept: dict[Hashable, Drawn] = {}
        self._bytes = 0
        self._drawing: dict[Hashable, asyncio.Task[Drawn]] = {}
        self.turns = Turns()
        self._lanes: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """By token, or by network without one."""

    async def answer(
        self, request: Request[Any, Any, Any], caller: Caller, look: Callable[[], Wanted], media: str, **headers: str
    ) -> Response[bytes]:
        """The answer, or 304 if the client has it. `look` finds out what is wanted; it and `draw` may wait for the disk. Raises
        their errors."""
        found = await self._drawn(await self.paced(caller, look, 0 if caller.token else 1 / VISITORS), caller)
        kept = {
            "Cache-Control": "no-cache" if caller.token is None else "no-store",
            "ETag": found.etag,
            "Vary": "Authorization, Cookie",
        } | headers
        asked = request.headers.get("if-none-match", "")
        if found.etag in asked or asked.strip() == "*":
            return Response(b"", status_code=304, headers=kept)
        return Response(found.body, media_type=media, headers=kept)

    async def paced(self, caller: Caller, work: Callable[[], T], pause: float = 0) -> T:
        """Work that may wait for the disk, in the caller's turn (organisers have it at once), `pause` seconds before the next.
        Its processor time delays the next one, and two go on at a time: who asks for expensive answers slows nobody else. Raises
        Problem (429), and the errors of the work."""
        if caller.standing != "organiser":
            try:
                wait = self.turns.wait(caller.key, pause)
            except Problem:
                await asyncio.sleep(HELD)
                raise
            await asyncio.sleep(wait)
            async with self._lanes.setdefault(caller.key, asyncio.Semaphore(2)):
                return await self._charged(caller, work)
        return await self._charged(caller, work)

    async def _charged(self, caller: Caller, work: Callable[[], T]) -> T:
        spent = 0.0

        def timed() -> T:
            nonlocal spent
            begun = thread_time()
            try:
                return work()
            finally:
                spent = thread_time() - begun

        try:
            found: T = await self._run(timed)
        finally:
            self.turns.charge(caller.key, spent)
        return found

    async def _drawn(self, wanted: Wanted, caller: Caller) -> Drawn:
        if (known := self._kept.get(wanted.key)) is not None and known.mark == wanted.mark:
            self._kept[wanted.key] = self._kept.pop(wanted.key)
            return known
        place = (wanted.key, wanted.mark)
        if (drawing := self._drawing.get(place)) is None:
            drawing = self._drawing[place] = asyncio.create_task(self._draw(wanted, caller))
            drawing.add_done_callback(lambda _: self._drawing.pop(place))
        return await asyncio.shield(drawing)

    async def _draw(self, wanted: Wanted, caller: Caller) -> Drawn:
        body = await self._charged(caller, wanted.draw)
        new = Drawn(wanted.mark, body, f'"{sha256(body).hexdigest()[:24]}"')
        if (before := self._kept.pop(wanted.key, None)) is not None:
            self._bytes -= len(before.body)
        self._kept[wanted.key] = new
        self._bytes += len(body)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.pop(next(iter(self._kept))).body)
        return new


class Turns:
    """When each token, and each network without one, has its turn."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._next: dict[str, float] = {}

    def charge(self, who: str, seconds: float) -> None:
        """Put the next turn off by what one cost, in seconds of a processor."""
        self._next[who] = max(self._clock(), self._next.get(who, 0)) + seconds / SHARE

    def wait(self, who: str, pause: float) -> float:
        """Take the next turn, `pause` seconds before the one after it; the seconds until then. Raises Problem (429) if it is far
        away."""
        now = self._clock()
        turn = max(now, self._next.pop(who, now))
        if turn - now > MOST_WAIT:
            self._next[who] = turn
            raise too_many(ceil(turn - now))
        self._next[who] = turn + pause
        for other in tuple(self._next)[:2]:
            if self._next[other] < now:
                del self._next[other]
        return turn - now
