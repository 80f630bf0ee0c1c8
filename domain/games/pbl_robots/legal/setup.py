"""Candidates for legal commands before the first turn."""

from collections.abc import Iterator

from domain.cards import UNKNOWN
from domain.games.pbl_robots.actors import challenge, hands_done, pilots_done, sides_to_roll, sides_without_selection
from domain.games.pbl_robots.cards import BaseRobot, StarterPilot, orange_cards
from domain.games.pbl_robots.commands import decks, setup
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.opening import DealOpeningHands, KeepOpeningHand, StartGame
from domain.games.pbl_robots.legal.cards import armor_slots
from domain.games.pbl_robots.numbers import seats_of
from domain.games.pbl_robots.state import State


def preparing_commands(state: State) -> Iterator[PblCommand]:
    """Yield the candidates of the phases before the first turn."""
    if state.draft is not None:
        yield decks.TakePile()
        yield decks.PassPile()
        return
    if not all(side.robot for side in state.sides):
        for card in state.catalogue:
            if isinstance(card, BaseRobot):
                yield setup.ChooseBaseRobot(robot=card.card_id)
        return
    if state.phase == "setup":
        yield from _setup(state)
    else:
        yield from _opening(state)


def _setup(state: State) -> Iterator[PblCommand]:
    if not state.setup.inheritances:
        yield setup.DealInheritance()
    if not state.setup.pool_shown:
        count = setup.POOL_SIZE.get(state.options.rotation, {}).get(len(state.sides), 0)
        starters = tuple(card.card_id for card in state.catalogue if isinstance(card, StarterPilot))
        yield setup.RevealTalentPool(pilots=starters[:count])
    for side in sides_to_roll(state):
        yield setup.RollD20(value=1, player=_first_seat(state, side))
    for pilot in state.setup.pool:
        yield setup.ChooseStarter(pilot=pilot or UNKNOWN)
    if not pilots_done(state):
        return
    if challenge(state):
        for card in orange_cards(state.catalogue):
            for slot in armor_slots(state.catalogue.get(card)):
                yield decks.SelectChallengeCard(card=card, slot=slot)
    yield decks.DealQuickPlay()
    yield decks.StartDraft()
    yield decks.FormCommunityDeck()


def _opening(state: State) -> Iterator[PblCommand]:
    for index in sides_without_selection(state):
        for pilot in state.sides[index].starters:
            yield setup.CommitStarter(pilot=pilot, player=_first_seat(state, index))
    if state.options.rotation:
        yield setup.RevealStarters()
    for index, one in enumerate(state.sides):
        if one.reduction:
            yield decks.ReduceDeck(cards=(UNKNOWN,) * one.reduction, player=_first_seat(state, index))
    yield from _opening_hands(state)
    if hands_done(state):
        for side in sides_to_roll(state):
            yield setup.RollD20(value=1, player=_first_seat(state, side))
        yield StartGame()


def _first_seat(state: State, side: int) -> int:
    return seats_of(state, side)[0]


def _opening_hands(state: State) -> Iterator[PblCommand]:
    for seat, person in enumerate(state.people):
        if person.offered:
            yield KeepOpeningHand(hand=1, player=seat)
            yield KeepOpeningHand(hand=2, player=seat)
        elif not person.ready:
            yield DealOpeningHands(player=seat)
