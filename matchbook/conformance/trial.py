"""The subject of the checks: a game with its catalogue, its simulated matches, and observations."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Final, TypeAlias

from domain.cards import CardRecord, Catalogue
from domain.competition.record import CompetitionState
from domain.fields import fields_of
from domain.game import AnyGame, Command, Event, tag_of
from domain.notation import Names, print_command
from domain.registry import competition_rules
from domain.rules import Violation
from domain.seats import SPECTATOR, GameState, Viewpoint
from domain.simulation import SimulatedAction, simulate, simulation_of

Step: TypeAlias = SimulatedAction[GameState, Command, Event]

_LONGEST_SHOWN: Final = 200
_LONGEST_BEGUN: Final = 150

APART = frozenset({"adjust", "declare_position"})
"""Commands that follow the table instead of the rules; they may change the card counts."""


@dataclass(slots=True)
class Observations:
    """Observations over all matches."""

    raised: Counter[str] = field(default_factory=Counter)
    """Rule id -> number of times that `check` raised it."""
    events: Counter[type[Event]] = field(default_factory=Counter)
    commands: Counter[type[Command]] = field(default_factory=Counter)
    growth: list[int] = field(default_factory=list)
    """Bytes of a state that it does not share with the one before."""
    lengths: list[int] = field(default_factory=list)
    changes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Command, kind of change by hand, and `tried`, `accepted` or `idle` -> count."""
    unnamed: dict[str, set[str]] = field(default_factory=dict)
    """Command -> rules that it broke but does not name."""
    refused: dict[str, str] = field(default_factory=dict)
    """Choice of an option that was refused on its own -> the rule that refused it."""

    def lines(self, game: AnyGame, *, whole: bool = True) -> Iterator[str]:
        """Return the findings as text: all of them, or only counts."""
        if self.lengths:
            yield f"{len(self.lengths)} matches, {sum(self.lengths) / len(self.lengths):.0f} actions each"
        if self.growth:
            mean = sum(self.growth) / len(self.growth)
            yield f"a kept state takes {mean:,.0f} bytes on average, {max(self.growth):,} at most (aim: 1,024 on average)"
        yield from self._change_lines()
        if whole:
            yield from self._never_seen(game)

    def _never_seen(self, game: AnyGame) -> Iterator[str]:
        raised_by_check = [rule.id for rule in game.rules.values() if rule.kind in ("guard", "setup", "option")]
        refused = [f"{choice} [{rule}]" for choice, rule in self.refused.items()]
        yield from _listed("choices refused without others", refused)
        yield from _listed("rules raised", sorted(self.raised))
        yield from _listed(
            "guard, setup and option rules not raised here", sorted(set(raised_by_check) - set(self.raised))
        )
        yield from _listed(
            "commands never simulated", sorted(tag_of(c) for c in set(game.commands) - set(self.commands))
        )
        yield from _listed("events never simulated", sorted(tag_of(e) for e in set(game.events) - set(self.events)))

    def _change_lines(self) -> Iterator[str]:
        """How often each kind of change made by hand was tried and accepted, by command."""
        if self.changes:
            yield "changes by hand, accepted of tried (idle: the state stayed as it was)"
        for command in sorted({command for command, _, _ in self.changes}):
            kinds = sorted({kind for name, kind, _ in self.changes if name == command})
            yield f"  {command}: {', '.join(f'{kind} {self._change_count(command, kind)}' for kind in kinds)}"

    def _change_count(self, command: str, kind: str) -> str:
        tried, accepted, idle = (self.changes[command, kind, what] for what in ("tried", "accepted", "idle"))
        return f"{accepted}/{tried}" + (f" ({idle} idle)" if idle else "")


def _listed(title: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"{title} ({len(names)}): {' '.join(names)}"


def cited(violations: Iterable[Violation]) -> list[Violation]:
    """Return the violations that cite a rule, or should."""
    return [violation for violation in violations if violation.rule or not violation.impossible]


def unnamed_rules(state: GameState, command: Command, violations: Iterable[Violation]) -> set[str]:
    """Return the violated rules that the command does not name. Competitions may cite rules of a game. An incomplete
    command cites no rule: it is bad input, and impossible."""
    named = type(command).rule_ids()
    violations = cited(violations)
    if not isinstance(state, CompetitionState):
        return {violation.rule for violation in violations} - named
    own = competition_rules()
    return {own.get(violation.rule, violation.rule) for violation in violations} - named - set(state.rules)


@dataclass(slots=True)
class Subject:
    """A game under test."""

    game: AnyGame
    catalogue: Catalogue[CardRecord]
    matches: int
    seed: int
    options: Mapping[str, str]
    seen: Observations
    walks: bool = False
    """True for a game without bots; its matches are walked."""

    def check(self, state: GameState, command: Command) -> tuple[Violation, ...]:
        """Return the result of the game's check, and note the rules that it raises."""
        violations = self.game.check(state, command)
        self.seen.raised.update(v.rule for v in cited(violations))
        if violations and (unnamed := unnamed_rules(state, command, violations)):
            # A bound game's additional rules apply to any of its commands.
            further = {rule.id for rule in self.game.further_rules}
            if unnamed - further:
                self.seen.unnamed.setdefault(tag_of(command), set()).update(unnamed - further)
        return violations

    def follow(self, state: GameState, command: Command) -> tuple[tuple[Event, ...], GameState]:
        """Return the events of a command and the state after them."""
        out = self.game.resolution(state, command)
        return tuple(out.events), out.state

    def viewpoints(self, state: GameState) -> tuple[Viewpoint, ...]:
        """Return the viewpoints that may not know everything: each seat and the spectator."""
        return (*range(len(state.seats)), SPECTATOR)


@dataclass(slots=True)
class Trial:
    """One simulated match."""

    seed: int
    bots: tuple[str, ...]
    steps: list[Step]
    opening: int
    """Number of steps that open the match."""
    failure: Exception | None
    """The exception that stopped the match, if any."""

    def some(self, count: int, purpose: str) -> list[int]:
        """Return the indices of a few steps, different for each purpose, the same in every run."""
        numbers = Random(f"{purpose} {self.seed}").sample(range(len(self.steps)), min(count, len(self.steps)))
        return sorted(numbers)

    def is_opening(self, command: Command) -> bool:
        """True for commands that open a match: only these may add cards."""
        return type(command) in {type(step.command) for step in self.steps[: self.opening]}

    def place(self, number: int) -> str:
        """How a problem says where it was found."""
        step = self.steps[number]
        return f"seed {self.seed}, action {number + 1} ({written(step.before, step.command)})"


def written(state: GameState, command: Command, longest: int = _LONGEST_SHOWN) -> str:
    """Return a command as notation, however odd it is; long ones are cut."""
    try:
        line = print_command(command, Names(state.catalogue, state.seats))
    except Exception:  # printing itself may be broken
        line = repr(command)
    return line if len(line) <= longest else line[: longest - 1] + "…"


def failure(error: Exception) -> str:
    """Return an exception in one line, with the last frames of its traceback."""
    frames = [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in extract_tb(error.__traceback__)[-3:]]
    return f"{type(error).__name__}: {error} (in {' > '.join(frames)})"


def play(subject: Subject, number: int) -> Trial:
    """Simulate a match; the bots alternate between matches."""
    game = subject.game
    names = sorted(simulation_of(game).bots)
    bots = tuple(names[(number // len(names) ** seat) % len(names)] for seat in range(max(game.seat_counts)))
    return _noted(subject, _played(subject, subject.seed + number, bots, subject.options, None))


def begin(subject: Subject, number: int) -> Trial:
    """Simulate the beginning of a match with random length and options. Bots choose at random."""
    seed = subject.seed + number
    rng = Random(f"begin {seed}")
    free = [f for f in fields_of(subject.game.options) if f.values and f.name not in subject.options]
    agreed = {field.name: rng.choice(field.values) for field in free if rng.random() < 0.3}
    longest = int(rng.triangular(1, _LONGEST_BEGUN, 1))
    trial = _played(subject, seed, ("random",), {**agreed, **subject.options}, longest)
    if trial.failure is not None and agreed:
        trial = _played(subject, seed, ("random",), subject.options, longest)
    return _noted(subject, trial)


def _played(
    subject: Subject, seed: int, bots: tuple[str, ...], options: Mapping[str, str], longest: int | None
) -> Trial:
    """Return a match, or only its opening and `longest` actions."""
    game = subject.game
    trial = Trial(seed, bots, [], 0, None)
    try:
        setup = simulation_of(game).sample_table(subject.catalogue, Random(seed), options)
        trial.opening = len(game.open_table(setup))
        upto = None if longest is None else trial.opening + longest
        trial.steps.extend(islice(simulate(game, subject.catalogue, seed, bots=bots, setup=setup), upto))
    except Exception as error:  # a defect of the game, whatever it raises
        trial.failure = error
    return trial


def _noted(subject: Subject, trial: Trial) -> Trial:
    """Return the match after adding it to the observations."""
    subject.seen.lengths.append(len(trial.steps))
    for step in trial.steps:
        subject.seen.commands[type(step.command)] += 1
        subject.seen.events.update(type(event) for event in step.events)
    return trial
