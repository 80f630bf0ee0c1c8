"""Changes by hand: every command with a list of changes is tried with random lists, at any point of a match.

A list grows change by change, so each verdict is on one more change after accepted ones. Accepted changes take effect
and leave an event; impossible ones stay impossible whatever follows in the list; cards are never lost, created or
duplicated."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from random import Random
from typing import Final

from msgspec import Struct, structs

from domain.fields import fields_of
from domain.game import Command, Event, tag_of
from domain.seats import GameState
from domain.table.tokens import doubled_tokens
from matchbook.conformance.oddities import views_go_on
from matchbook.conformance.trial import Subject, Trial, failure, written
from matchbook.conformance.values import Values

_LISTS: Final = 8
"""Number of lists tried in a match."""
_TRIED: Final = 10
"""Number of changes tried for one list."""
_HOPELESS: Final = 3
"""Refusals after which an impossible command is given up."""
_OFTEN: Final = 6
"""Number of accepted changes of a kind in a match after which they are not repeated."""
_LONGEST_SHOWN: Final = 1000
_HEADS: Final = 6
"""Number of invented commands from which a possible one is chosen."""


@cache
def change_field(kind: type[Command]) -> tuple[str, tuple[type[Struct], ...]] | None:
    """Return the field of a command with a list of changes by hand, and the kinds of changes that it accepts.

    The field is a tuple of a tagged union of structs.
    """
    for found in fields_of(kind):
        item = found.item
        if item is not None and item.kind == "either":
            kinds = [one.struct for one in item.of if one.struct is not None]
            if len(kinds) == len(item.of) and all(each.__struct_config__.tag_field is not None for each in kinds):
                return found.name, tuple(kinds)
    return None


def makes_changes_by_hand(subject: Subject, trial: Trial) -> Iterator[str]:
    """An accepted change takes effect and keeps all cards; an impossible one is refused at any position."""
    kinds = [kind for kind in subject.game.commands if change_field(kind) is not None]
    if not kinds or len(trial.steps) <= trial.opening:
        return
    table = _Trials(subject, trial, kinds, Random(f"changes {trial.seed}"))
    for _ in range(_LISTS):
        command = table.command()
        try:
            yield from table.grow(command)
            yield from table.play_on()
        except Exception as error:
            yield f"{table.where(command)}: {failure(error)}"
            return


@dataclass(slots=True)
class _Trials:
    """A simulated match in which random changes by hand are tried; play continues after accepted ones."""

    subject: Subject
    trial: Trial
    kinds: list[type[Command]]
    rng: Random
    number: int = 0
    """The step of the trial that the state was taken from."""
    state: GameState = field(init=False)
    last: Command | None = None
    """The command being tried."""
    made: list[Struct] = field(default_factory=list)
    """Changes that were accepted in this match."""
    often: Counter[type[Struct]] = field(default_factory=Counter)
    """Number of accepted changes by kind: rarely accepted kinds are tried more often."""

    def __post_init__(self) -> None:
        self.sit_down()

    def sit_down(self) -> None:
        """Start at a random step of the simulated match."""
        self.number = self.rng.randrange(self.trial.opening, len(self.trial.steps))
        self.state = self.trial.steps[self.number].before

    def where(self, command: Command) -> str:
        """Return the place of a problem in words."""
        shown = written(self.state, self.last or command, _LONGEST_SHOWN)
        return f"from {self.trial.place(self.number)} on, {shown}"

    # --- what changes hang on ------------------------------------------------------------------------------------------

    def command(self) -> Command:
        """Return a command with an empty list of changes: a legal one, or an invented one that is possible."""
        self.last = None
        legal = [command for command in islice(self.subject.game.legal(self.state), 200) if type(command) in self.kinds]
        if legal and self.rng.random() < 0.7:
            return _with(self.rng.choice(legal), ())
        kind, values = self.rng.choice(self.kinds), Values(self.state, self.rng, existing=True)
        found: list[Command] = []
        for _ in range(_HEADS):
            command = values.command(kind)
            if command is None:
                continue
            found.append(_with(command, ()))
            if not self.impossible(found[-1]):
                return found[-1]
        return self.rng.choice(found or [self.trial.steps[self.number].command])

    def impossible(self, command: Command) -> bool:
        """Return True if the command is refused in every mode."""
        return any(violation.impossible for violation in self.subject.check(self.state, command))

    def change(self, kinds: tuple[type[Struct], ...], values: Values) -> Struct | None:
        """Return a random change, or an earlier accepted one, unchanged or with one field changed."""
        known = [change for change in self.made if type(change) in kinds and self.often[type(change)] < _OFTEN]
        chance = self.rng.random()
        if not known or chance < 0.6:
            return values.made_up(self.rng.choices(kinds, [1 / (1 + self.often[kind]) for kind in kinds])[0])
        change = self.rng.choice(known)
        return change if chance < 0.7 else values.changed(change)

    # --- a list that grows ---------------------------------------------------------------------------------------------

    def grow(self, command: Command) -> Iterator[str]:
        """Add changes one by one, each on the state after the command and the earlier changes."""
        taken = change_field(type(command))
        if taken is None:
            return
        values = Values(self.state, self.rng, existing=True)
        possible = not self.impossible(command)
        before = self.subject.follow(self.state, command) if possible else None
        changes: tuple[Struct, ...] = ()
        for tried in range(_TRIED):
            if before is None and tried >= _HOPELESS:
                return
            change = self.change(taken[1], values)
            if change is None:
                continue
            self.last = longer = _with(command, (*changes, change))
            self.count("tried", command, change)
            if self.impossible(longer):
                yield from self.refused(command, (*changes, change), taken[1], values)
                continue
            after = self.subject.follow(self.state, longer)
            changes = (*changes, change)
            yield from self.accepted(longer, changes, before, after)
            before = after
        if changes and before is not None:
            self.last = _with(command, changes)
            yield from self.as_a_whole(self.last, before)

    def count(self, what: str, command: Command, change: Struct) -> None:
        """Count a tried change by its result."""
        self.subject.seen.changes[tag_of(command), tag_of(change), what] += 1

    def refused(
        self, command: Command, changes: tuple[Struct, ...], kinds: tuple[type[Struct], ...], values: Values
    ) -> Iterator[str]:
        """An impossible change keeps the command impossible, whatever follows it."""
        more = self.change(kinds, values)
        if more is not None and not self.impossible(_with(command, (*changes, more))):
            shown = written(self.state, _with(command, (more,)), _LONGEST_SHOWN)
            yield f"{self.where(command)} is impossible, but with one more change, as in {shown}, it is taken"

    def accepted(
        self,
        command: Command,
        changes: tuple[Struct, ...],
        before: tuple[tuple[Event, ...], GameState] | None,
        after: tuple[tuple[Event, ...], GameState],
    ) -> Iterator[str]:
        """Check that an accepted change left an event, and that no card is lost."""
        change = changes[-1]
        self.count("accepted", command, change)
        self.made.append(change)
        self.often[type(change)] += 1
        if before is not None and before[1] == after[1]:
            self.count("idle", command, change)
        if (before is not None and before[0] == after[0]) or _traces(after[0]) < len(changes):
            yield f"{self.where(command)}: change {len(changes)} is accepted and leaves no event"
        card_counts = self.subject.game.card_counts
        if dict(card_counts(self.state)) != dict(card_counts(after[1])):
            yield f"{self.where(command)}: the census was {dict(card_counts(self.state))} and is {dict(card_counts(after[1]))}"

    def as_a_whole(self, command: Command, after: tuple[tuple[Event, ...], GameState]) -> Iterator[str]:
        """Check after the list that every view works, each card is in one place, and a result has a reason; then
        continue."""
        state = after[1]
        if doubled := doubled_tokens(state):
            yield f"{self.where(command)}: duplicated cards: {doubled}"
        outcome = self.subject.game.outcome(state)
        if outcome is not None and self.subject.game.outcome(self.state) is None:
            known = outcome.rule in self.subject.game.rules
            if not known or not outcome.reason:
                yield f"{self.where(command)}: the match ends by rule {outcome.rule!r}, reason {outcome.reason!r}"
        if self.rng.random() < 0.25:
            yield from (
                f"{self.where(command)}: {problem}" for problem in views_go_on(self.subject, self.state, command)
            )
        self.state = state

    def play_on(self) -> Iterator[str]:
        """Play up to three legal commands that do not end the match, or return to the simulated one."""
        game = self.subject.game
        for _ in range(self.rng.randrange(4)):
            offered = list(islice(game.legal(self.state), 40)) if game.outcome(self.state) is None else []
            if not offered:
                break
            command = self.rng.choice(offered)
            if violations := self.subject.check(self.state, command):
                yield f"{self.where(command)}: then {written(self.state, command)} is offered, and refused: {violations[0]}"
                break
            _, after = self.subject.follow(self.state, command)
            if not self.trial.is_opening(command) and dict(game.card_counts(self.state)) != dict(
                game.card_counts(after)
            ):
                counted = f"{dict(game.card_counts(self.state))} and is {dict(game.card_counts(after))}"
                yield f"{self.where(command)}: after {written(self.state, command)} the census was {counted}"
            if game.outcome(after) is None:
                self.state = after
        if self.rng.random() < (0.2 if game.outcome(self.state) is None else 0.6):
            self.sit_down()


def _with(command: Command, changes: tuple[Struct, ...]) -> Command:
    found = change_field(type(command))
    return command if found is None else structs.replace(command, **{found[0]: changes})


def _traces(events: tuple[Event, ...]) -> int:
    """Return the number of effects in events, counting each change in them."""
    carried = [
        part
        for event in events
        for value in structs.astuple(event)
        if isinstance(value, tuple)
        for part in value
        if isinstance(part, Struct) and part.__struct_config__.tag_field is not None
    ]
    return len(events) + len(carried)
