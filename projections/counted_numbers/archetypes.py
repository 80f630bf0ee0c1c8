"""Kinds of decks (archetypes): each list belongs to the frequently played list that it resembles most.

The similarity of two lists is the share of their common cards: sum of the smaller counts / sum of the larger ones
(Jaccard's index of multisets).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import duckdb

from projections.sections import sql_text

ALIKE: Final = 0.5
"""Least similarity of two lists of one kind."""
MOST_KINDS: Final = 24
"""Most kinds per game; lists that do not resemble any kind are `other`."""
_LOOKED_AT: Final = 400
"""Number of most-played lists of a game that are searched for kinds."""
_NAMED_BY: Final = 3
OTHER: Final = "other"

List = Mapping[str, int]
"""Copies by card id."""


def alike(one: List, other: List) -> float:
    """Return the similarity of two lists, from 0 to 1."""
    shared = sum(min(copies, other.get(card, 0)) for card, copies in one.items())
    return shared / (sum(one.values()) + sum(other.values()) - shared)


def leaders(lists: Sequence[tuple[str, List]]) -> dict[str, List]:
    """Return the kinds among lists that are sorted by frequency: a list that is not similar to any kind before it is a
    new kind."""
    found: dict[str, List] = {}
    for deck, cards in lists:
        if len(found) < MOST_KINDS and all(alike(cards, known) < ALIKE for known in found.values()):
            found[deck] = cards
    return found


def make_archetypes(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the temporary table `archetypes`: game, deck and archetype of every list."""
    query = sql_text("counted_numbers", "decks")
    lists: dict[str, list[tuple[str, List]]] = {}
    for game, deck, cards, copies in connection.execute(query, {"most": _LOOKED_AT}).fetchall():
        lists.setdefault(game, []).append((deck, dict(zip(cards, copies, strict=True))))
    rows = [
        (game, deck, name, card, copies)
        for game, known in lists.items()
        for deck, (name, cards) in _named(leaders(known)).items()
        for card, copies in cards.items()
    ]
    columns: list[list[object]] = [list(column) for column in zip(*rows, strict=True)] or [[]] * 5
    connection.execute(
        "create or replace temp table leaders as "
        "select unnest($1::varchar[]) as game, unnest($2::varchar[]) as deck, unnest($3::varchar[]) as archetype, "
        "unnest($4::varchar[]) as card, unnest($5::integer[]) as copies",
        columns,
    )
    connection.execute(sql_text("counted_numbers", "archetypes"), {"alike": ALIKE, "other": OTHER})


def _named(kinds: Mapping[str, List]) -> dict[str, tuple[str, List]]:
    """Return each kind, named after its distinctive cards: those with the most copies in it and the fewest in other
    kinds."""
    everywhere = Counter(card for cards in kinds.values() for card in cards)
    named = {}
    for deck, cards in kinds.items():
        telling = sorted(cards, key=lambda card: (everywhere[card] / cards[card], card))
        named[deck] = ("+".join(telling[:_NAMED_BY]), cards)
    return named
