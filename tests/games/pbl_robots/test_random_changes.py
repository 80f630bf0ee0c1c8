"""Random change lists over simulated tables: nothing is lost or doubled, nothing is silent, nobody wins by a change alone.

`MATCHBOOK_CHANGE_LISTS=100000` tries that many instead of the usual handful.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from domain.deciding import ImpossibleCommand, decide
from domain.games.pbl_robots import GAME, numbers
from domain.games.pbl_robots import changes as ch
from domain.games.pbl_robots.cards import SLOT_INDEX, SLOTS, kind_of, orange_cards
from domain.games.pbl_robots.commands import cards as c
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.deal import TableDealer
from domain.games.pbl_robots.drawing import Draw
from domain.games.pbl_robots.events.base import PblCourse, PblEvent
from domain.games.pbl_robots.events.combat import LimbBlownOff
from domain.games.pbl_robots.events.ending import RobotTerminated
from domain.games.pbl_robots.legal.cards import free_cards
from domain.games.pbl_robots.numbers import active_limbs, deck_count, playing, top_of, unidentified, unplaced_of
from domain.games.pbl_robots.state import State
from domain.simulation import simulate, simulation_of
from domain.unfolding import Course
from tests.games.pbl_robots.table import SAMPLE
from tests.games.pbl_robots.test_simulation import MODES

WANTED = int(os.environ.get("MATCHBOOK_CHANGE_LISTS", "630"))
EACH = max(1, -(-WANTED // len(MODES)))
WALK = 10
"""Change lists that follow each other from one simulated state."""
BLIND = replace(
    GAME,
    simulation=replace(simulation_of(GAME), deal=lambda setup, catalogue, rng: TableDealer(rng, blind=0.5)),
)
PLACES = ("hand", "deck", "deck_top", "scrap", "face_down", "shop_deck", "out_of_game")


class Hand:
    """A scorekeeper who writes whatever comes to mind, often what could be."""

    def __init__(self, state: State, rng: Random) -> None:
        self.state, self.rng = state, rng
        self.cards = orange_cards(state.catalogue)

    def seat(self) -> int:
        return self.rng.randrange(len(self.state.seats))

    def some(self, *cards: str | None) -> str:
        """One of these cards, any card, or an unknown one."""
        known = [card for card in cards if card]
        return self.rng.choice([*known, *known, "??", self.rng.choice(self.cards)])

    def held(self, seat: int) -> str:
        hand = self.state.people[seat].hand
        token = self.rng.choice(hand) if hand else None
        number = f"#{token.id // 1000}-{token.id % 1000:02d}" if token and self.rng.random() < 0.2 else None
        return number or self.some(token.card if token else None)

    def lying(self, seat: int, place: str) -> str:
        side = self.state.sides[self.state.seats[seat].side]
        if place == "hand":
            return self.held(seat)
        lists = {
            "scrap": side.scrap,
            "face_down": [t.card for t in side.face_down],
            "out_of_game": self.state.out_of_game,
        }
        return self.some(*(list(lists.get(place, ())) or [*side.top, *side.unplaced])[:3])

    def slot(self, seat: int = 0) -> str:
        slots = zip(SLOTS, self.state.sides[self.state.seats[seat].side].slots, strict=True)
        changed = [name for name, slot in slots if slot.dead or slot.stack]
        return self.rng.choice([*SLOTS, *changed, *changed])

    def dice(self, most: int = 3) -> tuple[int, ...]:
        return tuple(self.rng.randint(1, 6) for _ in range(self.rng.randint(0, most)))

    def pool(self) -> str:
        return self.rng.choice(("attack", "defense"))

    def drawn(self) -> tuple[Draw, ...]:
        one = lambda: Draw(self.some(), self.rng.choice((0, 0, 0, 1, 2, 5)))  # noqa: E731
        return tuple(one() for _ in range(self.rng.randint(0, 2)))

    def move(self) -> ch.MoveCard:
        seat, source = self.seat(), self.rng.choice(PLACES)
        to = self.rng.choice((*PLACES, "deck_bottom"))
        other = self.rng.choice((None, self.seat()))
        return ch.MoveCard(card=self.lying(seat, source), player=seat, source=source, to=to, to_player=other)

    def armor(self) -> ch.AddArmor:
        seat, source = self.seat(), self.rng.choice(PLACES)
        free = [card for card in free_cards(self.state) if kind_of(self.state.catalogue.get(card)) == "armor"]
        card = self.rng.choice([self.lying(seat, source), *free[:2]])
        return ch.AddArmor(player=seat, card=card, slot=self.slot(seat), source=source)

    def die(self) -> int:
        combat = self.state.combat
        dice = () if combat is None else (*combat.attack_dice, *combat.attack_added, *combat.defense_dice)
        return self.rng.choice(dice or (1, 6))

    def in_play(self) -> tuple[int, str]:
        seat = self.seat()
        side = self.state.sides[self.state.seats[seat].side]
        cards = [card for _, cards in numbers.robot_cards(side) for card in cards]
        return seat, self.some(*cards) if cards else self.rng.choice(self.cards)

    def change(self) -> ch.Change:
        rng, seat = self.rng, self.seat()
        card = self.in_play()
        n = rng.randint(-1, 3)
        to = rng.choice(("scrap", "hand", "deck", "deck_bottom", "out_of_game", "face_down"))
        makers: tuple[Callable[[], ch.Change], ...] = (
            lambda: ch.DrawNow(player=seat, n=n, drawn=self.drawn()),
            lambda: ch.Discard(player=seat, cards=tuple(self.held(seat) for _ in range(n)), face_down=n > 1),
            self.move,
            self.move,
            self.move,
            lambda: ch.SearchNow(player=seat, card=rng.choice((None, self.some())), slot=rng.choice((0, 0, 1, 4))),
            self.armor,
            lambda: ch.RemoveArmor(player=seat, slot=self.slot(seat), to=to),
            lambda: ch.BlowOff(player=seat, slot=self.slot(seat), by=rng.choice((None, self.seat()))),
            lambda: ch.Regenerate(player=seat, slot=self.slot(seat), keep_upgrades=n > 1),
            lambda: ch.AddStorageBombs(player=seat, dice=self.dice()),
            lambda: ch.RemoveStorageBombs(player=seat, dice=self.dice(1)),
            lambda: ch.SetDie(pool=self.pool(), old=self.die(), new=rng.randint(1, 6)),
            lambda: ch.AddDiceNow(pool=self.pool(), dice=self.dice()),
            lambda: ch.AddToTotal(pool=self.pool(), n=n),
            lambda: ch.RetargetNow(slot=self.slot(), player=rng.choice((None, seat))),
            lambda: ch.AttachNow(player=seat, slot=self.slot(seat)),
            lambda: ch.DetachNow(player=card[0], card=card[1]),
            lambda: ch.SetCounter(player=card[0], card=card[1], value=n),
            lambda: ch.RemoveHangar(player=seat, to=to),
            lambda: ch.RemoveCrew(player=card[0], card=card[1], to=to),
            lambda: ch.ReplacePilot(player=seat, card=rng.choice((None, self.held(seat)))),
            lambda: ch.GiveExtraAttack(n=n),
            lambda: ch.GiveExtraTurn(player=seat),
            lambda: ch.OpenShopNow(row=tuple(self.some() for _ in range(n))),
            lambda: ch.ChangeHandLimit(player=seat, delta=n),
            lambda: ch.Reveal(player=seat, card=self.held(seat), shown=n > 0),
            lambda: ch.ShuffleNow(player=seat),
            lambda: ch.SetTurn(player=seat, move_used=n > 1),
        )
        return rng.choice(makers)()

    def command(self) -> PblCommand:
        changes = tuple(self.change() for _ in range(self.rng.choice((1, 1, 1, 2, 3, 5))))
        action = self.state.action
        if action is not None and action.by_hand:
            return c.ResolveEffect(source=action.card, changes=changes)
        return c.Adjust(reason="by chance", changes=changes)


def _states(mode: str, seed: int) -> Iterator[State]:
    """Some states of one simulated match."""
    rng = Random(seed)
    game = BLIND if seed % 2 else GAME
    bots = (("random", "striker"), ("random",))[seed % 2]
    played = [one.after for one in simulate(game, SAMPLE, seed, options=MODES[mode], bots=bots)]
    yield from rng.sample(played, min(len(played), 4))
    for wanted in (lambda one: one.combat is not None, lambda one: one.action is not None and one.action.by_hand):
        found = [state for state in played if wanted(state)]
        yield from rng.sample(found, min(len(found), 2))


def sound(state: State) -> None:
    """100 cards, each physical card once, each known card in one place, and no more known than there is."""
    assert GAME.census(state) == {"orange cards": 100}
    hands = [token.id for person in state.people for token in person.hand]
    hands += [token.id for person in state.people for offered in person.offered for token in offered]
    heaps = [token.id for side in state.sides for token in side.face_down]
    assert max(Counter([*hands, *heaps]).values(), default=1) == 1
    known = Counter(card for _, _, cards in numbers._places(state) for card in cards if card)
    assert [card for card, count in known.items() if count > 1] == []
    for index, side in enumerate(state.sides):
        assert min(side.deck, deck_count(state, index), state.out_unknown, state.shop.deck, state.setup.undealt) >= 0
        assert len(top_of(state, index)) <= deck_count(state, index)
        assert len(unplaced_of(state, index)) <= unidentified(state, index)


def _played(state: State, command: PblCommand) -> State | None:
    """The state after a command, where it can be recorded at all."""
    try:
        events = decide(GAME, state, command, as_played=True).events
    except ImpossibleCommand:
        return None
    _something_of_each(state, command)
    for event in events:
        if isinstance(event, LimbBlownOff):
            assert not state.sides[event.side].slots[SLOT_INDEX[event.slot]].dead
        if isinstance(event, RobotTerminated):
            assert active_limbs(state.sides[event.side]) == 0
        state = GAME.evolve(state, event)
    return state


def _something_of_each(state: State, command: PblCommand) -> None:
    """Each change leaves an event more than the list that ends before it."""
    assert isinstance(command, c.Adjust | c.ResolveEffect)
    lists = [command.changes[:count] for count in range(len(command.changes) + 1)]
    left = [len(_acted(state, _with(command, changes))) for changes in lists]
    assert left == sorted(set(left))


def _acted(state: State, command: PblCommand) -> list[PblEvent]:
    """What a command does itself, without what follows from that."""
    course: PblCourse = Course(state)
    command.act(course)
    return course.events


def _with(command: c.Adjust | c.ResolveEffect, changes: tuple[ch.Change, ...]) -> PblCommand:
    if isinstance(command, c.Adjust):
        return c.Adjust(reason=command.reason, changes=changes)
    return c.ResolveEffect(source=command.source, changes=changes)


def _known_result(state: State) -> None:
    """A match is over by what the rules know: nobody else is left, a target, the time, an exhausted Shop."""
    if state.result is None:
        return
    left = {"PBL-E02": 1, "PBL-E05": 0, "PBL-E06": 1}.get(state.result.rule)
    assert left is None or len(playing(state)) == left
    assert left is not None or state.result.rule in ("PBL-V27", "PBL-V28", "PBL-X07")


@pytest.mark.parametrize("mode", MODES)
def test_random_change_lists(mode: str) -> None:
    """PBL-S02, PBL-A27: whatever is written by hand, what is accepted keeps 100 cards, each once, and leaves its events."""
    tried, seed, accepted = 0, 0, 0
    while tried < EACH:
        for start in _states(mode, seed):
            rng, state = Random(f"{mode} {seed} {tried}"), start
            for _ in range(WALK):
                after = _played(state, Hand(state, rng).command())
                tried += 1
                if after is None:
                    continue
                sound(after)
                _known_result(after)
                state, accepted = after, accepted + 1
        seed += 1
    assert accepted
