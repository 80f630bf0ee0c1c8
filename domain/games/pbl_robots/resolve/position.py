"""The position on the table, as it is declared."""

from typing import TypeVar

from msgspec.structs import replace

from domain.cards import Token, parse_ref, token_id
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import player_seats
from domain.games.pbl_robots.cards import (
    LIMBS,
    ORANGE_CARDS,
    SLOTS,
    ArmorCard,
    BaseRobot,
    CrewCard,
    ExpertPilot,
    HangarCard,
    StarterPilot,
)
from domain.games.pbl_robots.events.ending import PositionDeclared
from domain.games.pbl_robots.numbers import blow_offs_at_start, census, in_critical_form
from domain.games.pbl_robots.resolve.base import Work, armor_of, card_of, crew_of, expert_of, hangar_of, starter_of
from domain.games.pbl_robots.state import (
    EMPTY,
    ROW_PLACES,
    Armor,
    Attached,
    Crew,
    Person,
    Pilot,
    Shop,
    Side,
    Slot,
    State,
)

Counted = TypeVar("Counted", Armor, Crew, Pilot)


def declare_position(work: Work, command: c.DeclarePosition) -> None:
    """The position on the table. Cards that are nowhere in it count as not dealt."""
    state = work.state
    people = _people(state, command)
    row = tuple(EMPTY if ref is None else card_of(ref) for ref in command.shop_row)
    places = (*row, *(EMPTY for _ in range(ROW_PLACES - len(row))))
    event = PositionDeclared(
        sides=tuple(_side(state, index, one, people) for index, one in enumerate(command.sides)),
        people=people,
        shop=Shop(deck=command.shop_deck, row=places, open=bool(command.shop_row)),
        order=tuple(seat for side in range(len(command.sides)) for seat in player_seats(state, side)),
        turn=command.turn,
        number=command.number,
        move_used=command.move_used,
        undealt=0,
        blow_off_deck=blow_offs_at_start(len(command.sides), state.options.rotation),
    )
    trial = Work(state)
    trial.add(event)
    undealt = max(0, ORANGE_CARDS - census(trial.state)["orange cards"])
    work.add(replace(event, undealt=undealt))


def _people(state: State, command: c.DeclarePosition) -> tuple[Person, ...]:
    people = []
    for seat, person in enumerate(state.people):
        refs = command.hands[seat] if seat < len(command.hands) else ()
        hand = tuple(Token(token_id(seat, n), parse_ref(ref).card) for n, ref in enumerate(refs, start=1))
        people.append(Person(hand=hand, limit=person.limit, serial=len(hand), ready=True))
    return tuple(people)


def _side(state: State, index: int, one: c.SidePosition, people: tuple[Person, ...]) -> Side:
    get = state.catalogue.get
    starter, expert = get(one.starter), get(one.expert)
    pilots = [starter_of(starter)] if isinstance(starter, StarterPilot) else []
    pilots += [expert_of(expert)] if isinstance(expert, ExpertPilot) else []
    side = Side(
        robot=one.robot,
        slots=_slots(state, index, one),
        pilots=_counted(tuple(pilots), one),
        hangars=tuple(hangar_of(r) for card in one.hangars if isinstance(r := get(card), HangarCard)),
        crew=_counted(tuple(crew_of(r) for card in one.crew if isinstance(r := get(card), CrewCard)), one),
        bombs=one.bombs,
        deck=one.deck,
        scrap=one.scrap,
        face_down=_face_down(state, index, one, people),
        blow_offs=one.blow_offs,
    )
    return replace(side, critical=in_critical_form(side))


def _slots(state: State, index: int, one: c.SidePosition) -> tuple[Slot, ...]:
    robot = state.catalogue.get(one.robot)
    slots = []
    for name in SLOTS:
        base = getattr(robot, name) if isinstance(robot, BaseRobot) and name in LIMBS else (0, 0)
        slot = Slot(attack=base[0], defense=base[1], dead=name in one.dead)
        for card in one.armor.get(name, ()):
            record = state.catalogue.get(card)
            if isinstance(record, ArmorCard):
                slot = replace(slot, stack=(*slot.stack, armor_of(record, slot)))
        attached = tuple(
            Attached(lying.card, index if lying.by is None else state.seats[lying.by].side, lying.no_attack)
            for lying in one.attached
            if lying.slot == name
        )
        slots.append(replace(slot, stack=_counted(slot.stack, one), attached=attached))
    return tuple(slots)


def _counted(cards: tuple[Counted, ...], one: c.SidePosition) -> tuple[Counted, ...]:
    return tuple(replace(card, counter=one.counters.get(card.card, card.counter)) for card in cards)


def _face_down(state: State, index: int, one: c.SidePosition, people: tuple[Person, ...]) -> tuple[Token, ...]:
    """The heap's cards, each one of its own: numbered after the hand of the side's first player."""
    seat = player_seats(state, index)[0]
    cards = (*one.face_down_cards, *(None for _ in range(one.face_down)))
    first = len(people[seat].hand) + 1
    return tuple(Token(token_id(seat, number), card) for number, card in enumerate(cards, start=first))
