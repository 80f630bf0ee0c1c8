"""One batch of entries, staged as lines of JSON, written into all tables and added to the digests."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import duckdb
from msgspec import Struct

from domain.game import MOST_TURNS
from domain.registry import UnknownGame, load_game, why_not_loaded
from projections.content import ContentDigest, tables_with
from projections.errors import ELSEWHERE, AnalyticsUnwritable
from projections.facts import FactsScope, expect_facts, insert_facts
from projections.game_defects import MOST_ENTRIES, STATEMENT_ERRORS, note
from projections.outcome_rows import insert_faces, insert_folded, tables_from_fold
from projections.sections import sql_text
from projections.source import Source

_OBJECT_SIZE: Final = 4 << 20
"""Longest line that DuckDB is told to expect, in bytes: its buffers grow with it, and large ones are slow. A batch with
a longer line fails, and is halved until that line is alone in its batch."""

_UNSUMMED: Final = "select count(*) from points where position >= $start and after is null"
"""Counts new point rows with a change but without a total."""

_FELL: Final = """
    update entries set undone_by = n.fell from new_entries n where entries.position = n.position and n.fell is not null
"""
_WHOLE: Final = ("main.seats", "main.kits")
"""Tables whose rows do not have a position: the rows of a match are added to its digest together."""
_UNKNOWN: Final = """
    update matches set status = 'unknown' where game in (select game from defects where part = '')
"""
"""Sets the status of matches of defective games to unknown, because only the game can tell whether they are over."""
_OF_TOUCHED: Final = "match in (select match from touched)"
_KNOWN: Final = f"""
    select
        match, hash('main.matches', m), first_position, status is distinct from 'running', from_round > 0 or from_turn > 0
    from matches m where {_OF_TOUCHED}
"""  # noqa: S608 (our own conditions)
_TOUCHED: Final = "create or replace temp table touched as select distinct match from new_entries"
_NEW: Final = f"position >= $start and {_OF_TOUCHED}"
_EARLIER: Final = f"position < $start and {_OF_TOUCHED}"
_KITS_EARLIER: Final = f"match in (select match from kits) and not ({_NEW})"  # noqa: S608 (our own conditions)
_REACHED: Final = "position >= $low and position in (select position from reached)"
_UNDONE_BY: Final = "update entries set undone_by = r.undone_by from reached r where entries.position = r.position"
_FACELESS: Final = f"select count(*) from dice where faces is null and {_KITS_EARLIER}"  # noqa: S608 (our own conditions)
_OTHERS_DEFECTIVE: Final = f"not ({_OF_TOUCHED}) and game in (select game from defects where part = '')"  # noqa: S608 (our own conditions)
_SHARED: Final = (
    "select count(*) > 1 or not bool_and(match in (select match from touched)) from matches where line in (from told)"
)
"""Tests whether matches share their current commands, or did so before this batch: their marks as duplicates may
change."""
_OTHERS_TOLD: Final = f"not ({_OF_TOUCHED}) and line in (from told)"
_JUDGING: Final = frozenset({"event", "contested", "ruled", "penalised", "appealed", "withdrawn"})


class BadEntry(ValueError):
    """A staged row that is not an entry, or belongs to another match or version than its key says."""


class FactsFailed(Exception):
    """A statement of a game's `facts.sql` failed."""


class _Touched(Struct, frozen=True):
    """The matches of a batch before it is written."""

    new: bool
    """True if the batch contains new matches."""
    low: int
    """The lowest first position of these matches; earlier rows can be skipped."""
    ended: bool
    """True if one of them had already ended."""
    declared: bool
    """True if a match began with a declared position."""


@cache
def statements(name: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the statements of an SQL file, each with the names of its parameters."""
    found = duckdb.extract_statements(sql_text("steps", name))
    return tuple((statement.query, frozenset(statement.named_parameters)) for statement in found)


class StagedBatch:
    """A batch in the transaction of a connection."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        source: Source,
        signing: ContentDigest,
        start: int,
        *,
        failed: dict[tuple[str, str], int],
        left_for_now: frozenset[tuple[str, str]] = frozenset(),
        apart: bool = False,
        whole_matches: bool = False,
    ) -> None:
        """`start`: the position of the first entry. `failed`: (game, part of its facts; empty: the game itself) ->
        number of entries on which it failed. `apart`: run the facts game by game, to find those that fail.
        `whole_matches`: the batch replaces whole matches, and its lines state which entries were undone."""
        self._connection = connection
        self._source = source
        self._signing = signing
        self._start = start
        self._failed = failed
        self._left_for_now = left_for_now
        self._apart = apart
        self._whole_matches = whole_matches

    def write(self, staging: Path, lines: bytes, count: int) -> None:
        """Stage `count` lines in a file, and fill all tables from them. Raises BadEntry, FactsFailed (with `apart`
        FactsDefect), AnalyticsUnwritable."""
        kinds, games, broken = self._stage(staging, lines, count)
        if undoes := "taken_back" in kinds and not self._whole_matches:
            self._run("undo_new")
        before = self._touched()
        folded = frozenset(f"main.{table}" for game in games for table in tables_from_fold(game))
        whole = _WHOLE if folded or "opened" in kinds else ()
        self._signing.remove([(table, _OF_TOUCHED) for table in whole])
        written = self._insert(kinds, broken=broken)
        if before.new:
            self._open(games, opening="opened" in kinds)
        if undoes and before.low < self._start:
            self._undo(before.low)
        written |= self._fill(FactsScope(self._start, before.low, games, "opened" in kinds, self._unfilled()))
        if self._apart:
            return
        failing = self._fold(games, before.low, folded)
        written |= folded
        self._complete(written, before.low)
        self._sum_up(before, written, seated=bool(whole), undone=undoes or self._whole_matches)
        self._compare(failing)
        if self._whole_matches:
            self._connection.execute(_FELL)
        # Only this batch has rows from `start` on, unless whole matches are replaced.
        new = _NEW if self._whole_matches else "position >= $start"
        placed = [(table, new) for table in sorted(written.difference(_WHOLE))]
        self._signing.add([*placed, *((table, _OF_TOUCHED) for table in ("main.matches", *whole))], start=self._start)

    def _stage(self, staging: Path, lines: bytes, count: int) -> tuple[frozenset[str], frozenset[str], bool]:
        try:
            staging.write_bytes(lines)
        except OSError as error:
            problem = error.strerror or str(error)
            raise AnalyticsUnwritable(f"{staging}: {problem}; make room or {ELSEWHERE}") from error
        self._run("stage", staging=str(staging), longest=max(_OBJECT_SIZE, len(lines) // count))
        return self._examine(count)

    def _fold(self, games: frozenset[str], low: int, folded: frozenset[str]) -> dict[str, str]:
        """Fill the tables that are derived from the folded matches. Return the games that fail, with the reason."""
        failing = {game: why for game in games if not tables_from_fold(game) and (why := why_not_loaded(game))}
        earlier = [(table, _EARLIER) for table in sorted(folded.difference(_WHOLE))]
        with self._signing.replacing(earlier, start=self._start):
            return failing | insert_folded(self._connection, self._source, low, games)

    def _complete(self, written: frozenset[str], low: int) -> None:
        """Fill the columns that facts cannot: the faces of dice (also of earlier dice whose kit is known only now) and
        running sums."""
        if "main.dice" in written:
            earlier = [("main.dice", _KITS_EARLIER)] if self._number(_FACELESS) else []
            with self._signing.replacing(earlier, start=self._start):
                insert_faces(self._connection, self._source, self._start)
        if "main.points" in written and self._number(_UNSUMMED):
            self._run("points", start=self._start, low=low)

    def _sum_up(self, before: _Touched, written: frozenset[str], *, seated: bool, undone: bool) -> None:
        """Update the rows of the matches; parts that cannot have changed are skipped. `undone`: True if earlier rows may be."""
        if seated:
            self._run("seated")
        if before.declared or "main.declarations" in written:
            self._run("declared", low=before.low)
        self._run("summary", low=before.low)
        if undone or "main.violations" in written:
            self._run("violations_counted", low=before.low)
        if before.ended or "main.endings" in written:
            self._run("outcomes", low=before.low)

    def _insert(self, kinds: frozenset[str], *, broken: bool) -> frozenset[str]:
        """Fill the tables that do not depend on games from the staged lines. Return the tables that may have new
        rows."""
        self._run("insert")
        written = {"main.entries", "main.events"}
        if broken:
            self._run("violations")
            written.add("main.violations")
        if "concluded" in kinds:
            self._run("conclusions")
            written.add("main.endings")
        if kinds & _JUDGING:
            with self._signing.replacing([("main.judging", _EARLIER)], start=self._start):
                self._run("judging")
            written.add("main.judging")
        return frozenset(written)

    def _open(self, games: frozenset[str], *, opening: bool) -> None:
        competitions = [game for game in games if _is_competition(game)]
        if opening:
            self._run("openings", competitions=competitions)
        self._run("unopened", competitions=competitions)

    def _compare(self, failing: Mapping[str, str]) -> None:
        """Mark the matches of failing games, which cannot be updated, and the matches that are recorded twice."""
        for game, why in failing.items():
            note(self._connection, game, "", why, None)
            self._failed[game, ""] = MOST_ENTRIES + 1
        if not all(part for _, part in self._failed):
            with self._signing.replacing([("main.matches", _OTHERS_DEFECTIVE)]):
                self._connection.execute(_UNKNOWN)
        if self._number(_SHARED):
            with self._signing.replacing([("main.matches", _OTHERS_TOLD)]):
                self._run("duplicates")

    def _fill(self, filling: FactsScope) -> frozenset[str]:
        """Return the tables that got rows."""
        try:
            filled = (expect_facts if self._apart else insert_facts)(self._connection, filling)
            return frozenset(table if "." in table else f"main.{table}" for table in filled)
        except STATEMENT_ERRORS as error:
            raise FactsFailed(str(error)) from error

    def _examine(self, count: int) -> tuple[frozenset[str], frozenset[str], bool]:
        """Return the kinds of entries and the games of the staged lines, and True if rules were broken in them."""
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
        found = self._connection.execute(query, {"most": MOST_TURNS}).fetchall()
        if sum(good for *_, good in found) != count:
            raise BadEntry("not an entry, or stored under the match or version of another entry")
        kinds, games, broken, _ = zip(*found, strict=True)
        return frozenset(kinds), frozenset(games), any(broken)

    def _touched(self) -> _Touched:
        [(count,)] = self._connection.execute(_TOUCHED).fetchall()
        known = self._connection.execute(_KNOWN).fetchall()
        for match, digest, *_ in known:
            self._signing.remove_row(match, digest)
        return _Touched(
            new=len(known) < count,
            low=min((self._start, *(int(row[2]) for row in known))),
            ended=any(row[3] for row in known),
            declared=any(row[4] for row in known),
        )

    def _undo(self, low: int) -> None:
        """Mark rows of earlier batches that take-backs in this batch undo."""
        self._run("undo", before=self._start, low=low)
        reached = [(table, _REACHED) for table in tables_with(self._connection, "undone")]
        with self._signing.replacing(reached, low=low) as tables:
            for table in sorted(tables):
                self._connection.execute(f"update {table} set undone = true where {_REACHED}", {"low": low})  # noqa: S608 (names from the catalog)
            self._connection.execute(_UNDONE_BY)

    def _unfilled(self) -> frozenset[tuple[str, str]]:
        return self._left_for_now | {part for part, failed in self._failed.items() if failed > MOST_ENTRIES}

    def _run(self, name: str, **values: int | str | list[str]) -> None:
        for query, parameters in statements(name):
            self._connection.execute(query, {key: values[key] for key in parameters})

    def _number(self, query: str) -> int:
        values = {"start": self._start} if "$start" in query else {}
        return int(self._connection.execute(query, values).fetchall()[0][0] or 0)


@cache
def _is_competition(game: str) -> bool:
    """Return True if a game is a competition. Games that are not installed count as ordinary games."""
    try:
        return load_game(game).kind == "competition"
    except UnknownGame:
        return False
