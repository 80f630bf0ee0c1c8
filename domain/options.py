"""Options: settings agreed before a match or competition, parsed from text and checked against the possible values.

An `Options` struct declares them: name, type, default, and (with `rule_option`) the rule behind an option and its allowed values.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from domain.fields import MOST_KEPT, Field, declared_fields, field_of
from domain.rules import Violation
from domain.syntax import shown
from domain.text import suggestion
from domain.validation import InvalidValue, validated

O = TypeVar("O", bound=Struct)  # noqa: E741

_TRUTHS: Final = {"yes": True, "true": True, "no": False, "false": False}
_MOST_DIGITS: Final = 9


def rule_option(rule: str, *choices: str | int) -> Meta:
    """Annotate an option with the rule behind it, and its allowed values if they are few."""
    return Meta(extra={"rule": rule, "choices": choices})


def options_from(values: Mapping[str, str], agreed: O, *, least: int | None = 0) -> O:
    """Return the options with typed values applied; numbers must be at least `least`. Raise ValueError with the option, the
    given value and the possible values. `choice_violations` checks whether a word is among an option's choices."""
    read = {name: option_value(type(agreed), name, text, least=least) for name, text in values.items()}
    try:
        return validated({**msgspec.structs.asdict(agreed), **read}, type(agreed))
    except InvalidValue as error:
        raise ValueError(f"option {error}") from None


def option_value(options: type[Struct], name: str, text: str, *, least: int | None = 0) -> int | bool | str:
    """One option's value as typed. Raises ValueError as `options_from` does."""
    field = field_of(options, name)
    if field is None:
        known = options.__struct_fields__
        raise ValueError(f"no option {shown(name)}; options: {', '.join(known)}{suggestion(name, known)}")
    kinds = [one.kind for one in field.kinds]
    if kinds == ["flag"]:
        found: int | bool | str | None = _TRUTHS.get(text.strip().lower())
    else:
        found = _number(text.strip(), least) if kinds == ["number"] else text
    if found is None:
        raise ValueError(_unfit(field, text))
    return found


def _number(text: str, least: int | None) -> int | None:
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS else None
    return None if number is None or (least is not None and number < least) else number


def choice_violations(options: Struct, rule: str = "") -> Iterator[Violation]:
    """Yield a violation for each value that is not among the option's choices. It cites the option's own rule, or else
    `rule`."""
    for field in declared_fields(type(options)):
        value = getattr(options, field.name)
        if field.choices and value not in field.choices:
            yield Violation(field.rule or rule, _unfit(field, str(value)), impossible=True)


def _unfit(field: Field, given: str) -> str:
    choices = ", ".join(map(str, field.choices))
    possible = f"one of {choices}" if choices else " or ".join(one.expects for one in field.kinds)
    return f"option {field.name}: {possible} expected, found {shown(given)}"


@lru_cache(maxsize=MOST_KEPT)
def choices_of(options: type[Struct]) -> dict[str, tuple[str, ...]]:
    """Return option name -> allowed values as users write them, for options with a list of values."""
    return {field.name: tuple(map(str, field.choices)) for field in declared_fields(options) if field.choices}


@lru_cache(maxsize=MOST_KEPT)
def option_rules(options: type[Struct]) -> dict[str, str]:
    """Option name -> the rule that fixes it."""
    return {field.name: field.rule for field in declared_fields(options) if field.rule}


def changed_options(options: Struct) -> dict[str, str]:
    """Return the options that differ from their defaults, as a user could type them."""
    values = ((field, getattr(options, field.name)) for field in declared_fields(type(options)))
    return {field.name: str(value) for field, value in values if value != field.default}
