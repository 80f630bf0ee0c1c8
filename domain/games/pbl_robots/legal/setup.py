"""What may be done while the match is prepared."""

from collections.abc import Iterator

from domain.cards import UNKNOWN
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import challenge, hands_done, pilots_done, sides_to_roll, waiting_commits
from domain.games.pbl_robots.cards import BaseRobot, StarterPilot, orange_cards
from domain.games.pbl_robots.check.setup import POOL_SIZE
from domain.games.pbl_robots.legal.cards import armor_slots
from domain.games.pbl_robots.numbers import seats_of
from domain.games.pbl_robots.state import State


def preparing_commands(state: State) -> Iterator[c.PblCommand]:
    """Candidates of the phases before the first turn."""
    if state.draft is not None:
        yield c.TakePile()
        yield c.PassPile()
        return
    if not all(side.robot for side in state.sides):
        for card in state.catalogue:
            if isinstance(card, BaseRobot):
                yield c.ChooseBaseRobot(robot=card.card_id)
        return
    if state.phase == "setup":
        yield from _setup(state)
    else:
        yield from _opening(state)


def _setup(state: State) -> Iterator[c.PblCommand]:
    if not state.setup.inheritances:
        yield c.DealInheritance()
    if not state.setup.pool_shown:
        count = POOL_SIZE.get(state.options.rotation, {}).get(len(state.sides), 0)
        starters = tuple(card.card_id for card in state.catalogue if isinstance(card, StarterPilot))
        yield c.RevealTalentPool(pilots=starters[:count])
    for side in sides_to_roll(state):
        yield c.RollD20(value=1, player=_first_seat(state, side))
    for pilot in state.setup.pool:
        yield c.ChooseStarter(pilot=pilot or UNKNOWN)
    if not pilots_done(state):
        return
    if challenge(state):
        for card in orange_cards(state.catalogue):
            for slot in armor_slots(state.catalogue.get(card)):
                yield c.SelectChallengeCard(card=card, slot=slot)
    yield c.DealQuickPlay()
    yield c.StartDraft()
    yield c.FormCommunityDeck()


def _opening(state: State) -> Iterator[c.PblCommand]:
    for index in waiting_commits(state):
        for pilot in state.sides[index].starters:
            yield c.CommitStarter(pilot=pilot, player=_first_seat(state, index))
    if state.options.rotation:
        yield c.RevealStarters()
    for index, one in enumerate(state.sides):
        if one.reduction:
            yield c.ReduceDeck(cards=(UNKNOWN,) * one.reduction, player=_first_seat(state, index))
    yield from _opening_hands(state)
    if hands_done(state):
        for side in sides_to_roll(state):
            yield c.RollD20(value=1, player=_first_seat(state, side))
        yield c.StartGame()


def _first_seat(state: State, side: int) -> int:
    return seats_of(state, side)[0]


def _opening_hands(state: State) -> Iterator[c.PblCommand]:
    for seat, person in enumerate(state.people):
        if person.offered:
            yield c.KeepOpeningHand(hand=1, player=seat)
            yield c.KeepOpeningHand(hand=2, player=seat)
        elif not person.ready:
            yield c.DealOpeningHands(player=seat)
