"""Validation errors in words: which field, which value was given, which values are possible.

Decoders use wording of their own. Here the value is checked against its type again, so that a person reads `skills[2]: text
expected, found 5`.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, TypeAlias, TypeGuard, TypeVar, cast

import msgspec
from msgspec import Struct

from domain.decoding import converted, decoded
from domain.fields import TypeSpec, children_of, config_of, declared_fields, type_spec
from domain.syntax import shown
from domain.text import control_char, suggestion

T = TypeVar("T")
Fault: TypeAlias = tuple[str, str]
"""The place of a field (empty: the whole value), and what is wrong there."""

LARGEST: Final = 2**53
"""The largest whole number, either sign, that is recorded: other programs round larger numbers when they read JSON."""
TOO_LARGE: Final = f"a number beyond {LARGEST:,} would be recorded; enter a smaller one"
_encode: Final = msgspec.json.Encoder(order="deterministic").encode
_LONG: Final = b"0" * 16
_AS_ZEROS: Final = bytes.maketrans(b"123456789", b"0" * 9)
"""Finds a long number in a tenth of the time of a pattern; this runs for every action."""
_DIGITS: Final = 1000
"""Most digits of a whole number in JSON. Python refuses a few thousand digits, with a message of its own."""


class InvalidValue(ValueError):
    """A value that does not fit its type: one line without the name of the file, line or card, which the caller adds."""


def validated(value: object, wanted: type[T]) -> T:
    """The value as that type. Raises InvalidValue."""
    try:
        return converted(value, wanted, strict=True)
    except (msgspec.ValidationError, RecursionError):
        raise InvalidValue(invalidity(value, wanted)) from None


def validated_json(data: bytes | str, wanted: type[T], *, typed: bool = False) -> T:
    """Decode a JSON text into that type. `typed`: written by people, so duplicate fields are rejected. Raises InvalidValue."""
    try:
        if typed:
            json.loads(data, object_pairs_hook=_once_each)
        return decoded(data, wanted)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        raise InvalidValue(json_invalidity(data, wanted)) from None


def read_back(value: T) -> T:
    """Encode a struct and decode it again, as storage will. Raises InvalidValue if a field has a value that its type does not
    allow."""
    return validated_json(in_json(value), type(value))


def in_json(value: object) -> bytes:
    """Encode a value for storage, with maps and sets sorted. Raises InvalidValue for values that JSON cannot represent."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        raise InvalidValue(disturbing_field(value)) from None
    except OverflowError:
        raise InvalidValue(TOO_LARGE) from None
    except RecursionError:
        raise InvalidValue("nested too deeply") from None
    except TypeError as error:
        raise InvalidValue(f"this cannot be stored: {error}") from None


def invalidity(value: object, wanted: object) -> str:
    """Return the first error of a parsed TOML or JSON value that does not fit its type: one line, never empty."""
    for place, text in _invalid_fields(value, type_spec(wanted), "", lax=False):
        return f"{place}: {text}" if place else text
    return "this does not fit what is expected here"


def invalid_fields(value: object, wanted: type[T]) -> tuple[tuple[Fault, ...], T | None]:
    """Return the errors of a value under a type, each with its place; or no errors and the value converted to the type."""
    try:
        return (), converted(value, wanted, strict=True)
    except (msgspec.ValidationError, RecursionError):
        found = tuple(_invalid_fields(value, type_spec(cast("type", wanted)), "", lax=False))
        return found or (("", "this does not fit what is expected here"),), None


def json_invalidity(data: bytes | str, wanted: object) -> str:
    """Return the first error of a JSON text that does not fit a type: one line, never empty."""
    try:
        value = json.loads(data, parse_constant=_no_constant, parse_int=_integer, object_pairs_hook=_once_each)
    except UnicodeDecodeError as error:
        return f"not UTF-8 text (byte {error.start})"
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        return f"not JSON ({place})"
    except RecursionError:
        return "nested too deeply"
    except _Repeated as error:
        return str(error)
    except ValueError as error:
        return f"not JSON: {error}"
    return invalidity(value, wanted)


def toml_tables(text: str) -> dict[str, object]:
    """The tables of a TOML text. Raises InvalidValue: what is wrong, and in which line."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidValue("not TOML: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        found = _TOML_PLACE.search(said)
        place = f"line {found[1]}, column {found[2]}" if found else f"line {text.count(chr(10)) + 1}, at the end"
        why = next((words for begin, words in _TOML_FAULTS.items() if said.startswith(begin)), "this cannot be read")
        raise InvalidValue(f"not TOML ({place}): {why}") from None


_TOML_PLACE: Final = re.compile(r"at line (\d+), column (\d+)\)$")
_TOML_FAULTS: Final = {
    "Expected '='": "= is expected behind a name",
    "Expected ']": "a table's name is written in [ ] or [[ ]]",
    "Expected newline": "each field has a line of its own",
    "Invalid value": "a value is expected: a number, true, false, text in quotes, or a list in [ ]",
    "Invalid initial character": "a name is expected",
    "Invalid statement": "a name or a table is expected",
    "Unclosed array": "a list is not closed with ]",
    "Unclosed inline": "a table is not closed with }",
    "Unterminated string": "text is not closed with its quotes",
    "Illegal character": "this character is not allowed here; write text of several lines in three quotes",
    "Unescaped '": "a \\ in text is written twice",
    "Cannot": "this was given before",
    "Duplicate": "this was given before",
}
"""Beginning of the parser's message -> our wording."""


class _Repeated(ValueError):
    """A field is given twice, so its value is ambiguous."""


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise _Repeated(f"{name[:40]!r} is given twice")
        found[name] = value
    return found


def _integer(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(f"a number of {len(text):,} digits")
    return int(text)


def _no_constant(text: str) -> object:
    raise ValueError(f"{text} is not a number")


def disturbing_field(value: object) -> str:
    """Return where a value has text that would disturb a screen or a list, and which text; empty if it is clean.

    The value is a command, a card or an entry. Line breaks and tabs are allowed only in the texts of a card, except its names.
    """
    try:
        written = msgspec.json.encode(value).decode()
    except (UnicodeEncodeError, OverflowError, TypeError):
        written = ""
    if written.isprintable() and "\\" not in written and written:
        return ""
    return next((f"{place or 'text'}: {found} cannot be in it" for place, found in _disturbances(value, "", False)), "")


_NAMES: Final = frozenset({"name", "card_id"})
"""Fields that name a card, in every game."""


def holds_huge_number(value: object) -> bool:
    """Return True if a value (a command, events) contains a whole number beyond LARGEST, which match files cannot store."""
    try:
        written = msgspec.json.encode(value)
    except OverflowError:
        return True
    except TypeError:  # not representable in JSON: `in_json` reports it
        return False
    return _LONG in written.translate(_AS_ZEROS) and any(abs(n) > LARGEST for n in _numbers(decoded(written, object)))


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    for part in children_of(value):
        yield from _numbers(part)


def _disturbances(value: object, place: str, lines: bool) -> Iterator[Fault]:
    if isinstance(value, Enum):
        return
    if isinstance(value, str):
        if found := control_char(value, lines=lines):
            yield place, found
    elif isinstance(value, Struct):
        lines = lines or _NAMES.issubset(value.__struct_fields__)
        for name in value.__struct_fields__:
            yield from _disturbances(getattr(value, name), _within(place, name), lines and name not in _NAMES)
    elif _is_table(value):
        for key, item in value.items():
            yield from _disturbances(key, _within(place, "key"), False)
            yield from _disturbances(item, _within(place, shown(str(key)).strip("'")), lines)
    elif isinstance(value, list | tuple | frozenset):
        for number, item in enumerate(value, start=1):
            yield from _disturbances(item, f"{place}[{number}]", lines)


# --- looking through ---------------------------------------------------------------------------------------------------


def _invalid_fields(value: object, spec: TypeSpec, place: str, lax: bool) -> Iterator[Fault]:
    if spec.kind == "either":
        yield from _invalid_in_any(value, spec, place, lax)
    elif spec.kind == "nested":
        yield from _invalid_in_struct(value, (spec,), place, lax)
    elif spec.kind == "map" and isinstance(value, Mapping):
        for key, item in value.items():
            yield from _invalid_fields(key, spec.of[0], _within(place, str(key)), lax=True)
            yield from _invalid_fields(item, spec.of[1], _within(place, str(key)), lax)
    elif spec.kind == "list" and _is_list(value):
        for number, item in enumerate(value, start=1):
            yield from _invalid_fields(item, spec.of[0], f"{place}[{number}]", lax)
    elif spec.kind == "row" and _is_list(value) and len(value) == len(spec.of):
        for number, (item, one) in enumerate(zip(value, spec.of, strict=True), start=1):
            yield from _invalid_fields(item, one, f"{place}[{number}]", lax)
    elif not _is(value, spec, lax):
        yield place, _expected(_possible(spec), value)


def _invalid_in_any(value: object, spec: TypeSpec, place: str, lax: bool) -> Iterator[Fault]:
    if value is None and spec.optional:
        return
    structs = tuple(one for one in spec.kinds if one.kind == "nested")
    if structs and (isinstance(value, Mapping) or len(structs) == len(spec.kinds)):
        yield from _invalid_in_struct(value, structs, place, lax)
        return
    found = [next(_invalid_fields(value, one, place, lax), None) for one in spec.kinds]
    if None in found:
        return
    inner = next((fault for fault in found if fault and (fault[0] != place or len(found) == 1)), None)
    yield inner or (place, _expected(_possible(spec), value))


def _invalid_in_struct(value: object, kinds: tuple[TypeSpec, ...], place: str, lax: bool) -> Iterator[Fault]:
    if not _is_table(value):
        yield place, _expected(_possible(kinds[0]), value)
        return
    structs = [one.struct for one in kinds if one.struct is not None]
    struct, tag_field = structs[0], config_of(structs[0]).tag_field
    if tag_field is not None:
        tags = {str(config_of(one).tag): one for one in structs}
        tag = value.get(tag_field)
        if tag_field not in value:
            yield place, f"{tag_field} is missing; one of {', '.join(tags)}"
            return
        if not isinstance(tag, str) or tag not in tags:
            near = suggestion(tag, tags) if isinstance(tag, str) else ""
            yield _within(place, tag_field), f"{_given(tag)} is not one of {', '.join(tags)}{near}"
            return
        struct = tags[tag]
    yield from _invalid_in_fields(value, struct, place, lax)


def _invalid_in_fields(value: Mapping[object, object], struct: type[Struct], place: str, lax: bool) -> Iterator[Fault]:
    config, fields = config_of(struct), {field.name: field for field in declared_fields(struct)}
    for name in value if config.forbid_unknown_fields else ():
        if name not in fields and name != config.tag_field:
            near = suggestion(str(name), fields) or f"; there are {', '.join(fields)}"
            yield place, f"no field {shown(str(name))}{near}"
    for name, field in fields.items():
        if name in value:
            yield from _invalid_fields(value[name], field, _within(place, name), lax)
        elif field.required:
            yield place, f"{name} is missing ({_possible(field)})"


def _is(value: object, spec: TypeSpec, lax: bool) -> bool:
    """Return True if a single value fits the kind. Kinds whose errors are worded elsewhere always fit."""
    if spec.kind in ("text", "card"):
        plain = isinstance(value, str) and not control_char(value).startswith("text")
        return plain and _between(len(str(value)), spec)
    if spec.kind == "flag":
        return isinstance(value, bool) or (lax and str(value).lower() in ("true", "false", "0", "1"))
    if spec.kind in ("number", "seat", "side", "fraction"):
        return _is_number(value, spec, lax)
    if spec.kind == "choice":
        return any(value == one and type(value) is type(one) for one in spec.choices)
    if spec.kind == "nothing":
        return value is None
    return spec.kind == "other"


def _is_number(value: object, spec: TypeSpec, lax: bool) -> bool:
    whole = spec.kind != "fraction"
    try:
        number = (int(value) if whole else float(value)) if lax and isinstance(value, str) else value
    except ValueError:
        return False
    if isinstance(number, bool) or not isinstance(number, int if whole else int | float):
        return False
    return _between(number, spec)


def _between(number: int | float, spec: TypeSpec) -> bool:
    return (spec.least is None or number >= spec.least) and (spec.most is None or number <= spec.most)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, list | tuple)


def _is_table(value: object) -> TypeGuard[Mapping[object, object]]:
    return isinstance(value, Mapping)


# --- words -------------------------------------------------------------------------------------------------------------


def _expected(possible: str, value: object) -> str:
    return f"{possible} expected, found {_given(value)}"


def _within(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _possible(spec: TypeSpec) -> str:
    """Return the allowed values, in a few words."""
    if spec.choices:
        return f"one of {', '.join(str(choice) or '(nothing)' for choice in spec.choices)}"
    if spec.kind == "either":
        return " or ".join(dict.fromkeys(map(_possible, spec.kinds)))
    if spec.kind in ("number", "seat", "side", "fraction"):
        return ("a number" if spec.kind == "fraction" else "a whole number") + _range(spec)
    return f"a list of {len(spec.of)}" if spec.kind == "row" else _WORDS.get(spec.kind, "something else")


_WORDS: Final = {
    "text": "text",
    "card": "text",
    "flag": "true or false",
    "nothing": "nothing",
    "list": "a list",
    "nested": "a table",
    "map": "a table",
}
"""Names of the kinds in JSON and TOML."""


def _range(spec: TypeSpec) -> str:
    low, high = spec.least, spec.most
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of {low} or more" if low is not None else f" of {high} or less" if high is not None else ""


def _given(value: object) -> str:
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "nothing"
    if _is_list(value):
        return "a list"
    return "a table" if _is_table(value) else shown(str(value)).strip("'")
