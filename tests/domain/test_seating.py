"""Seats and sides that events name are at the table, in every game and contest."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct, inspect, structs

from domain.entries import ActionEntry, Concluded, Opened
from domain.match import Match
from domain.outcome import Outcome
from domain.registry import installed_games
from domain.seat_checks import has_unknown_seats
from domain.seating import QuickChecks, unknown_seat
from domain.seats import Seat, seats_of_names
from domain.timeline import BrokenHistory
from storage.catalogues import read_catalogue
from storage.match_file import read_match_file
from storage.records import Codecs
from tests.golden import FOLDER

MATCHES = sorted((FOLDER / "matches").glob("*.match.jsonl"))
NOWHERE = (99, -1)


def forged(value: Any, kind: inspect.Type) -> Iterator[Any]:  # noqa: C901 (one branch a kind of type)
    """The value with one of its seats or sides replaced by an empty place, in every way."""
    if isinstance(kind, inspect.Metadata):
        if (kind.extra or {}).get("notation") in ("seat", "side"):
            yield from NOWHERE
        else:
            yield from forged(value, kind.type)
    elif isinstance(kind, inspect.UnionType):
        for choice in kind.types:
            if value is not None and (not isinstance(choice, inspect.StructType) or type(value) is choice.cls):
                yield from forged(value, choice)
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            for other in forged(getattr(value, field.name), field.type):
                yield structs.replace(value, **{field.name: other})
    elif isinstance(kind, inspect.VarTupleType | inspect.TupleType) and value:
        first = kind.item_type if isinstance(kind, inspect.VarTupleType) else kind.item_types[0]
        for other in forged(value[0], first):
            yield (other, *value[1:])


def frozen(file):
    """A frozen match before its first entry, and its entries."""
    codecs = Codecs()
    read = read_match_file(file.read_bytes(), codecs)
    game = codecs.find_game(read.header.game)
    match: Match[Any, Any, Any] = Match(read.header.match, game, read_catalogue(read.catalogue, game))
    return match, read.entries


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.name.removesuffix(".match.jsonl"))
def test_no_event_names_a_seat_that_is_not_at_the_table(file):
    """Given any seat or side of any recorded event replaced by an empty place, then the quick check sees it, the history is refused
    at that entry, and the match stays as it was. Recorded events pass the check."""
    match, entries = frozen(file)
    tried = 0
    assert not has_unknown_seats(match, entries)
    for entry in entries:
        payload = entry.payload
        for number, event in enumerate(payload.events if isinstance(payload, Opened | ActionEntry) else ()):
            for other in forged(event, inspect.type_info(type(event))):
                events = (*payload.events[:number], other, *payload.events[number + 1 :])
                line = list(match.line)
                bad = structs.replace(entry, payload=structs.replace(payload, events=events))
                assert has_unknown_seats(match, [bad])
                with pytest.raises(BrokenHistory, match=f"entry {entry.envelope.version} "):
                    match.apply(bad, check_seats=True)
                assert (match.version, match.line) == (entry.envelope.version - 1, line)
                tried += 1
        match.apply(entry)
    assert tried > 10 or match.game.kind == "competition"


def test_seats_are_found_by_their_type():
    """No game or contest whose events speak of players is without events in which seats are found by their type. Numbers that are
    not seats are ignored; a side is searched among the seats' sides."""
    for game in installed_games().values():
        spoken = {field.name for event in game.events for field in structs.fields(event)}
        typed = any("notation': 'seat'" in repr(inspect.type_info(event)) for event in game.events)
        assert typed or not spoken & {"seat", "player", "players", "winners"}, game.name
    assert unknown_seat(Plain(99), seats_of_names(("Ada", "Bo"))) == ""
    event = next(e for e in installed_games()["pbl_robots"].events if e.__name__ == "SideResigned")
    seats = (Seat("Ada", 1), Seat("Bo", 1))
    assert [unknown_seat(event(side=side), seats) for side in (0, 1, 2)] == ["side 0 (side)", "", "side 2 (side)"]
    glances = QuickChecks((0, 1))
    event = next(e for e in installed_games()["pbl_robots"].events if e.__name__ == "SideResigned")
    first = glances[event]
    assert first is not None
    assert first is glances[event]
    assert glances[Plain] is None


def test_winners_and_turns_are_at_the_table():
    """A conclusion names winners, and an envelope a seat, that are at the table."""
    match, (first, entry, *_) = frozen(MATCHES[0])
    match.apply(first)
    agreed = Concluded(outcome=Outcome((7,), "agreed"))
    with pytest.raises(BrokenHistory, match="seat 8"):
        match.apply(structs.replace(entry, payload=agreed))
    for seat in (-1, len(match.state.seats), 7):
        with pytest.raises(BrokenHistory, match=f"seat {seat + 1}"):
            match.apply(structs.replace(entry, envelope=structs.replace(entry.envelope, seat=seat)))


class Plain(Struct):
    """Names nobody."""

    count: int
