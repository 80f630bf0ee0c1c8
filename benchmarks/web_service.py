"""The service over HTTP: what an act costs beside one without HTTP, many tables at once, many followers of one match.

Clients run in a process of their own; the limits of acts a second are off.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import closing
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from domain.match import Annotated
from tests.web.serving import serving
from tests.web.tables import opened
from tests.web.wire import Wire
from web.limits import Limits


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--acts", type=int, default=400)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--followers", type=int, default=100)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as served,
        get_context("spawn").Pool(1) as clients,
    ):
        served.house.limits = Limits(count().__next__)  # a second passes between any two requests
        secret = served.token("scorekeeper")
        one = opened(served.app)
        clients.apply(at_tables, (served.url, secret, [opened(served.app)], 20))  # what is loaded on first use is
        begun, plain = process_time(), []
        for version in range(7, 7 + asked.acts):
            sent = perf_counter()
            served.app.annotate(one, Annotated(about=version, text="n"))
            plain.append(1000 * (perf_counter() - sent))
        shown("durable note without HTTP", plain, process_time() - begun)
        begun = process_time()
        took = clients.apply(at_tables, (served.url, secret, [opened(served.app)], asked.acts))
        shown("over HTTP, 1 table", took, process_time() - begun)
        matches = [opened(served.app) for _ in range(asked.tables)]
        begun, clock = process_time(), perf_counter()
        took = clients.apply(at_tables, (served.url, secret, matches, asked.acts // 4))
        rate = len(took) / (perf_counter() - clock)
        shown(f"over HTTP, {asked.tables} tables at once, {rate:,.0f}/s", took, process_time() - begun)
        acts = min(asked.acts, 60)
        begun = process_time()
        took = clients.apply(followed, (served.url, secret, opened(served.app), asked.followers, acts))
        shown(f"{asked.followers} followers: request to byte", took, process_time() - begun, acts)


def shown(what: str, took: list[float], spent: float, acts: int = 0) -> None:
    """`spent`: seconds of processor of the server, for so many acts (as many as there are times)."""
    cuts, each = quantiles(took, n=100), 1000 * spent / (acts or len(took))
    print(f"{what:<44} p50 {cuts[49]:6.2f} ms  p99 {cuts[98]:6.2f} ms  processor {each:5.2f} ms a note", flush=True)


def at_tables(url: str, secret: str, matches: list[str], acts: int) -> list[float]:
    """How many milliseconds each note took, each table on a connection of its own."""
    port = int(url.rpartition(":")[2])

    async def table(match: str) -> list[float]:
        with closing(Wire(port, secret)) as wire:
            return [await noted(wire, match, version) for version in range(7, 7 + acts)]

    async def all_tables() -> list[float]:
        return [one for took in await asyncio.gather(*map(table, matches)) for one in took]

    return asyncio.run(all_tables())


async def noted(wire: Wire, match: str, version: int) -> float:
    """Records a note; how many milliseconds that took."""
    body = {"about": version, "text": "n", "at_version": version, "command_id": f"note-{version:06}"}
    begun = perf_counter()
    answer = await wire.ask("POST", f"/api/matches/{match}/notes", body)
    assert answer.status == 201, answer.body
    return 1000 * (perf_counter() - begun)


def followed(url: str, secret: str, match: str, followers: int, acts: int) -> list[float]:
    """How many milliseconds after its request a note reached each follower."""
    took: list[float] = []
    sent: dict[int, float] = {}

    async def follower(ready: asyncio.Semaphore) -> None:
        host, port = url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
        writer.write(f"GET /api/matches/{match}/live?after=7 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        await reader.readuntil(b"retry: 1000\n\n")
        ready.release()
        for version in range(8, 8 + acts):
            await reader.readuntil(f"id: {version}\n".encode())
            took.append(1000 * (perf_counter() - sent[version]))
        writer.close()

    async def table() -> None:
        ready = asyncio.Semaphore(0)
        following = [asyncio.create_task(follower(ready)) for _ in range(followers)]
        for _ in range(followers):
            await ready.acquire()
        with closing(Wire(int(url.rpartition(":")[2]), secret)) as wire:
            for version in range(7, 7 + acts):
                sent[version + 1] = perf_counter()
                await noted(wire, match, version)
                await asyncio.sleep(0.02)
        await asyncio.gather(*following)

    asyncio.run(table())
    return took


if __name__ == "__main__":
    main()
