"""How many connections a server takes, from whom, and for how long: whatever one client does, others are served."""

import asyncio
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from service.access import Access
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.waiting import wait_until
from tests.web_service.serving import Process, Served, serving
from tests.web_service.tables import opened
from web_service.broadcast import Subscriber
from web_service.connections import MOST_BEHIND, MOST_HEADERS, REFUSED, ConnectionSlots, Timeouts
from web_service.feeds import Feed
from web_service.pages import asset
from web_service.permissions import Caller
from web_service.server import CONNECTIONS, FILES, with_turns

FEW = 200
"""Files that a process may open, where there are few."""
ONE, OTHER = "127.0.0.1", "127.0.0.2"
"""Two addresses of clients."""
HASTY = Timeouts(headers=0.5, body=0.5, answer=0.1, place=0.01)
FOREVER = 1_000_000
"""Seconds that no test takes."""
Dial = Callable[..., HTTPConnection]


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


@contextmanager
def dialling(port: int) -> Iterator[Dial]:
    """Opens connections from an address, which are closed at the end."""
    with ExitStack() as stack:

        def dial(source: str = ONE, sent: bytes = b"") -> HTTPConnection:
            made = HTTPConnection("127.0.0.1", port, timeout=120, source_address=(source, 0))
            stack.enter_context(closing(made)).connect()
            made.sock.sendall(sent)
            return made

        yield dial


@contextmanager
def small(folder: Path, most: int = 2_000, **more: Any) -> Iterator[tuple[Served, Dial]]:
    """A server with few places, and little patience."""
    with (
        serving(folder, room=ConnectionSlots(most, **more)) as served,
        dialling(int(served.url.rpartition(":")[2])) as dial,
    ):
        yield served, dial


def asked(line: HTTPConnection, path: str, token: str = "", method: str = "GET") -> HTTPResponse:
    line.request(method, path, headers={"Authorization": f"Bearer {token}"} if token else {})
    return line.getresponse()


def status(line: HTTPConnection, path: str = "/healthz", token: str = "") -> int:
    answer = asked(line, path, token)
    answer.read()
    return answer.status


def closed(line: HTTPConnection) -> bytes:
    """Waits until the server closes a connection; what it said before."""
    said = b""
    try:
        while part := line.sock.recv(65_536):
            said += part
    except ConnectionError:
        pass
    return said


def until_served(dial: Dial, source: str, token: str = "") -> None:
    """Waits until a connection gives way; each try before that is answered 503."""

    def served() -> bool:
        found = status(dial(source), token=token)
        assert found in (200, 503)
        return found == 200

    wait_until(served, "nobody gives way")


HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"
JSON = b"POST /api/enter HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\n" + (
    b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
)


@pytest.mark.parametrize("sent", [b"", HALF, JSON], ids=["silent", "half", "body"])
def test_silent_connections_of_one_client_shut_nobody_out(tmp_path: Path, sent: bytes) -> None:
    """Token holders are served at once, others when a silent connection gives way, from the same address and elsewhere."""
    patience = Timeouts(headers=FOREVER, body=FOREVER, place=0.05)
    with small(tmp_path, 40, patience=patience) as (served, dial):
        for _ in range(60):
            dial(ONE, sent)
        for source in (ONE, OTHER):
            assert status(dial(source), token=served.token("judge")) == 200
            until_served(dial, source)
        inside = [one.client[0] for one in served.server.server_state.connections]
        assert inside.count(ONE) <= 10, "a network has a quarter of the places"


def test_a_quarter_of_the_places_is_for_token_holders(tmp_path: Path) -> None:
    """Streams without a token take three quarters; beyond all places everybody is told to come again, then closed."""
    with small(tmp_path, 40, patience=Timeouts(headers=FOREVER, place=FOREVER)) as (served, dial):
        path, token = f"/api/matches/{opened(served.app)}/live", served.token("judge")
        streams = [asked(dial(f"127.0.0.{10 + n // 7}"), path) for n in range(30)]
        assert [one.status for one in streams] == [200] * 30
        refused = asked(dial(ONE), path)
        assert (refused.status, refused.headers["Retry-After"], refused.headers["Connection"]) == (503, "5", "close")
        refused.read()
        assert status(dial(ONE), token="wrong") == 401
        last = [dial(f"127.0.0.{20 + n // 7}") for n in range(10)]
        held = [asked(one, path, token) for one in last]
        assert [one.status for one in held] == [200] * 10
        beyond = [dial(f"127.0.0.{30 + n // 7}") for n in range(REFUSED + 5)]
        assert [closed(one) for one in beyond[REFUSED:]] == [b""] * 5
        assert status(beyond[0], token=token) == 503
        held[0].close()
        last[0].close()
        until_served(dial, ONE, token)


def test_a_network_has_a_quarter_of_the_places_and_a_proxy_all(tmp_path: Path) -> None:
    """Streams from one address end at its share, also for token holders; a proxy carries many clients."""
    with small(tmp_path, 40, proxies=("127.0.0.2/32",)) as (served, dial):
        path, token = f"/api/matches/{opened(served.app)}/live", served.token("judge")
        found = [asked(dial(ONE), path, held).status for held in [""] * 9 + [token] * 3]
        assert found == [200] * 8 + [503] + [200] * 2 + [503]
        assert [asked(dial(OTHER), path).status for _ in range(12)] == [200] * 12


@pytest.mark.parametrize("of_all", [3, 5])
def test_streams_without_a_token_are_limited_for_each_address(
    of_all: int, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One client takes its share, not all; with a token one follows all the same, also from there."""
    monkeypatch.setattr("web_service.app_state.STREAMS_FROM", 2)
    monkeypatch.setattr("web_service.app_state.STREAMS_OPEN", of_all)
    path, token = f"/api/matches/{opened(served.app)}/live", served.token("judge")
    with dialling(int(served.url.rpartition(":")[2])) as dial:
        found = {source: [asked(dial(source), path).status for _ in range(3)] for source in (ONE, OTHER)}
        assert found == {ONE: [200, 200, 429], OTHER: [200, 503, 503] if of_all == 3 else [200, 200, 429]}
        assert asked(dial(ONE), path, token).status == 200


@pytest.mark.slow
@pytest.mark.parametrize("files", [0, FEW], ids=["as many as there are", "few files"])
def test_connections_have_an_end_that_holds(tmp_path: Path, files: int) -> None:
    """S12, trap 8, and S20: beside more silent connections than places a token holder is served at once, others soon."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        path = f"/api/matches/{opened(MatchService(store))}"
        token = Access(store.recorder.sidecar("tokens")).grant("Jo", "judge").secret
    most = min(CONNECTIONS, files - FILES) if files else CONNECTIONS
    with many_files(CONNECTIONS + 2 * FILES), Process(tmp_path, files=files) as process:
        with dialling(process.port) as dial:
            for n in range(most + 40):
                dial(f"127.0.0.{10 + n % 5}", HALF if n % 8 else b"")
            for source in (ONE, OTHER, "127.0.0.10"):
                assert status(dial(source), path, token) == 200
                until_served(dial, source)
        said = process.end(signal.SIGTERM)
    assert "Traceback" not in said
    assert "damaged" not in said


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Dial]]:
    """A server with little patience."""
    with small(tmp_path_factory.mktemp("hasty"), patience=HASTY) as found:
        found[0].server.config.timeout_keep_alive = FOREVER  # between two requests
        yield found


BODY = b"POST /api/tokens HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("sent", "statuses"),
    [
        (b"", []),
        (b"\r\n\r\n", []),
        (HALF, [b"408"]),
        (JSON, [b"408"]),
        (BODY + b"Content-Length: 9\r\n\r\n{", [b"403"]),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + HALF, [b"200", b"408"]),
        (b"no HTTP\r\n\r\n", [b"400"]),
    ],
    ids=["nothing", "empty lines", "headers", "body", "unwanted body", "second request", "noise"],
)
def test_a_client_that_stops_in_its_request_is_left(
    hasty: tuple[Served, Dial], sent: bytes, statuses: list[bytes]
) -> None:
    """It is told so where an answer is due, and the connection is closed."""
    served, dial = hasty
    said = closed(dial(ONE, sent))
    assert [part[:3] for part in said.split(b"HTTP/1.1 ")[1:]] == statuses
    assert not served.server.server_state.connections


def test_a_client_that_stops_after_its_request_is_left(hasty: tuple[Served, Dial]) -> None:
    """Also if the answer came before the end of the body."""
    line = hasty[1](ONE, BODY + b"Content-Length: 1\r\n\r\n")
    assert line.sock.recv(65_536)[9:12] == b"403"
    line.sock.sendall(b"{")
    assert closed(line) == b""


def test_a_body_that_keeps_arriving_is_waited_for(hasty: tuple[Served, Dial]) -> None:
    """Slow and steady, it may take longer than the time for a small one."""
    line = hasty[1](ONE, JSON.replace(b"9", b"60000") + b" " * 59_000)
    line.sock.settimeout(2 * HASTY.body)
    with pytest.raises(TimeoutError):
        line.sock.recv(1)
    line.sock.settimeout(120)
    line.sock.sendall(b" " * 999)
    assert line.sock.recv(65_536)[9:12] == b"400"
    line.close()


def test_a_client_that_reads_nothing_of_its_answers_is_left(hasty: tuple[Served, Dial]) -> None:
    """Its connection is closed, and its place free."""
    served, dial = hasty
    line = dial(ONE)
    line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    request = f"GET {asset('replay.js')} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    inside = served.server.server_state.connections
    wait_until(lambda: inside, "it is not connected")
    while inside:
        with suppress(ConnectionError):  # closed before all is sent
            line.sock.sendall(request * MOST_BEHIND)
        wait_until(lambda: not any(getattr(one, "pipeline", ()) for one in tuple(inside)), "it still has its place")


@pytest.mark.parametrize(
    ("before", "part"),
    [
        (HALF + b"X: ", b"x" * 65_536),
        (HALF, b"X: x\r\n" * 10_000),
        (b"GET /", b"x" * 65_536),
        (BODY + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", (b"X: " + b"x" * 1_000 + b"\r\n") * 60),
    ],
    ids=["one header", "many headers", "the address", "trailers"],
)
def test_headers_without_end_are_cut_off(served: Served, before: bytes, part: bytes) -> None:
    """The connection is closed long before 60 MB are taken."""
    with dialling(int(served.url.rpartition(":")[2])) as dial:
        line = dial(ONE, before)
        with pytest.raises(ConnectionError):
            [line.sock.sendall(part) for _ in range(1_000)]


def test_requests_that_are_sent_ahead_of_answers_are_few(served: Served) -> None:
    """A connection on which many requests wait is closed: each would take a hundred times the memory of its bytes."""
    with dialling(int(served.url.rpartition(":")[2])) as dial:
        request = b"GET /healthz HTTP/1.1\r\n\r\n"
        last = b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"
        few = dial(ONE, request * (MOST_BEHIND - 1) + last)
        assert closed(few).count(b"HTTP/1.1 200") == MOST_BEHIND
        said = closed(dial(ONE, request * 20 * MOST_BEHIND))
        assert said.count(b"HTTP/1.1 200") <= MOST_BEHIND


def test_headers_that_are_too_large_are_named(hasty: tuple[Served, Dial]) -> None:
    """431, of type `too-large`, whether they end or not."""
    for headers in (HALF + b"X: " + b"x" * 2 * MOST_HEADERS + end for end in (b"", b"\r\n\r\n")):
        said = closed(hasty[1](ONE, headers))
        assert (said[9:12], b'"kind":"too-large"' in said) == (b"431", True)


def test_a_loop_of_requests_has_its_turns_whatever_it_asks_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given turns of ten seconds, then the second request of an address, or of a token, is refused; other tokens and addresses,
    organisers and whoever signs in are answered."""
    monkeypatch.setattr("web_service.server.REQUESTS", 0.1)
    monkeypatch.setattr("web_service.server.HELD", 0)
    monkeypatch.setattr("web_service.server.MOST_WAIT", 0.1)
    keeper, judge, organiser = (served.token(role) for role in ("scorekeeper", "judge", "organiser"))
    with dialling(int(served.url.rpartition(":")[2])) as dial:
        found = [
            (path, held, source, status(dial(source), path, held))
            for source in (ONE, OTHER)
            for path, held in (
                ("/enter", ""),
                ("/nope", ""),
                ("/api/games", "wrong"),
                ("/api/leave", judge),
                ("/g/x", judge),
            )
        ]
        assert [one[-1] for one in found] == [200, 429, 429, 405, 429, 200, 429, 429, 429, 429]
        assert [status(dial(ONE), token=keeper) for _ in range(2)] == [200, 429]
        assert [status(dial(ONE), token=organiser) for _ in range(2)] == [200, 200]
        line = dial(ONE)
        own = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
        line.request("POST", "/api/enter", f'{{"token":"{judge}"}}', own)
        assert line.getresponse().status == 200


def burn() -> None:
    """Take 20 ms of the processor."""
    begun = thread_time()
    while thread_time() - begun < 0.02:
        pass


async def nothing(*_: Any) -> None:
    """Receive or send nothing, or answer nothing."""


def ask(served: Served, app: Any = nothing, *headers: tuple[bytes, bytes]) -> float:
    """Answer one request of an address by an application that has turns; the seconds until the next turn."""
    scope = {"type": "http", "path": "/healthz", "headers": headers, "client": (ONE, 1), "state": {}}
    asyncio.run(with_turns(app, served.app_state)(scope, nothing, nothing))
    return served.app_state.turns.owed(ONE)


def test_a_request_is_charged_until_its_answer_begins(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given work in several steps of the loop, then the processor time up to the first part of the answer puts off the next turn
    of its sender; who follows is not charged for what others record."""
    monkeypatch.setattr("web_service.limits.SHARE", 0.01)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        for message in ("start", "body", "body"):
            for _ in range(3):
                burn()
                await asyncio.sleep(0)
            await send({"type": f"http.response.{message}"})

    assert 10 < ask(served, app) < 15


def test_a_request_is_charged_for_its_end(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a stream that costs something when its client leaves, then the client is charged for that."""
    monkeypatch.setattr("web_service.limits.SHARE", 0.01)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start"})
        burn()

    assert ask(served, app) > 0.5


def test_a_request_is_charged_for_finding_its_sender(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given thousands of cookies, then their sender pays for reading them."""
    monkeypatch.setattr("web_service.limits.SHARE", 1e-4)
    assert ask(served, nothing, (b"cookie", b";".join([b"a=b"] * 7_000))) > 8


def test_a_request_is_charged_for_reading(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a feed that looks in another thread, then who makes it begin is charged for the first look, and nobody for later
    ones."""
    monkeypatch.setattr("web_service.limits.SHARE", 0.01)
    looks = iter(range(10))

    def look() -> int:
        burn()
        return next(looks)

    async def app(*_: Any) -> None:
        feed = Feed(lambda: served.app_state.read(look), lambda _, now: b"%d" % now)
        follower = Subscriber(asyncio.get_running_loop(), None)
        await feed.begin(follower)
        feed.wake()
        assert await follower.next(60) == b"1"

    assert 0.5 < ask(served, app) < 2


def test_a_stream_is_charged_to_who_follows(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a token that opens a stream, then its next turn comes later than for reading the same once: tasks of the framework
    send a stream."""
    monkeypatch.setattr("web_service.limits.SHARE", 1e-5)
    judge = served.access.grant("judge", "judge").token

    async def follow() -> None:
        served.app_state.follower(Caller(judge))

    asyncio.run(follow())
    assert served.app_state.turns.owed(judge.id) > 50


def test_a_connection_is_charged_to_its_network_but_not_to_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given connections without a request, then they put off the turns of their address; a proxy carries many clients."""
    monkeypatch.setattr("web_service.limits.SHARE", 1e-5)
    with small(tmp_path, proxies=("127.0.0.2/32",)) as (served, dial):
        for _ in range(5):
            dial(ONE), dial(OTHER)
        turns, inside = served.app_state.turns, served.server.server_state.connections
        wait_until(lambda: len(inside) == 10, "they are not connected")
        assert (turns.owed(ONE) > 40, turns.owed(OTHER)) == (True, 0)


def test_who_is_refused_by_the_parser_waits_for_its_turn(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given an address that spent much, then its next refusal comes later, so that a loop of them costs little."""
    monkeypatch.setattr("web_service.connections.MOST_WAIT", 0.4)
    served.app_state.turns.charge(ONE, 1_000)
    with dialling(int(served.url.rpartition(":")[2])) as dial:
        line = dial(ONE, b"no HTTP\r\n\r\n")
        line.sock.settimeout(0.1)
        with pytest.raises(TimeoutError):
            line.sock.recv(1)
        line.sock.settimeout(120)
        assert line.sock.recv(65_536)[9:12] == b"400"


def test_a_body_is_read_in_the_turn_of_its_sender(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given an address that sends a body in chunks of a byte, then it is read no further until its turn; a token holder's body
    from there is read."""
    monkeypatch.setattr("web_service.limits.SHARE", 1e-6)
    monkeypatch.setattr("web_service.connections._CONNECTED", 0)
    monkeypatch.setattr("web_service.connections._CALLED", 0)
    inside = served.server.server_state.connections
    with dialling(int(served.url.rpartition(":")[2])) as dial:
        dial(ONE, JSON[:-1].replace(b"Content-Length: 9", b"Transfer-Encoding: chunked") + b"1\r\n \r\n" * 5_000)
        wait_until(lambda: [one.transport.is_reading() for one in inside] == [False], "it is read on")
        assert served.app_state.turns.owed(ONE) > 60
        head = BODY + f"Authorization: Bearer {served.token('judge')}\r\n".encode()
        line = dial(ONE, head + b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n")
        line.sock.sendall(b"{}")
        assert line.sock.recv(65_536)[9:12] == b"403"


def test_a_token_is_looked_up_once_for_a_request(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the server, for the turns and for the guard."""
    known, asked_for, secret = served.access.known, [], served.token("judge")
    monkeypatch.setattr(served.access, "known", lambda given: asked_for.append(given) or known(given))
    with dialling(int(served.url.rpartition(":")[2])) as dial:
        assert status(dial(ONE), "/api/matches", secret) == 200
    assert asked_for == [secret]
