"""Runs tests on one change after the other in forks of a process that has run them once.

The first run notes which functions each test calls and how long it takes. A change swaps the code of its function in a fork,
where the tests that call it run, the quickest first, until one fails. Modules are imported and tests collected only once.
"""

import ast
import gc
import os
import resource
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Final, Literal, TypeAlias

import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct

Verdict: TypeAlias = Literal["seen", "unseen", "not called", "not swapped"]
Key: TypeAlias = tuple[str, int, str]
"""Of a function: its file, first line, and name with that of its class."""

MEMORY: Final = 8 << 30
"""Bytes that a fork may map: a change that never stops collecting ends there."""
_SEEN, _UNSEEN, _NOT_SWAPPED = range(3)


class Change(Struct, frozen=True):
    """A file of the program as a changed tree, and the lines of the function (not inside another) that changes."""

    file: Path
    tree: ast.Module
    lines: range


class Trial:
    """A plugin of pytest: instead of running the tests once it tries changes on them."""

    def __init__(self, code: Path, changes: Sequence[Change], seconds: float) -> None:
        """`code` is the folder whose functions are watched. So many seconds after the first run no further change
        is begun."""
        self.verdicts: list[Verdict] = []
        self.tests: list[list[str]] = []
        """Of each change the tests that call its function, the quickest first."""
        self.failing: list[str] = []
        """Tests that fail without any change."""
        self._seconds = seconds
        self._code, self._changes = str(code), changes
        self._called: dict[str, set[CodeType]] = {}
        self._took: dict[str, float] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """A test that fails without a change is reported and excluded."""
        gc.unfreeze()
        self._run_once(session)
        functions = _functions(self._code)
        until = time.monotonic() + self._seconds
        for change in self._changes:
            if time.monotonic() > until:
                break
            items = self._calling(session, change)
            self.tests.append([item.nodeid for item in items])
            self.verdicts.append(self._tried(session, change, items, functions) if items else "not called")
        return True

    def _run_once(self, session: pytest.Session) -> None:
        for item, following in _followed(session.items, session):
            called: set[CodeType] = set()
            watch = _watching(self._code, called)
            start = time.monotonic()
            threading.setprofile(watch)
            sys.setprofile(watch)
            try:
                reports = runtestprotocol(item, log=False, nextitem=following)
            finally:
                sys.setprofile(None)
                threading.setprofile(None)  # type: ignore[arg-type]
            self._took[item.nodeid] = time.monotonic() - start
            if failed := [report for report in reports if report.failed]:
                self.failing.append(item.nodeid)
                sys.stderr.write(f"{item.nodeid} fails without changes: {failed[0].longreprtext[-1000:]}\n")
            else:
                self._called[item.nodeid] = called

    def _calling(self, session: pytest.Session, change: Change) -> list[pytest.Item]:
        file = str(change.file)
        calling = {
            name
            for name, codes in self._called.items()
            if any(code.co_filename == file and code.co_firstlineno in change.lines for code in codes)
        }
        return sorted(
            (item for item in session.items if item.nodeid in calling), key=lambda item: self._took[item.nodeid]
        )

    def _tried(
        self,
        session: pytest.Session,
        change: Change,
        items: Sequence[pytest.Item],
        functions: dict[Key, list[FunctionType]],
    ) -> Verdict:
        fork = os.fork()
        if not fork:
            os._exit(self._fails(session, change, items, functions))
        _, status = os.waitpid(fork, 0)
        code = os.waitstatus_to_exitcode(status)
        if code == _NOT_SWAPPED:
            return "not swapped"
        return "unseen" if code == _UNSEEN else "seen"

    def _fails(
        self,
        session: pytest.Session,
        change: Change,
        items: Sequence[pytest.Item],
        functions: dict[Key, list[FunctionType]],
    ) -> int:
        """In the fork: whether a test fails. It is killed where one takes ten times as long as it did, and half a minute more."""
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        try:
            if not swapped(change, functions):
                return _NOT_SWAPPED
            session._setupstate.teardown_exact(items[0])
            for item, following in _followed(items, session):
                signal.alarm(30 + int(10 * self._took[item.nodeid]))
                if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                    return _SEEN
        except BaseException:
            return _SEEN
        return _UNSEEN


def _followed(items: Sequence[pytest.Item], session: pytest.Session) -> Iterator[tuple[pytest.Item, pytest.Item]]:
    """Each test and what is said to follow: after the last one, too, what the session has set up is needed again."""
    return zip(items, [*items[1:], session.items[0]], strict=True)


def _watching(folder: str, called: set[CodeType]):  # type: ignore[no-untyped-def]
    """Records the called functions of a folder."""
    known: dict[int, CodeType] = {}

    def watch(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and id(code) not in known:
            known[id(code)] = code
            if code.co_filename.startswith(folder):
                called.add(code)

    return watch


def _functions(folder: str) -> dict[Key, list[FunctionType]]:
    """All functions there are of a folder's files."""
    found: dict[Key, list[FunctionType]] = defaultdict(list)
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(folder):
            found[_key(one.__code__)].append(one)
    return found


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_firstlineno, code.co_qualname


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def swapped(change: Change, functions: dict[Key, list[FunctionType]]) -> bool:
    """Give the functions of a changed place their new code; return False if that is impossible."""
    module = compile(change.tree, str(change.file), "exec")
    done = False
    for code in _codes(module):
        if code.co_firstlineno not in change.lines:
            continue
        for function in functions.get(_key(code), ()):
            if function.__code__.co_freevars != code.co_freevars:
                return False
            function.__code__ = code
            done = True
    return done
