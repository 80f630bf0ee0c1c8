"""Candidates for legal commands from the first turn on."""

from collections.abc import Iterator
from itertools import combinations

from domain.cards import UNKNOWN, Token
from domain.games.pbl_robots import numbers
from domain.games.pbl_robots.actors import gunner_of, lead_seat, player_seats
from domain.games.pbl_robots.cards import LIMBS, SLOTS
from domain.games.pbl_robots.commands import attacks
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.commands.builds import ChooseReduction
from domain.games.pbl_robots.commands.cards import AddStorageBomb, ResolveEffect
from domain.games.pbl_robots.commands.combat import AddBombs, AddShields, ConcedeCombat, UseStorageBombs
from domain.games.pbl_robots.commands.turns import AnnounceEnd, ArrangeDeck, DiscardToLimit, DrawCard, PassMove
from domain.games.pbl_robots.draws import turned_up
from domain.games.pbl_robots.legal.cards import anytime, builds
from domain.games.pbl_robots.state import ARRANGED, EMPTY, Combat, State


def playing_commands(state: State) -> Iterator[PblCommand]:
    """Yield the candidates of a turn; while an obligation is due, only commands that settle it."""
    due = tuple(_due(state))
    if due:
        yield from due
        return
    if state.combat is not None:
        yield from _combat(state, state.combat)
    else:
        yield from _turn(state)
    yield from anytime(state)
    yield from _gunners(state)


def _due(state: State) -> Iterator[PblCommand]:
    if state.owed:
        owed = state.owed[0]
        if owed.kind == "draw":
            seats = player_seats(state, owed.side) if owed.seat is None else (owed.seat,)
            for seat in seats:
                yield from draws(state, seat)
        else:
            yield AddStorageBomb(source=owed.card, die=1)
        return
    if state.action is not None:
        yield ResolveEffect(source=state.action.card)
        return
    if (crowded := numbers.crowded_side(state)) is not None:
        yield from _reductions(state, crowded)
    if (full := numbers.full_hand(state)) is not None:
        hand = state.people[full].hand
        cuts = _some(hand, len(hand) - numbers.hand_limit(state, full))
        yield from (DiscardToLimit(cards=cards, player=full) for cards in cuts)


def _reductions(state: State, index: int) -> Iterator[PblCommand]:
    side, seat = state.sides[index], lead_seat(state, index)
    things: list[str | int] = [*(one.card for one in side.crew), *side.bombs]
    for chosen in combinations(things, min(numbers.excess(state, index), len(things))):
        crew = tuple(one for one in chosen if isinstance(one, str))
        bombs = tuple(one for one in chosen if isinstance(one, int))
        yield ChooseReduction(crew=crew, bombs=bombs, player=seat)


def _some(hand: tuple[Token, ...], count: int) -> Iterator[tuple[str, ...]]:
    """Yield some choices of `count` cards to discard: each run of neighbouring cards."""
    refs = tuple(token.card or UNKNOWN for token in hand)
    seen: set[tuple[str, ...]] = set()
    for start in range(len(refs)):
        chosen = tuple((refs + refs)[start : start + count])
        if len(chosen) == count and chosen not in seen:
            seen.add(chosen)
            yield chosen


def draws(state: State, seat: int) -> Iterator[PblCommand]:
    """Yield draws from the deck and from each place of the row, after opening the Shop if necessary."""
    yield DrawCard(player=seat)
    row = list(state.shop.row)
    if numbers.deck_count(state, state.seats[seat].side) == 0:
        for place, card in turned_up(state, ()):
            row[place] = card
    for place, card in enumerate(row, start=1):
        if card != EMPTY:
            yield DrawCard(slot=place, player=seat)


def _turn(state: State) -> Iterator[PblCommand]:
    seat, turn = state.turn.seat, state.turn
    if not turn.move_used:
        yield from builds(state, seat)
        yield PassMove()
    if not turn.move_used or turn.rage or turn.extra_attacks:
        yield from _attacks(state, seat)
    if not turn.end_announced:
        yield AnnounceEnd()
    yield from draws(state, seat)


def _attacks(state: State, seat: int) -> Iterator[PblCommand]:
    side = state.seats[seat].side
    hand = len(state.people[seat].hand)
    limit = min(hand, state.options.bomb_limit or hand)
    stated: tuple[int | None, ...] = (None,)
    if state.options.bomb_mode == "predetermination":
        stated = tuple(sorted({0, min(1, limit), min(2, limit), limit}))
    targets = [other for other in numbers.playing(state) if other != side]
    for target in targets:
        named = player_seats(state, target)[0] if len(targets) > 1 else None
        for limb in LIMBS:
            for slot in SLOTS:
                for bombs in stated:
                    yield attacks.DeclareAttack(limb=limb, slot=slot, target=named, bombs=bombs)


def _combat(state: State, combat: Combat) -> Iterator[PblCommand]:
    if not combat.attack_rolled:
        if state.options.bomb_mode == "predetermination" and combat.shields_planned is None:
            hand = len(state.people[lead_seat(state, combat.target)].hand)
            yield from (attacks.DeclareShields(count=count) for count in range(hand + 1))
        cards = _first(state, lead_seat(state, combat.attacker), combat.bombs_planned or 0)
        dice = (1,) * numbers.attack_pool(state, combat)
        yield attacks.RollAttack(dice=dice, bombs=(1,) * len(cards), cards=cards)
        yield attacks.WithdrawAttack()
    elif not combat.defense_rolled:
        cards = _first(state, lead_seat(state, combat.target), combat.shields_planned or 0)
        dice = (1,) * numbers.defense_pool(state, combat)
        yield attacks.RollDefense(dice=dice, shields=(1,) * len(cards), cards=cards)
    else:
        yield from _additions(state, combat)


def _first(state: State, seat: int, count: int) -> tuple[str, ...]:
    return tuple(token.card or UNKNOWN for token in state.people[seat].hand[:count])


def _additions(state: State, combat: Combat) -> Iterator[PblCommand]:
    side = combat.behind
    yield ConcedeCombat()
    for seat in player_seats(state, side):
        for card in dict.fromkeys(token.card or UNKNOWN for token in state.people[seat].hand):
            if side == combat.attacker:
                yield AddBombs(cards=(card,), dice=(1,), player=seat)
            else:
                yield AddShields(cards=(card,), dice=(1,), player=seat)
    for value in dict.fromkeys(state.sides[side].bombs):
        yield UseStorageBombs(bombs=(value,))


def _gunners(state: State) -> Iterator[PblCommand]:
    """Yield the command of each gunner, who may arrange the top of the deck at any time, without an order."""
    for side in numbers.playing(state):
        gunner = gunner_of(state, side)
        count = min(ARRANGED, numbers.deck_count(state, side))
        if gunner is not None and count and not any(numbers.top_of(state, side)[:count]):
            yield ArrangeDeck(count=count, player=gunner)
