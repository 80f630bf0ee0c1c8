"""Explains why a command is accepted or refused: for each rule that it checks, `passed`, `failed`, or `not asked` if
the rule was not checked, because the command is impossible anyway."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.game import AnyGame, Command, tag_of
from domain.notation import Names, print_command
from domain.registry import find_rule
from domain.seats import GameState, Viewpoint
from domain.verdicts import NotToKnow, verdict
from service.errors import UsageProblem
from service.reading.log import violation_text
from service.typing.scoresheet import read_command

Answer: TypeAlias = Literal["passed", "failed", "not asked"]


class RuleAsked(Struct, frozen=True):
    """One rule's verdict on a command."""

    rule: str
    answer: Answer
    title: str
    text: str = ""
    """The violation as far as the viewpoint may know it; else the rule's title."""


class Explanation(Struct, frozen=True):
    """The verdicts of all rules that concern a command in a state."""

    command: str
    impossible: bool
    """True if the command is impossible in the state."""
    rules: tuple[RuleAsked, ...]

    @property
    def allowed(self) -> bool:
        """True if no rule forbids it."""
        return all(asked.answer == "passed" for asked in self.rules)


def explain_line(game: AnyGame, state: GameState, line: str, viewpoint: Viewpoint) -> Explanation:
    """Explain a line in notation. Raises NotationError, and UsageProblem for cards that the viewpoint may not see."""
    return explain(game, state, read_command(line, game, Names(state.catalogue, state.seats, state)), viewpoint)


def explain(game: AnyGame, state: GameState, command: Command, viewpoint: Viewpoint) -> Explanation:
    """Explain a command in a state, as far as the viewpoint knows it; broken rules first. Raises UsageProblem if the
    command names a card that the viewpoint may not see."""
    try:
        found = verdict(game, state, command, viewpoint)
    except NotToKnow as problem:
        raise UsageProblem(f"{tag_of(command)}: this names hidden cards; only the judge can explain it") from problem
    impossible = any(violation.impossible for violation in found)
    failed = tuple(
        RuleAsked(violation.rule, "failed", _title(game, violation.rule), violation_text(game, violation, viewpoint))
        for violation in found
    )
    broken = {violation.rule for violation in found}
    answer: Answer = "not asked" if impossible else "passed"
    others = (
        RuleAsked(rule, answer, _title(game, rule), known.text if (known := find_rule(game, rule)) else "")
        for rule in sorted(type(command).rule_ids() - broken, key=lambda rule: (rule not in command.rules, rule))
    )
    return Explanation(print_command(command, Names(state.catalogue, state.seats)), impossible, (*failed, *others))


def _title(game: AnyGame, rule: str) -> str:
    known = find_rule(game, rule)
    return known.title if known else ""
