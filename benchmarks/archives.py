"""Importing archives of other programs with all checks: entries in a second of processor time, by format.

python benchmarks/archives.py [--files 40] [--rounds 3]
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from service.exchange.game_formats import adopt, kit_source
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.service import archive_writers as writers


def pig(rng: Random) -> str:
    """A match of Pig as a list of moves."""
    lines = ["player,action"]
    for number in range(60):
        lines.append(f"{writers.NAMES[number % 2]},roll {rng.randrange(2, 7)}")
        lines.append(f"{writers.NAMES[number % 2]},hold")
    return "\n".join(lines)


FORMATS: dict[str, tuple[str, Callable[[Random], str]]] = {
    "sgf": ("go", lambda rng: writers.sgf_game(rng, "plain", 200)[0]),
    "pgn": ("chess", lambda rng: writers.pgn_game(rng, "annotated", 100)[0]),
    "gcg": ("word_game", lambda rng: writers.gcg_game(rng, "quackle", 40)[0]),
    "phh": ("holdem", lambda rng: writers.phh_hand(rng, "open")[0]),
    "csv": ("pig", pig),
}
"""Format -> the kit that reads it, and the writer of a match."""


def imported(folder: Path, form: str, files: list[Path]) -> Iterator[int]:
    """Import all files into a fresh store; yield the entries of each match."""
    kit = FORMATS[form][0]
    (database := folder / "store.db").unlink(missing_ok=True)
    with MatchService(MatchStore.open(str(database), create=True)) as app:
        for file in files:
            yield from (one.added for one in adopt(app, file, kit_source(file, kit)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        for form, (_, written) in FORMATS.items():
            files = [folder / f"{seed}.{form}" for seed in range(given.files)]
            for seed, file in enumerate(files):
                file.write_text(written(Random(seed)), "utf-8")
            list(imported(folder, form, files[:1]))  # what a program does only once is not counted
            rates = []
            for _ in range(given.rounds):
                start = time.process_time()
                entries = sum(imported(folder, form, files))
                rates.append(entries / (time.process_time() - start))
            print(f"{form} imported with checks {max(rates):10,.0f} entries/s", flush=True)


if __name__ == "__main__":
    main()
