"""Questions about metrics, and the presets, on a mixed archive of four games. `python benchmarks/metrics.py [--events 1000000]`"""

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.projections_rebuild import copies, row, seconds, simulated
from domain.registry import load_game
from projections.analytics import Analytics
from projections.metrics import dimensions, metrics, splits
from projections.metrics.wording import read_wanted
from projections.questions import questions
from service.resources import load_catalogue
from storage.store import MatchStore

GAMES = ("frc_card_game", "frc_tcg", "pbl_robots", "robin_in_the_hood")
TEMPLATES = 10


def fill(store: MatchStore, events: int) -> int:
    """As many events of each game; returns how many matches that makes."""
    matches = 0
    for name in GAMES:
        game = load_game(name)
        catalogue = load_catalogue(game)
        store.save_catalogue(name, catalogue)
        templates = [simulated(game, catalogue, seed) for seed in range(TEMPLATES)]
        pending: list[tuple[str, int, str, bytes]] = []
        for rows, _ in copies(game, templates, events // len(GAMES)):
            matches += 1
            new = f"{name[0]}{name[-2]}{matches:06d}".encode()
            pending += [
                (new.decode(), v, topic, state.replace(rows[0][0].encode(), new)) for _, v, topic, state in rows
            ]
            if len(pending) > 20_000:
                store.append_rows(pending)
                pending = []
        store.append_rows(pending)
    return matches


def measure(analytics: Analytics, times: int) -> None:
    def asked(words: list[str]) -> float:
        return median(seconds(lambda: analytics.measure(read_wanted([*words, "kind=all"]))) for _ in range(times))

    overhead = median(seconds(analytics.catch_up) for _ in range(times))
    row("attach the file, see that nothing is new, detach it", f"{overhead * 1e3:.0f} ms")
    for name in questions():
        spent = median(seconds(lambda name=name: analytics.ask(name, {"kind": "all"})) for _ in range(times))  # type: ignore[misc]
        row(f"stats {name}", f"{(spent - overhead) * 1e3:.0f} ms")
    for name, metric in metrics().items():
        own = [one for one in splits(metric) if dimensions()[one].needs and "archetype" not in one]
        by = "card" if "card" in own else own[0] if own else "month"
        row(f"stats {name} by {by}", f"{(asked([name, 'by', by]) - overhead) * 1e3:.0f} ms")
    row("stats win-rate by archetype", f"{(asked(['win-rate', 'by', 'archetype']) - overhead) * 1e3:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True)
        matches = fill(store, options.events)
        analytics = Analytics(folder / "analytics.duckdb", store)
        began = time.perf_counter()
        analytics.catch_up()
        row("matches, and seconds to take them in", f"{matches:,}  {time.perf_counter() - began:.1f} s")
        row("first question (looks at each match)", f"{seconds(lambda: analytics.ask('length')):.1f} s")
        row("ratings, the first time", f"{seconds(lambda: analytics.ask('ratings', {'kind': 'all'})):.1f} s")
        measure(analytics, options.times)


if __name__ == "__main__":
    main()
