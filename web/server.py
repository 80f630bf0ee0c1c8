"""The server: one process that ends promptly, with a word to everybody who follows."""

import asyncio
import logging
import resource
from functools import partial
from types import FrameType
from typing import Any, Final, cast

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from web.house import House
from web.problems import LOG, MEDIA, busy

CONNECTIONS: Final = 2_000
"""Those that are served."""
REFUSED: Final = 32
"""Those beyond that are told so when they ask; further ones are closed at once."""
FILES: Final = 128
"""What the process opens beside them, those that are told so among it: the store, and what lies around it."""
_GRACE: Final = 2
"""Seconds that open requests are waited for at the end."""


class Server(uvicorn.Server):
    """Ends open streams before it waits for them: they would go on for ever."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to end."""
        self._house.end_streams()
        super().handle_exit(sig, frame)


class Connection(HttpToolsProtocol):
    """A connection. The server's own limit is another: it ends no connection, and its answer says neither what to do nor when."""

    def __init__(self, most: int, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._most = most

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Serves it, or does not."""
        super().connection_made(transport)
        beyond = len(self.connections) - self._most
        if beyond == 1:
            LOG.warning("%d connections are open; others are told to come again", self._most)
        if beyond > 0:
            self.app = _refused
        if beyond > REFUSED:
            transport.abort()


async def _refused(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001 (every application is called so)
    """Answers that there is too much at once, and closes the connection."""
    problem = busy()
    body = msgspec.json.encode(problem.body)
    headers = {"Content-Type": MEDIA, "Content-Length": str(len(body)), "Connection": "close", **problem.headers}
    sent = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": sent})
    await send({"type": "http.response.body", "body": body})


def connections() -> int:
    """How many connections there is room for, each of which takes a file of this process; it may open as many as the system lets
    it from now on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return CONNECTIONS
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(1, files - FILES)


def server(app: Litestar, house: House, host: str, port: int, proxies: tuple[str, ...] = ()) -> Server:
    """A server that runs when told to. `proxies` are addresses whose forwarded headers are believed."""
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(Connection, connections())),
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
    return Server(config, house)
