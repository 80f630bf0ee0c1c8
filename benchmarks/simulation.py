"""Costs of simulated play and audits, per game and per kit: rates, memory per state, and a profile; for a
kit also the time for reading it and for its suggestions. An audit checks and resolves each action; resolving gives events, and
if they equal the recorded ones, the resulting state is used.

python benchmarks/simulation.py [--game frc_card_game] [--kit hearts] [--matches 40]
"""

import argparse
import cProfile
import pstats
import time
import tracemalloc
from collections.abc import Callable
from math import inf
from statistics import quantiles

from domain.game import AnyGame, Command, Event, evolve_all
from domain.registry import game_names, load_game
from domain.seats import GameState
from domain.simulation import SimulatedAction, simulate
from service.kits import KITS_GAME, kit_file
from service.resources import catalogue_names, load_catalogue, read_text
from service.typing.suggestions import Suggester

ROUNDS = 25
BATCH = 40
"""Actions that are timed together."""

AnyPlayed = SimulatedAction[GameState, Command, Event]


def best_of(work: Callable[[AnyPlayed], object], acts: list[AnyPlayed]) -> float:
    """Seconds of this thread's processor time for all acts: of every few the least of some rounds, so that other work on the
    machine counts little. Results are dropped: keeping them would measure the collector."""
    batches = [acts[start : start + BATCH] for start in range(0, len(acts), BATCH)]
    least = [inf] * len(batches)
    for _ in range(ROUNDS):
        for place, batch in enumerate(batches):
            start = time.thread_time()
            for played in batch:
                work(played)
            least[place] = min(least[place], time.thread_time() - start)
    return sum(least)


def kept_bytes(game: AnyGame, acts: list[AnyPlayed]) -> float:
    """Memory of a state kept for each event, as in a replay: unchanged parts are shared."""
    tracemalloc.start()
    states = []
    for played in acts:
        state = played.before
        for event in played.events:
            state = game.evolve(state, event)
            states.append(state)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / len(states)


def measure_kit(game: AnyGame, kit: str, acts: list[AnyPlayed]) -> None:
    """Prints what reading a kit takes, and the suggestions before a letter is typed, at some states of the matches."""
    text, reading, suggesting = read_text(kit_file(kit)), [], []
    for _ in range(ROUNDS):
        start = time.thread_time()
        game.cards.read(text, kit)
        reading.append(time.thread_time() - start)
    for played in acts[:: max(1, len(acts) // 40)]:
        if played.before.seats:
            start = time.thread_time()
            Suggester(game, played.before).suggest("")
            suggesting.append(time.thread_time() - start)
    slow = quantiles(suggesting, n=20)[-1] if len(suggesting) > 1 else sum(suggesting)
    print(f"{'':18} read and compiled in {min(reading) * 1e3:.1f} ms | suggestions {slow * 1e3:.1f} ms (p95)")


def measure(game: AnyGame, matches: int, cards: str | None = None, *, profile: bool) -> None:
    """Prints the rates of one game, or of one kit."""
    catalogue = load_catalogue(game, cards)
    start = time.thread_time()
    acts = [played for seed in range(matches) for played in simulate(game, catalogue, seed)]
    seconds = time.thread_time() - start
    events = sum(len(played.events) for played in acts)
    check = best_of(lambda played: game.check(played.before, played.command), acts)
    resolve = best_of(lambda played: game.resolution(played.before, played.command), acts)
    audit = best_of(
        lambda played: (game.check(played.before, played.command), game.resolution(played.before, played.command)), acts
    )  # together: a kit runs an action once for both
    evolve = best_of(lambda played: evolve_all(game, played.before, played.events), acts)
    count = len(acts)
    print(
        f"{cards or game.name:18} {count:6,} actions {events:7,} events | simulated {count / seconds:7,.0f} actions/s | "
        f"us an action: check {check / count * 1e6:5.1f} resolve {resolve / count * 1e6:5.1f} "
        f"evolve {evolve / count * 1e6:5.1f} ({evolve / events * 1e6:.2f} an event) | "
        f"audit {count / audit:7,.0f} actions/s | kept state {kept_bytes(game, acts):5,.0f} bytes"
    )
    if cards is not None:
        measure_kit(game.for_catalogue(catalogue), cards, acts)
    if profile:
        profiler = cProfile.Profile()
        profiler.runcall(lambda: [list(simulate(game, catalogue, seed)) for seed in range(max(1, matches // 4))])
        pstats.Stats(profiler).sort_stats("tottime").print_stats(12)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names())
    parser.add_argument("--kit", help="One kit alone.")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    for name in [KITS_GAME] if given.kit else [given.game] if given.game else game_names():
        game = load_game(name)
        if game.kits is not None:
            for kit in [given.kit] if given.kit else catalogue_names(game):
                measure(game, max(1, given.matches // 4), kit, profile=given.profile)
        elif game.kind == "game":
            measure(game, given.matches, profile=given.profile)


if __name__ == "__main__":
    main()
