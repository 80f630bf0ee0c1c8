"""Corrections, reports and plans: waiting times of a judge.

    python benchmarks/corrections.py [--entries 300] [--corrections 20]

It uses the first simulated match of each game that is long enough, or the longest of twenty. Times are medians; ratios
are of this run, and of processor time.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from domain.correction_preview import Edit, preview_correction
from domain.decision import decide
from domain.registry import installed_games
from domain.simulation import simulate
from projections.analytics import Analytics
from service.auditing.drift import drift_of
from service.judging import plan, report
from service.recording.correction_requests import CorrectionRequest, RequestedEdit, preview
from service.recording.entry_batch import Opening
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from storage.store import MatchStore


def took(work: Callable[[], object], times: int = 3, clock: Callable[[], float] = time.perf_counter) -> float:
    """Median milliseconds."""
    found = []
    for _ in range(times):
        start = clock()
        work()
        found.append(clock() - start)
    return median(found) * 1e3


def recorded(app: MatchService, game: Any, played: list[Any], every: int = 0) -> str:
    """The match; with a correction of the act ten entries before, each so many acts."""
    catalogue = load_catalogue(game)
    batch = app.new_batch(Opening(game=game.name, catalogue=catalogue))
    batch.record(played[0].command, played[0].events)
    batch.store()
    match_id = str(batch.match.id)
    for number, one in enumerate(played[1:], start=1):
        batch = app.new_entries(app.match(match_id))
        batch.record(one.command, one.events)
        batch.store()
        if every and number % every == 0 and number > 10:
            corrected(app, match_id, -10)
    return match_id


def corrected(app: MatchService, match_id: str, place: int) -> None:
    """Corrects the act at a place of the line to itself: a correction of the same work whose result is always possible.
    People cannot record one, so it goes past the check of their requests."""
    match = app.match(match_id)
    action = match.actions[place]

    def again(_: str, state: Any) -> Any:
        return decide(match.game, state, action.command, as_played=True)

    app.record_revision(match, preview_correction(match, [Edit(action.address, "replace", "as it was")], again).payload)


def asked(app: MatchService, match_id: str, place: int) -> CorrectionRequest:
    """The request to strike the act at a place of the line."""
    strike = RequestedEdit(app.match(match_id).actions[place].address, "strike")
    return CorrectionRequest(match=match_id, changes=(strike,), as_played=True)


def measure(game: Any, folder: Path, entries: int, corrections: int) -> None:
    """One game's line of figures."""
    catalogue = load_catalogue(game)
    played = max((list(islice(simulate(game, catalogue, seed), entries)) for seed in range(20)), key=len)
    with MatchStore.open(str(folder / f"{game.name}.db"), create=True) as store:
        app = MatchService(store, recorder="ada")
        plain = recorded(app, game, played)
        often = recorded(app, game, played, max(1, len(played) // corrections))
        early = recorded(app, game, played)
        for _ in range(corrections):
            corrected(app, early, 9)
        shown = took(partial(preview, app, asked(app, plain, 9)))

        def replayed(match_id: str) -> float:
            def load() -> None:
                with MatchStore.open(str(folder / f"{game.name}.db")) as fresh:
                    fresh.load(match_id)

            return took(load, 9, time.process_time)

        floor = replayed(plain)
        analytics = Analytics(folder / f"{game.name}.duckdb", store)
        analytics.catch_up()
        anew = []
        for _ in range(3):
            corrected(app, plain, -10)
            anew.append(took(analytics.catch_up, 1))
        history = app.history(plain)
        error = history.match.actions[len(history.match.actions) // 2].version
        print(
            f"{game.name:18} {len(played):4} acts   preview {shown:4.0f} ms   projected again {median(anew):4.0f} ms   plan"
            f" {took(lambda: plan.plan_to(history, error)):4.0f} ms   report"
            f" {took(lambda: report.written(app, plain, 'html')):4.0f} ms   drift {took(lambda: drift_of(app, plain)):3.0f} ms"
        )
        print(
            f"{'':18} replay with {corrections} corrections: each ten acts back {replayed(often) / floor:5.2f},"
            f" each of act 10 {replayed(early) / floor:5.2f} times one without"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=300)
    parser.add_argument("--corrections", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for game in installed_games().values():
            if game.kind == "game" and game.simulation is not None:
                measure(game, Path(folder), options.entries, options.corrections)


if __name__ == "__main__":
    main()
