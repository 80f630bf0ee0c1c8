"""Deciding a command: what follows from it, or why it cannot be recorded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

import msgspec

from domain.cards import is_card_id
from domain.decoding import converted
from domain.game import C, Command, E, Game, S, tag_of
from domain.names import name_problems, tidy_name
from domain.rules import Rule, Violation
from domain.syntax import NotationError
from domain.validation import TOO_LARGE, InvalidValue, disturbing_field, holds_huge_number, read_back


class RuleViolation(Exception):
    """A command that the rules forbid, in strict mode."""

    def __init__(self, violations: Sequence[Violation], rules: Mapping[str, Rule] = {}) -> None:
        super().__init__("; ".join(str(v) for v in violations))
        self.violations = tuple(violations)
        self._rules = rules

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that are broken, as far as they are known."""
        return tuple(
            self._rules[rule] for rule in dict.fromkeys(v.rule for v in self.violations) if rule in self._rules
        )


class ImpossibleCommand(RuleViolation):
    """A command that is impossible in the state; it cannot be recorded at any strictness."""


@dataclass(frozen=True, slots=True)
class Decision(Generic[S, C, E]):
    """Result of a command: its events, the state after them, and the rules it broke when recorded as played."""

    command: C
    """The command as recorded. An opening has no blanks around players' names."""
    events: tuple[E, ...]
    after: S
    violations: tuple[Violation, ...] = ()


def decide(game: Game[S, C, E], state: S, command: C, *, as_played: bool = False) -> Decision[S, C, E]:
    """Return the events that follow from a command, and the state after them.

    Raises ImpossibleCommand if the state cannot hold it, RuleViolation if a rule forbids it (unless `as_played`), and
    NotationError for invalid field values, text that would disturb a screen, invalid players' names, and resulting numbers that
    are too large for a file.
    """
    try:
        command = read_back(command)
    except InvalidValue as error:
        raise NotationError(f"{tag_of(command)}: {error}") from None
    if state.seats:
        expect_plain_texts(command)
        return _checked(game, state, command, as_played)
    if disturbing_field(command):  # `_with_players_named` strips blanks around names, so they do not count
        expect_plain_texts(_reworded(command, lambda text: text.strip(" \t\n")))
    decision = _with_players_named(game, state, _checked(game, state, command, as_played), as_played)
    expect_plain_texts(decision.command)
    return decision


def expect_plain_texts(command: Command) -> None:
    """Raises NotationError where a text of the command would disturb a screen."""
    if problem := disturbing_field(command):
        raise NotationError(f"{tag_of(command)}: {problem}")


def _with_players_named(
    game: Game[S, C, E], state: S, decision: Decision[S, C, E], as_played: bool
) -> Decision[S, C, E]:
    """Return the decision that seats the players, with tidy names. Raise NotationError for invalid names.

    The names are read from the state that follows, so that a game need not declare which of its texts are names.
    """
    names = tuple(seat.name for seat in decision.after.seats)
    tidy = tuple(map(tidy_name, names))
    if fault := next(name_problems(tidy), ""):
        raise NotationError(fault)
    if tidy == names:
        return decision
    renamed = dict(zip(names, tidy, strict=True))
    return _checked(game, state, _reworded(decision.command, lambda text: renamed.get(text, text)), as_played)


def _reworded(command: C, change: Callable[[str], str]) -> C:
    """Return the command with `change` applied to each of its texts."""

    def reworded(value: object) -> object:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, dict):
            return {key: reworded(item) for key, item in value.items()}
        return [reworded(item) for item in value] if isinstance(value, list | tuple) else value

    return converted(reworded(msgspec.to_builtins(command)), type(command))


def _checked(game: Game[S, C, E], state: S, command: C, as_played: bool) -> Decision[S, C, E]:
    violations = (*game.check(state, command), *command.refusals(state))  # type: ignore[arg-type]
    if violations:
        if unread := next((v for v in violations if not v.rule), None):
            raise NotationError(f"{tag_of(command)}: {unread.text}")
        if any(v.impossible for v in violations):
            raise ImpossibleCommand(violations, game.rules)
        if not as_played:
            raise RuleViolation(violations, game.rules)
    for name in command.__struct_fields__:
        card = getattr(getattr(command, name), "card_id", None)  # of a card that is defined
        if isinstance(card, str) and not is_card_id(card):
            raise NotationError(f"{tag_of(command)}: {card!r} is not a card id; use letters, digits and _")
    out = game.resolution(state, command)
    events = tuple(out.events)
    if holds_huge_number((command, events)):
        raise NotationError(f"{tag_of(command)}: {TOO_LARGE}")
    return Decision(command, events, out.state, violations)
