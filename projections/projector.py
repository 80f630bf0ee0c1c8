"""Following the store: stored bytes are staged as lines of JSON, read by DuckDB itself, and written together with the position.

There is one way for rebuilding and for catching up, so they cannot differ.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import duckdb

from domain.game import MOST_TURNS
from domain.registry import UnknownGame, load_game, why_not_loaded
from projections.answers import AsOf
from projections.catchup import CatchupTable
from projections.content import Signing
from projections.errors import ELSEWHERE, AnalyticsUnwritable
from projections.facts import Filling, expect_facts, insert_facts
from projections.game_defects import MOST_ENTRIES, STATEMENT_ERRORS, FactsDefect, left_out, note
from projections.outcome_rows import insert_faces, insert_folded, unsaid
from projections.ruled import rights, ruled_lines, takes_back
from projections.schema import comment
from projections.sections import sql_text
from projections.source import Source, SourceRow
from projections.staging import game_in, reads, staged, staging_of

BATCH: Final = 25_000
"""Entries in a transaction: some 15 MB of lines."""
_OBJECT_SIZE: Final = 4 << 20
"""Longest line that DuckDB is told to expect, in bytes: its buffers grow with it, and large ones are slow. A batch with a
longer line fails, and is halved until that line is the only one."""

Progress = Callable[[int, int], None]
"""Called with the reached and the final position, before the first batch and after each. An exception stops the work;
that batch is kept."""

_MANY: Final = 1_000
"""New entries from which on it pays to change DuckDB's settings for them."""

Page: TypeAlias = tuple[Sequence[SourceRow], bytes]
"""Rows, and the lines in which they are staged."""

_UNSUMMED: Final = "select count(*) from points where position >= $start and after is null"
"""New numbers of which only the change is known."""

_PUT_RIGHT: Final = "select match from matches where corrections > 0"
_PLACES: Final = "select version, position from entries where match = $match and number = 0"
_FELL: Final = """
    update entries set undone_by = n.fell from new_entries n where entries.position = n.position and n.fell is not null
"""
_KEPT: Final = ("main.matches", "main.damaged", "main.digests")
"""Tables whose rows are kept when a match is projected again: their changes are aggregated again."""
_UNOPENED: Final = """
    insert into matches by name
    select
        $match as match, $game as game, '' as title, [] as tags, '' as forked_from, 'match' as kind,
        make_timestamp(0) as opened_at, $position as first_position, [] as players, [] as sides, 'running' as status
    where $match not in (select match from matches)
"""
"""List a match that was not read before."""
_UNKNOWN: Final = """
    update matches set status = 'unknown' where game in (select game from faults where part = '')
"""
"""Whether a match goes on is its game's to say."""
_JUDGING: Final = frozenset({"event", "contested", "ruled", "penalised", "appealed", "withdrawn"})
_BAD_DATA: Final = (
    duckdb.InvalidInputException,
    duckdb.ConversionException,
    duckdb.OutOfRangeException,
    duckdb.InvalidTypeException,
    duckdb.TypeMismatchException,
    duckdb.SyntaxException,
)
"""Errors that DuckDB raises for entries that it cannot read."""


class _BadEntry(ValueError):
    """A staged row that is not an entry, or belongs to another match or version than its key says."""


class _InFacts(Exception):
    """A statement of some `facts.sql` failed."""


@cache
def statements(name: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The statements of a file of steps, each with the names of its parameters."""
    found = duckdb.extract_statements(sql_text("steps", name))
    return tuple((statement.query, frozenset(statement.named_parameters)) for statement in found)


class Projector:
    """Brings one open analytics file up to date with a store."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, source: Source, path: Path, batch: int = BATCH) -> None:
        self.connection = connection
        self.source = source
        self.catchup = CatchupTable(connection, source, path)
        self._staging = staging_of(path)
        self._batch = batch
        self._failed: dict[tuple[str, str], int] = {}
        """Game and part of its facts that failed -> on how many entries."""
        self._left_for_now: frozenset[tuple[str, str]] = frozenset()
        """Those that do not suit the one entry that is taken in."""

    def catch_up(self, progress: Progress | None = None) -> AsOf:
        """Takes in what is new. Raises DamagedAnalytics where the file is not of this store or this program."""
        head = self.source.head_position()
        catchup = self.catchup.read() or self.catchup.create()
        self.catchup.expect_same_store(catchup, head)
        if catchup.position < head:
            self._failed = left_out(self.connection)
            many = head - catchup.position > _MANY
            if many:
                # One thread is faster: the work is many short steps, and the other core reads the next page.
                self.connection.execute("set threads = 1")
            try:
                self._follow(catchup.position, head, progress)
            finally:
                self._staging.unlink(missing_ok=True)
            if many:
                self.connection.execute("reset threads")
                comment(self.connection)
        return self.catchup.as_of(head)

    def _follow(self, after: int, head: int, progress: Progress | None) -> None:
        if progress is not None:
            progress(after, head)  # who shows it by the clock learns that work begins
        for rows, lines in self._pages(after):
            self._take_in(rows, lines)
            if progress is not None:
                progress(rows[-1].position, max(head, rows[-1].position))

    def _pages(self, after: int) -> Iterator[Page]:
        """Return the next rows of the store. While DuckDB works on a full page, the next one is read."""
        page = self._page(after)
        with ThreadPoolExecutor(1) as reader:
            while len(page[0]) == self._batch:
                following = reader.submit(self._page, page[0][-1].position)
                yield page
                page = following.result()
            if page[0]:
                yield page

    def _page(self, after: int) -> Page:
        rows = self.source.select(after, self._batch)
        return rows, staged(rows)

    def _take_in(self, rows: Sequence[SourceRow], lines: bytes) -> None:
        """Rows in one transaction; where one of them cannot be read, the halves on their own, down to the bad one."""
        try:
            self._project(rows, lines)
        except _InFacts as error:
            self.connection.rollback()
            if (found := self._defect_in(rows, lines)) is None:
                self._in_halves(rows, str(error))
            else:
                self._without(found, rows, lines)
        except (*_BAD_DATA, _BadEntry) as error:
            self.connection.rollback()
            self._in_halves(rows, str(error))

    def _in_halves(self, rows: Sequence[SourceRow], problem: str) -> None:
        if len(rows) == 1:
            self._leave_out(rows[0], problem.partition("\n")[0])
            return
        middle = len(rows) // 2
        for half in (rows[:middle], rows[middle:]):
            self._take_in(half, staged(half))

    def _defect_in(self, rows: Sequence[SourceRow], lines: bytes) -> FactsDefect | None:
        """Return the game whose facts fail on these rows; `None` if each game's facts work separately."""
        try:
            self._project(rows, lines, apart=True)
        except FactsDefect as fault:
            return fault
        finally:
            self.connection.rollback()
        return None

    def _without(self, found: FactsDefect, rows: Sequence[SourceRow], lines: bytes) -> None:
        """Return the rows without a defective part; if only some rows fail, exclude only those, unless they are damaged."""
        sound = len(rows) == 1 and reads(rows[0])
        if found.lies_in_rows and not sound:
            self._in_halves(rows, found.problem)
            return
        key = found.game, found.part
        failed = self._failed.get(key, 0) + 1 if found.lies_in_rows else MOST_ENTRIES + 1
        self._failed[key] = failed
        self.connection.begin()
        note(self.connection, *key, found.problem, None if failed > MOST_ENTRIES else failed)
        self.connection.commit()
        if sound:
            self._left_for_now |= {key}
        try:
            self._take_in(rows, lines)
        finally:
            self._left_for_now = frozenset()

    def _project(self, rows: Sequence[SourceRow], lines: bytes, *, apart: bool = False) -> None:
        """`apart`: only to find whose facts fail. Raises FactsFault then, _InFacts else."""
        put_right = self._put_right(rows)
        others = [row for row in rows if row.match not in put_right] if put_right else rows
        self.connection.begin()
        signing = None if apart else self._signing(rows)
        if others:
            self._take(lines if others is rows else staged(others), len(others), int(others[0].position), apart=apart)
        if signing is None:
            return
        if put_right:
            self._anew(put_right, rows)
        signing.sign()
        self.catchup.commit(rows[-1])

    def _signing(self, rows: Sequence[SourceRow]) -> Signing:
        matches, topics = {row.match for row in rows}, {row.topic for row in rows}
        return Signing(self.connection, sorted(matches), {*map(game_in, topics)}, int(rows[0].position))

    def take_ruled(self, lines: Sequence[bytes], start: int) -> None:
        """Project whole corrected matches from lines with explicit undo marks, all at position `start` or later."""
        self.connection.begin()
        self._take(b"".join(lines), len(lines), start, anew=True)
        self.connection.execute(_FELL)
        self.connection.commit()

    def _put_right(self, rows: Sequence[SourceRow]) -> frozenset[str]:
        """Return the matches to project again: those with a correction or redo among these rows, or with a take-back after
        an earlier one."""
        found = {row.match for row in rows if rights(row)}
        known = {str(match) for (match,) in self.connection.execute(_PUT_RIGHT).fetchall()}
        return frozenset(found | {row.match for row in rows if row.match in known and takes_back(row)})

    def _anew(self, matches: frozenset[str], rows: Sequence[SourceRow]) -> None:
        """Delete the rows of these matches and write those of the current entries."""
        lines: list[bytes] = []
        start = rows[0].position
        for match in sorted(matches):
            before = self.connection.execute(_PLACES, {"match": match}).fetchall()
            positions = {int(version): int(position) for version, position in before}
            positions |= {row.version: row.position for row in rows if row.match == match}
            start = min(start, *positions.values())
            lines += ruled_lines(self.source, match, positions)
        schemas = {"main", *(game_in(row.topic) for row in rows if row.match in matches)}
        # Named one by one, mostly a single one: planning a join for each table takes three times as long.
        marks = ", ".join("?" * len(matches))
        for table in self._tables("match"):
            if table not in _KEPT and table.partition(".")[0] in schemas:
                self.connection.execute(f"delete from {table} where match in ({marks})", sorted(matches))  # noqa: S608 (names from the catalog)
        self._take(b"".join(lines), len(lines), start, anew=True)
        self.connection.execute(_FELL)

    def _take(self, lines: bytes, count: int, start: int, *, apart: bool = False, anew: bool = False) -> None:
        """Stage lines, and fill all tables from them. `anew`: the lines have explicit undo marks."""
        try:
            self._staging.write_bytes(lines)
        except OSError as error:
            problem = error.strerror or str(error)
            raise AnalyticsUnwritable(f"{self._staging}: {problem}; make room or {ELSEWHERE}") from error
        self._run("stage", staging=str(self._staging), longest=max(_OBJECT_SIZE, len(lines) // count))
        kinds, games, broken = self._examine(count)
        if undoes := "taken_back" in kinds and not anew:
            self._run("undo_new")
        self._run("insert")
        if broken:
            self._run("violations")
        if "concluded" in kinds:
            self._run("conclusions")
        if kinds & _JUDGING:
            self._run("judging")
        new, low = self._touched(start)
        if new:
            contests = [game for game in games if _is_competition(game)]
            if "opened" in kinds:
                self._run("openings", contests=contests)
            self._run("unopened", contests=contests)
        if undoes and low < start:
            self._undo(before=start, low=low)
        self._fill(Filling(start, low, games, "opened" in kinds, self._unfilled()), apart=apart)
        if apart:
            return
        failing = {game: why for game in games if not unsaid(game) and (why := why_not_loaded(game))}
        failing |= insert_folded(self.connection, self.source, low, games)
        insert_faces(self.connection, self.source, start)
        self._sum_up(start, low, failing)

    def _sum_up(self, start: int, low: int, failing: Mapping[str, str]) -> None:
        """Brings the matches that were touched up to date; those of failing games cannot be."""
        if self._number(_UNSUMMED, start=start):
            self._run("points", start=start, low=low)
        self._run("summary", low=low)
        for game, why in failing.items():
            note(self.connection, game, "", why, None)
        self.connection.execute(_UNKNOWN)
        if self._number("select count(*) from told"):
            self._run("duplicates")

    def _unfilled(self) -> frozenset[tuple[str, str]]:
        return self._left_for_now | {part for part, failed in self._failed.items() if failed > MOST_ENTRIES}

    def _fill(self, filling: Filling, *, apart: bool) -> None:
        try:
            (expect_facts if apart else insert_facts)(self.connection, filling)
        except STATEMENT_ERRORS as error:
            raise _InFacts(str(error)) from error

    def _examine(self, count: int) -> tuple[frozenset[str], frozenset[str], bool]:
        """The kinds of entries and the games that are staged, and whether rules were broken."""
        query = """
            select
                kind, game, count(violations),
                count(*) filter (
                    kind is not null and envelope_match = match and envelope_version = version
                    and turn between 0 and $most and round between 0 and $most
                )
            from new_entries
            group by kind, game
        """
        found = self.connection.execute(query, {"most": MOST_TURNS}).fetchall()
        if sum(good for *_, good in found) != count:
            raise _BadEntry("not an entry, or not the one under whose match and version it is stored")
        kinds, games, broken, _ = zip(*found, strict=True)
        return frozenset(kinds), frozenset(games), any(broken)

    def _touched(self, start: int) -> tuple[int, int]:
        """Return the number of new matches in this batch, and the position where the first of all its matches begins: earlier rows
        can be skipped."""
        self.connection.execute("create or replace temp table touched as select distinct match from new_entries")
        [(new, first)] = self.connection.execute(
            "select (select count(*) from touched) - count(*), min(first_position) from matches "
            "where match in (select match from touched)"
        ).fetchall()
        return int(new), min(int(first or start), start)

    def _undo(self, before: int, low: int) -> None:
        """Marks rows of earlier batches that take-backs of this one reach."""
        self._run("undo", before=before, low=low)
        for table in self._tables("undone"):
            if table == "main.entries":
                continue
            marking = f"update {table} set undone = true"  # noqa: S608 (names from the catalog)
            reached = "where position >= $low and position in (select position from reached)"
            self.connection.execute(f"{marking} {reached}", {"low": low})

    def _tables(self, column: str) -> tuple[str, ...]:
        """The tables that have a column, with their schemas."""
        found = self.connection.execute(
            """
            select schema_name || '.' || table_name
            from duckdb_columns()
            where database_name = 'matchbook' and column_name = $column and table_name in (select table_name from duckdb_tables())
            order by all
            """,
            {"column": column},
        ).fetchall()
        return tuple(str(table) for (table,) in found)

    def _leave_out(self, row: SourceRow, problem: str) -> None:
        self.connection.begin()
        signing = self._signing([row])
        self.connection.execute(
            "insert into damaged values (?, ?, try_cast(? as integer), ?)",
            [row.position, row.match, row.version, problem],
        )
        self.connection.execute("delete from examined where match = ?", [row.match])
        self.connection.execute(_UNOPENED, {"match": row.match, "game": game_in(row.topic), "position": row.position})
        signing.sign()
        self.catchup.commit(row)

    def _run(self, name: str, **values: int | str | list[str]) -> None:
        for query, parameters in statements(name):
            self.connection.execute(query, {key: values[key] for key in parameters})

    def _number(self, query: str, **values: int) -> int:
        return int(self.connection.execute(query, values).fetchall()[0][0] or 0)


@cache
def _is_competition(game: str) -> bool:
    """Whether matches are played in it. A game that is not installed counts as one that is played."""
    try:
        return load_game(game).kind == "contest"
    except UnknownGame:
        return False
