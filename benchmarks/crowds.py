"""What a crowd costs: followers of the overview while nothing happens, and clients that request a page in a loop
beside tables that record.

Processor time is that of the server: its clients are other processes.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from time import monotonic, perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from msgspec import Struct
from psutil import Process as Watched

from benchmarks.web_service import at_tables, noted
from domain.registry import load_game
from service.access import Access
from service.recording.match_service import MatchService
from service.resources import sample_sheets
from service.simulation.demonstration import type_in
from storage.store import MatchStore
from tests.postgres import any_server
from tests.web_service.serving import Process, Served, serving
from tests.web_service.tables import opened
from tests.web_service.wire import Wire
from web_service.limits import Limits


class Crowd(Struct, frozen=True, kw_only=True):
    """What was measured."""

    idle: float
    """Percent of a core that idle followers use."""
    quiet: float
    """Notes a second without readers."""
    beside: float
    """Notes a second beside readers."""
    cost: float
    """Processor time of the server for a note beside readers, as a multiple of one without."""
    pages: float
    """Pages a second that the readers were sent."""


def measure(followers: int = 200, readers: int = 20, tables: int = 16, seconds: float = 10) -> Crowd:
    """Serve 60 tables and a whole sample match, and measure both crowds."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as served,
        get_context("spawn").Pool(2) as clients,
    ):
        served.app_state.limits = Limits(count().__next__)
        for number in range(60):
            opened(served.app, title=f"table {number + 1}, round 1")
        game = load_game("frc_card_game")
        page = f"/api/matches/{type_in(served.app, game, sample_sheets(game)[0]).id}/page"
        following = clients.apply_async(follow, (served.url, followers, 4 + seconds))
        _wait(served, followers)
        begun, spent = perf_counter(), process_time()
        following.wait(seconds)
        idle = 100 * (process_time() - spent) / (perf_counter() - begun)
        following.get()
        secrets = [served.token("scorekeeper") for _ in range(tables)]
        first = [(secrets[0], opened(served.app))]
        clients.apply(at_tables, (served.url, first, 20))  # loads what is loaded on first use

        def recorded() -> tuple[float, float]:
            begun, spent, acts = perf_counter(), process_time(), 80
            matches = [(secret, opened(served.app)) for secret in secrets]
            clients.apply(at_tables, (served.url, matches, acts))
            return tables * acts / (perf_counter() - begun), (process_time() - spent) / (tables * acts)

        quiet, plain = recorded()
        reading = clients.apply_async(read, (served.url, page, readers, seconds))
        beside, loaded = recorded()
        pages = reading.get() / seconds
        return Crowd(idle=idle, quiet=quiet, beside=beside, cost=loaded / plain, pages=pages)


def _wait(served: Served, followers: int) -> None:
    """Wait until all follow, and have been told what there is."""
    until = monotonic() + 120
    while len(served.app_state.followers()) < followers and monotonic() < until:
        with served.client() as client:
            client.get("/healthz")
    with served.client() as client:
        client.get("/")


class Hall(Struct, frozen=True, kw_only=True):
    """Writers and followers at once."""

    acts: float
    """Notes a second."""
    p50: float
    p99: float
    """Milliseconds from a note's request to its answer."""
    processor: float
    """Milliseconds of the server's processor time for a note."""
    memory: float
    """MB of the server's memory at the end."""


def hall(url: str, writers: int = 30, followers: int = 200, acts: int = 60) -> Hall:
    """Serve a new store at an address in a process of its own: each writer notes in a match, followers follow the overview."""
    with MatchStore.open(url, create=True) as store:
        app, access = MatchService(store), Access(store.recorder.sidecar("tokens"))
        pairs = [(access.grant(f"w{n}", "scorekeeper").secret, opened(app)) for n in range(writers)]
    with Process(url) as running, get_context("spawn").Pool(2) as clients:
        server = Watched(running.run.pid)
        following = clients.apply_async(follow, (running.url, followers, 3600))
        clients.apply(at_desks, (running.url, pairs, 7, 2))
        before, begun = sum(server.cpu_times()[:2]), perf_counter()
        took = clients.apply(at_desks, (running.url, pairs, 9, acts))
        seconds, spent = perf_counter() - begun, sum(server.cpu_times()[:2]) - before
        assert not following.ready(), following.get()
        cuts = quantiles(took, n=100)
        memory = server.memory_info().rss / 1e6
        return Hall(
            acts=len(took) / seconds, p50=cuts[49], p99=cuts[98], processor=1000 * spent / len(took), memory=memory
        )


def at_desks(url: str, pairs: list[tuple[str, str]], version: int, acts: int) -> list[float]:
    """How many milliseconds each note took, each writer with a token, ten a second at most."""
    port = int(url.rpartition(":")[2])

    async def desk(secret: str, match: str) -> list[float]:
        took = []
        with closing(Wire(port, secret)) as wire:
            for at in range(version, version + acts):
                took.append(await noted(wire, match, at))
                await asyncio.sleep(max(0, 0.11 - took[-1] / 1000))
        return took

    async def all_of_them() -> list[float]:
        return [one for took in await asyncio.gather(*(desk(*pair) for pair in pairs)) for one in took]

    return asyncio.run(all_of_them())


def follow(url: str, followers: int, seconds: float) -> None:
    """Follow the overview that long, once all followers are connected."""
    port = int(url.rpartition(":")[2])

    async def one() -> None:
        with closing(Wire(port)) as wire:
            async for _ in wire.events("/api/live"):
                pass

    async def all_of_them() -> None:
        tasks = [asyncio.create_task(one()) for _ in range(followers)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(all_of_them())


def read(url: str, path: str, readers: int, seconds: float) -> int:
    """Request a page in a loop, on so many connections; how many came."""
    port, until = int(url.rpartition(":")[2]), perf_counter() + seconds

    async def one() -> int:
        with closing(Wire(port)) as wire:
            for number in count():
                if perf_counter() > until:
                    return number
                answer = await wire.ask("GET", path)
                assert answer.status == 200, answer.body
        return 0

    async def all_of_them() -> int:
        return sum(await asyncio.gather(*(one() for _ in range(readers))))

    return asyncio.run(all_of_them())


def lines(found: Crowd) -> Iterator[str]:
    """The measurement in words."""
    yield f"idle followers use {found.idle:.1f} % of a core"
    yield f"beside readers (who get {found.pages:,.0f} pages/s), {found.beside / found.quiet:.2f} times as many notes a second"
    yield f"a note beside readers costs {found.cost:.2f} times the processor time"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--followers", type=int, default=200)
    parser.add_argument("--readers", type=int, default=20)
    parser.add_argument("--writers", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    print("\n".join(lines(measure(asked.followers, asked.readers, seconds=asked.seconds))))
    with tempfile.TemporaryDirectory() as folder, any_server() as database, database.store() as there:
        for name, url in (("SQLite", f"sqlite:///{folder}/matches.db"), ("PostgreSQL", there)):
            found = hall(url, asked.writers, asked.followers)
            took = f"p50 {found.p50:.0f} ms, p99 {found.p99:.0f} ms, {found.processor:.1f} ms of processor time each"
            who = f"{asked.writers} writers, {asked.followers} followers, {name}"
            print(f"{who}: {found.acts:.0f} acts/s, {took}, {found.memory:.0f} MB")


if __name__ == "__main__":
    main()
