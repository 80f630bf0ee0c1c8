"""A worker pool: applies one function to many pieces, in this process, in processes of this machine, or on a Dask cluster.

Results come in the order of the pieces, so they are the same for any number of workers. Pieces and results are plain data;
games are sent by name, because they cannot be pickled.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from msgspec import Struct

from service.errors import UsageProblem
from service.recording.match_service import MatchService
from storage.store import MatchStore

A = TypeVar("A")
R = TypeVar("R")

_AHEAD: Final = 2
"""Pieces submitted ahead per worker."""
_TRIES: Final = 3
"""Number of consecutive lost workers after which to give up: a piece may be too large for the machine."""
_AT_ONCE: Final = 16
"""Matches in a piece."""
_ALONE: Final = 50
"""Up to this number of matches, starting processes would take longer than the work."""


class WorkerPool(Struct, frozen=True):
    """Where the work runs."""

    workers: int = 1
    """Processes of this machine; 0: as many as it has cores."""
    cluster: str = ""
    """The address of a Dask scheduler, whose workers then do the work. They must see the same stores and folders."""
    warn: Callable[[str], object] = str
    """Called with a line when a worker was lost."""

    @property
    def hands(self) -> int:
        """Processes of this machine."""
        return self.workers or os.cpu_count() or 1

    def do(self, work: Callable[[A], R], pieces: Iterable[A]) -> Iterator[R]:
        """Apply `work`, a module-level function, to each piece; return the results in order and raise its errors. A piece that a
        lost worker had begun is repeated. Raises UsageProblem if the cluster cannot be reached, or workers are lost
        repeatedly."""
        if self.cluster:
            return _on_cluster(self, work, pieces)
        return map(work, pieces) if self.hands == 1 else _by_processes(self, work, pieces)

    def each_match(
        self, app: MatchService, url: str, matches: Sequence[str], work: Callable[[MatchService, str], R]
    ) -> Iterator[R]:
        """Apply `work` to each match of a store, in order; small numbers run in this process."""
        if not self.cluster and (self.hands == 1 or len(matches) <= _ALONE):
            return (work(app, match) for match in matches)
        pieces = (_Matches(url, tuple(matches[n : n + _AT_ONCE]), work) for n in range(0, len(matches), _AT_ONCE))
        return (result for results in self.do(_done, pieces) for result in results)


class _Matches(Struct, frozen=True):
    url: str
    matches: tuple[str, ...]
    work: Callable[[MatchService, str], Any]


def _done(piece: _Matches) -> list[Any]:
    app = _app(piece.url)
    return [piece.work(app, match) for match in piece.matches]


@cache
def _app(url: str) -> MatchService:
    """Return the store of a worker process."""
    return MatchService(MatchStore.open(url, read_only=True), recorder="crew")


def _by_processes(workers: WorkerPool, work: Callable[[A], R], pieces: Iterable[A]) -> Iterator[R]:
    coming, lost = iter(pieces), 0
    pool = _pool(workers.hands)
    try:
        begun = deque((piece, _begun(pool, work, piece)) for piece in islice(coming, _AHEAD * workers.hands))
        while begun:
            try:
                result = begun[0][1].result()
            except BrokenProcessPool:
                if (lost := lost + 1) >= _TRIES:
                    raise UsageProblem("workers are lost again and again: is the memory enough? Try fewer") from None
                workers.warn("a worker was lost; what it had begun is done again")
                pool.shutdown()
                pool = _pool(workers.hands)
                begun = deque((p, f if f.exception() is None else _begun(pool, work, p)) for p, f in begun)
                continue
            begun.popleft()
            lost = 0
            begun.extend((piece, _begun(pool, work, piece)) for piece in islice(coming, 1))
            yield result
    finally:
        pool.shutdown(cancel_futures=True)


def _begun(pool: ProcessPoolExecutor, work: Callable[[A], R], piece: A) -> "Future[R]":
    """Submit a piece. If a worker was lost, return a failed future, so that `_by_processes` handles the loss in one place."""
    try:
        return pool.submit(work, piece)
    except BrokenProcessPool as error:
        lost: Future[R] = Future()
        lost.set_exception(error)
        return lost


def _pool(hands: int) -> ProcessPoolExecutor:
    """Return a pool of processes that ctrl+c ends silently; only the parent process prints a message."""
    return ProcessPoolExecutor(hands, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_DFL))


def _on_cluster(workers: WorkerPool, work: Callable[[A], R], pieces: Iterable[A]) -> Iterator[R]:
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError as error:
        raise UsageProblem(
            f"{error.name} is not installed: pip install '.[cluster]' in Matchbook's checkout"
        ) from error
    try:
        client = Client(workers.cluster, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageProblem(
            f"--cluster {workers.cluster}: cannot be reached ({str(error) or type(error).__name__})"
        ) from error
    with client:
        coming = iter(pieces)
        ahead = _AHEAD * max(1, sum(client.nthreads().values()))
        begun = deque(client.submit(work, piece, pure=False) for piece in islice(coming, ahead))
        while begun:
            try:
                result = begun.popleft().result()
            except KilledWorker as error:
                raise UsageProblem(f"workers are lost again and again: is their memory enough? ({error})") from error
            begun.extend(client.submit(work, piece, pure=False) for piece in islice(coming, 1))
            yield result
