"""Unusual commands, and lists of changes by hand: random values for the fields of any struct."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from domain.cards import UNKNOWN, Token, format_token, token_id
from domain.decoding import converted
from domain.fields import Kind, TypeSpec, children_of, fields_of
from domain.game import Command
from domain.seats import GameState

_WORDS: Final = ("", "x", "Ada", "nothing such", "??", "-", "日本", "0")
_NUMBERS: Final = (-1000, -1, 0, 1, 2, 3, 4, 6, 7, 12, 40, 1000)
_SMALL: Final = (-2, -1, 0, 1, 1, 1, 2, 2, 3, 4, 5, 10, 20)
_ATTEMPTS: Final = 20

S = TypeVar("S", bound=Struct)


class Values:
    """Random values for one match; unless `existing`, also unknown cards, seats and numbers."""

    def __init__(self, state: GameState, rng: Random, *, existing: bool = False) -> None:
        self.rng = rng
        self.state = state
        self.existing = existing
        self.cards = [record.card_id for record in state.catalogue]
        self.seats = range(len(state.seats)) if existing else range(-1, len(state.seats) + 1)
        if not existing:
            self.cards.append("nothing_such")

    @cached_property
    def zones(self) -> list[list[Token]]:
        """The cards on the table, grouped by the field that contains them, each with its number (0 without one)."""
        zones: dict[str, list[Token]] = {}
        for zone, token in _cards_in(self.state, frozenset(self.cards)):
            zones.setdefault(zone, []).append(token)
        return list(zones.values())

    def command(self, command: type[Command]) -> Command | None:
        """Return a random command of a type; `None` if no valid value was found."""
        return self.made_up(command)

    def made_up(self, struct: type[S]) -> S | None:
        """Return a random struct of a type; `None` if no valid value was found."""
        return self._converted(struct, lambda: self.struct(struct))

    def changed(self, struct: S) -> S | None:
        """Return a struct with one of its fields changed; `None` if no valid value was found."""
        fields = fields_of(type(struct))
        if not fields:
            return None
        field = self.rng.choice(fields)

        def build() -> dict[str, object]:
            return {**_builtins(struct), field.name: self.value(field)}

        return self._converted(type(struct), build)

    def struct(self, struct: type[Struct]) -> dict[str, object]:
        """Return a struct as builtins, without about half of its optional fields."""
        fields = [f for f in fields_of(struct) if f.required or self.rng.random() < 0.5]
        found = {f.name: self.value(f) for f in fields}
        config = struct.__struct_config__
        return found if config.tag_field is None else {config.tag_field: config.tag, **found}

    def value(self, wanted: TypeSpec) -> object:
        """Return a value of a kind, as builtins."""
        if wanted.choices and wanted.kind != "choice":
            return self.rng.choice([*wanted.choices, "nothing such"])
        made = _MADE.get(wanted.kind)
        return made(self, wanted) if made is not None else None

    def card(self) -> str:
        """Return a card as a command may name it."""
        if self.existing and self.zones and self.rng.random() < 0.7:
            return self._card_on_the_table(self.rng.choice(self.rng.choice(self.zones)))
        if not self.cards:
            return UNKNOWN  # a game without cards has none to name
        card = self.rng.choice(self.cards)
        token = format_token(token_id(self.rng.randrange(2), self.rng.randint(1, 12)))
        return self.rng.choice((card, card, card, UNKNOWN, token, f"{token}={card}", f"{card}#2"))

    def _card_on_the_table(self, token: Token) -> str:
        number = format_token(token.id)
        if token.card is None:
            named = self.rng.choice(self.cards)
            return self.rng.choice((UNKNOWN, UNKNOWN, number, f"{number}={named}", f"{number}={named}", named))
        if not token.id:
            return token.card
        return self.rng.choice(
            (token.card, token.card, token.card, number, f"{number}={token.card}", f"{token.card}#2")
        )

    def nested(self, wanted: TypeSpec) -> object:
        """Return a nested struct as builtins."""
        assert wanted.struct is not None
        return self.struct(wanted.struct)

    def mapping(self, wanted: TypeSpec) -> object:
        """Return a mapping of up to three pairs."""
        key, value = wanted.of
        return {_key(self.value(key)): self.value(value) for _ in range(self.rng.randrange(4))}

    def number(self, wanted: TypeSpec) -> object:
        """Return a small number, or one of the bounds."""
        numbers = _SMALL if self.existing else _NUMBERS
        return self.rng.choice([n for n in (*numbers, wanted.least, wanted.most) if n is not None])

    def _converted(self, struct: type[S], build: Callable[[], dict[str, object]]) -> S | None:
        for _ in range(_ATTEMPTS):
            try:
                return converted(build(), struct)
            except (msgspec.ValidationError, TypeError):
                continue
        return None


def _cards_in(part: object, cards: frozenset[str], zone: str = "") -> Iterator[tuple[str, Token]]:
    """Yield the cards in a state, each with its field: tokens, structs with a token's number and its card,
    ids of cards."""
    if isinstance(part, str):
        if part in cards:
            yield zone, Token(0, part)
    elif isinstance(part, Token):
        yield zone, part
    elif isinstance(part, Struct):
        number, card = getattr(part, "token", None), getattr(part, "card", None)
        if isinstance(number, int) and (card is None or isinstance(card, str)):
            yield zone, Token(number, card)
            return
        for name in part.__struct_fields__:
            yield from _cards_in(getattr(part, name), cards, f"{zone}.{name}")
    else:
        for item in children_of(part):
            yield from _cards_in(item, cards, zone)


def _builtins(struct: Struct) -> dict[str, object]:
    fields = msgspec.to_builtins(struct)
    assert isinstance(fields, dict)
    return fields


def _key(value: object) -> object:
    return value if isinstance(value, str | int) else str(value)


_MADE: Final[Mapping[Kind, Callable[[Values, TypeSpec], object]]] = {
    "seat": lambda values, _: values.rng.choice(values.seats),
    "side": Values.number,
    "number": Values.number,
    "card": lambda values, _: values.card(),
    "text": lambda values, _: values.rng.choice(_WORDS),
    "flag": lambda values, _: values.rng.random() < 0.5,
    "choice": lambda values, wanted: values.rng.choice(wanted.choices),
    "either": lambda values, wanted: values.value(values.rng.choice(wanted.of)),
    "nested": Values.nested,
    "list": lambda values, wanted: [values.value(wanted.of[0]) for _ in range(values.rng.randrange(4))],
    "row": lambda values, wanted: [values.value(one) for one in wanted.of],
    "map": Values.mapping,
}
"""Generators of values by kind; other kinds are not generated."""
