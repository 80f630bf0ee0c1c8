"""Batches of random records, checked against their models, the analytics that followed them, and rebuilt analytics."""

import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import duckdb

from domain.audit import recheck
from domain.entries import Concluded
from domain.game import evolve_all
from domain.judging import DOUBLE_LOSS, LOSING, Judging, Penalised, Rewound
from domain.match import AnyMatch
from projections.analytics import Analytics
from tests.service.random_records import Followed, Record, Stores
from tests.service.test_revisions import GAMES, all_digests, everything, standing_rows

_STEPS: Final = 16
_APART: Final = ("main.matches", "main.endings", "main.judging")
"""Tables in which a record differs from the right one in what officials said."""
Rows = dict[str, list[Any]]
"""Rows of a match by table."""


class Batch:
    """Records of these seeds, grown a step each in turn. `failing`: what is wrong with those that are not as they should be.

    Many share their stores, and the analytics that follow these: opening, following and rebuilding them is most of the cost of a
    single record. The number of crashes and catch-ups of a store is the same for each record, single or shared.
    """

    def __init__(self, folder: Path, seeds: Sequence[int]) -> None:
        self.failing: dict[int, str] = {}
        self._stores = Stores(folder, shared=len(seeds) > 1)
        self._random = Random(f"batch from {seeds[0]} on")
        self._records: dict[int, Record] = {}
        self._right: dict[int, str] = {}
        """The ids of the matches of the same acts recorded right from the start."""
        for seed in seeds:
            with self._of(seed):
                self._records[seed] = Record(self._stores, GAMES[seed % len(GAMES)], seed)
        for _ in range(_STEPS):
            self._step()
        for seed in self._sound():
            with self._of(seed):
                expect_sound(self._records[seed])
                self._right[seed] = recorded_right(self._records[seed])
        for store in self._stores.opened:
            self._compare(store)
        self._stores.close()

    def _sound(self) -> dict[int, Record]:
        return {seed: record for seed, record in self._records.items() if seed not in self.failing}

    def _step(self) -> None:
        for seed, record in self._sound().items():
            with self._of(seed):
                record.step()
                record.agrees()
        for number, store in enumerate(self._stores.opened):
            kind = self._random.choice(["crash", "follow"] + ["nothing"] * 16)
            with self._of(*(seed for seed, record in self._sound().items() if record.carried == number)):
                if kind == "crash":
                    store.crash(damaged=self._random.random() < 0.3)
                elif kind == "follow":
                    store.follow()

    @contextmanager
    def _of(self, *seeds: int) -> Iterator[None]:
        """A failure here is a defect of these records."""
        try:
            yield
        except Exception:  # any error is a finding
            said = "".join(traceback.format_exception(*sys.exc_info(), limit=-3))
            self.failing |= {seed: said for seed in seeds if seed not in self.failing}

    def _compare(self, store: Followed) -> None:
        """Following analytics, rebuilt ones, and those of the match that was recorded right have the same rows."""
        records = {seed: record for seed, record in self._sound().items() if record.store is store}
        everybody = store.app.store.match_ids()
        anew = Analytics(store.path.with_suffix(".anew.duckdb"), store.app.store)
        with self._of(*records):
            pairs = {seed: (record.match_id, self._right[seed]) for seed, record in records.items()}
            standing = standing_rows(store.analytics, list(chain.from_iterable(pairs.values())), _APART)
            followed, again = all_digests(store.analytics, everybody), all_digests(anew, everybody)
            for seed, (match, right) in pairs.items():
                with self._of(seed):
                    expect_counted_alike(records[seed], standing[match], standing[right])
                    for one in (match, right):
                        if followed.pop(one) != again.pop(one):
                            expect("rows made anew", everything(anew, one), everything(store.analytics, one))
            expect("rows of copies made anew", again, followed)
            fallen = undone(store.analytics, [record.match_id for record in records.values()])
            for seed, record in records.items():
                with self._of(seed):
                    expect_undone(fallen[record.match_id], record.match)
            expect("matches whose rows are not those signed", (anew.edited(), store.analytics.edited()), ((), ()))
        anew.close()


def failing(seeds: Sequence[int]) -> dict[int, str]:
    """The defects of the records of these seeds, if any."""
    with TemporaryDirectory() as folder:
        return Batch(Path(folder), seeds).failing


def expect(what: str, found: object, wanted: object) -> None:
    """Raises AssertionError with the places where they differ."""
    if found != wanted:
        raise AssertionError(f"{what}: {differences(found, wanted)}")


def differences(found: object, wanted: object) -> str:
    """The first places where two values differ, by their keys."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = [key for key in {**found, **wanted} if found.get(key) != wanted.get(key)]
        return "; ".join(f"{key}: {differences(found.get(key), wanted.get(key))}" for key in keys[:3])
    if isinstance(found, list) and isinstance(wanted, list):
        first = next((place for place, pair in enumerate(zip(found, wanted, strict=False)) if pair[0] != pair[1]), -1)
        return (
            f"{len(found)} rows for {len(wanted)}, row {first}: {found[first:][:1]!r} instead of {wanted[first:][:1]!r}"
        )
    return f"{found!r:.1000} instead of {wanted!r:.1000}"


def expect_sound(record: Record) -> None:
    """Each entry still has its own state, the actions of the line lead to the current state, and the audit has zero findings."""
    match = record.match
    expect("states left", match.states, record.left)
    state = match.states[0]
    for action in match.actions:
        state = evolve_all(match.game, state, action.events)
    expect("the state", state, match.state)
    found = recheck(match.game, record.catalogue, record.app.store.entries(match.id))
    expect("what the audit finds", [one for one in found if one.kind != "violated"], [])


def recorded_right(record: Record) -> str:
    """The id of a match of the current actions, recorded right from the start."""
    match, entries = record.match, record.app.store.entries(record.match_id)
    reasons = {entry.envelope.version: getattr(entry.payload, "reason", "") for entry in entries}
    right = record.recorded(
        (action.command, action.events, action.violations, "" if action.number else reasons[action.version])
        for action in match.actions
    )
    if match.concluded is not None:
        record.app.record(record.app.match(right), Concluded(outcome=match.concluded))
    return right


def expect_counted_alike(record: Record, found: Rows, wanted: Rows) -> None:
    """A record and the right one are counted alike, except for acts of officials, which only the one has."""
    said = [one.payload for one in record.app.store.entries(record.match_id)]
    expect("judging of the right record", wanted.pop("main.judging"), [])
    judging = sum(isinstance(one, Judging) and not isinstance(one, Rewound) for one in said)
    expect("rows of judging", len(found.pop("main.judging")), judging)
    if "penalty" in found["main.matches"][0]:
        # The record of the same actions has no penalty, only the end that follows from it.
        assert any(isinstance(one, Penalised) and one.penalty in LOSING for one in said), "no penalty that ends a match"
        pairs = zip(found["main.matches"][0], wanted["main.matches"][0], strict=True)
        found["main.matches"] = [tuple(right if left == "penalty" else left for left, right in pairs)]
    if any(DOUBLE_LOSS in row for row in found["main.endings"]):
        # The second loss ends a match again that the first one ended.
        found["main.endings"], wanted["main.endings"] = found["main.endings"][-1:], wanted["main.endings"][-1:]
    expect("rows of the same acts", found, wanted)


def expect_undone(first: dict[int, int], match: AnyMatch) -> None:
    """The same entries are undone, and analytics name the first entry that undid each."""
    expect("undone by", first, dict(match.undone))


def undone(analytics: Analytics, matches: Sequence[str]) -> dict[str, dict[int, int]]:
    """The entries of each match that analytics count as undone, and by which."""
    query = "select match, version, undone_by from entries where undone and number = 0 and list_contains(?, match)"
    found: dict[str, dict[int, int]] = {match: {} for match in matches}
    analytics.tags()
    with duckdb.connect(str(analytics.path), read_only=True) as connection:
        for match, version, by in connection.execute(query, [matches]).fetchall():
            found[match][version] = by
    return found
