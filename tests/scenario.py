"""Given / when / then for any game: commands in notation, refusals by rule id, states that must not change.

Tests of rules that differ only in data are rows of a table:

    test_rules = cases(
        ("CG-A02: a second student in the same turn is refused", given(table),
         "play_student dana", refused("play_student pax", "CG-A02"), then(points, (4000, 4000))),
    )  # fmt: skip
"""

from collections.abc import Callable, Iterable
from functools import partial
from operator import methodcaller
from typing import Any, Final, Generic

import pytest

from domain.cards import CardRecord, Catalogue
from domain.decision import ImpossibleCommand, RuleViolation, decide
from domain.digest import digest_of
from domain.game import C, E, Game, S, evolve_all
from domain.notation import Names, parse_command
from domain.rules import Violation
from matchbook.conformance.trial import unnamed_rules


class Scenario(Generic[S, C, E]):
    """A table that is played at by commands (structs, or lines of notation)."""

    def __init__(self, game: Game[S, C, E], catalogue: Catalogue[CardRecord], state: S | None = None) -> None:
        self.game = game
        self.state: S = state if state is not None else game.initial(catalogue)
        self.events: tuple[E, ...] = ()
        """The events of the last command."""

    def command(self, command: C | str) -> C:
        """The command that a line means at this state."""
        if not isinstance(command, str):
            return command
        return parse_command(command, self.game.commands, Names(self.state.catalogue, self.state.seats, self.state))

    def given(self, change: Callable[[S], S]) -> "Scenario[S, C, E]":
        """Puts the table into another state."""
        self.state = change(self.state)
        return self

    def named(self, command: C, violations: Iterable[Violation]) -> None:
        """Each rule that a command breaks is one that it names."""
        further = {rule.id for rule in self.game.further_rules}  # what a bound game adds, any command may break
        assert unnamed_rules(self.state, command, violations) <= further

    def do(self, *commands: C | str) -> "Scenario[S, C, E]":
        """Plays commands that must be legal."""
        for command in commands:
            self.events = decide(self.game, self.state, self.command(command)).events
            self.state = evolve_all(self.game, self.state, self.events)
        return self

    def refused(self, command: C | str, *rules: str) -> "Scenario[S, C, E]":
        """The command is refused with exactly these rule ids, in any order, and leaves the state unchanged."""
        before, command = digest_of(self.state), self.command(command)
        try:
            decide(self.game, self.state, command)
        except RuleViolation as refusal:
            self.named(command, refusal.violations)
            found = sorted({v.rule for v in refusal.violations})
            assert found == sorted(rules), f"refused with {refusal}, not {rules}"
        else:
            raise AssertionError(f"{command} was accepted, {rules} expected")
        assert digest_of(self.state) == before
        return self

    def impossible(self, command: C | str, *rules: str) -> "Scenario[S, C, E]":
        """The command is refused as impossible, recording as played included."""
        command = self.command(command)
        try:
            decide(self.game, self.state, command, as_played=True)
        except ImpossibleCommand as refusal:
            self.named(command, refusal.violations)
            assert {v.rule for v in refusal.violations} >= set(rules), str(refusal)
            return self
        raise AssertionError(f"{command} was recorded, though it is impossible")

    def as_played(self, command: C | str, *rules: str) -> "Scenario[S, C, E]":
        """Records the command although it breaks these rules."""
        decision = decide(self.game, self.state, self.command(command), as_played=True)
        self.named(decision.command, decision.violations)
        assert sorted({v.rule for v in decision.violations}) == sorted(rules), decision.violations
        self.events = decision.events
        self.state = evolve_all(self.game, self.state, self.events)
        return self


class given(partial[Scenario[Any, Any, Any]]):  # noqa: N801 - it reads as a word in tables of cases
    """The table that the next steps are played at: a function of the game's tables with its arguments."""


refused: Final = partial(methodcaller, "refused")
impossible: Final = partial(methodcaller, "impossible")
as_played: Final = partial(methodcaller, "as_played")


def then(found: Callable[[Scenario[Any, Any, Any]], object], expected: object) -> Callable[..., None]:
    """Compares what is found at the table with a value."""

    def compare(table: Scenario[Any, Any, Any]) -> None:
        value = found(table)
        assert value == expected, f"{value!r}, not {expected!r}"

    return compare


def facts(*rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Parametrize a test with rows of a fact, which begins with its rules, and the steps that prove it."""
    return pytest.mark.parametrize("steps", [pytest.param(steps, id=fact) for fact, *steps in rows])


def cases(*rows: tuple[Any, ...]) -> Callable[[Any], None]:
    """Make a test of such rows: each plays its steps."""

    @facts(*rows)
    def test_rules(steps: Any) -> None:
        play(*steps)

    return test_rules


def play(*steps: Any) -> None:
    """Takes steps in order: a table, commands that must be legal, and functions of the table."""
    table = steps[0]()
    for step in steps[1:]:
        if isinstance(step, given):
            table = step()
        elif callable(step):
            step(table)
        else:
            table.do(step)
