"""The server: one process that ends promptly, with a word to everybody who follows."""

import logging
from types import FrameType
from typing import Final

import uvicorn
from litestar import Litestar

from web.house import House

CONNECTIONS: Final = 2_000
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


def server(app: Litestar, house: House, host: str, port: int, proxies: tuple[str, ...] = ()) -> Server:
    """A server that runs when told to. `proxies` are addresses whose forwarded headers are believed."""
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=_GRACE,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies) or None,
        lifespan="off",
    )
    return Server(config, house)
