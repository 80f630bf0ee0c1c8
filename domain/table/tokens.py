"""Finds the physical cards in a state of any game: every `Token`, and every struct with a number (`id` or `token`) and
an identity (`card`)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct, structs

from domain.cards import Token
from domain.fields import children_of
from domain.seats import GameState


def tokens_in(part: object) -> list[Token]:
    """Return the tokens in a state, or in a part of it, in the order of its fields."""
    found: list[Token] = []
    _collect(part, found)
    return found


def _collect(part: object, found: list[Token]) -> None:
    # Visits every value of a state, so values without children are skipped first.
    for item in children_of(part):
        if isinstance(item, Token):
            found.append(item)
        elif item is not None and not isinstance(item, str | int):
            _collect(item, found)


def doubled_tokens(state: GameState) -> tuple[int, ...]:
    """Return the numbers of cards that are in two places of a state, which is a defect of the game."""
    numbers = [token.id for token in tokens_in(state)]
    if len(set(numbers)) == len(numbers):
        return ()
    return tuple(sorted(token for token, places in Counter(numbers).items() if places > 1))


def cards_on_table(state: GameState, seen: set[int] | None = None) -> Iterator[tuple[int, str | None]]:
    """Yield the number and card id (`None`: unknown) of every card in a state. Parts whose `id()` is in `seen` are
    skipped, others added to it: states of one match share most of their parts, so checking many costs little more than
    checking one."""
    yield from _cards(state, set() if seen is None else seen)


def _cards(part: object, seen: set[int]) -> Iterator[tuple[int, str | None]]:
    if not isinstance(part, Struct | tuple) or id(part) in seen:
        return
    seen.add(id(part))
    if isinstance(part, Struct) and (number := _number(part)) is not None:
        yield number, getattr(part, "card", None)
    for item in children_of(part):
        yield from _cards(item, seen)


def _number(part: Struct) -> int | None:
    """Return the number of the card that a struct represents, if it represents one."""
    names = part.__struct_fields__
    number = next((getattr(part, name) for name in ("id", "token") if name in names), None)
    return number if isinstance(number, int) and "card" in names else None


def with_names(state: GameState, identities: Mapping[int, str]) -> GameState:
    """Return the state with these identities (by card number) given to its unknown cards."""
    named = _named(state, identities)
    assert isinstance(named, GameState)
    return named


def _named(part: object, identities: Mapping[int, str]) -> object:
    if isinstance(part, tuple):
        items = tuple([_named(item, identities) for item in part])
        return items if any(new is not old for new, old in zip(items, part, strict=True)) else part
    if not isinstance(part, Struct):
        return part
    changes = {}
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if (new := _named(value, identities)) is not value:
            changes[name] = new
    number = _number(part)
    if number is not None and number in identities and getattr(part, "card", "") is None:
        changes["card"] = identities[number]
    return structs.replace(part, **changes) if changes else part
