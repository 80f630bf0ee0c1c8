"""Rebuilding every match of a store, against the bare select and decode of its rows and against the library's default path.

    python benchmarks/storage_rebuild.py [--game frc_card_game] [--entries 20000] [--rounds 7]

Also: one match, verification against select and SHA-256, and bytes on disk.
"""

import lzma
import sqlite3
import tempfile
import zlib
from collections import deque
from hashlib import sha256
from itertools import chain
from pathlib import Path

import msgspec
from storage_stock import StockApplication, stock_events
from storage_workload import Work, arguments, side_by_side

from domain.cards import Catalogue
from domain.entries import entry_type
from domain.match import Match
from storage.match_file import export_match
from storage.store import MatchStore
from storage.verify import verify_store


class Run:
    """One store, and the same entries in the library's default form."""

    def __init__(self, work: Work, entries: int, folder: str) -> None:
        matches = list(work.matches(entries))
        self.work = work
        self.ids = [match[0].originator_id for match in matches]
        sealed = list(chain.from_iterable(matches))
        self.count = len(sealed)
        self.events = sum(len(getattr(s.entry.payload, "events", ())) for s in sealed)
        self.path = Path(folder, "store.db")
        with MatchStore.open(str(self.path), create=True, find_game=work.find_game) as store:
            store.save_catalogue(work.game.name, work.catalogue)
            store.append_rows(s.row for s in sealed)
        self.bytes = self.path.stat().st_size
        self.store = MatchStore.open(str(self.path), find_game=work.find_game)
        self.plain = sqlite3.connect(self.path)
        self.decode = msgspec.json.Decoder(entry_type(work.game)).decode
        self.stock = StockApplication.at(Path(folder, "stock.db"), work)
        for match in matches:
            self.stock.events.put(stock_events(match))

    def bare(self) -> None:
        """Only select and decode."""
        decode = self.decode
        for (state,) in self.plain.execute("SELECT state FROM stored_events ORDER BY rowid"):
            decode(state)

    def hashes(self) -> None:
        """Select and digest."""
        for (state,) in self.plain.execute("SELECT state FROM stored_events ORDER BY rowid"):
            sha256(state).digest()

    def rebuild(self) -> None:
        for match_id in self.ids:
            self.store.rebuild(match_id)

    def default(self) -> None:
        for match_id in self.ids[: max(1, len(self.ids) // 10)]:
            self.stock.repository.get(match_id)

    def evolve_only(self) -> None:
        """The fold without reading: what no storage can take away."""
        for match_id in self.ids:
            fold(self.work, self.decoded[match_id])

    def follow(self) -> None:
        """The look along the chain before the first entry is recorded."""
        for match_id in self.ids:
            if self.store.chained(match_id).broken:
                raise RuntimeError(match_id)

    def heads(self) -> None:
        """The head of the whole store."""
        deque(self.store.heads(), maxlen=1)

    def verify(self) -> None:
        for checked in verify_store(self.store):
            if checked.findings:
                raise RuntimeError(str(checked.findings[0]))


def same(one: object, other: object) -> bool:
    """Whether two states are equal, their catalogues (which have no equality) by digest."""
    if isinstance(one, Catalogue) and isinstance(other, Catalogue):
        return one.digest == other.digest
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        return all(same(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def fold(work: Work, entries) -> None:
    match = Match(entries[0].envelope.match, work.game, work.catalogue)
    for entry in entries:
        match.apply(entry)


def main() -> None:
    work, options = arguments(__doc__, 20_000)
    with tempfile.TemporaryDirectory(dir=".") as folder:
        run = Run(work, options.entries, folder)
        for match_id in run.ids[:3]:
            if not same(run.stock.repository.get(match_id).state, run.store.rebuild(match_id).state):
                raise RuntimeError("the default path rebuilds another match")
        run.decoded = {match_id: run.store.entries(match_id) for match_id in run.ids}
        times = side_by_side(
            options.rounds,
            {
                "bare": run.bare,
                "rebuild": run.rebuild,
                "fold": run.evolve_only,
                "hashes": run.hashes,
                "follow": run.follow,
                "heads": run.heads,
                "verify": run.verify,
            },
        )
        share = len(run.ids) / max(1, len(run.ids) // 10)
        times["default"] = side_by_side(1, {"default": run.default})["default"] * share
        report(run, times)


def report(run: Run, times: dict[str, float]) -> None:
    count = run.count
    print(f"{run.work.game.name}: {len(run.ids)} matches, {count:,} entries, {run.events:,} events")
    for name, label in (
        ("bare", "bare select + decode"),
        ("fold", "fold alone (evolve)"),
        ("rebuild", "rebuild (read, decode, fold)"),
        ("default", "library default"),
        ("hashes", "select + SHA-256"),
        ("follow", "along the chain, before recording"),
        ("heads", "the head of the store"),
        ("verify", "verify (chain, form, decode)"),
    ):
        print(f"{label:34} {times[name] / count * 1e6:8.2f} us/entry {times[name] / run.events * 1e6:8.2f} us/event")
    print(
        f"rebuild is {times['bare'] / times['rebuild']:.0%} of bare speed, {times['default'] / times['rebuild']:.1f}x the default"
    )
    print(f"without the fold: {times['bare'] / max(1e-9, times['rebuild'] - times['fold']):.0%} of bare speed")
    print(f"verify takes {times['verify'] / times['hashes']:.1f}x select + SHA-256")
    files = [export_match(run.store, match_id) for match_id in run.ids[:50]]
    entries = sum(len(run.decoded[match_id]) for match_id in run.ids[:50])
    for name, size in (
        ("store file", run.bytes / count),
        ("match file", sum(map(len, files)) / entries),
        ("match file, zlib", sum(len(zlib.compress(f, 9)) for f in files) / entries),
        ("match file, xz", sum(len(lzma.compress(f)) for f in files) / entries),
    ):
        print(f"{name:20} {size:7.0f} bytes an entry")


if __name__ == "__main__":
    main()
