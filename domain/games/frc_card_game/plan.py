"""The parts that all boards of a match share: seats, appearance of cards, zones, and the keys of cards.

Boards, and the arrows between cards, name cards by keys. Copies of a card are numbered from the pile to the hand, against the
direction in which cards usually move, so that a card keeps its key when it moves on.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.cards import Token, copy_keys
from domain.games.frc_card_game.state import HAND_LIMIT, ROBOT_SLOTS, SHARED_SLOTS, STARTING_POINTS, Player, State
from domain.games.frc_card_game.zones import robots_of
from domain.plan import CountName, GaugeName, Kind, NumberName, Plan, SeatPlan, StateWord, ZonePlan
from domain.table.references import token_of

LOW_POINTS: Final = 1000

_KINDS: Final = (
    Kind("robot", "robot", "R", "vermilion", "hexagon"),
    Kind("student", "student", "S", "brown"),
    Kind("mentor", "mentor", "M", "green", "diamond"),
    Kind("event", "event", "E", "purple", "triangle"),
    Kind("team", "team", "T", "blue", "shield"),
)
_NUMBERS: Final = (
    NumberName("offense", "off", "used to score, and compared with if the robot is offensive"),
    NumberName("defense", "def", "compared with if the robot is defensive"),
    NumberName("turns left", "trn", "turns that an event still lasts"),
)
_STATES: Final = (
    StateWord("offensive", "off", "can score; its offense counts"),
    StateWord("defensive", "def", "cannot score; its defense counts"),
    StateWord("scored", "done", "has scored in this turn"),
    StateWord("cannot score", "no", "a card forbids it"),
    StateWord("not yet active", "wait", "its effects start in a later phase"),
)
_ZONES: Final = (
    ZonePlan("robots", "robots", "slots", "front", ROBOT_SLOTS, importance=9, name=10, wide=24, tall=3),
    ZonePlan("students", "students", "row", "back", room=5, importance=6, name=6, wide=16),
    ZonePlan("slots", "mentor/event", "slots", "back", SHARED_SLOTS, importance=4, name=15, wide=20),
    ZonePlan("team", "team", "row", "back", room=1, importance=3, name=14, wide=20),
    ZonePlan("hand", "hand", "fan", "hand", HAND_LIMIT, importance=7, name=10, wide=20),
    ZonePlan("retired", "retired", "stack", "pile", room=8, importance=2, name=10, wide=20),
    ZonePlan("deck", "deck", "list", "pile", room=4, importance=1, name=10, wide=20, quiet=True),
)
_COUNTS: Final = (CountName("hand", "hand"), CountName("deck", "deck"), CountName("retired", "ret"))


def plan(state: State) -> Plan:
    """Return the plan of a match. Only the seats differ from other matches."""
    return Plan(
        seats=tuple(SeatPlan(seat.name, seat.side) for seat in state.seats),
        kinds=_KINDS,
        numbers=_NUMBERS,
        states=_STATES,
        zones=_ZONES,
        gauges=(GaugeName("points", high=STARTING_POINTS, danger=LOW_POINTS, one="point"),),
        counts=_COUNTS,
        tray=True,
    )


def player_key(seat: int) -> str:
    """Return the key of a player's panel, which is also the target of direct scores."""
    return f"seat-{seat + 1}"


def card_keys(state: State, seen: Iterable[Token] = ()) -> dict[int, str]:
    """Return the keys of all public cards by token, followed by the hand cards that a viewpoint sees."""
    return copy_keys((*_open_cards(state), *seen), numbered=True)


def _open_cards(state: State) -> Iterator[Token]:
    """Yield the public cards of both sides zone by zone, beginning with the piles, because a card can change sides."""
    for player in state.players:
        yield from player.retired
    for choice in state.choices:
        yield from choice.candidates
    for player in state.players:
        yield from _field(player)


def _field(player: Player) -> Iterator[Token]:
    for robot in robots_of(player):
        yield token_of(robot)
        yield from robot.drive_team
    yield from player.student_body
    yield from (token_of(slotted) for slotted in player.slots if slotted is not None)
    if player.team is not None:
        yield player.team
