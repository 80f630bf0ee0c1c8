"""Text form of the verbs of a kit."""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from domain.cards import CardRecord, Catalogue, SeatIndex
from domain.fields import Field, TypeSpec
from domain.game import Phrase
from domain.games.tabletop.context import Arg
from domain.games.tabletop.events.base import Argument
from domain.games.tabletop.interpreter import Verb
from domain.games.tabletop.layout import layout_of
from domain.games.tabletop.program import program_of
from domain.games.tabletop.schema import BUILT_IN_TITLES
from domain.memo import Memo
from domain.text import title_of


def phrases_of(catalogue: Catalogue[CardRecord]) -> Mapping[str, Phrase]:
    """Return the text form of each verb: its word and fields, the acting player first if required."""
    return _PHRASES[catalogue]


def _phrases(catalogue: Catalogue[CardRecord]) -> Mapping[str, Phrase]:
    return {name: _phrase(verb, catalogue) for name, verb in program_of(catalogue).verbs.items()}


_PHRASES: Final[Memo[Catalogue[CardRecord], Mapping[str, Phrase]]] = Memo(_phrases)


def _phrase(verb: Verb, catalogue: Catalogue[CardRecord]) -> Phrase:
    fields = [_field(arg, catalogue) for arg in verb.args]
    fields.sort(key=lambda field: not field.required)
    if verb.by != "table":
        seat = TypeSpec(kind="seat")
        either = Field(name="by", kind="either", of=(seat, TypeSpec(kind="nothing")), default=None)
        by = Field(name="by", kind="seat") if verb.by == "named" else either
        fields = [by, *fields] if verb.by == "named" else [*fields, by]
    built_in = BUILT_IN_TITLES.get(verb.part.name) if verb.built_in else None
    return Phrase(verb.part.name, tuple(fields), verb.part.title or built_in or title_of(verb.part.name))


def _field(arg: Arg, catalogue: Catalogue[CardRecord]) -> Field:
    layout = layout_of(catalogue)
    spec = TypeSpec(kind="text")
    cells = [layout.cells[place.zone] for place in arg.places] or layout.cells
    cards = arg.kind in ("card", "cards")
    if cards and not any(cells):
        spec = TypeSpec(kind="card")
    elif cards and layout.called.isdisjoint(layout.cell_zone):
        spec = TypeSpec(kind="either", of=(TypeSpec(kind="card"), spec))
    elif arg.seated:
        spec = TypeSpec(kind="seat")
    elif arg.kind in ("number", "dice"):
        spec = TypeSpec(kind="number", least=arg.least, most=arg.most)
    elif arg.words:
        spec = TypeSpec(kind="choice", choices=arg.words)
    listed = arg.kind in ("cards", "players") or (arg.kind == "dice" and arg.count > 1)
    if listed:
        spec = TypeSpec(kind="list", of=(spec,))
    parts = {name: getattr(spec, name) for name in TypeSpec.__struct_fields__}
    typed = arg.kind == "text" or (cards and (not arg.places or any(cells))) or (arg.kind == "cell" and not arg.words)
    return Field(name=arg.name, default=None if arg.optional else UNSET, typed=typed, **parts)


def is_speakable(verb: Verb, args: Mapping[str, Argument], by: SeatIndex | None) -> bool:
    """Return True if the verb's short form can express an action with these arguments by this player."""
    known = {arg.name: arg for arg in verb.args}
    needed = {arg.name for arg in verb.args if not arg.optional}
    if not needed <= args.keys() <= known.keys() or (verb.by == "table" and by is not None):
        return False
    if verb.by == "named" and by is None:
        return False
    return all(_fits(known[name], value) for name, value in args.items())


def _fits(arg: Arg, value: Argument) -> bool:
    """Return True if a value has the type of the argument's field."""
    items = value if isinstance(value, tuple) else (value,)
    numeric = arg.seated or arg.kind in ("number", "dice")
    listed = arg.kind in ("cards", "players") or (arg.kind == "dice" and arg.count > 1)
    if isinstance(value, tuple) is not listed or any(isinstance(item, int) is not numeric for item in items):
        return False
    if arg.kind in ("choice", "word", "counter", "zone", "sort") and arg.words:
        return value in arg.words
    return True
