"""What happened in a series. Every number that was used is in here."""

from abc import abstractmethod
from typing import Final, final

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.events import ResultAmended, ResultRecorded, ResultWithdrawn
from domain.competition.series.state import DeckCards, State
from domain.game import Event
from domain.table import JUDGE, seats_of_names
from domain.telling import Voice
from domain.text import counted


class SeriesEvent(Event, frozen=True, kw_only=True):
    """What happened in a series, besides results."""

    @abstractmethod
    def evolve(self, state: State) -> State:
        """The series after it."""


def _starts(voice: Voice[State], player: int | None) -> str:
    return "" if player is None else f"; {voice.seat(player)} starts"


def _cards(voice: Voice[State], cards: tuple[str, ...]) -> str:
    return ", ".join(map(voice.card, cards))


@final
class SeriesStarted(SeriesEvent, frozen=True, kw_only=True, tag="series_started"):
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

    def say(self, voice: Voice[State]) -> str:  # noqa: ARG002
        return f"{' against '.join(self.players)}, best of {self.best_of}"


@final
class PilotsDrafted(SeriesEvent, frozen=True, kw_only=True, tag="pilots_drafted"):
    """Rotation: a side has its pilots."""

    player: SeatIndex
    pilots: tuple[str, ...]

    def evolve(self, state: State) -> State:
        pilots = (*state.pilots[: self.player], self.pilots, *state.pilots[self.player + 1 :])
        return replace(state, pilots=pilots)

    def say(self, voice: Voice[State]) -> str:
        return f"{voice.seat(self.player)} drafts {_cards(voice, self.pilots)}"


@final
class PilotsRevealed(SeriesEvent, frozen=True, kw_only=True, tag="pilots_revealed"):
    """Rotation: the pilots of a game were turned up."""

    number: int
    pilots: tuple[str, ...]
    starter: SeatIndex | None
    """The side of the fastest pilot; None: a tie, or speeds that nobody knows."""

    def evolve(self, state: State) -> State:
        others = tuple(one for one in state.flown if one[0] != self.number)
        return replace(state, flown=(*others, (self.number, self.pilots)), starter=self.starter)

    def say(self, voice: Voice[State]) -> str:
        return f"game {self.number} is flown by {_cards(voice, self.pilots)}{_starts(voice, self.starter)}"


@final
class SeriesGameScored(SeriesEvent, frozen=True, kw_only=True, tag="series_game_scored"):
    """The score that stands after a result was recorded, amended or withdrawn."""

    wins: tuple[int, ...]
    number: int
    """The next game."""
    starter: SeatIndex | None
    """Who starts it; None: whom the game itself names."""

    def evolve(self, state: State) -> State:
        return replace(state, wins=self.wins, number=self.number, starter=self.starter)

    def say(self, voice: Voice[State]) -> str:
        return f"{' : '.join(map(str, self.wins))}{_starts(voice, self.starter)}"


@final
class SeriesDecided(SeriesEvent, frozen=True, kw_only=True, tag="series_decided"):
    """A side has won more than half of the games."""

    winner: SeatIndex
    says = "{winner} wins the series"

    def evolve(self, state: State) -> State:
        return replace(state, winner=self.winner)


@final
class SeriesReopened(SeriesEvent, frozen=True, kw_only=True, tag="series_reopened"):
    """The series is no longer decided."""

    says = "the series is open again"

    def evolve(self, state: State) -> State:
        return replace(state, winner=None)


@final
class DeckRecorded(SeriesEvent, frozen=True, kw_only=True, tag="deck_recorded"):
    """The deck with which a side begins the next game."""

    player: SeatIndex
    cards: DeckCards

    def evolve(self, state: State) -> State:
        return replace(state, decks=(*state.decks[: self.player], self.cards, *state.decks[self.player + 1 :]))

    def say(self, voice: Voice[State]) -> str:
        line = f"deck of {voice.seat(self.player)}: {counted(sum(copies for _, copies in self.cards), 'card')}"
        if voice.viewpoint not in (self.player, JUDGE):
            return line
        names = (f"{voice.card(card)} x{n}" if n > 1 else voice.card(card) for card, n in self.cards)
        return f"{line}: {', '.join(names)}"


@final
class Adjusted(SeriesEvent, frozen=True, kw_only=True, tag="adjusted"):
    """A correction; what it changes follows."""

    reason: str
    says = "adjusted: {reason}"

    def evolve(self, state: State) -> State:
        return state


@final
class StarterSet(SeriesEvent, frozen=True, kw_only=True, tag="starter_set"):
    """A correction of who starts the next game."""

    starter: SeatIndex | None

    def evolve(self, state: State) -> State:
        return replace(state, starter=self.starter)

    def say(self, voice: Voice[State]) -> str:
        return f"next game{_starts(voice, self.starter) or ': the game itself names who starts'}"


EVENTS: Final[tuple[type[Event], ...]] = (
    SeriesStarted,
    PilotsDrafted,
    PilotsRevealed,
    ResultRecorded,
    ResultAmended,
    ResultWithdrawn,
    SeriesGameScored,
    SeriesDecided,
    SeriesReopened,
    DeckRecorded,
    Adjusted,
    StarterSet,
)
