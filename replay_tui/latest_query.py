"""Long queries in a worker, one at a time. Of the queries requested meanwhile, only the latest is run."""

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from textual.dom import DOMNode

from service.progress import Progress, Stopped

W = TypeVar("W")
A = TypeVar("A")
Report = Callable[[int, int], None]


class LatestQuery(Generic[W, A]):
    """`ask` runs in the worker, everything else in the program's thread, and only while the screen is open."""

    def __init__(
        self,
        node: DOMNode,
        ask: Callable[[W, Report], A],
        *,
        came: Callable[[W, A], None],
        failed: Callable[[Exception], None],
        say: Callable[[str, str, str], None],
        what: str = "entries",
    ) -> None:
        """`say` shows sentences instead of an answer: the progress of a long reading of `what`."""
        self.asking: W | None = None
        """The running query."""
        self._node = node
        self._ask = ask
        self._came, self._failed, self._say = came, failed, say
        self._what = what
        self._wanted: W | None = None
        self._halted = False
        self._long = False

    def want(self, wanted: W) -> None:
        """Run this query next, instead of any that waits."""
        self._wanted, self._halted = wanted, False
        if self.asking is None:
            self._begin(wanted)

    def drop(self) -> None:
        """Drop all requests; the result of the running query is discarded."""
        self._wanted = None
        self._halted = True

    def stop(self) -> bool:
        """Stop a long reading; return True if one was running. The part that was read is kept."""
        stopped = self._long
        if stopped:
            self._long = False
            self.drop()
        return stopped

    def _begin(self, wanted: W) -> None:
        self.asking, self._wanted = wanted, wanted
        self._node.run_worker(partial(self._work, wanted), thread=True, group="latest_query")

    def _work(self, wanted: W) -> None:
        progress = Progress(self._what)

        def report(done: int, total: int) -> None:
            if self._halted or not self._node.is_running:
                raise Stopped
            if done < total:
                self._node.app.call_from_thread(self._tell_reached, wanted, progress.at(done, total))

        outcome: A | Exception
        try:
            outcome = self._ask(wanted, report)
        except Exception as error:
            outcome = error
        if self._node.is_running:
            self._node.app.call_from_thread(self._end, wanted, outcome)

    def _tell_reached(self, wanted: W, progress: str) -> None:
        if self._node.is_running and wanted == self._wanted:
            self._long = True
            self._say(
                "Reading what was recorded since the last question.", progress, "esc stops; what was read is kept"
            )

    def _end(self, wanted: W, outcome: A | Exception) -> None:
        self.asking, self._long = None, False
        if not self._node.is_running or self._wanted is None:
            return
        if wanted != self._wanted or isinstance(outcome, Stopped):
            self._begin(self._wanted)  # the latest query
        elif isinstance(outcome, Exception):
            self._failed(outcome)
        else:
            self._came(wanted, outcome)
