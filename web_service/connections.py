"""Connections: how long they may wait, how many there may be, and which ones give way when all places are taken."""

import asyncio
from asyncio import TimerHandle
from collections import Counter
from collections.abc import Awaitable, Callable
from time import thread_time
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from web_service.limits import MOST_WAIT, Turns, network_of
from web_service.problems import HEADERS, LOG, MEDIA, Problem, busy, too_large, too_slow, unreadable

REFUSED: Final = 32
"""Connections beyond the places that are answered `busy` when they ask; further ones are closed at once."""
MOST_HEADERS: Final = 32 * 1024
MOST_REQUEST: Final = 9 * 1024 * 1024
"""Bytes of a request; each address takes less as a body."""
MOST_BEHIND: Final = 16
"""Requests that wait behind the one that is being answered. Each takes 4 KB, a hundred times what a client sends for it."""
_SLICE: Final = 4 * 1024
"""Bytes that are parsed before these bounds are checked again. In chunks of one byte they take half a millisecond."""
_RECEIVED: Final = 200 * 1024 * 1024
"""Bytes a second that a core receives, besides parsing them."""
_CONNECTED: Final = 0.0001
"""Seconds of a core that the loop and the system take for a connection, until it is closed."""
_CALLED: Final = 0.00002
"""Seconds of a core that the loop takes to find that bytes came, however few."""
_PAUSED: Final = 0.00009
"""Seconds of a core that the loop takes to stop reading and to go on."""
_SPEED: Final = 16 * 1024
"""Bytes a second that prolong the time for a body."""
_ALL: Final = "all"
_REFUSED: Final = "refused"


class Timeouts(Struct, frozen=True):
    """Seconds that the server waits for a client."""

    headers: float = 10
    """From the first byte of a request (or the connection) to the end of its headers."""
    body: float = 20
    """One more second for each 16 KB."""
    answer: float = 60
    """Without the client reading any of the answer."""
    place: float = 1
    """Without a request, before the connection gives way to new ones."""


class ConnectionSlots:
    """The places for connections. A quarter of them, of all and of those of each network, is reserved for token holders."""

    def __init__(self, most: int, proxies: tuple[str, ...] = (), patience: Timeouts = Timeouts()) -> None:  # noqa: B008 (frozen)
        """`proxies` are limited by the number of all places only."""
        self.patience = patience
        self._most = most
        self._proxies = _TrustedHosts(list(proxies))
        self._taken: Counter[str] = Counter()
        """By network, of all, and those that are refused."""
        self._waiting: dict[Connection, float] = {}
        """Connections without a request, and since when; the oldest first."""
        self.turns = Turns()
        """Turns of those whose requests cost much: they are read later."""

    def enter(self, new: "Connection") -> None:
        """Gives a connection a place, if need be that of another; or refuses it."""
        new.counted = (new.network, _ALL)
        self._taken.update(new.counted)
        if self.is_proxy(new.host) or self._place(new, new.network, self._most // 4):
            self._place(new, _ALL, self._most)
        self.wait(new)

    def is_proxy(self, host: str) -> bool:
        """Whether a host is a proxy."""
        return host in self._proxies

    def leave(self, one: "Connection") -> None:
        """Frees its place."""
        self._waiting.pop(one, None)
        self._taken.subtract(one.counted)
        self._taken += Counter()  # forgets networks without connections
        one.counted = ()

    def wait(self, one: "Connection") -> None:
        """Notes that it has no request at present."""
        if _ALL in one.counted:
            self._waiting.setdefault(one, one.loop.time())

    def serve(self, one: "Connection") -> None:
        """Notes that a request has arrived."""
        self._waiting.pop(one, None)

    def _place(self, new: "Connection", network: str, places: int) -> bool:
        taken = self._taken[network]
        if taken <= places - places // 4:
            return True
        longest = next((one for one in self._waiting if network in (_ALL, one.network)), None)
        patience = self.patience.place if taken <= places else 0
        if longest is not None and new.loop.time() - self._waiting[longest] >= patience:
            self.leave(longest)
            longest.transport.abort()
        elif taken <= places:
            new.keep_for_tokens()
        else:
            self.leave(new)
            new.counted = (_REFUSED,)
            self._taken.update(new.counted)
            if self._taken[_REFUSED] == 1:
                LOG.warning("%d connections are open (%s); others are told to come again", places, network)
            new.refuse(at_once=self._taken[_REFUSED] > REFUSED)
            return False
        return True


class Connection(HttpToolsProtocol):
    """A connection whose requests are bounded in size and time, with answers that say what to do.

    uvicorn's own limit answers in plain text, without Retry-After, and leaves the connection open.
    """

    def __init__(self, room: ConnectionSlots, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.host = self.network = ""
        self.counted: tuple[str, ...] = ()
        """As what it takes a place."""
        self.scope = {"state": {}}  # type: ignore[typeddict-item]  # of no request yet
        self._room = room
        self._reading: TimerHandle | None = None
        self._held: TimerHandle | None = None
        """Until what is left is parsed."""
        self._left = memoryview(b"")
        self._refused = False
        self._writing: TimerHandle | None = None
        self._bytes = 0
        """Of the request so far, without the slice in which it began."""
        self._slice = 0
        self._part: Literal["", "headers", "body"] = ""
        """The part of a request that is expected; empty between two requests."""
        self._since = 0.0
        self._answered: RequestResponseCycle | None = None

    def keep_for_tokens(self) -> None:
        """Serves only token holders: the guard of every route looks at this."""
        self.app_state = {**self.app_state, "crowded": True}

    def refuse(self, *, at_once: bool) -> None:
        """Answers `busy`, or closes the connection at once."""
        self.app = answering(busy())
        if at_once:
            self.transport.abort()

    # --- what the transport calls ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Takes a place."""
        begun = thread_time()
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        self.network = network_of(self.host)
        self._read_within(self._room.patience.headers)
        self._room.enter(self)
        self._room.turns.charge(self._payer(), _CONNECTED + thread_time() - begun)

    def connection_lost(self, exc: Exception | None) -> None:
        """Frees it. Requests behind another one, which uvicorn would go on answering, are dropped."""
        self._room.leave(self)
        self.pipeline.clear()
        if self._answered is not None:
            self._answered.disconnected = True
        self._read_in_time()
        self._left = memoryview(b"")
        if self._held is not None:
            self._held.cancel()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes the bytes that came; those that the sender has no turn for are parsed later."""
        self._room.turns.charge(self._payer(), _CALLED)
        if self._reading is None:
            self._read_within(self._room.patience.headers)
        self._left = memoryview(b"".join((self._left, data)))
        if self._held is None:
            self._parse()
        else:
            self.transport.pause_reading()  # uvicorn, too, resumes it

    def _parse(self) -> None:
        """Parses a little at a time, so that little is kept of what is too large, and at the sender's cost."""
        if self._held is not None:
            self._held = None
            self.transport.resume_reading()
        begun = thread_time()
        while self._left and not self.transport.is_closing():
            before, part = self._part, bytes(self._left[:_SLICE])
            self._left, self._slice = self._left[_SLICE:], len(part)
            super().data_received(part)
            self._bytes += len(part)
            payer = self._payer()
            begun, before_it = thread_time(), begun
            self._room.turns.charge(payer, begun - before_it + len(part) / _RECEIVED)
            if self._refused:
                return
            if self._part and self._bytes > (MOST_REQUEST if self._part == "body" else MOST_HEADERS):
                self._refuse(too_large(self._part))
                return
            begins = before != "body" == self._part  # the application, which begins now, finds out who pays for it
            wait = self._room.turns.owed(payer) if payer and not begins else 0
            if self._part and (begins or wait):
                if wait:
                    self._room.turns.charge(payer, _PAUSED)
                self.transport.pause_reading()
                self._held = self.loop.call_later(wait, self._parse)
                return

    def _payer(self) -> str:
        """Return who pays for what comes: the sender of the request, as soon as it is known; empty for organisers, and for a
        proxy, which speaks for many."""
        sender = self.scope["state"].get("sender")
        if sender is None:
            return "" if self._room.is_proxy(self.host) else self.network
        return "" if sender.organises else sender.key

    def pause_writing(self) -> None:
        """The client reads more slowly than it is answered."""
        super().pause_writing()
        if self._writing is None:
            self._writing = self.loop.call_later(self._room.patience.answer, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read on."""
        super().resume_writing()
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    # --- what the parser calls -------------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._bytes, self._part = -self._slice, "headers"
        if self._reading is None:
            self._read_within(self._room.patience.headers)

    def on_headers_complete(self) -> None:
        """Its headers are read."""
        if len(self.pipeline) >= MOST_BEHIND:
            self.transport.abort()
            return
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MOST_HEADERS:
            self.app = answering(too_large("headers"))
        self._bytes, self._part = -self._slice, "body"
        self._read_within(self._room.patience.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """It is read completely, sometimes after its answer."""
        super().on_message_complete()
        self._part = ""
        self._read_in_time()
        if self.cycle.response_complete:
            self._read_within(self._room.patience.headers)
        else:
            self._room.serve(self)

    def on_response_complete(self) -> None:
        """It is answered."""
        more = bool(self.pipeline)
        super().on_response_complete()
        if not more:
            self._room.wait(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (said for people)
        """Refuse data that is not HTTP."""
        self._refuse(unreadable("this is not an HTTP request"))

    # --- time ------------------------------------------------------------------------------------------------------------

    def _read_within(self, seconds: float) -> None:
        self._read_in_time()
        self._since = self.loop.time()
        self._reading = self.loop.call_later(seconds, self._look_at_time)

    def _read_in_time(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _look_at_time(self) -> None:
        """Waits on while the server itself reads no more, and for a body that keeps arriving; else gives the request up."""
        patience = self._room.patience
        left = patience.body + self._bytes / _SPEED + self._since - self.loop.time() if self._part == "body" else 0
        if self.flow.read_paused or self._held is not None or left > 0:
            self._reading = self.loop.call_later(max(left, patience.place), self._look_at_time)
        else:
            self._answer(too_slow())

    def _refuse(self, problem: Problem) -> None:
        """Read no further, and answer in the turn of the sender: a client that is refused at once comes again at once."""
        self._left, self._refused = memoryview(b""), True
        if wait := min(self._room.turns.owed(self._payer()), MOST_WAIT):
            self.transport.pause_reading()
            self._held = self.loop.call_later(wait, self._answer, problem)
        else:
            self._answer(problem)

    def _answer(self, problem: Problem) -> None:
        """Close the connection, after an error response if a request has begun without a response."""
        cycle: RequestResponseCycle | None = self.cycle
        idle = cycle is None or cycle.response_complete
        if not ((self._part == "headers" and idle) or (self._part == "body" and cycle and not cycle.response_started)):
            self.transport.close() if idle else self.transport.abort()
            return
        headers, body = _sent(problem)
        lines = [STATUS_LINE[problem.status], *(b"%s: %s\r\n" % header for header in headers), b"\r\n", body]
        self.transport.write(b"".join(lines))
        self.transport.close()


def _sent(problem: Problem) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of an answer after which the connection is closed."""
    body = msgspec.json.encode(problem.body)
    headers = {
        **HEADERS,
        "content-type": MEDIA,
        "content-length": str(len(body)),
        "connection": "close",
        **problem.headers,
    }
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()], body


def answering(problem: Problem) -> Callable[..., Awaitable[None]]:
    """An application that answers everything so."""

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001 (every application is called so)
        headers, body = _sent(problem)
        await send({"type": "http.response.start", "status": problem.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app
