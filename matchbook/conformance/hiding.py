"""What a viewpoint may not know changes nothing that it is shown.

A card in a recorded command is replaced by another that would have been just as legal. Where `veil` hides the card from a
viewpoint, its board, its narration (and how many events there are to narrate), the verdicts on commands and the moment that
everyone reads must be the same in both worlds; and so for the commands that follow, until the card is shown. The views keep
watch over each other: what only one of them tells was meant to be hidden. (A game whose views all tell the same secret cannot
be told from one that is played with open cards.)
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from domain.decoding import converted
from domain.game import Command, Event
from domain.table import GameState, Viewpoint
from domain.verdicts import NotToKnow, verdict
from matchbook.conformance.trial import Subject, Trial

_FOLLOWED: Final = 20
"""How many commands the two worlds are followed for."""
_COMMAND: Final = "the veiled command"
_KEYS: Final = "the key of a card on the board (a token's number tells when it was drawn)"
_ASKED: Final = 12
"""Commands whose verdicts are compared, of each world."""
_TRIED: Final = 40
"""Other cards that are tried in place of the recorded one."""


class World(Struct, frozen=True):
    """One action in one of the two worlds."""

    before: GameState
    command: Command
    events: tuple[Event, ...]
    after: GameState


def hides_cards(subject: Subject, trial: Trial) -> Iterator[str]:
    """Cards that are hidden from a viewpoint change neither its board nor its narration nor its veiled commands."""
    rng = Random(f"hide {trial.seed}")
    for number in trial.some(10, "hide"):
        step = trial.steps[number]
        real = World(step.before, step.command, step.events, step.after)
        other = _other_world(subject, real, rng)
        if other is None:
            continue
        hidden_from = []
        for viewpoint in subject.viewpoints(step.after):
            told = _told(subject, real, other, viewpoint)
            if not told:
                hidden_from.append(viewpoint)
            elif problem := _alone(told, own=number < trial.opening or viewpoint == _actor(subject, real)):
                yield f"{trial.place(number)}: with another card, {problem} for {_who(viewpoint)}"
        yield from _follow(subject, trial, number, (real, other), hidden_from)


def _follow(
    subject: Subject, trial: Trial, number: int, worlds: tuple[World, World], hidden_from: list[Viewpoint]
) -> Iterator[str]:
    """Plays both worlds on with the recorded commands, as long as they are possible in both."""
    for later in range(number + 1, min(number + 1 + _FOLLOWED, len(trial.steps))):
        command = trial.steps[later].command
        states = (worlds[0].after, worlds[1].after)
        if not hidden_from or any(subject.game.check(state, command) for state in states):
            return
        worlds = (_played(subject, states[0], command), _played(subject, states[1], command))
        if _kinds(worlds[0]) != _kinds(worlds[1]):
            return
        for viewpoint in tuple(hidden_from):
            if told := _told(subject, *worlds, viewpoint):
                hidden_from.remove(viewpoint)
                if problem := _alone(told, own=viewpoint == _actor(subject, worlds[0])):
                    since = f"a card hidden since action {number + 1}"
                    yield f"{trial.place(later)}: {since} was another, and {problem} for {_who(viewpoint)}"


def _other_world(subject: Subject, real: World, rng: Random) -> World | None:
    """The same action with another card, where that is legal."""
    builtins = msgspec.to_builtins(real.command)
    cards = [record.card_id for record in real.before.catalogue]
    places = list(_places(builtins, frozenset(cards)))
    if not places:
        return None
    path, card = rng.choice(places)
    for other in rng.sample(cards, min(_TRIED, len(cards))):
        if other == card:
            continue
        try:
            command = converted(_replaced(builtins, path, other), type(real.command))
        except msgspec.ValidationError:
            continue
        if not subject.game.check(real.before, command):
            return _played(subject, real.before, command)
    return None


def _played(subject: Subject, before: GameState, command: Command) -> World:
    events, after = subject.follow(before, command)
    return World(before, command, events, after)


def _kinds(world: World) -> tuple[type, ...]:
    return tuple(type(event) for event in world.events)


def _told(subject: Subject, real: World, other: World, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Which of the views differ between the worlds."""
    game, told = subject.game, []
    if game.veil(real.before, real.command, viewpoint) != game.veil(other.before, other.command, viewpoint):
        told.append(_COMMAND)
    if _narration(subject, real, viewpoint) != _narration(subject, other, viewpoint):
        told.append("the narration")
    if game.moment(real.after) != game.moment(other.after):
        told.append("the moment")
    one, two = (msgspec.to_builtins(game.board(world.after, viewpoint)) for world in (real, other))
    if one != two:
        told.append("the board" if _without_keys(one) != _without_keys(two) else _KEYS)
    if _lists(subject, real.after, viewpoint) != _lists(subject, other.after, viewpoint):
        told.append("a registered list")
    if _verdicts(subject, real, other, viewpoint) != _verdicts(subject, other, real, viewpoint):
        told.append("a verdict on a command")
    return tuple(told)


def _verdicts(subject: Subject, world: World, other: World, viewpoint: Viewpoint) -> dict[str, object]:
    """What the rules say after it of commands that are legal in one of the worlds."""
    found: dict[str, object] = {}
    for state in (world.after, other.after):
        for command in islice(subject.game.legal(state), _ASKED):
            with suppress(NotToKnow):
                violations = verdict(subject.game, world.after, command, viewpoint)
                found[repr(command)] = [(one.rule, one.impossible) for one in violations]
    return found


def _lists(subject: Subject, state: GameState, viewpoint: Viewpoint) -> list[object]:
    return [
        msgspec.to_builtins(subject.game.hidden.registered(state, seat, viewpoint)) for seat in range(len(state.seats))
    ]


def _without_keys(part: object) -> object:
    if isinstance(part, dict):
        return {name: _without_keys(value) for name, value in part.items() if name != "key"}
    return [_without_keys(item) for item in part] if isinstance(part, list | tuple) else part


def _narration(subject: Subject, world: World, viewpoint: Viewpoint) -> list[str]:
    lines, state = [], world.before
    for event in world.events:
        lines.append(subject.game.narrate(state, event, viewpoint))
        state = subject.game.evolve(state, event)
    return lines


def _alone(told: tuple[str, ...], *, own: bool) -> str:
    """What is wrong when one view tells what the others hide.

    The opening, and a player's own command, may hold what is seen nowhere else (a deck list).
    """
    if len(told) > 1 or (own and told == (_COMMAND,)):
        return ""
    return f"{told[0]} differs, and nothing else"


def _actor(subject: Subject, world: World) -> object:
    """Whose command it is: the player that it names, else the one who is to act."""
    player = getattr(world.command, "player", None)
    return subject.game.moment(world.before).seat if player is None else player


def _who(viewpoint: Viewpoint) -> str:
    return f"seat {viewpoint + 1}" if isinstance(viewpoint, int) else f"the {viewpoint}"


def _places(
    value: object, cards: frozenset[str], path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Where in a command a known card stands."""
    if isinstance(value, str) and value in cards:
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _places(item, cards, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _places(item, cards, (*path, number))


def _replaced(value: object, path: tuple[str | int, ...], card: str) -> object:
    if not path:
        return card
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {k: _replaced(v, rest, card) if k == head else v for k, v in value.items()}
    assert isinstance(value, list | tuple)
    return [_replaced(v, rest, card) if n == head else v for n, v in enumerate(value)]
