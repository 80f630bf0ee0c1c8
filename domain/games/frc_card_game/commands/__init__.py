"""Commands of the scorekeeper: each checks the rules, resolves into events, and can be redacted. One file for each section."""

from typing import Final

from domain.games.frc_card_game.commands import by_hand, plays, position, scoring, setup, turns
from domain.games.frc_card_game.commands.base import FrcCommand

COMMANDS: Final[tuple[type[FrcCommand], ...]] = (
    setup.StartMatch,
    setup.DefineCard,
    setup.PlayTeamCard,
    setup.DrawOpeningHand,
    setup.FlipCoin,
    turns.DrawCard,
    turns.AdvancePhase,
    plays.PlayStudent,
    plays.PlayMentor,
    plays.PlayEvent,
    plays.PlayRobot,
    plays.SwitchPosition,
    scoring.Score,
    scoring.ChooseRetiredStudent,
    by_hand.ResolveCardEffect,
    by_hand.RetireCard,
    turns.RevealCard,
    turns.DiscardToHandLimit,
    turns.EndTurn,
    turns.Concede,
    by_hand.Adjust,
    position.DeclarePosition,
)
"""In an order that keeps their letters: of several commands that begin with a letter, the first gets it."""
