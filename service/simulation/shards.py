"""Many simulated matches, shard by shard: counted, and kept as tables in a dataset if asked for.

A shard is some seeds of a plan. All that is kept of a match follows from plan and seed: its id, its salts and times too. So whoever
plays a shard, and however often, writes the same.
"""

import shutil
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.cards import CardRecord, Catalogue
from domain.decoding import decoded
from domain.match import AnyMatch
from domain.registry import load_game
from domain.text import pluralize
from projections.analytics import Analytics
from projections.catchup import schema_version
from projections.dataset import compact, opened_dataset, write_shard
from service.clock import id_of
from service.errors import UsageProblem
from service.outputs import part_of
from service.recording.match_service import MatchService
from service.simulation.matches import SimulationPlan, Summary, counting, one_by_one, play, run_plan
from service.worker_pool import WorkerPool
from storage.records import Row
from storage.store import MatchStore

Keep: TypeAlias = Literal["results", "tables"]
SHARD: Final = 1_000
"""Matches in a shard: ten seconds and more of work."""
_FEW: Final = 200
"""Matches up to which other processes would take longer to start than the work takes."""
_MANIFEST: Final = "lake.json"
_BEGINNING: Final = 946_684_800 * 1_000_000
"""The first instant of the year 2000: seed n is played n seconds later."""
_PLACES: Final = 1 << 16
"""Positions for each match: more than a simulated one has entries."""
_encode: Final = msgspec.json.Encoder(order="deterministic").encode


class Dataset(Struct, frozen=True, kw_only=True):
    """The content of a dataset."""

    format: str = "matchbook-lake"
    plan: str
    """Digest of what is simulated, without seeds and numbers."""
    keep: Keep
    shard: int
    """Matches in each."""
    schema: str
    """Digest of the statements that make the tables."""


class Shard(Struct, frozen=True, kw_only=True):
    """A piece of work: plain data that can be sent anywhere."""

    plan: SimulationPlan
    """With the first seed, and how many."""
    cards: Catalogue[CardRecord]
    """In their order: bots and dealers draw from it."""
    folder: str = ""
    """Tables of the dataset; empty: matches are only counted."""
    dataset: Dataset | None = None


def shards(plan: SimulationPlan, cards: Catalogue[CardRecord], size: int = SHARD) -> Iterator[Shard]:
    """The shards of a plan, to be counted."""
    for first in range(plan.seed, plan.seed + plan.matches, size):
        count = min(size, plan.seed + plan.matches - first)
        yield Shard(plan=msgspec.structs.replace(plan, seed=first, matches=count), cards=cards)


def digest_of_plan(plan: SimulationPlan, cards: Catalogue[CardRecord]) -> str:
    """The simulation, independent of the seeds."""
    order = [card.card_id for card in cards]
    return sha256(_encode((plan.game, sorted(plan.options.items()), plan.bots, cards.digest, order))).hexdigest()


def counted_by(pool: WorkerPool, plan: SimulationPlan, cards: Catalogue[CardRecord]) -> Iterator[Summary]:
    """Plays a plan and counts; few matches are played here."""
    if not pool.cluster and (pool.hands == 1 or plan.matches <= _FEW):
        return one_by_one(load_game(plan.game), cards, plan)
    return pool.do(play_shard, shards(plan, cards, _FEW))


def into_dataset(
    pool: WorkerPool, folder: Path, keep: Keep, plan: SimulationPlan, cards: Catalogue[CardRecord], *, size: int = SHARD
) -> Iterator[Summary]:
    """Plays the shards of a plan into a dataset, which is made or gone on with; what each came to, in their order. Shards that are
    there are not played again. Raises UsageProblem where the folder holds something else, or shards would overlap."""
    dataset = Dataset(plan=digest_of_plan(plan, cards), keep=keep, shard=size, schema=schema_version())
    if plan.seed % size:
        raise UsageProblem(f"--seed {plan.seed}: in a dataset shards begin at multiples of --shard, {size}")
    if plan.matches % size:
        raise UsageProblem(
            f"-n {plan.matches}: in a dataset all shards are whole, of {pluralize(size, 'match', 'matches')} (--shard)"
        )
    _begin(folder, dataset)
    try:
        made = (
            msgspec.structs.replace(one, folder=str(folder.absolute()), dataset=dataset)
            for one in shards(plan, cards, size)
        )
        yield from pool.do(play_shard, made)
    finally:
        for scratch in folder.glob(".shard-*"):
            shutil.rmtree(scratch, ignore_errors=True)


def _begin(folder: Path, dataset: Dataset) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            if read_dataset(folder) != dataset:
                raise UsageProblem(
                    f"{folder}: a dataset of another plan, --keep or --shard, or of another Matchbook; name a new one"
                )
            return
        (folder / _MANIFEST).write_bytes(msgspec.json.format(_encode(dataset), indent=1) + b"\n")
        (folder / "shards").mkdir()
    except OSError as error:
        raise UsageProblem(f"{folder} cannot be written: {error.strerror}") from error


def read_dataset(folder: Path) -> Dataset:
    """Return the description of a dataset. Raises UsageProblem for other folders."""
    try:
        return decoded((folder / _MANIFEST).read_bytes(), Dataset)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        raise UsageProblem(f"{folder}: no dataset; `matchbook simulate --dataset FOLDER` makes one") from None


@contextmanager
def dataset_asked(folder: Path) -> Iterator[Analytics]:
    """Open the dataset in a folder for queries. Raises UsageProblem for other folders, or another Matchbook's dataset."""
    dataset = read_dataset(folder)
    if dataset.schema != schema_version():
        raise UsageProblem(f"{folder}: made by another version of Matchbook; simulate it again")
    with opened_dataset(folder.absolute(), results=dataset.keep == "results") as analytics:
        yield analytics


def compact_dataset(folder: Path, into: Path) -> tuple[int, int]:
    """Rewrite a dataset with few large files; return the old and new number of files. Incomplete shards are left out. Raises
    UsageProblem for a folder that is not a dataset, and for an existing target."""
    dataset = read_dataset(folder)
    numbers = [int(mark.stem) for mark in sorted((folder / "shards").glob("[0-9]*.json"))]
    try:
        into.mkdir(parents=True, exist_ok=True)
        if any(into.iterdir()):
            raise UsageProblem(f"{into} is not empty; name a new folder")
        after = compact(folder, into, numbers)
        shutil.copytree(folder / "shards", into / "shards", ignore=lambda _, names: [n for n in names if n[0] == "."])
        (into / _MANIFEST).write_bytes(msgspec.json.format(_encode(dataset), indent=1) + b"\n")
    except OSError as error:
        raise UsageProblem(f"{into} cannot be written: {error.strerror}") from error
    return sum(1 for _ in folder.glob("table=*/**/*.parquet")), after


def play_shard(shard: Shard) -> Summary:
    """Play a shard, in any process. Its files appear in a dataset when it is complete, followed by a marker."""
    game = load_game(shard.plan.game)
    cards = shard.cards
    if shard.dataset is None:
        with counting(game) as summary:
            for simulated in run_plan(game, cards, shard.plan):
                summary.add(simulated)
        return summary
    dataset, first = Path(shard.folder), shard.plan.seed
    mark = dataset / "shards" / f"{first:012}.json"
    if mark.exists():
        return decoded(mark.read_bytes(), Summary)
    with TemporaryDirectory(prefix=f".shard-{first}-", dir=dataset) as scratch, MatchStore.open(":memory:") as store:
        fate = _Fate(shard.dataset.plan)
        app = MatchService(store, clock=fate.clock, recorder="bots", random_text=fate.chance)
        with counting(game) as summary:
            for seed in range(first, first + shard.plan.matches):
                summary.add(play(game, cards, shard.plan, seed, app, match_id=fate.begin(seed)))
            write_shard(_Placed(store, first), Path(scratch), dataset, first, results=shard.dataset.keep == "results")
        with part_of(mark) as part:
            part.write_bytes(_encode(summary))
            part.replace(mark)
    return summary


class _Fate:
    """Replaces chance and clock of recorded matches: here both follow from plan and seed."""

    def __init__(self, plan: str) -> None:
        self._plan = plan
        self.begin(0)

    def begin(self, seed: int) -> str:
        """The id of the match of a seed: no two of a plan are the same."""
        self._random = Random(f"{self._plan}/{seed}")
        self._now = _BEGINNING + seed * 1_000_000
        return id_of((int(self._plan[:5], 16) << 40 | seed).to_bytes(8))

    def chance(self, size: int) -> str:
        """As many bytes as text."""
        return urlsafe_b64encode(self._random.randbytes(size)).rstrip(b"=").decode()

    def clock(self) -> int:
        """A millisecond passes from one entry to the next."""
        self._now += 1_000
        return self._now


class _Placed:
    """The store of a shard as a source with positions that are unique among all shards."""

    def __init__(self, store: MatchStore, first: int) -> None:
        self._store, self._base = store, first * _PLACES

    def select(self, after: int, limit: int, /) -> list[Row]:
        rows = self._store.select(max(0, after - self._base), limit)
        return [row._replace(position=self._base + row.position) for row in rows]

    def head_position(self) -> int:
        return self._base + self._store.head_position()

    def followed(self, match: str, version: int, /) -> AnyMatch | None:
        return self._store.followed(match, version)

    def raw(self, match: str, /) -> Iterator[tuple[int, str, bytes]]:
        return self._store.raw(match)

    def definitions(self, catalogue: str, game: str, /) -> bytes | None:
        return self._store.definitions(catalogue, game)

    def damage(self, match: str, /) -> tuple[int, str] | None:
        return self._store.damage(match)
