"""Bots for simulated matches: `random` picks any legal command, `prize_hunter` goes for prize cards."""

from collections.abc import Sequence
from random import Random
from typing import Final

from domain.capabilities import Bot
from domain.games.frc_tcg.abilities import ability_of, missing_components
from domain.games.frc_tcg.combat import damage_due
from domain.games.frc_tcg.commands.agreements import AgreeDraw, Concede
from domain.games.frc_tcg.commands.base import TcgCommand
from domain.games.frc_tcg.commands.by_hand import EndEnhancement
from domain.games.frc_tcg.commands.combat import Attack
from domain.games.frc_tcg.commands.moves import GoOutForCoffee, RetreatRobot
from domain.games.frc_tcg.commands.plays import PlayAward, PlayComponent, PlayItem, PlayMentor, PlayRobot
from domain.games.frc_tcg.commands.seasons import DevolveRobot, EvolveRobot
from domain.games.frc_tcg.commands.turn import DeclareNoMove, EndTurn, SwapCards
from domain.games.frc_tcg.references import opposing_stack, own_stack
from domain.games.frc_tcg.state import State

PATIENCE: Final = 150
"""Turns per player after which bots agree on a draw, because both sides lack the cards to win."""


def _draw_when_stuck(state: State, commands: Sequence[TcgCommand]) -> TcgCommand | None:
    if state.running and state.turn > PATIENCE * len(state.players):
        return next((c for c in commands if isinstance(c, AgreeDraw)), None)
    return None


class RandomBot:
    """Plays any legal command except giving up, each kind with the same probability."""

    def choose(self, state: State, commands: Sequence[TcgCommand], rng: Random) -> TcgCommand:
        """Return a random command; agree on a draw only after `PATIENCE`."""
        stuck = _draw_when_stuck(state, commands)
        if stuck is not None:
            return stuck
        by_kind: dict[type[TcgCommand], list[TcgCommand]] = {}
        for command in commands:
            if not isinstance(command, Concede | AgreeDraw):
                by_kind.setdefault(type(command), []).append(command)
        return rng.choice(by_kind[rng.choice(list(by_kind))])


class PrizeHunter:
    """Builds robots up, prefers attacks that defeat a robot, and plays its cards quickly."""

    def choose(self, state: State, commands: Sequence[TcgCommand], rng: Random) -> TcgCommand:
        """Return the command with the highest value; ties are decided at random."""
        stuck = _draw_when_stuck(state, commands)
        if stuck is not None:
            return stuck
        worth = [(self._worth(state, command), rng.random(), command) for command in commands]
        return max(worth, key=lambda w: w[:2])[2]

    def _worth(self, state: State, command: TcgCommand) -> float:
        worth = _WORTH.get(type(command), 0.0)
        if isinstance(command, PlayComponent):
            return worth + _closeness(state, command)
        if isinstance(command, Attack):
            return worth + _harm(state, command) / 10
        if isinstance(command, PlayItem):
            # otherwise two items that return each other from the shop would be played forever
            return worth - (0 if command.targets else 30) - 15 * state.record.items
        return worth


_WORTH: Final[dict[type[TcgCommand], float]] = {
    EvolveRobot: 90,
    PlayRobot: 80,
    PlayComponent: 70,
    PlayMentor: 60,
    PlayAward: 55,
    PlayItem: 50,
    Attack: 40,
    DevolveRobot: 45,
    EndTurn: 10,
    DeclareNoMove: 10,
    SwapCards: 5,
    GoOutForCoffee: -10,
    RetreatRobot: -10,
    EndEnhancement: -10,
    Concede: -100,
    AgreeDraw: -100,
}
"""The value of a command by itself: build first, then attack, then end the turn."""


def _closeness(state: State, command: PlayComponent) -> float:
    """Return how close the ability is to being active: higher is closer."""
    where = own_stack(state, state.active, command.robot)
    ability = ability_of(state, where.stack, command.ability) if where is not None else None
    if where is None or ability is None:
        return -60
    left = sum(missing_components(state, where.stack, ability).values())
    return 5 + (ability.damage or 0) / 20 - 2 * left


def _harm(state: State, command: Attack) -> float:
    """Return the damage of an attack, plus 100 for each robot that it defeats."""
    where = own_stack(state, state.active, command.robot)
    ability = ability_of(state, where.stack, command.ability) if where is not None else None
    if where is None or ability is None:
        return -100
    harm = 0.0
    for text in command.targets:
        target = opposing_stack(state, state.active, text)
        if target is not None:
            due = damage_due(state, where, target, ability)
            harm += due + (100 if due >= target.stack.hp else 0)
    return harm


BOTS: Final[dict[str, Bot[State, TcgCommand]]] = {"random": RandomBot(), "prize_hunter": PrizeHunter()}
