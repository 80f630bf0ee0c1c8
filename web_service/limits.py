"""How often somebody may ask for what costs something."""

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
    """So many at once, and so many a second in the long run."""

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
"""Of a core: the processor time that may be spent on what a token, or a network without one, sends and asks for. The rest of the
fifth that recording may lose is for what is not counted, for example the system's part of a connection."""
SAVED: Final = 1
"""Seconds of turns that are kept for somebody who asked for nothing: a page with its scripts comes at once."""
MOST_WAIT: Final = 8.5
"""Seconds that somebody waits for a turn."""
STREAM: Final = 0.001
"""Seconds of a core that a stream takes from its first event to its end in tasks of the framework, besides what it sends."""
_HANDED: Final = 0.0003
"""Seconds of a core that it takes to hand work to another thread and its result back."""
PAYER: Final = ContextVar("PAYER", default="")
"""The key of whoever a task of the loop works for, with turns; empty: of everybody."""
HELD: Final = 1
"""Seconds after which somebody is refused: a loop of refusals would cost more than answers."""


class Limits:
    """Token buckets by what is limited and for whom."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: dict[tuple[Limit, str], tuple[float, float]] = {}
        self._mutex = Lock()

    def spend(self, limit: Limit, who: str) -> None:
        """Takes one. Raises Problem (429) with how long to wait."""
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
    """When each token, and each network without one, has its turn. For the loop of the server."""

    def __init__(self, clock: Callable[[], float] = monotonic, saved: float = 0) -> None:
        self._clock = clock
        self._saved = saved
        self._next: dict[str, float] = {}

    def charge(self, who: str, seconds: float) -> None:
        """Put the next turn off by what one cost, in seconds of a processor."""
        self._put(who, self._turn(who) + seconds / SHARE)

    def owed(self, who: str) -> float:
        """Return the seconds until the next turn."""
        return max(0, self._turn(who) - self._clock())

    def wait(self, who: str, pause: float = 0) -> float:
        """Take the next turn, `pause` seconds before the one after it; the seconds until then. Raises Problem (429) if it is far
        away."""
        if (wait := self.owed(who)) > MOST_WAIT:
            raise too_many(ceil(wait))
        self._put(who, self._turn(who) + pause)
        return wait

    def _put(self, who: str, turn: float) -> None:
        """Note the next turn, and forget others that saved as much as is kept."""
        self._next.pop(who, None)
        self._next[who] = turn
        for other in tuple(islice(self._next, 2)):
            if self._next[other] < self._clock() - self._saved:
                del self._next[other]

    def _turn(self, who: str) -> float:
        return max(self._clock() - self._saved, self._next.get(who, -inf))


class Timed(Generic[T]):
    """Work for another thread, which counts the processor time that it takes there."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.spent = 0.0
        self._work = work

    def __call__(self) -> T:
        """Work. Raises its errors."""
        begun = thread_time()
        try:
            return self._work()
        finally:
            self.spent = thread_time() - begun + _HANDED


class Metered:
    """Awaits something, and counts the processor time that it takes in the loop."""

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
    """Return the network of an address: an IPv6 address is reduced to its first 64 bits, because one client has all addresses
    of such a network."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
