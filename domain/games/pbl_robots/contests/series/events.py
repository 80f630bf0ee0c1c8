"""Events of a series with pilots. They contain every number that was used."""

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.series.events import starts
from domain.game import Event
from domain.games.pbl_robots.contests.series.state import State
from domain.narration import Narrator
from domain.seats import put_at, seats_of_names


def _cards(narrator: Narrator[State], cards: tuple[str, ...]) -> str:
    return ", ".join(map(narrator.card, cards))


class SeriesStarted(Event, frozen=True, kw_only=True, tag="series_started"):
    """The sides, and what they agreed."""

    players: tuple[str, ...]
    game: str
    best_of: int
    needed: int
    """Wins that decide it."""
    starts: str
    rotation: int
    wins: tuple[int, ...]
    number: int

    def evolve(self, state: State) -> State:
        count = len(self.players)
        return replace(
            state,
            seats=seats_of_names(self.players),
            game=self.game,
            best_of=self.best_of,
            needed=self.needed,
            starts=self.starts,
            rotation=self.rotation,
            wins=self.wins,
            number=self.number,
            decks=((),) * count,
            pilots=((),) * count,
        )

    def describe(self, narrator: Narrator[State]) -> str:  # noqa: ARG002
        return f"{' against '.join(self.players)}, best of {self.best_of}"


class PilotsDrafted(Event, frozen=True, kw_only=True, tag="pilots_drafted"):
    """Rotation: a side has its pilots."""

    player: SeatIndex
    pilots: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return replace(state, pilots=put_at(state.pilots, self.player, self.pilots))

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{narrator.seat(self.player)} drafts {_cards(narrator, self.pilots)}"


class PilotsRevealed(Event, frozen=True, kw_only=True, tag="pilots_revealed"):
    """Rotation: the pilots of a game were turned up."""

    number: int
    pilots: tuple[str, ...]
    starter: SeatIndex | None
    """The side of the fastest pilot; `None` for a tie or unknown speeds."""

    def evolve(self, state: State) -> State:
        others = tuple(one for one in state.flown if one[0] != self.number)
        return replace(state, flown=(*others, (self.number, self.pilots)), starter=self.starter)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"game {self.number} is flown by {_cards(narrator, self.pilots)}{starts(narrator, self.starter)}"
