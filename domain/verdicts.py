"""Legality of commands, for viewpoints that may not know the whole table."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from domain.cards import parse_ref, token_owner
from domain.game import AnyGame, Command
from domain.rules import Violation
from domain.seats import JUDGE, GameState, Viewpoint


class NotToKnow(ValueError):
    """A command that names a card hidden from the viewpoint."""


def verdict(game: AnyGame, state: GameState, command: Command, viewpoint: Viewpoint) -> tuple[Violation, ...]:
    """Return the rules that a command breaks, as far as the viewpoint knows the table. Raises NotToKnow if the answer would
    reveal hidden cards: the command names them, or a card by a number that only its holder knows."""
    if viewpoint == JUDGE:
        return game.check(state, command)
    owners = {token_owner(token) for text in _texts(msgspec.to_builtins(command)) if (token := parse_ref(text).token)}
    if owners - {viewpoint} or game.redact(state, command, viewpoint) != command:
        raise NotToKnow
    return game.check(game.hidden.seen(state, viewpoint), command)


def known_violations(
    game: AnyGame, state: GameState, command: Command | None, found: Sequence[Violation], viewpoint: Viewpoint
) -> tuple[Violation, ...]:
    """Return the recorded violations that a viewpoint may know: those that follow from the redacted command and table. The
    others would reveal something about a hidden card. `command`: `None` for acts of officials."""
    if viewpoint == JUDGE or not found or command is None:
        return tuple(found)
    try:
        check = game.check(game.hidden.seen(state, viewpoint), game.redact(state, command, viewpoint))
    except Exception:  # the command cannot be checked with unknown cards; its flags could reveal them
        return ()
    known = Counter(one.rule for one in check)
    told = []
    for one in found:
        known[one.rule] -= 1
        if known[one.rule] >= 0:
            told.append(one)
    return tuple(told)


def _texts(part: object) -> Iterable[str]:
    if isinstance(part, str):
        return (part,)
    inside = [*part, *part.values()] if isinstance(part, dict) else part if isinstance(part, list | tuple) else ()
    return [text for one in inside for text in _texts(one)]
