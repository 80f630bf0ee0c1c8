"""Changes made to a tournament by hand."""

from collections.abc import Iterator
from typing import Annotated, TypeAlias, final

from msgspec import Meta, Struct

from domain.cards import SeatIndex
from domain.competition.reporting import check_seats
from domain.competition.tournament.events import PairingSet, PointsAdded
from domain.competition.tournament.state import State
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.rules import Violation

TournamentBuffer: TypeAlias = EventBuffer[State, Event]


def _strangers(state: State, players: tuple[int, ...]) -> Iterator[Violation]:
    if any(True for _ in check_seats(state.seats, players, "adjust")):
        yield Violation("CT-B01", "a correction is about players of the tournament", impossible=True)


@final
class AddPoints(Struct, frozen=True, kw_only=True, tag_field="change", tag="add_points", forbid_unknown_fields=True):
    """Points (or, below 0, a penalty) in a round robin."""

    player: SeatIndex
    points: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _strangers(state, (self.player,))

    def apply(self, out: TournamentBuffer) -> None:
        if self.points:
            out.add(PointsAdded(player=self.player, points=self.points))


@final
class SetPairing(Struct, frozen=True, kw_only=True, tag_field="change", tag="set_pairing", forbid_unknown_fields=True):
    """Puts other players into a match that has not been played."""

    pairing: int
    first: SeatIndex
    second: SeatIndex

    def validate(self, state: State) -> Iterator[Violation]:
        yield from _strangers(state, (self.first, self.second))
        pairing = state.pairing(self.pairing)
        if pairing is None or pairing.decided or state.results_in(self.pairing):
            text = f"match {self.pairing} is not there, or was played: only a match to come gets other players"
            yield Violation("CT-B01", text, impossible=True)

    def apply(self, out: TournamentBuffer) -> None:
        pairing = out.state.pairing(self.pairing)
        if pairing is None or (pairing.first, pairing.second) != (self.first, self.second):
            out.add(PairingSet(pairing=self.pairing, first=self.first, second=self.second))


Change: TypeAlias = AddPoints | SetPairing
