"""Predefined packs of cards. Ids begin with the suit, because an id cannot begin with a digit."""

from collections.abc import Iterator
from typing import Final

from domain.games.tabletop.schema import PieceRecord, Trait

_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
_RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SIGNS: Final = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def pack_cards(pack: str) -> Iterator[PieceRecord]:
    """Yield the cards of `french52`, `french54` (with two jokers) or `french32` (from 7 on). The trait `value` is 10 for court
    cards and 1 for aces; in `order`, aces are high."""
    for suit in _SUITS:
        lowest = 7 if pack == "french32" else 2
        for order, rank in enumerate(_RANKS[lowest - 2 :], start=lowest):
            value = 1 if rank == "A" else min(order, 10)
            traits: dict[str, Trait] = {"suit": suit, "rank": rank, "value": value, "order": order}
            yield PieceRecord(
                card_id=f"{suit[0]}{rank}", name=f"{rank}{_SIGNS[suit]}", traits=tuple(sorted(traits.items()))
            )
    if pack == "french54":
        for joker in ("jokerA", "jokerB"):
            traits = {"suit": "joker", "rank": "joker", "value": 0, "order": 15}
            yield PieceRecord(card_id=joker, name=f"joker {joker[-1]}", traits=tuple(sorted(traits.items())))
