"""A match as one viewpoint saw it: commands as redacted by the game, events without the cards that it does not reveal.

The game's sentences define what an event reveals. A card stays in an event only if another card in its place would
change the sentence. (In a list of cards, it also stays if it would change the game's text about registered lists.) All
other cards become unknown. So two records with the same sentences have the same redacted events, whatever was hidden in
them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final, Never, TypeAlias, cast

import msgspec

from domain.cards import CardRecord, Catalogue
from domain.corrected_history import state_found
from domain.decoding import converted, decoder
from domain.entries import ActionEntry, Entry, Opened, entry_type, with_moment
from domain.game import AnyGame, Command, Event, evolve_all, tag_of
from domain.registry import load_game
from domain.rules import Violation
from domain.seats import SPECTATOR, GameState, Viewpoint
from domain.timeline import Address
from domain.verdicts import known_violations
from projections.corrected_lines import address_line, entry_line, inserted_actions
from projections.source import Source
from projections.staging import game_in, in_current_form

_Path: TypeAlias = tuple[str | int, ...]
_LIST: Final = 8
"""An event with at least this number of different cards may contain a registered list."""
_ANYTHING: Final = "(some card)"
"""A card id that does not exist in any catalogue."""
_OFFICIAL: Final = ("put_back", "amended", "following")
"""Fields of record acts with cards or commands."""


def lines_as(source: Source, match_id: str, positions: Mapping[int, int], viewpoint: str) -> Iterator[bytes]:
    """Yield the staged lines of a match, with the positions of its entries: current (corrected) actions and undone
    ones. Empty for a match that cannot be folded."""
    match = source.followed(match_id, max(positions))
    if match is None:
        return
    seat = _seat(match.state, viewpoint)
    standing = {action.address: action for action in match.actions}
    stored = {v: (topic, state) for v, topic, state in source.raw(match_id) if v in positions and v <= match.version}
    entries: dict[int, Entry[Command, Event]] = {}
    for version, (topic, state) in stored.items():
        entry = entries[version] = _reader(game_in(topic))(in_current_form(topic, state))
        action, payload = standing.get(Address(version)), entry.payload
        if action is not None:
            said = action_as(
                match.game, state_found(match, action), (action.command, action.events, action.violations), seat
            )
            entry = msgspec.structs.replace(entry, envelope=with_moment(action.moment, entry.envelope))
            told = {**_opening(payload), **said}
        elif isinstance(payload, Opened | ActionEntry):
            done = payload.command, payload.events, payload.violations
            told = {**_opening(payload), **action_as(match.game, match.states[version - 1], done, seat)}
        else:
            plain = msgspec.to_builtins(payload)
            told = {name: value for name, value in plain.items() if name not in _OFFICIAL}
        place = address_line(match_id, Address(version), str(positions[version]), match.undone.get(version))
        yield place + entry_line(topic, _encoded(entry, told))
    for action, position in inserted_actions(match.actions, positions):
        entry = msgspec.structs.replace(
            entries[action.version], envelope=with_moment(action.moment, entries[action.version].envelope)
        )
        told = {
            "kind": "action",
            **action_as(
                match.game, state_found(match, action), (action.command, action.events, action.violations), seat
            ),
        }
        yield address_line(match_id, action.address, position, None) + entry_line(
            stored[action.version][0], _encoded(entry, told)
        )


def _seat(state: GameState, viewpoint: str) -> Viewpoint:
    """Return the seat of a player, or `spectator` if they did not play in this match."""
    return next((n for n, seat in enumerate(state.seats) if seat.name == viewpoint), SPECTATOR)


@cache
def _reader(game: str) -> Callable[[bytes], Entry[Command, Event]]:
    return decoder(entry_type(load_game(game))).decode


def _encoded(entry: Entry[Command, Event], told: Mapping[str, object]) -> bytes:
    return msgspec.json.encode({"envelope": entry.envelope, "payload": told})


def _opening(payload: object) -> dict[str, object]:
    """Return the annotations of an entry besides its action; the reason for recording an illegal action is for
    officials only."""
    plain = msgspec.to_builtins(payload)
    return {
        name: value
        for name, value in plain.items()
        if name not in ("command", "events", "violations", "reason", *_OFFICIAL)
    }


def action_as(
    game: AnyGame, before: GameState, done: tuple[Command, Sequence[Event], Sequence[Violation]], viewpoint: Viewpoint
) -> dict[str, object]:
    """Return an action in plain values as a viewpoint saw it: command, events, and the violations that it may know."""
    command, events, violations = done
    said, told = command_as(game, before, command, viewpoint), []
    if said["type"] == tag_of(command):  # if even the kind of command is hidden, its events would reveal it
        passed = game.redact_between(events, tuple(accumulate(events, game.evolve, initial=before)))
        told = [
            event_as(game, passed[number], event, viewpoint)
            for number, event in enumerate(events)
            if not _hides(game, passed[number:], event, viewpoint)
        ]
    return {
        "command": said,
        "events": told,
        "violations": [
            {"rule": violation.rule, "text": ""}
            for violation in known_violations(game, before, command, violations, viewpoint)
        ],
    }


def _hides(game: AnyGame, states: Sequence[GameState], event: Event, viewpoint: Viewpoint) -> bool:
    try:
        return game.hides(states, event, viewpoint)
    except Exception:  # an event that could never be recorded
        return False


def command_as(game: AnyGame, before: GameState, command: Command, viewpoint: Viewpoint) -> dict[str, object]:
    """Return a command as a viewpoint saw it, in plain values; only its name if it cannot be described."""
    try:
        return dict(msgspec.to_builtins(game.redact(before, command, viewpoint)))
    except Exception:  # a forged command cannot be redacted safely
        return {"type": tag_of(command)}


def event_as(game: AnyGame, before: GameState, event: Event, viewpoint: Viewpoint) -> object:
    """Return an event in plain values, without information that it does not reveal to a viewpoint."""
    event = event.redacted_for(cast("Never", before), viewpoint)
    plain = msgspec.to_builtins(event)
    paths = list(_names(plain, (), _names_in(before.catalogue)))
    if not paths:
        return plain
    told = _Told(game, before, event, viewpoint, lists=len(paths) >= _LIST)
    hidden = paths if not told.changes(plain, paths) else [path for path in paths if not told.changes(plain, [path])]
    for path in hidden:
        plain = _without(plain, path)
    return plain


class _Told:
    """Finds what an event reveals to a viewpoint, by comparing its sentence with that of the same event with other
    cards."""

    def __init__(self, game: AnyGame, before: GameState, event: Event, viewpoint: Viewpoint, *, lists: bool) -> None:
        self._game, self._before, self._viewpoint = game, before, viewpoint
        self._kind, self._lists = type(event), lists
        self._said = self._words(event)

    def changes(self, plain: object, paths: Sequence[_Path]) -> bool:
        """Return True if other cards in these places would change the sentence."""
        other = plain
        for number, path in enumerate(paths):
            other = _replaced(other, path, f"{_ANYTHING}{number}")
        try:
            event = converted(other, self._kind)
        except msgspec.ValidationError:
            return False
        said = self._words(event)
        return said is not None and said != self._said

    def _words(self, event: Event) -> object:
        """Return the sentence, and the registered lists if they matter; `None` if the event cannot be described."""
        try:
            words = self._game.narrate(self._before, event, self._viewpoint)
            if not self._lists:
                return words
            after = evolve_all(self._game, self._before, (event,))
            registered = self._game.hidden.registered
            return words, [registered(after, seat, self._viewpoint) for seat in range(len(after.seats))]
        except Exception:  # an event that could never be recorded
            return None


@lru_cache(maxsize=64)
def _names_in(catalogue: Catalogue[CardRecord]) -> frozenset[str]:
    """Return the ids and names of all cards of a catalogue."""
    return frozenset(text for record in catalogue for text in (record.card_id, record.name))


def _names(part: object, path: _Path, known: frozenset[str]) -> Iterator[_Path]:
    """Yield the paths of card names in plain values. If a name is a key, its path ends with that key twice."""
    if isinstance(part, str):
        if part in known and path[-1:] != ("type",):
            yield path
    elif isinstance(part, dict):
        for key, value in part.items():
            if key in known:
                yield (*path, key, key)
            else:
                yield from _names(value, (*path, key), known)
    elif isinstance(part, list | tuple):
        for number, value in enumerate(part):
            yield from _names(value, (*path, number), known)


def _replaced(part: object, path: _Path, other: object) -> object:
    """Return plain values with the value at a path replaced."""
    if not path:
        return other
    first, *rest = path
    if isinstance(part, dict):
        if len(rest) == 1 and rest[0] == first and first in part and not isinstance(part[first], dict | list):
            return {other if key == first else key: value for key, value in part.items()}
        return {key: _replaced(value, tuple(rest), other) if key == first else value for key, value in part.items()}
    assert isinstance(part, list | tuple)
    return [_replaced(value, tuple(rest), other) if number == first else value for number, value in enumerate(part)]


def _without(part: object, path: _Path) -> object:
    """Return plain values without cards: a list with a hidden card is left out completely."""
    if isinstance(part, dict):
        first, *rest = path
        if rest == [first]:
            return {}
        if first not in part:
            return part
        value = part[first]
        if isinstance(value, list | tuple) and _is_plain(value, tuple(rest)):
            return {**part, first: None}
        return {**part, first: None if not rest else _without(value, tuple(rest))}
    if isinstance(part, list | tuple):
        number, *rest = path
        return [
            (None if not rest or _is_plain(value, tuple(rest)) else _without(value, tuple(rest)))
            if place == number
            else value
            for place, value in enumerate(part)
        ]
    return None


def _is_plain(value: object, rest: _Path) -> bool:
    """True if a list contains plain card ids, or ids with counts."""
    if not isinstance(value, list | tuple) or not rest:
        return False
    if len(rest) == 1:
        return True
    inner = value[rest[0]] if isinstance(rest[0], int) and rest[0] < len(value) else None
    return len(rest) == 2 and isinstance(inner, list | tuple) and any(isinstance(one, int) for one in inner)
