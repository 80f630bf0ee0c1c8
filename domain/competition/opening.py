"""What opens a contest: its players, and options from text."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from msgspec import Struct, inspect

from domain.competition.reporting import MOST_PLAYERS, check_players
from domain.competition.state import ContestState
from domain.fitting import Misfit, fitted
from domain.rules import Violation

O = TypeVar("O", bound=Struct)  # noqa: E741


def options_from(values: Mapping[str, str], options: type[O]) -> O:
    """Options as typed. Raises ValueError naming the option and what exists."""
    if unknown := sorted(set(values) - set(options.__struct_fields__)):
        raise ValueError(f"no option {unknown[0]!r}; options: {', '.join(options.__struct_fields__)}")
    try:
        return fitted(dict(values), options, lax=True)
    except Misfit as error:
        raise ValueError(f"option {error}") from None


def opening_faults(
    state: ContestState, players: Sequence[str], options: Struct, most: int = MOST_PLAYERS
) -> Iterator[Violation]:
    """What is wrong with opening a contest so."""
    if state.phase != "unopened":
        yield Violation("CT-R04", f"the {state.word} is open already", impossible=True)
    yield from check_players(players, most=most)
    yield from _choice_faults(options)


def _choice_faults(options: Struct) -> Iterator[Violation]:
    """Values that are not among an option's choices."""
    for name, choices in choices_of(type(options)).items():
        value = str(getattr(options, name))
        if value not in choices:
            yield Violation("CT-S02", f"{name}={value}; there are {', '.join(choices)}", impossible=True)


@cache
def choices_of(options: type[Struct]) -> dict[str, tuple[str, ...]]:
    """Option name -> its possible values as text, for options that have a list."""
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    return {
        field.name: tuple(str(choice) for choice in field.type.extra["choices"])
        for field in info.fields
        if isinstance(field.type, inspect.Metadata) and field.type.extra and "choices" in field.type.extra
    }
