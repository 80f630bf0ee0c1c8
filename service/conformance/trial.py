"""What the checks look at: a game with its catalogue, its simulated matches, and what was seen in them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Final, TypeAlias

from domain.cards import CardRecord, Catalogue
from domain.game import AnyGame, Command, Event, GameState, Violation, tag_of
from domain.notation import Names, print_command
from domain.simulation import Played, simulate
from domain.table import SPECTATOR, Viewpoint

Step: TypeAlias = Played[GameState, Command, Event]

_LONGEST_SHOWN: Final = 200

APART = frozenset({"adjust", "declare_position"})
"""Commands that follow the table where the rules do not: they may change what is conserved."""


@dataclass(slots=True)
class Findings:
    """What was seen over all matches."""

    raised: Counter[str] = field(default_factory=Counter)
    """Rule id -> how often `check` raised it."""
    events: Counter[type[Event]] = field(default_factory=Counter)
    commands: Counter[type[Command]] = field(default_factory=Counter)
    growth: list[int] = field(default_factory=list)
    """Bytes that a state has of its own, besides what it shares with the one before."""
    lengths: list[int] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """Choice of an option that was refused by itself -> the rule that refused it."""

    def lines(self, game: AnyGame) -> Iterator[str]:
        """The findings as text."""
        if self.lengths:
            yield f"{len(self.lengths)} matches, {sum(self.lengths) / len(self.lengths):.0f} actions each"
        if self.growth:
            mean = sum(self.growth) / len(self.growth)
            yield f"a kept state takes {mean:,.0f} bytes on average, {max(self.growth):,} at most (aim: 1,024 on average)"
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


def _listed(title: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"{title} ({len(names)}): {' '.join(names)}"


@dataclass(slots=True)
class Subject:
    """A game under test."""

    game: AnyGame
    catalogue: Catalogue[CardRecord]
    matches: int
    seed: int
    options: Mapping[str, str]
    findings: Findings

    def check(self, state: GameState, command: Command) -> tuple[Violation, ...]:
        """The game's own check, with the rules that it raises noted."""
        violations = self.game.check(state, command)
        self.findings.raised.update(v.rule for v in violations)
        return violations

    def follow(self, state: GameState, command: Command) -> tuple[tuple[Event, ...], GameState]:
        """The events of a command and the state after them."""
        events = self.game.resolve(state, command)
        for event in events:
            state = self.game.evolve(state, event)
        return events, state

    def viewpoints(self, state: GameState) -> tuple[Viewpoint, ...]:
        """Those that may not know everything: each seat and the spectator."""
        return (*range(len(state.seats)), SPECTATOR)


@dataclass(slots=True)
class Trial:
    """One simulated match."""

    seed: int
    bots: tuple[str, ...]
    steps: list[Step]
    opening: int
    """How many of the first steps open the match."""
    failure: Exception | None
    """Why it came to no end, if it did not."""

    def some(self, count: int, purpose: str) -> list[int]:
        """Numbers of a few steps, others for each purpose, the same in every run."""
        numbers = Random(f"{purpose} {self.seed}").sample(range(len(self.steps)), min(count, len(self.steps)))
        return sorted(numbers)

    def place(self, number: int) -> str:
        """How a problem says where it was found."""
        step = self.steps[number]
        return f"seed {self.seed}, action {number + 1} ({written(step.before, step.command)})"


def written(state: GameState, command: Command) -> str:
    """A command as notation, however odd it is; cut where it is long."""
    try:
        line = print_command(command, Names(state.catalogue, state.seats))
    except Exception:  # printing is what may be broken here
        line = repr(command)
    return line if len(line) <= _LONGEST_SHOWN else line[: _LONGEST_SHOWN - 1] + "…"


def failure(error: Exception) -> str:
    """An exception in one line, with the places that it came through last."""
    frames = [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in extract_tb(error.__traceback__)[-3:]]
    return f"{type(error).__name__}: {error} (in {' > '.join(frames)})"


def play(subject: Subject, number: int) -> Trial:
    """Simulates a match; the bots take turns over the matches."""
    game, seed = subject.game, subject.seed + number
    names = sorted(game.bots)
    bots = tuple(names[(number // len(names) ** seat) % len(names)] for seat in range(max(game.seat_counts)))
    trial = Trial(seed, bots, [], 0, None)
    try:
        setup = game.sample_table(subject.catalogue, Random(seed), subject.options)
        trial.opening = len(game.open_table(setup))
        for step in simulate(game, subject.catalogue, seed, bots=bots, setup=setup):
            trial.steps.append(step)
    except Exception as error:  # a defect of the game, whatever it raises
        trial.failure = error
    subject.findings.lengths.append(len(trial.steps))
    for step in trial.steps:
        subject.findings.commands[type(step.command)] += 1
        subject.findings.events.update(type(event) for event in step.events)
    return trial
