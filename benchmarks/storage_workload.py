"""Simulated matches as sealed entries: what the storage benchmarks write and read."""

import argparse
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from domain.cards import CardRecord, Catalogue
from domain.chain import first_head, write_head
from domain.entries import ActionEntry, Envelope, Opened, with_moment
from domain.game import AnyGame, Command, Event
from domain.registry import load_game
from domain.simulation import simulate
from storage.records import AnyPayload, Codecs, Sealed, seal

SECOND = 1_000_000
STOCK_TABLE = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB, "
    "PRIMARY KEY (originator_id, originator_version))"
)


@dataclass(frozen=True)
class Work:
    """A game to record."""

    game: AnyGame
    catalogue: Catalogue[CardRecord]

    def find_game(self, _: str) -> AnyGame:
        """The game of the run, installed or not."""
        return self.game

    @cached_property
    def topic(self) -> str:
        return Codecs(self.find_game).topic(self.game.name)

    def payload(self, version: int, command: Command, events: tuple[Event, ...]) -> AnyPayload:
        """The payload of a simulated action."""
        if version > 1:
            return ActionEntry(command=command, events=events)
        return Opened(
            game=self.game.name,
            rules_version=self.game.rules_version,
            catalogue=self.catalogue.digest,
            command=command,
            events=events,
        )

    def match(self, seed: int) -> list[Sealed]:
        """One simulated match."""
        match_id, sealed = f"match-{seed:06d}", []
        head = write_head(first_head(match_id))
        for version, played in enumerate(simulate(self.game, self.catalogue, seed), start=1):
            envelope = Envelope(
                match_id, version, f"c{seed}-{version}", 1_760_000_000 * SECOND + version * SECOND, by="ada"
            )
            envelope = with_moment(self.game.turn_info(played.before), envelope)
            payload = self.payload(version, played.command, played.events)
            sealed.append(seal(self.topic, envelope, payload, head))
            head = sealed[-1].entry.head
        return sealed

    def matches(self, entries: int) -> Iterator[list[Sealed]]:
        """Simulated matches with at least that many entries together."""
        seed = 0
        while entries > 0:
            match = self.match(seed)
            yield match
            entries -= len(match)
            seed += 1


def arguments(description: str, entries: int) -> tuple[Work, argparse.Namespace]:
    """The command line of a storage benchmark."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--game", default="frc_card_game", help="an installed game, or a module with GAME and CATALOGUE"
    )
    parser.add_argument("--entries", type=int, default=entries)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    return work(options.game), options


def work(name: str) -> Work:
    """The game of that name with its default catalogue."""
    if "." in name:
        module = import_module(name)
        return Work(module.GAME, module.CATALOGUE)
    from service.resources import load_catalogue

    game = load_game(name)
    return Work(game, load_catalogue(game))


def raw_database(path: Path) -> sqlite3.Connection:
    """A plain SQLite file with the library's table: the floor that storage is measured against."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(STOCK_TABLE)
    return connection


def timed(action: Callable[[], Any]) -> float:
    """Seconds that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def side_by_side(rounds: int, actions: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Median seconds of each action, all of them run in every round."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(rounds):
        for name, action in actions.items():
            times[name].append(timed(action))
    return {name: median(values) for name, values in times.items()}
