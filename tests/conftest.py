"""Property tests run without a deadline, because a busy machine is not a failure, and with the same examples each time; campaigns
try others. Preferences are empty: tests have a folder of their own, and the user's language and settings have no effect."""

import atexit
import gc
import os
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import EntryPoint

import pytest
from _pytest.unraisableexception import gc_collect_iterations_key
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from domain import registry
from domain.capabilities import CardSupport
from matchbook.cli.main import TIDIED
from tests.campaigns import WHOLE, drawn_at_one_size, tried_with_one_game
from tests.postgres import PostgresServer, any_server

pytest_plugins = ["tests.compiled_once", "tests.processor_time", "tests.empty_analytics"]

for name in (
    *(
        f"MATCHBOOK_{what}"
        for what in ("ANALYTICS", "CHECKPOINTS", "RECORDER", "SIGNS", "STORE", "TOKEN", "TOKEN_FILE", "VENUE")
    ),
    *("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "LC_ALL", "LC_CTYPE"),
):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

_installed = registry.entry_points


def _our_games(group: str) -> list[EntryPoint]:
    """The games of this package: whatever else is installed, these tests are about them."""
    return [point for point in _installed(group=group) if point.dist is not None and point.dist.name == "matchbook"]


registry.entry_points = _our_games  # type: ignore[assignment]

# A file of cards takes ten milliseconds to read, and catalogues never change: each text is read once for all tests.
CardSupport.read = lru_cache(maxsize=128)(CardSupport.read)  # type: ignore[method-assign]

settings.register_profile(
    "matchbook",
    deadline=None,
    derandomize=not WHOLE,
    max_examples=200 if WHOLE else 50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("matchbook")
# Hypothesis would read the constants of every module that happens to be imported and try them: the examples of a test would depend
# on other tests, and each worker would parse a thousand files first.
providers._get_local_constants = providers.Constants
gc.disable()  # until all is collected: what collecting makes, stays


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The normal run tries one game where all games behave alike, and one size where something is drawn at several sizes. Tests
    that start a browser or a PostgreSQL server are slow."""
    tried_with_one_game(items)
    drawn_at_one_size(items)
    for item in items:
        for program in _programs(item):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group(program))


def _programs(item: pytest.Item) -> set[str]:
    """The programs that a test needs, each of which one worker starts for all tests of the slow tier."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    fixtures = {*getattr(item, "fixturenames", ()), "server" if parameters.get("store_kind") == "postgres" else ""}
    return {"browser", "server"} & fixtures


def pytest_configure(config: pytest.Config) -> None:
    """Look once for errors that nobody could handle, not five times: each worker took seconds for it at the end."""
    config.stash[gc_collect_iterations_key] = 1


def pytest_collection_finish() -> None:
    """Collected tests stay until the end, so the garbage collector need not scan them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(TIDIED)  # as the program does
    gc.enable()
    atexit.register(gc.unfreeze)


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    """A PostgreSQL server, started when it is first asked for."""
    with any_server() as started:
        yield started


@pytest.fixture(autouse=True, scope="session")
def _no_real_preferences():
    """Programs that tests start keep their preferences in a folder that goes away."""
    with tempfile.TemporaryDirectory(prefix="matchbook-tests-") as folder:
        os.environ["MATCHBOOK_CONFIG"] = folder
        yield
        del os.environ["MATCHBOOK_CONFIG"]
