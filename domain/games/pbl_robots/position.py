"""The current position as a declaration: the initial contents of a form for a late start or a correction."""

from domain.cards import UNKNOWN, CardRef
from domain.games.pbl_robots.cards import LIMBS, SLOTS
from domain.games.pbl_robots.commands.position import AttachedPosition, DeclarePosition, SidePosition
from domain.games.pbl_robots.numbers import counters_of, seats_of
from domain.games.pbl_robots.state import EMPTY, Shop, Side, State


def position(state: State) -> DeclarePosition:
    """Return the position; known cards are named, unknown ones are written `??` or counted."""
    return DeclarePosition(
        sides=tuple(_side(state, side) for side in state.sides),
        hands=tuple(tuple(card.card or UNKNOWN for card in person.hand) for person in state.people),
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


def _side(state: State, side: Side) -> SidePosition:
    named = dict(zip(SLOTS, side.slots, strict=True))
    return SidePosition(
        robot=side.robot,
        starter=next((pilot.card for pilot in side.pilots if not pilot.expert), ""),
        expert=next((pilot.card for pilot in side.pilots if pilot.expert), None),
        armor={name: tuple(armor.card for armor in slot.stack) for name, slot in named.items() if slot.stack},
        dead=LIMBS if side.eliminated else tuple(name for name in LIMBS if named[name].dead),
        hangars=tuple(hangar.card for hangar in side.hangars),
        crew=tuple(crew.card for crew in side.crew),
        bombs=side.bombs,
        deck=side.deck,
        scrap=side.scrap,
        face_down=sum(token.card is None for token in side.face_down),
        blow_offs=side.blow_offs,
        face_down_cards=tuple(token.card for token in side.face_down if token.card is not None),
        attached=tuple(
            AttachedPosition(name, one.card, seats_of(state, one.owner)[0], one.no_attack)
            for name, slot in named.items()
            for one in slot.attached
        ),
        counters=_counters(state, side),
    )


def _counters(state: State, side: Side) -> dict[str, int]:
    """Counters that are not at their start."""
    counters = counters_of(side)
    starts = {card: getattr(state.catalogue.get(card), "counter", None) for card in counters}
    return {card: value for card, value in counters.items() if value is not None and value != starts[card]}
