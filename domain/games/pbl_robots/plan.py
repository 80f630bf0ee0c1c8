"""The parts that all boards of a match share: seats, appearance of cards, zones that the options need, and keys.

Boards, and the arrows between limbs, name cards and places by keys. Every card appears once, and the key of a known card is its
id. The key of a blown-off limb, or of a limb or shoulder without armor, consists of its side and place.
"""

from collections.abc import Iterator
from typing import Final

from domain.games.pbl_robots.actors import player_seats
from domain.games.pbl_robots.cards import LIMBS, SLOT_INDEX, SlotName
from domain.games.pbl_robots.state import HAND_LIMIT, PILES, ROW_PLACES, State
from domain.plan import CountName, GaugeName, Kind, NumberName, Plan, SeatPlan, StateWord, ZonePlan

PLACES: Final[dict[SlotName, str]] = {
    "head": "HEAD",
    "left_arm": "L ARM",
    "right_arm": "R ARM",
    "legs": "LEGS",
    "left_shoulder": "L SH",
    "right_shoulder": "R SH",
}


def side_key(side: int) -> str:
    """Return the key of a side's panel."""
    return f"side{side}"


def limb_key(state: State, side: int, name: SlotName) -> str:
    """Return the key of a limb or shoulder: its active armor, else its place."""
    slot = state.sides[side].slots[SLOT_INDEX[name]]
    return slot.stack[-1].card if slot.stack and not slot.dead else f"{side_key(side)}/{name}"


KIND_OF: Final = {
    "armor": "limb",
    "crew": "crew",
    "hangar": "hangar",
    "action": "action",
    "starter_pilot": "pilot",
    "expert_pilot": "pilot",
}
"""The kind of each card type on boards. Robots have none: the other cards are drawn on them."""
DRAFTED: Final = ("regular", "challenge_draft", "keeper")
"""Values of the option `setup` with a draft."""

_KINDS: Final = (
    Kind("limb", "limb, armor", "L", "vermilion", "hexagon"),
    Kind("pilot", "pilot", "P", "purple", "shield"),
    Kind("crew", "crew", "C", "green"),
    Kind("hangar", "hangar", "H", "brown", "square"),
    Kind("action", "action", "A", "teal", "triangle"),
    Kind("bomb", "storage bomb", "B", "pink", "diamond"),
)
_NUMBERS: Final = (
    NumberName("attack", "a", "dice that it adds to an attack"),
    NumberName("defense", "d", "dice that it adds to a defense"),
    NumberName("level", "L", "level of a limb or hangar"),
    NumberName("skill", "S", "skill of crew"),
    NumberName("counter", "ctr", "value of the counter on it"),
    NumberName("value", "=", "value that a storage bomb adds"),
    NumberName("cards", "n", "cards in a pile"),
)
_STATES: Final = (
    StateWord("blown off", "×", "dead: it cannot attack or be attacked"),
    StateWord("no attack", "no", "it cannot attack"),
    StateWord("critical", "crit", "the pilot is in critical form"),
    StateWord("expert", "exp", "an expert sits in the cockpit"),
    StateWord("shown", "seen", "a hand card that everybody knows"),
    StateWord("looked at", "look", "the pile that the drafter looks at"),
    StateWord("used", "used", "a pilot that has played in this series"),
)


def plan(state: State) -> Plan:
    """Return the plan of a match. Its zones and counts depend on teams, gunners, a community deck, a draft and a
    rotation."""
    return Plan(
        seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats),
        kinds=_KINDS,
        numbers=_NUMBERS,
        states=_STATES,
        zones=(*_zones(state), *_middle(state)),
        gauges=(GaugeName("limbs", high=len(LIMBS), danger=1, one="limb"),),
        counts=(
            CountName("blow-offs", "off", digits=1),
            CountName("PP", "PP"),
            CountName("hand", "h"),
            *([] if shares_deck(state) else [CountName("deck", "d")]),
            CountName("scrap", "s"),
        ),
        shared=True,
    )


def shares_deck(state: State) -> bool:
    """Return True if all sides draw from one deck in this match."""
    return state.options.setup == "challenge_community"


def _zones(state: State) -> Iterator[ZonePlan]:
    places = tuple(PLACES.values())
    yield ZonePlan("limbs", "limbs", "slots", "front", len(places), importance=9, name=9, wide=16, places=places)
    yield ZonePlan("hangar", "hangar", "row", "back", room=4, importance=6, name=9, wide=16)
    yield ZonePlan("pilot", "pilot", "row", "back", room=1, importance=7, name=10, wide=24)
    for number in range(max((len(player_seats(state, side)) for side in range(len(state.sides))), default=1)):
        key = f"hand{number + 1}" if number else "hand"
        yield ZonePlan(key, "hand", "fan", "hand", room=HAND_LIMIT, importance=6, name=10, wide=16)
    yield ZonePlan("scrap", "scrap", "stack", "pile", room=8, importance=3, name=10, wide=16)
    if state.options.team_mode == "pilot_and_gunner":
        yield ZonePlan("top", "top of the deck", "list", "pile", room=4, importance=2, name=10, quiet=True)
    if state.options.rotation:
        pilots = state.options.rotation
        yield ZonePlan("starters", "pilots", "list", "pile", room=pilots, importance=2, name=10, quiet=True)


def _middle(state: State) -> Iterator[ZonePlan]:
    yield ZonePlan("combat", "combat", "sheet", "middle", room=2, importance=9)
    yield ZonePlan("shop", "shop", "slots", "middle", ROW_PLACES, importance=5, name=10, wide=16)
    if state.options.setup in DRAFTED:
        yield ZonePlan("piles", "draft piles", "slots", "middle", room=PILES, importance=4, name=6, quiet=True)
    if state.options.setup != "carried_over":
        yield ZonePlan("pool", "talent pool", "row", "middle", room=5, importance=3, name=10, quiet=True)
    yield ZonePlan("celebrities", "celebrities", "row", "middle", room=1, importance=2, name=10, quiet=True)
