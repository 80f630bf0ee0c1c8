"""Seats, endings and first players that a game's `facts.sql` does not provide, taken from the folded matches.

They depend only on the game's `outcome` and `turn_info` of a state, not on its event names."""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Final, TypeAlias

import duckdb

from domain.corrected_history import state_found
from domain.match import AnyMatch
from domain.registry import blamed, why_not_loaded
from projections.facts import game_facts
from projections.source import Source

Row: TypeAlias = tuple[object, ...]
"""The columns of a row after match, game and (in some tables) position."""

_TOUCHED: Final = """
    select e.match, m.game, max(e.version), map(list(e.version || '#' || e.number), list(e.position))
    from entries e join matches m on m.match = e.match
    where e.position >= $low and e.match in (select match from touched) and list_contains($games, m.game)
    group by all
"""
_FACELESS: Final = """
    select m.catalogue, list(distinct m.match order by m.match) from dice d join matches m on m.match = d.match
    where d.position >= $start and d.faces is null and m.match in (select match from kits)
    group by all
"""
_FACES: Final = """
    update dice set faces = $faces
    where faces is null and purpose = $dice and match in (select match from matches where catalogue = $catalogue)
"""
_COLUMNS: Final = {
    "seats": "match, game, seat, player, side",
    "firsts": "match, game, position, version, undone, seat",
    "endings": "match, game, position, version, undone, winners, drawn, reason, scores, agreed",
}
FOLDED: Final = frozenset(_COLUMNS)
"""The tables that the fold can fill."""


@cache
def tables_from_fold(game: str) -> frozenset[str]:
    """Return the tables that a game's `facts.sql` does not fill, so that they are derived from the folded match."""
    facts = game_facts().get(game)
    return FOLDED - {table for table, _ in facts.fills} if facts is not None else FOLDED


def insert_folded(
    connection: duckdb.DuckDBPyConnection, source: Source, low: int, games: Collection[str]
) -> dict[str, str]:
    """Replace the rows derived from folded matches, which begin at position `low` or later. Return the games that fail,
    with the reason."""
    failing: dict[str, str] = {}
    wanted = [game for game in games if tables_from_fold(game)]
    if not wanted:
        return failing
    rows: dict[str, list[Row]] = {}
    for match, game, version, positions in connection.execute(_TOUCHED, {"low": low, "games": wanted}).fetchall():
        for table in sorted(tables_from_fold(game)):
            standing = "and not agreed" if table == "endings" else ""
            connection.execute(f"delete from {table} where match = $match {standing}", {"match": match})  # noqa: S608
        try:
            followed = source.followed(match, version) if game not in failing else None
            found = list(rows_of(followed, positions)) if followed is not None else []
        except Exception as error:
            line = blamed(error)
            if line is None:
                raise
            failing[game] = line
            continue
        # A store may have its own games without packages, so a missing package is an error only if the match cannot be folded.
        if followed is None and game and (why := why_not_loaded(game)):
            failing.setdefault(game, why)
        for table, row in found:
            if table in tables_from_fold(game):
                rows.setdefault(table, []).append((match, game, *row))
    for table, written in rows.items():
        marks = ", ".join("?" for _ in _COLUMNS[table].split(","))
        connection.executemany(f"insert into {table} ({_COLUMNS[table]}) values ({marks})", written)  # noqa: S608
    return failing


def insert_faces(connection: duckdb.DuckDBPyConnection, source: Source, start: int) -> None:
    """Write the number of faces of dice rolled at position `start` or later in matches of kits. Only the kit has this
    number."""
    for catalogue, matches in connection.execute(_FACELESS, {"start": start}).fetchall():
        followed = next(filter(None, (source.followed(match, 1) for match in matches)), None)
        if followed is not None and followed.game.kits is not None:
            for dice, faces in followed.game.kits.facts(followed.state.catalogue).dice.items():
                connection.execute(_FACES, {"faces": faces, "dice": dice, "catalogue": catalogue})


def rows_of(match: AnyMatch, places: Mapping[str, Decimal]) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a match, each with its table. `places`: position of each action by `version#number`."""
    game = match.game
    for number, seat in enumerate(match.state.seats):
        yield "seats", (number, seat.name, seat.side)
    begun = ((action, game.turn_info(state_found(match, action))) for action in match.actions)
    if first := next(((action, moment) for action, moment in begun if moment.turn > 0), None):
        action, moment = first
        yield "firsts", (places[f"{action.version}#{action.number}"], action.version, False, moment.seat)
    steps = [
        (action.version, action.number, False, state_found(match, action), action.state) for action in match.actions
    ]
    steps += [(v, 0, True, match.states[v - 1], match.states[v]) for v in match.undone if f"{v}#0" in places]
    ended = game.outcome(match.state) is not None
    for version, number, undone, found, left in sorted(steps, key=lambda step: places[f"{step[0]}#{step[1]}"]):
        if (undone or ended) and (outcome := game.outcome(left)) is not None and outcome != game.outcome(found):
            how = (list(outcome.winners), outcome.drawn, outcome.reason, list(outcome.scores) or None, False)
            yield "endings", (places[f"{version}#{number}"], version, undone, *how)
