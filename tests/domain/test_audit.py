"""The re-check of matches whose record was made by older rules, or by somebody's hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import structs

from domain.audit import Finding, older_rules, recheck
from domain.cards import Token
from domain.entries import ActionEntry, Entry, Opened
from domain.game import evolve_all
from domain.games import robin_in_the_hood as robin
from domain.games.robin_in_the_hood.events.changes import CardMoved
from domain.games.robin_in_the_hood.events.record import Adjusted
from domain.seats import GameState
from domain.table.tokens import doubled_tokens
from tests.games.robin_in_the_hood.tables import CATALOGUE as ROBINS
from tests.games.robin_in_the_hood.tables import Table
from tests.minigame import CATALOGUE, GAME
from tests.minigame import commands as c
from tests.minigame import events as e
from tests.minigame.altered import evolving
from tests.minigame.changes import NameCard
from tests.minigame.matches import match_entries, next_entry
from tests.scenario import Scenario

Line = tuple[str, Sequence[Any]]
"""A command and the events recorded for it (`None`: those that it resolves to)."""

ROBIN = tuple(
    (line, ())
    for line in (
        *(
            "open_tournament [Ann, Ben] victories_to_win=3",
            "declare_active_set Ann",
            "declare_active_set Ben",
            "start_round",
        ),
        *("shuffle_draw_pile Ann", "shuffle_draw_pile Ben", "draw_playing_hand Ann", "draw_playing_hand Ben"),
        *("place_character Ann dunstan", "place_character Ben ned"),
    )
)


def forged(game: Any, catalogue: Any, lines: Sequence[Line], rules_version: str) -> list[Entry[Any, Any]]:
    """A match as its entries, with events that today's rules may never give."""
    table: Table = Scenario(game, catalogue)
    entries: list[Entry[Any, Any]] = []
    for line, told in lines:
        before, command = table.state, table.command(line)
        events = tuple(told) or game.resolve(before, command)
        table.state = evolve_all(game, before, events)
        payload: Any = ActionEntry(command=command, events=events)
        if not entries:
            payload = Opened(game=game.name, rules_version=rules_version, catalogue="", command=command, events=events)
        entries.append(next_entry(game, entries, payload, before, "forged"))
    return entries


def moved(token: int, origin: str, to: str, card: str = "dunstan") -> CardMoved:
    return msgspec.convert(
        {"change": "card_moved", "player": 0, "token": token, "card": card, "from_zone": origin, "to_zone": to},
        CardMoved,
    )


def robin_audit(line: str, change: CardMoved, *more: Line) -> list[Finding]:
    """The audit of a match of older rules in which one adjustment made this change."""
    lines = (*ROBIN, (f'adjust "old" changes=[{line}]', (Adjusted(reason="old", changes=(change,)),)), *more)
    return list(recheck(robin.GAME, ROBINS, forged(robin.GAME, ROBINS, lines, "1")))


def test_lost_and_doubled_cards_are_reported() -> None:
    """An old event that moved a card onto another, which was lost by it, or laid it down twice, is reported with the entry, the
    owner, and the token. Consistent later entries are not reported."""
    change = "move(player=Ann, card=wat, from_zone=playing_hand, to_zone=agility)"
    found = robin_audit(change, moved(1002, "playing_hand", "agility", "wat"), ("resolve_battles", ()))
    assert [(f.version, f.kind) for f in found] == [(11, "disagreeing"), (11, "miscounted")]
    assert found[1].text == "cards are lost: Ann has 9 in all after this entry, and would have 10"
    change = "move(player=Ann, card=dunstan, from_zone=agility, to_zone=dead_cards)"
    found = robin_audit(change, moved(1001, "weapons", "dead_cards"))
    assert [f.kind for f in found] == ["disagreeing", "miscounted", "miscounted"]
    assert "cards are doubled: Ann has 11 in all" in found[1].text
    assert found[2].text == "cards are doubled: #1-01 in two places at once"
    change = "move(player=Ann, card=wat, from_zone=playing_hand, to_zone=agility)"
    more = (("resolve_battles", ()), ("end_hand", ()), ("draw_card Ann", ()))
    found = robin_audit(change, moved(1002, "playing_hand", "agility", "wat"), *more)
    assert {f.version for f in found} == {11}


def test_changes_that_are_refused_today() -> None:
    """Given events that differ but keep every card, then the audit reports a difference without a miscount; an impossible command
    is reported and not carried out."""
    change = "level(player=Ann, stage=agility, amount=0)"
    lines = (*ROBIN, (f'adjust "old" changes=[{change}]', (Adjusted(reason="old", changes=()),)))
    found = list(recheck(robin.GAME, ROBINS, forged(robin.GAME, ROBINS, lines, "1")))
    assert [(f.version, f.kind, f.rule) for f in found] == [(11, "disagreeing", "RH-A05")]
    entries = match_entries(2)
    state = evolve_all(GAME, GAME.initial(CATALOGUE), [event for x in entries for event in x.payload.events])
    bad = c.Adjust(reason="slip", changes=(NameCard(card="#1-999=cedar"),))
    entries.append(next_entry(GAME, entries, ActionEntry(command=bad, events=()), state))
    assert [(f.kind, f.rule) for f in recheck(GAME, CATALOGUE, entries)] == [("disagreeing", "MG-B01")]


@pytest.mark.parametrize(
    ("recorded", "words"),
    [
        (lambda levels, won, _: (levels, won), "event 3, character_defeated, is not recorded"),
        (lambda *right: (*right, right[1]), "event 4, stage_won, is only recorded"),
        (
            lambda levels, won, lost: (levels, structs.replace(won, stage="weapons"), lost),
            "event 2 is recorded as stage_won and would be different in stage (weapons / agility)",
        ),
        (
            lambda levels, won, lost: (levels, lost, won),
            "event 2 is recorded as character_defeated and would be stage_won",
        ),
    ],
)
def test_the_first_difference_is_told(recorded: Any, words: str) -> None:
    """Given events that differ from those the command gives today, then the report names the event and the difference."""
    table: Table = Scenario(robin.GAME, ROBINS)
    table.do(*(line for line, _ in ROBIN), "resolve_battles")
    audited = forged(robin.GAME, ROBINS, [*ROBIN, ("resolve_battles", recorded(*table.events))], "1")
    assert [f.text for f in recheck(robin.GAME, ROBINS, audited) if f.kind == "disagreeing"] == [words]


def test_doubling_that_no_action_disagrees_with_is_found_at_the_end() -> None:
    """Given current rules of the game that double a card, then the first entry with two copies of it is named."""

    def evolve(state: Any, event: Any) -> Any:
        after: Any = GAME.evolve(state, event)
        if not isinstance(event, e.RoundScored):
            return after
        first = after.players[0]
        twice = structs.replace(first, hand=(*first.hand[1:], first.pile[0]))
        return structs.replace(after, players=(twice, *after.players[1:]))

    game = evolving(evolve)
    entries = match_entries(3)
    first = next(x.envelope.version for x in entries if any(isinstance(v, e.RoundScored) for v in x.payload.events))
    found = list(recheck(game, CATALOGUE, entries[: first + 1]))
    assert [(f.version, f.kind) for f in found if f.kind == "miscounted"][:1] == [(first, "miscounted")]


def test_what_cannot_be_checked_or_counted_is_a_finding() -> None:
    """Given a command on which today's rules fail, or cards that cannot be counted, then the audit continues."""

    def check(state: Any, command: Any) -> Any:
        if isinstance(command, c.TurnUp):
            raise KeyError("placed")
        return GAME.check(state, command)

    game: Any = replace(GAME, check=check)
    entries = match_entries(1)
    found = list(recheck(game, CATALOGUE, entries))
    assert {f.kind for f in found} == {"disagreeing"}
    assert found[0].text.endswith("turn_up, could not have been given: the rules cannot resolve it at this point")
    entries = match_entries(2)
    entries[1] = structs.replace(entries[1], payload=structs.replace(entries[1].payload, events=()))

    def card_counts(state: Any) -> Any:
        raise KeyError(state)

    found = list(recheck(replace(GAME, card_counts=card_counts), CATALOGUE, entries[:2]))
    assert [f.text for f in found if f.kind == "miscounted"] == ["cards cannot be counted after this entry"]


@pytest.mark.parametrize("part", ["check", "resolution", "card_counts"])
def test_no_program_error_is_told(part: str) -> None:
    """Given any failure of a game in an audit, then it is described in words, without an exception's name."""

    def failing(*_: Any) -> Any:
        raise IndexError("tuple index out of range")

    found = list(recheck(replace(GAME, **{part: failing}), CATALOGUE, match_entries(1)))
    assert bool(found) == (part != "card_counts")  # cards are counted only where something else differs
    assert not any("Error" in finding.text or "index" in finding.text for finding in found)
    assert {finding.kind for finding in found} <= {"disagreeing"}


@pytest.mark.parametrize("seat", [9, -1])
def test_a_recorded_command_that_nobody_could_give(seat: int) -> None:
    """A recorded command that names a seat that is not at the table is told with seat and field, and is not checked."""
    entries = match_entries(2)
    at = next(n for n, x in enumerate(entries) if n and hasattr(x.payload.command, "player"))
    command = structs.replace(entries[at].payload.command, player=seat)
    entries[at] = structs.replace(entries[at], payload=structs.replace(entries[at].payload, command=command))
    [found] = [f for f in recheck(GAME, CATALOGUE, entries) if f.version == at + 1]
    assert found.kind == "disagreeing"
    assert f"could not have been given: it names seat {seat + 1} (player), which is not at the table" in found.text


@pytest.mark.parametrize("part", ["turn", "phase", "seat", "round"])
def test_recorded_moments_are_compared(part: str) -> None:
    """An entry that says of its moment what the fold does not is a finding in words, each part of the moment by itself."""
    entries = match_entries(2)
    assert list(recheck(GAME, CATALOGUE, entries)) == []
    moment = entries[4].envelope.moment
    other = {"turn": moment.turn + 7, "phase": "elsewhere", "seat": 1 - (moment.seat or 0), "round": moment.round + 3}[
        part
    ]
    entries[4] = structs.replace(entries[4], envelope=structs.replace(entries[4].envelope, **{part: other}))
    [found] = recheck(GAME, CATALOGUE, entries)
    shown = other + 1 if part == "seat" else other
    word = GAME.turn_word if part == "turn" else part
    assert (found.version, found.kind) == (5, "disagreeing")
    assert f"recorded as made in {word} {shown}; it was made in {word} " in found.text


@pytest.mark.parametrize("seed", range(6))
def test_sound_matches_have_no_finding(seed: int) -> None:
    """A match as it was played has no finding, and is of today's rules."""
    entries = match_entries(seed)
    assert list(recheck(GAME, CATALOGUE, entries)) == []
    assert older_rules(GAME, entries) == ""


def test_older_rules_are_said() -> None:
    """Given a match recorded under other rules than today's, then the audit names them; a record with an unusual beginning gets no
    such remark."""
    entries = forged(robin.GAME, ROBINS, ROBIN[:1], "1")
    assert older_rules(robin.GAME, entries) == "recorded under rules 1 of Robin in the Hood, checked under 3"
    assert older_rules(robin.GAME, []) == ""


def test_tokens_are_found_wherever_a_state_holds_them() -> None:
    """Given a card in a tuple and in a mapping, then it counts twice; numbers that only mention it do not count."""

    class Table(GameState, frozen=True, kw_only=True):
        hand: tuple[Token, ...]
        under: dict[str, tuple[Token | None, ...]]
        mentioned: int

    table = Table(
        catalogue=CATALOGUE, hand=(Token(1001), Token(1002)), under={"x": (Token(1001, "fir"), None)}, mentioned=1002
    )
    assert doubled_tokens(table) == (1001,)
