"""Requirements of a PostgreSQL server beyond those of every store."""

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from time import monotonic
from typing import get_args
from urllib.parse import urlsplit

import psycopg
import pytest
from msgspec import Raw

from domain.match import AnyMatch
from storage import errors
from storage.location import locate
from storage.postgres_schema import GRANTS
from storage.records import Sealed
from storage.sidecar import SidecarKind
from storage.store import MatchStore
from storage.verify import verify_store
from tests.campaigns import tries
from tests.postgres import PostgresServer, own_server
from tests.storage.tables import find_game, note, record
from tests.waiting import PATIENCE, wait_until

SECONDS = tries("MATCHBOOK_FOLLOWED_SECONDS", few=3, many=30)
KILLS = tries("MATCHBOOK_SERVER_KILLS", few=1, many=8)
UNTURNED = "ALTER TABLE matchbook.stored_events DISABLE TRIGGER stored_events_in_turn"


@pytest.fixture
def url(server: PostgresServer) -> Iterator[str]:
    with server.store() as address:
        yield address


@pytest.fixture
def store(url: str) -> Iterator[MatchStore]:
    with opened(url, create=True) as made:
        yield made


def opened(url: str, **options) -> MatchStore:
    return MatchStore.open(url, find_game=find_game, **options)


def database(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")


# forbidden changes --------------------------------------------------------------------------------------------------------

CHANGES = {
    "update": "UPDATE matchbook.stored_events SET topic = 'x'",
    "delete": "DELETE FROM matchbook.stored_events",
    "truncate": "TRUNCATE matchbook.stored_events",
    "upsert": "INSERT INTO matchbook.stored_events (originator_id, originator_version, topic, state) "
    "VALUES ('match-0', 1, 'x', 'x') ON CONFLICT (originator_id, originator_version) DO UPDATE SET topic = 'x'",
    "number": "SELECT nextval('matchbook.stored_events_notification_id_seq'); "
    "INSERT INTO matchbook.stored_events VALUES ('m', 1, 'x', 'x', 7000)",
    "catalogue": "UPDATE matchbook.catalogues SET name = 'x'",
    "catalogues": "TRUNCATE matchbook.catalogues",
    "format": "UPDATE matchbook.store SET format = 9",
}
OWNERS_ALONE = {
    "trigger": "DROP TRIGGER stored_events_in_turn ON matchbook.stored_events",
    "table": "CREATE TABLE matchbook.other (a int)",
    "sequence": "SELECT setval('matchbook.stored_events_notification_id_seq', 1)",
    "role": "SET session_replication_role = replica",
}


@pytest.mark.parametrize("role", ["origin", "replica"])
@pytest.mark.parametrize("change", CHANGES)
def test_the_owner_is_stopped_by_triggers(server, url, store, change, role):
    """Given a recorded match, when the owner makes any change, as a replica too, then the server refuses; the rows
    stay."""
    record(store)
    before = [verified.head for verified in verify_store(store)]
    with pytest.raises(psycopg.errors.RestrictViolation, match=r"append-only|given, not chosen"):
        server.run(f"SET session_replication_role = {role}", CHANGES[change], database=database(url))
    assert [verified.head for verified in verify_store(store)] == before


@pytest.fixture
def account(server: PostgresServer, url: str, store: MatchStore) -> str:
    """An account that has what a service needs."""
    with suppress(psycopg.errors.DuplicateObject):
        server.run("CREATE ROLE matchbook_service LOGIN")
    store.maintenance.make("matchbook_service")
    return server.url(database(url), "matchbook_service")


@pytest.mark.parametrize("change", CHANGES | OWNERS_ALONE)
def test_the_account_of_a_service_has_no_rights_to(account, store, change):
    """Given the account of a service, when it changes anything, then it has no right to, whatever triggers say."""
    record(store)
    with (
        closing(psycopg.connect(account, autocommit=True)) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute((CHANGES | OWNERS_ALONE)[change])


def test_the_account_of_a_service_records_verifies_and_follows(account, store):
    """Given that account, then it records, reads, follows, checks and keeps names and tokens: its rights suffice."""
    woken = threading.Event()
    with opened(account) as service:
        following = service.follow(woken.set)
        match = record(service)
        service.append(match, [note(match)])
        assert woken.wait(PATIENCE)
        following.close()
        assert [found for verified in verify_store(service) for found in verified.findings] == []
        assert store.load(match.id).head == match.head
        for sidecar in map(service.recorder.sidecar, get_args(SidecarKind)):
            assert sidecar.put({"one": Raw(b"1"), "two": Raw(b"2")}) == {"one", "two"}
            assert sidecar.drop(["two", "three"]) == {"two"}
            assert sidecar.read() == {"one": Raw(b"1")}
    assert len(GRANTS) == 5


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        (
            "DROP TRIGGER stored_events_in_turn ON matchbook.stored_events",
            "the trigger stored_events_in_turn is missing",
        ),
        (UNTURNED, "the trigger stored_events_in_turn differs"),
        ("CREATE RULE lost AS ON INSERT TO matchbook.stored_events DO INSTEAD NOTHING", "rule lost does not belong"),
        (
            "DROP INDEX matchbook.stored_events_notification_id_idx",
            "the index stored_events_notification_id_idx is missing",
        ),
        (
            "CREATE OR REPLACE FUNCTION matchbook.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "refuse",
        ),
        ("ALTER TABLE matchbook.stored_events ADD COLUMN more text", "the table stored_events differs"),
    ],
)
def test_what_was_taken_away_is_found(server, url, store, statement, finding):
    """Given a store whose guards the owner altered, then `verify` names them, and a new program cannot record."""
    match = record(store)
    server.run(statement, database=database(url))
    found = [damage for verified in verify_store(store) for damage in verified.findings]
    assert [damage.code for damage in found] == ["guard"]
    assert finding in found[0].text
    with opened(url) as other:
        with pytest.raises(errors.StoreDamaged, match="not recorded"):
            other.append(other.load(match.id), [note(match)])
        assert other.load(match.id).version == 17


def test_init_puts_back_what_is_missing(server, url, store):
    """Making a store again adds what is missing, and says what."""
    server.run("DROP TRIGGER stored_events_in_turn ON matchbook.stored_events", database=database(url))
    assert store.maintenance.make() == ("trigger stored_events_in_turn",)
    assert (store.maintenance.make(), store.maintenance.deviations()) == ((), ())


# following ----------------------------------------------------------------------------------------------------------------


def _written(url: str, seconds: int, crowd: str = "crowd") -> tuple[set[int], list[int], int]:
    """Six programs and a shell record while one follows by number: the stored numbers, those seen in order, and the
    count."""
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.storage.workers", crowd, url, str(n)], stdout=subprocess.PIPE, text=True
        )
        for n in range(6)
    ]
    seen: list[int] = []
    stop = threading.Event()
    with opened(url) as reader, closing(psycopg.connect(url, autocommit=True)) as shell:
        woken = threading.Event()
        following = reader.follow(woken.set)

        def look() -> None:
            while rows := reader.select(seen[-1] if seen else 0, 500):
                seen.extend(row.position for row in rows)

        def write() -> None:
            number = 0
            while not stop.is_set():
                number += 1
                shell.execute(
                    "INSERT INTO matchbook.stored_events (originator_id, originator_version, topic, state) "
                    "VALUES ('by-hand', %s, 'x', 'x')",
                    [number],
                )

        hand = threading.Thread(target=write)
        hand.start()
        for worker in workers:
            worker.stdout.readline()
        end = monotonic() + seconds
        while monotonic() < end:
            woken.wait(0.05)
            woken.clear()
            look()
        stop.set()
        hand.join()
        for worker in workers:
            worker.kill()
            worker.communicate()
        wait_until(lambda: _quiet(url), "writers are still at it")
        look()
        following.close()
        rows = shell.execute("SELECT notification_id FROM matchbook.stored_events").fetchall()
    return {number for (number,) in rows}, seen, len(rows)


def _quiet(url: str) -> bool:
    with closing(psycopg.connect(url)) as connection:
        [(others,)] = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'"
            " AND pid <> pg_backend_pid() AND query LIKE '%%INSERT%%'"
        ).fetchall()
    return not others


def test_a_follower_misses_nothing(url, store):
    """Given six programs and a plain shell that record, when one follows by number, then it sees each, and numbers
    rise."""
    stored, seen, count = _written(url, SECONDS)
    assert count > 50, "hardly anything was recorded: nothing was tested"
    assert seen == sorted(stored)


def test_control_without_the_trigger_some_are_missed(server, url, store):
    """Given the same without turns, then numbers that were given early come late and are missed: the test can fail."""
    server.run(
        UNTURNED,
        # Work of a writer between its number and its commit makes it late.
        "CREATE FUNCTION matchbook.dawdle() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN PERFORM pg_sleep(random() * 0.02); RETURN NULL; END'",
        "CREATE TRIGGER dawdle AFTER INSERT ON matchbook.stored_events FOR EACH ROW EXECUTE FUNCTION matchbook.dawdle()",
        database=database(url),
    )
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        stored, seen, _ = _written(url, SECONDS, "unwatched_crowd")
        if set(seen) != stored:
            return
    raise AssertionError("nothing was ever missed")


# lost answers --------------------------------------------------------------------------------------------------------------


class Proxy:
    """A wire to the server that can be cut: at once, or when the server has answered."""

    def __init__(self, url: str) -> None:
        with closing(psycopg.connect(url)) as connection:
            info = connection.info
            self.target = (info.host, info.port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.cut = ""
        """`request`: what is sent does not arrive; `answer`: it arrives, and its answer does not."""
        self.wires: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                host, port = self.target
                if host.startswith("/"):
                    far = socket.socket(socket.AF_UNIX)
                    far.connect(f"{host}/.s.PGSQL.{port}")
                else:
                    far = socket.create_connection(self.target)
                self.wires += near, far
                threading.Thread(target=self._carry, args=(near, far, "request"), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near, "answer"), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, what: str) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if self.cut == what:
                    break
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def url(self, url: str) -> str:
        """The address of the database through the wire."""
        with closing(psycopg.connect(url)) as connection:
            return (
                f"postgresql://{connection.info.user}@127.0.0.1:{self.port}/{connection.info.dbname}?gssencmode=disable"
            )

    def close(self) -> None:
        self.listener.close()
        for wire in self.wires:
            wire.close()


@pytest.fixture
def proxy(url: str) -> Iterator[Proxy]:
    made = Proxy(url)
    yield made
    made.close()


@pytest.mark.parametrize(("cut", "stored"), [("answer", 18), ("request", 17)])
def test_a_cut_wire_is_an_unknown_outcome(url, store, proxy, cut, stored):
    """Given a connection that is cut before the commit or after it, then the outcome is unknown; the same command sent
    again is stored once, on the same store, without reopening it."""
    record(store)
    with opened(proxy.url(url)) as through:
        match = through.load("match-0")
        assert not through.broken_from(match)  # from here on recording asks nothing before it sends
        through.recorder._check_guards()
        entry = note(match)
        proxy.cut = cut
        with pytest.raises(errors.OutcomeUnknown, match="reload the match"):
            through.append(match, [entry])
        wait_until(lambda: store.recorder.last_version("match-0") == stored, f"not entry {stored}")
        proxy.cut = ""
        again = through.append(through.load("match-0"), [entry])
        assert [one.envelope.command_id for one in again] == [entry.entry.envelope.command_id]
        assert (again[0].envelope.version, through.load("match-0").version) == (18, 18)


def test_reading_over_a_cut_wire_is_tried_again(url, store, proxy):
    """Given idle connections that were cut, then readers do not notice."""
    record(store)
    with opened(proxy.url(url)) as through:
        assert through.load("match-0").version == 17
        for wire in proxy.wires:
            with suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)
        assert through.rebuild("match-0").version == 17


def recorded_until_the_end(store: MatchStore, match: AnyMatch, acknowledged: list[int]) -> Sealed:
    """Record until the server is gone; return the entry with the unknown outcome."""
    while True:
        entry = note(match)
        try:
            store.append(match, [entry])
        except (errors.OutcomeUnknown, errors.Busy):
            return entry
        acknowledged.append(match.version)


@pytest.mark.slow
def test_a_killed_server_loses_nothing():
    """Given a server that is killed while a program records, then every acknowledged entry is there when it is back."""
    with own_server() as server, server.store() as url, opened(url, create=True) as store:
        match = record(store)
        for _ in range(KILLS):
            acknowledged = [match.version]
            killer = threading.Timer(0.3, server.kill)
            killer.start()
            entry = recorded_until_the_end(store, match, acknowledged)
            killer.join()
            with pytest.raises(errors.Unreachable, match="cannot be reached"):
                store.rebuild("match-0")
            server.start()
            match = store.load("match-0")
            assert match.version in (acknowledged[-1], acknowledged[-1] + 1)
            [stored] = store.append(match, [entry])
            assert stored.envelope.version == acknowledged[-1] + 1
        assert [found for verified in verify_store(store) for found in verified.findings] == []


@pytest.mark.slow
def test_a_follower_outlives_a_restart():
    """Given a follower and a server that is restarted, then what is recorded afterwards wakes it."""
    with own_server() as server, server.store() as url, opened(url, create=True) as store:
        match = record(store)
        woken = threading.Event()
        following = store.follow(woken.set)
        wait_until(woken.is_set, "not woken at the beginning")
        server.restart()
        woken.clear()
        match = store.load("match-0")
        store.append(match, [note(match)])
        wait_until(woken.is_set, "not woken again")
        following.close()


def test_a_held_lock_is_busy(url, store):
    """Given another program that holds its turn too long, then the store is Busy; afterwards the same entry is
    recorded."""
    match = record(store)
    with opened(url, lock_timeout=1) as hasty, closing(psycopg.connect(url)) as other:
        theirs = hasty.load(match.id)
        other.execute("SELECT matchbook_lock FROM pg_advisory_xact_lock(%s) AS matchbook_lock", [0x4D424F4B])
        with pytest.raises(errors.Busy, match="try again"):
            hasty.append(theirs, [note(theirs)])
        other.rollback()
        hasty.append(theirs, [note(theirs)])
    assert store.load(match.id).version == 18


# addresses -------------------------------------------------------------------------------------------------------------------

SECRET = "correct-horse"
ADDRESSES = [
    f"postgresql://tess:{SECRET}@127.0.0.1:1/matches",
    f"postgresql://tess:{SECRET}@127.0.0.1:notaport/matches",
    f"postgresql://tess:{SECRET}@nowhere.invalid/matches?sslmode=disable",
    f"postgresql://tess:{SECRET}@127.0.0.1:1/matches?password={SECRET}",
    f"postgresql://tess:{SECRET}@127.0.0.1:1/matches?nonsense=1",
    f"postgresql://tess:{SECRET}@127.0.0.1",
    f"postgresql://tess:/{SECRET}@127.0.0.1/matches",
    f"postgresql://tess:#{SECRET}@127.0.0.1/matches",
    f"postgres://tess:a@{SECRET}@127.0.0.1:1/matches",
    f"mysql://tess:{SECRET}@127.0.0.1/matches",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_message_tells_a_password(address):
    """Given an address with a password that leads nowhere, then what is said of it does not say the password."""
    with pytest.raises(errors.StorageError) as refused:
        opened(address)
    error: BaseException | None = refused.value
    while error is not None:
        assert SECRET not in str(error)
        assert SECRET not in repr(error)
        error = error.__cause__
    assert "\n" not in str(refused.value)


def test_a_place_holds_no_password():
    """The place of a store can be shown and logged: the password is kept apart."""
    location = locate(f"postgresql://tess:{SECRET}@db.example:5433/matches?sslmode=require")
    assert SECRET not in repr(location)
    assert location.name == "postgresql://tess@db.example:5433/matches"
    assert location.path is None


def test_a_password_is_used_and_not_told(server, url, store, capsys):
    """Given an account with a password, then its address opens the store, and shown texts omit it."""
    import psutil

    with suppress(psycopg.errors.DuplicateObject):
        server.run("CREATE ROLE matchbook_secret LOGIN")
    server.run(f"ALTER ROLE matchbook_secret PASSWORD '{SECRET}'")
    store.maintenance.make("matchbook_secret")
    parts = urlsplit(server.url(database(url), "matchbook_secret"))
    address = parts._replace(netloc=parts.netloc.replace("matchbook_secret", f"matchbook_secret:{SECRET}")).geturl()
    with opened(address) as secret:
        record(secret)
        shown = [repr(vars(secret)["location"]), repr(secret.recorder), " ".join(psutil.Process().cmdline())]
        shown += [repr(check) for check in secret.maintenance.durability()]
        shown += [found.text for verified in verify_store(secret) for found in verified.findings]
        assert not any(SECRET in text for text in shown)
    assert SECRET not in "".join(capsys.readouterr())


def test_addresses_that_lead_nowhere(server, url):
    """A database without a store, one that is not there, and an account that is not: each says what to do."""
    with pytest.raises(errors.StoreNotFound, match="no store there; create one with `matchbook init`"):
        opened(url)
    with pytest.raises(errors.StoreNotFound, match="does not exist"):
        opened(server.url("no_such_database"))
    with pytest.raises(errors.StoreUnwritable, match="check name and password"):
        opened(server.url(database(url), "no_such_account"))
    with pytest.raises(errors.StoreUnsupported, match="one host and one database"):
        opened("postgresql://tess@db.example")
