"""Commands that break rules, name unknown cards or come at the wrong time, because players may do anything."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from domain.digest import digest_of
from domain.game import Command, tag_of
from domain.seats import JUDGE, GameState
from matchbook.conformance.trial import APART, Subject, Trial, failure, written
from matchbook.conformance.values import Values

_SOON: Final = 12
"""Number of actions after the opening among which its commands are repeated."""
_OPENED: Final = 20
"""Number of tries in a match to repeat a command of the opening."""


def takes_odd_commands(subject: Subject, trial: Trial) -> Iterator[str]:
    """Actions recorded as played keep check, resolve and evolve working, and keep all cards."""
    rng = Random(f"odd {trial.seed}")
    for number in trial.some(6, "odd"):
        state = trial.steps[number].before
        for command in _odd_commands(subject, trial, state, rng):
            where = f"before {trial.place(number)}, {written(state, command)}"
            try:
                for problem in _problems(subject, trial, state, command, rng):
                    yield f"{where}: {problem}"
            except Exception as error:
                yield f"{where}: {failure(error)}"


def opens_once(subject: Subject, trial: Trial) -> Iterator[str]:
    """Repeating a command of the opening after actions recorded as played creates no cards."""
    rng, begun = Random(f"open {trial.seed}"), trial.steps[: trial.opening + _SOON]
    for _ in range(_OPENED if begun else 0):
        number = rng.randrange(len(begun))
        state = begun[number].before
        for command in (rng.choice(begun).command for _ in range(rng.randint(2, 4))):
            if tag_of(command) in APART or any(v.impossible for v in subject.check(state, command)):
                continue
            before, (_, state) = subject.game.card_counts(state), subject.follow(state, command)
            more = [
                owner for owner, cards in subject.game.card_counts(state).items() if 0 < before.get(owner, 0) < cards
            ]
            if more:
                yield f"from before {trial.place(number)}: {written(state, command)} makes cards of {', '.join(more)}"


def _odd_commands(subject: Subject, trial: Trial, state: GameState, rng: Random) -> Iterator[Command]:
    """Yield commands of other steps of the match, commands with a changed field, and random ones."""
    values = Values(state, rng)
    for step in rng.sample(trial.steps, min(3, len(trial.steps))):
        yield step.command
        if changed := values.changed(step.command):
            yield changed
    for kind in rng.sample(subject.game.commands, min(3, len(subject.game.commands))):
        if command := values.command(kind):
            yield command


def _problems(subject: Subject, trial: Trial, state: GameState, command: Command, rng: Random) -> Iterator[str]:
    violations = subject.check(state, command)
    if any(v.impossible for v in violations):
        return
    before = digest_of(state)
    _, after = subject.follow(state, command)
    if digest_of(state) != before:
        yield "resolving changed the state it was given"
    if not _may_change_totals(trial, command) and dict(subject.game.card_counts(state)) != dict(
        subject.game.card_counts(after)
    ):
        yield f"the census was {dict(subject.game.card_counts(state))} and is {dict(subject.game.card_counts(after))}"
    yield from views_go_on(subject, state, command)
    yield from _goes_on(subject, after, rng)


def _may_change_totals(trial: Trial, command: Command) -> bool:
    return tag_of(command) in APART or trial.is_opening(command)


def views_go_on(subject: Subject, state: GameState, command: Command) -> Iterator[str]:
    """Every viewpoint still gets its board and narration."""
    game = subject.game
    for event in game.resolve(state, command):
        for viewpoint in (*subject.viewpoints(state), JUDGE):
            if not isinstance(game.narrate(state, event, viewpoint), str):
                yield f"no narration of {event} for {viewpoint}"
        state = game.evolve(state, event)
    for viewpoint in (*subject.viewpoints(state), JUDGE):
        game.board(state, viewpoint)
        game.redact(state, command, viewpoint)
    game.turn_info(state)
    game.outcome(state)


def _goes_on(subject: Subject, state: GameState, rng: Random) -> Iterator[str]:
    """The match can continue with the commands that `legal` offers."""
    for _ in range(3):
        offered = list(islice(subject.game.legal(state), 40))
        if not offered or subject.game.outcome(state) is not None:
            return
        command = rng.choice(offered)
        if violations := subject.check(state, command):
            yield f"after it, {written(state, command)} is offered, then refused: {violations[0]}"
            return
        _, state = subject.follow(state, command)
