"""The client of a store's server: repeated requests and their duration, and the meaning of each answer."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import msgspec
import pytest
from msgspec import Struct

from storage import errors, http_client
from storage.http_client import NewsListener, StoreClient
from storage.wire import Batch


class Answer(Struct, frozen=True):
    """A server's answer; status 0: it reads the request and closes the connection."""

    status: int
    body: bytes = b"7"
    headers: tuple[tuple[str, str], ...] = ()
    open: bool = False
    """It says no more, and does not hang up either."""


def problem(status: int, kind: str, detail: str = "", title: str = "") -> Answer:
    return Answer(status, msgspec.json.encode({"type": kind, "title": title, "detail": detail}))


class Scripted(ThreadingHTTPServer):
    """A server on this machine that gives these answers one after the other, the last of them again and again."""

    daemon_threads = True

    def __init__(self, *answers: Answer) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        """Method, path, headers and body of each request."""
        self.over = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Scripted)
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", "0")))
        server.asked.append((self.command, self.path, headers, body))
        answer = server.answers[min(len(server.asked), len(server.answers)) - 1]
        if not answer.status:
            return
        self.send_response(answer.status)
        for header in answer.headers:
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(answer.body)
        if answer.open:
            server.over.wait(120)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Silent."""


@contextmanager
def scripted(*answers: Answer) -> Iterator[Scripted]:
    with Scripted(*answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()


@contextmanager
def line_to(url: str, patience: float = 0) -> Iterator[StoreClient]:
    with closing(StoreClient(url, "secret", patience)) as client:
        yield client


@contextmanager
def nobody() -> Iterator[str]:
    """An address of this machine without a listener."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are repeated without a pause, because a busy machine takes its time."""
    monkeypatch.setattr(http_client, "_AGAIN", 0.001)
    monkeypatch.setattr(http_client, "_PATIENCE", httpx.Timeout(120))
    monkeypatch.setattr(http_client, "_SILENCE", 120)


REFUSALS = {
    "no token": (Answer(401), errors.StoreUnsupported, "the token is invalid or expired"),
    "role": (
        problem(403, "forbidden", title="a player's token."),
        errors.StoreUnsupported,
        "a player's token: whole records",
    ),
    "taken": (problem(409, "conflict", "entry 3 is there"), errors.Taken, "entry 3 is there$"),
    "no match": (
        problem(404, "not-found"),
        errors.MatchNotFound,
        "the match is missing, or outside the scope of this token",
    ),
    "damaged": (problem(500, "damaged", "entry 2 was altered"), errors.StoreDamaged, "entry 2 was altered$"),
    "unreadable": (problem(422, "unreadable", "no entry"), errors.EntryRefused, "no entry; not recorded$"),
    "unwritable": (
        problem(409, "unwritable", "disk full."),
        errors.StoreUnwritable,
        "disk full; not recorded$",
    ),
    "too large": (
        problem(413, "too-large", title="too large"),
        errors.StoreUnwritable,
        "too large; not recorded$",
    ),
    "another": (problem(400, "odd", "what is that"), errors.StoreNotFound, "what is that; is it a Matchbook server"),
    "no problem": (Answer(404), errors.StoreNotFound, "answers with 404; is it a Matchbook server"),
    "428": (Answer(428), errors.StoreNotFound, "answers with 428"),
    "430": (Answer(430), errors.StoreNotFound, "answers with 430"),
    "502": (Answer(502), errors.StoreNotFound, "answers with 502"),
    "504": (Answer(504), errors.StoreNotFound, "answers with 504"),
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_an_answer_stands_for_an_error_and_is_not_asked_for_again(refusal: str) -> None:
    """Given a server that refuses, then whoever reads or sends is told what it means, with the address, after one
    request."""
    answer, kind, told = REFUSALS[refusal]
    for act in (lambda line: line.read("log", int), lambda line: line.send(Batch())):
        with scripted(answer) as server, line_to(server.url, patience=1) as client:
            with pytest.raises(kind, match=told) as refused:
                act(client)
            assert str(refused.value).startswith(f"{server.url}: ")
            assert len(server.asked) == 1


def test_a_missing_right_refuses_an_entry_or_the_whole_store() -> None:
    """Given a token without a right, then the entry that needs it is refused; without the right to read, the store
    is."""
    with scripted(problem(403, "forbidden", "it needs a judge.")) as server, line_to(server.url) as client:
        with pytest.raises(errors.EntryRefused, match=r"it needs a judge; not recorded$"):
            client.send(Batch())
        with pytest.raises(errors.StoreUnsupported, match="it needs a judge: whole records require the token"):
            client.read("log", int)


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_twice_at_least(status: int) -> None:
    """Given zero patience, then a request that a busy server did not fulfil is sent once more, because an idle
    connection may have been cut long ago; for unstored entries the error says so."""
    with scripted(problem(status, "busy", "too many at once.")) as server, line_to(server.url) as line:
        with pytest.raises(errors.Busy, match=r"too many at once; try again$"):
            line.read("log", int)
        assert len(server.asked) == 2
        with pytest.raises(errors.Busy, match=r"too many at once; nothing was recorded, try again$"):
            line.send(Batch())
        assert len(server.asked) == 4
    with (
        scripted(Answer(status)) as server,
        line_to(server.url) as client,
        pytest.raises(errors.Busy, match=": busy; try again"),
    ):
        client.read("log", int)


@pytest.mark.parametrize("before", [(503,) * 4, (0,) * 4, (429, 0, 503)])
def test_what_does_not_come_through_is_sent_again(before: tuple[int, ...]) -> None:
    """Given patience, then a server that is busy, or hangs up, is asked until it answers; what was asked stays the
    same."""
    answers = [*(Answer(status) for status in before), Answer(200)]
    with scripted(*answers) as server, line_to(server.url, patience=600) as line:
        assert line.read("log", int, after=3, limit=5) == 7
        assert [request[:2] for request in server.asked] == [("GET", "/api/store/log?after=3&limit=5")] * len(answers)
    with scripted(*answers) as server, line_to(server.url, patience=600) as client:
        client.send(Batch())
        assert [request[:2] for request in server.asked] == [("POST", "/api/store/rows")] * len(answers)
        assert {request[3] for request in server.asked} == {msgspec.json.encode(Batch())}


@pytest.mark.parametrize(
    ("seconds", "requests"), [("999", 2), ("1000", 3), ("soon", 3), ("-999", 3), ("", 3), ("0", 3)]
)
def test_a_server_says_when_it_may_be_asked_again(seconds: str, requests: int) -> None:
    """Given less patience than Retry-After asks for, then it is not asked again; only three digits count."""
    asks_for_time = Answer(503, headers=(("Retry-After", seconds),))
    with scripted(Answer(503), asks_for_time, Answer(200)) as server, line_to(server.url, patience=600) as client:
        if requests == 3:
            assert client.read("log", int) == 7
        else:
            with pytest.raises(errors.Busy):
                client.read("log", int)
        assert len(server.asked) == requests


@pytest.mark.parametrize(
    "answers",
    [(Answer(0),), (Answer(0), Answer(503)), (problem(503, "outcome-unknown"), Answer(503))],
    ids=["hangs up", "hangs up, then busy", "does not know"],
)
def test_what_may_have_been_stored_is_not_said_to_be_lost(answers: tuple[Answer, ...]) -> None:
    """Given a request that arrived without an answer, or an unknown outcome on the server, then the error does not say
    "not recorded", after any later answers; reading is harmless."""
    with scripted(*answers) as server, line_to(server.url) as line:
        with pytest.raises(errors.OutcomeUnknown, match="reload the match to see what was recorded"):
            line.send(Batch())
        assert len(server.asked) == 2
    with (
        scripted(Answer(0)) as server,
        line_to(server.url) as client,
        pytest.raises(errors.Unreachable, match=r"[)]; try again$"),
    ):
        client.read("log", int)


def test_what_was_stored_or_cannot_have_been() -> None:
    """Given a lost answer, when the entry is already there, then it is reported as stored; given a dead server, then
    the entry cannot have been stored."""
    answers = Answer(0), problem(409, "conflict", "it is there")
    with scripted(*answers) as server, line_to(server.url) as line, pytest.raises(errors.Taken, match="it is there"):
        line.send(Batch())
    with nobody() as url, line_to(url) as client:
        with pytest.raises(errors.Unreachable, match=r"cannot be reached .*; nothing was recorded, try again$"):
            client.send(Batch())
        with pytest.raises(errors.Unreachable, match=r"[)]; try again$"):
            client.read("log", int)


def test_who_leaves_asks_for_nothing_again() -> None:
    """Given a program that is being left, then what is read is asked for once; what is sent is sent again."""
    with scripted(Answer(503)) as server, line_to(server.url) as client:
        client.cancel_reads()
        with pytest.raises(errors.Busy):
            client.read("log", int)
        assert len(server.asked) == 1
        with pytest.raises(errors.Busy):
            client.send(Batch())
        assert len(server.asked) == 3


def test_requests_carry_the_token_and_go_to_this_machine_directly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a proxy for other machines, then a server on this one is asked without it; the token is not part of the
    address."""
    with nobody() as proxy, scripted(Answer(200)) as server:
        for name in ("HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy)
        with line_to(server.url) as client:
            assert client.read("log", int) == 7
            client.send(Batch())
        (_, path, headers, _), (_, _, sent, _) = server.asked
        assert (path, headers["authorization"]) == ("/api/store/log", "Bearer secret")
        assert sent["content-type"] == "application/json"


@pytest.mark.parametrize("body", [b"<html>", b'"seven"', b"\xff", b""])
def test_an_answer_of_something_else_is_said(body: bytes) -> None:
    """Given an answer in another form than a store's, then the error says so, and asks if it is another server."""
    with (
        scripted(Answer(200, body)) as server,
        line_to(server.url) as client,
        pytest.raises(errors.StorageError, match=r"its response cannot be read .*is it a Matchbook server"),
    ):
        client.read("log", int)


def test_whoever_follows_is_woken_for_what_is_new_alone() -> None:
    """Given a stream with two events that is cut and opened again, then a wake-up comes when it opens, for each event
    and when it opens again, but not for a sign of life; once it is closed its thread ends."""
    woken = threading.Semaphore(0)
    told = Answer(200, b": here\n\nevent: recorded\ndata: 1\n\n: here\n\nevent: recorded\ndata: 2\n\n")
    with scripted(told, Answer(200, b"", open=True)) as server, line_to(server.url) as client:
        before = threading.enumerate()
        with closing(NewsListener(client, woken.release)) as stream:
            [thread] = [one for one in threading.enumerate() if one.name == "news" and one not in before]
            assert thread.daemon, "a program that ends does not wait for the next sign of life"
            for _ in range(4):
                assert woken.acquire(timeout=120)
            assert [request[1] for request in server.asked] == ["/api/store/live"] * 2
        thread.join(120)
        assert not thread.is_alive()
        assert not woken.acquire(blocking=False)
        assert stream.trouble == ""


def test_whoever_follows_a_server_that_is_away_is_told() -> None:
    """Given no server, then there is a wake-up, and what the trouble is; a refusal is met where it is read."""
    with nobody() as away, scripted(Answer(403)) as server:
        for url, trouble in ((away, f"{away}: cannot be reached"), (server.url, "")):
            woken = threading.Event()
            with line_to(url) as client, closing(NewsListener(client, woken.set)) as stream:
                assert woken.wait(120)
                assert stream.trouble == trouble
