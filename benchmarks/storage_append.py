"""A durable action (load, check, resolve, encode, digest, commit) against a raw insert and commit of the same bytes.

    python benchmarks/storage_append.py [--game frc_card_game] [--entries 2000]

Both are done in turn, action by action, on two files of one folder; ratios are of this run.
"""

import sqlite3
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from storage_workload import SECOND, Work, arguments, raw_database

from domain.decision import decide
from domain.entries import Envelope, with_moment
from domain.simulation import simulate
from storage.records import Sealed, encode_entry, seal
from storage.signed_notes import Checkpoint, new_key, open_note, sign
from storage.store import MatchStore


def record(work: Work, store: MatchStore, match_id: str, command, number: int) -> tuple[Sealed, float]:
    """One action as the service records it; the sealed entry, and the seconds until it was durable."""
    start = time.perf_counter()
    match = store.load(match_id)
    decision = decide(work.game, match.state, command)
    envelope = Envelope(match_id, match.version + 1, f"c{number}", 1_760_000_000 * SECOND + number, by="ada")
    envelope = with_moment(work.game.turn_info(match.state), envelope)
    payload = work.payload(match.version + 1, command, decision.events)
    sealed = seal(work.topic, envelope, payload, match.head)
    store.append(match, [sealed])
    return sealed, time.perf_counter() - start


def insert(connection: sqlite3.Connection, sealed: Sealed) -> float:
    """The same row by hand."""
    start = time.perf_counter()
    connection.execute("BEGIN")
    connection.execute("INSERT INTO stored_events VALUES (?,?,?,?)", sealed.row)
    connection.execute("COMMIT")
    return time.perf_counter() - start


def decide_only(work: Work, seeds: int) -> float:
    """Median seconds of only check and resolve."""
    times = []
    for seed in range(seeds):
        for played in simulate(work.game, work.catalogue, seed):
            start = time.perf_counter()
            decide(work.game, played.before, played.command)
            times.append(time.perf_counter() - start)
    return median(times)


def witnessed(work: Work) -> tuple[float, float, float, float]:
    """Median seconds of encoding an entry, and of chaining it; of signing a checkpoint, and of checking it."""
    key = new_key("desk")
    times: list[tuple[float, ...]] = []
    for sealed in work.match(0):
        entry = sealed.entry
        marks = [time.perf_counter()]
        encode_entry(entry)
        marks.append(time.perf_counter())
        again = seal(sealed.topic, entry.envelope, entry.payload, sealed.previous, entry.salt)
        marks.append(time.perf_counter())
        where = Checkpoint(
            "hall", again.originator_id, again.originator_version, again.entry.head, "2026-03-14T15:09:26Z"
        )
        note = sign(where, key)
        marks.append(time.perf_counter())
        open_note(note, [key.public])
        marks.append(time.perf_counter())
        times.append(tuple(later - earlier for earlier, later in pairwise(marks)))
    alone, chained, signed, checked = map(median, zip(*times, strict=True))
    return alone, chained, signed, checked


def main() -> None:
    work, options = arguments(__doc__, 2000)
    ours: list[float] = []
    floor: list[float] = []
    size = 0
    with tempfile.TemporaryDirectory(dir=".") as folder:
        raw = raw_database(Path(folder, "raw.db"))
        with MatchStore.open(f"{folder}/store.db", create=True, find_game=work.find_game) as store:
            seed = 0
            while len(ours) < options.entries:
                opening = work.match(seed)[0]
                match_id = opening.originator_id
                store.create([opening], work.catalogue)
                for number, played in enumerate(simulate(work.game, work.catalogue, seed)):
                    if number:
                        sealed, seconds = record(work, store, match_id, played.command, len(ours))
                        ours.append(seconds)
                        floor.append(insert(raw, sealed))
                        size += len(sealed.state)
                seed += 1
        raw.close()
    print(f"{work.game.name}: {len(ours):,} actions, {size / len(ours):.0f} bytes each")
    print(f"only check + resolve          p50 {decide_only(work, min(seed, 10)) * 1e6:8.0f} us")
    for name, at in (("p50", 49), ("p90", 89), ("p99", 98)):
        mine, theirs = quantiles(ours, n=100)[at], quantiles(floor, n=100)[at]
        print(
            f"{name}: durable action {mine * 1e6:8.0f} us   raw insert {theirs * 1e6:8.0f} us   ratio {mine / theirs:5.2f}"
        )
    alone, chained, signed, checked = witnessed(work)
    bare = median(ours) - (chained - alone)
    print(f"encoded, neither chained nor signed {alone * 1e6:5.0f} us   chained {chained * 1e6:5.0f} us")
    print(f"a checkpoint: signed {signed * 1e6:5.0f} us, checked {checked * 1e6:5.0f} us")
    print(
        f"chained {median(ours) / bare:5.2f}, and signed behind each entry {(median(ours) + signed) / bare:5.2f} times without"
    )


if __name__ == "__main__":
    main()
