"""Every legal command, with optional parameters at their default.

Omitted: `set_celebrity`, `define_card`, `reveal_card`, `record_strike`, `arrange_deck` with an order, `clock`, `adjust`,
`declare_position`. Dice and pilots decided by chance are placeholders of the right number. Bombs, shields and cards over
the limit are offered one choice at a time (stated bombs: 0, 1, 2 or all). Unseen cards are offered as each card they may
still be.
"""

from collections.abc import Iterator

from domain.games.pbl_robots.commands.base import PblCommand
from domain.games.pbl_robots.legal.play import playing_commands
from domain.games.pbl_robots.legal.setup import preparing_commands
from domain.games.pbl_robots.state import State


def legal(state: State) -> Iterator[PblCommand]:
    """The commands that `check` accepts now, among those that fit the window."""
    if state.phase in ("unopened", "over"):
        return
    commands = playing_commands(state) if state.phase == "play" or state.owed else preparing_commands(state)
    for command in commands:
        if not command.check(state):
            yield command
