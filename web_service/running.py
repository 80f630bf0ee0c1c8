"""Running the service: the one server of a store, from its lock to its end."""

import fcntl
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from service.errors import UsageProblem
from web_service.app_state import AppState
from web_service.application import application
from web_service.server import Server, server


@contextmanager
def alone(store: Path | None) -> Iterator[None]:
    """This is the one server of a store, as long as the block lasts. Raises UsageProblem where there is another."""
    if store is None:
        yield
        return
    path = store.with_name(f"{store.name}.serve.lock")
    try:
        file = path.open("a")
    except OSError as error:
        raise UsageProblem(
            f"{path} cannot be written: {error.strerror}; a server needs its lock beside the store"
        ) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageProblem(f"another server has {store} open: end it first, or serve another store") from None
        yield


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """An address that is listened at as long as the block lasts; port 0: any that is free. Raises UsageProblem."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (while ")[0]
        raise UsageProblem(f"{host}, port {port}: {why}; choose another --host or --port") from error
    with listener:
        yield listener


def run(
    app_state: AppState,
    listener: socket.socket,
    proxies: tuple[str, ...] = (),
    started: Callable[[Server], None] | None = None,
) -> None:
    """Serves until a signal ends it. `started` is told of the server before it runs."""
    # uvicorn raises the signal that ended it once more when it has ended; what is open is let go of after that.
    signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        host, port, *_ = listener.getsockname()
        made = server(application(app_state), app_state, host, port, proxies)
        if started is not None:
            started(made)
        made.run(sockets=[listener])
    finally:
        app_state.close()
