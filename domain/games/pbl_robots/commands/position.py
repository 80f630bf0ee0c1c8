"""Declared positions: they set the state of a match, and a state can be written as one."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.cards import UNKNOWN, CardId, CardRef, SeatIndex, Token
from domain.game import made
from domain.games.pbl_robots import numbers
from domain.games.pbl_robots.actors import player_seats, seat_exists
from domain.games.pbl_robots.builds import armor_of, crew_of, expert_of, hangar_of, starter_of
from domain.games.pbl_robots.cards import (
    LIMBS,
    ORANGE_CARDS,
    SHOULDERS,
    SLOTS,
    ActionCard,
    ArmorCard,
    BaseRobot,
    CrewCard,
    ExpertPilot,
    HangarCard,
    SlotName,
    StarterPilot,
)
from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.events.base import PblBuffer
from domain.games.pbl_robots.events.match_end import PositionDeclared
from domain.games.pbl_robots.references import name, orange
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
from domain.games.pbl_robots.visibility import sees_side
from domain.rules import Violation, impossible
from domain.seats import Viewpoint
from domain.table.position import CardNumbers, refs_of
from domain.table.references import card_named, cards_named
from domain.table.visibility import face_down, sees_hand
from domain.text import pluralize, with_article

_KINDS: Final[Mapping[str, type]] = {"armor": ArmorCard, "hangar": HangarCard, "crew": CrewCard, "action": ActionCard}


Counted = TypeVar("Counted", Armor, Crew, Pilot)


class AttachedPosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action on a limb."""

    slot: SlotName
    card: CardId
    by: SeatIndex | None = None
    """The player who played it; default: this side."""
    no_attack: bool = False


class SidePosition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a declared position. The numbers of cards do not include the cards that are named."""

    robot: CardId
    starter: CardId
    expert: CardId | None = None
    armor: dict[SlotName, tuple[CardId, ...]] = {}
    """Cards of each slot, the lowest first. The level of a pod follows from the armor below it."""
    dead: tuple[SlotName, ...] = ()
    hangars: tuple[CardId, ...] = ()
    crew: tuple[CardId, ...] = ()
    bombs: tuple[int, ...] = ()
    deck: int = 0
    scrap: tuple[CardId, ...] = ()
    face_down: int = 0
    blow_offs: int = 0
    face_down_cards: tuple[CardId, ...] = ()
    """Known face-down cards of the scrap heap, in addition to the `face_down` unknown ones."""
    attached: tuple[AttachedPosition, ...] = ()
    counters: dict[CardId, int] = {}
    """Counters on cards of the robot that differ from their start."""


class DeclarePosition(PblCommand, frozen=True, kw_only=True, tag="declare_position"):
    """Sets the whole position, one part per side and one hand per person: for a late start, or after a gap."""

    title = "Declare the position"
    anytime: ClassVar = True
    for_anybody: ClassVar = True

    sides: tuple[SidePosition, ...]
    hands: tuple[tuple[CardRef, ...], ...]
    turn: SeatIndex
    number: int = 1
    move_used: bool = False
    shop_deck: int = 0
    shop_row: tuple[CardRef | None, ...] = ()
    """Places of the row of an open Shop, `-` for an empty one; left out if the Shop is closed."""
    rules = ("PBL-A11", "PBL-A25", "PBL-E03", "PBL-S02", "PBL-S03", "PBL-S08", "PBL-X07")

    def validate(self, state: State) -> Iterator[Violation]:
        """Check the numbers of sides and hands, and that cards exist, have the right type, and are declared once."""
        if len(self.sides) != len(state.sides):
            yield impossible("PBL-S01", f"{pluralize(len(state.sides), 'side')} play, {len(self.sides)} declared")
            return
        able = numbers.players(state.seats, state.options)
        if len(self.hands) != len(state.seats) or self.turn not in able:
            yield impossible("PBL-S01", "give one hand for each person, and a turn player who is not a gunner")
            return
        if any(hand and seat not in able for seat, hand in enumerate(self.hands)):
            yield impossible("PBL-V36", "a gunner has no hand")
        if len(self.shop_row) > ROW_PLACES:
            yield impossible("PBL-X07", f"the shop row has {ROW_PLACES} places")
        if min(self.shop_deck, self.number, *(min(one.deck, one.face_down, one.blow_offs) for one in self.sides)) < 0:
            yield impossible("PBL-S02", "numbers of cards must be 0 or more")
        yield from _check_cards(state, self)
        for one in self.sides:
            yield from _check_pilots(state, one)
            yield from _check_robot(state, one)

    def act(self, out: PblBuffer) -> None:
        """Replace the position. Cards that are missing from it count as not dealt."""
        state = out.state
        people = _people(state, self)
        row = tuple(EMPTY if ref is None else card_named(ref) for ref in self.shop_row)
        places = (*row, *(EMPTY for _ in range(ROW_PLACES - len(row))))
        event = made(
            PositionDeclared,
            self,
            sides=tuple(_side(state, index, one, people) for index, one in enumerate(self.sides)),
            people=people,
            shop=Shop(deck=self.shop_deck, row=places, open=bool(self.shop_row)),
            order=tuple(seat for side in range(len(self.sides)) for seat in player_seats(state, side)),
            undealt=0,
            blow_off_deck=numbers.blow_offs_at_start(len(self.sides), state.options.rotation),
        )
        undealt = ORANGE_CARDS - numbers.card_counts(event.evolve(state))["orange cards"]
        out.add(replace(event, undealt=undealt))

    def redacted_for(self, state: State, viewpoint: Viewpoint) -> Self:
        hands = tuple(hand if sees_hand(viewpoint, seat) else face_down(hand) for seat, hand in enumerate(self.hands))
        sides = tuple(
            one if sees_side(state, viewpoint, index) else _redacted_heap(one) for index, one in enumerate(self.sides)
        )
        return replace(self, hands=hands, sides=sides)


def _redacted_heap(one: SidePosition) -> SidePosition:
    return replace(one, face_down_cards=(), face_down=one.face_down + len(one.face_down_cards))


def _check_cards(state: State, command: DeclarePosition) -> Iterator[Violation]:
    cards = [card for hand in command.hands for card in cards_named(hand)]
    cards += [card for ref in command.shop_row if ref is not None and (card := card_named(ref))]
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
            yield impossible("PBL-S02", f"{name(state, card)} is declared twice")
    if count > ORANGE_CARDS:
        yield impossible("PBL-S02", f"{pluralize(count, 'card')} declared, there are {ORANGE_CARDS}")


def _kinds(one: SidePosition) -> Iterator[tuple[str, str]]:
    """Yield (kind, card) of the cards in places for a single kind."""
    yield from (("armor", card) for stack in one.armor.values() for card in stack)
    yield from (("hangar", card) for card in one.hangars)
    yield from (("crew", card) for card in one.crew)
    yield from (("action", action.card) for action in one.attached)


def _check_robot(state: State, one: SidePosition) -> Iterator[Violation]:
    for kind, card in _kinds(one):
        record = state.catalogue.get(card)
        if record is not None and not isinstance(record, _KINDS[kind]):
            yield impossible("PBL-S02", f"{record.name} is not {with_article(kind)}")
    if any(slot in SHOULDERS for slot in one.dead):
        yield impossible("PBL-E03", f"only limbs die: {', '.join(LIMBS)}")
    if any(action.by is not None and not seat_exists(state, action.by) for action in one.attached):
        yield impossible("PBL-S01", "no such player")
    there = {*(card for kind, card in _kinds(one) if kind in ("armor", "crew")), one.starter, one.expert}
    for card in one.counters:
        if card not in there:
            yield impossible("PBL-A11", f"{name(state, card)} is not on that robot")


def _check_pilots(state: State, one: SidePosition) -> Iterator[Violation]:
    if not isinstance(state.catalogue.get(one.robot), BaseRobot):
        yield impossible("PBL-S03", f"{one.robot} is not a base robot")
    if not isinstance(state.catalogue.get(one.starter), StarterPilot):
        yield impossible("PBL-S08", f"{one.starter} is not a starter pilot")
    if one.expert is not None and not isinstance(state.catalogue.get(one.expert), ExpertPilot):
        yield impossible("PBL-A25", f"{one.expert} is not an expert pilot")


def _people(state: State, command: DeclarePosition) -> tuple[Person, ...]:
    hands = [CardNumbers().tokens(seat, refs) for seat, refs in enumerate(command.hands)]
    return tuple(
        Person(hand=hand, limit=person.limit, serial=len(hand), ready=True)
        for person, hand in zip(state.people, hands, strict=True)
    )


def _side(state: State, index: int, one: SidePosition, people: tuple[Person, ...]) -> Side:
    get = state.catalogue.get
    starter, expert = get(one.starter), get(one.expert)
    pilots = [starter_of(starter)] if isinstance(starter, StarterPilot) else []
    pilots += [expert_of(expert)] if isinstance(expert, ExpertPilot) else []
    side = made(
        Side,
        one,
        slots=_slots(state, index, one),
        pilots=_counted(tuple(pilots), one),
        hangars=tuple(hangar_of(r) for card in one.hangars if isinstance(r := get(card), HangarCard)),
        crew=_counted(tuple(crew_of(r) for card in one.crew if isinstance(r := get(card), CrewCard)), one),
        face_down=_face_down(state, index, one, people),
    )
    return replace(side, critical=numbers.in_critical_form(side))


def _slots(state: State, index: int, one: SidePosition) -> tuple[Slot, ...]:
    robot = state.catalogue.get(one.robot)
    slots = []
    for place in SLOTS:
        base = getattr(robot, place) if isinstance(robot, BaseRobot) and place in LIMBS else (0, 0)
        slot = Slot(attack=base[0], defense=base[1], dead=place in one.dead)
        for card in one.armor.get(place, ()):
            record = state.catalogue.get(card)
            if isinstance(record, ArmorCard):
                slot = replace(slot, stack=(*slot.stack, armor_of(record, slot)))
        attached = tuple(
            Attached(action.card, index if action.by is None else state.seats[action.by].side, action.no_attack)
            for action in one.attached
            if action.slot == place
        )
        slots.append(replace(slot, stack=_counted(slot.stack, one), attached=attached))
    return tuple(slots)


def _counted(cards: tuple[Counted, ...], one: SidePosition) -> tuple[Counted, ...]:
    return tuple(replace(card, counter=one.counters.get(card.card, card.counter)) for card in cards)


def _face_down(state: State, index: int, one: SidePosition, people: tuple[Person, ...]) -> tuple[Token, ...]:
    """Return the face-down cards as tokens, numbered after the hand of the side's first player."""
    seat = player_seats(state, index)[0]
    return CardNumbers({seat: len(people[seat].hand) + 1}).tokens(seat, one.face_down_cards, one.face_down)


def position(state: State) -> DeclarePosition:
    """Return the current position as a declaration. Known cards are named, unknown ones are written `??` or counted."""
    return DeclarePosition(
        sides=tuple(_laid_side(state, side) for side in state.sides),
        hands=tuple(refs_of(person.hand) for person in state.people),
        turn=state.turn.seat,
        number=max(1, state.turn.number),
        move_used=state.turn.move_used,
        shop_deck=state.shop.deck,
        shop_row=_row(state.shop),
    )


def _row(shop: Shop) -> tuple[CardRef | None, ...]:
    if not shop.open:
        return ()
    return tuple(None if card == EMPTY else card or UNKNOWN for card in shop.row)


def _laid_side(state: State, side: Side) -> SidePosition:
    named = dict(zip(SLOTS, side.slots, strict=True))
    return made(
        SidePosition,
        side,
        starter=next((pilot.card for pilot in side.pilots if not pilot.expert), ""),
        expert=next((pilot.card for pilot in side.pilots if pilot.expert), None),
        armor={name: tuple(armor.card for armor in slot.stack) for name, slot in named.items() if slot.stack},
        dead=LIMBS if side.eliminated else tuple(name for name in LIMBS if named[name].dead),
        hangars=tuple(hangar.card for hangar in side.hangars),
        crew=tuple(crew.card for crew in side.crew),
        face_down=sum(token.card is None for token in side.face_down),
        face_down_cards=tuple(token.card for token in side.face_down if token.card is not None),
        attached=tuple(
            AttachedPosition(name, one.card, numbers.seats_of(state, one.owner)[0], one.no_attack)
            for name, slot in named.items()
            for one in slot.attached
        ),
        counters=_counters(state, side),
    )


def _counters(state: State, side: Side) -> dict[str, int]:
    """Return the counters that differ from their start."""
    counters = numbers.counters_of(side)
    starts = {card: getattr(state.catalogue.get(card), "counter", None) for card in counters}
    return {card: value for card, value in counters.items() if value is not None and value != starts[card]}
