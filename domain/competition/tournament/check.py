"""All that is wrong with a command in a tournament."""

from collections.abc import Iterator
from typing import Final, assert_never

from domain.competition.commands import AmendResult, RecordResult, WithdrawResult
from domain.competition.opening import check_choices
from domain.competition.pictures import names
from domain.competition.reporting import check_players, check_report, check_withdrawal
from domain.competition.results import Result, amended, find_result, result_of, withdrawn
from domain.competition.tournament import commands as c
from domain.competition.tournament.adjusting import adjusted
from domain.competition.tournament.resolve import decision, players_in
from domain.competition.tournament.state import State
from domain.rules import Violation
from domain.text import counted

_SHOWN: Final = 6


def check(state: State, command: c.TournamentCommand) -> tuple[Violation, ...]:
    """Every broken rule; nothing for a legal command."""
    return tuple(_check(state, command))


def _check(state: State, command: c.TournamentCommand) -> Iterator[Violation]:
    if isinstance(command, c.StartTournament | c.DeclarePosition):
        if state.phase != "unopened":
            yield Violation("CT-R04", "the tournament is open already", impossible=True)
        yield from check_players(command.players)
        yield from check_choices(command.options)
    elif state.phase == "unopened":
        yield Violation("CT-R04", "the tournament is not open: start_tournament comes first", impossible=True)
    else:
        yield from _check_in_tournament(state, command)


def _check_in_tournament(state: State, command: c.InTournament) -> Iterator[Violation]:
    match command:
        case c.SeedPlayers():
            yield from _check_seeds(state, command)
        case c.DrawBracket():
            if state.pairings:
                yield Violation("CT-R04", "the bracket is drawn already", impossible=True)
        case RecordResult():
            yield from check_report(state.seats, state.results, command)
            yield from _check_pairing(state, command)
        case AmendResult():
            yield from check_report(state.seats, state.results, command)
            yield from _check_amended(state, command)
        case WithdrawResult():
            yield from check_withdrawal(state.results, command)
            if (known := find_result(state.results, command.match)) is not None:
                yield from _check_follow_up(state, known, withdrawn(state.results, command.match))
        case c.Adjust():
            yield from adjusted(state, command.changes).faults
        case _:
            assert_never(command)


def _check_seeds(state: State, command: c.SeedPlayers) -> Iterator[Violation]:
    if state.pairings:
        yield Violation("CT-R04", "the bracket is drawn: seeds come before it", impossible=True)
    if sorted(command.order) != list(range(len(state.seats))):
        yield Violation("CT-T01", f"seeds name each of the {counted(len(state.seats), 'player')} once", impossible=True)


def _check_pairing(state: State, command: RecordResult) -> Iterator[Violation]:
    players = players_in(state, command)
    if len(command.winners) > 1:
        yield Violation("CT-R01", "one player wins a match, or none", impossible=True)
    if not all(0 <= player < len(state.seats) for player in players):
        return
    if not state.pairings:
        yield Violation("CT-R04", "the bracket is not drawn yet")
    elif state.pairing_of(players) is None:
        yield Violation("PBL-L01", f"{names(state.seats, players)} are not paired; {_to_play(state)}")


def _to_play(state: State) -> str:
    waiting = [names(state.seats, pairing.players) for pairing in state.open]
    more = f" and {len(waiting) - _SHOWN} more" if len(waiting) > _SHOWN else ""
    return f"to play are {', '.join(waiting[:_SHOWN])}{more}" if waiting else "no match is left"


def _check_amended(state: State, command: AmendResult) -> Iterator[Violation]:
    known = find_result(state.results, command.match)
    if len(command.winners) > 1:
        yield Violation("CT-R01", "one player wins a match, or none", impossible=True)
    if known is None:
        return
    if set(command.players or known.players) != set(known.players):
        text = f"{names(state.seats, known.players)} played it; withdraw it to record another match"
        yield Violation("CT-R03", text, impossible=True)
    elif not set(command.winners) <= set(known.players):
        yield Violation("CT-R01", "the winner did not play", impossible=True)
    else:
        yield from _check_follow_up(state, known, amended(state.results, result_of(command, known.players, known.part)))


def _check_follow_up(state: State, known: Result, results: tuple[Result, ...]) -> Iterator[Violation]:
    """A change to a match on which others were built: the next round, or a replay of a drawn match."""
    pairing = state.pairing(known.part)
    if pairing is None:
        return
    following: tuple[Result, ...] = ()
    if decision(state, pairing.number, results) != (pairing.decided, pairing.winner):
        following = state.results_in(pairing.to)
    changed = find_result(results, known.match)
    if state.bracket == "single" and changed is not None and changed.winners != known.winners:
        same = state.results_in(pairing.number)
        following += same[same.index(known) + 1 :]
    for later in following[:1]:
        text = f"match {later.match} ({names(state.seats, later.players)}) was played on it: withdraw that first"
        yield Violation("CT-R03", text, impossible=True)
