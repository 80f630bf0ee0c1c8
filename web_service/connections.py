"""HTTP connections: limits on their number, size and time, and which connections are closed when all slots are taken."""

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
"""Connections beyond the slots that get a `busy` response; further ones are closed at once."""
MOST_HEADERS: Final = 32 * 1024
MOST_REQUEST: Final = 9 * 1024 * 1024
"""Most bytes of a request; routes have lower limits for bodies."""
MOST_BEHIND: Final = 16
"""Most pipelined requests that wait on a connection. Each takes 4 KB of memory, a hundred times its size on the wire."""
_SLICE: Final = 4 * 1024
"""Bytes parsed between two checks of these limits. Sent as one-byte chunks, they take half a millisecond to parse."""
_RECEIVED: Final = 200 * 1024 * 1024
"""Bytes per second that a core can receive, without parsing."""
_CONNECTED: Final = 0.0001
"""Processor time in seconds for opening and closing a connection."""
_CALLED: Final = 0.00002
"""Processor time in seconds for each read event."""
_PAUSED: Final = 0.00009
"""Processor time in seconds for pausing and resuming a connection."""
_SPEED: Final = 16 * 1024
"""A body that arrives at this rate (bytes per second) or faster does not time out."""
_ALL: Final = "all"
_REFUSED: Final = "refused"


class Timeouts(Struct, frozen=True):
    """Seconds that the server waits for a client."""

    headers: float = 10
    """From the first byte of a request (or the connection) to the end of its headers."""
    body: float = 20
    """For the body, plus one second for each 16 KB received."""
    answer: float = 60
    """Until the client reads on, after it stopped reading the response."""
    place: float = 1
    """Idle time after which a connection may be closed for a new one."""


class ConnectionSlots:
    """Limits the number of connections, in total and per network. A quarter of the slots is reserved for token holders."""

    def __init__(self, most: int, proxies: tuple[str, ...] = (), patience: Timeouts = Timeouts()) -> None:  # noqa: B008 (frozen)
        """`proxies` are limited only by the total number of slots."""
        self.patience = patience
        self._most = most
        self._proxies = _TrustedHosts(list(proxies))
        self._taken: Counter[str] = Counter()
        """Number of connections by network, in total (`_ALL`), and refused (`_REFUSED`)."""
        self._waiting: dict[Connection, float] = {}
        """Idle connections and the time since when they are idle, the oldest first."""
        self.turns = Turns()
        """Rate limits by processor time; bytes of senders that owe processor time are parsed later."""

    def enter(self, new: "Connection") -> None:
        """Give a connection a slot, closing an idle one if necessary, or refuse it."""
        new.counted = (new.network, _ALL)
        self._taken.update(new.counted)
        if self.is_proxy(new.host) or self._place(new, new.network, self._most // 4):
            self._place(new, _ALL, self._most)
        self.wait(new)

    def is_proxy(self, host: str) -> bool:
        """Return True if a host is a trusted proxy."""
        return host in self._proxies

    def leave(self, one: "Connection") -> None:
        """Free the slot of a connection."""
        self._waiting.pop(one, None)
        self._taken.subtract(one.counted)
        self._taken += Counter()  # forgets networks without connections
        one.counted = ()

    def wait(self, one: "Connection") -> None:
        """Mark a connection as idle."""
        if _ALL in one.counted:
            self._waiting.setdefault(one, one.loop.time())

    def serve(self, one: "Connection") -> None:
        """Mark a connection as busy with a request."""
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
                LOG.warning("%d connections are open (%s); further ones are told to try again", places, network)
            new.refuse(at_once=self._taken[_REFUSED] > REFUSED)
            return False
        return True


class Connection(HttpToolsProtocol):
    """A connection that limits the size and duration of requests; its error responses say what to do.

    uvicorn's own limit answers in plain text, without Retry-After, and leaves the connection open.
    """

    def __init__(self, room: ConnectionSlots, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.host = self.network = ""
        self.counted: tuple[str, ...] = ()
        """The counters of `ConnectionSlots` in which it is counted."""
        self.scope = {"state": {}}  # type: ignore[typeddict-item]  # until the first request
        self._room = room
        self._reading: TimerHandle | None = None
        self._held: TimerHandle | None = None
        """A scheduled call that parses the remaining bytes."""
        self._left = memoryview(b"")
        self._refused = False
        self._writing: TimerHandle | None = None
        self._bytes = 0
        """Bytes of the current request so far, except its first slice."""
        self._slice = 0
        self._part: Literal["", "headers", "body"] = ""
        """The part of the request being read: `headers` or `body`; empty between requests."""
        self._since = 0.0
        self._answered: RequestResponseCycle | None = None

    def keep_for_tokens(self) -> None:
        """Serve only token holders; the guard of every route checks this mark."""
        self.app_state = {**self.app_state, "crowded": True}

    def refuse(self, *, at_once: bool) -> None:
        """Answer `busy`, or close the connection at once."""
        self.app = answering(busy())
        if at_once:
            self.transport.abort()

    # --- called by the transport ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a slot."""
        begun = thread_time()
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        self.network = network_of(self.host)
        self._read_within(self._room.patience.headers)
        self._room.enter(self)
        self._room.turns.charge(self._payer(), _CONNECTED + thread_time() - begun)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the slot. Waiting requests are dropped; uvicorn would go on answering them."""
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
        """Receive bytes; those beyond the sender's rate limit are parsed later."""
        self._room.turns.charge(self._payer(), _CALLED)
        if self._reading is None:
            self._read_within(self._room.patience.headers)
        self._left = memoryview(b"".join((self._left, data)))
        if self._held is None:
            self._parse()
        else:
            self.transport.pause_reading()  # uvicorn may have resumed it

    def _parse(self) -> None:
        """Parse in slices, so that oversized requests are noticed early, and charge the time to the sender."""
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
            begins = before != "body" == self._part  # the application starts now and identifies the sender
            wait = self._room.turns.owed(payer) if payer and not begins else 0
            if self._part and (begins or wait):
                if wait:
                    self._room.turns.charge(payer, _PAUSED)
                self.transport.pause_reading()
                self._held = self.loop.call_later(wait, self._parse)
                return

    def _payer(self) -> str:
        """Return the key to which processor time is charged: the sender, once identified, else the network. Empty for
        organisers, and for proxies, which forward many senders."""
        sender = self.scope["state"].get("sender")
        if sender is None:
            return "" if self._room.is_proxy(self.host) else self.network
        return "" if sender.organises else sender.key

    def pause_writing(self) -> None:
        """Start the timeout of a client that does not read its response."""
        super().pause_writing()
        if self._writing is None:
            self._writing = self.loop.call_later(self._room.patience.answer, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel this timeout: the client reads again."""
        super().resume_writing()
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    # --- called by the parser -------------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """Start the timeout for headers."""
        super().on_message_begin()
        self._bytes, self._part = -self._slice, "headers"
        if self._reading is None:
            self._read_within(self._room.patience.headers)

    def on_headers_complete(self) -> None:
        """Check the headers, and start the timeout for the body."""
        if len(self.pipeline) >= MOST_BEHIND:
            self.transport.abort()
            return
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MOST_HEADERS:
            self.app = answering(too_large("headers"))
        self._bytes, self._part = -self._slice, "body"
        self._read_within(self._room.patience.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """End the timeouts of reading. The response may be complete before the request."""
        super().on_message_complete()
        self._part = ""
        self._read_in_time()
        if self.cycle.response_complete:
            self._read_within(self._room.patience.headers)
        else:
            self._room.serve(self)

    def on_response_complete(self) -> None:
        """Mark the connection as idle unless more requests wait."""
        more = bool(self.pipeline)
        super().on_response_complete()
        if not more:
            self._room.wait(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's text is not used)
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
        """Extend the timeout while the server itself has paused reading, or the body arrives fast enough; else end the
        request."""
        patience = self._room.patience
        left = patience.body + self._bytes / _SPEED + self._since - self.loop.time() if self._part == "body" else 0
        if self.flow.read_paused or self._held is not None or left > 0:
            self._reading = self.loop.call_later(max(left, patience.place), self._look_at_time)
        else:
            self._answer(too_slow())

    def _refuse(self, problem: Problem) -> None:
        """Stop reading, and answer when the sender's rate limit permits; otherwise refused clients would retry in a fast loop."""
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
    """Return headers and body of an error response after which the connection is closed."""
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
    """Return an ASGI application that answers every request with a problem."""

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001 (required by the ASGI interface)
        headers, body = _sent(problem)
        await send({"type": "http.response.start", "status": problem.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app
