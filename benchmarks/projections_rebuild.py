"""Analytics against the bare store: rebuild, catch-up, freshness, questions, memory. Ratios are of this run.

python benchmarks/projections_rebuild.py [--game frc_card_game] [--events 1000000]

Without `--game` the store holds as many events of each of four games.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from domain.cards import Catalogue
from domain.chain import first_head, write_head
from domain.entries import ActionEntry, Envelope, Opened, with_moment
from domain.game import AnyGame
from domain.registry import load_game
from domain.simulation import simulate
from projections.analytics import Analytics
from projections.answers import MatchQuery
from projections.questions import prepared_questions
from service.resources import load_catalogue
from storage.records import Codecs, seal
from storage.store import MatchStore

TEMPLATES = 40
"""Simulated matches; the store is filled with copies of them under other ids."""
SECOND = 1_000_000
MIXED = "mixed"
GAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")


def game_and_catalogue(name: str) -> tuple[AnyGame, Catalogue[Any]]:
    """Return a game and its cards; for an installed game its default cards."""
    if ":" in name:
        module = import_module(name.partition(":")[0])
        return module.GAME, module.CATALOGUE
    game = load_game(name)
    return game, load_catalogue(game)


def simulated(game: AnyGame, catalogue: Catalogue[Any], seed: int) -> tuple[list[bytes], int]:
    """Stored bytes of one match under the id `M0000000`, and its number of events."""
    states, events, head, topic = [], 0, write_head(first_head("M0000000")), Codecs().topic(game.name)
    for version, played in enumerate(simulate(game, catalogue, seed, bots=("random",)), start=1):
        envelope = Envelope("M0000000", version, f"c-{seed}-{version}", 1_750_000_000 * SECOND + version * 9 * SECOND)
        if version == 1:
            payload: Any = Opened(
                game=game.name, rules_version=game.rules_version, catalogue=catalogue.digest,
                command=played.command, events=played.events,
            )  # fmt: skip
        else:
            payload = ActionEntry(command=played.command, events=played.events)
        sealed = seal(topic, with_moment(game.turn_info(played.before), envelope), payload, head)
        head = sealed.entry.head
        states.append(sealed.state)
        events += len(played.events)
    return states, events


def copies(
    game: AnyGame, templates: list[tuple[list[bytes], int]], events: int, letter: str = "M"
) -> Iterator[tuple[list[Any], int]]:
    """Matches as rows, until there are that many events. Their ids begin with a letter."""
    number, topic = 0, Codecs().topic(game.name)
    while events > 0:
        states, count = templates[number % len(templates)]
        number += 1
        events -= count
        match = f"{letter}{number:07d}"
        rows = [(match, v, topic, s.replace(b"M0000000", match.encode())) for v, s in enumerate(states, 1)]
        yield rows, count


def fill(
    store: MatchStore, game: AnyGame, templates: list[tuple[list[bytes], int]], events: int, letter: str
) -> tuple[int, int]:
    entries = total = 0
    pending: list[Any] = []
    for rows, count in copies(game, templates, events, letter):
        pending += rows
        entries, total = entries + len(rows), total + count
        if len(pending) > 20_000:
            store.append_rows(pending)
            pending = []
    store.append_rows(pending)
    return entries, total


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def pages(store: MatchStore) -> Iterator[list[Any]]:
    position = 0
    while rows := store.select(position, 25_000):
        yield rows
        position = rows[-1].position


def select_and_decode(store: MatchStore) -> None:
    """The floor: every row selected and decoded into structs by its game's typed decoder."""
    decode = Codecs(store.codecs.find_game).decode
    for rows in pages(store):
        for row in rows:
            decode(row.topic, row.state)


def row(label: str, value: str) -> None:
    print(f"{label:<52} {value}")


def measure_rebuild(store: MatchStore, analytics: Analytics, entries: int, events: int, rounds: int) -> None:
    bare, floor, rebuild = [], [], []
    for _ in range(rounds):
        bare.append(seconds(lambda: [None for _ in pages(store)]))
        floor.append(seconds(lambda: select_and_decode(store)))
        rebuild.append(seconds(analytics.rebuild))
    least_floor, least = median(floor), median(rebuild)
    row("entries, events, events an entry", f"{entries:,}  {events:,}  {events / entries:.2f}")
    row("select alone", f"{median(bare):.2f} s  {median(bare) / events * 1e6:.2f} us/event")
    row("select + decode (floor)", f"{least_floor:.2f} s  {least_floor / events * 1e6:.2f} us/event")
    row("rebuild", f"{least:.2f} s  {least / events * 1e6:.2f} us/event  {events / least:,.0f} events/s")
    row("rebuild / floor", f"{least / least_floor:.2f}")
    row("bytes an event in the analytics file", f"{analytics.path.stat().st_size / events:.0f}")


def measure_live(store: MatchStore, analytics: Analytics, game: AnyGame, states: list[bytes]) -> None:
    times, topic = [], Codecs().topic(game.name)
    for number, state in enumerate(states, start=1):
        store.append_rows([("L0000001", number, topic, state.replace(b"M0000000", b"L0000001"))])
        times.append(seconds(analytics.catch_up))
    row(
        "one action recorded -> queryable",
        f"p50 {median(times) * 1e3:.0f} ms  max {max(times) * 1e3:.0f} ms",
    )


def measure_catch_up(store: MatchStore, analytics: Analytics, game: AnyGame, templates: list[Any], least: int) -> None:
    rows, events, number, topic = [], 0, 0, Codecs().topic(game.name)
    while events < least:
        states, count = templates[number % len(templates)]
        number += 1
        match = f"K{number:07d}"
        rows += [(match, v, topic, s.replace(b"M0000000", match.encode())) for v, s in enumerate(states, 1)]
        events += count
    store.append_rows(rows)
    spent = seconds(analytics.catch_up)
    row("catch-up", f"{events / spent:,.0f} events/s")


def measure_questions(analytics: Analytics, times: int) -> None:
    overhead = median(seconds(analytics.catch_up) for _ in range(times))
    row("attach the file, see that nothing is new, detach it", f"{overhead * 1e3:.0f} ms")
    for name in prepared_questions():
        spent = median(seconds(lambda name=name: analytics.ask(name)) for _ in range(times))  # type: ignore[misc]
        row(f"{name}, without that", f"{(spent - overhead) * 1e3:.0f} ms")
    for label, query in (
        ("list", MatchQuery()),
        ("search", MatchQuery().having(text="m00012")),
        ("deep page", MatchQuery(offset=2000)),
    ):
        spent = median(seconds(lambda query=query: analytics.matches(query)) for _ in range(times))  # type: ignore[misc]
        row(f"matches, {label}, without that", f"{(spent - overhead) * 1e3:.0f} ms")


def measure_memory(folder: Path, game: str) -> None:
    """Peak memory of a process that rebuilds, for a third of the store and for all of it."""
    for share in (0.33, 1.0):
        command = [sys.executable, __file__, "--rebuild-in", str(folder), "--share", str(share), "--game", game]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        row(f"peak memory of a rebuild, {share:.0%} of the store", done.stdout.strip())


class Part:
    """The first part of a store."""

    def __init__(self, store: MatchStore, share: float) -> None:
        self._store, self._head = store, int(store.head_position() * share)

    def select(self, after: int, limit: int, /) -> list[Any]:
        return [r for r in self._store.select(after, limit) if r.position <= self._head]

    def head_position(self) -> int:
        return self._head

    def followed(self, match: str, version: int, /) -> Any:
        return self._store.followed(match, version)

    def raw(self, match: str, /) -> Any:
        return self._store.raw(match)

    def definitions(self, catalogue: str, game: str, /) -> bytes | None:
        return self._store.definitions(catalogue, game)

    def damage(self, match: str, /) -> tuple[int, str] | None:
        return self._store.damage(match)


def rebuild_in(folder: Path, find_game: Callable[[str], AnyGame], share: float) -> None:
    store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", find_game=find_game)
    Analytics(folder / "memory.duckdb", Part(store, share)).rebuild()
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=MIXED)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rebuild-in", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--share", type=float, default=1.0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = GAMES if options.game == MIXED else (options.game,)
    games = {game.name: (game, catalogue) for game, catalogue in map(game_and_catalogue, names)}

    def find_game(name: str) -> AnyGame:
        return games[name][0]

    if options.rebuild_in:
        rebuild_in(options.rebuild_in, find_game, options.share)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=find_game)
        entries = events = 0
        for letter, (game, catalogue) in zip("MNOP", games.values(), strict=False):
            templates = [simulated(game, catalogue, seed) for seed in range(TEMPLATES // len(games))]
            store.save_catalogue(game.name, catalogue)
            recorded = fill(store, game, templates, options.events // len(games), letter)
            entries, events = entries + recorded[0], events + recorded[1]
        analytics = Analytics(folder / "analytics.duckdb", store)
        measure_rebuild(store, analytics, entries, events, options.rounds)
        measure_memory(folder, options.game)
        measure_questions(analytics, 2 * options.rounds + 1)
        measure_live(store, analytics, game, templates[0][0][: 20 * options.rounds])
        measure_catch_up(store, analytics, game, templates, min(options.events, 50_000))
        assert analytics.content_hash() == Analytics(folder / "fresh.duckdb", store).content_hash()


if __name__ == "__main__":
    main()
