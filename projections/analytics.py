"""The analytics of a store: all questions about its matches."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import duckdb

from domain.seats import JUDGE
from projections import adhoc, content, entry_search, match_list, opening_explorer, statements
from projections.analytics_file import AnalyticsFile, Ask
from projections.answers import Answer, AsOf, MatchQuery, MatchRow
from projections.damage_scan import damaged_matches, examine
from projections.database import Reader
from projections.entry_search import EntrySearch
from projections.filters import known_values
from projections.game_defects import defect_notes
from projections.game_names import named
from projections.opening_explorer import ExplorerQuery
from projections.opening_explorer.steps import add_first_steps
from projections.projector import Progress
from projections.publishing import Manifest, publish
from projections.questions.scope import Value
from projections.ratings.table import bring_up
from projections.redacted import RedactedContent, expect_viewpoint, redacted_analytics
from projections.result_files import Form, WrittenFile
from projections.statements import Request, read_request
from projections.win_model import played
from projections.win_model.logistic import Gate, TrainingResult, learnt

T = TypeVar("T")


class Analytics(AnalyticsFile):
    """Questions about all matches of a store."""

    def ask(
        self,
        asked: str | Request,
        given: Mapping[str, Value] | None = None,
        progress: Progress | None = None,
        viewpoint: str = JUDGE,
    ) -> Answer:
        """Answer a question such as `win-rate by player game:frc_tcg`. `given`: further filters by name. Raises
        UnknownQuestion, BadParameter, and UnknownMetric for values that do not occur in any match."""
        wanted = read_request(asked, given) if isinstance(asked, str) else asked
        return self._answered(
            lambda connection, as_of: statements.answer(connection, wanted, as_of), viewpoint, progress
        )

    def explore(self, asked: ExplorerQuery, progress: Progress | None = None, viewpoint: str = JUDGE) -> Answer:
        """Return the moves played from a position. Raises UnknownMove, and UnknownMetric for values that do not occur
        in any match."""
        told = progress or self._progress
        if viewpoint != JUDGE:  # moves are public, so they are stored in the main file
            self._fresh(lambda connection, _: add_first_steps(connection, self._source, asked.game, told), progress)

        def answered(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> Answer:
            if viewpoint == JUDGE:
                add_first_steps(connection, self._source, asked.game, told)
            return opening_explorer.answer(connection, asked, as_of)

        return self._answered(answered, viewpoint, progress)

    def find(self, searched: EntrySearch, progress: Progress | None = None, viewpoint: str = JUDGE) -> Answer:
        """Return the entries that match a search. Raises BadParameter, and UnknownMetric for words that do not occur in
        any match."""
        return self._answered(
            lambda connection, as_of: entry_search.answer(connection, searched, as_of), viewpoint, progress
        )

    def _answered(self, ask: Ask[T], viewpoint: str, progress: Progress | None, *, reading: Reader | None = None) -> T:
        """Return an answer limited to the knowledge of a viewpoint: `judge` (everything), `spectator` or the name of a
        player. Raises BadParameter if no player has that name."""
        if viewpoint == JUDGE and reading is None:
            return self._fresh(self._examined(ask, progress), progress)
        self._examine(progress)
        if viewpoint == JUDGE:
            return self._fresh(ask, progress, reading=reading)

        def seen(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> T:
            name = expect_viewpoint(connection, viewpoint)
            with redacted_analytics(
                connection, self._source, RedactedContent(self.path, name, as_of), progress or self._progress
            ) as inside:
                return ask(inside, as_of)

        return self._fresh(seen, progress)

    def matches_behind(
        self, asked: str | Request | ExplorerQuery, row: Mapping[str, object], progress: Progress | None = None
    ) -> tuple[str, ...]:
        """Return the ids of the matches that a row of an answer counts. Raises as the query does."""

        def found(connection: duckdb.DuckDBPyConnection, _: AsOf) -> tuple[str, ...]:
            if isinstance(asked, ExplorerQuery):
                return opening_explorer.matches(connection, asked, str(row["move"]))
            wanted = read_request(asked) if isinstance(asked, str) else asked
            return statements.matches(connection, wanted, row)

        return self._fresh(found, progress)

    def learnt(self, match_id: str) -> TrainingResult:
        """Learn chances to win a match from the latest other matches of the same game and kind."""
        row = self.match_row(match_id)
        if row is None:
            return TrainingResult(Gate(0), ())
        kind = "simulated" if row.kind == "simulated" else "match"

        def asked(connection: duckdb.DuckDBPyConnection, _: AsOf) -> TrainingResult:
            found = played(connection, self._source, row.game, kind, self._progress)
            return learnt([one for one in found if one.match != match_id])

        return self._fresh(asked)

    def matches(self, query: MatchQuery | None = None) -> tuple[MatchRow, ...]:
        """Return the matches of a query, in its order."""
        wanted = query or MatchQuery()
        return self._fresh(lambda connection, _: match_list.rows(connection, wanted))

    def listing(self, query: MatchQuery, progress: Progress | None = None) -> tuple[int, tuple[MatchRow, ...]]:
        """Return the number of matches of a query over all pages, and its page. An exception from `progress` stops it
        safely."""
        return self._fresh(
            lambda connection, _: (match_list.count(connection, query), match_list.rows(connection, query)), progress
        )

    def damage(self, matches: Sequence[str] | None = None) -> Mapping[str, str]:
        """Return the damaged matches among these (`None`: all), with the first damaged entry: `damaged from entry 8 on:
        …`."""
        return self._fresh(lambda connection, _: damaged_matches(connection, self._source, matches))

    def defects(self) -> tuple[str, ...]:
        """Return one line for each part that is missing because of a defect in a game."""
        return self._fresh(lambda connection, _: defect_notes(connection))

    def _examine(self, progress: Progress | None) -> None:
        """Check for damaged matches, so that answers leave them out and name them."""
        self._fresh(self._examined(lambda *_: None, progress), progress)

    def _examined(self, ask: Ask[T], progress: Progress | None) -> Ask[T]:
        """Return a question that is asked after the check for damaged matches, while the file is open."""

        def asked(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> T:
            examine(connection, self._source, None, progress or self._progress)
            return ask(connection, as_of)

        return asked

    def named_game(self, text: str, tag: str = "") -> str:
        """Return a game, or `game:kit`, for any of its names; of a kit, if it is played in the matches of the tag (empty: in any).
        Raises UnknownMetric."""
        return self._fresh(lambda connection, _: named(connection, "game", text, tag=tag))

    def kits(self, tag: str = "") -> tuple[str, ...]:
        """The kits that matches are played with, those of a tag (empty: all)."""
        return self._fresh(lambda connection, _: match_list.kits(connection, tag))

    def tags(self) -> tuple[tuple[str, int], ...]:
        """Return the tags of matches with their counts, most frequent first."""
        return self._fresh(lambda connection, _: match_list.tags(connection))

    def players(self, limit: int = 1000) -> tuple[str, ...]:
        """Return up to `limit` players, those with the most matches first."""
        return self._fresh(lambda connection, _: match_list.players(connection, limit))

    def known_values(self) -> Mapping[str, tuple[str, ...]]:
        """Return the values that can narrow a question, by dimension."""
        return self._fresh(lambda connection, _: known_values(connection))

    def words(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names that searches understand: all actions, cards and players in the file."""
        return self._fresh(lambda connection, _: entry_search.words(connection))

    def match_row(self, match_id: str) -> MatchRow | None:
        """Return one match; `None` for an unknown id."""
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
        """Run one read-only statement, without access to files or the network. Raises QueryRefused."""
        adhoc.expect_reading(text)

        def run(connection: duckdb.DuckDBPyConnection, as_of: AsOf) -> Answer:
            return adhoc.run(connection, text, as_of, limit=limit, seconds=seconds)

        return self._answered(run, viewpoint, progress, reading=self._read_only)

    def save(self, asked: Request, target: Path, form: Form) -> WrittenFile:
        """Write the answer to a question into the file `target`. Raises UnknownQuestion, BadParameter,
        UnknownMetric."""
        return self._saved(
            lambda connection, as_of: statements.save(connection, asked, as_of, target=target, form=form),
            target,
            rated="ratings" in asked.number.needs,
        )

    def save_sql(
        self,
        text: str,
        target: Path,
        form: Form,
        *,
        limit: int | None = None,
        parameters: Mapping[str, Value] | None = None,
    ) -> WrittenFile:
        """Write the result of one read-only statement into the file `target`. `parameters`: the values of its `$name`.
        Raises QueryRefused."""
        values = parameters or {}
        adhoc.expect_reading(text, values)
        return self._saved(
            lambda connection, as_of: adhoc.save(
                connection, text, as_of, limit=limit, target=target, form=form, values=values
            ),
            target,
        )

    def publish(self, folder: Path, copy: str = "") -> Manifest:
        """Write all tables into an empty folder: as Parquet files or, with `copy`, as one DuckDB file of that name."""
        return self._saved(lambda connection, as_of: publish(connection, as_of, folder, copy), folder, rated=True)

    def _saved(self, ask: Ask[T], target: Path, *, rated: bool = False) -> T:
        """Answer from undamaged matches in the file only; `rated`: include players' ratings."""
        self._examine(None)
        if rated:
            self._fresh(lambda connection, _: bring_up(connection))  # while the file can be written
        return self._fresh(ask, reading=partial(self._read_only, writes=target))

    def content_hash(self) -> str:
        """Return a digest of all table contents: equal for a file that was caught up and one that was rebuilt."""
        return self._fresh(lambda connection, _: content.digest(connection))

    def edited(self) -> tuple[str, ...]:
        """Return the matches whose rows another program changed; empty for a missing file."""
        return self._fresh(lambda connection, _: content.edited(connection)) if self.path.exists() else ()
