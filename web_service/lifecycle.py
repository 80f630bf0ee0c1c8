"""Runs the service until a signal ends it."""

import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final

from web_service.app_state import AppState
from web_service.application import application
from web_service.pages import overview_of, overview_text
from web_service.permissions import Caller
from web_service.server import Server, server

_LONGEST: Final = 5
"""Seconds that the end of the service waits for the first drawing."""


def run(
    app_state: AppState,
    listener: socket.socket,
    proxies: tuple[str, ...] = (),
    started: Callable[[Server], None] | None = None,
) -> None:
    """Serve until a signal ends the server. `started` is called with the server before it runs."""
    # uvicorn raises the signal again after it has stopped; resources are closed after that.
    signal.signal(signal.SIGTERM, lambda *_: None)
    preparing = Thread(target=prepare, args=(app_state,), daemon=True)
    try:
        host, port, *_ = listener.getsockname()
        made = server(application(app_state), app_state, host, port, proxies)
        if started is not None:
            started(made)
        preparing.start()  # beside the server: the analytics of a large store may have to catch up
        made.run(sockets=[listener])
    finally:
        if preparing.is_alive():
            preparing.join(_LONGEST)
        app_state.close()


def prepare(app_state: AppState) -> None:
    """Draw the overview once. What a process loads for it takes a second, which the first caller would have to wait for
    before scripts and styles are answered."""
    caller = Caller()
    with suppress(Exception):  # a store that cannot be read is told to whoever asks for a page
        overview_text(caller, overview_of(app_state).cards(caller))
