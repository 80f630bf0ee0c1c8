"""What follows from a command, legal or not, split by the rulebook's sections."""

from collections.abc import Callable
from typing import Final, cast

from domain.game import Command
from domain.games.frc_tcg.commands import TcgCommand
from domain.games.frc_tcg.events.base import TcgEvent
from domain.games.frc_tcg.resolve.actions import ACTIONS
from domain.games.frc_tcg.resolve.agreements import AGREEMENTS
from domain.games.frc_tcg.resolve.combat import COMBAT
from domain.games.frc_tcg.resolve.ending import settle_as_agreed
from domain.games.frc_tcg.resolve.plays import PLAYS
from domain.games.frc_tcg.resolve.progress import Progress
from domain.games.frc_tcg.resolve.setup import SETUP
from domain.games.frc_tcg.resolve.turn import TURN
from domain.games.frc_tcg.state import State

RESOLVE: Final = cast(
    "dict[type[Command], Callable[[Progress, TcgCommand], None]]",
    {**SETUP, **PLAYS, **ACTIONS, **COMBAT, **TURN, **AGREEMENTS},
)
"""Command type -> the function that works out its events."""


def unfold(state: State, command: TcgCommand) -> Progress:
    """The course of a command that its gates let through: what follows, and what is wrong with what is done by hand."""
    progress = Progress(state)
    RESOLVE[type(command)](progress, command)
    if progress.state.over and not state.over:
        settle_as_agreed(progress)
    return progress


def resolve(state: State, command: TcgCommand) -> tuple[TcgEvent, ...]:
    """The events that follow from a command that is not impossible."""
    return tuple(unfold(state, command).events)
