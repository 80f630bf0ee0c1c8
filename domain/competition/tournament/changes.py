"""Changes made to a tournament by hand, and the consequences of results: who advances, and the end."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from domain.cards import SeatIndex
from domain.competition.commands import unknown_players
from domain.competition.ranking import decide
from domain.competition.tournament import events
from domain.competition.tournament.state import State
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.rules import Violation, impossible

TournamentBuffer: TypeAlias = EventBuffer[State, Event]


class SetPairing(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_pairing", forbid_unknown_fields=True):
    """Puts other players into a match that has not been played."""

    pairing: int
    first: SeatIndex
    second: SeatIndex

    def validate(self, state: State) -> Iterator[Violation]:
        yield from unknown_players(state.seats, state.word, self.first, self.second)
        if self.first == self.second:
            yield impossible("CT-B01", "two different players play a match")
        pairing = state.pairing(self.pairing)
        if pairing is None or pairing.decided or state.results_in(self.pairing):
            text = f"match {self.pairing} is not there, or was played: only a match to come gets other players"
            yield impossible("CT-B01", text)

    def apply(self, out: TournamentBuffer) -> None:
        pairing = out.state.pairing(self.pairing)
        if pairing is None or (pairing.first, pairing.second) != (self.first, self.second):
            out.add(events.PairingSet(pairing=self.pairing, first=self.first, second=self.second))


def settle(out: TournamentBuffer, number: int) -> None:
    """Add the events that decide a pairing and advance its winner."""
    state = out.state
    pairing = state.pairing(number)
    if pairing is not None:
        decided, winner = state.decision(number, state.results)
        if (decided, winner) != (pairing.decided, pairing.winner):
            change = (
                events.PairingDecided(pairing=number, winner=winner)
                if decided
                else events.PairingReopened(pairing=number)
            )
            out.add(change)
            if pairing.to is not None:
                out.add(events.PairingFilled(pairing=pairing.to, place=pairing.place, player=winner))
    decide_all(out)


def decide_all(out: TournamentBuffer) -> None:
    """Decide the tournament once every match is decided, or reopen it if a match becomes undecided."""
    state = out.state
    if state.pairings and all(pairing.decided for pairing in state.pairings) and not state.between_rounds:
        decide(out, events.TournamentDecided)
    elif state.ranking:
        out.add(events.TournamentReopened())
