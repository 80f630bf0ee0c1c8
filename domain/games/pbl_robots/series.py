"""What a side takes from one game of a series to the next (PBL-V01, PBL-V02, PBL-V11)."""

from domain.games.pbl_robots.commands import Carried
from domain.games.pbl_robots.numbers import robot_cards, seats_of
from domain.games.pbl_robots.state import State


def carried_over(state: State) -> tuple[Carried, ...]:
    """The decks after a game, per side: every orange card that a side owns, wherever it lies, acquired ones included.

    Cards that left the game do not come back. Not for community decks, which belong to nobody.
    """
    return tuple(_carried(state, index) for index in range(len(state.sides)))


def _carried(state: State, index: int) -> Carried:
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
    pilots = tuple(pilot.card for pilot in side.pilots if not pilot.expert)
    return Carried(
        deck=size,
        cards=tuple(sorted(known)),
        starters=side.starters or pilots,
        used_starters=side.used_starters,
        robot=side.robot,
    )


def _attached(state: State, index: int, card: str) -> bool:
    """Whether a card on a robot is an attached action; those are counted with their owner."""
    return any(one.card == card for slot in state.sides[index].slots for one in slot.attached)
