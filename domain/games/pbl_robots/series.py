"""Cards that sides carry from one game of a series to the next (PBL-V01, PBL-V02, PBL-V11, PBL-Q46)."""

from msgspec.structs import replace

from domain.cards import DeckList
from domain.games.pbl_robots.commands.creation import Carried
from domain.games.pbl_robots.deal import carried_deck
from domain.games.pbl_robots.numbers import robot_cards, seats_of
from domain.games.pbl_robots.state import Side, State
from domain.options import changed_options
from domain.seats import CarriedOver


def carry_over(before: State | None, sides: tuple[int, ...], decks: tuple[DeckList | int | None, ...]) -> CarriedOver:
    """Return decks, robots and pilots of each side, and the known part of the shop deck. A side's deck has all orange cards that
    it owns in any zone, including acquired ones. A deck that is given replaces the computed one.

    After a match with a community deck, decks must be given, because its cards do not belong to sides.
    """
    if before is None or before.community is not None or not before.sides:
        unknown = tuple(side for side, deck in enumerate(decks) if deck is None)
        given = tuple(carried_deck(deck) for deck in decks)
        return CarriedOver({"setup": "carried_over"}, {"carried": given}, unknown)
    carried = tuple(_with_deck(_carried(before, side), deck) for side, deck in zip(sides, decks, strict=True))
    named = {card for one in carried for card in one.cards} | set(before.celebrities)
    shop = sorted(({*before.shop.unplaced, *(card for card in before.shop.row if card)}) - named)
    fields = {"carried": carried, "shop": tuple(shop), "celebrities": before.celebrities}
    return CarriedOver({**changed_options(before.options), "setup": "carried_over"}, fields)


def _with_deck(carried: Carried, deck: DeckList | int | None) -> Carried:
    if deck is None:
        return carried
    given = carried_deck(deck)
    return replace(
        carried,
        deck=given.deck,
        cards=given.cards,
        starters=given.starters or carried.starters,
        used_starters=given.used_starters or carried.used_starters,
        robot=given.robot or carried.robot,
    )


def _carried(state: State, index: int) -> Carried:
    side = state.sides[index]
    known, unknown = _removed(state) if side.removed else _owned(state, index)
    pilots = tuple(pilot.card for pilot in side.pilots if not pilot.expert)
    return Carried(
        deck=len(known) + unknown,
        cards=tuple(sorted(known)),
        starters=side.starters or pilots,
        used_starters=_used(state, side, pilots),
        robot=side.robot,
    )


def _used(state: State, side: Side, flown: tuple[str, ...]) -> tuple[str, ...]:
    """Return the used pilots. The pilot of a drawn game can be used again (PBL-Q41)."""
    if state.result is not None and not state.result.drawn:
        return side.used_starters
    return tuple(card for card in side.used_starters if card not in flown)


def _removed(state: State) -> tuple[list[str], int]:
    """Return known cards and number of unknown ones of a side that was eliminated early: all cards that left the game."""
    return list(state.out_of_game), state.out_unknown


def _owned(state: State, index: int) -> tuple[list[str], int]:
    """Return a side's known cards, and the number of its unknown ones."""
    side = state.sides[index]
    robot = [card for place, cards in robot_cards(side) if place != "cockpit" for card in cards]
    known = [card for card in robot if not _attached(state, index, card)]
    known += [pilot.card for pilot in side.pilots if pilot.expert]
    known += [one.card for other in state.sides for slot in other.slots for one in slot.attached if one.owner == index]
    tokens = [*side.face_down, *(token for seat in seats_of(state, index) for token in state.people[seat].hand)]
    if state.action is not None and state.action.side == index and not state.action.attached:
        known.append(state.action.card)
    size = len(known) + len(side.scrap) + len(tokens) + side.deck
    known += [*side.scrap, *side.unplaced, *(card for card in side.top if card)]
    known += [token.card for token in tokens if token.card]
    return known, size - len(known)


def _attached(state: State, index: int, card: str) -> bool:
    """Return True if a card on a robot is an attached action, which belongs to the side that played it."""
    return any(one.card == card for slot in state.sides[index].slots for one in slot.attached)
