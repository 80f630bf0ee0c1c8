"""The constant parts of all boards of a match: seats, appearance of cards, zones."""

from typing import Final

from domain.games.frc_tcg.state import HAND, MAX_ROBOTS, State
from domain.plan import CountName, GaugeName, Kind, NumberName, Plan, SeatPlan, StateWord, ZonePlan

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
    """Prize cards that one player could capture: those of all opponents."""
    sides = [seat.side for seat in state.seats]
    return state.options.prize_count * max((len(sides) - sides.count(side) for side in sides), default=1)


def plan(state: State) -> Plan:
    """The seats, and as many prize cards as were agreed; all else is the same in every match."""
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
