"""Closing an event day requires that all its tables have a result. Its own record does not contain the results of its
tournaments, so this is checked when the closing is recorded, not by the event's rules."""

from collections.abc import Iterator

from domain.competition.gathering.commands import CloseGathering
from domain.competition.gathering.state import State as EventDay
from domain.competition.tournament.state import State as Tournament
from domain.game import Command
from domain.rules import Violation
from domain.seats import GameState
from domain.text import join_words
from storage.store import MatchStore


def closing_violations(store: MatchStore, state: GameState, command: Command) -> Iterator[Violation]:
    """Yield a violation that names the tables without a result, if the command closes their event."""
    if isinstance(command, CloseGathering) and isinstance(state, EventDay) and not state.closed:
        for linked in state.tournaments:
            if tables := _playing(store, state, linked.id):
                some = f"table {tables[0]}" if len(tables) == 1 else f"tables {join_words(map(str, tables))}"
                still = "still plays: enter its result" if len(tables) == 1 else "still play: enter their results"
                yield Violation("CT-R04", f"{some} of {linked.name} {still}, or collect the results of the matches")


def _playing(store: MatchStore, state: EventDay, tournament: str) -> list[int]:
    found = state.round_of(tournament)
    played = store.load(tournament).state if found and store.exists(tournament) else None
    if found is None or not isinstance(played, Tournament):
        return []
    pairings = ((seating.table, played.pairing(seating.pairing)) for seating in found.seatings)
    return sorted(table for table, pairing in pairings if pairing is not None and pairing.open)
