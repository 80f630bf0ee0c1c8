"""Events of a league. They contain every number that was used."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.league.state import State
from domain.competition.ranking import Decided
from domain.game import Event
from domain.narration import Narrator


def players_text(narrator: Narrator[State], players: tuple[int, ...]) -> str:
    """Players by name, in an order that matters."""
    return ", ".join(map(narrator.seat, players))


class SeasonStarted(Event, frozen=True, kw_only=True, tag="season_started"):
    """Matches count for this season."""

    season: int
    template = "season {season} begins"

    def evolve(self, state: State) -> State:
        return replace(state.between_seasons(), phase="season", season=self.season)


class SeasonRanked(Event, frozen=True, kw_only=True, tag="season_ranked"):
    """The ranking of a past season, after one of its results was changed."""

    season: int
    ranking: tuple[SeatIndex, ...]

    def evolve(self, state: State) -> State:
        ranks = ((season, self.ranking if season == self.season else rank) for season, rank in state.ranks)
        return replace(state, ranks=tuple(ranks))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"season {self.season} is now {players_text(narrator, self.ranking)}"


class LeagueClosed(Decided, frozen=True, kw_only=True, tag="league_closed"):
    """The ranking over all seasons."""
