"""Checks of simulated matches."""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from random import Random
from sys import getsizeof
from typing import Final

import msgspec
from msgspec import Struct

from domain.cards import Catalogue
from domain.decoding import decoded, decoder
from domain.digest import digest_of
from domain.entries import ActionEntry, Entry, Envelope, Opened, Payload, entry_type, with_moment
from domain.fields import children_of
from domain.game import Command, Event
from domain.notation import Names, NotationError, parse_command, print_command
from domain.seats import JUDGE, GameState
from matchbook.conformance.trial import Subject, Trial, failure, written
from matchbook.conformance.values import Values

WIDTHS: Final = (40, 80, 120)


def ends(subject: Subject, trial: Trial) -> Iterator[str]:  # noqa: ARG001
    """Bots bring every match to an end; before it, something is always legal."""
    if trial.failure is not None:
        where = trial.place(len(trial.steps) - 1) if trial.steps else f"seed {trial.seed}"
        yield f"after {where}, bots {', '.join(trial.bots)}: {failure(trial.failure)}"


def legal_is_accepted(subject: Subject, trial: Trial) -> Iterator[str]:
    """Every command that `legal` offers is accepted by `check`."""
    for number in trial.some(8, "legal"):
        state = trial.steps[number].before
        if not state.seats:
            continue
        for command in islice(subject.game.legal(state), 300):
            if violations := subject.check(state, command):
                offered = written(state, command)
                yield f"before {trial.place(number)}: {offered} is offered, then refused: {violations[0]}"


def decides_alike(subject: Subject, trial: Trial) -> Iterator[str]:
    """The same command in the same state gives the same violations and events, and leaves the state unchanged."""
    for number in trial.some(40, "decide"):
        step = trial.steps[number]
        before = digest_of(step.before)
        if violations := subject.check(step.before, step.command):
            yield f"{trial.place(number)}: refused when checked again: {violations[0]}"
        if subject.game.resolve(step.before, step.command) != step.events:
            yield f"{trial.place(number)}: other events when resolved again"
        if digest_of(step.before) != before:
            yield f"{trial.place(number)}: deciding changed the state it was given"


def replays(subject: Subject, trial: Trial) -> Iterator[str]:
    """Replaying the stored events gives the same states."""
    state = subject.game.initial(subject.catalogue)
    compared = {*trial.some(10, "replay"), len(trial.steps) - 1}
    for number, step in enumerate(trial.steps):
        for event in step.events:
            kept = digest_of(state) if number in compared else ""
            stored = decoded(msgspec.json.encode(event), type(event))
            after = subject.game.evolve(state, stored)
            if kept and digest_of(state) != kept:
                yield f"{trial.place(number)}: evolving {event} changed the state before it"
            state = after
        if number in compared and digest_of(state) != digest_of(step.after):
            yield f"{trial.place(number)}: replayed, the state after it is another"
            return


def conserves_cards(subject: Subject, trial: Trial) -> Iterator[str]:
    """After the opening no card is lost or created: the card counts stay the same."""
    for number, step in enumerate(trial.steps):
        if number < trial.opening:
            continue
        before, after = dict(subject.game.card_counts(step.before)), dict(subject.game.card_counts(step.after))
        if before != after:
            yield f"{trial.place(number)}: the census was {before} and is {after}"
            return


def says_its_position(subject: Subject, trial: Trial) -> Iterator[str]:
    """Declaring the current position, where possible, gives the same position with the same cards."""
    for number in trial.some(20, "position"):
        state = trial.steps[number].after
        command = subject.game.position(state)
        if command is None or any(violation.impossible for violation in subject.check(state, command)):
            continue
        _, after = subject.follow(state, command)
        if subject.game.position(after) != command:
            yield f"after {trial.place(number)}: declared, the position is another than {written(state, command)}"
        if dict(subject.game.card_counts(after)) != dict(subject.game.card_counts(state)):
            yield f"after {trial.place(number)}: declaring the position changes the census"


def reads_notation(subject: Subject, trial: Trial) -> Iterator[str]:
    """Every command prints as a line that reads back as the same command."""
    rng = Random(f"notation {trial.seed}")
    for number in trial.some(20, "notation"):
        step = trial.steps[number]
        for command in (step.command, *_others(subject, step.before, rng)):
            line = print_command(command, names := Names(step.before.catalogue, step.before.seats))
            try:
                same = "\n" not in line and parse_command(line, subject.game.commands, names) == command
            except NotationError as error:
                yield f"{trial.place(number)}: {line} does not read back: {error}"
            else:
                if not same:
                    yield f"{trial.place(number)}: {line} reads back as another command than {command}"


def _others(subject: Subject, state: GameState, rng: Random) -> Iterator[Command]:
    """Return offered commands, and some unusual ones."""
    if state.seats:
        yield from islice(subject.game.legal(state), 20)
        values = Values(state, rng, existing=True)
        for kind in rng.sample(subject.game.commands, min(4, len(subject.game.commands))):
            if command := values.command(kind):
                yield command


def stores_entries(subject: Subject, trial: Trial) -> Iterator[str]:
    """Entries written as JSON read back as equal structs, byte for byte."""
    reading = decoder(entry_type(subject.game))
    for number in (0, *trial.some(20, "store")) if trial.steps else ():
        step = trial.steps[number]
        envelope = with_moment(subject.game.turn_info(step.before), Envelope("m", number + 1, f"c{number}", 1))
        payload: Payload[Command, Event] = ActionEntry(command=step.command, events=step.events)
        if number == 0:
            payload = Opened(
                game=subject.game.name, rules_version="1", catalogue="", command=step.command, events=step.events
            )
        entry = Entry(envelope, payload, "salt", "head")
        data = msgspec.json.encode(entry)
        read = reading.decode(data)
        if read != entry or msgspec.json.encode(read) != data:
            yield f"{trial.place(number)}: stored and read back, the entry is another"


def draws_boards(subject: Subject, trial: Trial) -> Iterator[str]:
    """Every viewpoint's board draws within 40, 80 and 120 cells, and every event has one line of narration, or an empty
    `describe`."""
    if find_spec("service.reading.table") is None:  # pragma: no cover - left out of a small installation
        return
    from service.reading.drawing import pictured
    from service.reading.styled_text import width_of

    for number in trial.some(6, "draw"):
        step = trial.steps[number]
        for viewpoint in (*subject.viewpoints(step.after), JUDGE):
            for width in WIDTHS:
                if any(width_of(line) > width for line in pictured(subject.game, step.after, viewpoint, width)):
                    yield f"{trial.place(number)}: the board of {viewpoint} does not fit into {width} cells"
            state = step.before
            for event in step.events:
                line = subject.game.narrate(state, event, viewpoint)
                if "\n" in line:
                    yield f"{trial.place(number)}: narrating {event} takes more than one line"
                if not line and viewpoint == JUDGE and type(event).describe is Event.describe:
                    yield f"{trial.place(number)}: {event} is not narrated"
                state = subject.game.evolve(state, event)


def states_are_frozen(subject: Subject, trial: Trial) -> Iterator[str]:
    """States contain only frozen structs, tuples and plain values. (Their size is measured, too.)"""
    for number in trial.some(3, "frozen"):
        step = trial.steps[number]
        shared: dict[int, object] = {}
        for _ in _inside(step.before, shared):
            pass
        own = list(_inside(step.after, dict(shared)))
        subject.seen.growth.append(sum(getsizeof(part) for part in own))
        for part in own:
            if problem := _thaw(part):
                yield f"{trial.place(number)}: the state holds {problem}"


_PLAIN: Final = (str, int, bool, float, bytes, type(None))


def _inside(value: object, seen: dict[int, object]) -> Iterator[object]:
    """Yield a value and all its parts, each object once; catalogues are omitted, because they are shared."""
    if id(value) in seen or isinstance(value, Catalogue) or (isinstance(value, int) and -5 <= value <= 256):
        return
    seen[id(value)] = value
    yield value
    for part in children_of(value):
        yield from _inside(part, seen)


def _thaw(part: object) -> str:
    """Return the mutable parts of a state; empty for a frozen one."""
    if isinstance(part, Struct):
        return "" if part.__struct_config__.frozen else f"a struct that is not frozen: {type(part).__name__}"
    return "" if isinstance(part, (*_PLAIN, tuple, frozenset)) else f"a changeable {type(part).__name__}: {part!r:.80}"
