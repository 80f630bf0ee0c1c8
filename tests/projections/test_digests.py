"""Digests of matches: what batches add to them is what their rows come to, and whatever another program edits is found."""

from pathlib import Path
from random import Random

import duckdb
import pytest

from domain.judging import Disputed, Penalised, Ruled, Withdrawn
from projections import content
from projections.analytics import Analytics
from storage.store import MatchStore
from tests.campaigns import some
from tests.projections.scorebook import Scorebook, ramble


def ruled(book: Scorebook, rng: Random) -> None:
    """A claim, and a ruling with a penalty."""
    book.add(Disputed(about=1, claim="illegal", claimant="Bo", text="so"))
    book.add(Ruled(about=book.match.version, official="Jo", role="head_judge", text="so"))
    book.add(Penalised(about=book.match.version, seat=0, penalty=rng.choice(("warning", "game_loss"))))


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(8), 1))
def test_digests_are_those_of_the_rows(store: MatchStore, tmp_path: Path, seed: int) -> None:
    """After batches of any size, with take-backs, notes, rulings, conclusions, matches typed in twice, games without facts and
    unreadable entries; caught up live, and rebuilt."""
    rng = Random(seed)
    live = Analytics(tmp_path / "live.duckdb", store, batch=rng.choice((20, 60, 400)))

    def look() -> None:
        live.catch_up()
        assert live.edited() == ()

    for number, game in enumerate(("high_card", rng.choice(("frc_card_game", "frc_tcg", "pbl_robots")), "high_card")):
        book = ramble(Scorebook(store, f"m{number}", game, seed % 3), rng, look)
        look()
        ruled(book, rng)
        store.append_rows([(f"bad{number}", 1, f"{game}/2", b'{"no":"entry"}')])
        look()
        book.add(Withdrawn(about=book.match.version, official="Jo", role="head_judge", text="so"))
        look()
        book.take_back(rng.choice(book.match.line[-6:]))
        look()
    live.rebuild()
    assert live.edited() == ()
    live.close()


def test_any_edited_row_is_found(store: MatchStore, analytics: Analytics) -> None:
    """In every table that catching up fills: a row that is gone, one that is there twice, and one with another value."""
    for number, game in enumerate(("high_card", "frc_tcg")):
        ruled(Scorebook(store, f"m{number}", game, seed=1).play().take_back(9).play(30), Random(1))
    analytics.catch_up()
    analytics.close()
    with duckdb.connect() as connection:
        connection.execute(f"attach '{analytics.path}' as matchbook; use matchbook")
        tables = [
            table for table in content.tables_with(connection, "match") if not content.is_filled_by_questions(table)
        ]
        filled = [table for table in tables if connection.execute(f"from {table} limit 1").fetchall()]
        assert len(filled) > 12
        assert content.edited(connection) == ()
        for table in filled:
            column = {"main.matches": "title", "main.seats": "player", "main.kits": "kit"}.get(table, "version")
            changed = f"{column}::varchar || '1'"
            for edit in (
                f"delete from {table} where rowid = 0",
                f"insert into {table} from {table} limit 1",
                f"update {table} set {column} = {changed} where rowid = 0",
            ):
                connection.execute(f"begin; {edit}")
                assert len(content.edited(connection)) == 1, edit
                connection.execute("rollback")
