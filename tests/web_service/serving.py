"""A real server on a free port of this machine, in this process or one of its own, over a real store, and what asks it."""

import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any, Final, Self

import httpx
from litestar import Litestar
from msgspec import Struct

from projections.analytics import Analytics
from service.access import Access
from service.clock import Clock, system_clock
from service.delay import AT_ONCE, Delay
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.waiting import wait_until
from web_service.app_state import AppState
from web_service.application import application
from web_service.connections import ConnectionSlots
from web_service.lifecycle import prepare
from web_service.server import Server, server


class Served(Struct, frozen=True):
    """A running service, and the parts behind it."""

    url: str
    app_state: AppState
    app: MatchService
    access: Access
    server: Server
    opened: ExitStack
    """Clients, which are closed before the server ends."""

    def client(self, secret: str = "", **headers: str) -> httpx.Client:
        """A program with or without a token."""
        own = {"Authorization": f"Bearer {secret}"} if secret else {}
        made = httpx.Client(base_url=self.url, headers=own | headers, timeout=120, trust_env=False, verify=False)
        self.opened.callback(made.close)
        return made

    def token(self, role: str, name: str = "", **scope: object) -> str:
        """The secret of a new token."""
        return self.access.grant(name or role, role, **scope).secret  # type: ignore[arg-type]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def serving(
    folder: Path,
    *,
    delay: Delay = AT_ONCE,
    private: bool = False,
    clock: Clock = system_clock,
    port: int = 0,
    room: ConnectionSlots | None = None,
) -> Iterator[Served]:
    """Serves the store of a folder until the block ends."""
    port = port or free_port()
    store = MatchStore.open(f"sqlite:///{folder / 'matches.db'}", create=True)
    app = MatchService(store, clock=clock, recorder="tess")
    analytics = Analytics(folder / "matches.duckdb", store, beside=True)
    access = Access(store.recorder.sidecar("tokens"), clock)
    app_state = AppState(
        lambda: analytics,
        lambda name: MatchService(store, clock=clock, recorder=name or "service"),
        access,
        delay=delay,
        private=private,
    )
    routed = _IDLE.pop() if _IDLE else application(app_state)
    routed.state.app_state = app_state
    prepare(app_state)
    made = server(routed, app_state, "127.0.0.1", port, room=room)
    thread = threading.Thread(target=made.run)
    thread.start()
    while not made.started:
        thread.join(0.005)
        assert thread.is_alive()
    clients = ExitStack()
    try:
        yield Served(f"http://127.0.0.1:{port}", app_state, app, access, made, clients)
    finally:
        clients.close()
        app_state.end_streams()
        made.should_exit = True
        thread.join(120)
        app_state.close()
        analytics.close()
        app.close()
        assert not thread.is_alive()
        _IDLE.append(routed)


_IDLE: Final[list[Litestar]] = []
"""Applications of servers that ended. The next server uses one over its own state: building the routes takes 150 ms."""


class Process:
    """`matchbook serve` as somebody starts it. It ends with its `with` block, also where a test fails in the block."""

    def __init__(self, store: Path | str, port: int = 0, *, files: int = 0) -> None:
        """`store`: its address, or a folder with a store in a file; `files`: how many files it may open, if not as many as this."""
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        url = store if isinstance(store, str) else f"sqlite:///{store / 'matches.db'}"
        limited = ("sh", "-c", f'ulimit -n {files}; exec "$@"', "sh") if files else ()
        command = [*limited, sys.executable, "-m", "matchbook", "--store", url, "serve"]
        self._said = TemporaryFile("w+")  # noqa: SIM115 (closed at the end; a pipe that nobody reads would be full some day)
        self.run = subprocess.Popen([*command, "--port", str(self.port)], stderr=self._said)
        begun = perf_counter()
        try:
            wait_until(self._answers, "the server does not start")
        except BaseException:
            self.__exit__()
            raise
        self.started = perf_counter() - begun
        """Seconds until it answered."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.run.kill()
        self.run.wait()
        self._said.close()

    def _answers(self) -> bool:
        assert self.run.poll() is None, self.said()
        try:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=240)) as asked:
                asked.request("GET", "/healthz")
                asked.getresponse().read()
        except (OSError, HTTPException):
            return False
        return True

    def end(self, how: signal.Signals) -> str:
        """Ends it; what it said."""
        self.run.send_signal(how)
        self.run.wait(timeout=240)
        return self.said()

    def said(self) -> str:
        self._said.seek(0)
        return self._said.read()


class Event(Struct, frozen=True):
    """One server-sent event."""

    kind: str
    id: int | None
    data: Any


def events(response: httpx.Response) -> Iterator[Event]:
    kind, number, data = "", None, ""
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            number = int(value)
        elif name == "data":
            data = value
        elif not line and kind:
            yield Event(kind, number, json.loads(data))
            kind, number = "", None
