"""Hidden information does not affect a viewpoint: the recorded match is compared with one that has another hidden card.

Worlds are compared as in `domain.worlds`, also for the following commands, until the card is revealed. (A game whose
views all reveal the same secret cannot be distinguished from one with open cards.)"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Final

from domain.seats import Viewpoint
from domain.verdicts import NotToKnow, verdict
from domain.worlds import (
    World,
    action_problems,
    differing_views,
    leak_between,
    other_world,
    played,
    viewpoint_words,
    viewpoints_at,
)
from matchbook.conformance.trial import Subject, Trial, written

_FOLLOWED: Final = 20
"""Number of commands for which the two worlds are followed."""
_ASKED: Final = 12
"""Number of commands per world whose verdicts are compared."""


def hides_cards(subject: Subject, trial: Trial) -> Iterator[str]:
    """Hidden cards do not affect a viewpoint's board, its narration and its redacted commands."""
    rng = Random(f"hide {trial.seed}")
    for number in trial.some(10, "hide"):
        step = trial.steps[number]
        real = World(step.before, step.command, step.events, step.after)
        other = other_world(subject.game, real, rng)
        if other is None:
            continue
        hidden_from = []
        for viewpoint in viewpoints_at(step.after):
            told = _told(subject, real, other, viewpoint)
            if not told:
                hidden_from.append(viewpoint)
            elif problem := leak_between(subject.game, real, other, told, viewpoint, opening=number < trial.opening):
                yield f"{trial.place(number)}: with another card, {problem} for {viewpoint_words(viewpoint)}"
        yield from _follow(subject, trial, number, (real, other), hidden_from)


def _follow(
    subject: Subject, trial: Trial, number: int, worlds: tuple[World, World], hidden_from: list[Viewpoint]
) -> Iterator[str]:
    """Continue both worlds with the recorded commands, while they are possible in both."""
    for later in range(number + 1, min(number + 1 + _FOLLOWED, len(trial.steps))):
        command = trial.steps[later].command
        states = (worlds[0].after, worlds[1].after)
        if not hidden_from or any(subject.game.check(state, command) for state in states):
            return
        worlds = (played(subject.game, states[0], command), played(subject.game, states[1], command))
        if worlds[0].kinds != worlds[1].kinds:
            return
        for viewpoint in tuple(hidden_from):
            if told := _told(subject, *worlds, viewpoint):
                hidden_from.remove(viewpoint)
                if problem := leak_between(subject.game, *worlds, told, viewpoint):
                    since = f"a card hidden since action {number + 1}"
                    yield f"{trial.place(later)}: {since} was another, and {problem} for {viewpoint_words(viewpoint)}"


def _told(subject: Subject, real: World, other: World, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Return the views that differ between the worlds for a viewpoint, including verdicts on commands."""
    told = differing_views(subject.game, real, other, viewpoint)
    differ = _verdicts(subject, real, other, viewpoint) != _verdicts(subject, other, real, viewpoint)
    return (*told, "a verdict on a command") if differ else told


def _verdicts(subject: Subject, world: World, other: World, viewpoint: Viewpoint) -> dict[str, object]:
    """Return the rules' verdict on commands that are legal in one of the worlds."""
    found: dict[str, object] = {}
    for state in (world.after, other.after):
        for command in islice(subject.game.legal(state), _ASKED):
            with suppress(NotToKnow):
                violations = verdict(subject.game, world.after, command, viewpoint)
                found[repr(command)] = [(one.rule, one.impossible) for one in violations]
    return found


def plays_every_verb(subject: Subject, trial: Trial) -> Iterator[str]:
    """Every verb of a kit, with its unknown cards named, keeps all cards and reveals no hidden card."""
    game, kits, rng = subject.game, subject.game.kits, Random(f"verbs {trial.seed}")
    if kits is None:
        return
    for number in trial.some(4, "verbs"):
        state = trial.steps[number].after
        for command in kits.acts(state, rng):
            for problem in action_problems(game, state, command, rng):
                yield f"after {trial.place(number)}, {written(state, command)}: {problem}"
