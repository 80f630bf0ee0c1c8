"""The legal commands of a state, with optional parameters at their default.

`set_celebrity`, `define_card`, `reveal_card`, `record_strike`, `arrange_deck` with an order, `clock`, `adjust` and
`declare_position` are omitted. Dice and random pilots are placeholders of the right number. Bombs and shields are offered one
card at a time (stated bombs: 0, 1, 2 or all), and only some of the ways to discard to the hand limit. An unknown card is
offered as each card that it can be.
"""

from collections.abc import Iterator

from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.legal.play import playing_commands
from domain.games.pbl_robots.legal.setup import preparing_commands
from domain.games.pbl_robots.state import State


def legal(state: State) -> Iterator[PblCommand]:
    """Yield the legal commands, within the limits of this module."""
    if state.phase in ("unopened", "over"):
        return
    commands = playing_commands(state) if state.phase == "play" or state.owed else preparing_commands(state)
    for command in commands:
        if not command.check(state):
            yield command
