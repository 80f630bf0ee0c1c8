"""Analytics without a store: matches, cards and dice are planted in their tables, and questions are asked of them."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import duckdb

from projections.answers import AsOf
from projections.questions import find_question
from projections.sections import parse, sql_text
from projections.statements import answer, read_request

KINDS = dict(parse("kinds", sql_text("counted_numbers", "kinds")).parts)
"""The statements that answer metrics, by kind."""
LISTS = {
    "tags": "varchar[]", "opened_at": "timestamp", "players": "varchar[]", "sides": "integer[]", "winners": "integer[]",
    "cards": "varchar[]", "copies": "integer[]",
}  # fmt: skip


def opened() -> duckdb.DuckDBPyConnection:
    """An analytics file without matches, in memory."""
    connection = duckdb.connect()
    connection.execute("attach ':memory:' as matchbook; use matchbook")
    for part in ("macros", "tables", "views"):
        connection.execute(sql_text("schema", part))
    connection.execute("insert into catchup values (1, '', '', 0)")
    return connection


def asked(connection: duckdb.DuckDBPyConnection, question: str, **given: Any) -> list[dict[str, Any]]:
    """The rows of an answer, by column."""
    found = answer(connection, read_request(question, given), AsOf(0, 0, 0))
    assert set(find_question(question.split(maxsplit=1)[0]).columns) == set(found.columns)
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def measured(connection: duckdb.DuckDBPyConnection, kind: str, columns: str, keys: str) -> list[tuple[Any, ...]]:
    """The answers of metrics of a kind for the table `rows`, for each value of the keys."""
    parts = {
        name: text.replace("@keys", keys).replace("@per", "1").replace("$least", "1") for name, text in KINDS.items()
    }
    query = f"with parts as ({parts['parts']}), sums as ({parts['sums']}) select {columns} from ({parts[kind]})"
    return connection.execute(query).fetchall()


def filled(connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Adds rows to a table, column by column."""
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    kinds = {str: "varchar", int: "integer", bool: "boolean", float: "double", list: "varchar[]"}
    casts = {name: LISTS.get(name) or kinds[type(values[0])] for name, values in columns.items()}
    listed = ", ".join(f"unnest(${n}::{casts[name]}[]) as {name}" for n, name in enumerate(columns, start=1))
    connection.execute(f"insert into {table} by name select {listed}", list(columns.values()))


def numbered(connection: duckdb.DuckDBPyConnection, columns: Sequence[str], rows: Iterable[Sequence[float]]) -> None:
    """Replace the table `rows`, with columns of numbers."""
    listed = ", ".join(f"unnest(${n}::double[]) as {name}" for n, name in enumerate(columns, start=1))
    connection.execute(
        f"create or replace temp table rows as select {listed}", [list(column) for column in zip(*rows, strict=True)]
    )


def emptied(connection: duckdb.DuckDBPyConnection) -> None:
    """Tables without matches."""
    for table in ("matches", "seats", "cards", "decks", "dice"):
        connection.execute(f"delete from {table}")


def match(number: int, players: Sequence[str], **more: Any) -> dict[str, Any]:
    """A match of two that was played out."""
    return {
        "match": f"m{number:07}", "game": "g", "title": "", "tags": [], "kind": "match", "opened_at": "2026-01-01",
        "first_position": number, "players": [*players], "sides": [0, 1], "status": "finished", "drawn": False, "first_seat": 0,
        "winners": [0], "round": 0, "turn": 1, **more,
    }  # fmt: skip


def of_match(one: dict[str, Any], position: int, **more: Any) -> dict[str, Any]:
    """A row about a match: of its first seat, unless said otherwise."""
    return {
        "match": one["match"], "game": one["game"], "position": position, "version": 1, "undone": False, "seat": 0, **more
    }  # fmt: skip


def moved(
    one: dict[str, Any], position: int, token: int, card: str, action: str, turn: int = 1, **more: Any
) -> dict[str, Any]:
    """A card of a match that was drawn, played, retired."""
    what = {"k": 1, "round": 0, "turn": turn, "token": token, "card": card, "action": action}
    return of_match(one, position, **{**what, **more})


def seated(connection: duckdb.DuckDBPyConnection, matches: Sequence[dict[str, Any]]) -> None:
    """Adds matches, and their seats."""
    filled(connection, "matches", matches)
    connection.execute(
        "insert into seats select match, game, seat, players[seat + 1], sides[seat + 1] from matches, range(2) s(seat)"
    )


def thrown(connection: duckdb.DuckDBPyConnection, games: Sequence[Sequence[int]], faces: int = 6) -> None:
    """Throws of one match per game, without players or other facts."""
    emptied(connection)
    seated(connection, [match(number, ("Ada", "Bo"), game=str(number)) for number in range(len(games))])
    shown = [(game, place, face) for game, throws in enumerate(games) for place, face in enumerate(throws)]
    connection.execute(
        "insert into dice by name "
        "select match, game, 1 as position, 1 as version, 1 as k, false as undone, $1 as faces, roll, face from ("
        "select unnest($2::integer[]) as first_position, unnest($3::integer[]) as roll, unnest($4::integer[]) as face) "
        "join matches using (first_position)",
        [faces, *(list(column) for column in zip(*shown, strict=True))],
    )


def drawn(connection: duckdb.DuckDBPyConnection, rng: Random, matches: int, *, stuck: str = "") -> None:
    """Seats that draw a hand of four and eight more from a deck of twenty; a card may stay at the bottom half."""
    emptied(connection)
    rows, moves = [], []
    for number in range(matches):
        deck = [f"c{n:02}" for n in range(20)]
        rng.shuffle(deck)
        if stuck and deck.index(stuck) < 6:
            place, other = deck.index(stuck), rng.randrange(6, 20)
            deck[place], deck[other] = deck[other], deck[place]
        rows.append(match(number, ("Ada", "Bo")))
        moves += [
            moved(rows[-1], n, n, card, "opening" if n <= 4 else "drawn") for n, card in enumerate(deck[:12], start=1)
        ]
    seated(connection, rows)
    filled(connection, "cards", moves)
