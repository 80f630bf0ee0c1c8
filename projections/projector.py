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
from projections.content import ASIDE, Signing
from projections.database import quoted
from projections.errors import ELSEWHERE, AnalyticsUnwritable
from projections.facts import Filling, expect_facts, insert_facts
from projections.faults import MOST_ENTRIES, STATEMENT_FAULTS, FactsFault, left_out, note
from projections.outcome_rows import insert_faces, insert_folded, unsaid
from projections.ruled import rights, ruled_lines, takes_back
from projections.schema import comment
from projections.sections import sql_text
from projections.source import Source, StoredRow
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

Page: TypeAlias = tuple[Sequence[StoredRow], bytes]
"""Rows, and the lines in which they are staged."""

_UNSUMMED: Final = "select count(*) from points where position >= $start and after is null"
"""New numbers of which only the change is known."""

_PUT_RIGHT: Final = "select match from matches where corrections > 0"
_PLACES: Final = "select version, position from entries where match = $match and number = 0"
_FELL: Final = """
    update entries set undone_by = n.fell from new_entries n where entries.position = n.position and n.fell is not null
"""
_KEPT: Final = frozenset({"main.matches", "main.damaged", "main.digests"})
"""Tables whose rows are kept when a match is projected again: their changes are aggregated again."""
_WHOLE: Final = ("main.seats", "main.kits")
"""Tables whose rows have no position: those of a match are signed all together."""
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
_OF_TOUCHED: Final = "match in (select match from touched)"
_NEW: Final = f"position >= $start and {_OF_TOUCHED}"
_EARLIER: Final = f"position < $start and {_OF_TOUCHED}"
_KITS_EARLIER: Final = f"match in (select match from kits) and not ({_NEW})"  # noqa: S608 (our own conditions)
_REACHED: Final = "position >= $low and position in (select position from reached)"
_UNDONE_BY: Final = "update entries set undone_by = r.undone_by from reached r where entries.position = r.position"
_FACELESS: Final = f"select count(*) from dice where faces is null and {_KITS_EARLIER}"  # noqa: S608 (our own conditions)
_AT_FAULT: Final = "select count(*) from faults where part = ''"
_OTHERS_AT_FAULT: Final = f"not ({_OF_TOUCHED}) and game in (select game from faults where part = '')"  # noqa: S608 (our own conditions)
_SHARED: Final = "select count(*) > 1 or not bool_and(match in (select match from touched)) from matches where line in (from told)"
"""Whether matches have the same standing commands, or had so far."""
_OTHERS_TOLD: Final = f"not ({_OF_TOUCHED}) and line in (from told)"
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

    def _take_in(self, rows: Sequence[StoredRow], lines: bytes) -> None:
        """Rows in one transaction; where one of them cannot be read, the halves on their own, down to the bad one."""
        try:
            self._project(rows, lines)
        except _InFacts as error:
            self.connection.rollback()
            if (found := self._fault_in(rows, lines)) is None:
                self._in_halves(rows, str(error))
            else:
                self._without(found, rows, lines)
        except (*_BAD_DATA, _BadEntry) as error:
            self.connection.rollback()
            self._in_halves(rows, str(error))

    def _in_halves(self, rows: Sequence[StoredRow], problem: str) -> None:
        if len(rows) == 1:
            self._leave_out(rows[0], problem.partition("\n")[0])
            return
        middle = len(rows) // 2
        for half in (rows[:middle], rows[middle:]):
            self._take_in(half, staged(half))

    def _fault_in(self, rows: Sequence[StoredRow], lines: bytes) -> FactsFault | None:
        """Return the game whose facts fail on these rows; `None` if each game's facts work separately."""
        try:
            self._project(rows, lines, apart=True)
        except FactsFault as fault:
            return fault
        finally:
            self.connection.rollback()
        return None

    def _without(self, found: FactsFault, rows: Sequence[StoredRow], lines: bytes) -> None:
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

    def _project(self, rows: Sequence[StoredRow], lines: bytes, *, apart: bool = False) -> None:
        """`apart`: only to find whose facts fail. Raises FactsFault then, _InFacts else."""
        put_right = self._put_right(rows)
        others = [row for row in rows if row.match not in put_right] if put_right else rows
        self._begin()
        if others:
            self._take(lines if others is rows else staged(others), len(others), int(others[0].position), apart=apart)
        if apart:
            return
        if put_right:
            self._anew(put_right, rows)
        self._signing.write()
        self.catchup.commit(rows[-1])

    def _begin(self) -> None:
        self.connection.begin()
        self._signing = Signing(self.connection)

    def take_ruled(self, lines: Sequence[bytes], start: int) -> None:
        """Project whole corrected matches from lines with explicit undo marks, all at position `start` or later."""
        self._begin()
        self._take(b"".join(lines), len(lines), start, anew=True)
        self.connection.commit()

    def _put_right(self, rows: Sequence[StoredRow]) -> frozenset[str]:
        """Return the matches to project again: those with a correction or redo among these rows, or with a take-back after
        an earlier one."""
        found = {row.match for row in rows if rights(row)}
        if back := {row.match for row in rows if takes_back(row)}:
            found |= back & {str(match) for (match,) in self.connection.execute(_PUT_RIGHT).fetchall()}
        return frozenset(found)

    def _anew(self, matches: frozenset[str], rows: Sequence[StoredRow]) -> None:
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
        chosen = f"match in ({', '.join(map(quoted, sorted(matches)))})"
        tables = [table for table in self._tables("match") if table.partition(".")[0] in schemas]
        aside = {table for table in tables if table.partition(".")[2] in ASIDE}
        held = self._signing.remove([(table, chosen) for table in tables if table not in aside | _KEPT])
        for table in sorted(held | aside - _KEPT):
            self.connection.execute(f"delete from {table} where {chosen}")  # noqa: S608 (names from the catalog)
        self._take(b"".join(lines), len(lines), start, anew=True)

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
        new, low = self._touched(start)
        folded = {f"main.{table}" for game in games for table in unsaid(game)}
        whole = _WHOLE if folded or "opened" in kinds else ()
        self._signing.remove([(table, _OF_TOUCHED) for table in ("main.matches", *whole)])
        written = self._insert(kinds, broken=broken, start=start)
        if new:
            self._open(games, opening="opened" in kinds)
        if undoes and low < start:
            self._undo(before=start, low=low)
        written |= self._fill(Filling(start, low, games, "opened" in kinds, self._unfilled()), apart=apart)
        if apart:
            return
        failing = {game: why for game in games if not unsaid(game) and (why := why_not_loaded(game))}
        with self._signing.replacing([(table, _EARLIER) for table in folded.difference(_WHOLE)], start=start):
            failing |= insert_folded(self.connection, self.source, low, games)
        if "main.dice" in written:
            self._count_faces(start)
        self._sum_up(start, low, failing, pointed="main.points" in written)
        if anew:
            self.connection.execute(_FELL)
        placed = [(table, _NEW) for table in sorted((written | folded).difference(_WHOLE))]
        self._signing.add([*placed, *((table, _OF_TOUCHED) for table in ("main.matches", *whole))], start=start)

    def _insert(self, kinds: frozenset[str], *, broken: bool, start: int) -> frozenset[str]:
        """Fills the tables that no game fills, from the staged lines. Return those that can have got rows."""
        self._run("insert")
        written = {"main.entries", "main.events"}
        if broken:
            self._run("violations")
            written.add("main.violations")
        if "concluded" in kinds:
            self._run("conclusions")
            written.add("main.endings")
        if kinds & _JUDGING:
            with self._signing.replacing([("main.judging", _EARLIER)], start=start):
                self._run("judging")
            written.add("main.judging")
        return frozenset(written)

    def _open(self, games: frozenset[str], *, opening: bool) -> None:
        contests = [game for game in games if _is_contest(game)]
        if opening:
            self._run("openings", contests=contests)
        self._run("unopened", contests=contests)

    def _count_faces(self, start: int) -> None:
        """Write how many faces dice of kits have, also earlier ones whose kit only now is known."""
        earlier = [("main.dice", _KITS_EARLIER)] if self._number(_FACELESS, start=start) else []
        with self._signing.replacing(earlier, start=start):
            insert_faces(self.connection, self.source, start)

    def _sum_up(self, start: int, low: int, failing: Mapping[str, str], *, pointed: bool) -> None:
        """Brings the matches that were touched up to date; those of failing games cannot be."""
        if pointed and self._number(_UNSUMMED, start=start):
            self._run("points", start=start, low=low)
        self._run("summary", low=low)
        for game, why in failing.items():
            note(self.connection, game, "", why, None)
        if self._number(_AT_FAULT):
            with self._signing.replacing([("main.matches", _OTHERS_AT_FAULT)]):
                self.connection.execute(_UNKNOWN)
        if self._number(_SHARED):
            with self._signing.replacing([("main.matches", _OTHERS_TOLD)]):
                self._run("duplicates")

    def _unfilled(self) -> frozenset[tuple[str, str]]:
        return self._left_for_now | {part for part, failed in self._failed.items() if failed > MOST_ENTRIES}

    def _fill(self, filling: Filling, *, apart: bool) -> frozenset[str]:
        """Return the tables that got rows."""
        try:
            filled = (expect_facts if apart else insert_facts)(self.connection, filling)
            return frozenset(table if "." in table else f"main.{table}" for table in filled)
        except STATEMENT_FAULTS as error:
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
        with self._signing.replacing([(table, _REACHED) for table in self._tables("undone")], low=low) as tables:
            for table in sorted(tables):
                self.connection.execute(f"update {table} set undone = true where {_REACHED}", {"low": low})  # noqa: S608 (names from the catalog)
            self.connection.execute(_UNDONE_BY)

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

    def _leave_out(self, row: StoredRow, problem: str) -> None:
        self._begin()
        listed = [("main.matches", "match = $match")]
        self._signing.remove(listed, match=row.match)
        self.connection.execute(
            "insert into damaged values (?, ?, try_cast(? as integer), ?)",
            [row.position, row.match, row.version, problem],
        )
        self.connection.execute("delete from examined where match = ?", [row.match])
        self.connection.execute(_UNOPENED, {"match": row.match, "game": game_in(row.topic), "position": row.position})
        self._signing.add([*listed, ("main.damaged", "position = $position")], match=row.match, position=row.position)
        self._signing.write()
        self.catchup.commit(row)

    def _run(self, name: str, **values: int | str | list[str]) -> None:
        for query, parameters in statements(name):
            self.connection.execute(query, {key: values[key] for key in parameters})

    def _number(self, query: str, **values: int) -> int:
        return int(self.connection.execute(query, values).fetchall()[0][0] or 0)


@cache
def _is_contest(game: str) -> bool:
    """Whether matches are played in it. A game that is not installed counts as one that is played."""
    try:
        return load_game(game).kind == "contest"
    except UnknownGame:
        return False
