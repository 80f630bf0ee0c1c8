"""Kits on this computer: of the program, of installed packages and of the user's folder. Resolves names of games and kits.

The game that plays kits is loaded only when a kit is used, because loading takes time.
"""

import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from domain.capabilities import KitSupport
from domain.cards import CardRecord, Catalogue, CatalogueError
from domain.game import AnyGame, Command, Event
from domain.notation import Names, print_command
from domain.registry import UnknownGame, game_names, installed_games, load_game, package_folders
from domain.seats import GameState, SeatSetup, TableSetup
from domain.simulation import ActRefused, EndlessMatch, SimulatedAction, simulate, simulation_of
from domain.text import pluralize, suggestion
from domain.worlds import action_problems
from service.errors import UsageProblem
from service.resources import UnreadableFile, bound_game, catalogue_names, read_text
from service.settings import preferences_path

KITS_GAME: Final = "tabletop"
"""The game that is played with kits."""
CHECKED: Final = {
    "enforced": "",
    "partly": "partly enforced: the kit checks some rules, and none is broken",
    "entered": "recorded as entered: the kit checks no rules of this action",
}
"""Verdict on an action without violations, by how much of the rules the kit checks; empty: it is legal."""
KITS_GROUP: Final = "matchbook.kits"
"""Entry point group of packages with kits: each entry point names a package with TOML files."""
_ENDING: Final = ".toml"
_STRIDE: Final = 20
"""Actions of a simulated match between two trials of each verb."""
_TRIED: Final = 12
"""Maximum number of tries of each verb."""


class Kit(Struct, frozen=True):
    """A kit that was found."""

    name: str
    title: str
    version: str
    players: str
    place: str
    digest: str
    fault: str = ""
    """Why it cannot be read."""


class KitSimulation(Struct, frozen=True):
    """Result of simulated matches of a kit."""

    matches: int
    ended: int
    reasons: dict[str, int]
    unused: tuple[str, ...]
    """Verbs that never came up."""
    stopped: tuple[str, ...]
    """Matches that stopped without reaching an end: one line per reason, with the number of matches and actions."""
    defects: tuple[str, ...]
    """Verbs that lose or double cards or reveal a hidden card, each with the tried command and its effect."""


def kits_game() -> tuple[AnyGame, KitSupport[GameState, Command, Event]]:
    """Return the game that plays kits, and its kit support. Raises UnknownGame."""
    game = load_game(KITS_GAME)
    if game.kits is None:
        raise UsageProblem(f"{game.name} is not played with kits")
    return game, game.kits


def checked_text(game: AnyGame, catalogue: Catalogue[CardRecord], word: str) -> str:
    """Return the verdict on an action without violations, to show instead of "legal", by its verb; empty if all rules are
    checked."""
    if game.kits is None:
        return ""
    facts = game.kits.facts(catalogue)
    return CHECKED[facts.verb_checks.get(word, facts.checks)]


def kits_folder() -> Path:
    """Return the folder of the user's own kits, beside the preferences."""
    return preferences_path()[0].with_name("kits")


@cache
def _package_kits(_: tuple[str, ...]) -> list[Traversable]:
    """Return the folders of installed packages with kits. Cached by the import path, because the search takes as long as
    hundreds of moves."""
    return [files(point.value) for point in entry_points(group=KITS_GROUP)]


def kit_files() -> Mapping[str, Traversable]:
    """Return all kit files by the kit's name: of the program, of packages, of the user. The first file with a name counts."""
    folders: list[Traversable] = []
    if KITS_GAME in package_folders():
        folders.append(package_folders()[KITS_GAME] / "catalogue")
    folders += _package_kits(tuple(sys.path))
    folders.append(kits_folder())
    found: dict[str, Traversable] = {}
    for folder in folders:
        if folder.is_dir():
            for file in sorted(folder.iterdir(), key=lambda file: file.name):
                if file.name.endswith(_ENDING):
                    found.setdefault(file.name.removesuffix(_ENDING), file)
    return found


def kit_titles() -> Mapping[str, str]:
    """Return every kit by name with the title in its file; invalid TOML is skipped. Other faults of a kit are reported
    on use."""
    found: dict[str, str] = {}
    for name, file in kit_files().items():
        with suppress(tomllib.TOMLDecodeError, UnreadableFile):
            found[name] = str(tomllib.loads(read_text(file)).get("title", name))
    return found


def installed_kits() -> Iterator[Kit]:
    """Yield every kit on this computer; unreadable ones have a `fault`."""
    game, part = kits_game()
    for name, file in kit_files().items():
        try:
            catalogue = game.cards.read(read_text(file), file.name)
        except (CatalogueError, UnreadableFile) as error:
            yield Kit(name, "", "", "", str(file), "", str(error))
            continue
        facts = part.facts(catalogue)
        yield Kit(name, facts.title, facts.version, facts.players, str(file), catalogue.digest)


def kit_file(name: str) -> Traversable:
    """The file of a kit, by its name or path. Raises UsageProblem."""
    if name.endswith(_ENDING):
        return Path(name)
    known = kit_files()
    if name not in known:
        raise UsageProblem(f"no kit {name!r}{suggestion(name, known) or '; matchbook kits list names them'}")
    return known[name]


def load_kit(name: str) -> Catalogue[CardRecord]:
    """A kit by its name or path. Raises UsageProblem, CatalogueError, UnreadableFile."""
    file = kit_file(name)
    return kits_game()[0].cards.read(read_text(file), file.name)


def meant_game(game: str, catalogue: str | None = None) -> tuple[AnyGame, str | None]:
    """Resolve GAME: an installed game, a kit's name, `tabletop:NAME` or a .toml file; return the game and its catalogue.

    Raises UnknownGame, UsageProblem.
    """
    wanted = _kit_in(game)
    if wanted is not None:
        return load_game(KITS_GAME), str(kit_file(wanted))
    if game == KITS_GAME and catalogue is not None and catalogue in kit_files():
        return load_game(game), str(kit_file(catalogue))
    if game not in game_names():
        near, kits = suggestion(game, (*game_names(), *kit_files())), ", ".join(kit_files())
        there = f"installed: {', '.join(game_names())}; kits: {kits}"
        raise UnknownGame(f"no game {game!r}{f'{near} ' if near else '; '}{there}")
    return load_game(game), catalogue


def game_and_kit(game: str, kit: str = "") -> tuple[str, str]:
    """Resolve GAME as `meant_game` does; return the names of the game and of the kit, which is empty for all other games.
    `kit`: the kit of the game of kits, if GAME names none. Raises UnknownGame, UsageProblem."""
    named = _kit_in(game) or ""
    found, _ = meant_game(game)
    if named and kit not in ("", named):
        raise UsageProblem(f"two kits, {named!r} and {kit!r}: name one")
    if kit and found.kits is None:
        raise UsageProblem(f"{found.name} is not played with kits: leave out the kit {kit!r}")
    if kit:
        kit_file(kit)
    return found.name, named or kit


def packaged_kit(game: str) -> tuple[str, str] | None:
    """Return the game and catalogue of a packaged kit by name; `None` for any other word."""
    if game in game_names():
        return None
    kits = load_game(KITS_GAME)
    return (kits.name, game) if game in catalogue_names(kits) else None


@cache
def playable_games() -> Mapping[str, AnyGame]:
    """The games that matches can be opened of: installed games, and in place of the game of kits, each packaged kit by its name."""
    games = {name: game for name, game in installed_games().items() if game.kind == "game"}
    kits = games.get(KITS_GAME)
    if kits is None or kits.kits is None:
        return games
    others = {name: game for name, game in games.items() if game is not kits}
    return others | {name: bound_game(KITS_GAME, name) for name in catalogue_names(kits)}


def _kit_in(game: str) -> str | None:
    """Return the kit that GAME names, by name or path; `None` for an installed game, or an unknown one."""
    prefix, colon, name = game.partition(":")
    if colon and prefix == KITS_GAME:
        return name
    return game if game not in game_names() and (game.endswith(_ENDING) or game in kit_files()) else None


def counted_game(game: str) -> str:
    """Return GAME for queries: for a file the name of its kit, otherwise unchanged, to be resolved by the analytics.

    Raises UsageProblem, CatalogueError, UnreadableFile.
    """
    return f"{KITS_GAME}:{kits_game()[1].facts(load_kit(game)).name}" if game.endswith(_ENDING) else game


def played_game(name: str) -> str:
    """Return the name of the game that plays a game or kit: `tabletop` for kits."""
    game = name.partition(":")[0]
    return game if game in game_names() else KITS_GAME


def simulated(catalogue: Catalogue[CardRecord], matches: int) -> KitSimulation:
    """Simulate matches of a kit, try each verb with named cards from time to time, and return the results."""
    game, part = kits_game()
    game, rng = game.for_catalogue(catalogue), Random(0)
    ended, reasons, used = 0, Counter[str](), set[str]()
    tried, defects, stops = Counter[str](), dict[str, str](), defaultdict[str, list[int]](list)
    refused: list[str] = []
    for seed in range(matches):
        outcome, last, acts = None, None, 0
        for number, one in enumerate(_simulated(game, catalogue, seed, refused)):
            used.add(getattr(one.command, "verb", ""))
            acts += getattr(last.command, "verb", "") != "" if last is not None else 0
            outcome, last = game.outcome(one.after), one
            for act in part.acts(one.after, rng) if number % _STRIDE == seed % _STRIDE else ():
                verb = str(getattr(act, "verb", ""))
                tried[verb] += 1
                if tried[verb] <= _TRIED and (fault := next(action_problems(game, one.after, act, rng), "")):
                    line = print_command(act, Names(catalogue, one.after.seats))
                    defects.setdefault(verb, f"verb.{verb}: after `{line}` {fault}")
        if outcome is not None:
            ended += outcome.reason != "stopped"
            reasons[outcome.reason] += 1
            if outcome.reason == "stopped" and last is not None and (why := "; ".join(part.obstacles(last.before))):
                stops[why].append(acts)
    unused = tuple(verb for verb in part.facts(catalogue).verbs if verb not in used)
    stopped = tuple(_stopped(acts, why) for why, acts in stops.items())
    return KitSimulation(matches, ended, dict(reasons), unused, stopped, (*defects.values(), *refused))


def _simulated(
    game: AnyGame, catalogue: Catalogue[CardRecord], seed: int, refused: list[str]
) -> Iterator[SimulatedAction[GameState, Command, Event]]:
    """Yield the actions of one match up to the first that the rules refuse, which is added to `refused`."""
    try:
        yield from simulate(game, catalogue, seed)
    except (ActRefused, EndlessMatch) as error:
        refused.append(str(error))


def not_begun(catalogue: Catalogue[CardRecord]) -> Iterator[str]:
    """Yield, for each number of players with which no match can begin, the reason and the failing step."""
    game = kits_game()[0].for_catalogue(catalogue)
    sample = simulation_of(game).sample_table(catalogue, Random(0), {})
    for count in game.seat_counts:
        seats = tuple(SeatSetup(f"Player{number}", deck=sample.seats[0].deck) for number in range(1, count + 1))
        try:
            game.open_table(TableSetup(seats, {}))
        except ValueError as error:
            yield str(error)


def name_taken(catalogue: Catalogue[CardRecord]) -> str:
    """Return a warning for a kit that has the name of another installed kit; empty otherwise."""
    part = kits_game()[1]
    name, known = part.facts(catalogue).name, kit_files()
    if name not in known:
        return ""
    try:
        other = load_kit(name)
    except (CatalogueError, UnreadableFile):
        return ""
    if part.facts(other).name != name or other.digest == catalogue.digest:
        return ""
    place = f"kit: {name!r} is another kit too ({known[name]})"
    return f"{place}, and game:{name} finds the matches of both; choose another id, such as my_{name}"


def _stopped(acts: list[int], why: str) -> str:
    """`3 matches stopped after 14 to 20 acts: play: nothing can be given for card`."""
    span = f"{min(acts)} to {max(acts)}" if min(acts) < max(acts) else f"{acts[0]}"
    return f"{pluralize(len(acts), 'match', 'matches')} stopped after {span} acts: {why}"
