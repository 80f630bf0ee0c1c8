"""The cards on the table in a state: every `Token` in it, in any place where a game keeps it."""

from collections import Counter

from domain.cards import Token
from domain.fields import children_of
from domain.seats import GameState


def tokens_in(part: object) -> list[Token]:
    """The tokens of a state, or of a part of it, in the order of its fields."""
    found: list[Token] = []
    _collect(part, found)
    return found


def _collect(part: object, found: list[Token]) -> None:
    # Runs over every value of a state, so types without contents are sorted out first.
    for item in children_of(part):
        if isinstance(item, Token):
            found.append(item)
        elif item is not None and not isinstance(item, str | int):
            _collect(item, found)


def doubled_tokens(state: GameState) -> tuple[int, ...]:
    """Return the cards that are in two places at once. A game keeps a `Token` in one zone only."""
    numbers = [token.id for token in tokens_in(state)]
    if len(set(numbers)) == len(numbers):
        return ()
    return tuple(sorted(token for token, places in Counter(numbers).items() if places > 1))
