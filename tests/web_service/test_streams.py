"""The server as a process and its streams: it starts and ends, acknowledged entries are kept, every entry comes once,
in order."""

import asyncio
import gc
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import httpx
import pytest

from domain.entries import Annotated
from domain.registry import load_game
from domain.seats import SPECTATOR
from service.access import Access
from service.delay import AT_ONCE, DelayedMatch
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.errors import Busy
from storage.store import MatchStore
from tests.campaigns import WHOLE, tries
from tests.waiting import wait_until
from tests.web_service.serving import Process, Served, events, free_port, serving
from tests.web_service.tables import opened
from web_service import broadcast, feeds
from web_service.broadcast import MOST_BYTES, Channel, ChannelKey, Subscriber
from web_service.permissions import Caller

START: Final = re.compile(r"http://\S+")


@pytest.mark.slow
def test_the_server_ends_with_a_hundred_streams_open(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """S1: it tells everybody `bye`, ends within 3 s of SIGTERM (asked in campaigns), and shows no stack trace."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        match = opened(MatchService(store))
    with Process(tmp_path) as process, ExitStack() as stack:
        limits = httpx.Limits(max_connections=200)
        client = stack.enter_context(
            httpx.Client(base_url=process.url, limits=limits, timeout=120, trust_env=False, verify=False)
        )
        streams = [stack.enter_context(client.stream("GET", f"/api/matches/{match}/live")) for _ in range(100)]
        following = [events(stream) for stream in streams]
        assert {next(one).kind for one in following} == {"whole"}
        begun = perf_counter()
        said = process.end(signal.SIGTERM)
        took = perf_counter() - begun
        assert {tuple(event.kind for event in one) for one in following} == {("bye",)}
    record_property("measured", f"start {process.started:.2f} s, end {took:.2f} s")
    assert not WHOLE or process.started <= 1, process.started
    assert not WHOLE or took <= 3, took
    assert "Traceback" not in said
    assert said.endswith("matchbook: the server has ended\n")
    assert process.run.returncode == 0
    assert not (tmp_path / "matches.db-wal").exists(), "the store is closed"


@pytest.mark.slow
def test_a_store_has_one_server(tmp_path: Path) -> None:
    """Section 2: a second server is refused, in one line; when the first is gone, even killed, another may begin."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        opened(MatchService(store))
    command = [sys.executable, "-m", "matchbook", "--store", f"sqlite:///{tmp_path / 'matches.db'}", "serve"]
    with Process(tmp_path) as first:
        second = subprocess.run(
            [*command, "--port", str(free_port())], capture_output=True, text=True, timeout=240, check=False
        )
        assert second.returncode == 2
        assert second.stderr.startswith("matchbook: error: another server serves ")
        assert second.stderr.count("\n") == 1
        first.end(signal.SIGKILL)
        with Process(tmp_path) as third:
            third.end(signal.SIGTERM)


@pytest.mark.slow
def test_a_demonstration_runs_by_itself(tmp_path: Path) -> None:
    """`matchbook serve --demo` opens an event with sample matches and tables that are played on, and ends when told
    to."""
    port = free_port()
    command = [sys.executable, "-m", "matchbook", "serve", "--demo", "--port", str(port)]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    try:
        while f":{port}/enter#" not in run.stderr.readline():
            assert run.poll() is None
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120, trust_env=False, verify=False) as client:
            while not _answers(client):
                assert run.poll() is None
            seen: dict[str, list[str]] = {}
            with client.stream("GET", "/api/live") as stream:
                for event in events(stream):
                    seen.setdefault(event.data["title"], []).append(event.data["last"])
                    if len(seen) >= 12 and any(len(said) > 2 for said in seen.values()):
                        break
            assert {"Table 1, round 1", "Table 8, round 1", "Ada's gamble"} <= set(seen)
    finally:
        run.send_signal(signal.SIGTERM)
        _, said = run.communicate(timeout=120)
    assert "Traceback" not in said


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/readyz").status_code == 200
    except httpx.ConnectError:
        return False


@pytest.mark.slow
def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    """S3: the server is killed at random moments while three tables record; every entry that was answered with 201 is
    kept."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        matches = [opened(MatchService(store)) for _ in range(3)]
        secret = Access(store.recorder.sidecar("tokens")).grant("Sam", "scorekeeper").secret
    rng, acknowledged = random.Random(3), dict.fromkeys(matches, 0)
    for _ in range(tries("MATCHBOOK_KILLS", few=4, many=200)):
        before = min(acknowledged.values())
        with Process(tmp_path) as process:
            tables = [
                threading.Thread(target=_notes, args=(process.url, secret, match, acknowledged)) for match in matches
            ]
            for table in tables:
                table.start()
            while min(acknowledged.values()) == before:
                threading.Event().wait(rng.uniform(0.01, 0.3))
        for table in tables:
            table.join()
        with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}") as store:
            assert all(store.load(match).version >= last for match, last in acknowledged.items())
    assert min(acknowledged.values()) > 7


def _notes(url: str, secret: str, match: str, acknowledged: dict[str, int]) -> None:
    """Notes down until the server is gone."""
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=url, headers=headers, timeout=120, trust_env=False, verify=False) as client:
        try:
            version = client.get(f"/api/matches/{match}").json()["version"]
            while True:
                note = {"about": 1, "text": "n", "at_version": version, "command_id": f"note-{match}-{version}"}
                answer = client.post(f"/api/matches/{match}/notes", json=note)
                if answer.status_code in (200, 201):
                    version = acknowledged[match] = answer.json()["version"]
                elif answer.status_code == 429:
                    threading.Event().wait(0.05)
        except httpx.HTTPError:
            return


@pytest.mark.slow
def test_a_stream_that_is_cut_goes_on_where_it_was(tmp_path: Path) -> None:
    """S9: cut at any byte and resumed, also over restarts, it gives each version once, in order, in the same bytes."""
    game, rng, port = load_game("frc_card_game"), random.Random(9), free_port()
    with serving(tmp_path, port=port) as served:
        match = type_in(served.app, game, sample_sheets(game)[0]).id
        last = served.app.match(match).version
        with served.client() as client:
            whole = _read(client, match, 0, None)[0]
    for _ in range(3):
        with serving(tmp_path, port=port) as served, served.client() as client:
            for _ in range(tries("MATCHBOOK_CUTS", few=12, many=170)):
                got, seen = b"", 0
                while seen < last:
                    piece, seen = _read(client, match, seen, rng.randrange(1, 20_000))
                    got += piece
                assert got == whole
    ids = [int(number) for number in re.findall(rb"^id: (\d+)$", whole, re.MULTILINE)]
    assert ids == list(range(1, last + 1))


def _read(client: httpx.Client, match: str, seen: int, upto: int | None) -> tuple[bytes, int]:
    """The whole events of a stream that is cut after so many bytes, and the last one's id."""
    got = b""
    with client.stream("GET", f"/api/matches/{match}/live?after=0", headers={"Last-Event-ID": str(seen)}) as stream:
        end = f"id: {client.get(f'/api/matches/{match}').json()['version']}\n".encode()
        for piece in stream.iter_raw():
            got += piece
            if (upto is not None and len(got) >= upto) or (end in got and got.endswith(b"\n\n")):
                break
    got = got.removeprefix(b"retry: 1000\n\n")[: upto if upto is not None else None]
    got = got[: got.rfind(b"\n\n") + 2] if b"\n\n" in got else b""
    ids = re.findall(rb"^id: (\d+)$", got, re.MULTILINE)
    return got, int(ids[-1]) if ids else seen


def test_what_other_programs_record_reaches_followers(served: Served, tmp_path: Path) -> None:
    """S11: an entry of another process's store is sent within 50 ms, in the middle (asked in campaigns)."""
    match = opened(served.app)
    took = []
    with (
        MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}") as store,
        served.client() as anybody,
        anybody.stream("GET", f"/api/matches/{match}/live?after=7") as stream,
    ):
        other, following = MatchService(store, recorder="terminal"), events(stream)
        for number in range(20):
            begun = perf_counter()
            receipt = other.annotate(match, Annotated(about=1, text=f"seen {number}"))
            assert next(following).id == receipt.version
            took.append(perf_counter() - begun)
    assert not WHOLE or statistics.median(took) <= 0.05, took


def test_a_wake_up_that_is_lost_costs_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S11: given a store without wake-ups, then new entries reach followers all the same."""

    class Nobody:
        def close(self) -> None:
            pass

    monkeypatch.setattr(MatchStore, "follow", lambda *_: Nobody())
    with serving(tmp_path) as served, served.client() as anybody:
        match = opened(served.app)
        with anybody.stream("GET", f"/api/matches/{match}/live?after=7") as stream:
            receipt = served.app.annotate(match, Annotated(about=1, text="unheard"))
            assert next(events(stream)).id == receipt.version


def test_what_is_recorded_meanwhile_reaches_followers(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """S8, S11: between reading and following, and where the first look is refused."""
    match = opened(served.app)
    channel = Channel(served.app, ChannelKey(match, SPECTATOR, AT_ONCE))
    receipt = served.app.annotate(match, Annotated(about=1, text="in between"))
    with closing(asyncio.new_event_loop()) as loop:
        first = channel.follow(Subscriber(loop, None), 7)
    assert f"id: {receipt.version}\n".encode() in first
    match = opened(served.app)
    with served.client() as anybody, anybody.stream("GET", f"/api/matches/{match}/live?after=7") as stream:
        real, refused = DelayedMatch._news, threading.Event()

        def busy(watched: DelayedMatch) -> object:
            if refused.is_set():
                return real(watched)
            refused.set()
            raise Busy("locked")

        monkeypatch.setattr(DelayedMatch, "_news", busy)
        receipt = served.app.annotate(match, Annotated(about=1, text="refused once"))
        assert next(events(stream)).id == receipt.version
        assert refused.is_set()


@pytest.mark.slow
def test_one_that_does_not_read_costs_little_and_delays_nobody(served: Served) -> None:
    """S10: what waits for it stays within its bound, and another is sent every entry meanwhile."""
    match = opened(served.app)
    channel = served.app_state.channel(Caller(), match, SPECTATOR)
    with socket.socket() as deaf, served.client() as anybody:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", int(served.url.rpartition(":")[2])))
        deaf.sendall(f"GET /api/matches/{match}/live?after=7 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        while not channel.followers:
            threading.Event().wait(0.01)
        [follower] = channel.followers
        waited, last = [0], 7
        with anybody.stream("GET", f"/api/matches/{match}/live?after=7") as stream:
            following = events(stream)
            for _ in range(30):
                with channel.held():
                    for _ in range(40):
                        last = served.app.annotate(match, Annotated(about=last, text="x" * 1_500)).version
                while next(following).id != last:
                    pass
                waited.append(follower.waiting)
    assert 0 < max(waited) <= MOST_BYTES
    assert any(later < sooner for sooner, later in pairwise(waited)), "it is never cut off"


def test_nobody_without_a_token_opens_more_streams_than_there_are(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S20: beyond the limit 503 with Retry-After, for a token 429."""
    match = opened(served.app)
    monkeypatch.setattr("web_service.app_state.STREAMS_OPEN", 2)
    monkeypatch.setattr("web_service.app_state.STREAMS_EACH", 1)
    path = f"/api/matches/{match}/live"
    with served.client() as anybody, served.client(served.token("judge")) as judge, ExitStack() as stack:
        open_ = [events(stack.enter_context(one.stream("GET", path))) for one in (anybody, anybody, judge)]
        assert [next(one).kind for one in open_] == ["whole"] * 3
        for client, status in ((anybody, 503), (judge, 429)):
            refused = client.get(path)
            assert refused.status_code == status
            assert int(refused.headers["Retry-After"]) >= 1


@pytest.mark.parametrize("path", ["/api/matches/{}/live", "/api/live", "/api/store/live"])
def test_a_stream_that_was_left_frees_its_place(served: Served, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """The next is let in, even if memory is not tidied."""
    match = opened(served.app)
    monkeypatch.setattr("web_service.app_state.STREAMS_EACH", 2)
    with served.client(served.token("organiser")) as client, untidied():
        for _ in range(4):
            with client.stream("GET", path.format(match)) as stream:
                assert stream.status_code == 200
                next(stream.iter_bytes())
            wait_until(lambda: not served.app_state.followers(), "the stream keeps its place")


@contextmanager
def untidied() -> Iterator[None]:
    """Cycles of objects stay in memory meanwhile."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_a_stream_is_neither_packed_nor_held_back(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """S12, traps 9 and 11: it is sent unchanged, to a browser with a cookie, with signs of life."""
    monkeypatch.setattr("web_service.feeds.KEEP_ALIVE", 0.05)
    match = opened(served.app)
    own = {"Origin": served.url, "Sec-Fetch-Site": "same-origin", "Accept-Encoding": "gzip, br, zstd"}
    with served.client(**own) as browser:
        assert browser.post("/api/enter", json={"token": served.token("judge")}).status_code == 200
        with browser.stream("GET", f"/api/matches/{match}/live?view=judge") as stream:
            assert (stream.status_code, stream.headers["x-accel-buffering"]) == (200, "no")
            assert "content-encoding" not in stream.headers
            lines = stream.iter_lines()
            assert any(line.startswith("data: ") for line in lines)
            assert any(line.startswith(":") for line in lines)


def test_help_loads_no_server() -> None:
    """S2: `matchbook --help` does not load the framework or the server, and recording does not either."""
    shown = "import sys; from matchbook.cli.main import cli\ntry: cli(['--help'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True, timeout=240)
    assert not {"litestar", "uvicorn", "duckdb", "psycopg", "dask", "web_service"} & set(done.stdout.split())


def test_a_second_server_is_refused_before_it_loads_the_framework(tmp_path: Path) -> None:
    """Given a store that another server has open, then `serve` is refused without loading what serves."""
    refused = f"""
import sys
from pathlib import Path
from matchbook.cli.main import cli
from web_service.server_lock import alone
with alone(Path({str(tmp_path / "matches.db")!r})):
    try: cli(["--store", "sqlite:///{tmp_path / "matches.db"}", "serve", "--port", "0"], standalone_mode=False)
    except Exception as error: print(error, file=sys.stderr)
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", refused], capture_output=True, text=True, check=True, timeout=240)
    assert done.stderr.startswith("another server serves "), done.stderr
    assert not {"litestar", "uvicorn", "web_service.application"} & set(done.stdout.split())


def test_a_server_loads_what_it_is_asked_for(tmp_path: Path) -> None:
    """S1: a ready server has loaded no game, no DuckDB, no templates. It draws the overview beside its start, for whoever comes
    first."""
    ready = f"""
import sys
from matchbook.cli.server import access_to
from matchbook.cli.session import Session
from web_service.app_state import AppState
from web_service.lifecycle import run
from web_service.server_lock import listening
session = Session("sqlite:///{tmp_path / "matches.db"}", None)
access = access_to(session.new_app)
session.begin_store()
app_state = AppState(session.open_analytics, session.recording_as, access)
def shown(server):
    print(*sys.modules)
    server.should_exit = True
with listening("127.0.0.1", 0) as listener:
    run(app_state, listener, started=shown)
assert app_state.overview is not None
"""
    done = subprocess.run([sys.executable, "-c", ready], capture_output=True, text=True, check=True, timeout=240)
    loaded = set(done.stdout.split())
    assert "web_service.application" in loaded
    assert not {"duckdb", "jinja2", "pydantic", "websockets"} & loaded
    assert {name for name in loaded if name.startswith("domain.games")} == set()


def test_a_loop_is_woken_once_for_all_who_follow(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """S8: an entry is handed to the loop once, however many follow, and each of them is sent it."""
    match = opened(served.app)
    handed: list[object] = []
    real = broadcast.call_in_loop

    def told(*given: object) -> None:
        handed.append(given)
        real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(broadcast, "call_in_loop", told)
    with served.client() as anybody, ExitStack() as stack:
        path = f"/api/matches/{match}/live?after=7"
        following = [events(stack.enter_context(anybody.stream("GET", path))) for _ in range(3)]
        receipt = served.app.annotate(match, Annotated(about=1, text="for all"))
        assert [next(one).id for one in following] == [receipt.version] * 3
    assert len(handed) == 1


@pytest.mark.parametrize("ends", [False, True])
def test_a_stream_that_begins_while_the_store_is_away_begins_when_it_is_back(
    ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a store that is away at first, then the follower gets a sign of life, and its first event or the end of the
    server."""
    monkeypatch.setattr(feeds, "_AGAIN", 0.001)
    left: list[Subscriber] = []

    async def followed() -> list[bytes]:
        follower, tries = Subscriber(asyncio.get_running_loop(), None), iter([Busy("away"), Busy("away")])
        if ends:
            follower.offer(None)

        async def begin() -> bytes:
            if (error := next(tries, None)) is not None:
                raise error
            follower.offer(None)
            return b"event: whole\n\n"

        return [sent async for sent in feeds.sent_to(follower, begin, left.append)]

    sent = asyncio.run(followed())
    assert sent == ([b": \n\n"] if ends else [b": \n\n", b": \n\n", b"retry: 1000\n\nevent: whole\n\n"])
    assert len(left) == 1


def test_a_channel_is_made_once_for_all_who_ask_at_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given four that ask for one view of a match at once, then it is made once, and its whole is encoded once."""
    match, made, encoded = opened(served.app), list[object](), list[object]()
    real, whole, all_ask = Channel.__init__, Channel.whole, threading.Barrier(4)

    def slowly(channel: Channel, *given: Any) -> None:
        made.append(channel)
        threading.Event().wait(0.05)
        real(channel, *given)

    monkeypatch.setattr(Channel, "__init__", slowly)
    monkeypatch.setattr(Channel, "whole", lambda channel: encoded.append(channel) or whole(channel))

    def ask(_: int) -> bytes:
        all_ask.wait(60)
        with closing(asyncio.new_event_loop()) as loop:
            return served.app_state.channel(Caller(), match, SPECTATOR).follow(Subscriber(loop, None), None)

    with ThreadPoolExecutor(4) as pool:
        (first,) = set(pool.map(ask, range(4)))
    assert first.startswith(b"id: 7\nevent: whole")
    assert (len(made), len(encoded)) == (1, 1)


def test_a_crowd_is_sent_entries_together(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given more followers than are sent each entry at once, then those recorded during the rest come with one
    broadcast."""
    monkeypatch.setattr(broadcast, "AT_ONCE_TO", 0)
    monkeypatch.setattr(broadcast, "REST", 1e6)
    sent: list[bytes] = []
    monkeypatch.setattr(broadcast, "call_in_loop", lambda _loop, _what, _followers, came: sent.append(came))
    match = opened(served.app)
    channel = served.app_state.channel(Caller(), match, SPECTATOR)
    with closing(asyncio.new_event_loop()) as loop:
        channel.follow(Subscriber(loop, None), 7)
        for number in range(3):
            served.app.annotate(match, Annotated(about=1, text=f"number {number}"))
            wait_until(lambda: sent, "the first is not sent at once")
        channel.rests_until = 0
        wait_until(lambda: len(sent) == 2, "the others are not sent")
    assert [came.count(b"event: entry") for came in sent] == [1, 2]


def test_a_dear_view_is_looked_at_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a look that takes long while something is always new, then a share of the time goes to it, not all."""
    monkeypatch.setattr(feeds, "PAUSE", 0)
    rests: list[float] = []

    async def followed() -> None:
        real = asyncio.sleep

        async def rest(seconds: float) -> None:
            rests.append(seconds)
            await real(0)

        async def look() -> int:
            feed.wake()
            await real(0.02)
            return 1

        feed = feeds.Feed(look, lambda _before, _now: b"x")
        follower = Subscriber(asyncio.get_running_loop(), None)
        await feed.begin(follower)
        monkeypatch.setattr(asyncio, "sleep", rest)
        while len(rests) < 3:
            await real(0.001)
        feed.followers.clear()

    asyncio.run(followed())
    assert all(seconds >= 4 * 0.02 for seconds in rests)
