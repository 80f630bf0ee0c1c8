"""Events of a series with pilots. They contain every number that was used, so folding them reads no rules."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.record import CompetitionEvent
from domain.games.pbl_robots.competitions.series.state import State
from domain.seats import put_at, seats_of_names


class SeriesStarted(CompetitionEvent, frozen=True, kw_only=True, tag="series_started"):
    """A series was opened with its sides and options."""

    players: tuple[str, ...]
    game: str
    best_of: int
    needed: int
    """Number of wins that decide the series."""
    starts: str
    rotation: int
    wins: tuple[int, ...]
    number: int
    kit: str = ""
    formats = CompetitionEvent.formats | {"against": lambda _, players: " against ".join(players)}
    template = "{players:against}, best of {best_of}"

    def evolve(self, state: State) -> State:
        nothing = ((),) * len(self.players)
        return self.set_in(state, seats=seats_of_names(self.players), decks=nothing, pilots=nothing)


class PilotsDrafted(CompetitionEvent, frozen=True, kw_only=True, tag="pilots_drafted"):
    """Rotation: a side drafted its pilots."""

    player: SeatIndex
    pilots: tuple[str, ...]
    template = "{player} drafts {pilots:cards}"

    def evolve(self, state: State) -> State:
        return replace(state, pilots=put_at(state.pilots, self.player, self.pilots))


class PilotsRevealed(CompetitionEvent, frozen=True, kw_only=True, tag="pilots_revealed"):
    """Rotation: the pilots of a game were turned up."""

    number: int
    pilots: tuple[str, ...]
    starter: SeatIndex | None
    """The side of the fastest pilot; `None` for a tie or unknown speeds."""
    template = "game {number} is flown by {pilots:cards}{starter:?; * starts}"

    def evolve(self, state: State) -> State:
        others = tuple(one for one in state.flown if one[0] != self.number)
        return replace(state, flown=(*others, (self.number, self.pilots)), starter=self.starter)
