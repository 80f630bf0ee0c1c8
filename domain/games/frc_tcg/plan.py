"""The plan of the boards of a match: seats, kinds of cards, zones and keys.

Boards, and arrows from card to card, name cards by keys. Copies are numbered from the shops to the latest plays, so
that a card keeps its key as it moves on."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.cards import Token, copy_keys
from domain.games.frc_tcg.state import HAND, MAX_ROBOTS, RobotStack, State
from domain.plan import CountName, GaugeName, Kind, NumberName, Plan, SeatPlan, StateWord, ZonePlan
from domain.table.references import token_of

_KINDS: Final = (
    Kind("robot", "robot", "R", "vermilion", "hexagon"),
    Kind("component", "component", "C", "slate", "square"),
    Kind("item", "item", "I", "teal", "triangle"),
    Kind("mentor", "mentor", "M", "green", "diamond"),
    Kind("award", "award", "A", "purple", "shield"),
    Kind("kickoff", "kickoff", "K", "blue"),
)
_NUMBERS: Final = (
    NumberName("attack", "atk", "damage of its strongest attack that is ready"),
    NumberName("stage", "st", "seasons of the robot, one card each"),
)
_STATES: Final = (StateWord("new", "new", "came into play in this turn"),)
_COUNTS: Final = (CountName("hand", "h"), CountName("deck", "d"), CountName("shop", "s"))


def prizes_to_take(state: State) -> int:
    """Return the largest number of prize cards that a player can capture: those of all opponents."""
    sides = [seat.side for seat in state.seats]
    return state.options.prize_count * max((len(sides) - sides.count(side) for side in sides), default=1)


def plan(state: State) -> Plan:
    """Return the plan; only seats and the number of prize cards differ between matches."""
    prizes = max(1, state.options.prize_count)
    return Plan(
        seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats),
        kinds=_KINDS,
        numbers=_NUMBERS,
        states=_STATES,
        zones=(
            ZonePlan("alliance", "alliance", "slots", "front", MAX_ROBOTS, importance=9, name=14, wide=24, tall=4),
            ZonePlan("enhancements", "in play", "row", "back", room=2, importance=4, name=14, wide=20),
            ZonePlan("captured", "captured", "row", "back", room=prizes, importance=5, name=14, wide=24),
            ZonePlan("prizes", "prizes", "slots", "back", prizes, importance=6, name=14, wide=24),
            ZonePlan("hand", "hand", "fan", "hand", HAND, importance=7, name=14, wide=20),
            ZonePlan("shop", "shop", "stack", "pile", room=8, importance=2, name=14, wide=20),
        ),
        gauges=(GaugeName("prizes", high=max(1, prizes_to_take(state)), one="prize"),),
        counts=_COUNTS,
    )


def player_key(seat: int) -> str:
    """Return the key of a player's panel."""
    return f"seat{seat}"


def card_keys(state: State, seen: Iterable[Token] = ()) -> dict[int, str]:
    """Return the keys of all public cards by token, followed by the other cards that a viewpoint sees."""
    return copy_keys((*_open_cards(state), *seen))


def robot_key(keys: dict[int, str], stack: RobotStack) -> str:
    """Return the key of a robot in play: that of its top card."""
    return keys[stack.top.token]


def _open_cards(state: State) -> Iterator[Token]:
    """Yield the public cards of all sides, from shops to latest plays: a component can be on a partner's robot."""
    for player in state.players:
        yield from player.shop
    for player in state.players:
        for stack in player.alliance:
            yield from stack.tokens()
        yield from (token_of(card) for card in (*player.mentors, *player.awards))
        yield from player.playing
