"""Importing in batches against a raw `executemany` of ready bytes and the library's default path. Entries per second, ratios.

python benchmarks/storage_import.py [--game frc_card_game] [--entries 20000] [--rounds 7]
"""

import tempfile
from itertools import chain
from pathlib import Path

from storage_stock import StockApplication, stock_events
from storage_workload import Work, arguments, raw_database, side_by_side

from service.auditing.audit import audit_match
from service.recording.match_service import MatchService
from storage.match_file import export_match, import_match
from storage.store import MatchStore

BATCH = 100


class Run:
    """The same entries, written in different ways into fresh files."""

    def __init__(self, work: Work, entries: int, folder: str) -> None:
        self.work = work
        self.folder = folder
        self.matches = list(work.matches(entries))
        self.sealed = list(chain.from_iterable(self.matches))
        self.batches = [self.sealed[i : i + BATCH] for i in range(0, len(self.sealed), BATCH)]
        self.stock_batches = [stock_events(batch) for batch in self.batches]
        self.files = 0
        self.kept = str(self.path())
        with MatchStore.open(self.kept, create=True, find_game=work.find_game) as store:
            store.append_rows(s.row for s in self.sealed)
            store.save_catalogue(work.game.name, work.catalogue)
            self.match_files = [export_match(store, match[0].originator_id) for match in self.matches]

    def path(self) -> Path:
        self.files += 1
        return Path(self.folder, f"{self.files}.db")

    def store(self) -> MatchStore:
        return MatchStore.open(str(self.path()), create=True, find_game=self.work.find_game)

    def raw(self) -> None:
        connection = raw_database(self.path())
        for batch in self.batches:
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO stored_events VALUES (?,?,?,?)", [s.row for s in batch])
            connection.execute("COMMIT")
        connection.close()

    def rows(self) -> None:
        with self.store() as store:
            for batch in self.batches:
                store.append_rows(s.row for s in batch)

    def put(self) -> None:
        with self.store() as store:
            for batch in self.batches:
                store.events.put(batch)

    def files_in(self) -> None:
        with self.store() as store:
            for data in self.match_files:
                import_match(store, data)

    def audited(self) -> None:
        with MatchService(MatchStore.open(self.kept, find_game=self.work.find_game)) as app:
            for match in self.matches:
                audit_match(app, match[0].originator_id, rendered=False)

    def stock(self) -> None:
        application = StockApplication.at(self.path(), self.work)
        for batch in self.stock_batches:
            application.events.put(batch)
        application.close()


def main() -> None:
    work, options = arguments(__doc__, 20_000)
    with tempfile.TemporaryDirectory(dir=".") as folder:
        run = Run(work, options.entries, folder)
        count = len(run.sealed)
        times = side_by_side(
            options.rounds,
            {"raw executemany": run.raw, "append_rows": run.rows, "events.put": run.put, "library default": run.stock},
        )
        times |= side_by_side(1, {"match files, checked": run.files_in, "the same, audited": run.audited})
    print(f"{work.game.name}: {count:,} entries, {BATCH} a transaction")
    for name, seconds in times.items():
        ratio = times["raw executemany"] / seconds
        print(f"{name:30} {count / seconds:10,.0f} entries/s {seconds / count * 1e6:8.1f} us/entry {ratio:7.0%} of raw")
    print(f"match files take {times['match files, checked'] / times['the same, audited']:.2f} times an audit")


if __name__ == "__main__":
    main()
