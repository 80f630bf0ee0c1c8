"""A store of one's own, and the command line run in this process.

A test of the command line that asks for no `store_path` runs on a PostgreSQL server too: some always, the others in campaigns.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import Struct

from matchbook.cli import main
from matchbook.cli.main import cli
from service.recording.match_service import MatchService
from storage.store import MatchStore
from tests.service.browsing import close_browser


class Ran(Struct, frozen=True):
    """The result of a run of the command line."""

    code: int
    out: str
    err: str


CommandLine = Callable[..., Ran]
STORE = "matches.db"
GAMBLE = ("new", "--sheet", "adas_gamble.scoresheet")
_ALWAYS_ON_BOTH = ("test_cli_flows", "test_both_stores", "test_beside")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "store_kind" not in metafunc.fixturenames:
        return
    always = metafunc.module.__name__.endswith(_ALWAYS_ON_BOTH)
    other = pytest.param("postgres", marks=() if always else pytest.mark.campaign)
    metafunc.parametrize("store_kind", ["sqlite"] if "store_path" in metafunc.fixturenames else ["sqlite", other])


@pytest.fixture(autouse=True, scope="session")
def _one_browser() -> Iterator[None]:
    """The browser that tests share ends with them."""
    yield
    close_browser()


_OURS = {"MATCHBOOK_RECORDER": "tess", "MATCHBOOK_ANALYTICS": None}


@pytest.fixture(scope="session")
def _gamble(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store in which Ada's gamble was typed once, and the id of the match."""
    store = tmp_path_factory.mktemp("gamble") / STORE
    made = CliRunner().invoke(cli, GAMBLE, env={"MATCHBOOK_STORE": f"sqlite:///{store}", **_OURS})
    assert made.exit_code == 0, made.output
    return store, made.stdout.strip()


@pytest.fixture
def match(store_kind: str, tmp_path: Path, matchbook: CommandLine, request: pytest.FixtureRequest) -> str:
    """Ada's gamble, complete, in the store of the command line; its id."""
    if store_kind != "sqlite":
        return matchbook(*GAMBLE).out.strip()
    store, match = request.getfixturevalue("_gamble")
    shutil.copyfile(store, tmp_path / STORE)
    return match


@pytest.fixture(scope="session")
def _stock(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """A folder with a store of so many simulated matches of a game and its analytics, made once."""

    @cache
    def made(game: str, matches: int) -> Path:
        folder = tmp_path_factory.mktemp("stock")
        environment = {"MATCHBOOK_STORE": f"sqlite:///{folder / STORE}", **_OURS}
        for line in (_simulation(game, matches), ("stats", "cards")):
            ran = CliRunner().invoke(cli, line, env=environment)
            assert ran.exit_code == 0, ran.output
        return folder

    return made


def _simulation(game: str, matches: int) -> tuple[str, ...]:
    return "simulate", game, "-n", str(matches), "--seed", "5", "--record"


@pytest.fixture
def stocked(
    store_kind: str, tmp_path: Path, matchbook: CommandLine, request: pytest.FixtureRequest
) -> Callable[[str, int], CommandLine]:
    """`stocked("frc_tcg", 3)`: the command line, with so many simulated matches in its store."""

    def fill(game: str, matches: int) -> CommandLine:
        if store_kind == "sqlite":
            shutil.copytree(request.getfixturevalue("_stock")(game, matches), tmp_path, dirs_exist_ok=True)
        else:
            assert matchbook(*_simulation(game, matches)).code == 0
        return matchbook

    return fill


@pytest.fixture
def store_url(
    store_kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[str]:
    """The address of a place for a store, which the command line uses."""
    monkeypatch.setenv("MATCHBOOK_RECORDER", "tess")
    monkeypatch.delenv("MATCHBOOK_ANALYTICS", raising=False)
    if store_kind == "sqlite":
        monkeypatch.setenv("MATCHBOOK_STORE", url := f"sqlite:///{tmp_path / STORE}")
        yield url
        return
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # what belongs to the store lies there
    with request.getfixturevalue("server").store() as url:
        monkeypatch.setenv("MATCHBOOK_STORE", url)
        yield url


@pytest.fixture
def store_path(store_url: str) -> Path:
    """The file of that store: for tests of what is in files."""
    return Path(store_url.removeprefix("sqlite:///"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[MatchService]:
    """The application on a store in a file."""
    with MatchService(MatchStore.open(f"sqlite:///{tmp_path / 'm.db'}", create=True), recorder="tess") as opened:
        yield opened


@pytest.fixture
def simulated(stocked: Callable[[str, int], CommandLine]) -> CommandLine:
    """The command line, with three simulated matches of FRC: The Card Game in its store."""
    return stocked("frc_card_game", 3)


@pytest.fixture
def matchbook(store_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """`matchbook("take", match, "play_student zed")` as typed in a shell."""

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["matchbook", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def run(matchbook: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line on an empty store and an empty folder of kits."""
    monkeypatch.setenv("MATCHBOOK_CONFIG", str(tmp_path / "config"))
    return matchbook
