"""Commands as text and back, for every game: the grammar is derived from the command structs.

`play_robot krabby nia,pax offensive` or `play_robot card=krabby students=[nia, pax] position=offensive`. Values are words
(quoted where they contain spaces), lists, `name(key=value, …)` for nested changes, `-` for a missing value and `??` for an
unknown card. Required fields come first in declared order. `parse_command(print_command(x)) == x` for every command.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Final, TypeAlias, TypeVar, cast

from msgspec import Struct

from domain.cards import UNKNOWN, CardRecord, Catalogue
from domain.fields import Field, TypeSpec, field_of, fields_of
from domain.game import Command, Phrase, shortening, tag_of
from domain.memo import Kept, Memo
from domain.names import Names, NotedNames
from domain.seats import Seat
from domain.syntax import Argument, Call, Items, Node, NotationError, Word, joined, quote, quoted, shown, split_line
from domain.text import pluralize, suggestion
from domain.validation import LARGEST, InvalidValue, validated

__all__ = [
    "Names",
    "NotationError",
    "command_words",
    "parse_command",
    "parse_value",
    "print_command",
    "print_value",
    "spoken_words",
]

C = TypeVar("C", bound=Command)

_Line: TypeAlias = tuple[str, tuple[type[Command], ...], Catalogue[CardRecord] | None, tuple[Seat, ...] | int]
"""All that the meaning of a line depends on: the key of the cache. The last item is the players; their number for a line that
names none of them, since archives repeat such lines at every table."""
_MOST_WORDS: Final = 10  # longest line, in words, for which groupings of words are tried
_NAMED: Final = ("card", "seat", "choice")  # kinds whose values are names, which may have blanks


# --- parsing -----------------------------------------------------------------------------------------------------------


def parse_command(text: str, commands: Sequence[type[C]], names: Names) -> C:
    """Parse a line. Raises NotationError that says what was given, where, and what is possible."""
    for command in shortening(tuple(commands)):
        if meant := command.expand(text, names.catalogue, names.state):
            try:
                return _read(meant, commands, names)
            except NotationError as error:
                if text.split(maxsplit=1)[0] not in spoken_words(commands, names.catalogue):
                    raise NotationError(str(error)) from None
                break  # report the error in the line as typed, not in its expanded form
    return _read(text, commands, names)


def _read(text: str, commands: Sequence[type[C]], names: Names) -> C:
    line = text, tuple(commands), names.catalogue
    unnamed, named = (*line, len(names.seats)), (*line, names.seats)
    found = _MEANT.get(unnamed) or _MEANT.get(named)
    if found is None:
        noted = NotedNames(names.catalogue, names.seats)
        found = _meaning(text, line[1], noted)
        _MEANT.put(named if noted.asked else unnamed, found)
    return cast("C", found)


def _meaning(text: str, commands: tuple[type[Command], ...], names: Names) -> Command:
    (word, arguments), found = split_line(text), _SPOKEN[commands, names.catalogue]
    if word.text not in found:
        raise NotationError(
            f"no command {shown(word.text)}{suggestion(word.text, found) or '; commands: ' + ', '.join(sorted(found))}"
        )
    return _Converter(names).command(*found[word.text], arguments)


def spoken_words(
    commands: Sequence[type[C]], catalogue: Catalogue[CardRecord] | None
) -> dict[str, tuple[type[C], Phrase]]:
    """Return every first word of a line with these cards -> its command and notation."""
    return {phrase.word: (command, phrase) for command in commands for phrase in command.grammar(catalogue)}


_SPOKEN: Final = Memo[
    tuple[tuple[type[Command], ...], Catalogue[CardRecord] | None], dict[str, tuple[type[Command], Phrase]]
](lambda key: spoken_words(*key))
_MEANT: Final = Kept[_Line, Command](2500)


def parse_value(text: str, struct: type[Struct], field: str, names: Names) -> object:
    """Parse one field's value to plain values (for prompts that ask field by field). Raises NotationError."""
    _, arguments = split_line(f"x {field}={text}")
    wanted = field_of(struct, field)
    assert wanted is not None
    if len(arguments) > 1:
        raise NotationError(f"{field}: one value expected ({wanted.expects}); write lists with commas, texts in quotes")
    return _Converter(names).value(arguments[0].value, wanted, field)


class _Converter:
    """Converts syntax trees to plain values of the wanted type, then to structs."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def command(self, command: type[C], phrase: Phrase, arguments: tuple[Argument, ...]) -> C:
        try:
            found = self.fields(phrase.fields, arguments, phrase.word)
        except NotationError:
            named = {field.name for field in phrase.fields if field.kinds[0].kind in _NAMED}
            ways = [way for one in joined(arguments, named) if (way := self._grouped(phrase.fields, one))]
            if not ways or any(way != ways[0] for way in ways):
                raise
            found = ways[0]
        try:
            return validated(command.from_words(phrase.word, found), command)
        except InvalidValue as error:
            raise NotationError(f"{phrase.word}: {error}") from None

    def struct(self, struct: type[Struct], arguments: tuple[Argument, ...], where: str) -> dict[str, object]:
        found = self.fields(fields_of(struct), arguments, where)
        config = struct.__struct_config__
        return found if config.tag_field is None else {**found, config.tag_field: config.tag}

    def fields(self, fields: tuple[Field, ...], arguments: tuple[Argument, ...], where: str) -> dict[str, object]:
        by_name = {f.name: f for f in fields}
        found: dict[str, object] = {}
        keys = {a.key for a in arguments}
        waiting = [f for f in fields if f.name not in keys]
        for given in arguments:
            argument = _as_raw(given, by_name, waiting)
            field = self._field(argument, by_name, waiting, where)
            if field.name in found:
                raise NotationError(f"{where}: {field.name} is given twice", argument.column)
            found[field.name] = self.value(argument.value, field, f"{where}: {field.name}")
        missing = [f for f in fields if f.required and f.name not in found]
        if missing:
            raise NotationError(f"{where}: {missing[0].name} is missing ({missing[0].expects})")
        return found

    def _grouped(self, fields: tuple[Field, ...], arguments: tuple[Argument, ...]) -> dict[str, object] | None:
        """Return the values of a line with blanks in names, texts or lists (`low run 50`); `None` if unreadable or ambiguous."""
        with suppress(NotationError):
            return self.fields(fields, arguments, "")
        named = {argument.key for argument in arguments}
        words = [one for one in arguments if one.key is None and isinstance(one.value, Word)]
        if len(words) > _MOST_WORDS or len(words) + len(named - {None}) < len(arguments):
            return None
        waiting = [field for field in fields if field.name not in named]
        ways = [way for way in self._ways(waiting, words) if all(f.name in way for f in waiting if f.required)]
        # Words are values of optional arguments only if they cannot be read otherwise.
        fewest = [way for way in ways if len(way) == len(min(ways, key=len))]
        if not fewest or any(way != fewest[0] for way in fewest):
            return None
        keyed = tuple(argument for argument in arguments if argument.key is not None)
        with suppress(NotationError):
            return {**fewest[0], **self.fields(tuple(f for f in fields if f.name in named), keyed, "")}
        return None

    def _ways(self, fields: Sequence[Field], words: Sequence[Argument]) -> Iterator[dict[str, object]]:
        """Yield each way to divide all words among these fields in order; a field may take several words."""
        if not words:
            yield {}
            return
        for many in range(1, len(words) + 1) if fields else ():
            for value in self._said(fields[0], words[:many], last=many == len(words)):
                yield from ({fields[0].name: value, **rest} for rest in self._ways(fields[1:], words[many:]))

    def _said(self, field: Field, words: Sequence[Argument], *, last: bool) -> Iterator[object]:
        """Yield the value of some words together: a list, one name, or the text at the end of a line."""
        nodes, column = tuple(word.value for word in words), words[0].column
        texts = [node.text for node in nodes if isinstance(node, Word)]
        wordy = (kind := field.kinds[0].kind) in _NAMED or (kind == "text" and last and field.required)
        named = [Word(joint.join(texts), column) for joint in " _"] if wordy else []
        for node in nodes if len(nodes) == 1 else [Items(nodes, column)] if field.item is not None else named:
            with suppress(NotationError):
                yield self.value(node, field, field.name)
                return

    def _field(self, argument: Argument, by_name: dict[str, Field], waiting: list[Field], where: str) -> Field:
        if argument.key is None:
            if not waiting:
                raise NotationError(
                    f"{where}: too many values; it takes {', '.join(by_name) or 'none'}", argument.column
                )
            return waiting.pop(0)
        field = by_name.get(argument.key)
        if field is None:
            known = suggestion(argument.key, by_name) or f"; it has {', '.join(by_name) or 'none'}"
            raise NotationError(f"{where}: no field {shown(argument.key)}{known}", argument.column)
        return field

    def value(self, node: Node, spec: TypeSpec, where: str) -> object:
        """A node as builtins of the wanted kind. Raises NotationError."""
        if spec.kind == "either":
            return self._either(node, spec, where)
        if spec.kind == "nested":
            return self._nested(node, (spec,), where)
        if spec.kind == "list":
            items = node.items if isinstance(node, Items) else (node,)
            return [self.value(item, spec.of[0], f"{where}[{n}]") for n, item in enumerate(items, start=1)]
        if spec.kind == "row":
            return self._row(node, spec, where)
        if spec.kind == "map":
            return self._map(node, spec, where)
        if not isinstance(node, Word):
            raise NotationError(f"{where}: {spec.expects} expected, found a list or group", node.column)
        return self._scalar(node, spec, where)

    def _either(self, node: Node, spec: TypeSpec, where: str) -> object:
        if isinstance(node, Word) and node.text == "-" and not node.quoted and spec.optional:
            return None
        kinds = spec.kinds
        structs = tuple([one for one in kinds if one.kind == "nested"])
        if structs and (isinstance(node, Call) or len(structs) == len(kinds)):
            return self._nested(node, structs, where)
        failure: NotationError | None = None
        textual = isinstance(node, Word) and any(one.kind == "text" for one in kinds)
        for one in sorted([one for one in kinds if one.kind != "nested"], key=lambda one: _rank(node, one)):
            if one.kind == "card" and textual and isinstance(node, Word) and not self.names.is_card(node.text):
                continue
            try:
                return self.value(node, one, where)
            except NotationError as error:
                failure = failure or error
        raise failure or NotationError(f"{where}: {spec.expects} expected", node.column)

    def _nested(self, node: Node, structs: tuple[TypeSpec, ...], where: str) -> object:
        name, arguments = (node.name, node.arguments) if isinstance(node, Call) else (None, ())
        if isinstance(node, Word):
            name = node.text
        kinds = [one.struct for one in structs if one.struct is not None]
        tags = {tag_of(kind): kind for kind in kinds if kind.__struct_config__.tag is not None}
        if not tags and len(kinds) == 1 and isinstance(node, Call) and name is None:
            return self.struct(kinds[0], arguments, where)
        if name is None or name not in tags:
            known = suggestion(name or "", tags) or f"; one of {', '.join(tags) or '(key=value, ...)'}"
            raise NotationError(f"{where}: {shown(name) if name else 'a group'} is not known here{known}", node.column)
        return self.struct(tags[name], arguments, f"{where}: {name}")

    def _row(self, node: Node, spec: TypeSpec, where: str) -> object:
        items = node.items if isinstance(node, Items) else (node,)
        if len(items) != len(spec.of):
            raise NotationError(
                f"{where}: {pluralize(len(spec.of), 'value')} expected, found {len(items)}", node.column
            )
        return [self.value(i, one, f"{where}[{n}]") for n, (i, one) in enumerate(zip(items, spec.of, strict=True), 1)]

    def _map(self, node: Node, spec: TypeSpec, where: str) -> object:
        if not isinstance(node, Call) or node.name is not None or any(a.key is None for a in node.arguments):
            raise NotationError(f"{where}: {{key=value, ...}} expected", node.column)
        found: dict[object, object] = {}
        for a in node.arguments:
            key = self.value(Word(a.key or "", a.column, quoted=True), spec.of[0], f"{where}: key")
            if key in found:
                raise NotationError(f"{where}: {shown(a.key or '')} is given twice", a.column)
            found[key] = self.value(a.value, spec.of[1], f"{where}: {a.key}")
        return found

    def _scalar(self, word: Word, spec: TypeSpec, where: str) -> object:
        try:
            if spec.kind == "seat":
                return self.names.seat(word.text)
            if spec.kind == "card":
                return self.names.card(word.text)
        except NotationError as error:
            raise NotationError(f"{where}: {error}", word.column) from error
        if spec.kind == "text":
            return word.text
        value = _plain(word.text, spec)
        if value is None:
            raise NotationError(f"{where}: {spec.expects} expected, found {shown(word.text)}", word.column)
        return value


def _as_raw(argument: Argument, by_name: Mapping[str, Field], waiting: Sequence[Field]) -> Argument:
    """Read `e8=Q` as one value if no field is named `e8` and the next field may be raw text."""
    key, value = argument.key, argument.value
    if key is None or key in by_name or not waiting or not waiting[0].raw or not isinstance(value, Word):
        return argument
    return Argument(None, Word(f"{key}={value.text}", argument.column), argument.column)


def _plain(text: str, spec: TypeSpec) -> object:
    """Return the number, truth value or listed word in a text, if it is one."""
    if spec.kind == "flag":
        return {"yes": True, "true": True, "no": False, "false": False}.get(text)
    if spec.kind in _NUMBERS:
        digits = text[1:] if text[:1] in ("-", "+") else text
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 16 else None
        return number if number is not None and abs(number) < LARGEST else None
    return next((one for one in spec.choices if str(one) == text), None) if spec.kind == "choice" else None


def _rank(node: Node, spec: TypeSpec) -> int:
    """Return the rank in which a member of a union is tried: the strictest first, quoted text as text."""
    if (spec.kind in ("list", "row")) == isinstance(node, Items):
        textual = spec.kind in ("text", "card")
        return int(not textual if isinstance(node, Word) and node.quoted else textual)
    return 2


# --- printing ----------------------------------------------------------------------------------------------------------


def print_command(command: Command, names: Names) -> str:
    """The line that `parse_command` reads back."""
    return " ".join(command_words(command, names))


def command_words(command: Command, names: Names) -> tuple[str, ...]:
    """That line in its parts: the command's name, then one for each argument."""
    phrase, values = command.to_words(names.catalogue)
    return (phrase.word, *_arguments(phrase.fields, values, names, positional=True))


def _arguments(fields: Sequence[Field], values: Mapping[str, object], names: Names, *, positional: bool) -> list[str]:
    parts = []
    for field in fields:
        value = values.get(field.name)
        if field.required and positional:
            parts.append(_bare(value, fields) if field.raw else print_value(value, field, names))
        elif field.required or value != field.default:
            parts.append(f"{field.name}={print_value(value, field, names)}")
    return parts


def _bare(value: object, fields: Sequence[Field]) -> str:
    """Return a raw text unquoted if it reads back the same, or else quoted. Pairs of a field and a value need quotes."""
    text, key = str(value), str(value).partition("=")[0]
    pair = key != text and key.replace("_", "a").isalnum() and text.count("=") == 1 and not text.endswith("=")
    if pair and key not in {field.name for field in fields} and quote(text.replace("=", "a")) == text.replace("=", "a"):
        return text
    return quote(text)


def print_struct(struct: Struct, names: Names) -> str:
    """A struct as notation: `name(key=value, ...)`."""
    tag = struct.__struct_config__.tag
    values = {name: getattr(struct, name) for name in struct.__struct_fields__}
    return f"{tag or ''}({', '.join(_arguments(fields_of(type(struct)), values, names, positional=False))})"


def print_value(value: object, spec: TypeSpec, names: Names) -> str:
    """One value as notation."""
    if value is None:
        return "-"
    if spec.kind == "either":
        if isinstance(value, str) and any(_plain(value, one) not in (None, value) for one in spec.of):
            return quoted(value)
        return print_value(value, next((one for one in spec.of if _is(value, one)), spec.of[0]), names)
    if isinstance(value, Struct):
        return print_struct(value, names)
    if isinstance(value, tuple | list | frozenset):
        items = sorted(value, key=str) if isinstance(value, frozenset) else value
        kinds = spec.of if spec.kind == "row" else spec.of * len(value)
        return "[" + ", ".join(print_value(v, one, names) for v, one in zip(items, kinds, strict=True)) + "]"
    if isinstance(value, dict) and spec.kind == "map":
        pairs = ((_key(print_value(k, spec.of[0], names)), v) for k, v in value.items())
        return "{" + ", ".join(f"{k}={print_value(v, spec.of[1], names)}" for k, v in pairs) + "}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return names.seat_text(value) if spec.kind == "seat" else str(value)
    text = str(value.value if isinstance(value, Enum) else value)
    return text if spec.kind == "card" and text == UNKNOWN else quote(text)


def _key(printed: str) -> str:
    """Return a printed value as the key of a pair. Keys without quotes have only letters, digits and `_`."""
    return printed if printed.startswith('"') or printed.replace("_", "a").isalnum() else quoted(printed)


def _is(value: object, spec: TypeSpec) -> bool:
    """Whether a value is of that kind."""
    if spec.struct is not None:
        return type(value) is spec.struct
    return isinstance(value, _TYPES.get(spec.kind, ()))


_NUMBERS: Final = ("number", "seat", "side")
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(_NUMBERS, (int,)),
    "text": (str,),
    "card": (str,),
    "flag": (bool,),
    "choice": (str, int),
    "list": (tuple, list, frozenset),
    "row": (tuple,),
    "map": (dict,),
}
