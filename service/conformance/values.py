"""Commands that nobody would enter: random values for the fields of any struct."""

from collections.abc import Callable
from random import Random
from typing import Final

import msgspec
from msgspec import Struct, inspect

from domain.cards import UNKNOWN, format_token, token_id
from domain.game import Command, GameState, tag_of
from domain.notation import fields_of

_WORDS: Final = ("", "x", "Ada", "nothing such", "??", "-", "日本", "0")
_NUMBERS: Final = (-1000, -1, 0, 1, 2, 3, 4, 6, 7, 12, 40, 1000)
_ATTEMPTS: Final = 20


class Values:
    """Random values in the vocabulary of one match; unless `existing`, cards and seats that are not there, too."""

    def __init__(self, state: GameState, rng: Random, *, existing: bool = False) -> None:
        self.rng = rng
        self.cards = [record.card_id for record in state.catalogue]
        self.seats = range(len(state.seats)) if existing else range(-1, len(state.seats) + 1)
        if not existing:
            self.cards.append("nothing_such")

    def command(self, command: type[Command]) -> Command | None:
        """A random command of a type; None where no valid value was found."""
        return self._converted(command, lambda: self.struct(command))

    def changed(self, command: Command) -> Command | None:
        """A command with one of its fields changed."""
        fields = fields_of(type(command))
        if not fields:
            return None
        field = self.rng.choice(fields)

        def build() -> dict[str, object]:
            return {**_builtins(command), field.name: self.value(field.type)}

        return self._converted(type(command), build)

    def struct(self, struct: type[Struct]) -> dict[str, object]:
        """Builtins of a struct; about half of its optional fields are left out."""
        fields = [f for f in fields_of(struct) if f.required or self.rng.random() < 0.5]
        found = {f.name: self.value(f.type) for f in fields}
        config = struct.__struct_config__
        return found if config.tag_field is None else {config.tag_field: config.tag, **found}

    def value(self, wanted: inspect.Type) -> object:
        """A value of a type, as builtins."""
        extra: dict[str, object] = {}
        while isinstance(wanted, inspect.Metadata):
            extra = wanted.extra or extra
            wanted = wanted.type
        if choices := extra.get("choices"):
            return self.rng.choice([*_texts(choices), "nothing such"])
        if extra.get("notation") == "seat" and isinstance(wanted, inspect.IntType):
            return self.rng.choice(self.seats)
        if extra.get("notation") == "card" and isinstance(wanted, inspect.StrType):
            return self.card()
        return self._plain(wanted, extra)

    def card(self) -> str:
        """A card as a command may name it."""
        card = self.rng.choice(self.cards)
        token = format_token(token_id(self.rng.randrange(2), self.rng.randint(1, 12)))
        return self.rng.choice((card, card, card, UNKNOWN, token, f"{token}={card}", f"{card}#2"))

    def _plain(self, wanted: inspect.Type, extra: dict[str, object]) -> object:
        if isinstance(wanted, inspect.UnionType):
            choice = self.rng.choice(wanted.types)
            return self.value(inspect.Metadata(choice, extra=extra) if extra else choice)
        if isinstance(wanted, inspect.StructType):
            return self.struct(wanted.cls)
        if isinstance(wanted, inspect.VarTupleType | inspect.ListType | inspect.FrozenSetType | inspect.SetType):
            return [self.value(wanted.item_type) for _ in range(self.rng.randrange(4))]
        if isinstance(wanted, inspect.TupleType):
            return [self.value(item) for item in wanted.item_types]
        if isinstance(wanted, inspect.DictType):
            return {
                _key(self.value(wanted.key_type)): self.value(wanted.value_type) for _ in range(self.rng.randrange(4))
            }
        return self._scalar(wanted)

    def _scalar(self, wanted: inspect.Type) -> object:
        if isinstance(wanted, inspect.BoolType):
            return self.rng.random() < 0.5
        if isinstance(wanted, inspect.IntType):
            return self.rng.choice([n for n in (*_NUMBERS, wanted.ge, wanted.le) if n is not None])
        if isinstance(wanted, inspect.StrType):
            return self.rng.choice(_WORDS)
        if isinstance(wanted, inspect.LiteralType):
            return self.rng.choice(wanted.values)
        if isinstance(wanted, inspect.EnumType):
            return self.rng.choice([member.value for member in wanted.cls])
        return None

    def _converted(self, command: type[Command], build: Callable[[], dict[str, object]]) -> Command | None:
        for _ in range(_ATTEMPTS):
            try:
                return msgspec.convert(build(), command)
            except (msgspec.ValidationError, TypeError):
                continue
        return None


def _builtins(command: Command) -> dict[str, object]:
    fields = msgspec.to_builtins(command)
    assert isinstance(fields, dict)
    return {**fields, "type": tag_of(command)}


def _texts(choices: object) -> tuple[object, ...]:
    return tuple(choices) if isinstance(choices, tuple | list) else ()


def _key(value: object) -> object:
    return value if isinstance(value, str | int) else str(value)
