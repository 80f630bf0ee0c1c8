"""Steps for turns, phases and rounds, for players who are out, and for the end of the match."""

from collections.abc import Mapping
from typing import Final

from domain.games.tabletop.context import KitSyntaxError, Scope, seats_of
from domain.games.tabletop.events.turns import OrderReversed, SeatOut
from domain.games.tabletop.interpreter import Interpreter
from domain.games.tabletop.state import best_by_score
from domain.games.tabletop.steps.base import Done, Row


def _next(given: list[str], _: dict[str, str], __: Scope) -> Done:
    if given and given[0] not in ("phase", "round"):
        raise KitSyntaxError("write next, next phase or next round")
    return {"": Interpreter.next_turn, "phase": Interpreter.next_phase, "round": Interpreter.next_round}["".join(given)]


def _who(text: str, scope: Scope) -> str:
    return scope.who(text.removeprefix("@"))


def _to(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    who = _who(given[0], scope)

    def to(interpreter: Interpreter) -> None:
        seats = seats_of(interpreter.scene, who)
        if seats:
            interpreter.next_turn(seats[0])

    return to


def _phase(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    phases = scope.layout.head.phases
    if given[0] not in phases:
        raise KitSyntaxError(f"no phase {given[0]!r}{scope.near(given[0], frozenset(phases))}")
    return lambda interpreter: interpreter.to_phase(given[0])


def _out(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    who = _who(given[0], scope)

    def out(interpreter: Interpreter) -> None:
        for seat in seats_of(interpreter.scene, who):
            if seat not in interpreter.state.out:
                interpreter.out.add(SeatOut(seat=seat))

    return out


def _rest(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    who = _who(given[0], scope)
    if not scope.layout.head.round:
        raise KitSyntaxError('rest needs a kit with rounds: round = "round"')

    def rest(interpreter: Interpreter) -> None:
        for seat in seats_of(interpreter.scene, who):
            if seat not in interpreter.state.out:
                interpreter.out.add(SeatOut(seat=seat, resting=True))

    return rest


def _win(given: list[str], _: dict[str, str], scope: Scope) -> Done:
    who = _who(given[0], scope)
    return lambda interpreter: interpreter.end(seats_of(interpreter.scene, who), "declared")


FLOW: Final[Mapping[str, Row]] = {
    "next": (
        "next, next phase or next round",
        "The turn of the next player who is not out begins; or the next phase (after the last, the next turn); or the next round.",
        0,
        1,
        _next,
    ),
    "to": ("to WHO", "A turn of this player begins.", 1, 1, _to),
    "phase": ("phase PHASE", "This phase begins.", 1, 1, _phase),
    "reverse": (
        "reverse",
        "The order of turns is reversed.",
        0,
        0,
        lambda *_: lambda play: play.out.add(OrderReversed()),
    ),
    "out": ("out WHO", "A player is out, and has no more turns.", 1, 1, _out),
    "rest": ("rest WHO", "A player has no more turns in this round.", 1, 1, _rest),
    "win": ("win WHO", "The match ends, and these players win.", 1, 1, _win),
    "tie": ("tie", "The match ends as a draw.", 0, 0, lambda *_: lambda play: play.end((), "agreed", drawn=True)),
    "end": (
        "end",
        "The match ends, and the players with the best `score` win.",
        0,
        0,
        lambda *_: lambda play: play.end(best_by_score(play.state), "stopped"),
    ),
}
