"""Commands as text and back, for every game: the grammar is derived from the command structs.

`play_robot krabby nia,pax offensive` or `play_robot card=krabby students=[nia, pax] position=offensive`. Values are words
(quoted where they hold spaces), lists, `name(key=value, …)` for nested changes, `-` for none and `??` for an unknown card.
Required fields come first in declared order. `parse_command(print_command(x)) == x` for every command.
"""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import Final, TypeVar

import msgspec
from msgspec import Struct, inspect

from domain.cards import UNKNOWN
from domain.fitting import Misfit, fitted
from domain.game import Command, tag_of
from domain.names import Names
from domain.syntax import Argument, Call, Items, Node, Unreadable, Word, quote, quoted, shown, split_line
from domain.text import counted, suggestion

__all__ = [
    "Field",
    "Names",
    "Unreadable",
    "command_words",
    "fields_of",
    "parse_command",
    "parse_value",
    "print_command",
    "print_value",
]

C = TypeVar("C", bound=Command)

_LARGEST: Final = 2**53 - 1
"""The largest number that every reader of JSON keeps exactly."""


class Field(Struct, frozen=True):
    """One field of a command (or of a nested struct), as notation sees it."""

    name: str
    type: inspect.Type
    required: bool

    @property
    def expects(self) -> str:
        """What may be written here, in a few words."""
        return _expects(self.type)


@cache
def fields_of(struct: type[Struct]) -> tuple[Field, ...]:
    """A struct's fields in notation order: required ones first, then its own, then those that many structs share."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    fields = [Field(f.name, f.type, f.required) for f in info.fields]
    own = struct.__annotations__
    return tuple(sorted(fields, key=lambda field: (not field.required, field.name not in own)))


# --- parsing -----------------------------------------------------------------------------------------------------------


def parse_command(text: str, commands: Sequence[type[C]], names: Names) -> C:
    """The command that a line means. Raises Unreadable: what was given, where, and what is possible."""
    word, arguments = split_line(text)
    by_tag = {tag_of(command): command for command in commands}
    command = by_tag.get(word.text)
    if command is None:
        raise Unreadable(
            f"no command {shown(word.text)}{suggestion(word.text, by_tag) or '; commands: ' + ', '.join(sorted(by_tag))}"
        )
    return _Converter(names).command(command, arguments)


def parse_value(text: str, struct: type[Struct], field: str, names: Names) -> object:
    """One field's value from text, as builtins (for prompting argument by argument). Raises Unreadable."""
    _, arguments = split_line(f"x {field}={text}")
    wanted = next(f for f in fields_of(struct) if f.name == field)
    if len(arguments) > 1:
        raise Unreadable(f"{field}: one value expected ({wanted.expects}); write lists with commas, texts in quotes")
    return _Converter(names).value(arguments[0].value, wanted.type, field)


class _Converter:
    """Turns syntax trees into builtins of the wanted type, then into structs."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def command(self, command: type[C], arguments: tuple[Argument, ...]) -> C:
        tag = tag_of(command)
        builtins = self.struct(command, arguments, tag)
        try:
            return fitted(builtins, command)
        except Misfit as error:
            raise Unreadable(f"{tag}: {error}") from None

    def struct(self, struct: type[Struct], arguments: tuple[Argument, ...], where: str) -> dict[str, object]:
        fields = fields_of(struct)
        by_name = {f.name: f for f in fields}
        found: dict[str, object] = {}
        waiting = [f for f in fields if f.name not in {a.key for a in arguments}]
        for argument in arguments:
            field = self._field(argument, by_name, waiting, where)
            if field.name in found:
                raise Unreadable(f"{where}: {field.name} is given twice", argument.column)
            found[field.name] = self.value(argument.value, field.type, f"{where}: {field.name}")
        missing = [f for f in fields if f.required and f.name not in found]
        if missing:
            raise Unreadable(f"{where}: {missing[0].name} is missing ({missing[0].expects})")
        config = struct.__struct_config__
        if config.tag_field is not None:
            found[config.tag_field] = config.tag
        return found

    def _field(self, argument: Argument, by_name: dict[str, Field], waiting: list[Field], where: str) -> Field:
        if argument.key is None:
            if not waiting:
                raise Unreadable(f"{where}: too many values; it takes {', '.join(by_name) or 'none'}", argument.column)
            return waiting.pop(0)
        field = by_name.get(argument.key)
        if field is None:
            known = suggestion(argument.key, by_name) or f"; it has {', '.join(by_name) or 'none'}"
            raise Unreadable(f"{where}: no field {shown(argument.key)}{known}", argument.column)
        return field

    def value(self, node: Node, wanted: inspect.Type, where: str) -> object:
        """A node as builtins of the wanted type. Raises Unreadable."""
        asked = wanted
        extra: dict[str, object] = {}
        while isinstance(wanted, inspect.Metadata):
            extra = wanted.extra or extra
            wanted = wanted.type
        if isinstance(wanted, inspect.UnionType):
            return self._union(node, wanted, extra, where)
        if isinstance(wanted, inspect.StructType):
            return self._nested(node, (wanted,), where)
        if isinstance(wanted, inspect.VarTupleType | inspect.ListType | inspect.FrozenSetType):
            items = node.items if isinstance(node, Items) else (node,)
            return [self.value(item, wanted.item_type, f"{where}[{n}]") for n, item in enumerate(items, start=1)]
        if isinstance(wanted, inspect.TupleType):
            return self._fixed(node, wanted, where)
        if isinstance(wanted, inspect.DictType):
            return self._map(node, wanted, where)
        if not isinstance(node, Word):
            raise Unreadable(f"{where}: {_expects(asked)} expected, found a list or group", node.column)
        return self._scalar(node, wanted, extra, where)

    def _union(self, node: Node, wanted: inspect.UnionType, extra: dict[str, object], where: str) -> object:
        if isinstance(node, Word) and node.text == "-" and not node.quoted and wanted.includes_none:
            return None
        others = tuple(t for t in wanted.types if not isinstance(t, inspect.NoneType))
        structs = tuple(t for t in others if isinstance(t, inspect.StructType))
        if structs and (isinstance(node, Call) or len(structs) == len(others)):
            return self._nested(node, structs, where)
        failure: Unreadable | None = None
        for choice in sorted((t for t in others if t not in structs), key=lambda t: _rank(node, t)):
            try:
                return self.value(node, inspect.Metadata(choice, extra=extra) if extra else choice, where)
            except Unreadable as error:
                failure = failure or error
        raise failure or Unreadable(f"{where}: {_expects(wanted)} expected", node.column)

    def _nested(self, node: Node, structs: tuple[inspect.StructType, ...], where: str) -> object:
        name, arguments = (node.name, node.arguments) if isinstance(node, Call) else (None, ())
        if isinstance(node, Word):
            name = node.text
        tags = {str(s.tag): s.cls for s in structs if s.tag is not None}
        if not tags and len(structs) == 1 and isinstance(node, Call) and name is None:
            return self.struct(structs[0].cls, arguments, where)
        if name is None or name not in tags:
            known = suggestion(name or "", tags) or f"; one of {', '.join(tags) or '(key=value, ...)'}"
            raise Unreadable(f"{where}: {shown(name) if name else 'a group'} is not known here{known}", node.column)
        return self.struct(tags[name], arguments, f"{where}: {name}")

    def _fixed(self, node: Node, wanted: inspect.TupleType, where: str) -> object:
        items = node.items if isinstance(node, Items) else (node,)
        if len(items) != len(wanted.item_types):
            raise Unreadable(
                f"{where}: {counted(len(wanted.item_types), 'value')} expected, found {len(items)}", node.column
            )
        return [
            self.value(i, t, f"{where}[{n}]") for n, (i, t) in enumerate(zip(items, wanted.item_types, strict=True), 1)
        ]

    def _map(self, node: Node, wanted: inspect.DictType, where: str) -> object:
        if not isinstance(node, Call) or node.name is not None or any(a.key is None for a in node.arguments):
            raise Unreadable(f"{where}: {{key=value, ...}} expected", node.column)
        found: dict[object, object] = {}
        for a in node.arguments:
            key = self.value(Word(a.key or "", a.column, quoted=True), wanted.key_type, f"{where}: key")
            if key in found:
                raise Unreadable(f"{where}: {shown(a.key or '')} is given twice", a.column)
            found[key] = self.value(a.value, wanted.value_type, f"{where}: {a.key}")
        return found

    def _scalar(self, word: Word, wanted: inspect.Type, extra: dict[str, object], where: str) -> object:
        kind = extra.get("notation")
        try:
            if kind == "seat":
                return self.names.seat(word.text)
            if kind == "card":
                return self.names.card(word.text)
        except Unreadable as error:
            raise Unreadable(f"{where}: {error}", word.column) from error
        if isinstance(wanted, inspect.StrType):
            return word.text
        value = _plain(word.text, wanted)
        if value is None:
            raise Unreadable(f"{where}: {_expects(wanted)} expected, found {shown(word.text)}", word.column)
        return value


def _plain(text: str, wanted: inspect.Type) -> object:
    """A number, truth value or listed word; None where the text is none."""
    if isinstance(wanted, inspect.BoolType):
        return {"yes": True, "true": True, "no": False, "false": False}.get(text)
    if isinstance(wanted, inspect.IntType):
        digits = text[1:] if text[:1] in ("-", "+") else text
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 16 else None
        return number if number is not None and abs(number) <= _LARGEST else None
    if isinstance(wanted, inspect.LiteralType):
        return next((v for v in wanted.values if str(v) == text), None)
    if isinstance(wanted, inspect.EnumType):
        return next((m.value for m in wanted.cls if str(m.value) == text), None)
    return None


def _bare(wanted: inspect.Type) -> inspect.Type:
    while isinstance(wanted, inspect.Metadata):
        wanted = wanted.type
    return wanted


def _rank(node: Node, wanted: inspect.Type) -> int:
    """In which order the members of a union are tried: the strictest first, text in quotes as text."""
    bare = _bare(wanted)
    listed = isinstance(bare, inspect.VarTupleType | inspect.TupleType | inspect.ListType | inspect.FrozenSetType)
    if listed == isinstance(node, Items):
        textual = isinstance(bare, inspect.StrType)
        return int(not textual if isinstance(node, Word) and node.quoted else textual)
    return 2


def _expects(wanted: inspect.Type) -> str:
    if isinstance(wanted, inspect.Metadata):
        kind = (wanted.extra or {}).get("notation")
        choices = (wanted.extra or {}).get("choices")
        if choices:
            return " | ".join(str(c) for c in choices)
        return {"seat": "a player", "side": "a side", "card": "a card"}.get(str(kind)) or _expects(wanted.type)
    if isinstance(wanted, inspect.LiteralType):
        return " | ".join(str(v) for v in wanted.values)
    if isinstance(wanted, inspect.EnumType):
        return " | ".join(str(m.value) for m in wanted.cls)
    if isinstance(wanted, inspect.UnionType):
        return " or ".join(dict.fromkeys(_expects(t) for t in wanted.types))
    if isinstance(wanted, inspect.VarTupleType | inspect.ListType | inspect.FrozenSetType):
        return f"a list of {_expects(wanted.item_type)}"
    if isinstance(wanted, inspect.DictType):
        return f"{{{_expects(wanted.key_type)}={_expects(wanted.value_type)}, …}}"
    if isinstance(wanted, inspect.StructType):
        return f"{wanted.tag}(…)" if wanted.tag is not None else "(key=value, …)"
    words = {
        inspect.IntType: "a whole number",
        inspect.BoolType: "yes | no",
        inspect.StrType: "text",
        inspect.NoneType: "-",
    }
    return words.get(type(wanted), "a value")


# --- printing ----------------------------------------------------------------------------------------------------------


def print_command(command: Command, names: Names) -> str:
    """The line that `parse_command` reads back."""
    return " ".join(command_words(command, names))


def command_words(command: Command, names: Names) -> tuple[str, ...]:
    """That line in its parts: the command's name, then one for each argument."""
    return (tag_of(command), *_arguments(command, names, positional=True))


def _arguments(struct: Struct, names: Names, *, positional: bool) -> list[str]:
    parts = []
    defaults = _defaults(type(struct))
    for field in fields_of(type(struct)):
        value = getattr(struct, field.name)
        if field.required and positional:
            parts.append(print_value(value, field.type, names))
        elif field.required or value != defaults.get(field.name):
            parts.append(f"{field.name}={print_value(value, field.type, names)}")
    return parts


@cache
def _defaults(struct: type[Struct]) -> dict[str, object]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    found: dict[str, object] = {}
    for field in info.fields:
        if field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = field.default_factory()
        elif not field.required:
            found[field.name] = field.default
    return found


def print_value(value: object, wanted: inspect.Type, names: Names) -> str:
    """One value as notation."""
    extra: dict[str, object] = {}
    while isinstance(wanted, inspect.Metadata):
        extra = wanted.extra or extra
        wanted = wanted.type
    if value is None:
        return "-"
    if isinstance(wanted, inspect.UnionType):
        if isinstance(value, str) and any(_plain(value, _bare(t)) not in (None, value) for t in wanted.types):
            return quoted(value)
        wanted = _member(value, wanted)
        return print_value(value, inspect.Metadata(wanted, extra=extra) if extra else wanted, names)
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        body = ", ".join(_arguments(value, names, positional=False))
        return f"{tag}({body})" if tag is not None else f"({body})"
    if isinstance(value, tuple | list | frozenset):
        items = sorted(value, key=str) if isinstance(value, frozenset) else value
        types = _item_types(wanted, len(value))
        return "[" + ", ".join(print_value(v, t, names) for v, t in zip(items, types, strict=True)) + "]"
    if isinstance(value, dict) and isinstance(wanted, inspect.DictType):
        pairs = ((_key(print_value(k, wanted.key_type, names)), v) for k, v in value.items())
        return "{" + ", ".join(f"{k}={print_value(v, wanted.value_type, names)}" for k, v in pairs) + "}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return names.seat_text(value) if extra.get("notation") == "seat" else str(value)
    text = str(value.value if isinstance(value, Enum) else value)
    return text if extra.get("notation") == "card" and text == UNKNOWN else quote(text)


def _key(printed: str) -> str:
    """A printed value as the key of a pair: bare keys are letters, digits and `_` alone."""
    return printed if printed.startswith('"') or printed.replace("_", "a").isalnum() else quoted(printed)


def _member(value: object, union: inspect.UnionType) -> inspect.Type:
    """The member of a union that a value belongs to."""
    for choice in union.types:
        inner = _bare(choice)
        expected = _PYTHON_TYPES.get(type(inner))
        if (expected and isinstance(value, expected)) or (
            isinstance(inner, inspect.StructType) and type(value) is inner.cls
        ):
            return choice
    return union.types[0]


_PYTHON_TYPES: dict[type, type | tuple[type, ...]] = {
    inspect.StrType: str,
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.LiteralType: (str, int),
    inspect.VarTupleType: tuple,
    inspect.TupleType: tuple,
    inspect.DictType: dict,
}


def _item_types(wanted: inspect.Type, count: int) -> Sequence[inspect.Type]:
    if isinstance(wanted, inspect.TupleType):
        return wanted.item_types
    assert isinstance(wanted, inspect.VarTupleType | inspect.ListType | inspect.FrozenSetType)
    return [wanted.item_type] * count
