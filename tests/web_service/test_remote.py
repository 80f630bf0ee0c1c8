"""Terminals that keep records through a server: the same record as on a local store, every entry exactly once."""

import asyncio
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from domain.entries import ActionEntry, Annotated, TableEvent, TakenBack
from domain.judging import Disputed, Ruled
from domain.replay import AnyHistory
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from replay_tui.timeline_follower import TimelineFollower
from service.access import Access
from service.auditing.audit import audit_match, verify_everything
from service.exchange.shared_store import Batch, SealedRow, SharedStore
from service.kits import meant_game
from service.recording.match_service import MatchService
from service.recording.opening import opening_of
from service.recording.recording_service import ActionLine, ConflictWith, RecordingService
from service.typing.scoresheet import Scoresheet
from storage.errors import (
    Busy,
    Conflict,
    EntryRefused,
    MatchNotFound,
    OutcomeUnknown,
    StorageError,
    StoreUnsupported,
    Unreachable,
)
from storage.http_client import _SILENCE
from storage.records import AnyPayload, seal
from storage.sidecar import FileSidecar
from storage.store import MatchStore
from tests.campaigns import WHOLE
from tests.replay_tui.driving import Seen, settle, until, visit
from tests.replay_tui.live import recording
from tests.web_service.serving import Process, Served, free_port, serving
from tests.web_service.tables import LINES, opened
from web_service.app_state import AppState
from web_service.feeds import KEEP_ALIVE
from web_service.problems import too_many


def _tokens(folder: Path) -> Access:
    """The tokens of the store in a folder, as a server of it reads them."""
    return Access(FileSidecar(folder / "matches.db.tokens"))


def _begun(folder: Path, lines: int = 2) -> str:
    """A match in a store in a folder, to be served."""
    with MatchStore.open(f"sqlite:///{folder / 'matches.db'}", create=True) as store:
        return opened(MatchService(store), lines=lines)


@contextmanager
def terminal(url: str, secret: str, *, patience: int = 5) -> Iterator[MatchService]:
    """The application of somebody who sits elsewhere."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("MATCHBOOK_TOKEN", secret)
        store = MatchStore.open(url, lock_timeout=patience)
    with MatchService(store) as app:
        yield app


def test_what_is_kept_through_a_server_is_what_is_kept_in_a_file(served: Served, tmp_path: Path) -> None:
    """Entries, heads, audits and analytics are the same there and here, in the name of the token."""
    with terminal(served.url, served.token("scorekeeper", "Table 4", tag="cup")) as app:
        match = opened(app, lines=3)
        for line in LINES[3:]:
            app.take(match, line)
        app.take_back(match, 5, reason="wrong card")
        app.annotate(match, Annotated(about=2, text="seen from the other table"))
        assert app.match(match).head == served.app.match(match).head
        assert {entry.envelope.by for entry in served.app.store.entries(match)} == {"Table 4"}
        assert list(app.store.raw(match)) == list(served.app.store.raw(match))
        assert audit_match(app, match).findings == audit_match(served.app, match).findings == ()
        assert [one.findings for one in verify_everything(app)] == [(), ()]
        with (
            closing(Analytics(tmp_path / "far.duckdb", app.store)) as far,
            closing(Analytics(tmp_path / "near.duckdb", served.app.store)) as near,
        ):
            assert far.content_hash() == near.content_hash()


def test_a_token_reaches_as_far_as_its_scope(served: Served) -> None:
    """Matches out of scope are not there, and no match is opened without the token's tag."""
    mine, other = opened(served.app, lines=1), opened(served.app, tag="league", lines=1)
    with terminal(served.url, served.token("judge", "Jo", tag="cup")) as app:
        last = app.store.head_position()
        assert app.store.match_ids() == [mine]
        assert {row.match for row in app.store.select(0, 100)} == {mine}
        served.app.take(other, LINES[1])
        assert app.store.head_position() == last
        assert app.store.select(last, 100) == []
        with pytest.raises(MatchNotFound):
            app.match(other)
        with pytest.raises(EntryRefused, match="tag"):
            opened(app, tag="league")
        with terminal(served.url, served.token("organiser")) as all_:
            row = all_.store.select(0, 1)[0]
            assert set(all_.store.match_ids()) == {mine, other}
        with pytest.raises(StorageError):
            app.store.append_rows([(other, 9, row.topic, row.state)])
    assert served.app.match(other).version == 3


@pytest.mark.parametrize("role", ["player", "", "wrong"])
def test_others_are_told_that_they_keep_no_record(served: Served, role: str) -> None:
    """A player's token, an unknown one and an empty one are refused in one line without token and path."""
    match = opened(served.app)
    secret = served.token("player", match=match, seat=0) if role == "player" else role
    with pytest.raises(StoreUnsupported) as refused, terminal(served.url, secret):
        pass
    assert "\n" not in str(refused.value)
    assert served.url in str(refused.value)
    assert not secret or secret not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://matches.example/",
        "https://user:secret@matches.example/",
        "https://matches.example/enter#secret",
        "https://matches.example/?token=secret",
        "https://",
        "https://matches.example:port/",
    ],
)
def test_addresses_hold_no_token_and_are_encrypted(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address with more than host, port and folder, or an unencrypted one of another machine, is refused, and not
    repeated."""
    monkeypatch.setenv("MATCHBOOK_TOKEN", "abc")
    with pytest.raises(StoreUnsupported) as refused:
        MatchStore.open(url)
    assert "secret" not in str(refused.value)


def forged(
    app: MatchService, match_id: str, change: Callable[[AnyPayload], AnyPayload], line: str, **envelope: object
) -> Batch:
    """The next entry as a terminal would send it that says other than what the rules make of a line."""
    match = app.match(match_id)
    served = app.take(match_id, line).entry
    entry = replace(served.envelope, **envelope)
    sealed = seal(app.store.codecs.topic(match.game.name), entry, change(served.payload), _head(app, match_id))
    return Batch(rows=(SealedRow._make(sealed.row),))


def _head(app: MatchService, match_id: str) -> str:
    entries = app.store.entries(match_id)
    return entries[-2].head


FORGERIES: dict[str, tuple[Callable[[AnyPayload], AnyPayload], dict[str, object], str]] = {
    "events": (lambda p: replace(p, events=p.events + p.events), {}, "event 2"),
    "no events": (lambda p: replace(p, events=()), {}, "event 1"),
    "allowed": (lambda p: replace(p, command=replace(p.command, player=1)), {}, "entry 2"),
    "name": (lambda p: p, {"by": "Olga"}, "name of the token"),
    "clock": (lambda p: p, {"recorded_at": 5}, "clock"),
    "moment": (lambda p: p, {"turn": 7}, "turn"),
    "gap": (lambda p: p, {"version": 5}, "does not follow"),
    "text": (lambda p: replace(p, reason="a\x1b[2Jb"), {}, "reason"),
    "size": (lambda p: replace(p, reason="x" * 1_000_000), {}, "the limit is 1,000,000"),
    "ruling": (lambda _: Ruled(official="Table 4", role="judge", text="so be it"), {}, "needs the right to judge"),
    "order": (
        lambda _: TakenBack(to=1, reason="x", official="Olga, head judge"),
        {},
        "needs an organiser's token and the role head_judge",
    ),
    "claim": (
        lambda _: Disputed(about=1, claim="illegal", claimant="Jude", role="head_judge", text="a mistake"),
        {},
        "says nothing as Jude, head judge",
    ),
    "statement": (
        lambda _: TableEvent(what="statement", author="Table 4", role="judge", text="as I ruled"),
        {},
        "says nothing as Table 4, judge",
    ),
    "minutes": (
        lambda _: TableEvent(what="extra_time", author="Table 4", role="scorekeeper", text="late", minutes=10**9),
        {},
        "minutes: 1 to 1,440 expected, found 1,000,000,000",
    ),
    "extra time": (
        lambda _: TableEvent(what="extra_time", author="Ada", role="player", text="slow", minutes=5),
        {},
        "extra time is given by an official",
    ),
    "command id": (lambda p: p, {"command_id": lambda match: next(iter(match.command_ids))}, "belongs to an entry of"),
    "another chain": (lambda p: p, {"match": "another"}, "opens the match|does not follow"),
}


def test_what_a_terminal_makes_up_is_not_stored(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries that rules, chain, name or clock do not bear out are refused with the reason."""
    match, secret = opened(served.app, lines=0), served.token("scorekeeper", "Table 4")
    before = served.app.store.head_position()
    for forgery, (change, envelope, said) in FORGERIES.items():
        store = MatchStore.open(f"sqlite:///{tmp_path / f'{forgery}.db'}", create=True)
        with MatchService(store, recorder="Table 4") as own, monkeypatch.context() as boundless:
            store.append_rows(
                [row[1:] for row in served.app.store.select(0, 9)], served.app.store.recorder.select_catalogues()
            )
            boundless.setattr("storage.records.MAX_LINE", 2_000_000)
            known = {name: what(own.match(match)) if callable(what) else what for name, what in envelope.items()}
            batch = forged(own, match, change, LINES[0], **known)
        with terminal(served.url, secret) as app, pytest.raises(EntryRefused, match=said):
            app.store.append_rows(batch.rows)
        assert served.app.store.head_position() == before, forgery


def at_pig(app: MatchService, tags: tuple[str, ...]) -> str:
    """A match of a kit with these tags; its id."""
    game, cards = meant_game("pig", None)
    opening = opening_of(game, Scoresheet((), players=("Ada", "Bo"), catalogue=cards))
    return app.open_match(replace(opening, tags=tags)).id


def test_a_token_reads_the_cards_of_the_matches_in_its_scope(served: Served, tmp_path: Path) -> None:
    """Given matches with other card definitions, a token of an event or a match reads only those of its own, by digest, too, and
    opens no match with others that it does not send. A token of the whole store reads all."""
    match, other = opened(served.app), at_pig(served.app, ())
    [cup, pig] = (served.app.store.entries(one, upto=1)[0].payload.catalogue for one in (match, other))
    for scope in ({"tag": "cup"}, {"match": match}):
        with terminal(served.url, served.token("scorekeeper", f"Sam {len(scope)}", **scope)) as app:
            there = app.store.recorder
            assert [row.digest for row in there.select_catalogues()] == [cup]
            assert there.select_catalogue(pig) is None
            assert there.select_catalogue(cup) is not None
    with terminal(served.url, served.token("scorekeeper")) as app:
        assert {row.digest for row in app.store.recorder.select_catalogues()} == {cup, pig}
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'own.db'}", create=True), recorder="Sam") as own:
        mine = at_pig(own, ("cup",))
        rows = [SealedRow._make(row[1:]) for row in own.store.select(0, 9) if row.match == mine]
        with terminal(served.url, served.token("scorekeeper", "Sam", tag="cup")) as app:
            with pytest.raises(EntryRefused, match="card definitions come with the match"):
                app.store.append_rows(rows)
            app.store.append_rows(rows, own.store.recorder.select_catalogues())
            assert {row.digest for row in app.store.recorder.select_catalogues()} == {cup, pig}


def test_entries_and_cards_are_read_and_stored_one_by_one(served: Served) -> None:
    """Card definitions come with a match only; an entry is stored as it was sealed."""
    opened(served.app)
    [row] = served.app.store.recorder.select_catalogues()
    body = row.body.replace(b"Nia", b"Mia")
    assert body != row.body
    with terminal(served.url, served.token("scorekeeper")) as app, pytest.raises(EntryRefused, match="come with"):
        app.store.append_rows([], [row._replace(digest=sha256(body).hexdigest(), body=body)])
    assert served.app.store.recorder.select_catalogues() == [row]
    match, there = opened(served.app), served.app.store.recorder
    versions = there.select_versions(match)
    assert len(versions) > 1
    with terminal(served.url, served.token("scorekeeper")) as app:
        here = app.store.recorder
        assert here.select_versions(match) == versions
        for version in versions:
            assert here.select_stored(match, version, version) == there.select_stored(match, version, version)
    match = opened(served.app, lines=0)
    with terminal(served.url, served.token("scorekeeper", "Table 4")) as app:
        assert app.take(match, LINES[0]).version == 2
        assert isinstance(served.app.store.entries(match)[1].payload, ActionEntry)


def test_two_terminals_at_one_entry(served: Served) -> None:
    """Given two terminals that act at the same entry, then the second sees who was first, and at which entry."""
    match = opened(served.app, lines=2)
    with (
        terminal(served.url, served.token("scorekeeper", "One")) as one,
        terminal(served.url, served.token("scorekeeper", "Two")) as two,
    ):
        seen = two.match(match).version
        one.take(match, LINES[2])
        act = ActionLine(line=LINES[3], at_version=seen, command_id="twos-command")
        outcome = RecordingService(two).take(match, act)
        assert isinstance(outcome, ConflictWith)
        assert (outcome.by, outcome.version) == ("One", seen + 1)
        assert two.take(match, LINES[3], at_version=seen + 1).version == seen + 2


@pytest.mark.parametrize("raced", [False, True])
def test_a_large_batch_lets_others_record_while_it_is_checked(
    served: Served, monkeypatch: pytest.MonkeyPatch, raced: bool
) -> None:
    """Given a batch of 120 entries that is being checked, then another table records at once; if somebody records in the match of
    the batch, none of it is stored."""
    mine, other = opened(served.app), opened(served.app)
    checking, going_on = threading.Event(), threading.Event()
    check = SharedStore.check

    def held(shared: SharedStore, batch: Batch) -> None:
        check(shared, batch)
        checking.set()
        assert going_on.wait(120)

    with terminal(served.url, served.token("scorekeeper", "One")) as one, ThreadPoolExecutor(1) as sending:
        batch = one.new_entries(one.match(mine))
        for number in range(120):
            batch.add(Annotated(about=1, text=f"note {number}"))
        with monkeypatch.context() as patched:
            patched.setattr(SharedStore, "check", held)
            stored = sending.submit(one.store.append_rows, batch.rows)
            assert checking.wait(120)
        served_before = served.app.match(mine).version
        with terminal(served.url, served.token("scorekeeper", "Two")) as two:
            two.annotate(mine if raced else other, Annotated(about=1, text="meanwhile"))
        going_on.set()
        if raced:
            with pytest.raises(Conflict):
                stored.result(120)
        else:
            stored.result(120)
    assert served.app.match(mine).version == served_before + (1 if raced else 120)


class Cut:
    """A way to a server that loses the answers to acts while it is told to, after the server has given them."""

    def __init__(self, port: int) -> None:
        self._server = port
        self.losing = 0
        """The number of answers to acts still to be lost."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        acting = False
        with suppress(OSError), near, socket.create_connection(("127.0.0.1", self._server)) as far:
            while True:
                for end in select.select([near, far], [], [])[0]:
                    if not (piece := end.recv(1 << 20)):
                        return
                    if end is near:
                        acting = acting or piece.startswith(b"POST")
                        far.sendall(piece)
                    elif acting and self.losing:
                        self.losing -= 1
                        return
                    else:
                        acting = False
                        near.sendall(piece)

    def close(self) -> None:
        self._listener.close()


def test_an_answer_that_is_lost_is_asked_for_again(served: Served) -> None:
    """The act is stored once; where no answer comes the outcome is unknown, and the command id finds what is stored."""
    match = opened(served.app, lines=2)
    with closing(Cut(int(served.url.rpartition(":")[2]))) as cut:
        with terminal(cut.url, served.token("scorekeeper"), patience=3) as app:
            app.match(match)
            cut.losing = 1
            assert app.take(match, LINES[2]).version == 4
            assert cut.losing == 0
        with terminal(cut.url, served.token("scorekeeper"), patience=0) as app:
            cut.losing = 2
            with pytest.raises(OutcomeUnknown):
                app.take(match, LINES[3], command_id="sent-twice")
            receipt = app.take(match, LINES[3], command_id="sent-twice")
            assert (receipt.version, receipt.repeated) == (5, True)
    assert served.app.match(match).version == 5


@pytest.mark.slow
def test_a_server_that_goes_away_in_mid_match(tmp_path: Path) -> None:
    """Unstored acts are reported; sent again with its command id each act is stored once, in order."""
    match = _begun(tmp_path, lines=0)
    secret = _tokens(tmp_path).grant("Table 4", "scorekeeper").secret
    port = free_port()
    said: list[str] = []
    with ExitStack() as stack:
        process = stack.enter_context(Process(tmp_path, port))
        app = stack.enter_context(terminal(process.url, secret, patience=0))
        for number, line in enumerate(LINES):
            if number == 3:
                process.end(signal.SIGKILL)
            while True:
                try:
                    app.take(match, line, command_id=f"command-{number}")
                    break
                except (Busy, OutcomeUnknown) as error:
                    said.append(str(error))
                    process = stack.enter_context(Process(tmp_path, port))
        assert said, "the terminal is told that the server is away"
        assert all("try again" in one or "reload" in one for one in said)
        process.end(signal.SIGTERM)
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}") as store:
        stored = [entry.envelope.command_id for entry in store.entries(match)[1:]]
    assert stored == [f"command-{number}" for number in range(len(LINES))]


class CountingService(MatchService):
    """A service that notes how far a match had come each time it was read on."""

    def __init__(self, store: MatchStore) -> None:
        super().__init__(store)
        self.refreshed: list[int] = []

    def refresh(self, history: AnyHistory) -> int:
        """Notes it where the store was reached, 0 where it was not."""
        self.refreshed.append(0)
        came = super().refresh(history)
        self.refreshed[-1] = history.match.version
        return came


@pytest.mark.slow
def test_the_record_screen_keeps_a_line_while_the_server_is_away(tmp_path: Path) -> None:
    """The line is said to be not saved; when the server is back, `enter` records it once."""
    match = _begun(tmp_path)
    secret = _tokens(tmp_path).grant("Table 4", "scorekeeper").secret
    port = free_port()
    stack = ExitStack()

    async def gone(pilot: Pilot[None], _: object) -> None:
        await until(lambda: any(counting.refreshed))
        process.end(signal.SIGKILL)

    async def back(*_: object) -> None:
        stack.enter_context(Process(tmp_path, port))

    async def told(pilot: Pilot[None], _: object) -> None:
        await until(lambda: counting.refreshed[-1] == 4)

    with stack, Process(tmp_path, port) as process, terminal(process.url, secret, patience=1) as app:
        counting = CountingService(app.store)
        typed = " ".join("space" if letter == " " else "underscore" if letter == "_" else letter for letter in LINES[2])
        away, kept, _, saved, _ = visit(
            recording(app, match, RecordingService(counting)), gone, f"{typed} enter", back, "enter", told
        )
    assert away.line == ""
    assert kept.line == LINES[2]
    assert "NOT SAVED: the store cannot be reached" in kept.text
    assert "saved 4" in saved.text
    assert saved.line == ""
    assert 0 not in counting.refreshed, "a server that is away is not asked for what it has"
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}") as store:
        assert store.load(match).version == 4


@pytest.mark.slow
def test_a_server_outlives_its_first_readers(tmp_path: Path) -> None:
    """Given a server that has just started, when eight terminals read at once, then each has the record."""
    match = _begun(tmp_path)
    secret = _tokens(tmp_path).grant("Table 4", "scorekeeper").secret
    together, read = threading.Barrier(8), list[int]()

    def first(app: MatchService) -> None:
        together.wait()
        read.append(app.match(match).version)

    with Process(tmp_path) as process, ExitStack() as stack:
        apps = [stack.enter_context(terminal(process.url, secret, patience=0)) for _ in range(8)]
        readers = [threading.Thread(target=first, args=(app,)) for app in apps]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
    assert read == [3] * 8


@pytest.mark.slow
def test_who_follows_is_woken_by_the_stream(tmp_path: Path) -> None:
    """A terminal that follows is woken by what another program records, also after the server was away."""
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        app = MatchService(store)
        match, port = opened(app, lines=2), free_port()
        secret = _tokens(tmp_path).grant("Table 4", "scorekeeper").secret
        with ExitStack() as stack:
            process = stack.enter_context(Process(tmp_path, port))
            far = stack.enter_context(terminal(process.url, secret))
            seen = far.store.head_position()
            news = threading.Event()

            def wake() -> None:
                try:
                    if far.store.head_position() > seen:
                        news.set()
                except StorageError:
                    pass

            with closing(far.store.follow(wake)):
                app.take(match, LINES[2])
                assert news.wait(120)
                process.end(signal.SIGKILL)
                news.clear()
                seen += 1
                app.take(match, LINES[3])
                stack.enter_context(Process(tmp_path, port))
                assert news.wait(120)


def watched(app: MatchService, match: str, folder: Path, refreshed: list[int]) -> MatchbookApp:
    """The replay of a match, and how often it was read on."""

    class Counting(MatchService):
        def refresh(self, history: AnyHistory) -> int:
            known = history.match.version
            try:
                return super().refresh(history)
            finally:
                refreshed.append(known)

    return MatchbookApp(Counting(app.store), lambda: Analytics(folder / "far.duckdb", app.store), match_id=match)


def recorded_meanwhile(served: Served, folder: Path) -> tuple[str, Seen, list[int]]:
    """A match of whose replay through a server something is recorded that it shows, the screen then, and after which
    entries it asked the server."""
    match, refreshed = opened(served.app, lines=2), list[int]()

    async def record(pilot: Pilot[None]) -> None:
        await until(lambda: len(refreshed) > 0)
        served.app.take(match, LINES[2])
        await until(lambda: pilot.app.screen.timeline.versions == 4)  # type: ignore[attr-defined]

    with terminal(served.url, served.token("scorekeeper")) as far:
        [seen] = visit(watched(far, match, folder, refreshed), "", then=record)
    return match, seen, refreshed


def test_a_screen_is_told_by_the_stream(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks the server only when it is told: once at first, and once for news."""
    monkeypatch.setattr(TimelineFollower, "SECONDS", 0.01)
    match, seen, refreshed = recorded_meanwhile(served, tmp_path)
    assert seen.lines[0].startswith(f"LIVE {match}/4")
    assert refreshed == [3, 3]


def test_without_a_stream_a_screen_looks(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a server refuses one more stream, a screen shows what is recorded all the same."""

    def no_room(*_: object) -> None:
        raise too_many(5)

    monkeypatch.setattr(AppState, "follower", no_room)
    _, seen, _ = recorded_meanwhile(served, tmp_path)
    assert "not following" not in seen.text


@pytest.mark.slow
@pytest.mark.parametrize("leave", ["q", "escape"])
def test_a_screen_is_left_at_once_while_the_server_is_away(tmp_path: Path, leave: str) -> None:
    """The replay says so without asking; replay and list are left at once (in a second, asked in campaigns)."""
    match = _begun(tmp_path)
    secret, refreshed, left = _tokens(tmp_path).grant("Table 4", "scorekeeper").secret, list[int](), list[float]()

    async def kill(pilot: Pilot[None]) -> None:
        await until(lambda: len(refreshed) > 0)
        await settle(pilot)
        process.end(signal.SIGKILL)
        await until(lambda: "cannot be reached" in pilot.app.screen.follower.trouble)  # type: ignore[attr-defined]
        left.append(perf_counter())
        await pilot.press(leave)

    async def drive(app: MatchbookApp) -> None:
        async with app.run_test() as pilot:
            await kill(pilot)

    with Process(tmp_path) as process, terminal(process.url, secret, patience=60) as far:
        asyncio.run(drive(watched(far, match, tmp_path, refreshed)))
        assert perf_counter() - left[0] < (1 if WHOLE else 30)
    assert refreshed == [3]


@pytest.mark.slow
def test_a_server_that_is_there_but_frozen_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen says since when answers are missing; when the server continues, news is shown."""
    monkeypatch.setattr("storage.http_client._SILENCE", 5)
    with MatchStore.open(f"sqlite:///{tmp_path / 'matches.db'}", create=True) as store:
        app = MatchService(store)
        match = opened(app, lines=2)
        secret, refreshed = _tokens(tmp_path).grant("Table 4", "scorekeeper").secret, list[int]()

        async def freeze(pilot: Pilot[None]) -> None:
            await until(lambda: len(refreshed) > 0)
            following = pilot.app.screen.follower  # type: ignore[attr-defined]
            process.run.send_signal(signal.SIGSTOP)
            try:
                await until(lambda: bool(re.search(r"no response since \d\d:\d\d:\d\d$", following.trouble)))
                app.take(match, LINES[2])
            finally:
                process.run.send_signal(signal.SIGCONT)
            await until(lambda: pilot.app.screen.timeline.versions == 4)  # type: ignore[attr-defined]
            await until(lambda: not following.trouble)

        with Process(tmp_path) as process, terminal(process.url, secret) as far:
            visit(watched(far, match, tmp_path, refreshed), "", then=freeze)


def test_one_late_sign_of_life_is_no_silence() -> None:
    """A server gives two signs of life in the time after which a terminal says that it is silent."""
    assert 2 * KEEP_ALIVE < _SILENCE <= 12


def test_who_has_left_waits_for_acts_alone(tmp_path: Path) -> None:
    """Once a program is left, an act whose answer is lost is sent again; what is read and does not come through is
    given up."""
    with ExitStack() as stack:
        with serving(tmp_path) as served, closing(Cut(int(served.url.rpartition(":")[2]))) as cut:
            match = opened(served.app, lines=2)
            app = stack.enter_context(terminal(cut.url, served.token("scorekeeper"), patience=60))
            app.match(match)
            app.store.recorder.cancel_reads()
            cut.losing = 1
            assert app.take(match, LINES[2]).version == 4
            assert cut.losing == 0
        begun = perf_counter()
        with pytest.raises(Unreachable):
            app.store.head_position()
        assert perf_counter() - begun < 60


def test_a_stream_ends_with_its_token_and_names_stay_out(served: Served) -> None:
    """S18: who follows meets the refusal where it reads; names behind pseudonyms are refused."""
    secret = served.token("scorekeeper")
    with terminal(served.url, secret) as far:
        refused = threading.Event()

        def wake() -> None:
            try:
                far.store.head_position()
            except StoreUnsupported:
                refused.set()

        with closing(far.store.follow(wake)):
            served.access.revoke(served.access.tokens()[-1].id)
            assert refused.wait(120)
    match = opened(served.app, lines=2)
    with served.app.store.pseudonyms.adding(["Carla"]), terminal(served.url, served.token("judge")) as far:
        far.annotate(match, Annotated(about=1, text="nobody is named"))
        with pytest.raises(EntryRefused, match="kept out"):
            far.annotate(match, Annotated(about=1, text="Carla"))
    assert served.app.match(match).version == 4


def command(url: str, secret: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command line on a store behind a server."""
    environ = {**os.environ, "MATCHBOOK_TOKEN": secret, **variables}
    program = [sys.executable, "-m", "matchbook", "--store", url, *words]
    return subprocess.run(program, capture_output=True, text=True, env=environ, check=False, timeout=240)


@pytest.mark.slow
def test_the_command_line_through_a_server(served: Served, tmp_path: Path) -> None:
    """`take`, `log` and questions work through a server; commands on files beside a store are refused in one line, with
    exit code 2."""
    match = opened(served.app, lines=2)
    home = {"XDG_DATA_HOME": str(tmp_path)}
    ask = partial(command, served.url, served.token("scorekeeper", "Table 4"), **home)
    assert ask("take", match, LINES[2]).returncode == 0
    assert "draw_opening_hand" in ask("log", match).stdout
    assert "2" in ask("sql", "select count(*) + 1 from matches").stdout
    for words in (
        ("serve",),
        ("tokens", "list"),
        ("backup", str(tmp_path / "copy")),
        ("init",),
        ("--by", "Eve", "matches"),
    ):
        told = ask(*words)
        assert (told.returncode, told.stderr.count("\n"), told.stdout) == (2, 1, ""), told
        assert "server" in told.stderr
    assert served.app.match(match).version == 4
