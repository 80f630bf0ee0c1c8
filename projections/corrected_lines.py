"""Stages corrected matches as if they had been recorded without mistakes.

An action inserted by a correction gets a position between two entries.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.corrected_history import corrected_entry
from domain.decoding import decoder
from domain.entries import Entry, entry_type
from domain.game import Command, Event
from domain.match import Match
from domain.registry import load_game
from domain.seats import GameState
from domain.timeline import Action, Address
from domain.upcasting import schema_in
from projections.source import Source, SourceRow
from projections.staging import game_in, in_current_form

_KINDS: Final = tuple(
    b'"payload":{"kind":"%b"' % kind for kind in (b"restored", b"corrected", b"rewound", b"taken_back")
)
_BETWEEN: Final = 1000
"""Number of possible positions between two entries."""


def changes_record(row: SourceRow) -> bool:
    """Return True if an entry is a take-back, redo, rewind or correction, which change the status of earlier
    entries."""
    try:
        return schema_in(row.topic)[2] > 0 and any(kind in row.state for kind in _KINDS)
    except (msgspec.ValidationError, AttributeError, TypeError):
        return False


def takes_back(row: SourceRow) -> bool:
    """Return True if an entry is a take-back."""
    return b'"payload":{"kind":"taken_back"' in row.state


def current_lines(source: Source, match_id: str, positions: Mapping[int, int]) -> list[bytes]:
    """Return the current lines of a match with the positions of its entries, up to the first damaged entry."""
    match = source.followed(match_id, max(positions))
    actions = match.actions if match is not None else []
    undone = match.undone if match is not None else {}
    standing = {action.address: action for action in actions}
    lines, stored = [], {v: (topic, state) for v, topic, state in source.raw(match_id) if v in positions}
    for version, (topic, state) in stored.items():
        action = standing.get(Address(version))
        said = in_current_form(topic, state)
        if action is not None and action.by != version:
            said = _said(action, topic, state)
        elif match is not None and match.seats_at(version) != match.state.seats:
            said = _as_seated(match, version, topic, said)
        where = address_line(match_id, Address(version), str(positions[version]), undone.get(version))
        lines.append(where + entry_line(topic, said))
    for action, place in inserted_actions(actions, positions):
        topic, state = stored[action.version]
        lines.append(
            address_line(match_id, action.address, place, None) + entry_line(topic, _said(action, topic, state))
        )
    return lines


def inserted_actions(
    actions: list[Action[GameState, Command, Event]], positions: Mapping[int, int]
) -> Iterator[tuple[Action[GameState, Command, Event], str]]:
    """Yield the actions that corrections inserted, each with its position."""
    last, behind = 0, 0
    for action in actions:
        if action.version not in positions:
            continue  # an unreadable entry is not in the analytics
        if not action.number:
            last, behind = positions[action.version], 0
            continue
        behind = min(behind + 1, _BETWEEN - 1)
        yield action, f"{last}.{behind:03}"


@cache
def _reader(game: str) -> Callable[[bytes], Entry[Command, Event]]:
    return decoder(entry_type(load_game(game))).decode


def _as_seated(match: Match[GameState, Command, Event], version: int, topic: str, said: bytes) -> bytes:
    """Return an entry of officials, or a conclusion, with the current seats of the people that it names."""
    entry = _reader(game_in(topic))(said)
    return msgspec.json.encode(replace(entry, payload=match.as_seated(version, entry.payload)))


def _said(action: Action[GameState, Command, Event], topic: str, state: bytes) -> bytes:
    entry = _reader(game_in(topic))(in_current_form(topic, state))
    return msgspec.json.encode(corrected_entry(action, entry))


def address_line(match: str, address: Address, position: str, undone_by: int | None) -> bytes:
    """Return the first half of a staged line. `undone_by`: the entry that undid this one; `None` if it is current."""
    return b'{"position":%b,"match":%b,"version":%d,"number":%d,"fell":%b' % (
        position.encode(),
        msgspec.json.encode(match),
        *address,
        msgspec.json.encode(undone_by),
    )


def entry_line(topic: str, entry: bytes) -> bytes:
    """Return the second half of a staged line."""
    return b',"game":%b,"entry":%b}\n' % (msgspec.json.encode(game_in(topic)), entry.replace(b"\n", b" "))
