"""Actions, blasts, picks, effects entered by hand, adjustments and declared positions."""

from msgspec.structs import replace

from domain.cards import Token, parse_ref, token_id
from domain.games.pbl_robots import commands as c
from domain.games.pbl_robots.actors import acting_seat, player_seats
from domain.games.pbl_robots.cards import (
    LIMBS,
    ORANGE_CARDS,
    SLOTS,
    ArmorCard,
    BaseRobot,
    CardFilter,
    CrewCard,
    ExpertPilot,
    HangarCard,
    StarterPilot,
)
from domain.games.pbl_robots.events import (
    ActionPlayed,
    ActionResolved,
    Adjusted,
    CardEffectResolved,
    CrewBlasted,
    OwedSettled,
    PickUsed,
    PositionDeclared,
    ResponseAllowed,
    StorageBombAdded,
)
from domain.games.pbl_robots.numbers import blow_offs_at_start, census, in_critical_form
from domain.games.pbl_robots.resolve.base import (
    Work,
    armor_of,
    card_of,
    crew_of,
    expert_of,
    hangar_of,
    starter_of,
    take_from_hand,
)
from domain.games.pbl_robots.resolve.changes import apply_changes
from domain.games.pbl_robots.resolve.effects import Cause, apply_effects, search
from domain.games.pbl_robots.state import EMPTY, ROW_PLACES, Person, Shop, Side, Slot, State


def play_action(work: Work, command: c.PlayAction) -> None:
    """An action leaves the hand and does what it says, or waits for `resolve_effect`."""
    seat = acting_seat(work.state, command)
    token = take_from_hand(work, seat, command.card)
    if token is None or token.card is None:
        return
    card = work.state.catalogue.get(token.card)
    if work.state.action is not None:  # recorded as played, although the action before was not resolved yet
        work.add(ActionResolved(card=work.state.action.card))
    by_hand = not any(e.trigger in ("action", "on_play") for e in getattr(card, "effects", ()))
    work.add(ActionPlayed(seat=seat, token=token.id, card=token.card, by_hand=by_hand))
    combat, side = work.state.combat, work.state.seats[seat].side
    if combat is not None and not combat.attack_rolled and side != combat.attacker:
        work.add(ResponseAllowed(side=combat.attacker))
    cause = Cause(seat, token.card, "action", command)
    apply_effects(work, cause, "action")
    apply_effects(work, cause, "on_play")


def resolve_effect(work: Work, command: c.ResolveEffect) -> None:
    action = work.state.action
    seat = action.seat if action is not None and command.player is None else acting_seat(work.state, command)
    if work.state.owed and work.state.owed[0].kind != "draw":
        work.add(OwedSettled(n=work.state.owed[0].n))
    work.add(CardEffectResolved(source=card_of(command.source) or "", note=command.note))
    apply_changes(work, seat, command.changes)


def blast_crew(work: Work, command: c.BlastCrew) -> None:
    seat = acting_seat(work.state, command)
    side = work.state.seats[seat].side
    wanted = card_of(command.crew)
    crew = next((one.card for one in work.state.sides[side].crew if one.card == wanted), None)
    if crew is None:
        return
    work.add(CrewBlasted(side=side, card=crew))
    apply_effects(work, Cause(seat, crew, "blast", command), "blast")


def pick_armor(work: Work, command: c.PickArmor) -> None:
    seat = acting_seat(work.state, command)
    token = take_from_hand(work, seat, command.crew)
    if token is None or token.card is None:
        return
    pick: CardFilter | None = getattr(work.state.catalogue.get(token.card), "pick", None)
    work.add(PickUsed(seat=seat, token=token.id, card=token.card))
    search(work, seat, pick or CardFilter(), command.found, command.from_row)


def add_storage_bomb(work: Work, command: c.AddStorageBomb) -> None:
    side = work.state.seats[acting_seat(work.state, command)].side
    work.add(StorageBombAdded(side=side, value=command.die, source=card_of(command.source) or ""))
    if work.state.owed and work.state.owed[0].kind == "storage_bomb":
        work.add(OwedSettled())


def adjust(work: Work, command: c.Adjust) -> None:
    work.add(Adjusted(reason=command.reason))
    apply_changes(work, work.state.turn.seat, command.changes)


def declare_position(work: Work, command: c.DeclarePosition) -> None:
    """The position on the table. Cards that are nowhere in it count as not dealt."""
    state = work.state
    sides = tuple(_declared_side(state, one) for one in command.sides)
    people = _declared_people(state, command)
    row = tuple(EMPTY if ref is None else card_of(ref) for ref in command.shop_row)
    places = (*row, *(EMPTY for _ in range(ROW_PLACES - len(row))))
    shop = Shop(deck=command.shop_deck, row=places, open=bool(command.shop_row))
    seats = tuple(seat for side in range(len(sides)) for seat in player_seats(state, side))
    event = PositionDeclared(
        sides=sides,
        people=people,
        shop=shop,
        order=seats,
        turn=command.turn,
        number=command.number,
        move_used=command.move_used,
        undealt=0,
        blow_off_deck=blow_offs_at_start(len(sides), state.options.rotation),
    )
    trial = Work(state)
    trial.add(event)
    undealt = max(0, ORANGE_CARDS - census(trial.state)["orange cards"])
    work.add(replace(event, undealt=undealt))


def _declared_people(state: State, command: c.DeclarePosition) -> tuple[Person, ...]:
    people = []
    for seat, person in enumerate(state.people):
        refs = command.hands[seat] if seat < len(command.hands) else ()
        hand = tuple(Token(token_id(seat, n), parse_ref(ref).card) for n, ref in enumerate(refs, start=1))
        people.append(Person(hand=hand, limit=person.limit, serial=len(hand), ready=True))
    return tuple(people)


def _declared_side(state: State, one: c.SidePosition) -> Side:
    robot, get = state.catalogue.get(one.robot), state.catalogue.get
    slots = []
    for name in SLOTS:
        base = getattr(robot, name) if isinstance(robot, BaseRobot) and name in LIMBS else (0, 0)
        slot = Slot(attack=base[0], defense=base[1], dead=name in one.dead)
        for card in one.armor.get(name, ()):
            record = get(card)
            if isinstance(record, ArmorCard):
                slot = replace(slot, stack=(*slot.stack, armor_of(record, slot)))
        slots.append(slot)
    starter, expert = get(one.starter), get(one.expert)
    pilots = [starter_of(starter)] if isinstance(starter, StarterPilot) else []
    pilots += [expert_of(expert)] if isinstance(expert, ExpertPilot) else []
    side = Side(
        robot=one.robot,
        slots=tuple(slots),
        pilots=tuple(pilots),
        hangars=tuple(hangar_of(r) for card in one.hangars if isinstance(r := get(card), HangarCard)),
        crew=tuple(crew_of(r) for card in one.crew if isinstance(r := get(card), CrewCard)),
        bombs=one.bombs,
        deck=one.deck,
        scrap=one.scrap,
        face_down=tuple(Token(0) for _ in range(one.face_down)),
        blow_offs=one.blow_offs,
    )
    return replace(side, critical=in_critical_form(side))
