"""Adjustments of a league: changes made by hand, each checked and made on what the one before it left."""

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias, assert_never

from domain.competition.league import commands as c
from domain.competition.league import events as e
from domain.competition.league.evolve import evolve
from domain.competition.league.state import MOST_KEEPERS, State
from domain.rules import Violation
from domain.unfolding import Course

LeagueCourse: TypeAlias = Course[State, e.LeagueEvent]


def adjusted(state: State, changes: tuple[c.Change, ...]) -> LeagueCourse:
    """What becomes of a league by these changes, and what is wrong with them."""
    course: LeagueCourse = Course(state, evolve)
    for number, change in enumerate(changes, start=1):
        idle = Violation("CT-B01", f"change {number} says what stands already", impossible=True)
        course.change(_faults(course.state, change), partial(_make, course, change), idle=idle)
    return course


def _faults(state: State, change: c.Change) -> Iterator[Violation]:
    if not 0 <= change.player < len(state.seats):
        yield Violation("CT-B01", f"the league has no seat {change.player + 1}", impossible=True)
    elif isinstance(change, c.SetKeepers):
        for card in change.cards:
            if card not in state.catalogue or state.keeper_of(card) not in (None, change.player):
                yield Violation("CT-B01", f"{card}: a card of the catalogue that nobody else keeps", impossible=True)
            if state.lot is not None and state.lot.card == card:
                yield Violation("CT-B01", f"{state.catalogue.name_of(card)} is bid for: sell it first", impossible=True)
        if len({*change.cards}) < len(change.cards) or len(change.cards) > MOST_KEEPERS:
            yield Violation("CT-B01", f"up to {MOST_KEEPERS} different keepers", impossible=True)


def _make(course: LeagueCourse, change: c.Change) -> None:
    member = course.state.members[change.player]
    match change:
        case c.AddPoints():
            if change.points:
                course.add(e.PointsAdded(season=course.state.season, player=change.player, points=change.points))
        case c.SetMoney():
            if change.money != member.money:
                course.add(e.MoneySet(player=change.player, money=change.money))
        case c.SetKeepers():
            if change.cards != member.cards:
                course.add(e.KeepersSet(player=change.player, cards=change.cards))
        case _:
            assert_never(change)
