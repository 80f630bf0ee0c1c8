"""How long the program takes to start: `--help`, one durable `take`, and a replay to its first screen, each a whole process.

Its modules are compiled, as those of an installed program are.

python benchmarks/startup.py [--runs 9]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

MATCHBOOK = str(Path(sys.executable).with_name("matchbook"))
PLAYERS = ["--player", "Ada", "--player", "Bo", "--deck", "1=30", "--deck", "2=30"]
NEW = ["new", "frc_card_game", *PLAYERS, "--catalogue", "adas_gamble"]


def seconds_of(command: list[str], environment: dict[str, str]) -> float:
    """Wall seconds of one process that must succeed."""
    start = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - start


FIRST_SCREEN = """
import asyncio, gc, sys, time
from matchbook.cli.main import TIDIED
gc.set_threshold(TIDIED)  # as the program does
from replay_tui.app import MatchbookApp
from replay_tui.screens.replay import ReplayScreen
from service.recording.match_service import MatchService
from storage.store import MatchStore

async def shown():
    with MatchStore.open(sys.argv[1]) as store:
        app = MatchbookApp(MatchService(store), lambda: None, match_id=sys.argv[2])
        async with app.run_test(size=(120, 40)) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert isinstance(app.screen, ReplayScreen)
            print(time.process_time() * 1000)

asyncio.run(shown())
"""


def processor_of_first_screen(match: str, environment: dict[str, str]) -> float:
    """Milliseconds of processor time of a process that shows a replay, in a terminal without a screen."""
    command = [sys.executable, "-c", FIRST_SCREEN, environment["MATCHBOOK_STORE"], match]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"MATCHBOOK_STORE": f"sqlite:///{folder}/store.db", "PYTHONDONTWRITEBYTECODE": ""}
        made = subprocess.run([MATCHBOOK, *NEW], env=environment, check=True, capture_output=True, text=True)
        match = made.stdout.strip()
        takes = []
        for number in range(runs):
            act = ["take", match, "play_team_card Ada iron_gears"] if number % 2 == 0 else ["undo", match]
            spent = seconds_of([MATCHBOOK, *act], environment)
            if number % 2 == 0:
                takes.append(spent)
        bare = median(seconds_of([sys.executable, "-c", "pass"], environment) for _ in range(runs))
        helps = median(seconds_of([MATCHBOOK, "--help"], environment) for _ in range(runs))
        take = median(takes)
        first = median(processor_of_first_screen(match, environment) for _ in range(runs))
    print(f"python -c pass     {bare * 1000:6.0f} ms")
    print(f"matchbook --help   {helps * 1000:6.0f} ms   {helps / bare:5.1f} x")
    print(f"matchbook take     {take * 1000:6.0f} ms   {take / bare:5.1f} x")
    print(f"matchbook replay, to the first screen {first:6.0f} ms of processor time")


if __name__ == "__main__":
    main()
