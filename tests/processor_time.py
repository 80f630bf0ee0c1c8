"""Measure what each test costs: processor time (its own and that of programs it started) next to clock time.

`--processor-times FILE` writes one JSON line for each test: id, processor seconds, clock seconds. Tests that wait have little of
the first and much of the second. `--processor-budget SECONDS` fails the run when all tests together used more processor time:
clock time depends on other programs on the machine, processor time hardly does.

The time of a program counts when it ends. Programs that `started.py` forks count when their server ends: at the last test of a
module, which may only look expensive.
"""

import json
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

_COST: Final = "processor_and_clock_seconds"
_STARTED: Final = pytest.StashKey[tuple[float, float]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    group = parser.getgroup("processor time")
    group.addoption("--processor-times", type=Path, metavar="FILE", help="write the cost of each test to FILE")
    group.addoption("--processor-budget", type=float, metavar="SECONDS", help="fail if all tests together cost more")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Note when a test starts, also in a campaign, which calls the steps of a test itself."""
    item.stash[_STARTED] = _now()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Attach the cost to the last report of a test, which workers send to the controller."""
    if call.when == "teardown":
        item.user_properties.append((_COST, [b - a for a, b in zip(item.stash[_STARTED], _now(), strict=True)]))
    return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the total, and write the file."""
    costs = _costs(terminalreporter)
    if costs and (config.getoption("processor_times") or config.getoption("processor_budget")):
        processor, clock = (sum(cost[n] for cost in costs.values()) for n in (0, 1))
        terminalreporter.write_line(
            f"processor time of {len(costs)} tests: {processor:.0f} s of {clock:.0f} s by the clock"
        )
    if file := config.getoption("processor_times"):
        rows = sorted(costs.items(), key=lambda row: -row[1][0])
        file.write_text("".join(json.dumps([test, *(round(s, 4) for s in cost)]) + "\n" for test, cost in rows))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that used more processor time than its budget."""
    budget = session.config.getoption("processor_budget")
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if budget is None or reporter is None or session.exitstatus != pytest.ExitCode.OK:
        return
    if (used := sum(cost[0] for cost in _costs(reporter).values())) > budget:
        reporter.write_line(f"the tests used {used:.0f} s of processor time; their budget is {budget:.0f} s", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _now() -> tuple[float, float]:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime, time.perf_counter()


def _costs(reporter: pytest.TerminalReporter) -> dict[str, list[float]]:
    reports = (report for kind in ("passed", "failed", "", "skipped") for report in reporter.stats.get(kind, ()))
    return {
        report.nodeid: cost
        for report in reports
        if getattr(report, "when", "") == "teardown"
        for name, cost in report.user_properties
        if name == _COST
    }
