"""Narration of events: a template over an event's fields, filled in for one viewpoint.

`"{player}'s {card} is defeated"`: a seat becomes its player's name, a side the names of its players, a card its printed name,
a list its items joined; any other value is printed unchanged. A format after a colon changes this:

- `{source:name}` is a text that holds a card's id, `{stage:title}` begins with a capital, `{slot:words}` is written as words;
- `{size:card}` and `{victories:victory|victories}` count; of a list, its items;
- `{robot:robot}` is a format of the game, by its event's `formats`;
- `{note:?: *}` is `: ` and the note, if there is one; `{extra:?another|the next}` is one of two texts. A format may precede the
  question mark: `{bombs:bomb|bombs?, * stated}`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from string import Formatter
from typing import Final, Generic, TypeAlias, TypeVar, cast

from msgspec import Struct

from domain.fields import TypeSpec, field_of
from domain.seats import GameState, Viewpoint, seat_name
from domain.text import join_words, pluralize

S_co = TypeVar("S_co", bound=GameState, covariant=True)


@dataclass(frozen=True, slots=True)
class Narrator(Generic[S_co]):
    """Narrates an event for a viewpoint, given the state before the event."""

    state: S_co
    viewpoint: Viewpoint

    def seat(self, seat: int | None) -> str:
        """Return the player's name, or `the table` if the seat is unset."""
        return seat_name(self.state.seats, seat)

    def side(self, side: int) -> str:
        """The names of the people on a side."""
        return " & ".join(seat.name for seat in self.state.seats if seat.side == side) or f"side {side + 1}"

    def card(self, card: str | None) -> str:
        """Return the printed name; `??` for an unknown card. Does not redact: the event decides whether the viewpoint may know
        it."""
        return self.state.catalogue.name_of(card)

    def render(self, event: Struct, template: str) -> str:
        """The template with the event's fields in it."""
        return "".join(
            [part if isinstance(part, str) else part(self, event) for part in parts_of(type(event), template)]
        )


Part: TypeAlias = "str | Callable[[Narrator[GameState], Struct], str]"
Format: TypeAlias = "Callable[[Narrator[GameState], object], str]"
"""Writes a value of an event's field."""


@cache
def parts_of(kind: type[Struct], template: str) -> tuple[Part, ...]:
    """Parse a template (cached). Raises AttributeError for a field that the event does not have."""
    return tuple(_parse(kind, template))


def _parse(kind: type[Struct], template: str) -> Iterator[Part]:
    for text, path, spec, _ in Formatter().parse(template):
        if text:
            yield text
        if path:
            yield _part(kind, path, spec or "")


def _part(kind: type[Struct], path: str, spec: str) -> Part:
    value, field = attrgetter(path), _field_of(kind, path)
    how, choice, texts = spec.partition("?")
    spoken = _spoken(field, how, getattr(kind, "formats", {}))
    if not choice:
        return lambda narrator, event: spoken(narrator, value(event))
    given, _, missing = texts.partition("|")

    def chosen(narrator: Narrator[GameState], event: Struct) -> str:
        found = value(event)
        there = found not in (None, "") if field.optional else bool(found)
        return given.replace("*", spoken(narrator, found)) if there else missing

    return chosen


def _field_of(kind: type[Struct], path: str) -> TypeSpec:
    """Return a field, or the field of the struct in it. Raises AttributeError for an unknown field."""
    name, _, rest = path.partition(".")
    field = field_of(kind, name)
    if field is None:
        raise AttributeError(f"{kind.__name__} has no field {name}")
    inner = next((one.struct for one in field.kinds if one.struct is not None), None)
    return _field_of(inner, rest) if rest and inner is not None else field


def _spoken(field: TypeSpec, how: str, formats: Mapping[str, Format]) -> Format:
    """Return the function that writes a value of a field."""
    if how in formats:
        return formats[how]
    if how and how not in _FORMATS:
        one, _, many = how.partition("|")
        return lambda _, value: pluralize(value if isinstance(value, int) else len(cast("Sized", value)), one, many)
    if field.item is not None:
        item = _spoken(field.item, how, formats)
        return lambda narrator, value: join_words(item(narrator, one) for one in cast("Iterable[object]", value))
    return _FORMATS.get(how) or _KINDS.get(field.kinds[0].kind) or (lambda _, value: str(value))


def _name(narrator: Narrator[GameState], card: object) -> str:
    return narrator.card(cast("str | None", card))


_KINDS: Final[Mapping[str, Format]] = {
    "seat": lambda narrator, seat: narrator.seat(cast("int | None", seat)),
    "side": lambda narrator, side: narrator.side(cast("int", side)),
    "card": _name,
}
"""Kinds of fields that are not printed unchanged."""
_FORMATS: Final[Mapping[str, Format]] = {
    "name": _name,
    "words": lambda _, value: str(value).replace("_", " "),
    "title": lambda _, value: str(value).capitalize(),
}
