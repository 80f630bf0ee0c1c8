"""A cache of rendered responses, one per version and viewpoint; clients with the current one get 304."""

import asyncio
from collections.abc import Callable, Hashable
from hashlib import sha256
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from litestar import Request, Response
from msgspec import Struct

from web_service.limits import HELD, Timed, Turns
from web_service.permissions import Caller
from web_service.problems import Problem

T = TypeVar("T")

MOST_BYTES: Final = 64 * 1024 * 1024
"""Most bytes in the cache; the least recently used responses are evicted."""


class DrawingAnswer(Struct, frozen=True):
    """A rendered response."""

    mark: Hashable
    """The state that it shows, for example the version of a match."""
    body: bytes
    etag: str


class DrawingRequest(Struct, frozen=True):
    """A drawing that the caller requested and may see."""

    key: Hashable
    """Identifies the drawing; `mark` identifies its state."""
    mark: Hashable
    draw: Callable[[], bytes]


class Drawings:
    """The cache. Use it only in the server's event loop; `run` does work in another thread."""

    def __init__(self, run: Callable[[Callable[[], Any]], Any], turns: Turns) -> None:
        self._run = run
        self._turns = turns
        self._kept: dict[Hashable, DrawingAnswer] = {}
        self._bytes = 0
        self._drawing: dict[Hashable, asyncio.Task[DrawingAnswer]] = {}
        self._lanes: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """A semaphore for two pieces of work, per token, or per network of callers without one."""

    async def answer(
        self,
        request: Request[Any, Any, Any],
        caller: Caller,
        look: Callable[[], DrawingRequest],
        media: str,
        **headers: str,
    ) -> Response[bytes]:
        """Return the response, or 304 if the client has it. `look` returns the requested drawing; it and `draw` may
        wait for the disk. Raises their errors."""
        found = await self._drawn(await self.paced(caller, look), caller)
        kept = {
            "Cache-Control": "no-cache" if caller.token is None else "no-store",
            "ETag": found.etag,
            "Vary": "Authorization, Cookie",
        } | headers
        asked = request.headers.get("if-none-match", "")
        if found.etag in asked or asked.strip() == "*":
            return Response(b"", status_code=304, headers=kept)
        return Response(found.body, media_type=media, headers=kept)

    async def paced(self, caller: Caller, work: Callable[[], T]) -> T:
        """Run work that may wait for the disk, as the caller's rate limit permits (organisers have none). Its processor time is
        charged to the caller, and at most two pieces of work run at a time for each caller, so expensive requests do not slow
        other callers. Raises Problem (429), and the errors of the work."""
        if caller.standing == "organiser":
            return await self._charged(caller, work)
        async with self._lanes.setdefault(caller.key, asyncio.Semaphore(2)):
            try:
                wait = self._turns.wait(caller.key)
            except Problem:
                await asyncio.sleep(HELD)
                raise
            await asyncio.sleep(wait)
            return await self._charged(caller, work)

    async def _charged(self, caller: Caller, work: Callable[[], T]) -> T:
        timed = Timed(work)
        try:
            found: T = await self._run(timed)
        finally:
            self._turns.charge(caller.key, timed.spent)
        return found

    async def _drawn(self, wanted: DrawingRequest, caller: Caller) -> DrawingAnswer:
        if (known := self._kept.get(wanted.key)) is not None and known.mark == wanted.mark:
            self._kept[wanted.key] = self._kept.pop(wanted.key)
            return known
        place = (wanted.key, wanted.mark)
        if (drawing := self._drawing.get(place)) is None:
            drawing = self._drawing[place] = asyncio.create_task(self._draw(wanted, caller))
            drawing.add_done_callback(lambda _: self._drawing.pop(place))
        return await asyncio.shield(drawing)

    async def _draw(self, wanted: DrawingRequest, caller: Caller) -> DrawingAnswer:
        body = await self._charged(caller, wanted.draw)
        new = DrawingAnswer(wanted.mark, body, f'"{sha256(body).hexdigest()[:24]}"')
        if (before := self._kept.pop(wanted.key, None)) is not None:
            self._bytes -= len(before.body)
        self._kept[wanted.key] = new
        self._bytes += len(body)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.pop(next(iter(self._kept))).body)
        return new
