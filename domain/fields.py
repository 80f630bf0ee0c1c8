"""Fields of structs, described once for notation, forms, suggestions, options, error messages and generated pages.

The possible values of a field follow from its type: `SeatIndex` is a seat, `tuple[CardRef, ...]` a list of cards.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from inspect import cleandoc, getsource
from itertools import pairwise
from typing import Final, Literal, TypeAlias, get_origin

import msgspec
from msgspec import UNSET, Struct, inspect
from msgspec.structs import StructConfig

Kind: TypeAlias = Literal[
    "seat", "side", "card", "number", "fraction", "flag", "choice", "text", "nothing", "list", "row", "map", "nested",
    "either", "other",
]  # fmt: skip
"""`choice`: only one of the listed values decodes. `list`: any number of items of one kind. `row`: a fixed number of items.
`nested`: a struct. `either`: one of several kinds."""


class TypeSpec(Struct, frozen=True, kw_only=True):
    """Description of the values allowed in a place: in a field, in a list, behind a key."""

    kind: Kind
    choices: tuple[object, ...] = ()
    """The allowed values. Not only for `choice`: a type may decode more values than are allowed."""
    rule: str = ""
    """The rule under which other values are refused."""
    least: int | float | None = None
    """The smallest number, or the length of the shortest text."""
    most: int | float | None = None
    of: tuple["TypeSpec", ...] = ()
    """Types of the contents: one for a list, one per item for a row, key and value for a map, the alternatives for either."""
    struct: type[Struct] | None = None
    raw: bool = False
    """A text in which `=` is a letter like any other."""

    @property
    def kinds(self) -> tuple["TypeSpec", ...]:
        """The alternatives, without the one for a missing value."""
        return tuple([one for one in self.of if one.kind != "nothing"]) if self.kind == "either" else (self,)

    @property
    def optional(self) -> bool:
        """True if the value may be missing (`-`)."""
        return self.kind == "either" and any(one.kind == "nothing" for one in self.of)

    @property
    def item(self) -> "TypeSpec | None":
        """Item type of a list, if it is one."""
        return next((one.of[0] for one in self.kinds if one.kind == "list"), None)

    @property
    def values(self) -> tuple[str, ...]:
        """All allowed values as users write them, if they are few; else empty."""
        return tuple(map(str, self.choices)) or (("yes", "no") if self.kind == "flag" else ())

    @property
    def expects(self) -> str:
        """Allowed input, in a few words."""
        if self.choices:
            words = " | ".join(str(choice) for choice in self.choices if choice != "")
            return " or ".join([word for word in (words, "empty" if "" in self.choices else "") if word])
        if self.kind == "either":
            return " or ".join(dict.fromkeys(one.expects for one in self.of))
        if self.kind == "list":
            return f"a list of {self.of[0].expect_several}"
        if self.kind == "map":
            return f"{{{self.of[0].expects}={self.of[1].expects}, …}}"
        if self.struct is not None:
            tag = config_of(self.struct).tag
            return f"{tag}(…)" if tag is not None else "(key=value, …)"
        return _WORDS.get(self.kind, "a value")

    @property
    def expect_several(self) -> str:
        """Allowed input for several of them: `cards`, `lists of cards`."""
        if self.kind == "either":
            return " or ".join(dict.fromkeys(one.expect_several for one in self.of))
        if self.kind == "list":
            return f"lists of {self.of[0].expect_several}"
        return self.expects if self.choices else _SEVERAL.get(self.kind, self.expects)


MOST_KEPT: Final = 2048
"""Number of types whose fields are cached: enough for all built-in types and the options of some kits."""
_WORDS: Final[dict[Kind, str]] = {
    "seat": "a player",
    "side": "a side",
    "card": "a card",
    "number": "a whole number",
    "flag": "yes | no",
    "text": "text",
    "nothing": "-",
}
_SEVERAL: Final[dict[Kind, str]] = {"seat": "players", "side": "sides", "card": "cards", "number": "whole numbers"}


class Field(TypeSpec, frozen=True, kw_only=True):
    """One field of a struct: its name, allowed values and default."""

    name: str
    default: object = UNSET
    typed: bool = False
    """True if its values are typed and never listed, for example squares of a board."""

    @property
    def required(self) -> bool:
        """True if it must be given. Required fields may be written without their names."""
        return self.default is UNSET

    @property
    def words(self) -> str:
        """The name, with spaces instead of underscores."""
        return self.name.replace("_", " ")

    @property
    def default_text(self) -> str:
        """The default as users write it; empty if the field is required."""
        return "" if self.required else written(self.default)


def written(value: object) -> str:
    """A plain value as people write it: `yes`, `-`, `3`."""
    return {True: "yes", False: "no", None: "-"}[value] if isinstance(value, bool | None) else str(value)


def config_of(struct: type[Struct]) -> StructConfig:
    """Return the storage settings of a struct, including generic ones."""
    origin: type[Struct] = get_origin(struct) or struct
    return origin.__struct_config__


@lru_cache(maxsize=MOST_KEPT)
def declared_fields(struct: type[Struct]) -> tuple[Field, ...]:
    """A struct's fields in the order in which they are declared."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return tuple(_field(field) for field in info.fields)


@lru_cache(maxsize=MOST_KEPT)
def fields_of(struct: type[Struct]) -> tuple[Field, ...]:
    """Return a struct's fields in the order of notation: required ones first, then its own, then inherited ones."""
    origin: type[Struct] = get_origin(struct) or struct
    declared = [vars(base).get("__annotations__", {}) for base in origin.__mro__]

    def order(field: Field) -> tuple[bool, int]:
        return not field.required, next(n for n, names in enumerate(declared) if field.name in names)

    return tuple(sorted(declared_fields(struct), key=order))


@lru_cache(maxsize=MOST_KEPT)
def field_of(struct: type[Struct], name: str) -> Field | None:
    """Return the field of that name, if it exists."""
    return next((field for field in declared_fields(struct) if field.name == name), None)


@lru_cache(maxsize=MOST_KEPT)
def meanings_of(struct: type[Struct]) -> Mapping[str, str]:
    """Return the text below each field in the source, by field; fields without a text are missing."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if issubclass(base, Struct) and base is not Struct:
            found |= _texts_of_module(base.__module__).get(base.__qualname__, {})
    return found


@lru_cache
def _texts_of_module(name: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts below the fields of each class of a module."""
    body = ast.parse(getsource(import_module(name))).body
    return {part.name: dict(_texts_of(part)) for part in body if isinstance(part, ast.ClassDef)}


def _texts_of(tree: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for before, after in pairwise(tree.body):
        text = after.value if isinstance(after, ast.Expr) else None
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and isinstance(text, ast.Constant):
            yield before.target.id, cleandoc(str(text.value))


def type_spec(kind: object) -> TypeSpec:
    """Return the description of a type's values, for example of a struct, a union of structs or an annotated number."""
    return _type_spec(inspect.type_info(kind), {})


def children_of(value: object) -> Sequence[object]:
    """Return the direct children of a value: a struct's fields, a list's items, a set's items in the order of their texts, a
    map's keys and values; empty for anything else."""
    if isinstance(value, tuple | list):
        return value
    if isinstance(value, Struct):
        return [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        return (*value, *value.values())
    return tuple(sorted(value, key=str)) if isinstance(value, frozenset | set) else ()


def _field(field: inspect.Field) -> Field:
    default = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    spec = _type_spec(field.type, {})
    parts = {name: getattr(spec, name) for name in TypeSpec.__struct_fields__}
    return Field(name=field.name, default=UNSET if default is msgspec.NODEFAULT else default, **parts)


def _type_spec(found: inspect.Type, notes: dict[str, object]) -> TypeSpec:
    if isinstance(found, inspect.Metadata):
        return _type_spec(found.type, {**notes, **(found.extra or {})})
    if isinstance(found, inspect.UnionType):
        return TypeSpec(
            kind="either", of=tuple(_type_spec(one, notes) for one in found.types), rule=str(notes.get("rule", ""))
        )
    if isinstance(found, inspect.StructType):
        return TypeSpec(kind="nested", struct=found.cls)
    if isinstance(found, inspect.VarTupleType | inspect.ListType | inspect.FrozenSetType | inspect.SetType):
        return TypeSpec(kind="list", of=(_type_spec(found.item_type, {}),))
    if isinstance(found, inspect.TupleType):
        return TypeSpec(kind="row", of=tuple(_type_spec(one, {}) for one in found.item_types))
    if isinstance(found, inspect.DictType):
        return TypeSpec(kind="map", of=(_type_spec(found.key_type, {}), _type_spec(found.value_type, {})))
    return _scalar(found, notes)


def _scalar(found: inspect.Type, notes: dict[str, object]) -> TypeSpec:
    if isinstance(found, inspect.LiteralType | inspect.EnumType):
        values = found.values if isinstance(found, inspect.LiteralType) else [member.value for member in found.cls]
        return TypeSpec(kind="choice", choices=tuple(values))
    choices, rule, meant = notes.get("choices", ()), str(notes.get("rule", "")), notes.get("notation")
    assert isinstance(choices, tuple)
    kind: Kind
    if isinstance(found, inspect.IntType):
        kind = "seat" if meant == "seat" else "side" if meant == "side" else "number"
        return TypeSpec(kind=kind, choices=choices, rule=rule, least=found.ge, most=found.le)
    if isinstance(found, inspect.FloatType):
        return TypeSpec(kind="fraction", rule=rule, least=found.ge, most=found.le)
    if isinstance(found, inspect.StrType):
        kind = "card" if meant == "card" else "text"
        return TypeSpec(
            kind=kind, choices=choices, rule=rule, least=found.min_length, most=found.max_length, raw=meant == "raw"
        )
    plain: dict[type, Kind] = {inspect.BoolType: "flag", inspect.NoneType: "nothing"}
    return TypeSpec(kind=plain.get(type(found), "other"), rule=rule)
