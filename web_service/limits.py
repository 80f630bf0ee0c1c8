"""Rate limits, by number of requests and by processor time."""

from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address
from itertools import islice
from math import ceil, inf
from threading import Lock
from time import monotonic, thread_time
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from web_service.problems import too_many

T = TypeVar("T")

_KEPT: Final = 10_000


class Limit(Struct, frozen=True):
    """A token bucket: `burst` requests at once, `rate` per second in the long run."""

    burst: float
    rate: float


TRIES: Final = Limit(5, 5 / 60)
"""Invalid tokens, per network."""
ACTS: Final = Limit(20, 10)
CALLS: Final = Limit(10, 1 / 6)
"""Calls, appeals and confirmations of a player."""
OFFERS: Final = Limit(40, 20)
QUESTIONS: Final = Limit(10, 2)
SHARE: Final = 0.12
"""Share of a core for the requests of one token, or of one network's callers without a token. Recording may lose a
fifth of a core; the difference is for uncounted time, for example the system's part of a connection."""
SAVED: Final = 1
"""Seconds of wall time that an idle caller saves up, so that a page loads with its scripts at once."""
MOST_WAIT: Final = 8.5
"""Longest wait for a turn in seconds; then the request is refused."""
STREAM: Final = 0.001
"""Processor time in seconds that the framework spends on a stream, without sending its events."""
_HANDED: Final = 0.0003
"""Processor time in seconds for handing work to another thread and its result back."""
PAYER: Final = ContextVar("PAYER", default="")
"""The key to which the current task's processor time is charged; empty: not charged."""
HELD: Final = 1
"""Seconds before a refusal is sent, because a fast loop of refusals would cost more than the requests."""


class Limits:
    """Token buckets, by limit and caller."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: dict[tuple[Limit, str], tuple[float, float]] = {}
        self._mutex = Lock()

    def spend(self, limit: Limit, who: str) -> None:
        """Take one token of a bucket. Raises Problem (429) with the seconds to wait."""
        with self._mutex:
            now = self._clock()
            left, at = self._left.pop((limit, who), (limit.burst, now))
            left = min(limit.burst, left + (now - at) * limit.rate)
            self._left[limit, who] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > _KEPT:
                del self._left[next(iter(self._left))]
        if left < 1:
            raise too_many(ceil((1 - left) / limit.rate))


class Turns:
    """Spreads processor time fairly: a caller (token, or network of callers without one) gets a turn after the cost of
    earlier requests is paid off. Use it only in the server's event loop."""

    def __init__(self, clock: Callable[[], float] = monotonic, saved: float = 0) -> None:
        self._clock = clock
        self._saved = saved
        self._next: dict[str, float] = {}

    def charge(self, who: str, seconds: float) -> None:
        """Postpone a caller's next turn by a cost in seconds of processor time."""
        self._put(who, self._turn(who) + seconds / SHARE)

    def owed(self, who: str) -> float:
        """Return the seconds until the next turn."""
        return max(0, self._turn(who) - self._clock())

    def wait(self, who: str, pause: float = 0) -> float:
        """Take the next turn, and return the seconds until it. The turn after it is `pause` seconds later. Raises
        Problem (429) if the wait exceeds MOST_WAIT."""
        if (wait := self.owed(who)) > MOST_WAIT:
            raise too_many(ceil(wait))
        self._put(who, self._turn(who) + pause)
        return wait

    def _put(self, who: str, turn: float) -> None:
        """Set the next turn of a caller, and forget callers that have been idle long enough."""
        self._next.pop(who, None)
        self._next[who] = turn
        for other in tuple(islice(self._next, 2)):
            if self._next[other] < self._clock() - self._saved:
                del self._next[other]

    def _turn(self, who: str) -> float:
        return max(self._clock() - self._saved, self._next.get(who, -inf))


class Timed(Generic[T]):
    """A function to run in another thread; `spent` is the processor time that it took."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.spent = 0.0
        self._work = work

    def __call__(self) -> T:
        """Run the work. Raises its errors."""
        begun = thread_time()
        try:
            return self._work()
        finally:
            self.spent = thread_time() - begun + _HANDED


class Metered:
    """An awaitable that measures the processor time that it takes in the event loop."""

    def __init__(self, work: Coroutine[Any, Any, None]) -> None:
        self.spent = 0.0
        self._work = work

    def __await__(self) -> Generator[Any, Any, None]:
        step: Callable[[], Any] = partial(self._work.send, None)
        while True:
            begun = thread_time()
            try:
                awaited = step()
            except StopIteration:
                return
            finally:
                self.spent += thread_time() - begun
            try:
                step = partial(self._work.send, (yield awaited))
            except BaseException as error:  # a task that is cancelled
                step = partial(self._work.throw, error)


@lru_cache(1_000)
def network_of(host: str) -> str:
    """Return the network of an address: an IPv6 address is reduced to its first 64 bits, because one client has all
    addresses of such a network."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
