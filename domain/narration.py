"""Narration of events: a template over an event's fields, filled in for one viewpoint.

`"{player}'s {card} is defeated"`: a seat becomes its player's name, a side the names of its players, a card its printed name;
any other value is printed unchanged. `{stage:title}` begins with a capital, `{slot:words}` is written as words;
`{victories:victory|victories}` counts.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from string import Formatter
from typing import Generic, TypeAlias, TypeVar, cast

from msgspec import Struct

from domain.fields import Kind, field_of
from domain.seats import GameState, Viewpoint, seat_name
from domain.text import pluralize

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
        """The printed name; `??` for an unknown card. Whether the viewpoint may know it, the event decides."""
        return self.state.catalogue.name_of(card)

    def render(self, event: Struct, template: str) -> str:
        """The template with the event's fields in it."""
        return "".join(
            [part if isinstance(part, str) else part(self, event) for part in parts_of(type(event), template)]
        )


Part: TypeAlias = "str | Callable[[Narrator[GameState], Struct], str]"


@cache
def parts_of(kind: type[Struct], template: str) -> tuple[Part, ...]:
    """A template taken apart, once. Raises AttributeError for a field that the event has not."""
    return tuple(_parse(kind, template))


def _parse(kind: type[Struct], template: str) -> Iterator[Part]:
    for text, path, spec, _ in Formatter().parse(template):
        if text:
            yield text
        if path:
            yield _spoken(attrgetter(path), _kind_of(kind, path), spec or "")


def _kind_of(kind: type[Struct], path: str) -> Kind:
    """Return the kind of a field, or of a field of the struct in it. Raises AttributeError for an unknown field."""
    name, _, rest = path.partition(".")
    field = field_of(kind, name)
    if field is None:
        raise AttributeError(f"{kind.__name__} has no field {name}")
    inner = next((one.struct for one in field.kinds if one.struct is not None), None)
    return _kind_of(inner, rest) if rest and inner is not None else field.kinds[0].kind


def _spoken(value: Callable[[object], object], kind: Kind, spec: str) -> Callable[[Narrator[GameState], Struct], str]:
    if kind == "seat":
        return lambda narrator, event: narrator.seat(cast("int | None", value(event)))
    if kind == "side":
        return lambda narrator, event: narrator.side(cast("int", value(event)))
    if kind == "card":
        return lambda narrator, event: narrator.card(cast("str | None", value(event)))
    if spec == "words":
        return lambda _, event: str(value(event)).replace("_", " ")
    if spec == "title":
        return lambda _, event: str(value(event)).capitalize()
    if spec:
        one, _, many = spec.partition("|")
        return lambda _, event: pluralize(cast("int", value(event)), one, many)
    return lambda _, event: str(value(event))
