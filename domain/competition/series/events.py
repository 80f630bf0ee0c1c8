"""Events of a series. They contain every number that was used."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.cards import SeatIndex
from domain.competition.record import Result
from domain.competition.series.state import DeckCards, State
from domain.event_buffer import EventBuffer
from domain.game import Event
from domain.narration import Narrator
from domain.seats import JUDGE, put_at
from domain.text import pluralize


def starts(narrator: Narrator[State], player: int | None) -> str:
    """Return the end of a sentence that names the starting player, or an empty text if unknown."""
    return "" if player is None else f"; {narrator.seat(player)} starts"


class SeriesGameScored(Event, frozen=True, kw_only=True, tag="series_game_scored"):
    """The score after a result was recorded, amended or withdrawn."""

    wins: tuple[int, ...]
    number: int
    """The next game."""
    starter: SeatIndex | None
    """Player who starts the next game; unset: the player chosen by the game itself."""

    def evolve(self, state: State) -> State:
        return replace(state, wins=self.wins, number=self.number, starter=self.starter)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"{' : '.join(map(str, self.wins))}{starts(narrator, self.starter)}"


class SeriesDecided(Event, frozen=True, kw_only=True, tag="series_decided"):
    """A side has won more than half of the games."""

    winner: SeatIndex
    template = "{winner} wins the series"

    def evolve(self, state: State) -> State:
        return replace(state, winner=self.winner)


class SeriesReopened(Event, frozen=True, kw_only=True, tag="series_reopened"):
    """The series became undecided again."""

    template = "the series is open again"

    def evolve(self, state: State) -> State:
        return replace(state, winner=None)


class DeckRecorded(Event, frozen=True, kw_only=True, tag="deck_recorded"):
    """The deck with which a side begins the next game."""

    player: SeatIndex
    cards: DeckCards

    def evolve(self, state: State) -> State:
        return replace(state, decks=put_at(state.decks, self.player, self.cards))

    def describe(self, narrator: Narrator[State]) -> str:
        line = f"deck of {narrator.seat(self.player)}: {pluralize(sum(copies for _, copies in self.cards), 'card')}"
        if narrator.viewpoint not in (self.player, JUDGE):
            return line
        names = (f"{narrator.card(card)} x{n}" if n > 1 else narrator.card(card) for card, n in self.cards)
        return f"{line}: {', '.join(names)}"


class StarterSet(Event, frozen=True, kw_only=True, tag="starter_set"):
    """A correction of who starts the next game."""

    starter: SeatIndex | None

    def evolve(self, state: State) -> State:
        return replace(state, starter=self.starter)

    def describe(self, narrator: Narrator[State]) -> str:
        return f"next game{starts(narrator, self.starter) or ': the game itself names who starts'}"


SeriesBuffer: TypeAlias = EventBuffer[State, Event]


def score(out: SeriesBuffer, wins: tuple[int, ...], number: int, starter: int | None) -> None:
    """The score changes, and with it perhaps whether the series is decided."""
    state = out.state
    winner = next((player for player, won in enumerate(wins) if won >= state.needed), None)
    out.add(SeriesGameScored(wins=wins, number=number, starter=starter if winner is None else None))
    if winner is not None and winner != state.winner:
        out.add(SeriesDecided(winner=winner))
    elif winner is None and state.winner is not None:
        out.add(SeriesReopened())


def plus(wins: tuple[int, ...], result: Result, change: int) -> tuple[int, ...]:
    """Return the score with a result added or removed. Drawn games do not change it."""
    return tuple(max(0, won + change * (player in result.winners)) for player, won in enumerate(wins))
