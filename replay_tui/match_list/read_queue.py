"""Pending reads of the match list, for one worker: the latest request first, and outdated ones are dropped.

Typing and paging are faster than a database, so requests that would queue up are dropped instead.
"""

from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from service.reading.match_list import MatchQuery


class ReadRequest(Struct, frozen=True):
    """A page to read."""

    query: MatchQuery
    """The query of the list, without an offset."""
    page: int
    anew: bool
    """True for the first read of a list, which also counts it."""

    @property
    def of_page(self) -> MatchQuery:
        """The query for this page."""
        return replace(self.query, offset=self.page * self.query.limit)


class ReadQueue:
    """Requests from the screen, read by its worker."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._first: ReadRequest | None = None
        self._query = MatchQuery()
        self._pages: tuple[int, ...] = ()
        self._reading: int | None = None
        self._at_work = False

    def begin(self, query: MatchQuery, page: int) -> bool:
        """Request a new list from that page on. Return True if a worker must be started."""
        with self._lock:
            self._first, self._query, self._pages = ReadRequest(query, page, anew=True), query, ()
            return self._start()

    def want(self, pages: tuple[int, ...]) -> bool:
        """Request these pages in this order, instead of earlier requests. Returns as `begin`."""
        with self._lock:
            self._pages = tuple(page for page in pages if page != self._reading)
            return bool(self._pages) and self._start()

    def next(self) -> ReadRequest | None:
        """Return the next read; `None`: the worker is done."""
        with self._lock:
            request, self._first = self._first, None
            if request is None and self._pages:
                request = ReadRequest(self._query, self._pages[0], anew=False)
                self._pages = self._pages[1:]
            self._reading = None if request is None else request.page
            self._at_work = request is not None
            return request

    def _start(self) -> bool:
        starting, self._at_work = not self._at_work, True
        return starting
