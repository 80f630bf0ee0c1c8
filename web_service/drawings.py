"""Answers that are drawn once for each version and viewpoint, however many ask; clients that have one get 304."""

import asyncio
from collections.abc import Callable, Hashable
from hashlib import sha256
from math import ceil
from time import monotonic
from typing import Any, Final

from litestar import Request, Response
from msgspec import Struct

from web_service.permissions import Caller
from web_service.problems import too_many

MOST_BYTES: Final = 64 * 1024 * 1024
"""Bytes of answers that are kept, those asked for last."""
VISITORS: Final = 100
"""Answers a second that each network is sent without a token: one hall loads its pages in seconds, and a loop slows only itself."""
MOST_WAIT: Final = 5
"""Seconds that somebody waits for a turn."""


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
        self._turns = Turns()

    async def answer(
        self, request: Request[Any, Any, Any], caller: Caller, look: Callable[[], Wanted], media: str, **headers: str
    ) -> Response[bytes]:
        """The answer, or 304 if the client has it. `look` finds out what is wanted; it and `draw` may wait for the disk. Raises
        their errors."""
        if caller.token is None:
            await asyncio.sleep(self._turns.wait(caller.network))
        found = await self._drawn(await self._run(look))
        kept = {"Cache-Control": "no-cache" if caller.token is None else "no-store", "ETag": found.etag} | headers
        asked = request.headers.get("if-none-match", "")
        if found.etag in asked or asked.strip() == "*":
            return Response(b"", status_code=304, headers=kept)
        return Response(found.body, media_type=media, headers=kept)

    async def _drawn(self, wanted: Wanted) -> Drawn:
        if (known := self._kept.get(wanted.key)) is not None and known.mark == wanted.mark:
            self._kept[wanted.key] = self._kept.pop(wanted.key)
            return known
        place = (wanted.key, wanted.mark)
        if (drawing := self._drawing.get(place)) is None:
            drawing = self._drawing[place] = asyncio.create_task(self._draw(wanted))
            drawing.add_done_callback(lambda _: self._drawing.pop(place))
        return await asyncio.shield(drawing)

    async def _draw(self, wanted: Wanted) -> Drawn:
        body: bytes = await self._run(wanted.draw)
        new = Drawn(wanted.mark, body, f'"{sha256(body).hexdigest()[:24]}"')
        if (before := self._kept.pop(wanted.key, None)) is not None:
            self._bytes -= len(before.body)
        self._kept[wanted.key] = new
        self._bytes += len(body)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.pop(next(iter(self._kept))).body)
        return new


class Turns:
    """When each network without a token has its turn."""

    def __init__(self, clock: Callable[[], float] = monotonic, *, rate: float = VISITORS) -> None:
        self._clock = clock
        self._rate = rate
        self._next: dict[str, float] = {}

    def wait(self, network: str) -> float:
        """Take the next turn of a network; the seconds until then. Raises Problem (429) if it is far away."""
        now = self._clock()
        turn = max(now, self._next.pop(network, now))
        if turn - now > MOST_WAIT:
            self._next[network] = turn
            raise too_many(ceil(turn - now))
        self._next[network] = turn + 1 / self._rate
        for other in tuple(self._next)[:2]:
            if self._next[other] < now:
                del self._next[other]
        return turn - now
