"""A day of an event over HTTP and PostgreSQL, with the server and its database killed in the middle; and hours of it without."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from statistics import mean, median

import psutil
import pytest

from service.access import Access
from storage.store import MatchStore
from storage.verify import verify_store
from tests.campaigns import WHOLE, tries
from tests.postgres import own_server
from tests.web_service.event_day import Day, Table, analyse, cut, project
from tests.web_service.serving import Process, free_port

HOUR = 3600
"""Seconds of a whole soak. A shorter one records as much: memory is full after the first third, or grows."""
SECONDS = tries("MATCHBOOK_EVENT_SECONDS", few=1, many=600)
SOAK = tries("MATCHBOOK_SOAK_SECONDS", few=3, many=HOUR)
PATIENCE = 240
"""Seconds in which all is caught up with on the busiest machine."""
TABLES, FOLLOWERS, PACE = (40, 10, 10.0) if WHOLE else (4, 3, 40.0)


@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 4 * PATIENCE)
def test_a_day_of_an_event_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """S3, S9: while tables record, the server and PostgreSQL are killed; acknowledged entries are kept, and followers get every
    one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with own_server() as database, database.store() as url:
        with MatchStore.open(url, create=True) as store:
            access = Access(store.recorder.sidecar("tokens"))
            day = Day(free_port(), PACE)
            day.tables += [Table(n, access.grant(f"Table {n + 1}", "scorekeeper").secret) for n in range(TABLES)]
            analyst = access.grant("Ana", "judge").secret
        servers = ExitStack()
        running = servers.enter_context(Process(url, day.port))

        def killed() -> None:
            nonlocal running
            running.end(signal.SIGKILL)
            running = servers.enter_context(Process(url, day.port))

        def without_database() -> None:
            database.kill()
            database.start()

        async def whole_day() -> None:
            async with played(day, FOLLOWERS, analyst):
                for happens in (killed, without_database, lambda: None):
                    await asyncio.sleep(SECONDS / 3)
                    await recorded_more(day)
                    await asyncio.to_thread(happens)
                while not day.answered:
                    await asyncio.sleep(0.05)

        with servers:
            asyncio.run(whole_day())
            memory = psutil.Process(running.run.pid).memory_info().rss
            said = running.end(signal.SIGTERM)
        with MatchStore.open(url) as store:
            entries = stands_as_acknowledged(store, day)
    assert day.wrong == []
    assert "Traceback" not in said
    assert day.again, "nothing was interrupted: nothing was tried"
    assert day.resumed >= TABLES * FOLLOWERS
    assert day.answered
    record_property("measured", f"{day.told(entries)}; the server's memory {memory / 1e6:.0f} MB")


@pytest.mark.slow
@pytest.mark.timeout(SOAK + 4 * PATIENCE)
def test_hours_of_an_event_cost_no_more(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    """S40: memory grows by 5 % at most, open files stay as many (asked in campaigns: in seconds everything is new)."""
    tables, followers, pace = (20, 10, 5.0 * HOUR / SOAK) if WHOLE else (3, 2, 40.0)
    url = f"sqlite:///{tmp_path / 'matches.db'}"
    with MatchStore.open(url, create=True) as store:
        access = Access(store.recorder.sidecar("tokens"))
        day = Day(free_port(), pace)
        day.tables += [Table(n, access.grant(f"Table {n + 1}", "scorekeeper").secret) for n in range(tables)]
        analyst = access.grant("Ana", "judge").secret
    memory: list[int] = []
    handles: list[int] = []

    async def hours() -> None:
        process = psutil.Process(running.run.pid)
        async with played(day, followers, analyst):
            cutting = asyncio.create_task(cut(day, 5))
            for _ in range(90):
                await asyncio.sleep(SOAK / 90)
                memory.append(process.memory_info().rss)
                handles.append(process.num_fds())
            await recorded_more(day)
            await _ended(cutting)

    with Process(url, day.port) as running:
        asyncio.run(hours())
        said = running.end(signal.SIGTERM)
    with MatchStore.open(url) as store:
        entries = stands_as_acknowledged(store, day)
    assert (day.wrong, "Traceback" in said) == ([], False)
    assert day.resumed, "nobody was cut off: nothing was tried"
    grown = mean(memory[60:]) / mean(memory[30:60]) - 1
    more = median(handles[60:]) - median(handles[30:60])
    record_property(
        "measured",
        f"{day.told(entries)}; memory {memory[-1] / 1e6:.0f} MB, {grown:+.1%}; {handles[-1]} handles, {more:+.0f}",
    )
    assert not WHOLE or grown <= 0.05, memory
    assert not WHOLE or abs(more) <= 10, handles


async def recorded_more(day: Day) -> None:
    """Waits until each table has recorded something since."""
    before = [sum(map(len, table.acknowledged.values())) for table in day.tables]
    while any(
        sum(map(len, table.acknowledged.values())) < known + 2 for table, known in zip(day.tables, before, strict=True)
    ):
        await asyncio.sleep(0.05)


def stands_as_acknowledged(store: MatchStore, day: Day) -> int:
    """Asserts that every match is what its table was told, no more and no less; how many entries that is."""
    acknowledged = {match: known for table in day.tables for match, known in table.acknowledged.items()}
    assert sorted(acknowledged) == store.match_ids()
    for match, known in acknowledged.items():
        stored = store.load(match)
        assert stored.version == len(known)
        assert {stored.command_ids[command]: command for command in known[1:]} == dict(enumerate(known[1:], 2))
    assert [finding for verified in verify_store(store) for finding in verified.findings] == []
    return sum(map(len, acknowledged.values()))


@asynccontextmanager
async def played(day: Day, followers: int, analyst: str) -> AsyncIterator[None]:
    """The day goes on while the block lasts; then every table ends its action, and every follower is sent what is left."""
    watching = [asyncio.create_task(project(day)), asyncio.create_task(analyse(day, analyst))]
    recording = [asyncio.create_task(table.record(day)) for table in day.tables]
    following = [asyncio.create_task(table.follow(day)) for table in day.tables for _ in range(followers)]
    try:
        yield
        day.over.set()
        await asyncio.wait_for(asyncio.gather(*recording), PATIENCE)
        for wire in tuple(day.streams):
            wire.close()  # who comes back sees that the match has ended
        await asyncio.wait_for(asyncio.gather(*following), PATIENCE)
        await asyncio.wait_for(_projected(day, analyst), PATIENCE)
    finally:
        await _ended(*watching, *recording, *following)


async def _projected(day: Day, analyst: str) -> None:
    """Waits until the projector shows each table's match as somebody sees it who comes now, and the list has them all."""
    wanted = {table.matches[-1] for table in day.tables}
    fresh = Day(day.port, day.pace)
    looking = asyncio.create_task(project(fresh))
    try:
        while not all(match in day.shown and day.shown[match] == fresh.shown.get(match) for match in wanted):
            await asyncio.sleep(0.1)
    finally:
        await _ended(looking)
    with closing(day.wire(analyst)) as wire:
        listed = (await day.asked(wire, "GET", "/api/matches")).json()
    assert listed["total"] == sum(len(table.matches) for table in day.tables)


async def _ended(*tasks: "asyncio.Task[None]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
