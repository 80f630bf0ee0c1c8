"""A form for declaring a position: one row per part, derived from the game's own `declare_position`.

Rows keep typed text unchanged, even if it is not valid notation.
"""

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final, Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN
from domain.fields import Field, TypeSpec, fields_of
from domain.game import AnyGame, Command, tag_of
from domain.notation import Names, NotationError, parse_value, print_value
from domain.rules import Violation
from domain.seats import GameState, Seat
from service.typing.rows import Verdict

DECLARE: Final = "declare_position"
_COUNT: Final = re.compile(r"(?<![\w#=-])\d{1,2}(?![\w#=-])")
"""A bare number in a list."""
_COLUMN: Final = re.compile(r" \(column \d+\)$")
"""The column in an error message, which is removed because the user did not type the line."""
_NOTHING: Final = '""'

Completeness: TypeAlias = Literal["known", "counted", "partly known", "none", "unknown", "missing", "unreadable"]
"""How complete a row is. `known`: stated in full. `counted`: only a number. `partly known`: some of it is `??`.
`none`: stated as empty. `unknown`: not stated. `missing`: not stated although required. `unreadable`: invalid."""


@runtime_checkable
class NamedPart(Protocol):
    """A part of a position with a name of its own, other than a player's side."""

    def called(self, seats: tuple[Seat, ...], /) -> str:
        """Its name in the form."""
        ...


class FormRow(Struct, frozen=True):
    """One row: a field of the position or of one player's side, or one item of a list there."""

    group: str
    """Its owner; empty for shared parts."""
    label: str
    field: Field
    owner: type[Struct]
    """The struct that has the field."""
    text: str
    initial: str = ""
    """Initial content."""
    default: str = ""
    """Default in notation; empty if it must be stated."""
    top: str = ""
    """The field of the command that contains it."""
    place: int | None = None
    """Index of its group in a list, from 0; `None` without groups."""
    item: bool = False
    """True if the row is one item of a list field."""

    @property
    def changed(self) -> bool:
        """True if its text differs from the initial text."""
        return self.text != self.initial

    @property
    def stated(self) -> bool:
        """True if it states something other than the default."""
        return self.text not in ("", self.default)

    @property
    def counts_cards(self) -> bool:
        """True if it lists cards: a number in it means that many unknown cards."""
        return _lists_cards(self.field)

    def error(self, names: Names) -> str:
        """Return why its text cannot be read; empty if it can."""
        if not self.text:
            return "" if self.item or not self.field.required else f"{self.label} is missing ({self.field.expects})"
        try:
            parse_value(f"[{self.text}]" if self.item else self.text, self.owner, self.field.name, names)
        except NotationError as error:
            return _COLUMN.sub("", str(error))
        return ""

    def standing(self, names: Names) -> Completeness:
        """Completeness of its information."""
        if not self.text:
            return "missing" if self.field.required and not self.item else "unknown"
        if self.error(names):
            return "unreadable"
        if self.text in ("-", "[]", "{}"):
            return "none"
        words = [word for word in self.text.replace("[", ",").replace("]", ",").replace(",", " ").split() if word]
        unknown = sum(UNKNOWN in word for word in words)
        if unknown:
            return "counted" if unknown == len(words) else "partly known"
        return "counted" if self.field.kinds[0].kind in ("number", "side") else "known"


class PositionForm(Struct, frozen=True):
    """The rows of a position, grouped by player."""

    command: type[Command]
    parts: tuple[FormRow, ...]

    def with_text(self, row: int, text: str) -> "PositionForm":
        """Return the form with one row filled in. Filling the last item of a list adds an empty one."""
        parts, one = list(self.parts), self.parts[row]
        parts[row] = replace(one, text=_bracketed(text.strip(), one))
        following = parts[row + 1] if row + 1 < len(parts) else None
        if _one_of_several(one) and text.strip() and not (following and _same_list(following, one)):
            parts.insert(row + 1, replace(one, text="", initial=""))
        return replace(self, parts=tuple(parts))

    @property
    def line(self) -> str:
        """The command line that declares it."""
        tops = {name: tuple(part for part in self.parts if part.top == name) for name in _names(self.command)}
        words = [f"{name}={text}" for name, parts in tops.items() if (text := _value(parts))]
        return " ".join((DECLARE, *words))


def declares(game: AnyGame) -> type[Command] | None:
    """The command of a game that declares a position."""
    return next((command for command in game.commands if tag_of(command) == DECLARE), None)


def position_form(game: AnyGame, state: GameState) -> PositionForm | None:
    """Return the current position for correction; `None` if the game cannot declare positions."""
    command = declares(game)
    if command is None:
        return None
    names = Names(state.catalogue, state.seats)
    present = game.position(state)
    parts = [part for field in fields_of(command) for part in _parts(command, field, present, names)]
    parts = [replace(part, initial=part.text) for part in parts]
    first = {part.group: n for n, part in reversed(list(enumerate(parts)))} | {"": -1}
    return PositionForm(command, tuple(sorted(parts, key=lambda part: first[part.group])))


class FormProblems(Struct, frozen=True):
    """The problems of a form."""

    at: dict[int, str]
    """Row -> what is wrong there."""
    others: tuple[str, ...] = ()
    """Violations that concern several rows."""
    recordable: bool = True
    """True if it can be recorded, at least as played."""


def findings(form: PositionForm, names: Names, judge: Callable[[str], Verdict]) -> FormProblems:
    """Return the problems of a form: unreadable rows or, if all are readable, violations. A violation is assigned to
    the first changed row that causes it: with the initial text of that row, the violation disappears."""
    unread = {row: error for row, part in enumerate(form.parts) if (error := part.error(names))}
    if unread:
        return FormProblems(unread, recordable=False)
    broken = judge(form.line).violations
    rows = [row for row, part in enumerate(form.parts) if part.changed] if broken else []
    without = {row: judge(form.with_text(row, form.parts[row].initial).line) for row in rows}
    at: dict[int, str] = {}
    others: list[str] = []
    for violation in broken:
        count = sum(other.rule == violation.rule for other in broken)
        blamed = (row for row, verdict in without.items() if verdict.readable and _times(violation, verdict) < count)
        row = next(blamed, None)
        if row is None:
            others.append(str(violation))
        else:
            at[row] = "; ".join(filter(None, (at.get(row, ""), str(violation))))
    return FormProblems(at, tuple(others), recordable=not any(violation.impossible for violation in broken))


def _times(violation: Violation, verdict: Verdict) -> int:
    return sum(other.rule == violation.rule for other in verdict.violations)


# --- rows --------------------------------------------------------------------------------------------------------------


def _parts(command: type[Command], field: Field, present: Command | None, names: Names) -> Iterator[FormRow]:
    item = _item(field)
    if item is None or item.kind not in ("nested", "list"):
        yield _part(FormRow("", field.words, field, command, "", top=field.name), present, names)
        return
    given = getattr(present, field.name) if present is not None else (None,) * len(names.seats)
    for place, value in enumerate(given):
        group = value.called(names.seats) if isinstance(value, NamedPart) else _group(place, len(given), names.seats)
        if item.struct is not None:
            for sub in fields_of(item.struct):
                yield from _rows(
                    FormRow(group, sub.words, sub, item.struct, "", top=field.name, place=place), value, names
                )
        else:
            text = print_value(value, item, names) if value is not None else ""
            label = field.words.removesuffix("s")
            yield FormRow(group, label, field, command, text, top=field.name, place=place, item=True)


def _rows(part: FormRow, value: object, names: Names) -> Iterator[FormRow]:
    """Yield one row; for a list, one row per item and an empty one."""
    item = _item(part.field)
    if item is None or item.struct is None:
        yield _part(part, value, names)
        return
    one = replace(part, label=part.label.removesuffix("s"), item=True)
    for thing in getattr(value, part.field.name) if value is not None else ():
        yield replace(one, text=print_value(thing, item, names))
    yield one


def _part(part: FormRow, value: object, names: Names) -> FormRow:
    field = part.field
    given = getattr(value, field.name) if value is not None else UNSET
    text = "" if given is UNSET else print_value(given, field, names)
    default = "" if field.required else print_value(field.default, field, names)
    return replace(part, text="" if text == _NOTHING else text, default=default)


def _group(place: int, count: int, seats: tuple[Seat, ...]) -> str:
    return seats[place].name if count == len(seats) else f"side {place + 1}"


def _names(command: type[Command]) -> Iterator[str]:
    return (field.name for field in fields_of(command))


def _item(wanted: TypeSpec) -> TypeSpec | None:
    """Return the item type of a list; `None` for other types."""
    return wanted.item.kinds[0] if wanted.item is not None else None


# --- the line ----------------------------------------------------------------------------------------------------------


def _value(parts: tuple[FormRow, ...]) -> str:
    """Return the text for a field of the command; empty if it is omitted."""
    if not parts:
        return ""
    if parts[0].place is None:
        return parts[0].text if parts[0].stated else ""
    groups = [tuple(group) for _, group in groupby(sorted(parts, key=_place), key=_place)]
    return f"[{', '.join(map(_one, groups))}]"


def _place(part: FormRow) -> int:
    return part.place or 0


def _one(parts: tuple[FormRow, ...]) -> str:
    """Return the text of one group: a plain list, or its fields in brackets."""
    if parts[0].field.name == parts[0].top:
        return parts[0].text or "[]"
    stated = []
    for name, rows in groupby(parts, key=lambda part: part.field.name):
        given = [row for row in rows if row.stated]
        if given:
            text = f"[{', '.join(row.text for row in given)}]" if given[0].item else given[0].text
            stated.append(f"{name}={text}")
    return f"({', '.join(stated)})"


def _one_of_several(part: FormRow) -> bool:
    return part.item and part.field.name != part.top


def _bracketed(text: str, part: FormRow) -> str:
    """Return a list in brackets, because its commas would otherwise end the field. Unknown cards may be given as a
    number: `nia, 3`."""
    if part.counts_cards:
        text = _COUNT.sub(lambda found: ", ".join([UNKNOWN] * int(found[0])), text)
    listed = part.field.item is not None and not _one_of_several(part)
    return f"[{text}]" if listed and text and not text.startswith("[") else text


def _lists_cards(wanted: TypeSpec) -> bool:
    item = wanted.item
    return item is not None and (any(one.kind == "card" for one in item.kinds) or _lists_cards(item))


def _same_list(one: FormRow, other: FormRow) -> bool:
    return (one.top, one.place, one.field.name) == (other.top, other.place, other.field.name)
