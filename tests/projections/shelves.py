"""A shelf: matches of a game, recorded side by side with take-backs in between, and analytics that followed on the way."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from domain.entries import Envelope
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.projections.estimates import ends
from tests.projections.recomputed import cases
from tests.projections.retold import Retold, happened, of, rebuilt, rows, shuffled_in, table
from tests.projections.scorebook import GAMES, Scorebook


class Told(NamedTuple):
    """A standing event and where it is."""

    book: Scorebook
    version: int
    k: int
    event: Any
    envelope: Envelope

    @property
    def place(self) -> tuple[str, int, int]:
        """Match, version and number: the first columns of every fact."""
        return self.book.match.id, self.version, self.k


class Shelf(NamedTuple):
    """The matches and their analytics."""

    analytics: Analytics
    books: Sequence[Scorebook]
    store: MatchStore

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The answer to a query."""
        return rows(self.analytics, sql)

    def table(self, question: str, **given: Any) -> list[dict[str, Any]]:
        """The answer to a question, one mapping per row."""
        return table(self.analytics, question, given)

    def facts(self, name: str, columns: str, where: str = "true", order: str = "") -> list[tuple[Any, ...]]:
        """The standing rows of a table: match, version, number and these columns."""
        select = f"select match, version, k, {columns} from {name} where not undone and {where}"
        return self.rows(f"{select} order by match, version, k{order}")

    def told(self, *names: str) -> Iterator[Told]:
        """The standing events of these types (all by default), in the order of the tables."""
        for book in sorted(self.books, key=lambda book: book.match.id):
            for one in of(book, *names) if names else happened(book):
                yield Told(book, *one)

    def told_with_states(self) -> Iterator[tuple[Told, Any]]:
        """All standing events, each with the state in which it happened."""
        state: Any = None
        entry: tuple[str, int] | None = None
        for told in self.told():
            if entry != told.place[:2]:
                state, entry = told.book.match.states[told.version - 1], told.place[:2]
            yield told, state
            state = told.book.game.evolve(state, told.event)

    def expect_results(self, first: Callable[[Scorebook], int | None]) -> None:
        """Status, sides, first seat and outcome of each match are those of the folded match."""
        found = {row.id: row for row in self.analytics.matches()}
        firsts = dict(self.rows("select match, first_seat from matches"))
        for book in self.books:
            match = book.match
            row, outcome, seats = found[match.id], match.outcome, match.state.seats
            assert row.sides == tuple(seat.side for seat in seats)
            assert firsts[match.id] == first(book)
            if outcome is None:
                assert row.status == "running"
                continue
            names = tuple(seats[winner].name for winner in outcome.winners)
            assert (row.winners, row.drawn) == (names, outcome.drawn)
            assert match.concluded or row.reason == outcome.reason
            assert not outcome.scores or row.scores == outcome.scores

    def expect_points(self, scores: Callable[[Any], Sequence[int]]) -> None:
        """The last points of each seat and the sum of their changes are what the final state of its match gives."""
        found = self.rows(
            "select match, seat, arg_max(after, position * 1000 + k), sum(delta) from points where not undone group by match, seat"
        )
        wanted = [
            (book.match.id, seat, score, score)
            for book in self.books
            for seat, score in enumerate(scores(book.match.state))
        ]
        assert sorted(found) == sorted(wanted)

    def expect_the_same_rebuilt(self, batch: int) -> None:
        """A file made from the whole store in batches of that size has the same content."""
        assert self.analytics.content_hash() == rebuilt(self.analytics, self.store, self.analytics.path.parent, batch)


def shelved(folder: Path, made: Callable[[MatchStore], Sequence[Scorebook]], back: int = 0) -> Shelf:
    """Records the matches side by side, the analytics catch up after each half; of the first match the last actions are
    taken back."""
    store = MatchStore.open(f"sqlite:///{folder / 'store.db'}", create=True, find_game=GAMES.__getitem__)
    analytics, books = Analytics(folder / "analytics.duckdb", store), made(store)
    half = len(books) // 2
    shuffled_in(books[:half], Random(3))
    analytics.catch_up()
    shuffled_in(books[half:], Random(4))
    if back:
        books[0].take_back(books[0].match.line[-back])
    analytics.catch_up()
    return Shelf(analytics, books, store)


def ended_by(book: Retold, start: Callable[[Any], bool], *lines: Any) -> Retold:
    """Plays a match until its state is so, and ends it by these commands; `{0}` is the name of the first player."""
    while not start(book.match.state):
        book.act()
    names = [seat.name for seat in book.match.state.seats]
    return book.do(*(line.format(*names) if isinstance(line, str) else line for line in lines))


def share_of(parts: list[tuple[str, float, float]]) -> list[float]:
    """A share and its interval; cases are counted by match (match, numerator, denominator)."""
    share, worth = cases(parts)
    return [share, *ends(share * worth, worth)]
