"""Lasting effects against a slow model that replays the list of everything that happened to them."""

from itertools import product
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from domain.effects.lasting import (
    Effects,
    EffectSubject,
    Lasting,
    Scope,
    after_turn,
    begun,
    each_text,
    modified,
    permission,
    prevention,
    used_up,
    without,
    without_cards,
)
from domain.seats import Seat

SEATS: Final = (Seat("Ada", 0), Seat("Bo", 1), Seat("Cleo", 0))
"""Ada and Cleo are partners."""
CARDS: Final = tuple(
    EffectSubject(seat, 10 * seat + number, frozenset({kind, state}))
    for seat in range(3)
    for number, (kind, state) in enumerate(product(("robot", "crew"), ("up", "down")), start=1)
)
PLAYERS: Final = tuple(EffectSubject(seat) for seat in range(3))
Step = tuple[str, object]


class Model:
    """The same questions, answered by replaying all steps so far from the beginning."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def standing(self) -> list[Lasting]:
        """The effects that are left, in the order in which they began."""
        left: list[Lasting] = []
        turn = 1
        for what, value in self.steps:
            if what == "begin":
                assert isinstance(value, Lasting)
                left.append(value)
            elif what == "turn":
                left = [e for e in left if (not e.last_turn or e.last_turn > turn) and e.before != value]
                turn += 1
            elif what == "leave":
                left = [e for e in left if not (e.bound and e.source == value)]
                left = [e for e in left if e.scope != "card" or e.target != value]
            else:
                left = [e for e in left if e.id != value]
        return left

    @staticmethod
    def reaches(effect: Lasting, subject: EffectSubject) -> bool:
        owners = {
            "card": effect.target == subject.token and subject.token != 0,
            "player": effect.target == subject.seat,
            "own": effect.owner == subject.seat,
            "opposing": effect.owner is not None and SEATS[effect.owner].side != SEATS[subject.seat].side,
            "all": True,
        }
        return owners[effect.scope] and all(trait in subject.traits for trait in effect.only)

    def value(self, subject: EffectSubject, base: int) -> int:
        for effect in self.standing():
            if effect.word == "modify" and self.reaches(effect, subject):
                base = effect.to if effect.to is not None else base * (effect.times or 1) + (effect.by or 0)
        return base

    def last(self, subject: EffectSubject, *words: str) -> Lasting | None:
        found = [e for e in self.standing() if e.word in words and self.reaches(e, subject)]
        return found[-1] if found else None


def effect(random: Random, number: int, turn: int) -> Lasting:
    """An effect with any word, scope and duration."""
    scope = random.choice(["card", "player", "own", "opposing", "all"])
    kind = random.choice(["turns", "before", "bound", "once", "open"])
    how = random.choice([{"by": random.randint(-3, 3)}, {"to": random.randint(0, 5)}, {"times": 2}])
    word = random.choice(["modify", "allow", "forbid", "prevent"])
    return Lasting(
        word=word,  # type: ignore[arg-type]
        name="strength",
        scope=scope,  # type: ignore[arg-type]
        target=random.choice(CARDS).token if scope == "card" else random.randrange(3) if scope == "player" else 0,
        only=random.choice([(), ("robot",), ("down",), ("crew", "up")]) if scope in ("own", "opposing", "all") else (),
        owner=random.choice([0, 1, 2]),
        source=random.choice(CARDS).token,
        bound=kind == "bound",
        last_turn=turn + random.randrange(3) if kind == "turns" else 0,
        before=random.randrange(3) if kind == "before" else None,
        once=kind == "once",
        id=number,
        **(how if word == "modify" else {}),
    )


def stepped(effects: Effects, step: Step, turn: int) -> Effects:
    """The effects after one step."""
    what, value = step
    if what == "begin":
        assert isinstance(value, Lasting)
        return begun(effects, value)
    if what == "turn":
        return after_turn(effects, turn, (value,))  # type: ignore[arg-type]
    if what == "leave":
        return without_cards(effects, (value,))  # type: ignore[arg-type]
    return without(effects, (value,))  # type: ignore[arg-type]


def play(random: Random, count: int) -> list[Step]:
    """A sequence of steps: effects begin, turns end, cards leave, effects are ended by a card or by their use."""
    steps: list[Step] = []
    turn, number = 1, 0
    for _ in range(count):
        what = random.choice(["begin", "begin", "begin", "turn", "leave", "end"])
        if what == "begin":
            number += 1
            steps.append(("begin", effect(random, number, turn)))
        elif what == "turn":
            steps.append(("turn", turn % 3))
            turn += 1
        elif what == "leave":
            steps.append(("leave", random.choice(CARDS).token))
        else:
            steps.append(("end", random.randint(1, max(1, number))))
    return steps


def compare(effects: Effects, model: Model) -> None:
    assert list(effects) == model.standing()
    for subject in (*CARDS, *PLAYERS):
        assert modified(effects, "strength", subject, SEATS, 4) == model.value(subject, 4)
        assert permission(effects, "strength", subject, SEATS) == model.last(subject, "allow", "forbid")
        guards = [e for e in model.standing() if e.word == "prevent" and model.reaches(e, subject)]
        assert prevention(effects, "strength", subject, SEATS) == (guards[0] if guards else None)
        once = [e.id for e in model.standing() if e.once and model.reaches(e, subject)]
        assert list(used_up(effects, ("strength",), subject, SEATS)) == once


@pytest.mark.parametrize("seed", range(30))
def test_numbers_and_permissions_equal_those_of_a_replayed_list(seed: int) -> None:
    """Every word, scope and duration, after each of forty steps; steps taken back and corrected lead to the same answers."""
    random = Random(seed)
    steps, model, turn = play(random, 40), Model(), 1
    states: list[Effects] = [()]
    for step in steps:
        states.append(stepped(states[-1], step, turn))
        model.steps.append(step)
        compare(states[-1], model)
        turn += step[0] == "turn"
    to = random.randrange(len(steps))
    taken_back = Model()
    taken_back.steps = steps[:to]
    compare(states[to], taken_back)
    begins = [n for n, (what, _) in enumerate(steps) if what == "begin"]
    at = random.choice(begins)
    other = steps[at][1]
    assert isinstance(other, Lasting)
    corrected = [*steps[:at], ("begin", replace(other, scope="all", target=0, only=())), *steps[at + 1 :]]
    effects: Effects = ()
    again, turn = Model(), 1
    for step in corrected:
        effects = stepped(effects, step, turn)
        turn += step[0] == "turn"
    again.steps = corrected
    compare(effects, again)


def test_each_effect_gets_the_next_id() -> None:
    """Ids are unique among the effects that are left."""
    one = Lasting("label", "x")
    assert [e.id for e in begun(begun((), one), one)] == [1, 2]
    assert [e.id for e in begun(without(begun(begun((), one), one), (1,)), one)] == [2, 3]


def test_an_effect_on_a_token_of_zero_reaches_no_player() -> None:
    """A player is not a card: an effect on a card never reaches a subject without one."""
    assert modified((Lasting("modify", "strength", "card", 0, by=5),), "strength", EffectSubject(0), SEATS, 1) == 1


def test_a_scope_says_whose_side_it_reaches() -> None:
    """Cards of opponents are not said to be the owner's."""
    scopes: tuple[tuple[Scope, str], ...] = (
        ("all", "each robot"),
        ("own", "each robot of Ada"),
        ("opposing", "each robot that opposes Ada"),
    )
    for scope, text in scopes:
        assert each_text(Lasting("forbid", "score", scope, owner=0), "robot", "Ada") == text
    assert each_text(Lasting("forbid", "draw", "opposing", owner=0), "player", "Ada") == "each player who opposes Ada"
