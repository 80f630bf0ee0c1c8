"""Information for lasting effects: the cards on robots that they can reach, and the effects that end with those cards."""

from collections.abc import Iterator

from domain.cards import CardRef
from domain.effects.lasting import EffectSubject, Key, used_up
from domain.effects.words import EffectTable
from domain.games.pbl_robots.cards import SHOULDERS, SLOTS
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.effects import EffectsEnded
from domain.games.pbl_robots.numbers import lead_of, robot_cards
from domain.games.pbl_robots.state import State
from domain.games.pbl_robots.vocabulary import VOCABULARY, NumberName
from domain.table.references import card_named


def subjects(state: State) -> Iterator[EffectSubject]:
    """Yield the cards on robots as subjects of effects."""
    for index, side in enumerate(state.sides):
        lead = lead_of(state, index)
        for place, cards in robot_cards(side):
            kind = {"cockpit": "pilot"}.get(place, place)
            limb = {"armor", "shoulder" if place in SHOULDERS else "limb"} if place in SLOTS else set()
            yield from (EffectSubject(lead, card, frozenset({kind, *limb})) for card in cards)


def table_of(state: State, seat: int, source: str) -> EffectTable:
    """Return the information that effect words need to check and begin an effect. `source` is the card; empty for an
    adjustment."""

    def find(text: CardRef, player: int | None) -> EffectSubject | None:
        card = card_named(text)
        sides = None if player is None else lead_of(state, state.seats[player].side)
        return next((one for one in subjects(state) if one.token == card and sides in (None, one.seat)), None)

    own = next((one for one in subjects(state) if one.token == source), None)
    if own is None and source in state.celebrities:
        own = EffectSubject(lead_of(state, state.seats[seat].side), source, frozenset({"crew"}))
    return EffectTable(
        vocabulary=VOCABULARY,
        seats=state.seats,
        effects=state.lasting,
        turn=state.turn.number,
        owner=lead_of(state, state.seats[seat].side) if source else None,
        source=source or 0,
        own=own,
        find=find,
    )


def use_up(out: PblBuffer, lead: int, number: NumberName) -> None:
    """End the effects that change a robot's dice for one roll, after that roll."""
    state = out.state
    if ended := used_up(state.lasting, (number,), EffectSubject(lead), state.seats):
        out.add(EffectsEnded(effects=ended))


def end_effects(out: PblBuffer) -> None:
    """End the effects whose target or source card is no longer on a robot or among the celebrities."""
    state = out.state
    there: set[Key] = {one.token for one in subjects(state)} | {*state.celebrities}
    gone = tuple(
        effect.id
        for effect in state.lasting
        if (effect.bound and effect.source not in there) or (effect.scope == "card" and effect.target not in there)
    )
    if gone:
        out.add(EffectsEnded(effects=gone))
