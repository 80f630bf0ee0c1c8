"""All that is wrong with a command at a state, each with its rule."""

from collections.abc import Callable, Iterator
from typing import Final, cast

from domain.games.frc_card_game import commands as cmd
from domain.games.frc_card_game.check import effects, plays, scoring, setup, turns
from domain.games.frc_card_game.gates import closed, no_such_player
from domain.games.frc_card_game.state import State
from domain.rules import Violation


def check(state: State, command: cmd.FrcCommand) -> tuple[Violation, ...]:
    """The broken rules; empty for a legal command."""
    kind = type(command)
    shut = None
    if kind not in _ANY_TIME:
        shut = closed(state, setup=kind in _IN_SETUP, choice=kind not in _WITH_OPEN_CHOICE)
        if shut is not None and shut.impossible:
            return (shut,)
    player = getattr(command, "player", None)
    if player is not None and (strangers := tuple(no_such_player(state, player))):
        return strangers
    faults = tuple(_CHECK[kind](state, command))
    if shut is None:
        return faults
    waiting = scoring.second_attempt_waits(state) if kind is cmd.Score else ()
    return (shut, *waiting, *(fault for fault in faults if fault.impossible))


_ANY_TIME: Final = frozenset({cmd.StartMatch, cmd.DefineCard, cmd.RevealCard, cmd.Adjust, cmd.DeclarePosition})
"""Commands that say themselves when they are taken; the others are taken from turn 1 to the end of the match …"""
_IN_SETUP: Final = frozenset({cmd.PlayTeamCard, cmd.DrawOpeningHand, cmd.FlipCoin, cmd.Concede})
"""… or before turn 1 too, …"""
_WITH_OPEN_CHOICE: Final = frozenset({cmd.ChooseRetiredStudent, cmd.Concede})
"""… and while a choice is open, these alone."""
_CHECK: Final = cast(
    "dict[type[cmd.FrcCommand], Callable[[State, cmd.FrcCommand], Iterator[Violation]]]",
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
