"""What follows from a command. Assumes nothing about its legality: what `check` flags as illegal still has a sensible course."""

from collections.abc import Callable
from typing import cast

from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.events.base import FrcEvent
from domain.games.frc_card_game.resolve import effects, plays, scoring, setup, turns
from domain.games.frc_card_game.resolve.course import Course
from domain.games.frc_card_game.state import State


def resolve(state: State, command: cmd.FrcCommand) -> tuple[FrcEvent, ...]:
    """The events of a command that `check` does not call impossible."""
    return tuple(unfold(state, command).events)


def unfold(state: State, command: cmd.FrcCommand) -> Course:
    """The course of a command that is possible as far as its changes by hand: what they do, and what is wrong with them."""
    course = Course(state)
    _RESOLVE[type(command)](course, command)
    return course


_RESOLVE = cast(
    "dict[type[cmd.FrcCommand], Callable[[Course, cmd.FrcCommand], None]]",
    {
        cmd.StartMatch: setup.start_match,
        cmd.DefineCard: setup.define_card,
        cmd.PlayTeamCard: setup.play_team_card,
        cmd.DrawOpeningHand: setup.draw_opening_hand,
        cmd.FlipCoin: setup.flip_coin,
        cmd.DrawCard: turns.draw_card,
        cmd.AdvancePhase: turns.advance_phase,
        cmd.PlayStudent: plays.play_student,
        cmd.PlayMentor: plays.play_mentor,
        cmd.PlayEvent: plays.play_event,
        cmd.PlayRobot: plays.play_robot,
        cmd.SwitchPosition: plays.switch_position,
        cmd.Score: scoring.score,
        cmd.ChooseRetiredStudent: scoring.choose_retired_student,
        cmd.ResolveCardEffect: effects.resolve_card_effect,
        cmd.RetireCard: effects.retire_card,
        cmd.RevealCard: turns.reveal_card,
        cmd.DiscardToHandLimit: turns.discard_to_hand_limit,
        cmd.EndTurn: turns.end_turn,
        cmd.Concede: turns.concede,
        cmd.Adjust: effects.adjust,
        cmd.DeclarePosition: effects.declare_position,
    },
)
