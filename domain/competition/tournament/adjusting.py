"""Adjustments of a tournament: changes made by hand, each checked and made on what the one before it left."""

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias, assert_never

from domain.competition.reporting import check_seats
from domain.competition.tournament import commands as c
from domain.competition.tournament import events as e
from domain.competition.tournament.evolve import evolve
from domain.competition.tournament.state import State
from domain.rules import Violation
from domain.unfolding import Course

TournamentCourse: TypeAlias = Course[State, e.TournamentEvent]


def adjusted(state: State, changes: tuple[c.Change, ...]) -> TournamentCourse:
    """What becomes of a tournament by these changes, and what is wrong with them."""
    course: TournamentCourse = Course(state, evolve)
    for number, change in enumerate(changes, start=1):
        idle = Violation("CT-B01", f"change {number} says what stands already", impossible=True)
        course.change(_faults(course.state, change), partial(_make, course, change), idle=idle)
    return course


def _faults(state: State, change: c.Change) -> Iterator[Violation]:
    players = (change.player,) if isinstance(change, c.AddPoints) else (change.first, change.second)
    if any(True for _ in check_seats(state.seats, players, "adjust")):
        yield Violation("CT-B01", "a correction is about players of the tournament", impossible=True)
    if isinstance(change, c.SetPairing):
        pairing = state.pairing(change.pairing)
        if pairing is None or pairing.decided or state.results_in(change.pairing):
            text = f"match {change.pairing} is not there, or was played: only a match to come gets other players"
            yield Violation("CT-B01", text, impossible=True)


def _make(course: TournamentCourse, change: c.Change) -> None:
    match change:
        case c.AddPoints():
            if change.points:
                course.add(e.PointsAdded(player=change.player, points=change.points))
        case c.SetPairing():
            pairing = course.state.pairing(change.pairing)
            if pairing is None or (pairing.first, pairing.second) != (change.first, change.second):
                course.add(e.PairingSet(pairing=change.pairing, first=change.first, second=change.second))
        case _:
            assert_never(change)
