"""The analytics file: made from the store, brought up to date before each answer, made anew when it is damaged.

The file is attached only while a question is asked: while it is open for writing, no other process can read it.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from threading import RLock
from typing import Final, TypeVar

import duckdb

from projections import adhoc, content, match_list
from projections.answers import Answer, AsOf, MatchQuery, MatchRow
from projections.database import Engine, read_only, remove, set_aside
from projections.errors import AnalyticsError, AnalyticsUnwritable, DamagedAnalytics, OutdatedAnalytics
from projections.projector import BATCH, Progress, Projector, staging_of
from projections.questions import Value, answer
from projections.source import Source

T = TypeVar("T")
Ask = Callable[[duckdb.DuckDBPyConnection, AsOf], T]

WAIT_SECONDS: Final = 5.0


class Analytics:
    """Questions about all matches of a store. Safe for threads, and for several processes on one file.

    All methods raise errors of `projections.errors`: AnalyticsBusy when another process holds the file longer than
    `wait` seconds, AnalyticsUnwritable, NotAnalytics when the file is something else.
    """

    def __init__(self, path: Path, source: Source, *, wait: float = WAIT_SECONDS, batch: int = BATCH) -> None:
        self.path = path
        self._source = source
        self._wait = wait
        self._batch = batch
        self._mutex = RLock()
        self._engine = Engine(path, staging_of(path))

    def catch_up(self, progress: Progress | None = None) -> AsOf:
        """Takes in what was recorded since the last time."""
        return self._fresh(lambda _, as_of: as_of, progress)

    def rebuild(self, progress: Progress | None = None) -> AsOf:
        """Makes the file anew from the store."""
        with self._mutex:
            try:
                with self._opened() as connection:
                    Projector(connection, self._source, self.path).as_of(0)  # refuses what is no analytics file
            except DamagedAnalytics:
                set_aside(self.path)
            else:
                remove(self.path)
            return self.catch_up(progress)

    def status(self) -> AsOf:
        """How far the file follows the store, without catching up."""
        head = self._source.head_position()
        with self._mutex:
            if not self.path.exists():
                return AsOf(0, head, 0)
            with read_only(self.path, wait=self._wait) as connection:
                return Projector(connection, self._source, self.path).as_of(head)

    def ask(
        self, question: str, parameters: Mapping[str, Value] | None = None, progress: Progress | None = None
    ) -> Answer:
        """The answer to a question of the registry. Raises UnknownQuestion, BadParameter."""
        return self._fresh(lambda connection, as_of: answer(connection, question, parameters or {}, as_of), progress)

    def matches(self, query: MatchQuery | None = None) -> tuple[MatchRow, ...]:
        """The matches that a query asks for, in its order."""
        wanted = query or MatchQuery()
        return self._fresh(lambda connection, _: match_list.rows(connection, wanted))

    def match_count(self, query: MatchQuery | None = None) -> int:
        """How many matches a query has, over all pages."""
        wanted = query or MatchQuery()
        return self._fresh(lambda connection, _: match_list.count(connection, wanted))

    def listing(self, query: MatchQuery, progress: Progress | None = None) -> tuple[int, tuple[MatchRow, ...]]:
        """How many matches a query has over all pages, and its page. What `progress` raises stops it; nothing is lost."""
        return self._fresh(
            lambda connection, _: (match_list.count(connection, query), match_list.rows(connection, query)), progress
        )

    def tags(self) -> tuple[tuple[str, int], ...]:
        """The tags that matches bear, with how many bear them; the commonest first."""
        return self._fresh(lambda connection, _: match_list.tags(connection))

    def players(self, limit: int = 1000) -> tuple[str, ...]:
        """The players of the most matches, as many as wanted."""
        return self._fresh(lambda connection, _: match_list.players(connection, limit))

    def scope_values(self) -> tuple[tuple[str, str], ...]:
        """(parameter, value) of all players, tags and cards that a question can be narrowed to."""
        return self._fresh(lambda connection, _: match_list.scope_values(connection))

    def match_row(self, match_id: str) -> MatchRow | None:
        """One match; None where there is none of that id."""
        return self._fresh(lambda connection, _: match_list.row(connection, match_id))

    def sql(self, text: str, *, limit: int = adhoc.ROW_LIMIT, seconds: float = adhoc.TIME_LIMIT) -> Answer:
        """The result of one reading statement, without access to files or the network. Raises QueryRefused."""
        adhoc.expect_reading(text)
        with self._mutex:
            as_of = self.catch_up()
            with read_only(self.path, wait=self._wait) as connection:
                return adhoc.run(connection, text, as_of, limit=limit, seconds=seconds)

    def content_hash(self) -> str:
        """A digest of all that the tables hold: equal for a file that was caught up and one made anew."""
        return self._fresh(lambda connection, _: content.digest(connection))

    def _fresh(self, ask: Ask[T], progress: Progress | None = None) -> T:
        """Catches up and asks; a damaged file is made anew, once, without the user being asked."""
        with self._mutex:
            try:
                return self._once(ask, progress)
            except OutdatedAnalytics:
                remove(self.path)
            except DamagedAnalytics:
                set_aside(self.path)
            try:
                return self._once(ask, progress)
            except DamagedAnalytics as error:
                raise AnalyticsError(f"the analytics were made anew and still cannot be read: {error}") from error

    def _once(self, ask: Ask[T], progress: Progress | None) -> T:
        with self._opened() as connection:
            return ask(connection, Projector(connection, self._source, self.path, self._batch).catch_up(progress))

    def _opened(self) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise AnalyticsUnwritable(f"{self.path.parent}: {error.strerror}; choose another analytics file") from error
        return self._engine.attached(wait=self._wait)
