"""Redaction checks with two worlds that differ in one card: views must not depend on information hidden from them.

A card in a command is replaced by another that would have been equally possible. If `redact` hides the card from a viewpoint, its
board, its narration (including the number of events to narrate) and the public turn info must be the same in both worlds. The
views check each other: information that only one of them shows was meant to be hidden.
"""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from domain.decoding import converted
from domain.game import AnyGame, Command, Event
from domain.seats import SPECTATOR, GameState, Viewpoint
from domain.table.tokens import cards_on_table, doubled_tokens, tokens_in, with_names

_COMMAND: Final = "the redacted command"
_NARRATION: Final = "the narration"
_WITHIN: Final = "a board within it"
_KEYS: Final = "the key of a card on the board (a token's number tells when it was drawn)"
_TRIED: Final = 40
"""Most cards tried in place of the recorded one."""
_BETWEEN: Final = 4
"""Most intermediate states of an action whose boards are compared."""


class World(Struct, frozen=True):
    """One action in one of the two worlds."""

    before: GameState
    command: Command
    events: tuple[Event, ...]
    after: GameState

    def shown(self, game: AnyGame) -> tuple[GameState, ...]:
        """Return the states before it and after each of its events, redacted for display."""
        return tuple(game.redact_between(self.events, tuple(accumulate(self.events, game.evolve, initial=self.before))))

    @property
    def kinds(self) -> tuple[type, ...]:
        """The types of its events."""
        return tuple(type(event) for event in self.events)


def played(game: AnyGame, before: GameState, command: Command) -> World:
    """Return the world of a command: its events and the state after them."""
    out = game.resolution(before, command)
    return World(before, command, tuple(out.events), out.state)


def other_world(game: AnyGame, real: World, rng: Random, *, as_played: bool = False) -> World | None:
    """Return the same action with another card, if some other card is legal (with `as_played`: possible)."""
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
        if not any(violation.impossible or not as_played for violation in game.check(real.before, command)):
            return played(game, real.before, command)
    return None


def differing_views(game: AnyGame, real: World, other: World, viewpoint: Viewpoint) -> tuple[str, ...]:
    """Return the names of the views (board, narration, …) of a viewpoint that differ between the worlds."""
    told = []
    if game.redact(real.before, real.command, viewpoint) != game.redact(other.before, other.command, viewpoint):
        told.append(_COMMAND)
    shown = [world.shown(game) for world in (real, other)]
    if _narration(game, shown[0], real, viewpoint) != _narration(game, shown[1], other, viewpoint):
        told.append(_NARRATION)
    if game.turn_info(real.after) != game.turn_info(other.after):
        told.append("the turn context")
    one, two = (msgspec.to_builtins(game.board(world.after, viewpoint)) for world in (real, other))
    if one != two:
        told.append("the board" if _without_keys(one) != _without_keys(two) else _KEYS)
    elif real.kinds == other.kinds and any(
        game.board(a, viewpoint) != game.board(b, viewpoint) for a, b in list(zip(*shown, strict=True))[1:-1][:_BETWEEN]
    ):
        told.append(_WITHIN)
    if _lists(game, real.after, viewpoint) != _lists(game, other.after, viewpoint):
        told.append("a registered list")
    return tuple(told)


def leak_between(
    game: AnyGame, real: World, other: World, told: tuple[str, ...], viewpoint: Viewpoint, *, opening: bool = False
) -> str:
    """Return the problem if one view reveals what the others hide and the viewpoint did not know before; else an empty text.

    The opening and a player's own command may contain information that only they show (a deck list).
    """
    own = opening or viewpoint == _actor(game, real)
    if not told or (own and told == (_COMMAND,)) or not (len(told) == 1 or set(told) <= {_NARRATION, _WITHIN}):
        return ""
    return (
        "" if _may_know(game, real, other, viewpoint) else f"only {' and '.join(told)} differ{'s' * (len(told) == 1)}"
    )


def _may_know(game: AnyGame, real: World, other: World, viewpoint: Viewpoint) -> bool:
    """Return True if the viewpoint already sees the changed card before the action."""
    pairs = zip(
        *([dict(cards_on_table(state)) for state in world.shown(game)] for world in (real, other)), strict=False
    )
    cards = [(n, card, two.get(n)) for one, two in pairs for n, card in one.items()]
    differing = [(n, card, instead) for n, card, instead in cards if card and instead and card != instead]
    here = with_names(real.before, {n: card for n, card, _ in differing})
    there = with_names(real.before, {n: instead for n, _, instead in differing})
    return game.board(here, viewpoint) != game.board(there, viewpoint)


def _actor(game: AnyGame, world: World) -> object:
    """Return the seat that gave the command: the player that it names, or else the one to act."""
    command = world.command
    named = next((seat for name in ("player", "by") if (seat := getattr(command, name, None)) is not None), None)
    return game.turn_info(world.before).seat if named is None else named


def viewpoints_at(state: GameState) -> tuple[Viewpoint, ...]:
    """Return the viewpoints with limited knowledge: each seat and the spectator."""
    return (*range(len(state.seats)), SPECTATOR)


def viewpoint_words(viewpoint: Viewpoint) -> str:
    """How a message names a viewpoint."""
    return f"seat {viewpoint + 1}" if isinstance(viewpoint, int) else f"the {viewpoint}"


def action_problems(game: AnyGame, before: GameState, command: Command, rng: Random) -> Iterator[str]:
    """Yield the problems of a possible command: cards lost or doubled, a card with two identities, or a card revealed to a
    viewpoint that may not know it."""
    real = played(game, before, command)
    if (was := dict(game.card_counts(before))) != (now := dict(game.card_counts(real.after))):
        yield f"the census was {was} and is {now}"
    if doubled := doubled_tokens(real.after):
        yield f"duplicated cards: {doubled}"
    if renamed := _renamed_twice(game, real):
        yield f"cards that turn out to be one card and then another: {sorted(renamed)}"
    other = other_world(game, real, rng, as_played=True)
    if other is None:
        return
    for viewpoint in viewpoints_at(real.after):
        told = differing_views(game, real, other, viewpoint)
        if problem := leak_between(game, real, other, told, viewpoint):
            yield f"with another card, {problem} for {viewpoint_words(viewpoint)}"


def _renamed_twice(game: AnyGame, world: World) -> set[int]:
    """Return the cards whose identity changes more than once in an action."""
    known = [
        {token.id: token.card for token in tokens_in(state)}
        for state in accumulate(world.events, game.evolve, initial=world.before)
    ]
    changes = [{one for one, card in now.items() if one in was and was[one] != card} for was, now in pairwise(known)]
    once, twice = set[int](), set[int]()
    for change in changes:
        twice |= once & change
        once |= change
    return twice


def _lists(game: AnyGame, state: GameState, viewpoint: Viewpoint) -> list[object]:
    return [msgspec.to_builtins(game.hidden.registered(state, seat, viewpoint)) for seat in range(len(state.seats))]


def _without_keys(part: object) -> object:
    if isinstance(part, dict):
        return {name: _without_keys(value) for name, value in part.items() if name != "key"}
    return [_without_keys(item) for item in part] if isinstance(part, list | tuple) else part


def _narration(game: AnyGame, shown: tuple[GameState, ...], world: World, viewpoint: Viewpoint) -> list[str]:
    return [
        game.narrate(shown[number], event, viewpoint)
        for number, event in enumerate(world.events)
        if not game.hides(shown[number:], event, viewpoint)
    ]


def _places(
    value: object, cards: frozenset[str], path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield each known card in a command, with its path."""
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
