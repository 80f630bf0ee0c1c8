"""The analytics file: made from the store, brought up to date before each answer, made anew when it is damaged.

The file is attached only while a question is asked: while it is open for writing, no other process can read it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import RLock
from typing import Final, TypeVar

import duckdb

from domain.table import JUDGE
from projections import adhoc, content, explorer, finding, match_list, questions
from projections.answers import Answer, AsOf, MatchQuery, MatchRow
from projections.catchup import CatchupTable
from projections.database import Engine, Reader, alone, clear_away, copied, read_only, remove
from projections.errors import (
    AnalyticsBusy,
    AnalyticsError,
    AnalyticsUnwritable,
    DamagedAnalytics,
    OutdatedAnalytics,
    QueryRefused,
)
from projections.examination import examine
from projections.explorer import Explored
from projections.explorer.steps import lay_out
from projections.faults import fault_notes
from projections.finding import Searched
from projections.game_names import named
from projections.metrics import asking
from projections.metrics.wording import Wanted
from projections.ownership import expect_ours, expect_staging_ours
from projections.projector import BATCH, Progress, Projector
from projections.publishing import Manifest, publish
from projections.questions import answer, find_question
from projections.questions import save as save_answer
from projections.questions.scope import Value
from projections.ratings.table import bring_up
from projections.saving import Form, Written
from projections.schema import comment
from projections.source import Source
from projections.staging import staging_of
from projections.veiled import Seen, expect_viewpoint, veiled
from projections.veiled.keeping import kept_files
from projections.winning import played
from projections.winning.logistic import Gate, Learnt, learnt

T = TypeVar("T")
Ask = Callable[[duckdb.DuckDBPyConnection, AsOf], T]


WAIT_SECONDS: Final = 1.0
"""How long another holder of the file is waited for, before an answer is given without it."""


class Analytics:
    """Questions about all matches of a store. Safe for threads, and for several processes on one file.

    A file that another process holds longer than `wait` seconds is read as it is or copied, and the answer says how far it
    goes. All methods raise errors of `projections.errors`: AnalyticsBusy where that is impossible too, AnalyticsUnwritable,
    NotAnalytics when the file is something else.
    """

    def __init__(
        self,
        path: Path,
        source: Source,
        *,
        beside: bool = False,
        wait: float = WAIT_SECONDS,
        batch: int = BATCH,
        progress: Progress | None = None,
        reads: Path | None = None,
    ) -> None:
        """`beside`: the path is the one that belongs to the store, so that whatever lies there is ours.

        `progress` is told of every catch-up that is not given another one. `reads`: a folder of files that tables are views of.
        """
        self.path = path
        self._source = source
        self._beside = beside
        self._wait = wait
        self._batch = batch
        self._progress = progress
        self._mutex = RLock()
        self._engine = Engine(path, staging_of(path), reads)
        self._reads = reads
        self._read_only = partial(read_only, reads=reads)

    def close(self) -> None:
        """Ends DuckDB; the next question starts it again."""
        with self._mutex:
            self._engine.close()

    def catch_up(self, progress: Progress | None = None) -> AsOf:
        """Takes in what was recorded since the last time, and sees that tables and columns say in the file what they mean.
        Raises AnalyticsBusy where another process holds the file."""

        def commented(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> AsOf:
            comment(connection)
            return as_of

        with self._ours():
            return self._healed(commented, progress)

    def rebuild(self, progress: Progress | None = None) -> AsOf:
        """Makes the file anew from the store. Raises AnalyticsBusy where another process holds it."""
        with self._ours():
            self._discard()
            return self.catch_up(progress)

    def discard(self) -> None:
        """Deletes the file and what is kept beside it, so that nothing stays there that the store does not say any more; whoever
        asks next has it made anew. Raises AnalyticsBusy where another process holds it."""
        if self.path.exists():
            with self._ours():
                self._discard()

    def _discard(self) -> None:
        try:
            with self._engine.attached(wait=self._wait) as connection:
                self._catchup(connection).as_of(0)  # refuses what is no analytics file
        except DamagedAnalytics:
            clear_away(self.path)
        else:
            remove(self.path)
        for kept in kept_files(self.path):
            kept.unlink(missing_ok=True)

    def status(self) -> AsOf:
        """How far the file follows the store, without catching up."""
        head = self._source.head_position()
        if not self.path.exists():
            return AsOf(0, head, 0)
        with self._ours(), self._read_only(self.path, wait=self._wait) as connection:
            return self._catchup(connection).as_of(head)

    def ask(
        self,
        question: str,
        parameters: Mapping[str, Value] | None = None,
        progress: Progress | None = None,
        viewpoint: str = JUDGE,
    ) -> Answer:
        """The answer to a question of the registry. Raises UnknownQuestion, BadParameter."""
        given = parameters or {}
        return self._answered(lambda connection, as_of: answer(connection, question, given, as_of), viewpoint, progress)

    def measure(self, wanted: Wanted, progress: Progress | None = None, viewpoint: str = JUDGE) -> Answer:
        """The answer to a question about a metric. Raises UnknownMetric for values that occur in no match."""
        return self._answered(lambda connection, as_of: asking.answer(connection, wanted, as_of), viewpoint, progress)

    def explore(self, asked: Explored, progress: Progress | None = None, viewpoint: str = JUDGE) -> Answer:
        """What was played from a position. Raises UnknownMove, UnknownMetric for values that occur in no match."""
        told = progress or self._progress
        if viewpoint != JUDGE:  # moves are what everybody saw: they are laid out where they stay
            self._fresh(lambda connection, _: lay_out(connection, self._source, asked.game, told), progress)

        def answered(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> Answer:
            if viewpoint == JUDGE:
                lay_out(connection, self._source, asked.game, told)
            return explorer.answer(connection, asked, as_of)

        return self._answered(answered, viewpoint, progress)

    def find(self, searched: Searched, progress: Progress | None = None, viewpoint: str = JUDGE) -> Answer:
        """The entries that a search finds. Raises UnknownMetric for words that occur in no match, BadParameter."""
        return self._answered(
            lambda connection, as_of: finding.answer(connection, searched, as_of), viewpoint, progress
        )

    def _answered(self, ask: Ask[T], viewpoint: str, progress: Progress | None, *, reading: Reader | None = None) -> T:
        """An answer from what a viewpoint may know: `judge` (everything, on a connection that `reading` opens), `spectator` or
        the name of a player. Raises BadParameter where nobody of that name played."""
        self._examine(progress)
        if viewpoint == JUDGE:
            return self._fresh(ask, progress, reading=reading)

        def seen(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> T:
            name = expect_viewpoint(connection, viewpoint)
            with veiled(connection, self._source, Seen(self.path, name, as_of), progress or self._progress) as inside:
                return ask(inside, as_of)

        return self._fresh(seen, progress)

    def behind(
        self,
        asked: str | Wanted | Explored,
        row: Mapping[str, object],
        parameters: Mapping[str, Value] | None = None,
        progress: Progress | None = None,
    ) -> tuple[str, ...]:
        """The ids of the matches behind a row of an answer: to a question by its name, within `parameters`, to one about a
        metric, or to the explorer. Raises as those do."""

        def found(connection: duckdb.DuckDBPyConnection, _: AsOf) -> tuple[str, ...]:
            match asked:
                case str():
                    return questions.matches(connection, asked, parameters or {}, row)
                case Explored():
                    return explorer.matches(connection, asked, str(row["move"]))
                case _:
                    return asking.matches(connection, asked, row)

        return self._fresh(found, progress)

    def learnt(self, match_id: str, progress: Progress | None = None) -> Learnt:
        """What the latest matches of a match's game and kind teach about chances to win, itself not among them."""
        told = progress or self._progress
        row = self.match_row(match_id)
        if row is None:
            return Learnt(Gate(0), ())
        kind = "simulated" if row.kind == "simulated" else "match"

        def asked(connection: duckdb.DuckDBPyConnection, _: AsOf) -> Learnt:
            found = played(connection, self._source, row.game, kind, told)
            return learnt([one for one in found if one.match != match_id])

        return self._fresh(asked, progress)

    def save_measured(self, wanted: Wanted, target: Path, form: Form, progress: Progress | None = None) -> Written:
        """Writes the answer to a question about a metric over the file `target`. Raises UnknownMetric."""
        return self._saved(
            lambda connection, as_of: asking.save(connection, wanted, as_of, target=target, form=form), target, progress
        )

    def matches(self, query: MatchQuery | None = None) -> tuple[MatchRow, ...]:
        """The matches that a query asks for, in its order."""
        wanted = query or MatchQuery()
        return self._fresh(lambda connection, _: match_list.rows(connection, wanted))

    def listing(self, query: MatchQuery, progress: Progress | None = None) -> tuple[int, tuple[MatchRow, ...]]:
        """How many matches a query has over all pages, and its page. What `progress` raises stops it; nothing is lost."""
        return self._fresh(
            lambda connection, _: (match_list.count(connection, query), match_list.rows(connection, query)), progress
        )

    def damage(self, matches: Sequence[str] | None = None) -> Mapping[str, str]:
        """The damaged ones of some matches (None: of all), and from which entry on: `damaged from entry 8 on: …`."""
        return self._fresh(lambda connection, _: examine(connection, self._source, matches))

    def faults(self) -> tuple[str, ...]:
        """What is missing because a game is at fault, one line each."""
        return self._fresh(lambda connection, _: fault_notes(connection))

    def _examine(self, progress: Progress | None) -> None:
        """Looks at the matches that an answer may rest on: it leaves out, and names, what is damaged."""
        self._fresh(lambda connection, _: examine(connection, self._source, None, progress or self._progress), progress)

    def named_game(self, text: str) -> str:
        """A game, or `game:kit`, by any of its names. Raises UnknownMetric."""
        return self._fresh(lambda connection, _: named(connection, "game", text))

    def tags(self) -> tuple[tuple[str, int], ...]:
        """The tags that matches bear, with how many bear them; the commonest first."""
        return self._fresh(lambda connection, _: match_list.tags(connection))

    def players(self, limit: int = 1000) -> tuple[str, ...]:
        """The players of the most matches, as many as wanted."""
        return self._fresh(lambda connection, _: match_list.players(connection, limit))

    def known_values(self) -> Mapping[str, tuple[str, ...]]:
        """What a question can be narrowed to, by dimension."""
        return self._fresh(lambda connection, _: asking.known_values(connection))

    def words(self) -> Mapping[str, tuple[str, ...]]:
        """What searches can name: the actions, cards and players that occur."""
        return self._fresh(lambda connection, _: finding.words(connection))

    def match_row(self, match_id: str) -> MatchRow | None:
        """One match; None where there is none of that id."""
        return self._fresh(lambda connection, _: match_list.row(connection, match_id))

    def sql(
        self,
        text: str,
        *,
        limit: int | None = None,
        seconds: float = adhoc.TIME_LIMIT,
        progress: Progress | None = None,
        viewpoint: str = JUDGE,
    ) -> Answer:
        """The result of one reading statement, without access to files or the network. Raises QueryRefused."""
        adhoc.expect_reading(text)

        def run(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> Answer:
            return adhoc.run(connection, text, as_of, limit=limit, seconds=seconds)

        return self._answered(run, viewpoint, progress, reading=self._read_only)

    def save(
        self, question: str, parameters: Mapping[str, Value], target: Path, form: Form, progress: Progress | None = None
    ) -> Written:
        """Writes the answer to a question over the file `target`. Raises UnknownQuestion, BadParameter."""
        return self._saved(
            lambda connection, as_of: save_answer(connection, question, parameters, as_of, target=target, form=form),
            target,
            progress,
            rated="ratings" in find_question(question).needs,
        )

    def save_sql(
        self, text: str, target: Path, form: Form, *, limit: int | None = None, progress: Progress | None = None
    ) -> Written:
        """Writes the result of one reading statement over the file `target`. Raises QueryRefused."""
        adhoc.expect_reading(text)
        return self._saved(
            lambda connection, as_of: adhoc.save(connection, text, as_of, limit=limit, target=target, form=form),
            target,
            progress,
        )

    def publish(self, folder: Path, copy: str = "", progress: Progress | None = None) -> Manifest:
        """Writes all tables into an empty folder, as Parquet files; with `copy`, as one DuckDB file of that name in it."""
        return self._saved(
            lambda connection, as_of: publish(connection, as_of, folder, copy), folder, progress, rated=True
        )

    def _saved(self, ask: Ask[T], target: Path, progress: Progress | None, *, rated: bool = False) -> T:
        """What an answer is that is written there alone, of all that is not damaged; `rated`: players' ratings are in it."""
        self._examine(progress)
        if rated:
            self._fresh(lambda connection, _: bring_up(connection))  # while the file can be written
        return self._fresh(ask, progress, reading=partial(self._read_only, writes=target))

    def content_hash(self) -> str:
        """A digest of all that the tables hold: equal for a file that was caught up and one made anew."""
        return self._fresh(lambda connection, _: content.digest(connection))

    def edited(self) -> tuple[str, ...]:
        """The matches of which another program changed what the file says; none where there is no file."""
        return self._fresh(lambda connection, _: content.edited(connection)) if self.path.exists() else ()

    def _fresh(self, ask: Ask[T], progress: Progress | None = None, *, reading: Reader | None = None) -> T:
        """Catches up and asks; with `reading`, on a connection that it opens. Held elsewhere, asks what is there; so where
        nothing can be written, if that is up to date."""
        try:
            with self._ours():
                try:
                    return self._healed(ask, progress, reading=reading)
                except AnalyticsBusy as busy:
                    return self._meanwhile(ask, progress, busy, reading=reading)
        except AnalyticsUnwritable as problem:
            opened = (reading or self._read_only)(self.path, wait=self._wait)
            with suppress(AnalyticsError), self._mutex, alone(self.path, self._wait), opened as connection:
                if (as_of := self._catchup(connection).standing()).current:
                    return ask(connection, as_of)
            raise problem from None

    def _healed(self, ask: Ask[T], progress: Progress | None, *, reading: Reader | None = None) -> T:
        """A damaged file is made anew, once, without the user being asked."""
        try:
            return self._once(ask, progress, reading=reading)
        except DamagedAnalytics as error:
            if self._reads is not None:  # there is no store to make it of
                told = str(error.__cause__ or error).partition("\n")[0]
                raise AnalyticsError(f"{self._reads}: not kept there, or not to be read: {told}") from error
            if isinstance(error, OutdatedAnalytics):
                remove(self.path)
            else:
                clear_away(self.path)
        try:
            return self._once(ask, progress, reading=reading)
        except DamagedAnalytics as error:
            raise AnalyticsError(f"the analytics were made anew and still cannot be read: {error}") from error

    def _once(self, ask: Ask[T], progress: Progress | None, *, reading: Reader | None) -> T:
        with self._engine.attached(wait=self._wait) as connection:
            projector = Projector(connection, self._source, self.path, self._batch)
            as_of = projector.catch_up(progress or self._progress)
            if reading is None:
                return ask(connection, as_of)
        try:
            with reading(self.path, wait=self._wait) as connection:
                # Asked again: another process may have caught up since, and no row is newer than the answer says.
                return ask(connection, self._catchup(connection).standing())
        except OutdatedAnalytics:
            raise
        except DamagedAnalytics as error:
            # What somebody typed may fail in DuckDB itself: only a file that cannot be read through is damaged.
            with self._read_only(self.path, wait=self._wait) as connection:
                content.digest(connection)
            raise QueryRefused(f"DuckDB cannot answer this: {error}") from error

    def _meanwhile(self, ask: Ask[T], progress: Progress | None, busy: AnalyticsBusy, *, reading: Reader | None) -> T:
        """While another process holds the file: as far as it has come, where it is only read there; else from a copy."""
        with suppress(AnalyticsBusy, DamagedAnalytics), (reading or self._read_only)(self.path, wait=0) as connection:
            return ask(connection, self._catchup(connection).standing())
        with copied(self.path, busy) as copy:
            aside = Analytics(copy, self._source, beside=True, wait=self._wait, batch=self._batch)
            try:
                return aside._fresh(ask, progress or self._progress, reading=reading)
            finally:
                aside.close()

    def _catchup(self, connection: duckdb.DuckDBPyConnection) -> CatchupTable:
        return CatchupTable(connection, self._source, self.path)

    @contextmanager
    def _ours(self) -> Iterator[None]:
        """Nobody else of this process is at the file, and it is ours to write and to replace."""
        with self._mutex, alone(self.path, self._wait):
            expect_ours(self.path, beside=self._beside, opens=self._opens)
            expect_staging_ours(staging_of(self.path))
            yield

    def _opens(self) -> bool:
        try:
            with self._read_only(self.path, wait=self._wait) as connection:
                return self._catchup(connection).expect_tables()
        except DamagedAnalytics:
            return False
