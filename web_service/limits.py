"""How often somebody may ask for what costs something."""

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from time import monotonic
from typing import Final

from msgspec import Struct

from web_service.problems import too_many

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
