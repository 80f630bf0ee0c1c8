"""All checks on one game, in one pass over its simulated matches."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import ModuleType
from typing import Final, TypeAlias, cast

from domain.cards import CardRecord, Catalogue, CatalogueError
from domain.game import AnyGame, Game
from domain.plugin_checks import defects_in
from domain.registry import UnknownGame, load_game
from matchbook.conformance import (
    changes,
    fact_checks,
    hidden_information,
    judging_checks,
    matches,
    oddities,
    plan_checks,
    shape,
)
from matchbook.conformance.random_walk import walked
from matchbook.conformance.trial import Observations, Subject, Trial, begin, failure, play
from service.resources import UnreadableFile, load_catalogue

MatchCheck: TypeAlias = Callable[[Subject, Trial], Iterator[str]]
GameCheck: TypeAlias = Callable[[Subject], Iterator[str]]

MATCH_CHECKS: Final[dict[str, MatchCheck]] = {
    "ends": matches.ends,
    "legal_is_accepted": matches.legal_is_accepted,
    "decides_alike": matches.decides_alike,
    "replays": matches.replays,
    "conserves_cards": matches.conserves_cards,
    "says_its_position": matches.says_its_position,
    "reads_notation": matches.reads_notation,
    "stores_entries": matches.stores_entries,
    "draws_boards": matches.draws_boards,
    "keeps_its_plan": plan_checks.keeps_its_plan,
    "can_be_judged": judging_checks.can_be_judged,
    "states_are_frozen": matches.states_are_frozen,
    "takes_odd_commands": oddities.takes_odd_commands,
    "opens_once": oddities.opens_once,
    "makes_changes_by_hand": changes.makes_changes_by_hand,
    "hides_cards": hidden_information.hides_cards,
    "plays_every_verb": hidden_information.plays_every_verb,
}
GAME_CHECKS: Final[dict[str, GameCheck]] = {
    "is_well_formed": shape.is_well_formed,
    "evolves_every_event": shape.evolves_every_event,
    "names_its_options": shape.names_its_options,
    "plays_every_choice": shape.plays_every_choice,
    "raises_its_rules": shape.raises_its_rules,
    "counts_alike": fact_checks.counts_alike,
}
ANYWHERE: Final = frozenset({"makes_changes_by_hand", "plays_every_verb"})
"""Checks that need no finished matches; run by themselves, they try more kinds of matches in the same time."""
_SHOWN: Final = 3
"""Number of problems after which a check stops."""


class NoSuite(ValueError):
    """A game, catalogue or option that cannot be used."""


class Suite:
    """The checks of one game. They run once, at the first request for a result."""

    def __init__(self, subject: Subject, checks: Sequence[str] = ()) -> None:
        self.subject = subject
        self.checks = tuple(checks) or (*MATCH_CHECKS, *GAME_CHECKS)
        self.game = subject.game
        self.seen = subject.seen
        self._problems: dict[str, list[str]] | None = None

    @property
    def facts(self) -> dict[str, str]:
        """Check -> the property that it proves."""
        checks = {**MATCH_CHECKS, **GAME_CHECKS}
        return {name: (checks[name].__doc__ or name).partition("\n")[0] for name in self.checks}

    @property
    def has_run(self) -> bool:
        """True once the checks have run."""
        return self._problems is not None

    def lines(self) -> Iterator[str]:
        """Further observations as text; missing ones are reported only for the whole suite."""
        whole = len(self.checks) == len(MATCH_CHECKS) + len(GAME_CHECKS)
        return self.seen.lines(self.game, whole=whole)

    def problems(self, check: str) -> list[str]:
        """The first few findings of a check; empty if it passes."""
        if self._problems is None:
            self._problems = self._run()
        return self._problems[check]

    def _run(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {name: [] for name in self.checks}
        in_matches = {name: check for name, check in MATCH_CHECKS.items() if name in found}
        begun = ANYWHERE.issuperset(in_matches)
        for number in range(self.subject.matches if in_matches else 0):
            trial = begin(self.subject, number) if begun else play(self.subject, number)
            for name, check in in_matches.items():
                if not found[name]:
                    found[name] = _first_problems(check(self.subject, trial))
        for name, game_check in GAME_CHECKS.items():
            if name in found:
                found[name] = _first_problems(game_check(self.subject))
        return found


def _first_problems(problems: Iterator[str]) -> list[str]:
    found: list[str] = []
    try:
        found.extend(islice(problems, _SHOWN))
    except Exception as error:  # a game may fail in any way; the check says where
        found.append(failure(error))
    return found


def open_suite(
    name: str,
    *,
    matches: int = 200,
    seed: int = 0,
    options: Sequence[str] = (),
    catalogue: str | None = None,
    checks: Sequence[str] = (),
) -> Suite:
    """Return the suite of a game, by installed name or as `module:ATTRIBUTE`, with all or some checks. Raises
    NoSuite."""
    try:
        game = _attribute(name) if ":" in name else load_game(name)
        cards = load_catalogue(game, catalogue)
    except (UnknownGame, ImportError, AttributeError, CatalogueError, UnreadableFile) as error:
        raise NoSuite(f"{name}: {error}") from error
    pairs = [option.partition("=") for option in options]
    if wrong := next((o for o, (_, sign, _) in zip(options, pairs, strict=True) if not sign), None):
        raise NoSuite(f"option {wrong!r}: write it as name=value")
    if unknown := next((c for c in checks if c not in {**MATCH_CHECKS, **GAME_CHECKS}), None):
        raise NoSuite(f"no check {unknown!r}; there are {', '.join((*MATCH_CHECKS, *GAME_CHECKS))}")
    agreed = {name: value for name, _, value in pairs}
    return suite_of(game, cards, matches=matches, seed=seed, options=agreed, checks=checks)


def suite_of(
    game: AnyGame,
    catalogue: Catalogue[CardRecord],
    *,
    matches: int = 200,
    seed: int = 0,
    options: dict[str, str] | None = None,
    checks: Sequence[str] = (),
) -> Suite:
    """Return the suite of a given game."""
    game = game.for_catalogue(catalogue)
    walks = game.simulation is None
    return Suite(Subject(walked(game), catalogue, matches, seed, options or {}, Observations(), walks), checks)


def _attribute(name: str) -> AnyGame:
    module, _, attribute = name.partition(":")
    loaded: ModuleType = importlib.import_module(module)
    game = getattr(loaded, attribute)
    if not isinstance(game, Game):
        raise NoSuite(f"{name} is not a Game")
    if fault := next(defects_in(game, game.name), ""):
        raise NoSuite(f"{name}: {fault}")
    return cast("AnyGame", game)
