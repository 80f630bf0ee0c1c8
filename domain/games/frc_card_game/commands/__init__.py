"""Commands of the scorekeeper: each checks the rules, resolves to events, and can be redacted. One module per section of the
rulebook."""

from typing import Final

from domain.game import kinds_in
from domain.games.frc_card_game.commands import by_hand, plays, position, scoring, setup, turns
from domain.games.frc_card_game.commands.base import FrcCommand

COMMANDS: Final[tuple[type[FrcCommand], ...]] = (
    *kinds_in(setup),
    turns.DrawCard,
    turns.AdvancePhase,
    *kinds_in(plays, scoring),
    by_hand.ResolveCardEffect,
    by_hand.RetireCard,
    turns.RevealCard,
    turns.DiscardToHandLimit,
    turns.EndTurn,
    turns.Concede,
    by_hand.Adjust,
    position.DeclarePosition,
)
"""The order is fixed: if several commands begin with the same letter, the first one gets it as its quick key."""
