"""Columns that tables of all games share hold what the schema says of them: for every game and every kit."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

import duckdb
import msgspec
import pytest

from domain.entries import events_of
from domain.game import tag_of
from domain.simulation import simulate
from projections.analytics import Analytics
from projections.entry_search import read_searched
from service.kits import kit_titles
from service.resources import load_catalogue
from storage.store import MatchStore
from tests.projections.retold import Retold, simulated, written
from tests.projections.scorebook import GAMES

KIT: Final = "tabletop"
ACTS: Final = 50
PLAYED: Final = [name for name, game in GAMES.items() if game.kind != "competition" and name not in ("high_card", KIT)]
WORD: Final = "not exists (from known where known.match = t.match and kind = '{0}' and word = t.{0})"
MEANT: Final = {
    **{kind: WORD.format(kind) for kind in ("card", "type", "command")},
    "cards": "exists (from known where known.match = t.match and kind = 'cards' and not list_has_all(words, t.cards))",
    "copies": "regexp_matches(t.copies::varchar, '\\b0|-')",
    "face": "t.face < 1",
    "round": "t.round < 0",
    "seat": "t.seat not between 0 and len(players) - 1",
    "token": "t.token < 1",
    "turn": "t.turn < 0",
    "winners": "not list_has_all(range(len(m.players)), t.winners)",
}
"""Forbidden values by the name of the column; null is allowed."""
COLUMNS: Final = """
    select schema_name || '.' || table_name as name
    from duckdb_columns()
    where not internal and table_name in (select table_name from duckdb_tables())
    group by name
    having list_has_all(list(column_name), ['match', $column])
"""
KNOWN: Final = """
    create temp table known as
    with one as (select unnest(from_json($known, '[["varchar"]]')) as word)
    select word[1] as match, word[2] as kind, word[3] as word, [] as words from one
    union all select word[1], 'cards', null, list(word[3]) from one where word[2] = 'card' group by word[1]
"""


def records(store: MatchStore, name: str) -> list[Retold]:
    """Some matches of a game or of a kit; of a game also all that its written match shows."""
    if name in PLAYED:
        acts = [written(name), simulated(name, 0)]
    else:
        catalogue = load_catalogue(GAMES[KIT], name)
        acts = [(tuple(islice(simulate(GAMES[KIT], catalogue, 1), ACTS)), catalogue)]
    game = name if name in PLAYED else KIT
    return [Retold(store, f"{name}-{number}", game, one).play() for number, one in enumerate(acts)]


def words(book: Retold) -> Iterator[tuple[str, str, str]]:
    """The card ids, commands and events of a match."""
    kinds = {
        "card": [card.card_id for card in book.match.state.catalogue],
        "type": map(tag_of, book.match.game.events),
        "command": map(tag_of, book.match.game.commands),
    }
    return ((book.match.id, kind, word) for kind, found in kinds.items() for word in found)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Analytics, list[Retold]]]:
    """Matches of all games and kits, and their analytics."""
    folder = tmp_path_factory.mktemp("columns")
    with (
        MatchStore.open(str(folder / "store.db"), create=True) as store,
        contextlib.closing(Analytics(folder / "analytics.duckdb", store)) as analytics,
    ):
        books = [book for name in (*PLAYED, *kit_titles()) for book in records(store, name)]
        analytics.catch_up()
        yield analytics, books


@pytest.mark.parametrize("column", MEANT)
def test_a_shared_column_holds_what_it_documents(shelf: tuple[Analytics, list[Retold]], column: str) -> None:
    known = [one for book in shelf[1] for one in words(book)]
    with duckdb.connect(str(shelf[0].path), read_only=True) as connection:
        connection.execute(KNOWN, {"known": msgspec.json.encode(known).decode()})
        tables = connection.execute(COLUMNS, {"column": column}).fetchall()
        assert tables
        for (table,) in tables:
            held = (
                f"from {table} t join matches m on m.match = t.match where t.{column} is not null and {MEANT[column]}"
            )
            assert connection.execute(f"select t.match, t.{column}, t {held} limit 3").fetchall() == [], table


def test_a_search_finds_the_card_that_an_event_holds_with_its_number(shelf: tuple[Analytics, list[Retold]]) -> None:
    analytics, books = shelf
    played = Counter(
        event.card.card
        for book in books
        for payload in book.payloads
        for event in events_of(payload)
        if tag_of(event) == "award_played"
    )
    assert played
    for card, times in played.items():
        assert analytics.find(read_searched(f"award_played card:{card}")).total == times
