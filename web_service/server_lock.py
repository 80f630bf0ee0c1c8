"""The store and the address that a server claims before it loads anything else, so that a second server is refused at
once."""

import fcntl
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.errors import UsageProblem


@contextmanager
def alone(store: Path | None) -> Iterator[None]:
    """Hold the lock that only one server of a store can hold, inside the block. Raises UsageProblem if another server
    has it."""
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
            raise UsageProblem(f"another server serves {store}: stop it first, or serve another store") from None
        yield


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Listen at an address inside the block; port 0: any free port. Raises UsageProblem."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        why = (error.strerror or str(error)).partition(" (while ")[0]
        raise UsageProblem(f"{host}, port {port}: {why}; choose another --host or --port") from error
    with listener:
        yield listener
