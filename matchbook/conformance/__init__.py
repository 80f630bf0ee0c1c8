"""The conformance suite as a pytest plugin: requirements for every game, run on any installed game.

    pytest --matchbook-game my_game [--matchbook-matches 200] [--matchbook-seed 0] [--matchbook-option name=value]
                                    [--matchbook-check makes_changes_by_hand]

A game that is not installed is named as `package.module:GAME`. Without `--matchbook-game` the plugin is inactive and
imports no game.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from matchbook.conformance.suite import Suite

_SUITES: Final = pytest.StashKey[list["Suite"]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the suite."""
    group = parser.getgroup("matchbook", "Matchbook: conformance of games")
    group.addoption(
        "--matchbook-game", action="append", default=[], metavar="GAME", help="run the suite on this game (repeatable)"
    )
    group.addoption("--matchbook-matches", type=int, default=200, metavar="N", help="simulated matches (200)")
    group.addoption("--matchbook-seed", type=int, default=0, metavar="N", help="seed of the first match (0)")
    group.addoption(
        "--matchbook-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="option of the matches (repeatable)",
    )
    group.addoption(
        "--matchbook-check", action="append", default=[], metavar="CHECK", help="run only this check (repeatable)"
    )
    group.addoption("--matchbook-catalogue", default=None, metavar="FILE", help="catalogue (default: the game's own)")


def pytest_configure(config: pytest.Config) -> None:
    """Run only the suite if a game is named and no test files."""
    if config.getoption("matchbook_game") and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the checks of each named game."""
    suites = [_open_suite(config, name) for name in config.getoption("matchbook_game")]
    config.stash[_SUITES] = suites
    for suite in suites:
        items.extend(_items(session, suite))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Further facts about the run: rules seen, sizes, counts."""
    for suite in config.stash.get(_SUITES, []):
        if suite.has_run:
            terminalreporter.section(f"matchbook: {suite.game.name}")
            for line in suite.lines():
                terminalreporter.write_line(line)


def _open_suite(config: pytest.Config, name: str) -> "Suite":
    from matchbook.conformance.suite import NoSuite, open_suite

    try:
        return open_suite(
            name,
            matches=config.getoption("matchbook_matches"),
            seed=config.getoption("matchbook_seed"),
            options=config.getoption("matchbook_option"),
            catalogue=config.getoption("matchbook_catalogue"),
            checks=config.getoption("matchbook_check"),
        )
    except NoSuite as error:
        raise pytest.UsageError(str(error)) from error


def _items(session: pytest.Session, suite: "Suite") -> Iterator[pytest.Item]:
    for name, fact in suite.facts.items():
        nodeid = f"{suite.game.name}::{name}"
        yield ConformanceItem.from_parent(session, name=name, nodeid=nodeid, suite=suite, fact=fact)


class NotConforming(AssertionError):
    """The game lacks a property."""


class ConformanceItem(pytest.Item):
    """A check of one property of a game."""

    def __init__(self, *, suite: "Suite", fact: str, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.suite = suite
        self.fact = fact

    def runtest(self) -> None:
        """Run the check; fail with the first problems found."""
        if problems := self.suite.problems(self.name):
            raise NotConforming("\n".join(problems))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002
        """Show only the problems: a traceback of the suite does not help."""
        if isinstance(excinfo.value, NotConforming):
            return f"{self.suite.game.name} must keep: {self.fact}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[str, None, str]:
        """Return the location of the check for pytest."""
        return ("matchbook", None, self.nodeid)
