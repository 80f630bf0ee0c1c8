"""The replay screen on a long match: opening it, its first paint, steps and jumps.

    python benchmarks/viewer.py [--entries 10000] [--size 120x40]

A latency is from the key to the screen being written, in a terminal without a screen; up to 16 ms of it are the
frame timer's.
"""

import argparse
import asyncio
import random
import time
from collections.abc import Callable
from statistics import quantiles

from domain.registry import load_game
from domain.replay import AnyHistory, open_history
from domain.simulation import simulate
from replay_tui.app import MatchbookApp
from replay_tui.screens.replay import ReplayScreen
from replay_tui.timeline import Timeline
from service.delay import no_match_list
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from storage.store import MatchStore


def long_match(app: MatchService, entries: int) -> AnyHistory:
    """A match as long as wanted: simulated actions, each taken back and played again until there are enough."""
    game = load_game("frc_card_game")
    catalogue = load_catalogue(game)
    batch = app.new_batch(Opening(game=game.name, catalogue=catalogue))
    for played in simulate(game, catalogue, 1):
        batch.record(played.command, played.events)
    batch.store()
    match_id = batch.match.id
    acts = app.store.load(match_id).version
    while app.store.load(match_id).version < entries:
        match = app.store.load(match_id)
        app.take_back(match_id, match.line[acts // 2], reason="once more")
        again = [played.command for played in simulate(game, catalogue, 1)][acts // 2 + 1 : acts]
        for command in again:
            app.take(match_id, command)
    return app.history(match_id)


async def latencies(app: MatchbookApp, act: Callable[[], None], steps: int) -> list[float]:
    """Milliseconds from the act to the screen being written, of some steps."""
    painted = asyncio.Event()
    display = app._display
    app._display = lambda screen, renderable: (display(screen, renderable), painted.set())[0]  # type: ignore[method-assign]
    times = []
    for _ in range(steps):
        painted.clear()
        start = time.perf_counter()
        act()
        await asyncio.wait_for(painted.wait(), 5)
        times.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(0.02)
    app._display = display  # type: ignore[method-assign]
    return times


def _step(screen: ReplayScreen, unit: str, by: int, last: int) -> None:
    """A step, or from the end of the match a jump to its other end."""
    if screen.position == (last if by > 0 else 0):
        screen.go_to(last - screen.position)
    else:
        screen.action_step(unit, by)


def show(name: str, times: list[float]) -> None:
    """A row of percentiles."""
    at = quantiles(times, n=100)
    print(f"{name:28} p50 {at[49]:6.1f} ms   p95 {at[94]:6.1f} ms")


async def measure(service: MatchService, history: AnyHistory, size: tuple[int, int], steps: int) -> None:
    """Prints the latencies of one screen size."""
    game, entries = history.match.game, history.entries
    start = time.perf_counter()
    again = open_history(game, history.match.states[0].catalogue, entries)
    folded = time.perf_counter()
    timeline = Timeline(again)
    indexed = time.perf_counter()
    print(f"{len(entries):,} entries, {len(again.frames):,} frames")
    print(f"folded in {folded - start:.2f} s, indexed in {indexed - folded:.2f} s: opened in {indexed - start:.2f} s")
    app = MatchbookApp(service, no_match_list, match_id=history.match.id)
    start = time.perf_counter()
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        print(f"start to first screen        {time.perf_counter() - start:6.2f} s")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        rng, last = random.Random(0), len(again.frames) - 1
        # Each key moves: at an end of the match the screen would not change.
        show(
            "jump anywhere",
            await latencies(app, lambda: screen.go_to((screen.position + rng.randrange(1, last)) % last), steps),
        )
        screen.go_to(last // 2)
        await pilot.pause()
        show("one action on", await latencies(app, lambda: _step(screen, "action", 1, last), steps))
        show("one turn back", await latencies(app, lambda: _step(screen, "turn", -1, last), steps))
    start = time.perf_counter()
    for position in range(10_000):
        timeline.step_turn(position % last, 1)
    print(f"looking a turn up            {(time.perf_counter() - start) * 100:6.2f} us")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--size", default="120x40")
    parser.add_argument("--steps", type=int, default=100, help="of a kind; more of them, surer figures")
    given = parser.parse_args()
    columns, rows = (int(part) for part in given.size.split("x"))
    with MatchStore.open(":memory:", create=True) as store:
        app = MatchService(store)
        history = long_match(app, given.entries)
        asyncio.run(measure(app, history, (columns, rows), given.steps))


if __name__ == "__main__":
    main()
