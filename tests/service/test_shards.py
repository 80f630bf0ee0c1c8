"""Work shared out over processes and clusters: the same results whoever does it, each match once, and a dataset that is asked as a
store is."""

import os
import pickle
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import duckdb
import pytest

from domain.registry import installed_games, load_game
from projections.analytics import Analytics
from projections.dataset import RESULTS
from projections.dataset import compact as put_together
from projections.errors import AnalyticsError
from projections.filters import Filter, filters
from projections.questions import prepared_questions
from service import worker_pool
from service.errors import UsageProblem
from service.recording.match_service import MatchService
from service.resources import load_catalogue
from service.simulation import shards
from service.simulation.matches import SimulationPlan, Summary, play
from service.simulation.shards import Shard, counted_by, dataset_asked, into_dataset, play_shard
from service.worker_pool import WorkerPool
from storage.store import MatchStore
from tests.campaigns import tries
from tests.projections.retold import figures
from tests.service.conftest import CommandLine
from tests.service.lost import killed, killed_at_three
from tests.storage.forging import unguarded
from tests.waiting import wait_until

GAME = load_game("frc_card_game")
CARDS = load_catalogue(GAME, None)
SIZE = 2
PLAN = SimulationPlan(game=GAME.name, matches=4 * SIZE, seed=6)


def made(folder: Path, who: WorkerPool, plan: SimulationPlan = PLAN, keep: shards.Keep = "tables") -> list[Summary]:
    return list(into_dataset(who, folder, keep, plan, CARDS, size=SIZE))


def rows(dataset: Path) -> dict[str, tuple[object, ...]]:
    """How many rows each table has, and a sum of their digests: the same for the same rows in any order."""
    found = {}
    with duckdb.connect() as connection:
        for table in sorted(dataset.glob("table=*")):
            parts = f"read_parquet('{table}/**/*.parquet', hive_partitioning = true)"
            query = f"select count(*), sum(hash(r)::hugeint), count(distinct match) from {parts} r"
            found[table.name] = connection.execute(query).fetchall()[0]
    return found


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("datasets") / "alone"
    made(folder, WorkerPool(1))
    return folder


def counted(parts: list[Summary]) -> tuple[object, ...]:
    total = Summary(game="", wins=[0] * len(parts[0].wins))
    for part in parts:
        total.take_in(part)
    return total.matches, total.actions, total.events, total.wins, total.draws, total.reasons


def _killed_once(shard: Shard) -> Summary:
    """The process that plays the third shard first is killed when it has written its files, before it can say so."""
    done = play_shard(shard)
    if shard.plan.seed == PLAN.seed + 2 * SIZE:
        mark = Path(shard.folder) / "shards" / f"{shard.plan.seed:012}.json"
        witness = Path(shard.folder).with_suffix(".killed")
        if not witness.exists():
            mark.unlink()
            witness.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return done


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, game in installed_games().items() if game.simulation is not None])
def test_a_game_plays_the_same_from_what_is_sent(name: str) -> None:
    """S35: for each game, and a kit, what a worker is sent gives the matches that are played here."""
    game = load_game(name)
    cards, plan = load_catalogue(game, "hearts" if game.kits else None), SimulationPlan(game=name, matches=2, seed=3)
    sent = [play_shard(pickle.loads(pickle.dumps(shard))) for shard in shards.shards(plan, cards, 1)]
    assert counted(sent) == counted(list(counted_by(WorkerPool(1), plan, cards)))


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2, pytest.param(8, marks=pytest.mark.campaign)])
def test_workers_make_the_same_rows_also_when_one_is_killed(
    workers: int, dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S35: several processes make the rows of one, each match once, and count the same. A killed worker is reported, and its shard
    is done again; its files are gone."""
    monkeypatch.setattr(shards, "play_shard", _killed_once)
    told: list[str] = []
    parts = made(tmp_path / "dataset", WorkerPool(workers, warn=told.append))
    assert told == ["a worker was lost; what it had begun is done again"]
    assert counted(parts) == counted(list(counted_by(WorkerPool(1), PLAN, CARDS)))
    assert rows(tmp_path / "dataset") == rows(dataset)
    assert rows(dataset)["table=matches"][0] == rows(dataset)["table=matches"][2] == PLAN.matches
    assert not list((tmp_path / "dataset").glob(".*"))


@pytest.mark.slow
def test_a_worker_that_is_killed_while_another_result_is_looked_at(tmp_path: Path) -> None:
    """The loss is told, and every piece is done once."""
    told: list[str] = []
    others = set(active_children())
    done = WorkerPool(2, warn=told.append).do(killed_at_three, [(number, tmp_path) for number in range(8)])
    first = [next(done), next(done)]
    wait_until((tmp_path / "4").exists)  # by the worker that has given the result of 2
    (tmp_path / "go").touch()
    wait_until(lambda: not set(active_children()) - others)
    assert [*first, *done] == list(range(8))
    assert told == ["a worker was lost; what it had begun is done again"]


@pytest.mark.slow
def test_workers_that_are_lost_again_and_again() -> None:
    with pytest.raises(UsageProblem, match="again and again"):
        list(WorkerPool(2).do(killed, range(2)))


@pytest.mark.slow
def test_a_shard_twice_is_harmless(dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard without its mark is played again over its own files; marked shards are not, and a dataset grows by further seeds."""
    folder = shutil.copytree(dataset, tmp_path / "dataset")
    whole = made(folder, WorkerPool(1))
    (folder / "shards" / f"{PLAN.seed:012}.json").unlink()
    played: list[int] = []
    monkeypatch.setattr(shards, "play", lambda *a, **k: played.append(a[3]) or play(*a, **k))
    assert counted(made(folder, WorkerPool(1))) == counted(whole)
    assert played == list(range(PLAN.seed, PLAN.seed + SIZE))
    assert rows(folder) == rows(dataset)
    more = SimulationPlan(game=GAME.name, matches=SIZE, seed=PLAN.seed + PLAN.matches)
    made(folder, WorkerPool(1), more)
    assert rows(folder)["table=matches"][2] == PLAN.matches + SIZE


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A Dask cluster of two processes on this machine."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as one:
        yield one.scheduler_address


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_makes_the_same_rows(
    cluster: str, dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S35: a Dask cluster makes the rows that one process makes, also where a worker of it is killed."""
    monkeypatch.setattr(shards, "play_shard", _killed_once)
    made(tmp_path / "dataset", WorkerPool(cluster=cluster))
    assert (tmp_path / "dataset.killed").exists()
    assert rows(tmp_path / "dataset") == rows(dataset)


def test_a_cluster_that_is_not_there(tmp_path: Path, matchbook: CommandLine) -> None:
    told = matchbook("simulate", GAME.name, "-n", 300, "--cluster", "nonsense://127.0.0.1:1")
    assert (told.code, told.err.count("\n")) == (2, 1)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analytics]:
    """The analytics of a store with the matches of the dataset."""
    folder = tmp_path_factory.mktemp("store")
    with MatchStore.open(f"sqlite:///{folder / 'm.db'}", create=True) as store:
        fate = shards._Fate(shards.digest_of_plan(PLAN, CARDS))
        app = MatchService(store, clock=fate.clock, recorder="bots", random_text=fate.chance)
        for seed in range(PLAN.seed, PLAN.seed + PLAN.matches):
            play(GAME, CARDS, PLAN, seed, app, match_id=fate.begin(seed))
        with closing(Analytics(folder / "m.duckdb", store)) as analytics:
            yield analytics


@pytest.fixture(scope="module")
def asked(dataset: Path) -> Iterator[Analytics]:
    with dataset_asked(dataset) as one:
        yield one


@pytest.mark.slow
@pytest.mark.parametrize("question", sorted(prepared_questions()))
def test_questions_to_a_dataset_are_answered_as_those_to_a_store(
    question: str, asked: Analytics, store: Analytics
) -> None:
    """S37: every question of the registry has the answer that a store with the same matches gives."""
    asks = prepared_questions()[question]
    takes = [*asks.parameters, *(name for name in filters() if asks.takes(Filter(name, "", None, None)))]
    scope = {"kind": "simulated"} if "kind" in takes else {}
    given = {name: "Rin" for name in takes if name in ("player", "one", "other")}
    answers = []
    for one in (asked, store):
        try:
            found = one.ask(question, {**scope, **given})
            answers.append((found.columns, sorted(map(figures, found.rows)), found.notes))
        except AnalyticsError as error:
            answers.append(str(error))
    assert answers[0] == answers[1]


@pytest.mark.slow
def test_a_dataset_of_results_says_what_it_does_not_keep(tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    made(folder, WorkerPool(1), SimulationPlan(game=GAME.name, matches=SIZE, seed=6), keep="results")
    assert {table.name for table in folder.glob("table=*")} <= {f"table={name}" for name in RESULTS}
    with dataset_asked(folder) as asked:
        assert asked.ask("first_player", {"kind": "simulated"}).rows
        with pytest.raises(AnalyticsError, match=r"missing or unreadable.*cards"):
            asked.ask("shuffles", {"kind": "simulated"})


@pytest.mark.slow
def test_a_dataset_is_put_together(dataset: Path, tmp_path: Path, matchbook: CommandLine) -> None:
    """The compacted dataset has one file for each table, game and month, in order, and can be continued."""
    folder, into = shutil.copytree(dataset, tmp_path / "dataset"), tmp_path / "compact"
    half = folder / "shards" / f"{PLAN.seed + PLAN.matches - SIZE:012}.json"
    half.unlink()
    assert matchbook("dataset", "compact", folder, into).code == 0
    assert rows(into)["table=matches"][2] == PLAN.matches - SIZE
    assert {sum(1 for _ in month.iterdir()) for month in into.glob("table=*/*/*")} == {1}
    with duckdb.connect() as connection:
        seeds = f"select position from '{into}/table=entries/*/*/*.parquet'"
        positions = connection.execute(seeds).fetchall()
    assert positions == sorted(positions)
    made(into, WorkerPool(1))
    assert rows(into) == rows(dataset)
    parts = list(dataset.glob("table=entries/*/*/*.parquet"))
    put_together(dataset, tmp_path / "small", range(100), max(part.stat().st_size for part in parts))
    assert len(list((tmp_path / "small").glob("table=entries/*/*/*.parquet"))) == len(parts)
    assert rows(tmp_path / "small") == rows(dataset)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("simulate", "pig", "--lake", "runs"), "--lake is now --dataset"),
        (("stats", "length", "--lake", "runs"), "--lake is now --dataset"),
        (("lake", "compact", "runs", "more"), "'lake' is now 'dataset'"),
    ],
)
def test_former_words_for_datasets_name_the_present_ones(
    given: tuple[str, ...], message: str, matchbook: CommandLine
) -> None:
    """Given the former spelling, when it is typed, then one line names the present one."""
    refused = matchbook(*given)
    assert (refused.code, message in refused.err) == (2, True)


@pytest.mark.slow
def test_bad_input_of_datasets(dataset: Path, tmp_path: Path, matchbook: CommandLine) -> None:
    """Refused in one line, and not written."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").touch()
    for given in (
        (tmp_path / "none", tmp_path / "new"),
        (dataset, tmp_path / "mine"),
        (dataset, tmp_path / "mine" / "notes.txt"),
    ):
        told = matchbook("dataset", "compact", *given)
        assert (told.code, told.err.count("\n")) == (2, 1), told.err
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "notes.txt"]
    before = sorted(dataset.rglob("*"))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "diary.txt").write_text("mine")
    ask = partial(matchbook, "simulate", GAME.name, "--shard", SIZE)
    for words in (
        ("-n", 2, "--dataset", dataset, "--keep", "results"),
        ("-n", 2, "--dataset", dataset, "--keep", "tables", "--bot", "greedy"),
        ("-n", 3, "--dataset", tmp_path / "new"),
        ("-n", 2, "--seed", 1, "--dataset", tmp_path / "new"),
        ("-n", 2, "--dataset", tmp_path / "full"),
        ("-n", 2, "--dataset", tmp_path / "full" / "diary.txt"),
        ("-n", 2, "--record", "--workers", 2),
        ("-n", 2, "--workers", 2, "--cluster", "tcp://127.0.0.1:1"),
    ):
        told = ask(*words)
        assert (told.code, told.err.count("\n"), told.out) == (2, 1, ""), (words, told)
    assert matchbook("stats", "length", "--dataset", tmp_path / "full").code == 2
    assert sorted(dataset.rglob("*")) == before
    assert not (tmp_path / "new").exists()


@pytest.fixture
def damaged(matchbook: CommandLine, store_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of three matches, one of them damaged, which are enough to be shared out."""
    matchbook("simulate", GAME.name, "-n", "3", "--seed", "5", "--record")
    unguarded(store_path, "update stored_events set topic = 'frc_tcg/1' where rowid = 50")
    monkeypatch.setattr(worker_pool, "_ALONE", 1)
    return store_path


@pytest.mark.slow
@pytest.mark.usefixtures("damaged")
def test_audits_and_checks_are_the_same_from_several_processes(matchbook: CommandLine) -> None:
    for words in (("audit", "--all", "--json"), ("verify", "--all", "--json"), ("drift", "--json")):
        alone, shared = (matchbook(*words, "--workers", workers) for workers in (1, 2))
        assert alone.out == shared.out
        assert alone.code == shared.code
        assert alone.code or words[0] == "drift"  # there is damage to be found


@pytest.mark.campaign
def test_a_hundred_thousand_matches_through_two_workers(tmp_path: Path) -> None:
    number = tries("MATCHBOOK_MATCHES", few=1_000, many=100_000)
    plan = SimulationPlan(game=GAME.name, matches=number)
    with ExitStack() as stack:
        parts = list(into_dataset(WorkerPool(2), tmp_path / "dataset", "results", plan, CARDS))
        asked = stack.enter_context(dataset_asked(tmp_path / "dataset"))
        [[matches, distinct]] = asked.sql("select count(*), count(distinct match) from matches").rows
    assert counted(parts)[0] == matches == distinct == number
