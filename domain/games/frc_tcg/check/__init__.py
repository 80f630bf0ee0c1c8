"""All that is wrong with a command, split by the rulebook's sections."""

from collections.abc import Callable, Iterator
from typing import Final, cast

from domain.game import Command
from domain.games.frc_tcg.check.acting import stops
from domain.games.frc_tcg.check.actions import ACTIONS
from domain.games.frc_tcg.check.agreements import AGREEMENTS
from domain.games.frc_tcg.check.combat import COMBAT
from domain.games.frc_tcg.check.evolution import EVOLUTION
from domain.games.frc_tcg.check.plays import PLAYS
from domain.games.frc_tcg.check.setup import SETUP
from domain.games.frc_tcg.check.turn import TURN
from domain.games.frc_tcg.commands import TcgCommand
from domain.games.frc_tcg.commands.agreements import Adjust, ResolveCardEffect
from domain.games.frc_tcg.commands.plays import (
    Attack,
    EvolveRobot,
    PlayAward,
    PlayItem,
    PlayMentor,
)
from domain.games.frc_tcg.resolve import unfold
from domain.games.frc_tcg.state import State
from domain.rules import Violation

CHECK: Final = cast(
    "dict[type[Command], Callable[[State, TcgCommand], Iterator[Violation]]]",
    {**SETUP, **PLAYS, **EVOLUTION, **ACTIONS, **COMBAT, **TURN, **AGREEMENTS},
)
"""Command type -> the generator of its gates: what is wrong with it before anything has happened."""


def by_hand(command: TcgCommand) -> bool:
    """Whether a command says itself what happens, beyond what its card does: changes, and prize cards picked."""
    match command:
        case EvolveRobot() | Adjust():
            return bool(command.changes)
        case PlayItem() | PlayMentor() | PlayAward() | Attack() | ResolveCardEffect():
            return bool(command.changes or command.prize_picks)
        case _:
            return False


def check(state: State, command: TcgCommand) -> tuple[Violation, ...]:
    """All rules that a command breaks in this state; none for a legal one. After the end, that it is over says enough.

    What is done by hand is checked where it happens: on the course that resolving takes.
    """
    found = tuple(CHECK[type(command)](state, command))
    if by_hand(command) and not stops(found):
        found += tuple(unfold(state, command).faults)
    if found and state.over and any(v.rule == "TCG-E01" for v in found):
        return tuple(v for v in found if v.impossible or v.rule == "TCG-E01")
    return found
