"""The server: one process that stops promptly and notifies all followers."""

import asyncio
import logging
import resource
from collections.abc import Callable, Coroutine
from functools import partial
from time import thread_time
from types import FrameType
from typing import Any, Final, TypeAlias, cast

import uvicorn
from litestar import Litestar

from web_service import limits
from web_service.app_state import AppState
from web_service.auth import sender_of
from web_service.connections import Connection, ConnectionSlots, answering
from web_service.limits import HELD, MOST_WAIT, PAYER, Metered
from web_service.problems import Problem

ASGIApp: TypeAlias = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]
Scope: TypeAlias = dict[str, Any]
Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Coroutine[Any, Any, Message]]
Send: TypeAlias = Callable[[Message], Coroutine[Any, Any, None]]

CONNECTIONS: Final = 2_000
"""Most open connections."""
REQUESTS: Final = 300
"""Requests per second that one token, or one network's callers without a token, may send. This lets 200 phones in a
hall load their pages and scripts within five seconds."""
FILES: Final = 128
"""Files that the process opens besides connections: the store and its sidecar files, for example."""
FORMER_ADDRESSES: Final = {"/api/gatherings": "/api/event-days"}
"""Former prefix of addresses -> current prefix. Both are answered."""
_FIRST: Final = 2
"""Messages of a response that are charged to the sender: the headers and the first part of the body."""
_GRACE: Final = 2
"""Seconds to wait for open requests at shutdown."""


class Server(uvicorn.Server):
    """Ends open streams at shutdown, because they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, app_state: AppState) -> None:
        super().__init__(config)
        self._app_state = app_state

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the shutdown after a signal."""
        self._app_state.end_streams()
        super().handle_exit(sig, frame)


def connections() -> int:
    """Return the number of possible connections, each of which needs a file of this process; raise the process's limit
    as far as the system permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return CONNECTIONS
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(1, files - FILES)


def with_former_addresses(app: ASGIApp) -> ASGIApp:
    """Wrap an application so that it also answers at former addresses."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        for former, present in FORMER_ADDRESSES.items():
            if scope["type"] == "http" and f"{scope['path']}/".startswith(f"{former}/"):
                scope = {**scope, "path": present + scope["path"].removeprefix(former)}
        await app(scope, receive, send)

    return answered


def with_head(app: ASGIApp) -> ASGIApp:
    """Wrap an application so that it answers HEAD like GET, without the body."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await app(scope, receive, send)
            return
        done = asyncio.Event()

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
            elif not done.is_set():
                done.set()
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        got = asyncio.create_task(app({**scope, "method": "GET"}, receive, send_head))
        sent = asyncio.create_task(done.wait())
        await asyncio.wait((got, sent), return_when=asyncio.FIRST_COMPLETED)
        got.cancel()  # a stream would never end
        sent.cancel()
        await asyncio.gather(got, sent, return_exceptions=True)

    return answered


def with_turns(app: ASGIApp, app_state: AppState) -> ASGIApp:
    """Wrap an application so that it identifies the sender and limits requests per second for each token, or network of callers
    without one. Organisers are not limited. Sign-in is delayed but never refused here: it has its own limit, on invalid
    tokens."""
    turns = app_state.turns

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        begun = thread_time()
        sender = scope["state"]["sender"] = sender_of(scope, app_state.access)
        if sender.organises:
            await app(scope, receive, send)
            return
        finding = thread_time() - begun
        PAYER.set(sender.key)
        try:
            wait = turns.wait(sender.key, 1 / REQUESTS)
        except Problem as problem:
            if scope["path"] != "/api/enter":
                await asyncio.sleep(HELD)
                await answering(problem)(scope, receive, send)
                return
            wait = MOST_WAIT
        finally:
            turns.charge(sender.key, finding)
        if wait:
            await asyncio.sleep(wait)

        await _charged(partial(turns.charge, sender.key), app)(scope, receive, send)

    return answered


def _charged(charge: Callable[[float], None], app: ASGIApp) -> ASGIApp:
    """Wrap an application so that the processor time at the beginning and end of each response is charged to the
    sender, as far as it exceeds what the turn has already paid for. Events sent on a stream in between are not charged."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        paid, parts = limits.SHARE / REQUESTS, 0

        def settle() -> None:
            nonlocal paid
            charge(max(0, work.spent - paid))
            paid = max(paid, work.spent)

        async def sent(message: Message) -> None:
            nonlocal paid, parts
            parts += 1
            if parts <= _FIRST:
                settle()
            paid = max(paid, work.spent)
            await send(message)

        work = Metered(app(scope, receive, sent))
        try:
            await work
        finally:
            settle()

    return answered


def server(
    app: Litestar,
    app_state: AppState,
    host: str,
    port: int,
    proxies: tuple[str, ...] = (),
    *,
    room: ConnectionSlots | None = None,
) -> Server:
    """Return a server that is not running yet. `proxies`: addresses whose forwarding headers are trusted."""
    room = room or ConnectionSlots(connections(), proxies)
    room.turns = app_state.turns
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    config = uvicorn.Config(
        with_head(with_turns(with_former_addresses(app), app_state)),
        http=cast("type[asyncio.Protocol]", partial(Connection, room)),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies) or None,
        lifespan="off",
        ws="none",
    )
    return Server(config, app_state)
