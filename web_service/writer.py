"""The one thread that records, with a bounded queue."""

import asyncio
from collections.abc import Callable
from queue import Full, Queue
from threading import Thread
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from web_service.limits import PAYER, Timed, Turns
from web_service.problems import busy

T = TypeVar("T")

WAITING: Final = 64
"""Most waiting requests; further ones are refused with `busy`."""


class Writer:
    """Runs one piece of work after the other in its own thread."""

    def __init__(self, recorded: Callable[[], None], turns: Turns) -> None:
        """`recorded` is called after each piece of work."""
        self._recorded, self._turns = recorded, turns
        self._lanes: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One lock per caller: their requests wait for each other before they enter the queue."""
        self._queue: Queue[Callable[[], None] | None] = Queue(WAITING)
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[], T]) -> T:
        """Run the work in the writer's thread, and return its result or raise its error. Its processor time is charged
        to the sender of the request, whose work waits for its turn. Raises Problem (busy) if the queue is full, Problem
        (429) if the wait is too long."""
        if not (payer := PAYER.get()):
            return await self._queued(work)
        async with self._lanes.setdefault(payer, asyncio.Lock()):
            await asyncio.sleep(self._turns.wait(payer))
            timed = Timed(work)
            try:
                return await self._queued(timed)
            finally:
                self._turns.charge(payer, timed.spent)

    async def _queued(self, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                result = work()
            except Exception as error:
                call_in_loop(loop, _fail, done, error)
            else:
                call_in_loop(loop, _succeed, done, result)

        try:
            self._queue.put_nowait(run)
        except Full:
            raise busy() from None
        return await done

    def close(self) -> None:
        """Finish the queued work first."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            work()
            self._recorded()


def call_in_loop(loop: asyncio.AbstractEventLoop, what: Callable[..., object], *given: Any) -> None:
    """Call a function in a loop from another thread; calls to a closed loop are dropped."""
    try:
        loop.call_soon_threadsafe(what, *given)
    except RuntimeError:
        if not loop.is_closed():
            raise


def _succeed(done: "asyncio.Future[T]", result: T) -> None:
    if not done.done():  # the caller may have disconnected
        done.set_result(result)


def _fail(done: "asyncio.Future[Any]", error: Exception) -> None:
    if not done.done():
        done.set_exception(error)
