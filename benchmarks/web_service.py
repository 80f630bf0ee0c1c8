"""The service over HTTP: what an act costs beside one without HTTP, many tables at once, many followers of one match.

Clients run in a process of their own; the limits of acts a second are off.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from msgspec import Struct

from domain.entries import Annotated
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.web_service.serving import serving
from tests.web_service.tables import opened
from tests.web_service.wire import Wire
from web_service.limits import Limits


class Measurement(Struct, frozen=True):
    """What notes took."""

    what: str
    took: list[float]
    """Milliseconds, of each."""
    processor: float
    """Milliseconds of the server's processor a note: its clients are another process."""
    rate: float
    """Notes a second."""

    def within(self, percent: int) -> float:
        """In how many milliseconds so many of a hundred came."""
        return quantiles(self.took, n=100)[percent - 1]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--acts", type=int, default=400)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--followers", type=int, default=100)
    asked = parser.parse_args()
    typical = []
    for one in measure(asked.acts, asked.tables, asked.followers):
        typical.append(one.within(50))
        print(
            f"{one.what:<40} p50 {one.within(50):6.2f} ms  p99 {one.within(99):6.2f} ms  "
            f"processor {one.processor:5.2f} ms a note  {one.rate:5,.0f}/s",
            flush=True,
        )
    print(f"a note over HTTP takes {typical[1] / typical[0]:.2f} times a durable one")


def measure(acts: int, tables: int, followers: int) -> Iterator[Measurement]:
    """Notes without HTTP, over it at one table and at many, and what reaches so many followers of a match."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as served,
        get_context("spawn").Pool(1) as clients,
    ):
        served.app_state.limits = Limits(count().__next__)  # a second passes between any two requests
        secret = served.token("scorekeeper")
        clients.apply(at_tables, (served.url, [(secret, opened(served.app))], 20))  # what is loaded on first use is

        def plain(match: str) -> list[float]:
            took = []
            for version in range(7, 7 + acts):
                begun = perf_counter()
                served.app.annotate(match, Annotated(about=version, text="n"))
                took.append(1000 * (perf_counter() - begun))
            return took

        def over_http(number: int) -> list[float]:
            tables = [(served.token("scorekeeper"), opened(served.app)) for _ in range(number)]
            found: list[float] = clients.apply(at_tables, (served.url, tables, max(2, acts // number)))
            return found

        def from_elsewhere() -> list[float]:
            found: list[float] = clients.apply(kept, (served.url, secret, opened(served.app), acts))
            return found

        def to_followers(deaf: int) -> list[float]:
            given = (served.url, secret, opened(served.app), followers, deaf, min(acts, 60))
            found: list[float] = clients.apply(followed, given)
            return found

        yield _measured("durable note without HTTP", lambda: plain(opened(served.app)))
        yield _measured("over HTTP, 1 table", lambda: over_http(1))
        yield _measured("from a terminal elsewhere", from_elsewhere)
        yield _measured(f"over HTTP, {tables} tables at once", lambda: over_http(tables))
        yield _measured(f"{followers} followers: request to byte", lambda: to_followers(0), min(acts, 60))
        yield _measured("the same beside 20 that do not read", lambda: to_followers(20), min(acts, 60))


def _measured(what: str, work: Callable[[], list[float]], acts: int = 0) -> Measurement:
    """`acts`: how many notes there were, where that is not the number of times."""
    clock, spent = perf_counter(), process_time()
    took = work()
    number = acts or len(took)
    return Measurement(what, took, 1000 * (process_time() - spent) / number, number / (perf_counter() - clock))


def at_tables(url: str, tables: list[tuple[str, str]], acts: int) -> list[float]:
    """How many milliseconds each note took, each table (token and match) on a connection of its own."""
    port = int(url.rpartition(":")[2])

    async def table(secret: str, match: str) -> list[float]:
        with closing(Wire(port, secret)) as wire:
            return [await noted(wire, match, version) for version in range(7, 7 + acts)]

    async def all_tables() -> list[float]:
        return [one for took in await asyncio.gather(*(table(*one) for one in tables)) for one in took]

    return asyncio.run(all_tables())


def kept(url: str, secret: str, match: str, acts: int) -> list[float]:
    """How many milliseconds each note took from a terminal that keeps the record through the server."""
    os.environ["MATCHBOOK_TOKEN"] = secret
    took = []
    with MatchService(MatchStore.open(url)) as app:
        app.match(match)
        for version in range(7, 7 + acts):
            begun = perf_counter()
            app.annotate(match, Annotated(about=version, text="n"))
            took.append(1000 * (perf_counter() - begun))
    return took


async def noted(wire: Wire, match: str, version: int) -> float:
    """Records a note; how many milliseconds that took."""
    body = {"about": version, "text": "n", "at_version": version, "command_id": f"note-{version:06}"}
    begun = perf_counter()
    answer = await wire.ask("POST", f"/api/matches/{match}/notes", body)
    assert answer.status == 201, answer.body
    return 1000 * (perf_counter() - begun)


def followed(url: str, secret: str, match: str, followers: int, deaf: int, acts: int) -> list[float]:
    """Milliseconds from a note's request to each follower; the `deaf` ones do not read."""
    took: list[float] = []
    sent: dict[int, float] = {}

    async def line(limit: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=limit)
        writer.write(f"GET /api/matches/{match}/live?after=7 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return reader, writer

    async def follower(ready: asyncio.Semaphore) -> None:
        reader, writer = await line(1 << 22)
        await reader.readuntil(b"retry: 1000\n\n")
        ready.release()
        for version in range(8, 8 + acts):
            await reader.readuntil(f"id: {version}\n".encode())
            took.append(1000 * (perf_counter() - sent[version]))
        writer.close()

    async def table() -> None:
        ready = asyncio.Semaphore(0)
        silent = [await line(1) for _ in range(deaf)]
        following = [asyncio.create_task(follower(ready)) for _ in range(followers)]
        for _ in range(followers):
            await ready.acquire()
        with closing(Wire(int(url.rpartition(":")[2]), secret)) as wire:
            for version in range(7, 7 + acts):
                sent[version + 1] = perf_counter()
                await noted(wire, match, version)
                await asyncio.sleep(0.02)
        await asyncio.gather(*following)
        for _, writer in silent:
            writer.transport.abort()

    asyncio.run(table())
    return took


if __name__ == "__main__":
    main()
