"""A day of an event: tables that record what bots play, people who follow each of them, a projector with the overview, an analyst
who asks; and whoever ends the server or its database in the middle. All are clients in one process, over HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, closing
from itertools import count
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, Final

from msgspec import Struct, field

from domain.names import Names
from domain.notation import print_command
from domain.registry import installed_games, load_game
from domain.simulation import simulate
from service.resources import load_catalogue
from tests.web_service.wire import LOST, Answer, Wire

LIVE_SECONDS: Final = (3, 5, 8, 12, 20, 35)
"""From one action at a table to the next."""
_GAMES: Final = [
    game.name for game in installed_games().values() if game.kind == "game" and game.simulation is not None
]
_QUESTIONS: Final = (
    "/api/stats/length",
    "/api/stats/results",
    "/api/matches?q=status:running",
    "/api/stats/first-player",
)
_AGAIN: Final = 0.2
"""Seconds after which something is sent again."""


class Day(Struct):
    """What happened."""

    port: int
    pace: float
    """How many times as fast as live."""
    tables: list["Table"] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    """No table begins another action."""
    took: list[float] = field(default_factory=list)
    """Seconds from an act's first sending to its answer, if it was not sent again."""
    again: int = 0
    """Requests that were sent again: the line was broken, or the answer was 503."""
    followed: int = 0
    """Entries that followers were sent."""
    resumed: int = 0
    """Streams that were opened again."""
    answered: int = 0
    """Questions that were answered."""
    wrong: list[str] = field(default_factory=list)
    """Unexpected events."""
    shown: dict[str, Any] = field(default_factory=dict)
    """The last card of each match on the projector."""
    streams: list[Wire] = field(default_factory=list)
    """Those that are open."""

    def told(self, entries: int) -> str:
        """The summary, in a line."""
        took = [1000 * one for one in self.took]
        cuts = quantiles(took, n=100) if len(took) > 1 else [0.0] * 99
        return (
            f"{len(self.tables)} tables, {entries:,} entries acknowledged, none lost; {self.followed:,} deliveries, "
            f"{self.resumed:,} streams resumed; an act p50 {cuts[49]:.0f} ms, p99 {cuts[98]:.0f} ms"
        )

    def wire(self, secret: str = "") -> Wire:
        return Wire(self.port, secret)

    @asynccontextmanager
    async def stream(self, path: str, **headers: str) -> AsyncIterator[AsyncIterator[tuple[str, int | None, bytes]]]:
        """The events of an address as they come, as long as the block lasts."""
        wire = self.wire()
        self.streams.append(wire)
        try:
            async with aclosing(wire.events(path, **headers)) as events:
                yield events
        finally:
            self.streams.remove(wire)

    async def asked(self, wire: Wire, method: str, path: str, sent: object = None, **headers: str) -> Answer:
        """An answer that is not 503, however often it takes; a request that may have arrived is the same when sent again."""
        while True:
            try:
                answer = await wire.ask(method, path, sent, **headers)
            except LOST:
                self.again += 1
                await asyncio.sleep(_AGAIN)
                continue
            if answer.status not in (429, 503):
                return answer
            self.again += 1
            await asyncio.sleep(_AGAIN)


class Table(Struct):
    """A table, and what the server said of its acts."""

    number: int
    secret: str
    matches: list[str] = field(default_factory=list)
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    """The command ids of each match, in the order of its entries."""
    ended: set[str] = field(default_factory=set)
    """Finished matches."""

    async def record(self, day: Day) -> None:
        """Plays one match after the other, until the day is over."""
        with closing(day.wire(self.secret)) as wire:
            await self._matches(day, wire)

    async def _matches(self, day: Day, wire: Wire) -> None:
        rng = Random(self.number)
        for round_ in count():
            game = _GAMES[(self.number + round_) % len(_GAMES)]
            lines = iter(await asyncio.to_thread(lines_of, game, 1000 * self.number + round_))
            match = await self._open(day, wire, game, next(lines), round_)
            for line in lines:
                if day.over.is_set():
                    break
                await asyncio.sleep(rng.choice(LIVE_SECONDS) / day.pace)
                await self._act(day, wire, match, line)
            self.ended.add(match)
            if day.over.is_set():
                return

    async def _open(self, day: Day, wire: Wire, game: str, line: str, round_: int) -> str:
        sheet = f"@game {game}\n@open no\n@title Table {self.number + 1}, round {round_ + 1}\n{line}\n"
        key = f"table-{self.number}-{round_}"
        answer = await day.asked(wire, "POST", "/api/matches", {"sheet": sheet}, Idempotency_Key=key)
        assert answer.status in (200, 201), answer.body
        match = str(answer.json()["match"])
        self.acknowledged[match] = [""]
        self.matches.append(match)
        return match

    async def _act(self, day: Day, wire: Wire, match: str, line: str) -> None:
        known = self.acknowledged[match]
        command = f"{match}-{len(known)}"
        act = {"line": line, "at_version": len(known), "command_id": command}
        before, begun = day.again, perf_counter()
        answer = await day.asked(wire, "POST", f"/api/matches/{match}/acts", act)
        if before == day.again:
            day.took.append(perf_counter() - begun)
        if answer.status not in (200, 201) or answer.json()["version"] != len(known) + 1:
            day.wrong.append(f"{match}: {line}: {answer.body.decode()}")
        known.append(command)

    async def follow(self, day: Day) -> None:
        """Follow the table's matches, each entry once and in order, whatever happens to the server."""
        for number in count():
            while len(self.matches) <= number:
                if day.over.is_set() and all(match in self.ended for match in self.matches):
                    return
                await asyncio.sleep(_AGAIN)
            await self._watch(day, self.matches[number])

    async def _watch(self, day: Day, match: str) -> None:
        seen, opened = 0, 0
        while not (match in self.ended and seen >= len(self.acknowledged[match])):
            opened += 1
            try:
                path = f"/api/matches/{match}/live?after=0"
                async with day.stream(path, Last_Event_ID=str(seen)) as stream:
                    async for kind, version, _ in stream:
                        if kind == "entry" and version != seen + 1:
                            day.wrong.append(f"{match}: entry {version} was sent after {seen}")
                        if version is not None:
                            day.followed, seen = day.followed + 1, version
                        if match in self.ended and seen >= len(self.acknowledged[match]):
                            break
            except (*LOST, TimeoutError):
                await asyncio.sleep(_AGAIN)
        day.resumed += opened - 1


def lines_of(game: str, seed: int) -> list[str]:
    """A simulated match as typed."""
    loaded = load_game(game)
    catalogue = load_catalogue(loaded)
    return [
        print_command(played.command, Names(catalogue, played.before.seats))
        for played in simulate(loaded, catalogue, seed)
    ]


async def project(day: Day) -> None:
    while True:
        try:
            async with day.stream("/api/live") as stream:
                async for kind, _, data in stream:
                    if kind == "table":
                        card = json.loads(data)
                        day.shown[card["match"]] = card
        except (*LOST, TimeoutError):
            await asyncio.sleep(_AGAIN)


async def analyse(day: Day, secret: str) -> None:
    """Asks one question a second."""
    with closing(day.wire(secret)) as wire:
        for number in count():
            answer = await day.asked(wire, "GET", _QUESTIONS[number % len(_QUESTIONS)])
            if answer.status != 200:
                day.wrong.append(f"{_QUESTIONS[number % len(_QUESTIONS)]}: {answer.body.decode()}")
            day.answered += 1
            await asyncio.sleep(1)


async def cut(day: Day, a_second: float) -> None:
    """Cuts so many streams a second: whoever followed comes back."""
    rng = Random(40)
    while True:
        await asyncio.sleep(1 / a_second)
        if day.streams:
            rng.choice(day.streams).close()
