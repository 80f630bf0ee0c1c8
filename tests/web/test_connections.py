"""How many connections a server takes: as many as it says, and no more than it has files for."""

import resource
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from service.recording.matchbook import Matchbook
from storage.store import MatchStore
from tests.web.serving import Process
from tests.web.tables import opened
from web.server import CONNECTIONS, FILES, REFUSED

FEW = 200
"""Files that a process may open, where there are few."""


@contextmanager
def many_files(number: int) -> Iterator[None]:
    """This process may open so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < number:
        pytest.skip(f"a process may open {hard} files here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, number), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def asked(line: HTTPConnection, path: str) -> HTTPResponse:
    line.request("GET", path)
    return line.getresponse()


def closed(line: HTTPConnection) -> bool:
    """Waits until the server closes a connection on which nothing was asked; whether it said nothing."""
    try:
        return line.sock.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("files", [0, FEW], ids=["as many as there are", "few files"])
def test_connections_have_an_end_that_holds(tmp_path: Path, files: int) -> None:
    """S12, trap 8, and S20: given as many connections as `serve` takes (fewer where the system allows fewer files), most with
    half a request, then one more is told `busy` with Retry-After, a flood beyond is closed, whoever was in before is answered from
    the store, and when one leaves the next is let in."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        path = f"/api/matches/{opened(Matchbook(store))}"
    most = min(CONNECTIONS, files - FILES) if files else CONNECTIONS
    process = Process(tmp_path, files=files)
    with many_files(CONNECTIONS + 2 * FILES), ExitStack() as stack:

        def line() -> HTTPConnection:
            made = stack.enter_context(closing(HTTPConnection("127.0.0.1", process.port, timeout=120)))
            made.connect()
            return made

        first = line()
        for _ in range(most - 2):
            line().sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        last = line()
        assert asked(last, path).read()
        beyond = [line() for _ in range(2 * REFUSED)]
        assert all(closed(one) for one in beyond[REFUSED:])
        for one in beyond[:REFUSED]:
            told = asked(one, "/readyz")
            assert (told.status, told.headers["Retry-After"]) == (503, "1")
            assert b'"type":"busy"' in told.read()
        answers = [asked(one, path) for one in (first, last)]
        assert [(one.status, one.read()[:10]) for one in answers] == [(200, b'{"match":"')] * 2
        last.close()
        while (status := asked(line(), path).status) != 200:
            assert status == 503
    said = process.end(signal.SIGTERM)
    assert "Traceback" not in said
    assert "damaged" not in said
