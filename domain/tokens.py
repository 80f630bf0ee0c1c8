"""The physical cards that a state shows: every `Token` in it, wherever a game keeps it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.cards import Token
from domain.game import GameState


def tokens_in(part: object) -> Iterator[Token]:
    """The tokens of a state, or of a part of it, in the order of its fields."""
    if isinstance(part, Token):
        yield part
    elif isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from tokens_in(getattr(part, name))
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from tokens_in(value)
    elif isinstance(part, tuple | list | frozenset):
        for item in part:
            yield from tokens_in(item)


def doubled_tokens(state: GameState) -> tuple[int, ...]:
    """The cards that stand in two places at once. A game keeps a `Token` in one zone only."""
    counted = Counter(token.id for token in tokens_in(state))
    return tuple(sorted(token for token, places in counted.items() if places > 1))
