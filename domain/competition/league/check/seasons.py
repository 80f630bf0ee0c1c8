"""Seasons and their results."""

from collections.abc import Iterator
from typing import assert_never

from domain.competition.commands import AmendResult, WithdrawResult
from domain.competition.league import commands as c
from domain.competition.league.adjusting import adjusted
from domain.competition.league.state import MOST_KEEPERS, State
from domain.competition.pictures import names
from domain.competition.reporting import check_report, check_seats, check_withdrawal
from domain.competition.results import find_result
from domain.rules import Violation
from domain.table import seat_name


def check_seasonal(state: State, command: c.Seasonal) -> Iterator[Violation]:
    """What begins and ends seasons, and happens in them."""
    match command:
        case c.StartSeason():
            yield from _check_start(state)
        case c.EndSeason():
            if state.phase != "season":
                yield Violation("CT-R04", "no season runs", impossible=True)
        case c.CloseLeague():
            if state.phase != "preparation" or not state.season:
                yield Violation("CT-R04", "a league is closed after a season", impossible=True)
            yield from _check_lot(state)
        case c.RecordResult():
            yield from check_report(state.seats, state.results, command)
            yield from _check_result(state, command)
        case AmendResult():
            yield from check_report(state.seats, state.results, command)
            yield from _check_amended(state, command)
        case WithdrawResult():
            yield from check_withdrawal(state.results, command)
            yield from _check_withdrawn(state, command)
        case c.Adjust():
            yield from adjusted(state, command.changes).faults
        case _:
            assert_never(command)


def _check_start(state: State) -> Iterator[Violation]:
    if state.phase != "preparation":
        yield Violation("CT-R04", "a season runs, or the league is over", impossible=True)
    yield from _check_lot(state)
    for player, member in enumerate(state.members):
        if state.terms.form == "keeper" and len(member.keepers) < MOST_KEEPERS:
            text = f"{seat_name(state.seats, player)} has {len(member.keepers)} of {MOST_KEEPERS} keepers"
            yield Violation("PBL-L04", text)
        if state.terms.form == "salary" and not member.keepers:
            yield Violation("PBL-L09", f"{seat_name(state.seats, player)} has no keeper; one to five are needed")


def _check_lot(state: State) -> Iterator[Violation]:
    if state.lot is not None:
        yield Violation("CT-G01", "what is up for auction is sold first", impossible=True)


def _check_result(state: State, command: c.RecordResult) -> Iterator[Violation]:
    if state.phase != "season":
        yield Violation("CT-R04", "no season runs: start_season comes first")
    for kept in command.inheritances:
        strangers = tuple(check_seats(state.seats, (kept.player,), "inheritances"))
        yield from strangers
        if not strangers and state.terms.form != "plain" and {*kept.cards} != {*state.members[kept.player].cards}:
            cards = ", ".join(map(state.catalogue.name_of, state.members[kept.player].cards)) or "nobody"
            yield Violation("PBL-L05", f"{seat_name(state.seats, kept.player)} keeps {cards}, and begins with them")
    for card in command.drafted:
        if (keeper := state.keeper_of(card)) is not None:
            text = f"{state.catalogue.name_of(card)} is kept by {seat_name(state.seats, keeper)} and not drafted"
            yield Violation("PBL-L06", text)


def _check_amended(state: State, command: AmendResult) -> Iterator[Violation]:
    known = find_result(state.results, command.match)
    if known is not None and {*(command.players or known.players)} != {*known.players}:
        text = f"{names(state.seats, known.players)} played it; withdraw it to record another match"
        yield Violation("CT-R03", text, impossible=True)
    elif known is not None and not {*command.winners} <= {*known.players}:
        yield Violation("CT-R01", "the winner did not play", impossible=True)


def _check_withdrawn(state: State, command: WithdrawResult) -> Iterator[Violation]:
    """A player who has exchanged a keeper needs the games that allowed it."""
    known = find_result(state.results, command.match)
    if known is None or known.part != state.season:
        return
    for player in known.players:
        if state.members[player].exchanged and state.games(player) <= state.terms.games_before_exchange:
            text = f"{seat_name(state.seats, player)} has exchanged a keeper after this game: that is taken back first"
            yield Violation("CT-R03", text, impossible=True)
