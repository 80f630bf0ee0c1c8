"""A declared position: what the table can hold."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.cards import (
    LIMBS,
    ORANGE_CARDS,
    SHOULDERS,
    ActionCard,
    ArmorCard,
    BaseRobot,
    CrewCard,
    ExpertPilot,
    HangarCard,
    StarterPilot,
)
from domain.games.pbl_robots.check.base import Problems, name, orange, player_there
from domain.games.pbl_robots.numbers import players
from domain.games.pbl_robots.resolve.base import card_of
from domain.games.pbl_robots.state import ROW_PLACES, State
from domain.rules import Violation
from domain.text import counted

_KINDS: Final[Mapping[str, type]] = {"armor": ArmorCard, "hangar": HangarCard, "crew": CrewCard, "action": ActionCard}


def check_position(state: State, command: c.DeclarePosition) -> Problems:
    """One part per side, known cards of the right kind, each once, not more than there are."""
    if len(command.sides) != len(state.sides):
        yield Violation(
            "PBL-S01", f"{counted(len(state.sides), 'side')} play, {len(command.sides)} declared", impossible=True
        )
        return
    able = players(state.seats, state.options)
    if len(command.hands) != len(state.seats) or command.turn not in able:
        yield Violation("PBL-S01", "one hand for each person, and a player whose turn it is", impossible=True)
        return
    if any(hand and seat not in able for seat, hand in enumerate(command.hands)):
        yield Violation("PBL-V36", "a gunner holds no hand", impossible=True)
    if len(command.shop_row) > ROW_PLACES:
        yield Violation("PBL-X07", f"the shop row has {ROW_PLACES} places", impossible=True)
    if (
        min(command.shop_deck, command.number, *(min(one.deck, one.face_down, one.blow_offs) for one in command.sides))
        < 0
    ):
        yield Violation("PBL-S02", "counts are 0 or more", impossible=True)
    yield from _check_cards(state, command)
    for one in command.sides:
        yield from _check_pilots(state, one)
        yield from _check_robot(state, one)


def _check_cards(state: State, command: c.DeclarePosition) -> Problems:
    cards = [card for hand in command.hands for ref in hand if (card := card_of(ref))]
    cards += [card for ref in command.shop_row if ref is not None and (card := card_of(ref))]
    count = command.shop_deck + sum(ref is not None for ref in command.shop_row)
    count += sum(len(hand) for hand in command.hands)
    for one in command.sides:
        named = [
            *(card for _, card in _kinds(one)),
            *one.scrap,
            *one.face_down_cards,
            *([one.expert] if one.expert else []),
        ]
        cards += named
        count += len(named) + one.deck + one.face_down
    for card in sorted(set(cards)):
        problem = orange(state, card)
        if problem is not None:
            yield problem
        elif cards.count(card) > 1:
            yield Violation("PBL-S02", f"{name(state, card)} is declared twice", impossible=True)
    if count > ORANGE_CARDS:
        yield Violation("PBL-S02", f"{counted(count, 'card')} declared, there are {ORANGE_CARDS}", impossible=True)


def _kinds(one: c.SidePosition) -> Iterator[tuple[str, str]]:
    """(kind, card) of the cards that lie where one kind alone can lie."""
    yield from (("armor", card) for stack in one.armor.values() for card in stack)
    yield from (("hangar", card) for card in one.hangars)
    yield from (("crew", card) for card in one.crew)
    yield from (("action", lying.card) for lying in one.attached)


def _check_robot(state: State, one: c.SidePosition) -> Problems:
    for kind, card in _kinds(one):
        record = state.catalogue.get(card)
        if record is not None and not isinstance(record, _KINDS[kind]):
            yield Violation("PBL-S02", f"{record.name} is no {kind}", impossible=True)
    if any(slot in SHOULDERS for slot in one.dead):
        yield Violation("PBL-E03", f"only limbs die: {', '.join(LIMBS)}", impossible=True)
    if any(lying.by is not None and not player_there(state, lying.by) for lying in one.attached):
        yield Violation("PBL-S01", "no such player", impossible=True)
    there = {*(card for kind, card in _kinds(one) if kind in ("armor", "crew")), one.starter, one.expert}
    for card in one.counters:
        if card not in there:
            yield Violation("PBL-A11", f"{name(state, card)} is not on that robot", impossible=True)


def _check_pilots(state: State, one: c.SidePosition) -> Problems:
    if not isinstance(state.catalogue.get(one.robot), BaseRobot):
        yield Violation("PBL-S03", f"{one.robot} is no base robot", impossible=True)
    if not isinstance(state.catalogue.get(one.starter), StarterPilot):
        yield Violation("PBL-S08", f"{one.starter} is no starter pilot", impossible=True)
    if one.expert is not None and not isinstance(state.catalogue.get(one.expert), ExpertPilot):
        yield Violation("PBL-A25", f"{one.expert} is no expert pilot", impossible=True)
