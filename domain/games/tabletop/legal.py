"""Legal actions by the kit's own verbs: those that all guards allow, in the order of the file, at most 60 for each verb."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice, product
from math import prod
from typing import Final, cast

from msgspec.structs import replace

from domain.cards import UNKNOWN, format_token, token_owner
from domain.games.tabletop.commands.acts import Act
from domain.games.tabletop.context import Arg, Bound, EvalContext, holders_of, piles_in
from domain.games.tabletop.events.base import Argument
from domain.games.tabletop.interpreter import Verb
from domain.games.tabletop.program import program_of
from domain.games.tabletop.state import State

MOST_OFFERS: Final = 60
NOTHING: Final[Mapping[str, Bound]] = {}
_MOST_LISTED: Final = 4
"""Most cards of a suggested list."""
_MOST_TRIED: Final = 120
_MOST_SQUARES: Final = 24
_STRIDE: Final = 7919
"""A prime, so that steps of this size visit all combinations."""
_NUMBERS: Final = (1, 5, 10)
"""Suggested values of a number without bounds."""


def legal(state: State) -> Iterator[Act]:
    """Yield actions by the kit's verbs; `stop` if there are none, or after the number of actions that the kit simulates."""
    if not state.seats or state.result is not None:
        return
    program, offered = program_of(state.catalogue), False
    if state.acts < state.layout.head.simulate:
        for verb in program.verbs.values():
            if not verb.built_in:
                for act in islice(_offers(state, verb), MOST_OFFERS):
                    offered = True
                    yield act
    if not offered:
        yield Act(verb="stop", by=None)


def obstacles(state: State) -> Iterator[str]:
    """Yield the reason why each verb of the kit is not offered, or one line if the match has reached the number of actions that
    the kit simulates; empty while a verb is offered."""
    if state.acts >= state.layout.head.simulate:
        yield "the match has reached the number of actions that the kit simulates (simulate)"
        return
    verbs = [verb for verb in program_of(state.catalogue).verbs.values() if not verb.built_in]
    if not any(True for verb in verbs for _ in _offers(state, verb)):
        yield from (f"{verb.part.name}: {_obstacle(state, verb)}" for verb in verbs)


def _obstacle(state: State, verb: Verb) -> str:
    """Return the most frequent reason why a verb is refused, over the values of its arguments."""
    seats = state.remaining() or (0,)  # where all are out, the first is told so
    act = Act(verb=verb.part.name, by=seats[0] if verb.by == "named" else None)
    actor = act.actor(state, verb)
    if found := next(act.step_violations(state, verb, actor), None):
        return found.text
    required = [arg for arg in verb.args if not arg.optional]
    possible = [values_of(state, arg, actor) for arg in required]
    for arg, values in zip(required, possible, strict=True):
        if not values:
            return f"{arg.name} has no possible value"
    reasons = Counter(
        next((one.text for one in replace(act, args=args).validate(state)), "")
        for values in _spread(possible, _most_tried(verb))
        for args in [dict(zip((arg.name for arg in required), values, strict=True))]
    )
    return max(reasons, key=reasons.__getitem__)


def _offers(state: State, verb: Verb) -> Iterator[Act]:
    seats: tuple[int | None, ...] = state.remaining() if verb.by == "named" else (None,)
    for seat in seats:
        yield from islice(_offers_of(state, verb, seat, len(seats)), MOST_OFFERS // len(seats))


def _offers_of(state: State, verb: Verb, seat: int | None, among: int) -> Iterator[Act]:
    """Yield the actions of one player, `None` for the player to act. `among` players share the number of tries."""
    act = Act(verb=verb.part.name, by=seat)
    actor, names = act.actor(state, verb), [arg.name for arg in verb.args if not arg.optional]
    if any(act.step_violations(state, verb, actor)):
        return
    ways = list(_possible(state, verb, actor))
    for possible in ways:
        for values in _spread(possible, _most_tried(verb) // (among * len(ways)) or 1):
            offer = Act(verb=act.verb, by=seat, args=dict(zip(names, values, strict=True)))
            found = next(offer.validate(state), None)
            if found is None:
                yield offer
            elif found.rule in verb.asked and {one.rule for one in offer.validate(state)} <= verb.asked:
                yield from _asked(state, verb, offer, actor)


def _possible(state: State, verb: Verb, actor: int) -> Iterator[list[list[Argument]]]:
    """Yield the possible values of the required arguments, once for each player whose cards another argument can mean."""
    required = [arg for arg in verb.args if not arg.optional]
    meant = {place.who for arg in required for place in arg.places}
    named = [arg for arg in required if f"${arg.name}" in meant]
    for seats in product(*(values_of(state, arg, actor) for arg in named)):
        given = {arg.name: seat for arg, seat in zip(named, seats, strict=True)}
        yield [
            [given[arg.name]] if arg in named else values_of(state, arg, actor, cast("Mapping[str, Bound]", given))
            for arg in required
        ]


def _asked(state: State, verb: Verb, offer: Act, actor: int) -> Iterator[Act]:
    """Yield an action with each value of an optional argument with which the guards allow it."""
    for arg in verb.args:
        for value in values_of(state, arg, actor) if arg.optional and arg.kind in ("choice", "word") else ():
            asked = replace(offer, args={**offer.args, arg.name: value})
            if not any(asked.validate(state)):
                yield asked


def _most_tried(verb: Verb) -> int:
    """Return the number of values to try. It is lower for squares of a grid, which people type or touch."""
    grids = any(arg.kind == "cell" and not arg.words for arg in verb.args)
    lists = any(arg.kind == "cards" for arg in verb.args)
    return _MOST_SQUARES if grids and not lists else _MOST_TRIED


def _spread(possible: list[list[Argument]], most: int) -> Iterator[tuple[Argument, ...]]:
    """Yield all combinations, or `most` of them, evenly spread."""
    total = prod(map(len, possible))
    for number in range(min(total, most)):
        place, chosen = number if total <= most else number * _STRIDE % total, []
        for values in reversed(possible):
            place, rest = divmod(place, len(values))
            chosen.append(values[rest])
        yield tuple(reversed(chosen))


def values_of(state: State, arg: Arg, actor: int, given: Mapping[str, Bound] = NOTHING) -> list[Argument]:
    """Return the possible values of an argument, likely ones first. `given` are the arguments that are fixed already."""
    if arg.kind == "card":
        return list(_cards(state, arg, actor, given))
    if arg.kind == "cards":
        copies = Counter(_all_cards(state, arg, actor, given))
        cards = [card for card, many in copies.items() for _ in range(min(many, _MOST_LISTED))]
        sizes = range(1, min(_MOST_LISTED, len(cards)) + 1)
        return [group for size in sizes for group in islice(_differing(combinations(cards, size)), 12)]
    if arg.seated:
        others = [seat for seat in state.remaining() if seat != actor]
        seats = [*others, *([actor] if actor in state.remaining() else [])]
        return [(seat,) for seat in seats] if arg.kind == "players" else list(seats)
    if arg.kind == "dice":
        return [1] if arg.count == 1 else [(1,) * arg.count]
    if arg.kind == "number":
        least, most = arg.least, arg.most
        return (
            list(dict.fromkeys((least, (least + most) // 2, most)))
            if least is not None and most is not None
            else list(_NUMBERS)
        )
    if arg.kind == "cell":
        return list(state.layout.cells[state.layout.zone_at[arg.of]])
    if arg.kind == "counter":
        return [word for word in arg.words if _is_open(state, word, actor)]
    return list(arg.words) or ["note"]


def _differing(groups: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield the groups without duplicates."""
    seen = set[tuple[str, ...]]()
    for group in groups:
        if group not in seen:
            seen.add(group)
            yield group


def _is_open(state: State, name: str, actor: int) -> bool:
    """Return True for a counter, and for a box that is empty."""
    slot = state.layout.slot_at[name]
    return not state.layout.slots[slot].box or state.counters[slot][actor] is None


def _all_cards(state: State, arg: Arg, actor: int, given: Mapping[str, Bound]) -> Iterator[str]:
    """Yield the references to all cards of an argument's zones. Copies and unknown cards appear several times."""
    piles = piles_in(context := EvalContext(state, actor, given), arg.places)
    lying = [(zone, pile, token) for zone, pile in piles for token in pile.tokens]
    if any(state.layout.cells[place.zone] for place in arg.places):
        lying.sort(key=lambda lies: token_owner(lies[2].id) != actor)  # the actor's own pieces first
    for zone, pile, token in lying:
        card, cells = token.card, state.layout.cells[zone]
        if card is None:
            yield UNKNOWN
        elif cells:
            at = pile.at[pile.tokens.index(token)]
            yield cells[at] if pile.at.count(at) == 1 else format_token(token.id)
        else:
            yield card
    for place in arg.places:
        if state.layout.hidden_stacks[place.zone]:
            for holder in holders_of(context, place):
                yield from [UNKNOWN] * min(state.pile(place.zone, holder).count, 4)


def _cards(state: State, arg: Arg, actor: int, given: Mapping[str, Bound]) -> Iterator[str]:
    """Yield the distinct references to cards; on a board, the actor's own pieces first."""
    cards = dict.fromkeys(_all_cards(state, arg, actor, given))
    known = [card for card in cards if card != UNKNOWN and not card.startswith("#")]
    yield from (*known, *([UNKNOWN] if UNKNOWN in cards else []))
