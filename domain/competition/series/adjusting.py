"""Adjustments of a series: changes made by hand, each checked and made on what the one before it left."""

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias, assert_never

from domain.competition.series import commands as c
from domain.competition.series import events as e
from domain.competition.series.evolve import evolve
from domain.competition.series.state import State
from domain.rules import Violation
from domain.unfolding import Course

SeriesCourse: TypeAlias = Course[State, e.SeriesEvent]


def adjusted(state: State, changes: tuple[c.Change, ...]) -> SeriesCourse:
    """What becomes of a series by these changes, and what is wrong with them."""
    course: SeriesCourse = Course(state, evolve)
    for number, change in enumerate(changes, start=1):
        idle = Violation("CT-B01", f"change {number} says what stands already", impossible=True)
        course.change(_faults(course.state, change), partial(_make, course, change), idle=idle)
    return course


def _faults(state: State, change: c.Change) -> Iterator[Violation]:
    if change.player is not None and not 0 <= change.player < len(state.seats):
        yield Violation("CT-B01", f"the series has no seat {change.player + 1}", impossible=True)
    if isinstance(change, c.SetDeck):
        for card in change.cards:
            if card not in state.catalogue:
                yield Violation("CT-B01", f"the catalogue has no card {card}", impossible=True)


def _make(course: SeriesCourse, change: c.Change) -> None:
    state = course.state
    match change:
        case c.SetWins():
            wins = (*state.wins[: change.player], change.wins, *state.wins[change.player + 1 :])
            if wins != state.wins:
                course.add(*scored(state, wins, state.number, state.starter))
        case c.SetStarter():
            if change.player != state.starter:
                course.add(e.StarterSet(starter=change.player))
        case c.SetDeck():
            cards = tuple(sorted(change.cards.items()))
            if not state.decks or cards != state.decks[change.player]:
                course.add(e.DeckRecorded(player=change.player, cards=cards))
        case _:
            assert_never(change)


def scored(state: State, wins: tuple[int, ...], number: int, starter: int | None) -> Iterator[e.SeriesEvent]:
    """The score changes, and with it perhaps whether the series is decided."""
    winner = next((player for player, won in enumerate(wins) if won >= state.needed), None)
    yield e.SeriesGameScored(wins=wins, number=number, starter=starter if winner is None else None)
    if winner is not None and winner != state.winner:
        yield e.SeriesDecided(winner=winner)
    elif winner is None and state.winner is not None:
        yield e.SeriesReopened()
