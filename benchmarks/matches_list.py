"""The match list over 100,000 matches: first screen, paging, jumping, sorting, filtering while typing, and memory.

    python benchmarks/matches_list.py [--matches 100000] [--size 120x40] [--keep FOLDER]

The store is made first: short matches of four games, with titles, tags and players, written in batches. A latency is
from the key to the screen being written, in a terminal without a screen; up to 16 ms of it are the frame timer's. A wait is
from the key to the rows themselves being on the screen.
"""

import argparse
import asyncio
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace as with_parts
from itertools import islice
from pathlib import Path
from statistics import quantiles
from typing import Any

from msgspec.structs import replace
from textual.events import Key

from domain.chain import first_head, write_head
from domain.entries import ActionEntry, Concluded, Envelope, Opened
from domain.outcome import Outcome
from domain.registry import load_game
from domain.seats import TableSetup
from domain.simulation import simulate, simulation_of
from projections.analytics import Analytics
from replay_tui.app import MatchbookApp
from replay_tui.screens.matches import MatchesScreen
from replay_tui.widgets.match_table import MatchTable
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from storage.records import AnyPayload, Codecs, Sealed, seal
from storage.store import MatchStore

GAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
NAMES = (
    "Ada",
    "Bo",
    "Chi",
    "Dov",
    "Eli",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lou",
    "Mei",
    "Ned",
    "Oki",
    "Pam",
    "Quy",
)
TAGS = ("league", "final", "training", "club night", "open", "junior")
TEMPLATES = 25
ACTIONS = 4
BATCH = 5_000
SECOND = 1_000_000
_NAMED = {" ": "space", ":": "colon"}
"""Keys that are not called what they write."""


def template(name: str, seed: int) -> list[AnyPayload]:
    """The first actions of a simulated match between players of our names."""
    game = load_game(name)
    catalogue, part = load_catalogue(game), simulation_of(game)

    def table(cards: Any, rng: random.Random, options: Any) -> TableSetup:
        setup = part.sample_table(cards, rng, options)
        names = random.Random(f"{name}{seed}").sample(NAMES, len(setup.seats))
        return replace(setup, seats=tuple(replace(s, name=n) for s, n in zip(setup.seats, names, strict=True)))

    played = list(
        islice(simulate(with_parts(game, simulation=with_parts(part, sample_table=table)), catalogue, seed), ACTIONS)
    )
    opened = Opened(
        game=name,
        rules_version=game.rules_version,
        catalogue=catalogue.digest,
        command=played[0].command,
        events=played[0].events,
    )
    return [opened, *(ActionEntry(command=one.command, events=one.events) for one in played[1:])]


def matches(count: int) -> Iterator[list[Sealed]]:
    """Short matches with titles, tags and results, five minutes apart."""
    rng = random.Random(7)
    templates = [(name, template(name, seed)) for seed in range(min(TEMPLATES, 1 + count // 20)) for name in GAMES]
    for number in range(count):
        game, payloads = templates[rng.randrange(len(templates))]
        tags = tuple(rng.sample(TAGS, rng.choice((0, 0, 1, 2))))
        opened = replace(payloads[0], title=f"Table {rng.randrange(40)}, round {rng.randrange(9)}", tags=tags)
        ending = [Concluded(outcome=Outcome(winners=(rng.randrange(2),), reason="agreed"))] * rng.choice((0, 1, 1, 1))
        yield sealed_match(game, f"m{number:08d}", [opened, *payloads[1 : rng.randrange(1, ACTIONS)], *ending], number)


def sealed_match(game: str, match_id: str, payloads: list[AnyPayload], number: int) -> list[Sealed]:
    """The payloads as entries of one match."""
    head, sealed, topic = write_head(first_head(match_id)), [], Codecs().topic(game)
    for version, payload in enumerate(payloads, start=1):
        moment = (1_700_000_000 + number * 300 + version) * SECOND
        envelope = Envelope(match_id, version, f"c{number}-{version}", moment, by="tess", turn=version)
        sealed.append(seal(topic, envelope, payload, head, salt="0" * 24))
        head = sealed[-1].entry.head
    return sealed


def fill(store: MatchStore, count: int) -> int:
    """Writes the matches; returns how many entries they have."""
    entries = 0
    for name in GAMES:
        store.save_catalogue(name, load_catalogue(load_game(name)))
    coming = matches(count)
    while batch := list(islice(coming, BATCH)):
        rows = [one.row for match in batch for one in match]
        store.append_rows(rows)
        entries += len(rows)
    return entries


class Painted:
    """Presses keys, and tells when the program has written its screen."""

    def __init__(self, app: MatchbookApp) -> None:
        self._app = app
        self.worked: list[float] = []
        self._event = asyncio.Event()
        display = app._display

        def displayed(screen: Any, renderable: Any) -> None:
            display(screen, renderable)
            self._event.set()

        app._display = displayed  # type: ignore[method-assign]

    async def after(self, key: str) -> float:
        """Milliseconds from the key to the next screen. `worked` says how many of them the screen's thread was busy."""
        self._event.clear()
        start, busy = time.perf_counter(), time.thread_time()
        self._app.post_message(Key(_NAMED.get(key, key), key if len(key) == 1 else None))
        await asyncio.wait_for(self._event.wait(), 10)
        self.worked.append((time.thread_time() - busy) * 1000)
        return (time.perf_counter() - start) * 1000


async def read(app: MatchbookApp) -> float:
    """Milliseconds until the row under the cursor is there and the list is the one that is wanted."""
    screen = app.screen
    assert isinstance(screen, MatchesScreen)
    start = time.perf_counter()
    while screen.table.query_shown != screen.reader.wanted or (screen.table.count and screen.table.chosen is None):
        await asyncio.sleep(0.002)
    return (time.perf_counter() - start) * 1000


async def moved(painted: Painted, table: MatchTable, key: str) -> float:
    """Milliseconds per key that moves the cursor. At the last row the screen would not change:
    then the cursor returns to the first one, which is not measured."""
    if table.cursor == table.count - 1:
        await painted.after("home")
    return await painted.after(key)


async def held(pilot: Any, painted: Painted, key: str, seconds: float) -> tuple[list[float], int, int]:
    """A key held down, thirty times a second: latencies, screens, and those of them whose row under the cursor was missing."""
    table, times, missing = pilot.app.screen.table, [], 0
    until = time.perf_counter() + seconds
    while (now := time.perf_counter()) < until:
        times.append(await moved(painted, table, key))
        missing += table.chosen is None
        await asyncio.sleep(max(0.0, 1 / 30 - (time.perf_counter() - now)))
    return times, len(times), missing


def show(name: str, times: list[float], worked: list[float] | None = None, remark: str = "") -> None:
    """Print a row of percentiles, then those of processor time, which varies less on a busy machine. Both start over."""
    at = quantiles(times, n=100)
    line = f"{name:32} p50 {at[49]:6.1f} ms   p95 {at[94]:6.1f} ms   most {max(times):6.1f} ms"
    if worked:
        busy = quantiles(worked, n=100)
        line += f"   at work p50 {busy[49]:5.1f} ms   p95 {busy[94]:5.1f} ms"
        worked.clear()
    print(line + remark)


async def measure(service: MatchService, analytics: Analytics, size: tuple[int, int], presses: int) -> None:
    """Prints what a person at the list waits for."""
    app = MatchbookApp(service, lambda: analytics)
    start = time.perf_counter()
    async with app.run_test(size=size) as pilot:
        await read(app)
        await pilot.pause()
        print(f"start to first rows {time.perf_counter() - start:25.2f} s")
        painted = Painted(app)
        assert isinstance(app.screen, MatchesScreen)
        table = app.screen.table
        show("one row on", [await moved(painted, table, "down") for _ in range(presses)], painted.worked)
        times, screens, missing = await held(pilot, painted, "pagedown", presses / 12)
        await read(app)
        show(
            f"page down held, {presses / 12:.0f} s",
            times,
            painted.worked,
            f"   {missing} of {screens} screens before their rows",
        )
        if table.cursor:
            await painted.after("home")
        await measure_jumps(app, painted, presses)
        await measure_queries(app, pilot, painted)


async def measure_jumps(app: MatchbookApp, painted: Painted, presses: int) -> None:
    """To both ends of the list, again and again."""
    times, waits = [], []
    for key in ("end", "home") * (presses // 4):
        times.append(await painted.after(key))
        waits.append(times[-1] + await read(app))
    show("end and home: the next screen", times, painted.worked)
    show("end and home: the rows", waits)


async def measure_queries(app: MatchbookApp, pilot: Any, painted: Painted) -> None:
    """Sorting, and typing a filter."""
    waits = []
    # Back and forth: at the last column, a further step would not change the screen.
    for key in ("s", "r", "S", "r") * 3:
        painted_after = await painted.after(key)
        waits.append(painted_after + await read(app))
    show("sorting: the rows", waits)
    painted.worked.clear()
    await pilot.press("slash")
    times, waits = [], []
    for word in ("ada", "final table", "tag:league player:ada"):
        for letter in word:
            times.append(await painted.after(letter))
            await asyncio.sleep(0.1)  # ten letters a second
        waits.append(await read(app))
        for _ in word:
            await pilot.press("backspace")
    show("typing a filter: the letter", times, painted.worked)
    print(f"after the last letter: the rows {max(waits):38.1f} ms at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--size", default="120x40")
    parser.add_argument("--presses", type=int, default=60, help="of a key; more of them, surer figures")
    parser.add_argument("--keep", type=Path, help="a folder for the store; if it is there already, it is used again")
    given = parser.parse_args()
    columns, rows = (int(part) for part in given.size.split("x"))
    with nullcontext(given.keep) if given.keep else tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.mkdir(exist_ok=True)
        fresh = not (place / "store.db").exists()
        with MatchStore.open(f"sqlite:///{place / 'store.db'}", create=True) as store:
            start = time.perf_counter()
            if fresh:
                print(f"{given.matches:,} matches, {fill(store, given.matches):,} entries written in", end=" ")
                print(f"{time.perf_counter() - start:.1f} s")
            analytics = Analytics(place / "store.duckdb", store)
            start = time.perf_counter()
            analytics.catch_up()
            print(f"analytics caught up in {time.perf_counter() - start:.1f} s")
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            asyncio.run(measure(MatchService(store), analytics, (columns, rows), given.presses))
            after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            print(f"peak memory {after / 1024:.0f} MB; before the list was opened {before / 1024:.0f} MB")


if __name__ == "__main__":
    main()
