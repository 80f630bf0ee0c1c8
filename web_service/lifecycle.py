"""Runs the service until a signal ends it."""

import signal
import socket
from collections.abc import Callable

from web_service.app_state import AppState
from web_service.application import application
from web_service.pages import prepare
from web_service.server import Server, server


def run(
    app_state: AppState,
    listener: socket.socket,
    proxies: tuple[str, ...] = (),
    started: Callable[[Server], None] | None = None,
) -> None:
    """Serve until a signal ends the server. `started` is called with the server before it runs."""
    # uvicorn raises the signal again after it has stopped; resources are closed after that.
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        prepare(app_state)
        host, port, *_ = listener.getsockname()
        made = server(application(app_state), app_state, host, port, proxies)
        if started is not None:
            started(made)
        made.run(sockets=[listener])
    finally:
        app_state.close()
