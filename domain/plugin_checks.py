"""Defects in the declaration (`Game`) or code of a game that can be found before it is played or stored."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec

from msgspec import Struct

from domain.game import AnyGame, Game, checked, evolved, resolution, tag_of


class GameDefect(Exception):
    """A defect in the code of a game, as opposed to a bad record or request. The message names the game."""


def defects_in(game: object, name: str) -> Iterator[str]:
    """Yield the reasons why an object cannot be the game announced under a name. Runs when the game is loaded."""
    if not isinstance(game, Game):
        yield f"it is of type {type(game).__name__}, and no Game"
        return
    if game.name != name:
        yield f"it calls itself {game.name!r}, and is announced as {name!r}: give both one name"
    if not _is_package(game.package):
        yield f"package {game.package!r} is missing: `package` names the one with its rules"
    if not game.seat_counts:
        yield "seat_counts is empty: how many play?"
    own = {
        "validate": game.check is checked,
        "resolve": game.resolution is resolution,
        "evolve": game.evolve is evolved,
    }
    yield from _kind_defects("commands", game.commands, own)
    yield from _kind_defects("events", game.events, own)
    for statistic, tally in game.competition.tallies.items():
        if tally.field not in tally.event.__struct_fields__:
            yield f"the tally {statistic!r} counts the field {tally.field!r}, which {tally.event.__name__} does not have"


def _is_package(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def methods_left_out(kind: type[Struct]) -> Iterator[str]:
    """Yield the abstract methods of its bases that a class does not define."""
    for method in dict.fromkeys(name for base in kind.__mro__ for name in _abstract_in(base)):
        if getattr(getattr(kind, method), "__isabstractmethod__", False):
            yield method


@cache
def _abstract_in(base: type) -> tuple[str, ...]:
    return tuple(name for name, value in vars(base).items() if getattr(value, "__isabstractmethod__", False))


def _kind_defects(called: str, kinds: Sequence[type[Struct]], own: Mapping[str, bool]) -> Iterator[str]:
    """`own`: methods that the game can replace -> True if it does not."""
    if not kinds:
        yield f"{called} is empty"
    tags: dict[str, list[str]] = defaultdict(list)
    for kind in kinds:
        tags[tag_of(kind)].append(kind.__name__)
        # Structs do not enforce abstract methods, so without this check the first match would fail.
        yield from (f"{kind.__name__} has no {method}" for method in methods_left_out(kind) if own.get(method, True))
    for tag, names in tags.items():
        if len(names) > 1:
            yield f"{called}: {' and '.join(names)} have one tag, {tag!r}"


def expect_listed(game: AnyGame, made: Sequence[Struct]) -> None:
    """Raise GameDefect for commands and events of types that the game does not list. Stored, they could not be read again."""
    for struct in made:
        if type(struct) not in game.commands and type(struct) not in game.events:
            raise GameDefect(
                f"game {game.name!r}: {type(struct).__name__} is missing from its commands and events, so it could not be "
                "read again; not recorded"
            )
