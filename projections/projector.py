"""Projects the store into the tables: entries are staged as lines of JSON, loaded by DuckDB, and committed with the
position.

Rebuilding and catching up use the same code, so their results cannot differ."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeAlias

import duckdb

from projections.answers import AsOf
from projections.batch import BadEntry, FactsFailed, StagedBatch
from projections.catchup import CatchupTable
from projections.content import ContentDigest, is_filled_by_questions, tables_with
from projections.corrected_lines import changes_record, current_lines, takes_back
from projections.database import quoted
from projections.game_defects import MOST_ENTRIES, FactsDefect, left_out, note
from projections.schema import comment
from projections.source import Source, SourceRow
from projections.staging import game_in, reads, staged, staging_of

BATCH: Final = 25_000
"""Entries per transaction: about 15 MB of lines."""

Progress = Callable[[int, int], None]
"""Called with the reached and the final position, before the first batch and after each. An exception stops the work;
that batch is kept."""

_MANY: Final = 1_000
"""With at least this number of new entries, full query planning pays off."""
_PLANNED_SIMPLY: Final = "set disabled_optimizers = 'distinct_aggregate_rewrite,join_order,statistics_propagation'"
"""Disables expensive planning steps, because planning takes most of the time for a few entries."""

Page: TypeAlias = tuple[Sequence[SourceRow], bytes]
"""Rows, and the lines in which they are staged."""

_CHANGED_BEFORE: Final = """
    select distinct match from entries
    where kind in ('restored', 'corrected', 'rewound') and list_contains($matches, match)
        and position >= (select min(first_position) from matches where list_contains($matches, match))
"""
"""Matches that were projected again before: their undone entries are marked as undone from their own position on."""
_PLACES: Final = "select version, position from entries where match = $match and number = 0"
_KEPT: Final = frozenset({"main.matches", "main.damaged", "main.digests"})
"""Tables whose rows are updated, not deleted, when a match is projected again."""
_UNOPENED: Final = """
    insert into matches by name
    select
        $match as match, $game as game, '' as title, [] as tags, '' as forked_from, 'match' as kind,
        make_timestamp(0) as opened_at, $position as first_position, [] as players, [] as sides, 'running' as status
    where $match not in (select match from matches)
"""
"""Adds a row for a match that is not in the table yet."""
_UNDEFINED: Final = """
    select catalogue, any_value(game), arg_min(match, first_position) from matches
    where catalogue not in (select catalogue from catalogue_cards) group by catalogue order by all
"""
_DEFINED: Final = """
    insert into catalogue_cards
    select $catalogue, $match, $game, one ->> 'card_id', one ->> 'name', one ->> 'type', one
    from (select unnest(from_json($body, '["json"]')) as one)
    where one ->> 'card_id' not like '@%'
"""
"""Records whose id begins with @, such as a kit, are not cards."""
_BAD_DATA: Final = (
    duckdb.InvalidInputException,
    duckdb.ConversionException,
    duckdb.OutOfRangeException,
    duckdb.InvalidTypeException,
    duckdb.TypeMismatchException,
    duckdb.SyntaxException,
)
"""Errors that DuckDB raises for entries that it cannot read."""


class Projector:
    """Brings one open analytics file up to date with a store."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, source: Source, path: Path, batch: int = BATCH) -> None:
        self.connection = connection
        self.source = source
        self.catchup = CatchupTable(connection, source, path)
        self._staging = staging_of(path)
        self._batch = batch
        self._failed: dict[tuple[str, str], int] = {}
        """(game, part of its facts; empty: the game itself) -> number of entries on which it failed."""
        self._left_for_now: frozenset[tuple[str, str]] = frozenset()
        """Parts of facts that are skipped for the entry being projected."""

    def catch_up(self, progress: Progress | None = None) -> AsOf:
        """Project all new entries. Raises DamagedAnalytics for a file of another store or program version."""
        head = self.source.head_position()
        catchup = self.catchup.read() or self.catchup.create()
        self.catchup.expect_same_store(catchup, head)
        if catchup.position >= head:
            return catchup.as_of(head)
        self._failed = left_out(self.connection)
        many = head - catchup.position > _MANY
        # One thread keeps the order of rows. It is also faster for many short statements, and leaves a core for reading
        # pages.
        self.connection.execute("set threads = 1")
        if not many:
            self.connection.execute(_PLANNED_SIMPLY)
        try:
            self._follow(catchup.position, head, progress)
        finally:
            self._staging.unlink(missing_ok=True)
        self.connection.execute("reset threads")
        self.connection.execute("reset disabled_optimizers")
        if many:
            comment(self.connection)
        return self.catchup.as_of(head)

    def _follow(self, after: int, head: int, progress: Progress | None) -> None:
        if progress is not None:
            progress(after, head)  # a progress display must know when the work begins
        for rows, lines in self._pages(after):
            self._take_in(rows, lines)
            if progress is not None:
                progress(rows[-1].position, max(head, rows[-1].position))

    def _pages(self, after: int) -> Iterator[Page]:
        """Yield the next rows of the store in pages. The next page is read while DuckDB works on a full one."""
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
        """Project rows in one transaction; if one cannot be read, bisect until only that row is left out."""
        try:
            self._project(rows, lines)
        except FactsFailed as error:
            self.connection.rollback()
            if (found := self._defect_in(rows, lines)) is None:
                self._in_halves(rows, str(error))
            else:
                self._without(found, rows, lines)
        except (*_BAD_DATA, BadEntry) as error:
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
        """Project the rows without a defective part of `facts.sql`; if only some rows fail, skip the part only for
        those."""
        sound = len(rows) == 1 and reads(rows[0])
        if found.depends_on_rows and not sound:
            self._in_halves(rows, found.problem)
            return
        key = found.game, found.part
        failed = self._failed.get(key, 0) + 1 if found.depends_on_rows else MOST_ENTRIES + 1
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
        """Project rows in one transaction. Raises FactsFailed; with `apart`, which finds the failing game,
        FactsDefect."""
        changed = self._changed_matches(rows)
        others = [row for row in rows if row.match not in changed] if changed else rows
        self._begin()
        if others:
            self._take(lines if others is rows else staged(others), len(others), int(others[0].position), apart=apart)
        if apart:
            return
        if changed:
            self._project_again(changed, rows)
        if changed or any(row.version == 1 for row in rows):
            self._define()
        self._signing.write()
        self.catchup.commit(rows[-1])

    def _define(self) -> None:
        """Add card definitions that matches use and that are not in the file yet."""
        for catalogue, game, match in self.connection.execute(_UNDEFINED).fetchall():
            if (body := self.source.definitions(str(catalogue), str(game))) is not None:
                values = {"catalogue": catalogue, "match": match, "game": game, "body": body.decode()}
                self.connection.execute(_DEFINED, values)

    def _begin(self) -> None:
        self.connection.begin()
        self._signing = ContentDigest(self.connection)

    def take_corrected(self, lines: Sequence[bytes], start: int) -> None:
        """Project whole corrected matches from lines with explicit undo marks, all at position `start` or later."""
        self._begin()
        self._take(b"".join(lines), len(lines), start, whole_matches=True)
        self.connection.commit()

    def _take(self, lines: bytes, count: int, start: int, *, apart: bool = False, whole_matches: bool = False) -> None:
        batch = StagedBatch(
            self.connection, self.source, self._signing, start,
            failed=self._failed, left_for_now=self._left_for_now, apart=apart, whole_matches=whole_matches,
        )  # fmt: skip
        batch.write(self._staging, lines, count)

    def _changed_matches(self, rows: Sequence[SourceRow]) -> frozenset[str]:
        """Return the matches to project again: those with a correction, redo or rewind among these rows, or with a
        take-back if they were projected again before."""
        found = {row.match for row in rows if changes_record(row)}
        if back := {row.match for row in rows if takes_back(row)}:
            earlier = self.connection.execute(_CHANGED_BEFORE, {"matches": sorted(back)}).fetchall()
            found |= {str(match) for (match,) in earlier}
        return frozenset(found)

    def _project_again(self, matches: frozenset[str], rows: Sequence[SourceRow]) -> None:
        """Delete the rows of these matches and write those of the current entries."""
        lines: list[bytes] = []
        start = rows[0].position
        for match in sorted(matches):
            before = self.connection.execute(_PLACES, {"match": match}).fetchall()
            positions = {int(version): int(position) for version, position in before}
            positions |= {row.version: row.position for row in rows if row.match == match}
            start = min(start, *positions.values())
            lines += current_lines(self.source, match, positions)
        schemas = {"main", *(game_in(row.topic) for row in rows if row.match in matches)}
        # A list of ids (usually one) is used, because planning a join for each table takes three times as long.
        chosen = f"match in ({', '.join(map(quoted, sorted(matches)))})"
        tables = [table for table in tables_with(self.connection, "match") if table.partition(".")[0] in schemas]
        filled = set(filter(is_filled_by_questions, tables))
        held = self._signing.remove([(table, chosen) for table in tables if table not in filled | _KEPT])
        for table in sorted(held | filled - _KEPT):
            self.connection.execute(f"delete from {table} where {chosen}")  # noqa: S608 (names from the catalog)
        self._take(b"".join(lines), len(lines), start, whole_matches=True)

    def _leave_out(self, row: SourceRow, problem: str) -> None:
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
