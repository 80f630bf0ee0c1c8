"""The installed games: the built-in ones and those of other packages, by the entry points that they announce."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final, cast

from domain.failure import belongs, failure, modules_of
from domain.game import AnyGame
from domain.plugin_checks import defects_in
from domain.rules import Rule, rules_of

ENTRY_POINT_GROUP: Final = "matchbook.games"


class UnknownGame(LookupError):
    """No game of that name is installed."""


@cache
def installed_games() -> Mapping[str, AnyGame]:
    """All games by name, from the entry points of installed packages. A broken plug-in is left out here; `broken_games` has it."""
    found: dict[str, AnyGame] = {}
    for name in game_names():
        with suppress(UnknownGame):
            found[name] = load_game(name)
    return found


@cache
def broken_games() -> Mapping[str, str]:
    """The games that are installed and cannot be loaded: name -> why, in one line."""
    return {name: why for name in game_names() if (why := why_not_loaded(name))}


def why_not_loaded(name: str) -> str:
    """Return why a game cannot be loaded (broken, or not installed); empty if it can."""
    try:
        load_game(name)
    except UnknownGame as error:
        return str(error)
    return ""


@cache
def announced() -> tuple[EntryPoint, ...]:
    """Return the entry points of the installed games. Cached, because the search reads the metadata of all installed
    packages."""
    return tuple(entry_points(group=ENTRY_POINT_GROUP))


@cache
def game_names() -> tuple[str, ...]:
    """Names of the installed games, without importing them."""
    return tuple(sorted({point.name for point in announced()}))


@cache
def game_releases() -> tuple[str, ...]:
    """Name and version of each installed game's package, without importing it: `heaps 2.0`."""
    return tuple(
        sorted({f"{point.name} {point.dist.version if point.dist is not None else ''}" for point in announced()})
    )


@cache
def load_game(name: str) -> AnyGame:
    """Load a game by name. Raises UnknownGame, with the installed games or the reason why this one cannot be loaded."""
    points = {point.value: point for point in announced() if point.name == name}
    if not points:
        raise UnknownGame(f"no game {name!r}; installed: {', '.join(game_names()) or 'none'}")
    if len(points) > 1:
        both = " and by ".join(f"{_distribution(point)} ({value})" for value, point in points.items())
        raise UnknownGame(f"game {name!r} is announced by {both}: uninstall one of them")
    [(value, point)] = points.items()
    try:
        game = point.load()
    except Exception as error:
        # A plug-in may raise anything; the other games must stay usable.
        why = failure(error, point.module.partition(".")[0])
        raise UnknownGame(f"game {name!r} cannot be loaded from {value}: {why}") from error
    if fault := next(defects_in(game, name), ""):
        raise UnknownGame(f"game {name!r} cannot be loaded from {value}: {fault}")
    return cast("AnyGame", game)


def _distribution(point: EntryPoint) -> str:
    return "an unnamed package" if point.dist is None else point.dist.name


def blamed(error: BaseException) -> str | None:
    """Return a one-line description of an exception raised in an installed game's code, with the game's name, if it was."""
    for module in modules_of(error):
        for game in installed_games().values():
            if belongs(module, game.package):
                return f"game {game.name!r}: {failure(error, game.package)}"
    return None


def find_rule(game: AnyGame, rule: str) -> Rule | None:
    """Return a rule that a match of a game may cite: the game's own or one of procedure; for a competition, also one of the
    rulebook that its matches are played by."""
    found = game.rules.get(rule) or rules_of_procedure().get(rule)
    if found is not None or game.kind == "game":
        return found
    return next((one.rules[rule] for one in installed_games().values() if rule in one.rules), None)


def rules_of_procedure() -> Mapping[str, Rule]:
    """Return the rules of procedure for officials, which apply to all games, by id."""
    return rules_of("domain.procedure")


@cache
def competition_rules() -> Mapping[str, str]:
    """Return rule id of a game's rulebook -> the equivalent rule id of competitions, from all games'
    `CompetitionSupport.rules`."""
    return {theirs: ours for game in installed_games().values() for ours, theirs in game.competition.rules.items()}


@cache
def package_folders() -> Mapping[str, Path]:
    """The folder of each installed game's package, by the game's name, without importing the game. A broken plug-in is left
    out."""
    found: dict[str, Path] = {}
    for point in sorted(announced(), key=lambda point: point.name):
        with suppress(Exception):  # imports the package around the module, which may raise anything
            spec = find_spec(point.module)
            if spec is not None and spec.origin is not None:
                found[point.name] = Path(spec.origin).parent
    return found
