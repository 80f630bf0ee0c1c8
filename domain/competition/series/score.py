"""The score of a series, and what follows from it."""

from typing import TypeAlias

from domain.competition.results import Result
from domain.competition.series.events import SeriesDecided, SeriesGameScored, SeriesReopened
from domain.competition.series.state import State
from domain.event_buffer import EventBuffer
from domain.game import Event

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
